// SPDX-License-Identifier: Apache-2.0
// A pointer in a message, before it is followed.
//
// Three words, trivially copyable; valid as long as its message. Following checks everything that
// the pointer claims and charges the traversal budget; what cannot be followed gives the fallback
// (or an empty value) and leaves the first fault in the message.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "capstan/arena/message_context.h"
#include "capstan/base/config.h"
#include "capstan/layout/list_reader.h"
#include "capstan/layout/struct_reader.h"
#include "capstan/layout/text.h"
#include "capstan/wire/pointer.h"

namespace capstan::inline CAPSTAN_ABI {

// What a pointer leads to, behind far pointers.
enum class TargetKind : std::uint8_t {
  kNull,
  kStruct,
  kList,
  kCapability,
  kMalformed,  // nothing that could be followed
};

class PointerReader {
 public:
  // A null pointer.
  PointerReader() = default;
  // Requires: the word at `at` lies in `segment`, or, where segment is null, `at` is null or in
  // trusted memory of static lifetime.
  PointerReader(const Segment* segment, const std::byte* at, std::uint16_t depth)
      : segment_(segment), at_(at), depth_(depth) {}

  // The root pointer of an encoded constant (see PointerField::fallback); null for null.
  static PointerReader ofConstant(const unsigned char* words) {
    return {nullptr, reinterpret_cast<const std::byte*>(words), kUnlimitedDepth};
  }

  bool isNull() const { return at_ == nullptr || WirePointer::load(at_).isNull(); }
  // The word as it stands, without following it.
  WirePointer word() const { return at_ == nullptr ? WirePointer() : WirePointer::load(at_); }
  // The kind of what it leads to. What is malformed leaves its fault. Cost: constant, and not
  // charged to the budget.
  TargetKind targetKind() const;

  // Each follows the pointer as what its name says; `fallback` is an encoded constant or null.
  Text getText(const unsigned char* fallback = nullptr) const;
  std::span<const std::byte> getData(const unsigned char* fallback = nullptr) const;
  StructReader getStruct(const unsigned char* fallback = nullptr) const;
  // Follows to a list whose elements can be read as `expected` by the format's upgrade rules:
  // kComposite for struct elements.
  ListReader getList(ElementSize expected, const unsigned char* fallback = nullptr) const;
  // Follows to a list of whatever elements it has.
  ListReader getAnyList(const unsigned char* fallback = nullptr) const;
  // The index of a capability pointer. Returns: false if it is none.
  bool getCapabilityIndex(std::uint32_t& index) const;

  const Segment* segment() const { return segment_; }
  const std::byte* at() const { return at_; }
  std::uint16_t depth() const { return depth_; }

 private:
  const Segment* segment_ = nullptr;
  const std::byte* at_ = nullptr;
  std::uint16_t depth_ = 0;
};

static_assert(sizeof(PointerReader) == 24);

}  // namespace capstan::inline CAPSTAN_ABI
