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
// Security: a reader is checked and charged as any read of it: its budget and nesting limit bound
// what can be made to grow here. A source without limits ends where a tree of its words would.
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

// Copies `from` over the struct `to`, whose sections stay as large as they are. The source may be
// the struct itself, lie below it or hold it.
// Returns: whether nothing was cut off: no word but zeros, no pointer but null; and, with
// kChangeNothing, whether the source was whole. Errors: exhaustion, with nothing changed.
bool copyTruncating(const StructReader& from, const StructBuilder& to,
                    OnFault onFault = OnFault::kCopyAsNull);

// A list made of copies of structs that need not stand in a list. The old value stays until all are
// copied, so they may lie in it.
class StructListCopy {
 public:
  // A list of `count` elements that the pointer `to` will lead to. Errors: exhaustion.
  StructListCopy(const PointerBuilder& to, std::uint32_t count, StructSize elements);

  // Copies the next element. Requires: fewer than `count` so far, and `from` is no larger than the
  // elements. Errors: exhaustion; the message then has its old value and words that are lost.
  void add(const StructReader& from);
  // Swaps the pointer and zeroes the old value. Requires: `count` elements.
  void finish();

 private:
  Segment* segment_;
  std::byte* at_;
  Place place_;
  std::byte* next_;
  StructSize elements_;
  std::uint32_t words_;
};

// The sections of a struct, in whole words.
inline StructSize wholeSize(const StructReader& from) {
  return {static_cast<std::uint16_t>(wordsForBytes(from.dataBytes())), from.pointers()};
}

}  // namespace capstan::inline CAPSTAN_ABI::internal
