// SPDX-License-Identifier: Apache-2.0
// Where this library means to differ from the reference, and why.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string_view>

#include "capstan/base/fault.h"
#include "capstan/wire/pointer.h"

namespace capstan {

// A pointer that was refused, far ones resolved, and the first word that it leads to, where that
// exists.
struct Refused {
  WirePointer pointer;
  std::uint64_t firstWord = 0;
};

struct Quirk {
  std::string_view name;
  // The fault that only this library finds, and the pointers that may have it.
  FaultKind fault;
  bool (*covers)(const Refused& refused);
  std::string_view reason;
};

namespace internal {
inline bool anyPointer(const Refused&) { return true; }
inline bool emptyTarget(const Refused& refused) {
  return refused.pointer.kind() <= PointerKind::kList && targetWords(refused.pointer) == 0;
}
inline bool listOfNumbers(const Refused& refused) {
  return refused.pointer.kind() == PointerKind::kList &&
         dataBitsOf(refused.pointer.elementSize()) >= 8;
}
inline bool hugeTag(const Refused& refused) {
  return refused.pointer.kind() == PointerKind::kList &&
         refused.pointer.elementSize() == ElementSize::kComposite &&
         WirePointer(refused.firstWord).tagCount() > kMaxListSize;
}
}  // namespace internal

inline constexpr Quirk kQuirks[] = {
    {"numbers as bits", FaultKind::kIncompatibleElementSize, &internal::listOfNumbers,
     "the reference reads any list of numbers as bits, taking the lowest bit of each; its builders "
     "refuse that, and no schema change leads to it"},
    {"empty structs outside", FaultKind::kStructOutOfBounds, &internal::emptyTarget,
     "the reference takes an empty target that lies outside of its segment as lying at its end"},
    {"empty lists outside", FaultKind::kListOutOfBounds, &internal::emptyTarget,
     "as for empty structs"},
    {"loose double-far pads", FaultKind::kDoubleFarPadMalformed, &internal::anyPointer,
     "the reference takes a first pad word that is double-far itself, and a tag with an offset; no "
     "writer makes either"},
    {"counts of 30 bits", FaultKind::kTagOverrunsList, &internal::hugeTag,
     "the reference drops the highest of the 30 bits of a tag's count"},
    {"counts of 30 bits, of nothing", FaultKind::kTraversalLimit, &internal::hugeTag,
     "the same where the elements take no space: here each is charged"},
};
inline constexpr std::size_t kQuirkCount = std::size(kQuirks);

// The quirk that explains a fault which the reference did not find, if one does.
inline std::optional<std::size_t> quirkOf(FaultKind fault, const Refused& refused) {
  for (std::size_t i = 0; i < kQuirkCount; ++i) {
    if (kQuirks[i].fault == fault && kQuirks[i].covers(refused)) return i;
  }
  return std::nullopt;
}

}  // namespace capstan
