// SPDX-License-Identifier: Apache-2.0
// AnyPointer: a field whose type the schema leaves open.
//
// It is taken as a type with getAs<T>; where the message holds another kind, that reads as T's
// default and leaves a fault, as any mismatch does. T may be AnyStruct, AnyList, a list of either,
// or Capability (any.h, capability.h).
#pragma once

#include <cstdint>
#include <utility>

#include "capstan/base/config.h"
#include "capstan/layout/traits.h"

namespace capstan::inline CAPSTAN_ABI {

struct AnyPointer {
  using Kind = TargetKind;

  class Reader;
  class Builder;
};

class AnyPointer::Reader {
 public:
  Reader() = default;
  explicit Reader(PointerReader raw) : raw_(raw) {}

  // The kind of what it leads to; kMalformed leaves a fault.
  Kind kind() const { return raw_.targetKind(); }
  bool isNull() const { return raw_.isNull(); }
  bool isStruct() const { return kind() == Kind::kStruct; }
  bool isList() const { return kind() == Kind::kList; }
  bool isCapability() const { return kind() == Kind::kCapability; }
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
  Kind kind() const { return asReader().kind(); }
  bool isNull() const { return raw_.isNull(); }
  bool isStruct() const { return kind() == Kind::kStruct; }
  bool isList() const { return kind() == Kind::kList; }
  bool isCapability() const { return kind() == Kind::kCapability; }
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

}  // namespace capstan::inline CAPSTAN_ABI
