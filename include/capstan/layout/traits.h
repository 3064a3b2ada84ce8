// SPDX-License-Identifier: Apache-2.0
// The schema types as C++ types, and how each is read, built, set and made.
//
//   schema        type            ReaderOf<T>                BuilderOf<T>
//   Bool, ints    bool, intN_t    the value                  the value
//   enum          the enum        the value                  the value
//   Text          Text            Text                       Text
//   Data          Data            span<const std::byte>      span<std::byte>
//   struct        Foo             Foo::Reader                Foo::Builder
//   List(T)       List<T>         List<T>::Reader            List<T>::Builder
//   AnyPointer    AnyPointer      AnyPointer::Reader         AnyPointer::Builder
//
// Generic code uses Pointee<T> (types behind a pointer) and Element<T> (list elements).
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>

#include "capstan/base/config.h"
#include "capstan/layout/build.h"
#include "capstan/layout/fields.h"
#include "capstan/layout/follow.h"
#include "capstan/layout/orphan_builder.h"
#include "capstan/layout/text.h"

namespace capstan::inline CAPSTAN_ABI {

template <typename T>
struct List;
struct AnyPointer;
template <typename T>
class Orphan;
struct StructTable;
struct EnumTable;
struct InterfaceTable;
struct SchemaNode;

// A generated struct type.
template <typename T>
concept StructType = requires {
  typename T::Reader;
  typename T::Builder;
  { T::kTypeId } -> std::convertible_to<std::uint64_t>;
  { T::kDataWords } -> std::convertible_to<std::uint16_t>;
  { T::kPointers } -> std::convertible_to<std::uint16_t>;
};

// A generated interface type: an id and what its methods take and give. Fields of it hold
// capabilities.
template <typename T>
concept InterfaceType = requires {
  { &T::kTable } -> std::same_as<const InterfaceTable*>;
};

namespace internal {
// Asked first, this spares compilers the rest for each generated type.
template <typename T>
concept NoClass = !std::is_class_v<T>;
}  // namespace internal

// A generated enum type. Values that the schema does not know are kept.
template <typename T>
concept EnumType = internal::NoClass<T> && std::is_enum_v<T> &&
    std::same_as<std::underlying_type_t<T>, std::uint16_t>;

// What stands in a data section or a list of data; EnumType is narrower.
template <typename T>
concept DataType = internal::NoClass<T> &&(std::is_arithmetic_v<T> || EnumType<T>);

// The names of an enum's values (type_table.h); generated headers specialize it as an EnumTable's
// address.
template <EnumType E>
inline constexpr std::nullptr_t kEnumTable = nullptr;

// An enum of a schema, or the `Which` of a union.
template <typename E>
concept SchemaEnum = EnumType<E> && !std::is_same_v<decltype(kEnumTable<E>), const std::nullptr_t>;

// The sections of a generated struct type.
template <StructType T>
inline constexpr StructSize kSizeOf = {T::kDataWords, T::kPointers};

// The base of generated Readers and Builders: an empty struct that names the type, so that
// templates can deduce it, and that lets this namespace's operators (ostream.h) be found.
template <typename T>
struct TypedView {
  using Type = T;
};

// A generated Reader or Builder.
template <typename V>
concept TypedReader = StructType<typename V::Type> && std::same_as<typename V::Type::Reader, V>;
template <typename V>
concept TypedBuilder = StructType<typename V::Type> && std::same_as<typename V::Type::Builder, V>;

// What is behind a pointer of schema type T. Each specialization has `Reader`, `Builder`,
//   read(PointerReader, fallback), get(PointerBuilder, fallback), set(PointerBuilder, Reader),
// and init(PointerBuilder) for structs, init(PointerBuilder, size) for lists and blobs.
template <typename T>
struct Pointee;

// An element of a List<T>: `kSize` is its code, read, get and set access it unchecked.
template <typename T>
struct Element;

namespace internal {
template <typename T>
struct ViewsOf {
  using Reader = typename Pointee<T>::Reader;
  using Builder = typename Pointee<T>::Builder;
};
template <DataType T>
struct ViewsOf<T> {
  using Reader = T;
  using Builder = T;
};
template <>
struct ViewsOf<Void> {
  using Reader = Void;
  using Builder = Void;
};
}  // namespace internal

template <typename T>
using ReaderOf = typename internal::ViewsOf<T>::Reader;
template <typename T>
using BuilderOf = typename internal::ViewsOf<T>::Builder;

// -------------------------------------------------------------------------------------------------

template <>
struct Pointee<Text> {
  using Reader = Text;
  using Builder = Text;
  static Text read(PointerReader from, const unsigned char* fallback = nullptr) {
    return from.getText(fallback);
  }
  static Text get(PointerBuilder from, const unsigned char* fallback = nullptr) {
    return from.getText(fallback);
  }
  static void set(PointerBuilder to, std::string_view text) { to.setText(text); }
  template <TextSource Source>
  static void set(PointerBuilder to, const Source& source) {
    to.setTextFrom(source);
  }
  static std::span<char> init(PointerBuilder to, std::size_t size) { return to.initText(size); }
};

template <>
struct Pointee<Data> {
  using Reader = std::span<const std::byte>;
  using Builder = std::span<std::byte>;
  static Reader read(PointerReader from, const unsigned char* fallback = nullptr) {
    return from.getData(fallback);
  }
  static Builder get(PointerBuilder from, const unsigned char* fallback = nullptr) {
    return from.getData(fallback);
  }
  static void set(PointerBuilder to, Reader bytes) { to.setData(bytes); }
  static Builder init(PointerBuilder to, std::size_t sizeBytes) { return to.initData(sizeBytes); }
};

template <StructType T>
struct Pointee<T> {
  using Reader = typename T::Reader;
  using Builder = typename T::Builder;
  static Reader read(PointerReader from, const unsigned char* fallback = nullptr) {
    return Reader(from.getStruct(fallback));
  }
  static Builder get(PointerBuilder from, const unsigned char* fallback = nullptr) {
    return Builder(from.getStruct(kSizeOf<T>, fallback));
  }
  static void set(PointerBuilder to, const Reader& from) { to.setStruct(from.raw()); }
  static Builder init(PointerBuilder to) { return Builder(to.initStruct(kSizeOf<T>)); }
};

template <DataType T>
struct Element<T> {
  static constexpr ElementSize kSize =
      std::is_same_v<T, bool> ? ElementSize::kBit : elementSizeForBytes(sizeof(T));
  static T read(const ListReader& list, std::uint32_t index) {
    return list.dataAtUnchecked<T>(index);
  }
  static T get(const ListBuilder& list, std::uint32_t index) {
    return list.dataAtUnchecked<T>(index);
  }
  static void set(const ListBuilder& list, std::uint32_t index, T value) {
    list.setDataAtUnchecked<T>(index, value);
  }
};

template <>
struct Element<Void> {
  static constexpr ElementSize kSize = ElementSize::kVoid;
  static Void read(const ListReader&, std::uint32_t) { return {}; }
  static Void get(const ListBuilder&, std::uint32_t) { return {}; }
  static void set(const ListBuilder&, std::uint32_t, Void) {}
};

template <StructType T>
struct Element<T> {
  static constexpr ElementSize kSize = ElementSize::kComposite;
  static typename T::Reader read(const ListReader& list, std::uint32_t index) {
    return typename T::Reader(list.structAtUnchecked(index));
  }
  static typename T::Builder get(const ListBuilder& list, std::uint32_t index) {
    return typename T::Builder(list.structAtUnchecked(index));
  }
};

// Text, Data, lists and AnyPointer.
template <typename T>
struct Element {
  static constexpr ElementSize kSize = ElementSize::kPointer;
  static typename Pointee<T>::Reader read(const ListReader& list, std::uint32_t index) {
    return Pointee<T>::read(list.pointerAtUnchecked(index));
  }
  static typename Pointee<T>::Builder get(const ListBuilder& list, std::uint32_t index) {
    return Pointee<T>::get(list.pointerAtUnchecked(index));
  }
  template <typename Value>
  static void set(const ListBuilder& list, std::uint32_t index, const Value& value) {
    Pointee<T>::set(list.pointerAtUnchecked(index), value);
  }
};

// What generated accessors call.

template <typename T>
inline ReaderOf<T> readField(const StructReader& from, PointerField field) {
  return Pointee<T>::read(from.pointer(field.index), field.fallback);
}
template <typename T>
inline BuilderOf<T> getField(const StructBuilder& from, PointerField field) {
  return Pointee<T>::get(from.pointer(field), field.fallback);
}
template <typename T, typename Value>
inline void setField(const StructBuilder& to, PointerField field, const Value& value) {
  Pointee<T>::set(to.pointer(field), value);
}
template <typename T, typename... Size>
inline auto initField(const StructBuilder& to, PointerField field, Size... size) {
  return Pointee<T>::init(to.pointer(field), size...);
}

}  // namespace capstan::inline CAPSTAN_ABI
