// SPDX-License-Identifier: Apache-2.0
// Random messages of every field kind, long chains, and the ways to cut a message's memory.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "all_types.capnp.h"
#include "capstan/message/message_builder.h"
#include "tests/support/seed.h"

namespace capstan {

using support::Random;
using test_types::AllTypes;

// Sets some fields to something; structs and lists of structs while `depth` is not 0.
void fillRandom(AllTypes::Builder to, Random& random, int depth);

// How a message's memory can be cut: one segment, one that grows in place, ever smaller ones, down
// to one object per segment.
std::vector<ArenaOptions> allOptions();

// All words of the message, segment by segment.
std::vector<std::vector<std::byte>> contentOf(MessageBuilder& message);

// The reader of the tree's root in the form that two equal trees share.
std::string canonicalText(const AllTypes::Reader& from);

// Makes a linked list of `count` structs below `root`: each has `pointers` pointers, of which
// `link` leads to the next and the one before or behind it, if there is one, to a text.
void buildChain(PointerBuilder root, std::uint32_t count, std::uint16_t pointers,
                std::uint16_t link);
// The length of such a list.
std::uint32_t chainLength(PointerReader root, std::uint16_t link);

// Runs `work` on a thread whose stack is as small as that.
void runOnSmallStack(const std::function<void()>& work, std::size_t stackBytes = 64 << 10);

}  // namespace capstan
