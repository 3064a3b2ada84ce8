// SPDX-License-Identifier: Apache-2.0
// Canonical form: the one encoding that equal values share, for hashing, signing and comparing.
//
// One segment without a table, the root pointer first, objects in preorder without gaps; trailing
// zero words and null pointers of structs cut off, the elements of a struct list all cut to what
// the largest needs. A list keeps its encoding. There is no canonical form of capabilities.
//
// Any thread. Cost: two passes over the source (a measure, then the copy), each charged to its
// reader's budget. The check is one pass that copies and allocates nothing.
#pragma once

#include "absl/status/statusor.h"
#include "capstan/base/bytes.h"
#include "capstan/base/config.h"
#include "capstan/layout/copy.h"
#include "capstan/layout/untyped.h"
#include "capstan/pool/buffer.h"
#include "capstan/pool/pool_handle.h"

namespace capstan::inline CAPSTAN_ABI {

// Encodes a struct and all below it in canonical form.
// Returns: the bytes of the one segment, a multiple of 8.
// Errors: InvalidArgument or ResourceExhausted as the source's first fault says, and
// InvalidArgument for a capability: never part of a message. ResourceExhausted when memory is out
// or the result would be larger than a segment.
absl::StatusOr<Buffer> canonicalize(const StructReader& from,
                                    const PoolHandle& pool = PoolHandle::shared());
// The same for a list, and for whatever a pointer leads to; null is a word of zeros.
absl::StatusOr<Buffer> canonicalize(const ListReader& from,
                                    const PoolHandle& pool = PoolHandle::shared());
absl::StatusOr<Buffer> canonicalize(const PointerReader& from,
                                    const PoolHandle& pool = PoolHandle::shared());

// The same for generated types: Readers and Builders, lists, AnyPointers.
template <MessageView V>
requires(!UntypedReader<V>)  //
    absl::StatusOr<Buffer> canonicalize(const V& from,
                                        const PoolHandle& pool = PoolHandle::shared()) {
  return canonicalize(untyped(from), pool);
}

// Tells whether `segment`, the bytes of a message's only segment, is in canonical form.
// Returns: false, too, for what is malformed or beyond a reader's default limits: of nesting, and
// of traversal for elements without a size. Cost: each word is looked at once.
bool isCanonical(Bytes segment);
// The same for the message whose root pointer this is: MessageReader::root(), or
// MessageBuilder::root().asReader(). Returns: false for more than one segment, too.
bool isCanonical(const PointerReader& root);

namespace internal {

// Makes the pointer at `at` lead to the canonical copy of `from`. The copy is canonical as a
// message only if the pointer is the root of an empty message with one large enough segment.
// Returns: a copy that is not whole, with the pointer as it was, where the source is faulty; what
// was allocated so far is then lost. Errors: exhaustion.
Copied copyCanonical(const StructReader& from, Segment* segment, std::byte* at);
Copied copyCanonical(const ListReader& from, Segment* segment, std::byte* at);
Copied copyCanonical(const PointerReader& from, Segment* segment, std::byte* at);

}  // namespace internal

}  // namespace capstan::inline CAPSTAN_ABI
