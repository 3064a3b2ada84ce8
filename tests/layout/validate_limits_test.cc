// SPDX-License-Identifier: Apache-2.0
// What a validation costs and searches: limits, cycles, overlaps, unreachable words, its effect on
// the reader.
#include <gtest/gtest.h>

#include "all_types.capnp.h"
#include "capstan/message/marshal.h"
#include "capstan/message/validate.h"
#include "tests/layout/trees.h"
#include "tests/support/wire_words.h"

namespace capstan {
namespace {

using namespace support;
using test_types::Newer;

Validation validateWords(std::initializer_list<Words> segments, const ValidateOptions& options,
                         const ReaderOptions& limits = {}) {
  const auto bytes = framed(segments);
  MessageReader reader(limits);
  EXPECT_TRUE(reader.reopen(bytes).ok());
  return validateAll(reader, options);
}

// -------------------------------------------------------------------------------------------------
// Limits

TEST(ValidateLimits, NestingIsThatOfReading) {
  MessageBuilder deep;
  buildChain(deep.root(), 64, 1, 0);
  const auto bytes = marshal(deep);
  MessageReader reader;
  ASSERT_TRUE(reader.reopen(*bytes).ok());
  EXPECT_TRUE(validate(reader).ok());
  MessageReader strict(ReaderOptions{.nestingLimit = 63});
  ASSERT_TRUE(strict.reopen(*bytes).ok());
  const Validation found = validateAll(strict);
  ASSERT_EQ(found.faults.size(), 1u);
  EXPECT_EQ(found.faults[0].fault, (Fault{FaultKind::kNestingLimit, 0, 126}));
  EXPECT_EQ(found.faults[0].path.substr(0, 24), "<pointer 0>.<pointer 0>.");
  EXPECT_TRUE(found.isComplete) << "what is nested less deeply is looked at all the same";
}

TEST(ValidateLimits, BytesNeedNoLevelOfTheirOwn) {
  const std::initializer_list<Words> words = {
      {structPointer(0, 0, 1), listPointer(0, kBytes, 2), textWord("a")}};
  EXPECT_TRUE(validateWords(words, {}, {.nestingLimit = 1}).ok());
  const std::initializer_list<Words> numbers = {
      {structPointer(0, 0, 1), listPointer(0, kTwos, 2), 7}};
  EXPECT_EQ(validateWords(numbers, {}, {.nestingLimit = 1}).faults[0].fault,
            (Fault{FaultKind::kNestingLimit, 0, 1}));
}

TEST(ValidateLimits, TheTraversalLimitEndsTheWalk) {
  const Validation found =
      validateWords({{structPointer(0, 0, 3), listPointer(2, kEights, 1),
                      listPointer(2, kEights, 2), structPointer(9, 1, 0), 1, 2, 3}},
                    {.maxFaults = 100}, {.traversalLimitWords = 5});
  ASSERT_EQ(found.faults.size(), 1u);
  EXPECT_EQ(found.faults[0].fault, (Fault{FaultKind::kTraversalLimit, 0, 2}));
  EXPECT_FALSE(found.isComplete);
}

// A hundred pointers to one list of as many.
TEST(ValidateLimits, AmplificationIsBoundedByTheBudget) {
  constexpr std::uint64_t kSize = 100;
  Words words = {listPointer(0, kPointers, kSize)};
  for (std::uint64_t i = 0; i < kSize; ++i) {
    words.push_back(listPointer(-static_cast<std::int64_t>(i) - 1, kPointers, kSize));
  }
  const Validation found =
      validateWords({words}, {.maxFaults = 1'000'000}, {.traversalLimitWords = 20'000});
  EXPECT_EQ(found.faults.back().fault.kind, FaultKind::kTraversalLimit);
  const Validation whole = validateWords({words}, {.maxFaults = 1000, .findOverlaps = true});
  EXPECT_EQ(whole.faults.size(), kSize) << "what overlaps is not walked again";
  EXPECT_TRUE(whole.isComplete);
}

TEST(ValidateLimits, ACycleEndsWithoutANestingLimitToo) {
  const Validation found =
      validateWords({{structPointer(-1, 0, 1)}}, {},
                    {.traversalLimitWords = 1'000'000, .nestingLimit = kUnlimitedDepth});
  ASSERT_EQ(found.faults.size(), 1u);
  EXPECT_EQ(found.faults[0].fault, (Fault{FaultKind::kNestingLimit, 0, 0}));
}

TEST(ValidateLimits, AMillionStructsDoNotOverflowAStackAndTheirPathIsCut) {
  constexpr std::uint32_t kCount = 1'000'000;
  MessageBuilder message({.growth = GrowthPolicy::kSingleSegment});
  buildChain(message.root(), kCount, 1, 0);
  const auto bytes = marshal(message);
  MessageReader reader(ReaderOptions{.nestingLimit = kUnlimitedDepth});
  ASSERT_TRUE(reader.reopen(*bytes).ok());
  absl::Status status;
  runOnSmallStack([&] { status = validate(reader); });
  EXPECT_EQ(status, absl::OkStatus());
  WirePointer::toStruct(1, 1, 0).store(message.arena().first().used - kBytesPerWord);
  const auto bad = marshal(message);
  ASSERT_TRUE(reader.reopen(*bad).ok());
  const Validation found = validateAll(reader);
  ASSERT_EQ(found.faults.size(), 1u);
  EXPECT_EQ(found.faults[0].fault, (Fault{FaultKind::kStructOutOfBounds, 0, 2 * kCount}));
  EXPECT_LT(found.faults[0].path.size(), 2000u);
  EXPECT_NE(found.faults[0].path.find(".....<pointer 0>"), std::string::npos);
}

// -------------------------------------------------------------------------------------------------
// Overlaps and unreachable words

struct Overlap {
  std::string name;
  std::vector<Words> segments;
  std::string path;
  Fault fault;
};

TEST(ValidateOverlaps, AreFaultsWhereTheyAreAskedFor) {
  using enum FaultKind;
  const Overlap rows[] = {
      {"two pointers to one object",
       {{structPointer(0, 0, 2), structPointer(1, 1, 0), structPointer(0, 1, 0), 7}},
       "<pointer 1>",
       {kOverlap, 0, 2}},
      {"a struct over its own pointer", {{structPointer(-1, 1, 0)}}, "", {kOverlap, 0, 0}},
      {"the end of one and the start of another",
       {{structPointer(0, 0, 2), structPointer(1, 2, 0), structPointer(1, 2, 0), 1, 2, 3}},
       "<pointer 1>",
       {kOverlap, 0, 2}},
      {"an object inside a list",
       {{structPointer(0, 0, 2), listPointer(1, kEights, 3), structPointer(1, 1, 0), 1, 2, 3}},
       "<pointer 1>",
       {kOverlap, 0, 2}},
      {"a list over the object that holds it",
       {{structPointer(0, 1, 1), 7, listPointer(-2, kEights, 1)}},
       "<pointer 0>",
       {kOverlap, 0, 2}},
      {"a shared landing pad",
       {{structPointer(0, 0, 2), farPointer(1, 0), farPointer(1, 0)}, {structPointer(0, 1, 0), 7}},
       "<pointer 1>",
       {kOverlap, 0, 2}},
      {"a shared double landing pad",
       {{structPointer(0, 0, 2), doubleFarPointer(1, 0), farPointer(1, 1)},
        {farPointer(1, 2), structPointer(0, 1, 0), 7}},
       "<pointer 1>",
       {kOverlap, 0, 2}},
      {"an object over a landing pad",
       {{structPointer(0, 0, 2), farPointer(1, 0), farPointer(1, 2)},
        {structPointer(0, 1, 0), 7, structPointer(-3, 1, 0)}},
       "<pointer 1>",
       {kOverlap, 0, 2}},
  };
  for (const Overlap& row : rows) {
    SCOPED_TRACE(row.name);
    const auto bytes = framed(row.segments);
    MessageReader reader;
    ASSERT_TRUE(reader.reopen(bytes).ok());
    EXPECT_TRUE(validate(reader).ok());
    const Validation found = validateAll(reader, {.maxFaults = 10, .findOverlaps = true});
    ASSERT_EQ(found.faults.size(), 1u);
    EXPECT_EQ(found.faults[0].path, row.path);
    EXPECT_EQ(found.faults[0].fault, row.fault);
  }
}

TEST(ValidateOverlaps, ObjectsWithoutASizeOverlapNothing) {
  EXPECT_TRUE(validateWords({{structPointer(0, 0, 3), structPointer(-1, 0, 0),
                              listPointer(0, kVoids, 9), listPointer(-2, kBytes, 0)}},
                            {.findOverlaps = true})
                  .ok());
}

TEST(ValidateUnreachable, ListsTheWordsThatNothingLeadsTo) {
  const Validation found = validateWords(
      {{structPointer(1, 1, 1), 8, 7, farPointer(1, 2), 9, 9}, {1, 2, structPointer(0, 1, 0), 3}},
      {.findUnreachable = true});
  EXPECT_TRUE(found.ok());
  const std::vector<WordRun> expected = {{0, 1, 1}, {0, 4, 2}, {1, 0, 2}};
  EXPECT_EQ(found.unreachable, expected);
  EXPECT_EQ(found.unreachableWords, 5u);
  const Validation few = validateWords({{structPointer(1, 1, 0), 8, 7, 9}},
                                       {.findUnreachable = true, .maxUnreachableRuns = 1});
  EXPECT_EQ(few.unreachable, (std::vector<WordRun>{{0, 1, 1}}));
  EXPECT_EQ(few.unreachableWords, 2u);
}

TEST(ValidateUnreachable, FindsEveryRunOfALongSegment) {
  // Lists of every length up to 200 words, with gaps of every length between.
  Words words = {listPointer(0, kPointers, 200)};
  std::vector<WordRun> expected;
  words.resize(201);
  for (std::uint64_t i = 0; i < 200; ++i) {
    const std::uint64_t gap = 200 - i;
    expected.push_back(
        {0, static_cast<std::uint32_t>(words.size()), static_cast<std::uint32_t>(gap)});
    words.resize(words.size() + gap, 0xEE);
    words[1 + i] = listPointer(static_cast<std::int64_t>(words.size() - (2 + i)), kEights, i + 1);
    words.resize(words.size() + i + 1, 7);
  }
  const Validation found = validateWords(
      {words}, {.findOverlaps = true, .findUnreachable = true, .maxUnreachableRuns = 1000});
  EXPECT_TRUE(found.ok());
  EXPECT_EQ(found.unreachable, expected);
}

// -------------------------------------------------------------------------------------------------
// The reader

TEST(ValidatedReader, IsNoLongerChargedUntilItIsReopened) {
  MessageBuilder message;
  const auto root = message.initRoot<Newer>();
  root.setName("a name of some length");
  const auto bytes = marshal(message);
  MessageReader reader(ReaderOptions{.traversalLimitWords = 20});
  for (int round = 0; round < 2; ++round) {
    ASSERT_TRUE(reader.reopen(*bytes).ok());
    EXPECT_EQ(reader.budgetWords(), 20u);
    ASSERT_EQ(validate<Newer>(reader), absl::OkStatus());
    for (int i = 0; i < 100; ++i) EXPECT_EQ(reader.getRoot<Newer>().getName().size(), 21u);
    reader.refillBudget();
    EXPECT_EQ(reader.budgetWords(), kUnlimited);
    MessageReader moved(std::move(reader));
    EXPECT_EQ(moved.budgetWords(), kUnlimited);
    reader = std::move(moved);
  }
  EXPECT_TRUE(reader.status().ok());
}

TEST(ValidatedReader, StillChecksBoundsAndNesting) {
  MessageBuilder message;
  message.initRoot<Newer>().setName("text");
  const auto bytes = marshal(message);
  MessageReader reader;
  ASSERT_TRUE(reader.reopen(*bytes).ok());
  ASSERT_TRUE(validate<Newer>(reader).ok());
  EXPECT_EQ(reader.getRoot<List<Text>>().size(), 0u);
  EXPECT_EQ(reader.fault().kind, FaultKind::kExpectedList);
}

TEST(ValidatedReader, KeepsItsLimitWhereSomethingWasWrong) {
  const auto bytes = framed({{structPointer(0, 2, 3), 0, 0, listPointer(2, kBytes, 0), 0, 0}});
  MessageReader reader(ReaderOptions{.traversalLimitWords = 100});
  ASSERT_TRUE(reader.reopen(bytes).ok());
  ASSERT_FALSE(validate<Newer>(reader).ok());
  EXPECT_EQ(reader.budgetWords(), 95u);
  ASSERT_FALSE(validate<Newer>(reader).ok()) << "a validation is a new pass";
  EXPECT_EQ(reader.budgetWords(), 95u);
}

TEST(ValidatedReader, KeepsTheFaultThatItHad) {
  MessageBuilder message;
  message.initRoot<Newer>().setName("text");
  const auto bytes = marshal(message);
  MessageReader reader;
  ASSERT_TRUE(reader.reopen(*bytes).ok());
  EXPECT_EQ(reader.getRoot<Text>(), "");
  const Fault fault = reader.fault();
  EXPECT_EQ(fault.kind, FaultKind::kExpectedText);
  EXPECT_TRUE(validate<Newer>(reader).ok()) << "the message itself is good";
  EXPECT_EQ(reader.fault(), fault);
}

TEST(ValidatedReader, MayBeAnOwnedOne) {
  MessageBuilder message;
  message.initRoot<Newer>().setName("text");
  auto owned = clone<Newer>(message.getRootReader<Newer>());
  ASSERT_TRUE(owned.ok());
  EXPECT_TRUE(validate(*owned).ok());
  EXPECT_EQ((*owned)->getName(), "text");
}

}  // namespace
}  // namespace capstan
