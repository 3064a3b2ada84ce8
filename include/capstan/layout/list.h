// SPDX-License-Identifier: Apache-2.0
// List<T>: the lists of generated accessors.
//
// Both views are random-access ranges whose iterators give values. Readers are total: an index out
// of range gives the element's default and leaves a fault; iteration needs no check. Builders call
// the misuse handler for an index out of range.
#pragma once

#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <utility>

#include "capstan/base/config.h"
#include "capstan/layout/copy.h"
#include "capstan/layout/traits.h"

namespace capstan::inline CAPSTAN_ABI {

namespace internal {

// Steps through a list by index; `View` is a List<T>::Reader or Builder.
template <typename View>
class ListIterator {
 public:
  using iterator_concept = std::random_access_iterator_tag;
  using iterator_category = std::input_iterator_tag;
  using value_type = typename View::value_type;
  using reference = value_type;
  using difference_type = std::ptrdiff_t;

  ListIterator() = default;
  ListIterator(const View& list, std::ptrdiff_t index) : list_(list), index_(index) {}

  value_type operator*() const { return list_.atUnchecked(static_cast<std::uint32_t>(index_)); }
  value_type operator[](difference_type n) const { return *(*this + n); }
  ListIterator& operator++() { return ++index_, *this; }
  ListIterator& operator--() { return --index_, *this; }
  ListIterator operator++(int) { return {list_, index_++}; }
  ListIterator operator--(int) { return {list_, index_--}; }
  ListIterator& operator+=(difference_type n) { return index_ += n, *this; }
  ListIterator& operator-=(difference_type n) { return index_ -= n, *this; }
  friend ListIterator operator+(ListIterator it, difference_type n) { return it += n; }
  friend ListIterator operator+(difference_type n, ListIterator it) { return it += n; }
  friend ListIterator operator-(ListIterator it, difference_type n) { return it -= n; }
  friend difference_type operator-(const ListIterator& a, const ListIterator& b) {
    return a.index_ - b.index_;
  }
  friend bool operator==(const ListIterator& a, const ListIterator& b) {
    return a.index_ == b.index_;
  }
  friend auto operator<=>(const ListIterator& a, const ListIterator& b) {
    return a.index_ <=> b.index_;
  }

 private:
  View list_;
  std::ptrdiff_t index_ = 0;
};

// Anything with a size and elements in order: containers, spans, initializer lists.
template <typename Range>
concept SizedRange = requires(const Range& range) {
  { range.size() } -> std::convertible_to<std::size_t>;
  range.begin();
  range.end();
};

// A range longer than any list becomes kMaxListSize + 1, which ends in exhaustion.
constexpr std::uint32_t listSize(std::size_t size) {
  return size <= kMaxListSize ? static_cast<std::uint32_t>(size) : kMaxListSize + 1;
}

// The sections that elements of type T have at least.
template <typename T>
constexpr StructSize leastSize() {
  if constexpr (StructType<T>) return kSizeOf<T>;
  return {};
}

}  // namespace internal

template <typename T>
struct List {
  class Reader;
  class Builder;
};

template <typename T>
class List<T>::Reader {
 public:
  using ElementType = T;  // in the schema
  using value_type = ReaderOf<T>;
  using size_type = std::uint32_t;
  using difference_type = std::ptrdiff_t;
  using const_iterator = internal::ListIterator<Reader>;
  using iterator = const_iterator;

  Reader() = default;
  explicit Reader(ListReader raw) : raw_(raw) {}

  std::uint32_t size() const { return raw_.size(); }
  bool empty() const { return raw_.size() == 0; }
  value_type operator[](std::uint32_t index) const {
    return raw_.admits(index) ? atUnchecked(index) : value_type();
  }
  // Requires: index < size().
  value_type atUnchecked(std::uint32_t index) const { return Element<T>::read(raw_, index); }
  iterator begin() const { return {*this, 0}; }
  iterator end() const { return {*this, size()}; }

  // Whether the elements can be seen as an array: numbers in this machine's byte order, aligned and
  // without gaps.
  bool hasSpan() const requires(DataType<T> && !std::same_as<T, bool>) {
    // check: span-step, -, span-alignment
    return raw_.stepBytes() == sizeof(T) && std::endian::native == std::endian::little &&
           reinterpret_cast<std::uintptr_t>(raw_.data()) % alignof(T) == 0;
  }
  // The elements as an array; empty unless hasSpan(). Lifetime: as the message's.
  std::span<const T> asSpan() const requires(DataType<T> && !std::same_as<T, bool>) {
    if (!hasSpan()) return {};
    return {reinterpret_cast<const T*>(raw_.data()), raw_.size()};
  }

  const ListReader& raw() const { return raw_; }

 private:
  ListReader raw_;
};

template <typename T>
class List<T>::Builder {
 public:
  using ElementType = T;  // in the schema
  using value_type = BuilderOf<T>;
  using size_type = std::uint32_t;
  using difference_type = std::ptrdiff_t;
  using const_iterator = internal::ListIterator<Builder>;
  using iterator = const_iterator;

  Builder() = default;
  explicit Builder(ListBuilder raw) : raw_(raw) {}

