// SPDX-License-Identifier: Apache-2.0
// Moving objects that have become too small for their type: a struct that an older program made, a
// list of numbers that has become a list of structs.
//
// What the old object pointed to stays where it is; only the pointers move, and become far pointers
// where they leave their segment. The old object is zeroed and lost. On exhaustion nothing has
// changed.
#pragma once

#include "capstan/base/config.h"
#include "capstan/layout/build.h"

namespace capstan::inline CAPSTAN_ABI::internal {

// Moves the pointer at `fromAt` to `toAt`, whose old word is overwritten; null stays behind.
// Between segments, the target's segment gets a landing pad; where it is full, a double-far pad
// stands in `to` or elsewhere. Errors: exhaustion, with nothing changed.
void transferPointer(Segment* from, std::byte* fromAt, Segment* to, std::byte* toAt);

// Points the pointer at `at` to `target`, an object of the same message that nothing points to,
// with landing pads as above. Its old target, if any, is zeroed. Errors: exhaustion, with nothing
// changed.
void adoptTarget(Segment* segment, std::byte* at, const OwnTarget& target);

// Moves the struct `from`, which nothing points to, over `to`, whose sections stay as large as they
// are; what they do not have room for is zeroed, as is what `to` had. Errors: exhaustion, with
// nothing changed.
void moveInto(const OwnTarget& from, const StructBuilder& to);

// What `pointer` becomes `words` words further on in its segment.
WirePointer movedWithin(WirePointer pointer, std::int64_t words);

// Zeroes the landing pads of `pointer`, if it is a far pointer.
void zeroPads(Segment* segment, WirePointer pointer);

// Moves the struct `old`, which the pointer at `at` leads to, to a place that has at least `size`.
// Returns: the struct in its new place; its sections are the larger of both. Errors: exhaustion.
StructBuilder growStruct(Segment* segment, std::byte* at, const OwnTarget& old, StructSize size);

// The same for a struct that nothing points to. Returns: the struct in its new place.
OwnTarget growStruct(const OwnTarget& old, StructSize size);

// The same for a list, whose elements become structs of at least `elements`. Numbers become the
// first word of data, pointers the first pointer.
// Requires: the list is not of bits. Errors: exhaustion.
ListBuilder growStructList(Segment* segment, std::byte* at, const OwnTarget& old,
                           StructSize elements);
OwnTarget growStructList(const OwnTarget& old, StructSize elements);

// Moves a list of structs or pointers that nothing points to, to a place of `count` elements, the
// new ones zero. Requires: count is not less than before. Errors: exhaustion.
OwnTarget lengthenList(const OwnTarget& old, std::uint32_t count);

}  // namespace capstan::inline CAPSTAN_ABI::internal
