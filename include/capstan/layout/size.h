// SPDX-License-Identifier: Apache-2.0
// How much a struct, a list, or what a pointer leads to would take in a message of its own.
#pragma once

#include <cstdint>

#include "capstan/base/config.h"
#include "capstan/layout/untyped.h"

namespace capstan::inline CAPSTAN_ABI {

// The size of an object and all below it, as a deep copy has it: tag words counted, the pointer to
// the object and landing pads not.
struct MessageSize {
  std::uint64_t words = 0;
  std::uint64_t capabilities = 0;

  friend bool operator==(const MessageSize&, const MessageSize&) = default;
};

// Measures deeply. What is malformed or over a limit counts as null and is the fault of its
// message. Returns: kUnlimited words where there is no memory for the walk's stack. Cost: linear in
// the result; charged to the reader's budget as a deep copy is.
MessageSize totalSize(const StructReader& from);
MessageSize totalSize(const ListReader& from);
MessageSize totalSize(const PointerReader& from);

// The same for generated types: Readers and Builders, lists, AnyPointers.
template <MessageView V>
requires(!UntypedReader<V>) MessageSize totalSize(const V& from) {
  return totalSize(untyped(from));
}

namespace internal {

// The words that the target of a message's root pointer takes where it lies, landing pads included.
// Returns: kUnlimited as above.
std::uint64_t wordsInPlace(const PointerReader& root);

}  // namespace internal

}  // namespace capstan::inline CAPSTAN_ABI
