// SPDX-License-Identifier: Apache-2.0
// The limits of reading, each with the attack that it stops.
#pragma once

#include <cstdint>

#include "capstan/arena/message_context.h"
#include "capstan/base/config.h"
#include "capstan/codec/framing.h"

namespace capstan::inline CAPSTAN_ABI {

struct ReaderOptions {
  // The words that following pointers may visit; each visit counts, repeated ones too. 0 is the
  // larger of 8 Mi words and 8 times the message, which no honest pass over a message reaches.
  // Attack: many pointers to one large object make a small message cost unbounded work.
  std::uint64_t traversalLimitWords = 0;

  // The structs and lists that may lie one in another; kUnlimitedDepth turns the limit off.
  // Attack: a pointer chain (or cycle) overflows the stack of whoever recurses over it.
  std::uint16_t nestingLimit = 64;

  // The words that a message may have in all. Attack: see kDefaultMaxMessageWords.
  std::uint64_t maxMessageWords = kDefaultMaxMessageWords;
};

// The budget that `options` give a message of `messageWords` words.
constexpr std::uint64_t traversalBudget(const ReaderOptions& options, std::uint64_t messageWords) {
  if (options.traversalLimitWords > kLargestBudgetWords) return kUnlimited;
  if (options.traversalLimitWords != 0) return options.traversalLimitWords;
  const std::uint64_t passes = messageWords * 8;
  return passes > kDefaultMaxMessageWords ? passes : kDefaultMaxMessageWords;
}

}  // namespace capstan::inline CAPSTAN_ABI
