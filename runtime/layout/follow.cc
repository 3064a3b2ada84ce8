// SPDX-License-Identifier: Apache-2.0
#include "capstan/layout/follow.h"

namespace capstan::inline CAPSTAN_ABI {
namespace internal {
namespace {

Target refuse(const Segment* segment, const std::byte* at, FaultKind kind) {
  recordFault(segment, at, kind);
  return {};
}

// Whether what a pointer leads to is taken from the budget.
enum class Charge : std::uint8_t { kWords, kNothing };

// A pointer behind its far pointers: where it leads, not yet checked.
struct Resolved {
  WirePointer pointer;  // null: a fault was recorded
  const Segment* segment = nullptr;
  std::uint64_t word = 0;
};

Resolved refuseFar(const Segment* segment, const std::byte* at, FaultKind kind) {
  recordFault(segment, at, kind);
  return {};
}

// In a landing pad all zero bits are an empty struct at offset 0: null would need no pad. Gives it
// the offset that tells it from null; the place is known without.
WirePointer behindPad(WirePointer pointer) {
  return pointer.isNull() ? WirePointer::toEmptyStruct() : pointer;
}

// The second half of a double-far pointer: the first pad word says where, the second says what.
Resolved resolveDoubleFar(const Segment* padSegment, const std::byte* pad) {
  const WirePointer where = WirePointer::load(pad);
  const WirePointer what = WirePointer::load(pad + kBytesPerWord);
  // check: double-far-first-kind, double-far-first-double
  if (where.kind() != PointerKind::kFar || where.isDoubleFar()) {
    return refuseFar(padSegment, pad, FaultKind::kDoubleFarPadMalformed);
  }
  const bool whatIsTag = what.kind() == PointerKind::kStruct || what.kind() == PointerKind::kList;
  if (!whatIsTag || what.offsetWords() != 0) {  // check: double-far-tag-kind, double-far-tag-offset
    return refuseFar(padSegment, pad + kBytesPerWord, FaultKind::kDoubleFarPadMalformed);
  }
  const Segment* target = padSegment->context->segment(where.segment());
  if (target == nullptr) {  // check: double-far-segment
    return refuseFar(padSegment, pad, FaultKind::kUnknownSegment);
  }
  return {behindPad(what), target, where.padOffsetWords()};
}

template <Charge kCharge>
Resolved resolveFar(const Segment* segment, const std::byte* at, WirePointer far) {
  const Segment* padSegment = segment->context->segment(far.segment());
  if (padSegment == nullptr) {  // check: far-segment
    return refuseFar(segment, at, FaultKind::kUnknownSegment);
  }
  const std::uint64_t padWords = far.isDoubleFar() ? 2 : 1;
  if (!padSegment->holds(far.padOffsetWords(), padWords)) {  // check: landing-pad-bounds
    return refuseFar(segment, at, FaultKind::kLandingPadOutOfBounds);
  }
  // check: landing-pad-budget
  if (kCharge == Charge::kWords && !segment->context->charge(padWords)) {
    return refuseFar(segment, at, FaultKind::kTraversalLimit);
  }
  const std::byte* pad = padSegment->begin + far.padOffsetWords() * kBytesPerWord;
  if (far.isDoubleFar()) return resolveDoubleFar(padSegment, pad);
  const WirePointer pointer = WirePointer::load(pad);
  if (pointer.kind() == PointerKind::kFar) {  // check: far-to-far
    return refuseFar(padSegment, pad, FaultKind::kUnexpectedFarPointer);
  }
  return {behindPad(pointer), padSegment, targetWord(*padSegment, pad, pointer)};
}

// Constants hold neither far nor capability pointers and were written by the schema compiler.
Target followConstant(const std::byte* at, WirePointer pointer) {
  return {pointer, nullptr,
          at + kBytesPerWord + pointer.offsetWords() * std::int64_t{kBytesPerWord}};
}

Target followCapability(const Segment* segment, const std::byte* at, WirePointer pointer) {
  if (!pointer.isCapability()) {  // check: other-pointer-kind
    return refuse(segment, at, FaultKind::kUnknownPointerKind);
  }
  return {pointer, segment, nullptr};
}

FaultKind outOfBounds(WirePointer pointer) {
  return pointer.kind() == PointerKind::kStruct ? FaultKind::kStructOutOfBounds
                                                : FaultKind::kListOutOfBounds;
}

template <Charge kCharge>
Target resolve(const Segment* segment, const std::byte* at) {
  WirePointer pointer = WirePointer::load(at);
  if (pointer.isNull()) return {};
  if (segment == nullptr) return followConstant(at, pointer);
  Resolved resolved{pointer, segment, 0};
  if (pointer.kind() == PointerKind::kFar) {
    resolved = resolveFar<kCharge>(segment, at, pointer);
    if (resolved.pointer.isNull()) return {};
  } else {
    resolved.word = targetWord(*segment, at, pointer);
  }
  if (resolved.pointer.kind() == PointerKind::kOther) {
    return followCapability(segment, at, resolved.pointer);
  }
  const std::uint64_t words = targetWords(resolved.pointer);
  if (!resolved.segment->holds(resolved.word, words)) {  // check: target-bounds
    return refuse(segment, at, outOfBounds(resolved.pointer));
  }
  // check: target-budget
  if (kCharge == Charge::kWords && !segment->context->charge(words)) {
    return refuse(segment, at, FaultKind::kTraversalLimit);
  }
  return {resolved.pointer, resolved.segment,
          resolved.segment->begin + resolved.word * kBytesPerWord};
}

}  // namespace

void recordFault(const Segment* segment, const std::byte* at, FaultKind kind) {
  if (segment == nullptr) return;
  segment->context->recordFault(kind, segment->id, segment->wordOf(at));
}

bool chargeEmptyElements(const Segment* segment, const std::byte* at, std::uint64_t count) {
  // check: empty-elements passes
  if (segment == nullptr || segment->context->charge(count)) return true;
  recordFault(segment, at, FaultKind::kTraversalLimit);
  return false;
}

Target follow(const Segment* segment, const std::byte* at) {
  return resolve<Charge::kWords>(segment, at);
}

Target peek(const Segment* segment, const std::byte* at) {
  return resolve<Charge::kNothing>(segment, at);
}

}  // namespace internal

TargetKind PointerReader::targetKind() const {
  if (isNull()) return TargetKind::kNull;
  const internal::Target target = internal::peek(segment_, at_);
  if (target.pointer.isNull()) return TargetKind::kMalformed;
  switch (target.pointer.kind()) {
    case PointerKind::kStruct:
      return TargetKind::kStruct;
    case PointerKind::kList:
      return TargetKind::kList;
    default:
      return TargetKind::kCapability;
  }
}

bool PointerReader::getCapabilityIndex(std::uint32_t& index) const {
  if (isNull()) return false;
  const internal::Target target = internal::follow(segment_, at_);
  if (target.pointer.isNull()) return false;
  if (target.pointer.kind() != PointerKind::kOther) {  // check: capability-kind
    internal::recordFault(segment_, at_, FaultKind::kExpectedCapability);
    return false;
  }
  index = target.pointer.capabilityIndex();
  return true;
}

bool ListReader::refuseIndex() const {
  internal::recordFault(segment_, data_, FaultKind::kIndexOutOfRange);
  return false;
}

}  // namespace capstan::inline CAPSTAN_ABI