  Reader asReader() const { return Reader(raw_.asReader()); }
  operator Reader() const { return asReader(); }

  std::uint32_t size() const { return raw_.size(); }
  bool empty() const { return raw_.size() == 0; }
  value_type operator[](std::uint32_t index) const {
    raw_.requireIndex(index);
    return atUnchecked(index);
  }
  // Requires: index < size().
  value_type atUnchecked(std::uint32_t index) const { return Element<T>::get(raw_, index); }
  iterator begin() const { return {*this, 0}; }
  iterator end() const { return {*this, size()}; }

  // Sets an element of a list of values, texts, data or lists; struct elements are built in place,
  // or see below.
  template <typename Value>
  void set(std::uint32_t index, const Value& value) const requires(!StructType<T>) {
    raw_.requireIndex(index);
    Element<T>::set(raw_, index, value);
  }
  // Copies a struct over an element. The element keeps its size: what the source has beyond it, as
  // the fields of a newer schema, is lost. Returns: whether nothing was lost.
  bool setTruncating(std::uint32_t index, const ReaderOf<T>& value) const requires StructType<T> {
    raw_.requireIndex(index);
    return internal::copyTruncating(value.raw(), raw_.structAtUnchecked(index));
  }
  // Makes a list, text or data of `size` as the element.
  auto init(std::uint32_t index, std::size_t size) const
      requires(!StructType<T> && !DataType<T> && !std::same_as<T, Void>) {
    raw_.requireIndex(index);
    return Pointee<T>::init(raw_.pointerAtUnchecked(index), size);
  }
  // Moves an orphan over an element that is a struct. The element keeps its size: what the orphan
  // has beyond it, as the fields of a newer schema, is lost. Returns: whether nothing was lost.
  bool adoptTruncating(std::uint32_t index, Orphan<T>&& orphan) const requires StructType<T> {
    raw_.requireIndex(index);
    return std::move(orphan).raw().moveInto(raw_.structAtUnchecked(index));
  }
  // Puts an orphan into an element that is a text, data or list, or takes one out.
  void adopt(std::uint32_t index, Orphan<T>&& orphan) const
      requires(Element<T>::kSize == ElementSize::kPointer) {
    raw_.requireIndex(index);
    raw_.pointerAtUnchecked(index).adopt(std::move(orphan).raw());
  }
  Orphan<T> disown(std::uint32_t index) const requires(Element<T>::kSize == ElementSize::kPointer) {
    raw_.requireIndex(index);
    return Orphan<T>(raw_.pointerAtUnchecked(index).disown());
  }

  const ListBuilder& raw() const { return raw_; }

 private:
  ListBuilder raw_;
};

template <typename T>
struct Pointee<List<T>> {
  using Reader = typename List<T>::Reader;
  using Builder = typename List<T>::Builder;
  // What a list must have to be built in as this one.
  static constexpr ElementSize kElements = Element<T>::kSize;
  static constexpr StructSize kLeastSize = internal::leastSize<T>();
  static Reader read(PointerReader from, const unsigned char* fallback = nullptr) {
    return Reader(from.getList(Element<T>::kSize, fallback));
  }
  static Builder get(PointerBuilder from, const unsigned char* fallback = nullptr) {
    if constexpr (StructType<T>) {
      return Builder(from.getStructList(kSizeOf<T>, fallback));
    } else {
      return Builder(from.getList(Element<T>::kSize, fallback));
    }
  }
  static Builder init(PointerBuilder to, std::size_t size) {
    if constexpr (StructType<T>) {
      return Builder(to.initStructList(internal::listSize(size), kSizeOf<T>));
    } else {
      return Builder(to.initList(Element<T>::kSize, internal::listSize(size)));
    }
  }
  // A list that is not in any message has no encoding of its own: an empty one of T is made.
  static void set(PointerBuilder to, const Reader& from) {
    if (from.raw().data() == nullptr) {
      init(to, 0);
    } else {
      to.setList(from.raw());
    }
  }
  // Sets from any sized range of values, texts, data or lists. The source must not lie in the list
  // that is replaced.
  template <internal::SizedRange Range>
  static void set(PointerBuilder to,
                  const Range& from) requires(!StructType<T> &&
                                              !std::convertible_to<const Range&, Reader>) {
    const Builder list = init(to, from.size());
    std::uint32_t index = 0;
    for (const auto& value : from) Element<T>::set(list.raw(), index++, value);
  }
  // Sets from any sized range of structs, which may lie in the list that is replaced. The elements
  // are as large as the largest needs: nothing is lost.
  template <internal::SizedRange Range>
  static void set(PointerBuilder to,
                  const Range& from) requires(StructType<T> &&
                                              !std::convertible_to<const Range&, Reader>) {
    StructSize size = kSizeOf<T>;
    for (const ReaderOf<T> each : from) size = largerOf(size, internal::wholeSize(each.raw()));
    internal::StructListCopy list(to, internal::listSize(from.size()), size);
    for (const ReaderOf<T> each : from) list.add(each.raw());
    list.finish();
  }
};

}  // namespace capstan::inline CAPSTAN_ABI
