// SPDX-License-Identifier: Apache-2.0
// AnyStruct and AnyList: structs and lists whose type the schema leaves open.
//
// Their sections and elements are there as they stand in the message, or as a type with as<T>. Both
// are types as any other: in fields and roots, lists (List<AnyStruct> takes any list but one of
// bools), and behind an AnyPointer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "capstan/base/config.h"
#include "capstan/layout/any_pointer.h"
#include "capstan/layout/capability.h"
#include "capstan/layout/list.h"
#include "capstan/layout/traits.h"

namespace capstan::inline CAPSTAN_ABI {

namespace internal {
// The bytes that the elements of a list without pointers take.
inline std::size_t contentBytes(const ListReader& list) {
  if (list.pointers() != 0) return 0;
  if (list.elementSize() == ElementSize::kComposite) {
    return std::size_t{list.size()} * list.stepBytes();
  }
  return (std::size_t{list.size()} * dataBitsOf(list.elementSize()) + 7) / 8;
}
}  // namespace internal

struct AnyStruct {
  class Reader;
  class Builder;
};

struct AnyList {
  class Reader;
  class Builder;
};

class AnyStruct::Reader {
 public:
  // A struct without sections.
  Reader() = default;
  explicit Reader(StructReader raw) : raw_(raw) {}

  // The data section as it stands; of an element of a list of small numbers, less than a word.
  std::span<const std::byte> data() const { return {raw_.data(), raw_.dataBytes()}; }
  // The pointer section.
  List<AnyPointer>::Reader pointers() const;
  // The same struct as a T.
  template <StructType T>
  typename T::Reader as() const {
    return typename T::Reader(raw_);
  }
  const StructReader& raw() const { return raw_; }

 private:
  StructReader raw_;
};

class AnyStruct::Builder {
 public:
  // Attached to nothing; may only be assigned to.
  Builder() = default;
  explicit Builder(StructBuilder raw) : raw_(raw) {}

  Reader asReader() const { return Reader(raw_.asReader()); }
  operator Reader() const { return asReader(); }
  std::span<std::byte> data() const { return {raw_.data(), raw_.dataBytes()}; }
  List<AnyPointer>::Builder pointers() const;
  // Whether the struct has all of T's sections.
  template <StructType T>
  bool fits() const {
    return raw_.size().dataWords >= T::kDataWords && raw_.size().pointers >= T::kPointers;
  }
  // The same struct as a T. Requires: fits<T>(). The pointer to a struct that is too small gives it
  // as a T in a larger place.
  template <StructType T>
  typename T::Builder as() const {
    requireUse(fits<T>(), "an AnyStruct was built as a type that it is too small for");
    return typename T::Builder(raw_);
  }
  const StructBuilder& raw() const { return raw_; }

 private:
  StructBuilder raw_;
};

class AnyList::Reader {
 public:
  // An empty list.
  Reader() = default;
  explicit Reader(ListReader raw) : raw_(raw) {}

  std::uint32_t size() const { return raw_.size(); }
  ElementSize elementSize() const { return raw_.elementSize(); }
  // The elements as they stand, padding behind the last not included. Returns: nothing where the
  // elements have pointers.
  std::span<const std::byte> data() const { return {raw_.data(), internal::contentBytes(raw_)}; }
  // The same list as an L, a List<T>; an empty one, with a fault, where the format's upgrade rules
  // do not let its elements be read as T.
  template <typename L>
  typename L::Reader as() const {
    return typename L::Reader(raw_.readAs(Pointee<L>::kElements));
  }
  const ListReader& raw() const { return raw_; }

 private:
  ListReader raw_;
};

class AnyList::Builder {
 public:
  // An empty list.
  Builder() = default;
  explicit Builder(ListBuilder raw) : raw_(raw) {}

  Reader asReader() const { return Reader(raw_.asReader()); }
  operator Reader() const { return asReader(); }
  std::uint32_t size() const { return raw_.size(); }
  ElementSize elementSize() const { return raw_.elementSize(); }
  std::span<std::byte> data() const { return {raw_.data(), asReader().data().size()}; }
  // The same list as an L, a List<T>; an empty one where its elements cannot serve as T or are too
  // small for it. The pointer to it gives it with larger elements.
  template <typename L>
  typename L::Builder as() const {
    return typename L::Builder(raw_.buildAs(Pointee<L>::kElements, Pointee<L>::kLeastSize));
  }
  const ListBuilder& raw() const { return raw_; }

