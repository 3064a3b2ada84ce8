// SPDX-License-Identifier: Apache-2.0
#include "capstan/layout/equal.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "capstan/message/message_reader.h"
#include "tests/layout/trees.h"
#include "tests/support/wire_words.h"

namespace capstan {
namespace {

using support::framed;
using support::Words;

// Two messages of one segment each, held against each other in both directions.
Equality compareWords(const Words& a, const Words& b,
                      ListEncodings lists = ListEncodings::kMayBeUpgraded) {
  const auto bytesA = framed({a});
  const auto bytesB = framed({b});
  MessageReader readerA;
  MessageReader readerB;
  EXPECT_TRUE(readerA.reopen(bytesA).ok());
  EXPECT_TRUE(readerB.reopen(bytesB).ok());
  const Equality result = compare(readerA.root(), readerB.root(), lists);
  EXPECT_EQ(compare(readerB.root(), readerA.root(), lists), result);
  return result;
}

struct Pair {
  const char* what;
  Words a;
  Words b;
  Equality expected;
  // Where the lists must be of one encoding; as `expected` but for upgraded lists.
  Equality matching;

  Pair(const char* name, Words left, Words right, Equality result)
      : Pair(name, std::move(left), std::move(right), result, result) {}
  Pair(const char* name, Words left, Words right, Equality result, Equality strict)
      : what(name), a(std::move(left)), b(std::move(right)), expected(result), matching(strict) {}
};

constexpr Equality kEqual = Equality::kEqual;
constexpr Equality kUnequal = Equality::kUnequal;

std::vector<Pair> structPairs() {
  using namespace support;
  return {
      {"two null roots", {0}, {0}, kEqual},
      {"null and an empty struct", {0}, {structPointer(-1, 0, 0)}, kUnequal},
      {"zero words at the end",
       {structPointer(0, 3, 0), 7, 0, 0},
       {structPointer(0, 1, 0), 7},
       kEqual},
      {"a word at the end", {structPointer(0, 2, 0), 7, 1}, {structPointer(0, 1, 0), 7}, kUnequal},
      {"an empty struct and one of zeros",
       {structPointer(-1, 0, 0)},
       {structPointer(0, 1, 1), 0, 0},
       kEqual},
      {"other data", {structPointer(0, 1, 0), 7}, {structPointer(0, 1, 0), 8}, kUnequal},
      {"null pointers at the end",
       {structPointer(0, 0, 3), structPointer(-1, 0, 0), 0, 0},
       {structPointer(0, 0, 1), structPointer(-1, 0, 0)},
       kEqual},
      {"a pointer at the end",
       {structPointer(0, 0, 2), 0, structPointer(-1, 0, 0)},
       {structPointer(0, 0, 1), 0},
       kUnequal},
      {"null and not null",
       {structPointer(0, 0, 1), 0},
       {structPointer(0, 0, 1), structPointer(-1, 0, 0)},
       kUnequal},
      {"objects in another order",
       {structPointer(0, 0, 2), listPointer(1, kBytes, 2), listPointer(1, kBytes, 2), textWord("a"),
        textWord("b")},
       {structPointer(0, 0, 2), listPointer(2, kBytes, 2), listPointer(0, kBytes, 2), textWord("b"),
        textWord("a")},
       kEqual},
      {"a difference below",
       {structPointer(0, 0, 2), 0, structPointer(0, 1, 0), 1},
       {structPointer(0, 0, 2), 0, structPointer(0, 1, 0), 2},
       kUnequal},
      {"a struct and a list", {structPointer(-1, 0, 0)}, {listPointer(0, kVoids, 0)}, kUnequal},
  };
}

std::vector<Pair> flatListPairs() {
  using namespace support;
  return {
      {"padding of bits",
       {listPointer(0, kBits, 9), 0x1FF},
       {listPointer(0, kBits, 9), ~0ull},
       kEqual},
      {"a bit", {listPointer(0, kBits, 9), 0x1FF}, {listPointer(0, kBits, 9), 0xFF}, kUnequal},
      {"a bit of a whole byte",
       {listPointer(0, kBits, 9), 0x1FF},
       {listPointer(0, kBits, 9), 0x1FE},
       kUnequal},
      {"padding of bytes",
       {listPointer(0, kBytes, 3), 0x030201},
       {listPointer(0, kBytes, 3), 0xFF030201},
       kEqual},
      {"the last byte",
       {listPointer(0, kBytes, 3), 0x030201},
       {listPointer(0, kBytes, 3), 0x040201},
       kUnequal},
      {"counts", {listPointer(0, kBytes, 1), 0}, {listPointer(0, kBytes, 2), 0}, kUnequal},
      {"counts of nothing", {listPointer(0, kVoids, 1)}, {listPointer(0, kVoids, 2)}, kUnequal},
      {"bits and bytes", {listPointer(0, kBits, 1), 1}, {listPointer(0, kBytes, 1), 1}, kUnequal},
      {"bytes and twos", {listPointer(0, kBytes, 1), 1}, {listPointer(0, kTwos, 1), 1}, kUnequal},
      {"eights and pointers",
       {listPointer(0, kEights, 1), 0},
       {listPointer(0, kPointers, 1), 0},
       kUnequal},
      {"pointers",
       {listPointer(0, kPointers, 2), 0, structPointer(-1, 0, 0)},
       {listPointer(0, kPointers, 2), 0, structPointer(0, 1, 0), 0},
       kEqual},
  };
}

std::vector<Pair> structListPairs() {
  using namespace support;
  return {
      {"elements of other sizes",
       {listPointer(0, kStructs, 6), structTag(2, 2, 1), 1, 0, 0, 2, 0, 0},
       {listPointer(0, kStructs, 2), structTag(2, 1, 0), 1, 2},
       kEqual},
      {"the second word of the last element",
       {listPointer(0, kStructs, 4), structTag(2, 2, 0), 1, 0, 2, 5},
       {listPointer(0, kStructs, 2), structTag(2, 1, 0), 1, 2},
       kUnequal},
      {"words behind the elements",
       {listPointer(0, kStructs, 3), structTag(2, 1, 0), 1, 2, 9},
       {listPointer(0, kStructs, 2), structTag(2, 1, 0), 1, 2},
       kEqual},
      {"twos and structs",
       {listPointer(0, kTwos, 2), 0x0002'0001},
       {listPointer(0, kStructs, 2), structTag(2, 1, 0), 1, 2},
       kEqual,
       kUnequal},
      {"twos and larger structs",
       {listPointer(0, kTwos, 2), 0x0002'0001},
       {listPointer(0, kStructs, 2), structTag(2, 1, 0), 1, 0x1'0002},
       kUnequal},
      {"nothing and structs",
       {listPointer(0, kVoids, 2)},
       {listPointer(0, kStructs, 2), structTag(2, 1, 0), 0, 0},
       kEqual,
       kUnequal},
      {"pointers and structs",
       {listPointer(0, kPointers, 1), structPointer(0, 1, 0), 7},
       {listPointer(0, kStructs, 2), structTag(1, 1, 1), 0, structPointer(0, 1, 0), 7},
       kEqual,
       kUnequal},
      {"bits and structs",
       {listPointer(0, kBits, 1), 1},
       {listPointer(0, kStructs, 1), structTag(1, 1, 0), 1},
       kUnequal},
      {"the pointer of the second element",
       {listPointer(0, kStructs, 2), structTag(2, 0, 1), 0, structPointer(0, 1, 0), 7},
       {listPointer(0, kStructs, 2), structTag(2, 0, 1), 0, structPointer(0, 1, 0), 8},
       kUnequal},
  };
}

TEST(Equal, FollowsTheRulesInBothDirections) {
  for (const auto& pairs : {structPairs(), flatListPairs(), structListPairs()}) {
    for (const Pair& pair : pairs) {
      SCOPED_TRACE(pair.what);
      EXPECT_EQ(compareWords(pair.a, pair.b), pair.expected);
      EXPECT_EQ(compareWords(pair.a, pair.b, ListEncodings::kMustMatch), pair.matching);
      EXPECT_EQ(compareWords(pair.a, pair.a), kEqual);
      EXPECT_EQ(compareWords(pair.b, pair.b), kEqual);
    }
  }
}

TEST(Equal, CapabilitiesCannotBeToldApart) {
  using namespace support;
  EXPECT_EQ(compareWords({capabilityPointer(1)}, {capabilityPointer(1)}),
            Equality::kHoldsCapabilities);
  EXPECT_EQ(compareWords({capabilityPointer(1)}, {structPointer(-1, 0, 0)}), kUnequal);
  // What follows the capability decides.
  const Words one = {structPointer(0, 0, 2), capabilityPointer(1), structPointer(0, 1, 0), 7};
  const Words other = {structPointer(0, 0, 2), capabilityPointer(1), structPointer(0, 1, 0), 8};
  EXPECT_EQ(compareWords(one, one), Equality::kHoldsCapabilities);
  EXPECT_EQ(compareWords(one, other), kUnequal);
}

TEST(Equal, WhatIsMalformedIsNeverEqual) {
  using namespace support;
  for (const Words& words :
       {Words{structPointer(0, 0, 1), listPointer(9, kBytes, 2)},
        Words{structPointer(0, 0, 1), listPointer(0, kStructs, 1), listPointer(0, 0, 0), 0},
        Words{structPointer(0, 0, 1), structPointer(-2, 0, 1)}, Words{farPointer(9, 0)},
        Words{listPointer(0, kVoids, kLargestCount)}}) {
    const auto bytes = framed({words});
    MessageReader reader;
    ASSERT_TRUE(reader.reopen(bytes).ok());
    EXPECT_EQ(compare(reader.root(), reader.root()), Equality::kFaulty);
    EXPECT_FALSE(equal(reader.root(), reader.root()));
    EXPECT_TRUE(reader.fault());
  }
}

TEST(Equal, RandomMessagesEqualTheirCopiesAndNothingElse) {
  Random random;
  for (const ArenaOptions& options : allOptions()) {
    for (int round = 0; round < 10; ++round) {
      MessageBuilder source;
      fillRandom(source.initRoot<AllTypes>(), random, 3);
      MessageBuilder copy(options);
      copy.setRoot<AllTypes>(source.getRootReader<AllTypes>());
      EXPECT_EQ(compare(source.getRoot<AllTypes>(), copy.getRootReader<AllTypes>()), kEqual);
      MessageBuilder other;
      fillRandom(other.initRoot<AllTypes>(), random, 3);
      const AllTypes::Reader a = source.getRootReader<AllTypes>();
      const AllTypes::Reader b = other.getRootReader<AllTypes>();
      EXPECT_EQ(equal(a, b, ListEncodings::kMustMatch), canonicalText(a) == canonicalText(b));
    }
  }
}

TEST(Equal, OneChangedWordMakesUnequal) {
  Random random;
  for (int round = 0; round < 50; ++round) {
    MessageBuilder source;
    fillRandom(source.initRoot<AllTypes>(), random, 2);
    std::vector<std::byte> segment = contentOf(source)[0];
    const std::size_t at = random.below(segment.size());
    segment[at] ^= static_cast<std::byte>(1 << random.below(8));
    MessageReader changed;
    ASSERT_TRUE(changed.reopenFlat(segment).ok());
    const Equality result = compare(changed.root(), source.root().asReader());
    const auto canonical = canonicalText(changed.getRoot<AllTypes>());
    const bool same = canonical == canonicalText(source.getRootReader<AllTypes>());
    EXPECT_EQ(result == kEqual, same && !changed.fault()) << "byte " << at;
  }
}

TEST(Equal, TakesEveryKindOfView) {
  MessageBuilder a;
  MessageBuilder b;
  for (MessageBuilder* message : {&a, &b}) {
    auto root = message->initRoot<AllTypes>();
    root.setInt32List({1, 2});
    root.initStructList(2)[1].setTextField("x");
    root.getAnyField().initAs<Text>(1u)[0] = 'y';
  }
  auto rootA = a.getRoot<AllTypes>();
  auto rootB = b.getRoot<AllTypes>();
  EXPECT_TRUE(equal(rootA, rootB.asReader()));
  EXPECT_TRUE(equal(rootA.getInt32List(), rootB.asReader().getInt32List()));
  EXPECT_TRUE(equal(rootA.getStructList()[1], rootB.getStructList()[1]));
  EXPECT_FALSE(equal(rootA.getStructList()[1], rootB.getStructList()[0]));
  EXPECT_TRUE(equal(rootA.getAnyField(), rootB.asReader().getAnyField()));
  EXPECT_TRUE(equal(AllTypes::Reader(), AllTypes::Reader()));
  EXPECT_TRUE(equal(AllTypes::Reader().getInt32List(), AllTypes::Reader().getInt32List()));
}

}  // namespace
}  // namespace capstan
