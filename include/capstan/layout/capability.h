// SPDX-License-Identifier: Apache-2.0
// Capability: a field of an interface type, kept as an index.
//
// What the index stands for is the application's business: it is read, copied and written without
// an RPC system. An application that has one attaches a table to its readers and builders, so that
// copies between messages can carry capabilities over:
//
//   both messages have the same table, or neither has one    the copy has the same index
//   each has one of its own                                  the copy has the index that the
//                                                            target's table gives (carryOver)
//   only one of them has one                                 the copy is null: the index would mean
//                                                            something else, or nothing
#pragma once

#include <cstdint>

#include "capstan/base/config.h"
#include "capstan/layout/traits.h"

namespace capstan::inline CAPSTAN_ABI {

// What the capability pointers of a message stand for: implemented by an application. It must
// outlive its use by the messages that it is attached to.
class CapabilityTable {
 public:
  static constexpr std::uint32_t kNone = 0xFFFF'FFFF;

  // Makes an entry here of what entry `index` of `from`, another message's table, stands for.
  // Returns: the entry's index; kNone where there is none, which makes the copy null.
  // Security: `index` is whatever stands in the message.
  virtual std::uint32_t carryOver(CapabilityTable& from, std::uint32_t index) = 0;

 protected:
  ~CapabilityTable() = default;
};

// The schema type of a capability of whatever interface.
struct Capability {
  class Reader;
  class Builder;
};

class Capability::Reader {
 public:
  Reader() = default;
  explicit Reader(PointerReader raw) : raw_(raw) {}

  bool isNull() const { return raw_.isNull(); }
  // Returns: false if there is none; with a fault, if there is something else.
  bool getIndex(std::uint32_t& index) const { return raw_.getCapabilityIndex(index); }
  const PointerReader& raw() const { return raw_; }

 private:
  PointerReader raw_;
};

class Capability::Builder {
 public:
  Builder() = default;
  explicit Builder(PointerBuilder raw) : raw_(raw) {}

  Reader asReader() const { return Reader(raw_.asReader()); }
  operator Reader() const { return asReader(); }
  bool isNull() const { return raw_.isNull(); }
  bool getIndex(std::uint32_t& index) const { return asReader().getIndex(index); }
  // Makes this entry `index` of the message's own table.
  void setIndex(std::uint32_t index) const { raw_.setCapabilityIndex(index); }
  void clear() const { raw_.clear(); }
  const PointerBuilder& raw() const { return raw_; }

 private:
  PointerBuilder raw_;
};

template <>
struct Pointee<Capability> {
  using Reader = Capability::Reader;
  using Builder = Capability::Builder;
  // Capabilities have no defaults.
  static Reader read(PointerReader from, const unsigned char* = nullptr) { return Reader(from); }
  static Builder get(PointerBuilder from, const unsigned char* = nullptr) { return Builder(from); }
  // What is no capability is copied as null, and leaves a fault.
  static void set(PointerBuilder to, const Reader& from) {
    std::uint32_t index = 0;
    to.setPointer(from.getIndex(index) ? from.raw() : PointerReader());
  }
  static void set(PointerBuilder to, std::uint32_t index) { to.setCapabilityIndex(index); }
};

// A capability of a generated interface type.
template <InterfaceType T>
struct Pointee<T> : Pointee<Capability> {};

}  // namespace capstan::inline CAPSTAN_ABI