 private:
  ListBuilder raw_;
};

namespace internal {
inline AnyStruct::Reader anyOf(const StructReader& raw) { return AnyStruct::Reader(raw); }
inline AnyStruct::Builder anyOf(const StructBuilder& raw) { return AnyStruct::Builder(raw); }
inline AnyList::Reader anyOf(const ListReader& raw) { return AnyList::Reader(raw); }
inline AnyList::Builder anyOf(const ListBuilder& raw) { return AnyList::Builder(raw); }
}  // namespace internal

// A view of a generated struct type or of a list, without its type.
template <typename View>
inline auto toAny(const View& view) {
  return internal::anyOf(view.raw());
}

// -------------------------------------------------------------------------------------------------

namespace internal {
inline constexpr ListReader::Shape kPointerShape = {.elementSize = ElementSize::kPointer,
                                                    .stepBytes = kBytesPerWord,
                                                    .dataBytes = 0,
                                                    .pointers = 1};
}

inline List<AnyPointer>::Reader AnyStruct::Reader::pointers() const {
  return List<AnyPointer>::Reader({raw_.segment(), raw_.pointerSection(), raw_.pointers(),
                                   internal::kPointerShape, raw_.depth()});
}

inline List<AnyPointer>::Builder AnyStruct::Builder::pointers() const {
  return List<AnyPointer>::Builder(
      {raw_.segment(), raw_.pointerSection(), raw_.pointers(), internal::kPointerShape});
}

template <>
struct Pointee<AnyStruct> {
  using Reader = AnyStruct::Reader;
  using Builder = AnyStruct::Builder;
  static Reader read(PointerReader from, const unsigned char* fallback = nullptr) {
    return Reader(from.getStruct(fallback));
  }
  static Builder get(PointerBuilder from, const unsigned char* fallback = nullptr) {
    return Builder(from.getStruct({}, fallback));
  }
  static void set(PointerBuilder to, const Reader& from) { to.setStruct(from.raw()); }
  static Builder init(PointerBuilder to, StructSize size) { return Builder(to.initStruct(size)); }
};

template <>
struct Pointee<AnyList> {
  using Reader = AnyList::Reader;
  using Builder = AnyList::Builder;
  static Reader read(PointerReader from, const unsigned char* fallback = nullptr) {
    return Reader(from.getAnyList(fallback));
  }
  static Builder get(PointerBuilder from, const unsigned char* fallback = nullptr) {
    return Builder(from.getAnyList(fallback));
  }
  static void set(PointerBuilder to, const Reader& from) { to.setList(from.raw()); }
  // A list of structs of `elements`, or of anything else.
  static Builder init(PointerBuilder to, std::size_t size, StructSize elements) {
    return Builder(to.initStructList(internal::listSize(size), elements));
  }
  static Builder init(PointerBuilder to, std::size_t size, ElementSize elements) {
    return Builder(to.initList(elements, internal::listSize(size)));
  }
};

template <>
struct Element<AnyStruct> {
  static constexpr ElementSize kSize = ElementSize::kComposite;
  static AnyStruct::Reader read(const ListReader& list, std::uint32_t index) {
    return AnyStruct::Reader(list.structAtUnchecked(index));
  }
  static AnyStruct::Builder get(const ListBuilder& list, std::uint32_t index) {
    return AnyStruct::Builder(list.structAtUnchecked(index));
  }
};

template <>
struct Pointee<List<AnyStruct>> {
  using Reader = List<AnyStruct>::Reader;
  using Builder = List<AnyStruct>::Builder;
  static constexpr ElementSize kElements = ElementSize::kComposite;
  static constexpr StructSize kLeastSize = {};
  static Reader read(PointerReader from, const unsigned char* fallback = nullptr) {
    return Reader(from.getList(kElements, fallback));
  }
  // A list of numbers or pointers becomes one of structs.
  static Builder get(PointerBuilder from, const unsigned char* fallback = nullptr) {
    return Builder(from.getStructList(kLeastSize, fallback));
  }
  static void set(PointerBuilder to, const Reader& from) { to.setList(from.raw()); }
  static Builder init(PointerBuilder to, std::size_t size, StructSize elements = {}) {
    return Builder(to.initStructList(internal::listSize(size), elements));
  }
};

}  // namespace capstan::inline CAPSTAN_ABI
