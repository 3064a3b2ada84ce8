// SPDX-License-Identifier: Apache-2.0
// A hash of content: the same for values whose canonical forms are the same, on every machine and
// in every version of this library, so that it may be stored and sent.
//
// The definition. 64-bit words w are taken in one after the other, all arithmetic modulo 2^64:
//   state = seed + 0x6A09E667F3BCC909
//   for each w: state = (rotateLeft(state, 27) ^ w * 0xBB67AE8584CAA73B) * 0x3C6EF372FE94F82B
//   state = (state ^ state >> 32) * 0x3C6EF372FE94F82B
//   state = (state ^ state >> 29) * 0xBB67AE8584CAA73B
//   the result is state ^ state >> 32
// The words are the canonical form's, depth first, no memory taken for them:
//   - an object's own pointer word, its offset zero (-1 for a struct without words; a composite
//     list's word count zero, too), then the tag word of a composite list, then the words of the
//     data section, of all elements in order, or of the flat list;
//   - then for each of its pointers that is not null, in order: elements that follow in its list
//     << 32 | pointers that follow in its section or list, itself counted, and then its target.
// A null root takes in no word.
//
// It is neither a signature nor safe against chosen collisions unless the seed is secret.
#pragma once

#include <cstdint>

#include "absl/status/statusor.h"
#include "capstan/base/config.h"
#include "capstan/layout/untyped.h"

namespace capstan::inline CAPSTAN_ABI {

// Hashes a struct, a list, or what a pointer leads to.
// Errors: as canonicalize: the source's fault, a capability, no memory for the walk's stack.
// Cost: one pass over the source, charged to its reader's budget.
absl::StatusOr<std::uint64_t> canonicalHash(const StructReader& from, std::uint64_t seed = 0);
absl::StatusOr<std::uint64_t> canonicalHash(const ListReader& from, std::uint64_t seed = 0);
absl::StatusOr<std::uint64_t> canonicalHash(const PointerReader& from, std::uint64_t seed = 0);

// The same for generated types: Readers and Builders, lists, AnyPointers.
template <MessageView V>
requires(!UntypedReader<V>) absl::StatusOr<std::uint64_t> canonicalHash(const V& from,
                                                                        std::uint64_t seed = 0) {
  return canonicalHash(untyped(from), seed);
}

}  // namespace capstan::inline CAPSTAN_ABI
