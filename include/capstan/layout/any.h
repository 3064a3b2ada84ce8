// SPDX-License-Identifier: Apache-2.0
// AnyPointer, AnyStruct and AnyList: fields whose type the schema leaves open.
//
// AnyPointer is taken as a type with getAs<T>; where the message holds another kind, that reads as
// T's default and leaves a fault, as any mismatch does. AnyStruct and AnyList are the untyped views
// themselves.
#pragma once

#include <utility>

#include "capstan/base/config.h"
#include "capstan/layout/list.h"
#include "capstan/layout/traits.h"

namespace capstan::inline CAPSTAN_ABI {

struct AnyPointer {
  class Reader;
  class Builder;
};

struct AnyStruct {
  using Reader = StructReader;
  using Builder = StructBuilder;
};

struct AnyList {
  using Reader = ListReader;
  using Builder = ListReader;
};

class AnyPointer::Reader {
 public:
  Reader() = default;
  explicit Reader(PointerReader raw) : raw_(raw) {}

  bool isNull() const { return raw_.isNull(); }
  bool isStruct() const { return !isNull() && raw_.targetKind() == PointerKind::kStruct; }
  bool isList() const { return raw_.targetKind() == PointerKind::kList; }
  bool isCapability() const { return raw_.targetKind() == PointerKind::kOther; }
  template <typename T>
  ReaderOf<T> getAs() const {
    return Pointee<T>::read(raw_);
  }
  const PointerReader& raw() const { return raw_; }

 private:
  PointerReader raw_;
};

class AnyPointer::Builder {
 public:
  Builder() = default;
  explicit Builder(PointerBuilder raw) : raw_(raw) {}

  Reader asReader() const { return Reader(raw_.asReader()); }
  operator Reader() const { return asReader(); }
  bool isNull() const { return raw_.isNull(); }
  void clear() const { raw_.clear(); }
  template <typename T>
  BuilderOf<T> getAs() const {
    return Pointee<T>::get(raw_);
  }
  // Copies `value` in.
  template <typename T, typename Value>
  void setAs(const Value& value) const {
    Pointee<T>::set(raw_, value);
  }
  // Makes a struct, or a list, text or data of `size`.
  template <typename T, typename... Size>
  auto initAs(Size... size) const {
    return Pointee<T>::init(raw_, size...);
  }
  // Puts an orphan in, or takes out what is there.
  template <typename T>
  void adopt(Orphan<T>&& orphan) const {
    raw_.adopt(std::move(orphan).raw());
  }
  template <typename T = AnyPointer>
  Orphan<T> disownAs() const {
    return Orphan<T>(raw_.disown());
  }
  // Copies whatever `from` leads to.
  void set(Reader from) const { raw_.setPointer(from.raw()); }
  const PointerBuilder& raw() const { return raw_; }

 private:
  PointerBuilder raw_;
};

template <>
struct Pointee<AnyPointer> {
  using Reader = AnyPointer::Reader;
  using Builder = AnyPointer::Builder;
  // AnyPointer fields have no defaults of their own; `fallback` comes from generic code.
  static Reader read(PointerReader from, const unsigned char* fallback = nullptr) {
    return Reader(from.isNull() && fallback != nullptr ? PointerReader::ofConstant(fallback)
                                                       : from);
  }
  static Builder get(PointerBuilder from, const unsigned char* fallback = nullptr) {
    if (from.isNull() && fallback != nullptr) from.setPointer(PointerReader::ofConstant(fallback));
    return Builder(from);
  }
  static void set(PointerBuilder to, const Reader& from) { to.setPointer(from.raw()); }
  static Builder init(PointerBuilder to) {
    to.clear();
    return Builder(to);
  }
};

template <>
struct Pointee<AnyStruct> {
  using Reader = StructReader;
  using Builder = StructBuilder;
  static Reader read(PointerReader from, const unsigned char* fallback = nullptr) {
    return from.getStruct(fallback);
  }
  static Builder get(PointerBuilder from, const unsigned char* fallback = nullptr) {
    return from.getStruct({}, fallback);
  }
  static void set(PointerBuilder to, const Reader& from) { to.setStruct(from); }
  static Builder init(PointerBuilder to, StructSize size) { return to.initStruct(size); }
};

template <>
struct Pointee<AnyList> {
  using Reader = ListReader;
  using Builder = ListReader;
  static Reader read(PointerReader from, const unsigned char* fallback = nullptr) {
    return from.getAnyList(fallback);
  }
  // A list of unknown elements cannot be written through; it is read.
  static Builder get(PointerBuilder from, const unsigned char* fallback = nullptr) {
    return from.asReader().getAnyList(fallback);
  }
  static void set(PointerBuilder to, const Reader& from) { to.setList(from); }
};

}  // namespace capstan::inline CAPSTAN_ABI
