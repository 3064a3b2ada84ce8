// SPDX-License-Identifier: Apache-2.0
// Equality of structs, lists and whatever pointers lead to, in the same message or in two.
//
// Values are equal if they have the same content, wherever its objects lie: zero words at the end
// of a data section, null pointers at the end of a pointer section and the padding of lists do not
// count. Numbers are compared by their bits: a NaN equals itself, -0.0 is not 0.0. Null differs
// from an empty object. The types of the views are not consulted: unknown fields count, and
// defaults are not filled in.
//
// Any thread. Cost: linear in the smaller one, up to the first difference; the walk keeps its own
// stack, of 64 levels in place and of heap memory below.
// Security: each side is checked and charged as any read of it.
#pragma once

#include <cstdint>

#include "capstan/base/config.h"
#include "capstan/layout/untyped.h"

namespace capstan::inline CAPSTAN_ABI {

// What a comparison can tell.
enum class Equality : std::uint8_t {
  kUnequal,
  kEqual,
  // Alike but for capabilities, which a message holds only as indexes into a table of its own.
  kHoldsCapabilities,
  // No difference was found before something malformed or over a limit, which is then the fault of
  // its message, or before memory for the walk's stack ran out.
  kFaulty,
};

// Whether lists of different encodings can be equal.
enum class ListEncodings : std::uint8_t {
  // A list of structs equals one of numbers or pointers that the format's upgrade rules turn into
  // it: each element is then the first field of a struct. Bits are never structs.
  kMayBeUpgraded,
  // Only lists of one encoding are equal, as their canonical forms and hashes are.
  kMustMatch,
};

Equality compare(const StructReader& a, const StructReader& b,
                 ListEncodings lists = ListEncodings::kMayBeUpgraded);
Equality compare(const ListReader& a, const ListReader& b,
                 ListEncodings lists = ListEncodings::kMayBeUpgraded);
Equality compare(const PointerReader& a, const PointerReader& b,
                 ListEncodings lists = ListEncodings::kMayBeUpgraded);

// The same for generated types: Readers and Builders, lists, AnyPointers.
template <MessageView A, MessageView B>
requires(!(UntypedReader<A> && UntypedReader<B>)&&std::same_as<UntypedOf<A>, UntypedOf<B>>)  //
    Equality compare(const A& a, const B& b, ListEncodings lists = ListEncodings::kMayBeUpgraded) {
  return compare(untyped(a), untyped(b), lists);
}

// Tells whether compare() says kEqual.
template <MessageView A, MessageView B>
requires std::same_as<UntypedOf<A>, UntypedOf<B>>
bool equal(const A& a, const B& b, ListEncodings lists = ListEncodings::kMayBeUpgraded) {
  return compare(untyped(a), untyped(b), lists) == Equality::kEqual;
}

}  // namespace capstan::inline CAPSTAN_ABI
