// SPDX-License-Identifier: Apache-2.0
// Orphan<T>: an object of a message being built that no pointer leads to.
//
//   auto phones = person.disownPhones();          // out of its place
//   other.adoptPhones(std::move(phones));         // into another of the same message
//
// Adopting moves no object, only what points to it. Dropping an orphan zeroes its object. What its
// lifetime is: orphan_builder.h.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include "capstan/base/config.h"
#include "capstan/layout/any.h"
#include "capstan/layout/list.h"
#include "capstan/layout/orphan_builder.h"
#include "capstan/layout/traits.h"

namespace capstan::inline CAPSTAN_ABI {

// How a detached T is made, copied, read and built in:
//   make(message, sizes...), copy(message, value), read(orphan), get(orphan).
template <typename T>
struct Detached;

// Texts, data and lists, whose elements have one size.
template <typename T>
concept SizedType = requires(OrphanBuilder& orphan) {
  Detached<T>::resize(orphan, 1);
};

// What orphans of all types have; compilers see it once.
class OrphanBase {
 public:
  bool isNull() const { return raw_.isNull(); }
  explicit operator bool() const { return !isNull(); }

  OrphanBuilder& raw() & { return raw_; }
  const OrphanBuilder& raw() const& { return raw_; }
  OrphanBuilder&& raw() && { return std::move(raw_); }

 protected:
  OrphanBase() = default;
  explicit OrphanBase(OrphanBuilder&& raw) noexcept : raw_(std::move(raw)) {}

  OrphanBuilder raw_;
};

template <typename T>
class Orphan : public OrphanBase {
 public:
  // Null, and of no message.
  Orphan() = default;
  explicit Orphan(OrphanBuilder&& raw) noexcept : OrphanBase(std::move(raw)) {}

  // The object, read; T's default for null. Lifetime: until the object moves or is dropped.
  ReaderOf<T> getReader() const& { return Detached<T>::read(raw_); }
  ReaderOf<T> getReader() const&& = delete;
  // The object to build in: a T::Builder; of texts and data the span to fill. Made where it is
  // null. Lifetime: as getReader's. Errors: exhaustion.
  auto getBuilder() & { return Detached<T>::get(raw_); }

  // Of lists, texts and data. `truncate` zeroes and gives up what is behind the first `size`
  // elements; `extend` adds zero elements up to `size`, behind the others where there is room, or
  // moves all; an orphan that is null becomes a new one of that size.
  // A size beyond the present one, or below it, calls the misuse handler. Errors: exhaustion, with
  // nothing changed.
  void truncate(std::size_t size) requires SizedType<T> {
    requireUse(size <= getReader().size(), "an orphan was truncated to more than it has: extend");
    if (!isNull()) Detached<T>::resize(raw_, size);
  }
  void extend(std::size_t size) requires SizedType<T> {
    requireUse(size >= getReader().size(), "an orphan was extended to less than it has: truncate");
    if (raw_.isList()) {
      Detached<T>::resize(raw_, size);
    } else {
      raw_ = Detached<T>::make(raw_.message(), size);
    }
  }
};

// An orphan whose type is told when it is used.
template <>
class Orphan<AnyPointer> : public OrphanBase {
 public:
  Orphan() = default;
  explicit Orphan(OrphanBuilder&& raw) noexcept : OrphanBase(std::move(raw)) {}
  template <typename T>
  Orphan(Orphan<T>&& typed) noexcept  // NOLINT: it loses nothing
      : OrphanBase(std::move(typed).raw()) {}

  bool isStruct() const { return raw_.isStruct(); }
  bool isList() const { return raw_.isList(); }
  bool isCapability() const { return raw_.isCapability(); }

