// SPDX-License-Identifier: Apache-2.0
// Following a pointer whatever it leads to, for walks over whole messages.
#pragma once

#include "capstan/layout/follow.h"
#include "runtime/layout/open_list.h"
#include "runtime/layout/tree_bound.h"

namespace capstan::inline CAPSTAN_ABI::internal {

// `follow`, with the common case (in its segment, in bounds and budget) in a straight line.
inline Target followDirect(const Segment* segment, const std::byte* at) {
  const WirePointer pointer = WirePointer::load(at);
  if (segment != nullptr && pointer.kind() <= PointerKind::kList) [[likely]] {
    const std::uint64_t first = targetWord(*segment, at, pointer);
    const std::uint64_t words = targetWords(pointer);
    const bool isNear = segment->holds(first, words);
    if (isNear && segment->context->charge(words)) {  // check: copy-bounds, copy-budget
      return {pointer, segment, segment->begin + first * kBytesPerWord};
    }
  }
  return follow(segment, at);
}

// Follows `from`, counts its target for `bound` and calls one of the visitor's
// onStruct(StructReader), onList(ListReader), onCapability(index) and onFault(), whose results are
// of one type. Texts and data have no level of nesting of their own.
// Requires: `from` is not null. Errors: records the faults of reading.
template <typename Visitor>
inline auto visitTarget(const PointerReader& from, TreeBound& bound, Visitor&& visitor) {
  const Target target = followDirect(from.segment(), from.at());
  if (target.pointer.isNull()) return visitor.onFault();
  if (target.pointer.kind() == PointerKind::kOther) {
    return visitor.onCapability(target.pointer.capabilityIndex());
  }
  if (!bound.take(from, targetWords(target.pointer))) return visitor.onFault();
  const bool isBytes = (target.pointer.bits() & kListShapeMask) == listShape(ElementSize::kByte);
  if (from.depth() == 0 && !isBytes) {  // check: copy-nesting
    recordFault(from.segment(), from.at(), FaultKind::kNestingLimit);
    return visitor.onFault();
  }
  if (target.pointer.kind() == PointerKind::kStruct) {
    return visitor.onStruct(StructReader(target.segment, target.at,
                                         target.pointer.dataWords() * std::uint32_t{kBytesPerWord},
                                         target.pointer.pointers(), below(from.depth())));
  }
  const Followed list = openTarget(from.segment(), from.at(), target, from.depth());
  return list.found ? visitor.onList(list.list) : visitor.onFault();
}

}  // namespace capstan::inline CAPSTAN_ABI::internal
