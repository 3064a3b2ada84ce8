// SPDX-License-Identifier: Apache-2.0
// Deep copies: of structs, lists and whatever a pointer leads to, from any message, constant or the
// same message, into a message being built.
//
// The copy keeps all words of its source, unknown fields too, and the element sizes of lists; list
// padding is written as zero. It is completed first, then the old value is zeroed, then the pointer
// is swapped: the source may lie inside the old value, and the old value inside the source. On
// exhaustion the message is as before.
//
// The walk keeps its own stack, of 64 levels in place and of heap memory below; what is last in its
// object (as the next of a linked list) takes no level.
// Security: a source that is a reader is checked and charged as any read of it, so what a hostile
// message can make grow here is bounded by its reader's budget and nesting limit.
#pragma once

#include "capstan/base/config.h"
#include "capstan/layout/build.h"
#include "capstan/layout/list_reader.h"
#include "capstan/layout/pointer_reader.h"
#include "capstan/layout/struct_reader.h"

namespace capstan::inline CAPSTAN_ABI::internal {

// What a copy does about parts of its source that are malformed or over a limit. Either way the
// fault stays in the source's message.
enum class OnFault : std::uint8_t { kCopyAsNull, kChangeNothing };

// What a copy made. `place.at` is null where the pointer became null or nothing was changed.
struct Copied {
  Place place = {};
  WirePointer pointer;
  bool isWhole = true;  // no part was malformed
};

// Each replaces the target of the pointer at `at`, which lies in `segment`.
// Errors: exhaustion.
Copied copyStruct(const StructReader& from, Segment* segment, std::byte* at,
                  OnFault onFault = OnFault::kCopyAsNull);
Copied copyList(const ListReader& from, Segment* segment, std::byte* at,
                OnFault onFault = OnFault::kCopyAsNull);
// A null pointer is copied as null, a capability as its index.
Copied copyTarget(const PointerReader& from, Segment* segment, std::byte* at,
                  OnFault onFault = OnFault::kCopyAsNull);

// Each makes a copy in `message` that nothing points to. Errors: exhaustion.
Copied copyStruct(const StructReader& from, MessageContext& message);
Copied copyList(const ListReader& from, MessageContext& message);
Copied copyTarget(const PointerReader& from, MessageContext& message);

// The words that a copy would take, without the pointer to it. Charges the source as a copy would.
// Returns: kUnlimited where there is no memory to walk it.
std::uint64_t measureStruct(const StructReader& from);
std::uint64_t measureTarget(const PointerReader& from);

}  // namespace capstan::inline CAPSTAN_ABI::internal
