// SPDX-License-Identifier: Apache-2.0
// Damage to messages where it matters most: their pointers, landing pads and tag words.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "capstan/base/bytes.h"
#include "tests/support/seed.h"
#include "tests/support/wire_words.h"

namespace capstan {

// Where a word stands in a message.
struct WordPlace {
  std::uint32_t segment;
  std::uint32_t word;
};

// The pointers that reading the whole message would follow, with landing pads and tags.
// Requires: the message is whole.
std::vector<WordPlace> pointerWordsOf(std::span<const support::Words> segments);

// Changes some words at random, mostly those of `pointers`.
void damage(std::span<support::Words> segments, std::span<const WordPlace> pointers,
            support::Random& random);

}  // namespace capstan