  // The object as a T; what is of another kind reads as T's default, and is replaced where it is
  // built in.
  template <typename T>
  ReaderOf<T> getReaderAs() const& {
    return Detached<T>::read(raw_);
  }
  template <typename T>
  auto getBuilderAs() & {
    return Detached<T>::get(raw_);
  }
  // The same object as an orphan of type T; this one is null then.
  template <typename T>
  Orphan<T> releaseAs() {
    return Orphan<T>(std::move(raw_));
  }
};

// What generated accessors call.

inline void adoptField(const StructBuilder& to, PointerField field, OrphanBuilder&& orphan) {
  to.pointer(field).adopt(std::move(orphan));
}
template <typename T>
inline Orphan<T> disownField(const StructBuilder& from, PointerField field) {
  return Orphan<T>(from.pointer(field).disown());
}

// -------------------------------------------------------------------------------------------------

template <StructType T>
struct Detached<T> {
  static OrphanBuilder make(MessageContext& message) {
    return OrphanBuilder::ofStruct(message, kSizeOf<T>);
  }
  static OrphanBuilder copy(MessageContext& message, const typename T::Reader& from) {
    return OrphanBuilder::copyOf(message, from.raw());
  }
  static typename T::Reader read(const OrphanBuilder& from) {
    return typename T::Reader(from.readStruct());
  }
  static typename T::Builder get(OrphanBuilder& from) {
    return typename T::Builder(from.getStruct(kSizeOf<T>));
  }
};

template <typename T>
struct Detached<List<T>> {
  using Reader = typename List<T>::Reader;
  using Builder = typename List<T>::Builder;
  static OrphanBuilder make(MessageContext& message, std::size_t size) {
    if constexpr (StructType<T>) {
      return OrphanBuilder::ofStructList(message, internal::listSize(size), kSizeOf<T>);
    } else {
      return OrphanBuilder::ofList(message, Element<T>::kSize, internal::listSize(size));
    }
  }
  static OrphanBuilder copy(MessageContext& message, const Reader& from) {
    // A list that is in no message has no encoding of its own.
    return from.raw().data() == nullptr ? make(message, 0)
                                        : OrphanBuilder::copyOf(message, from.raw());
  }
  static void resize(OrphanBuilder& list, std::size_t size) { list.resize(size); }
  static Reader read(const OrphanBuilder& from) { return Reader(from.readList(Element<T>::kSize)); }
  static Builder get(OrphanBuilder& from) {
    if constexpr (StructType<T>) {
      return Builder(from.getStructList(kSizeOf<T>));
    } else {
      return Builder(from.getList(Element<T>::kSize));
    }
  }
};

template <>
struct Detached<Text> {
  static OrphanBuilder make(MessageContext& message, std::size_t size) {
    return OrphanBuilder::ofBytes(message, std::uint64_t{size} + 1);
  }
  static OrphanBuilder copy(MessageContext& message, std::string_view text) {
    return OrphanBuilder::copyOf(message, text);
  }
  static void resize(OrphanBuilder& text, std::size_t size) { text.resizeText(size); }
  static Text read(const OrphanBuilder& from) { return from.readText(); }
  static std::span<char> get(OrphanBuilder& from) { return from.getText(); }
};

template <>
struct Detached<Data> {
  static OrphanBuilder make(MessageContext& message, std::size_t sizeBytes) {
    return OrphanBuilder::ofBytes(message, sizeBytes);
  }
  static OrphanBuilder copy(MessageContext& message, std::span<const std::byte> bytes) {
    return OrphanBuilder::copyOf(message, bytes);
  }
  static void resize(OrphanBuilder& data, std::size_t sizeBytes) { data.resize(sizeBytes); }
  static std::span<const std::byte> read(const OrphanBuilder& from) { return from.readData(); }
  static std::span<std::byte> get(OrphanBuilder& from) { return from.getData(); }
};

template <>
struct Detached<AnyStruct> {
  static OrphanBuilder make(MessageContext& message, StructSize size) {
    return OrphanBuilder::ofStruct(message, size);
  }
  static OrphanBuilder copy(MessageContext& message, const AnyStruct::Reader& from) {
    return OrphanBuilder::copyOf(message, from.raw());
  }
  static AnyStruct::Reader read(const OrphanBuilder& from) {
    return AnyStruct::Reader(from.readStruct());
  }
  static AnyStruct::Builder get(OrphanBuilder& from) {
    return AnyStruct::Builder(from.getStruct({}));
  }
};

template <>
struct Detached<AnyList> {
  static OrphanBuilder make(MessageContext& message, std::size_t size, StructSize elements) {
    return OrphanBuilder::ofStructList(message, internal::listSize(size), elements);
  }
  static OrphanBuilder make(MessageContext& message, std::size_t size, ElementSize elements) {
    return OrphanBuilder::ofList(message, elements, internal::listSize(size));
  }
  static OrphanBuilder copy(MessageContext& message, const AnyList::Reader& from) {
    return OrphanBuilder::copyOf(message, from.raw());
  }
  static AnyList::Reader read(const OrphanBuilder& from) {
    return AnyList::Reader(from.readAnyList());
  }
  static AnyList::Builder get(OrphanBuilder& from) { return AnyList::Builder(from.getAnyList()); }
};

template <>
struct Detached<List<AnyStruct>> {
  static OrphanBuilder make(MessageContext& message, std::size_t size, StructSize elements) {
    return OrphanBuilder::ofStructList(message, internal::listSize(size), elements);
  }
  static OrphanBuilder copy(MessageContext& message, const List<AnyStruct>::Reader& from) {
    return OrphanBuilder::copyOf(message, from.raw());
  }
  static List<AnyStruct>::Reader read(const OrphanBuilder& from) {
    return List<AnyStruct>::Reader(from.readList(ElementSize::kComposite));
  }
  static List<AnyStruct>::Builder get(OrphanBuilder& from) {
    return List<AnyStruct>::Builder(from.getStructList({}));
  }
};

template <>
struct Detached<AnyPointer> {
  static OrphanBuilder copy(MessageContext& message, const AnyPointer::Reader& from) {
    return OrphanBuilder::copyOf(message, from.raw());
  }
};

// A detached capability is adopted or dropped; its index is where it came from.
template <>
struct Detached<Capability> {
  static OrphanBuilder make(MessageContext& message, std::uint32_t index) {
    return OrphanBuilder({&message.first(), nullptr, WirePointer::toCapability(index)});
  }
  static OrphanBuilder copy(MessageContext& message, const Capability::Reader& from) {
    std::uint32_t index = 0;
    return from.getIndex(index) ? OrphanBuilder::copyOf(message, from.raw()) : OrphanBuilder();
  }
};

}  // namespace capstan::inline CAPSTAN_ABI
