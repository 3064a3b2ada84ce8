// SPDX-License-Identifier: Apache-2.0
// The slow halves of following a pointer as text, data, a struct or a list: after `follow` has
// resolved and checked it, what it leads to is held against what the schema says.
#include "capstan/layout/follow.h"
#include "runtime/layout/open_list.h"

namespace capstan::inline CAPSTAN_ABI {
namespace internal {
namespace {

bool isByteList(WirePointer pointer) {
  return pointer.kind() == PointerKind::kList && pointer.elementSize() == ElementSize::kByte;
}

// The list of a composite list pointer, its tag checked.
Followed openComposite(const Segment* segment, const std::byte* at, const Target& target,
                       std::uint16_t depth) {
  const WirePointer tag = WirePointer::load(target.at);
  if (tag.kind() != PointerKind::kStruct) {  // check: tag-kind
    recordFault(segment, at, FaultKind::kTagNotStruct);
    return {};
  }
  const std::uint64_t step = tag.structWords();
  if (step * tag.tagCount() > target.pointer.listCount()) {  // check: tag-count
    recordFault(segment, at, FaultKind::kTagOverrunsList);
    return {};
  }
  // check: tag-empty-elements
  if (step == 0 && !chargeEmptyElements(segment, at, tag.tagCount())) return {};
  const ListReader::Shape shape = {.elementSize = ElementSize::kComposite,
                                   .stepBytes = static_cast<std::uint32_t>(step * kBytesPerWord),
                                   .dataBytes = tag.dataWords() * std::uint32_t{kBytesPerWord},
                                   .pointers = tag.pointers()};
  return {true, {target.segment, target.at + kBytesPerWord, tag.tagCount(), shape, below(depth)}};
}

Followed openFlat(const Segment* segment, const std::byte* at, const Target& target,
                  std::uint16_t depth) {
  const ElementSize size = target.pointer.elementSize();
  const std::uint32_t count = target.pointer.listCount();
  // check: void-elements
  if (size == ElementSize::kVoid && !chargeEmptyElements(segment, at, count)) return {};
  const ListReader::Shape shape = {.elementSize = size,
                                   .stepBytes = stepBitsOf(size) / 8,
                                   .dataBytes = dataBitsOf(size) / 8,
                                   .pointers = static_cast<std::uint16_t>(pointersOf(size))};
  return {true, {target.segment, target.at, count, shape, below(depth)}};
}

Followed openList(const Segment* segment, const std::byte* at, std::uint16_t depth) {
  if (WirePointer::load(at).isNull()) return {};
  if (depth == 0) {  // check: list-nesting
    recordFault(segment, at, FaultKind::kNestingLimit);
    return {};
  }
  const Target target = follow(segment, at);
  if (target.pointer.isNull()) return {};
  if (target.pointer.kind() != PointerKind::kList) {  // check: list-kind
    recordFault(segment, at, FaultKind::kExpectedList);
    return {};
  }
  return openTarget(segment, at, target, depth);
}

}  // namespace

Text textOfConstant(const unsigned char* words) {
  return words == nullptr ? Text() : PointerReader::ofConstant(words).getText();
}

std::span<const std::byte> dataOfConstant(const unsigned char* words) {
  if (words == nullptr) return {};
  return PointerReader::ofConstant(words).getData();
}

StructReader structOfConstant(const unsigned char* words) {
  return words == nullptr ? StructReader() : PointerReader::ofConstant(words).getStruct();
}

ListReader listOfConstant(const unsigned char* words, ElementSize expected) {
  return words == nullptr ? ListReader() : PointerReader::ofConstant(words).getList(expected);
}

Followed openTarget(const Segment* segment, const std::byte* at, const Target& target,
                    std::uint16_t depth) {
  return target.pointer.elementSize() == ElementSize::kComposite
             ? openComposite(segment, at, target, depth)
             : openFlat(segment, at, target, depth);
}

// A bit list is never anything else, and nothing else is ever a bit list; wider elements may be
// read as narrower ones; any list but bits as structs.
bool canReadAs(const ListReader& list, ElementSize expected) {
  const bool isBits = list.elementSize() == ElementSize::kBit;
  switch (expected) {
    case ElementSize::kBit:
      return isBits;  // check: upgrade-to-bits passes
    case ElementSize::kVoid:
    case ElementSize::kComposite:
      return !isBits;  // check: upgrade-from-bits passes
    case ElementSize::kPointer:
      return list.pointers() != 0;  // check: upgrade-to-pointers passes
    default:
      // check: upgrade-to-data passes
      return list.dataBytes() >= dataBitsOf(expected) / 8;
  }
}

Text readTextSlow(const Segment* segment, const std::byte* at, const unsigned char* fallback) {
  const Target target = follow(segment, at);
  if (target.pointer.isNull()) return textOfConstant(fallback);
  if (!isByteList(target.pointer)) {  // check: text-kind
    recordFault(segment, at, FaultKind::kExpectedText);
    return textOfConstant(fallback);
  }
  const std::uint32_t bytes = target.pointer.listCount();
  const char* text = reinterpret_cast<const char*>(target.at);
  if (bytes == 0 || text[bytes - 1] != '\0') {  // check: text-terminator
    recordFault(segment, at, FaultKind::kTextNotTerminated);
    return textOfConstant(fallback);
  }
  return {text, bytes - 1};
}

std::span<const std::byte> readDataSlow(const Segment* segment, const std::byte* at,
                                        const unsigned char* fallback) {
  const Target target = follow(segment, at);
  if (target.pointer.isNull()) return dataOfConstant(fallback);
  if (!isByteList(target.pointer)) {  // check: data-kind
    recordFault(segment, at, FaultKind::kExpectedData);
    return dataOfConstant(fallback);
  }
  return {target.at, target.pointer.listCount()};
}

StructReader readStructSlow(const Segment* segment, const std::byte* at, std::uint16_t depth,
                            const unsigned char* fallback) {
  if (WirePointer::load(at).isNull()) return structOfConstant(fallback);
  if (depth == 0) {  // check: struct-nesting
    recordFault(segment, at, FaultKind::kNestingLimit);
    return structOfConstant(fallback);
  }
  const Target target = follow(segment, at);
  if (target.pointer.isNull()) return structOfConstant(fallback);
  if (target.pointer.kind() != PointerKind::kStruct) {  // check: struct-kind
    recordFault(segment, at, FaultKind::kExpectedStruct);
    return structOfConstant(fallback);
  }
  return {target.segment, target.at, target.pointer.dataWords() * std::uint32_t{kBytesPerWord},
          target.pointer.pointers(), below(depth)};
}

ListReader readListSlow(const Segment* segment, const std::byte* at, std::uint16_t depth,
                        ElementSize expected, const unsigned char* fallback) {
  const Followed followed = openList(segment, at, depth);
  if (followed.found) {
    if (canReadAs(followed.list, expected)) return followed.list;  // check: list-upgrade passes
    recordFault(segment, at, FaultKind::kIncompatibleElementSize);
  }
  return listOfConstant(fallback, expected);
}

ListReader readAnyList(const Segment* segment, const std::byte* at, std::uint16_t depth,
                       const unsigned char* fallback) {
  const Followed followed = openList(segment, at, depth);
  if (followed.found) return followed.list;
  return fallback == nullptr ? ListReader() : PointerReader::ofConstant(fallback).getAnyList();
}

}  // namespace internal

ListReader ListReader::readAs(ElementSize expected) const {
  if (internal::canReadAs(*this, expected)) return *this;  // check: list-as passes
  internal::recordFault(segment_, data_, FaultKind::kIncompatibleElementSize);
  return {};
}

}  // namespace capstan::inline CAPSTAN_ABI
