// SPDX-License-Identifier: Apache-2.0
// Each kind of fault that reading leaves: the exact place and words, and that it stays the first.
#include <gtest/gtest.h>

#include "capstan/base/fault_status.h"
#include "capstan/message/message_reader.h"
#include "capstan/schema/schema.capnp.h"
#include "tests/support/decoder_matrix.h"
#include "tests/support/wire_words.h"

namespace capstan {
namespace {

using namespace support;

struct Row {
  FaultKind kind;
  std::vector<Words> segments;
  void (*read)(const MessageReader& reader);
  std::string status;
  ReaderOptions options = {};
};

std::ostream& operator<<(std::ostream& out, const Row& row) { return out << describe(row.kind); }

// Pointer 1 of the root, which is a struct of two pointers.
PointerReader second(const MessageReader& reader) { return reader.root().getStruct().pointer(1); }
void readStruct(const MessageReader& reader) { second(reader).getStruct(); }
void readText(const MessageReader& reader) { second(reader).getText(); }
void readData(const MessageReader& reader) { second(reader).getData(); }
void readAnyList(const MessageReader& reader) { second(reader).getAnyList(); }
void readNumbers(const MessageReader& reader) {
  const List<std::uint64_t>::Reader list(second(reader).getList(ElementSize::kEightBytes));
  list[list.size()];
}
void readCapability(const MessageReader& reader) {
  std::uint32_t index = 0;
  second(reader).getCapabilityIndex(index);
}

// The root struct with `pointer` as its second, and what stands behind it.
Words holding(std::uint64_t pointer, Words behind = {}) {
  Words words = {structPointer(0, 0, 2), 0, pointer};
  words.insert(words.end(), behind.begin(), behind.end());
  return words;
}

std::vector<Row> rows() {
  using enum FaultKind;
  return {
      {kRootMissing,
       {{}},
       [](const MessageReader& reader) { reader.root(); },
       "the message has no word for a root pointer (segment 0, word 0)"},
      {kStructOutOfBounds,
       {holding(structPointer(0, 1, 0))},
       readStruct,
       "struct pointer leads outside its segment (segment 0, word 2)"},
      {kListOutOfBounds,
       {holding(listPointer(0, kBytes, 1))},
       readText,
       "list pointer leads outside its segment (segment 0, word 2)"},
      {kLandingPadOutOfBounds,
       {holding(farPointer(1, 1)), {0}},
       readStruct,
       "far pointer's landing pad lies outside its segment (segment 0, word 2)"},
      {kUnknownSegment,
       {holding(farPointer(2, 0)), {0}},
       readStruct,
       "far pointer names a segment that the message does not have (segment 0, word 2)"},
      {kUnknownSegment,
       {holding(doubleFarPointer(1, 1)), {0, farPointer(7, 0), 0}},
       readStruct,
       "far pointer names a segment that the message does not have (segment 1, word 1)"},
      {kUnexpectedFarPointer,
       {holding(farPointer(1, 1)), {0, farPointer(1, 0)}},
       readStruct,
       "landing pad holds another far pointer (segment 1, word 1)"},
      {kDoubleFarPadMalformed,
       {holding(doubleFarPointer(1, 1)), {0, structPointer(0, 0, 0), 0}},
       readStruct,
       "two-word landing pad is malformed (segment 1, word 1)"},
      {kDoubleFarPadMalformed,
       {holding(doubleFarPointer(1, 0)), {farPointer(1, 0), structPointer(1, 1, 0)}},
       readStruct,
       "two-word landing pad is malformed (segment 1, word 1)"},
      {kUnknownPointerKind,
       {holding(0x0000'0001'0000'0007)},
       readCapability,
       "pointer of a reserved kind (segment 0, word 2)"},
      {kTagNotStruct,
       {holding(listPointer(0, kStructs, 1), {1, 0})},
       readAnyList,
       "struct list's tag word is not a struct pointer (segment 0, word 2)"},
      {kTagOverrunsList,
       {holding(listPointer(0, kStructs, 1), {structTag(2, 1, 0), 0})},
       readAnyList,
       "struct list's tag claims more elements than its words hold (segment 0, word 2)"},
      {kExpectedStruct,
       {holding(listPointer(0, kBytes, 1), {0})},
       readStruct,
       "the schema says struct here, the message has another kind (segment 0, word 2)"},
      {kExpectedList,
       {holding(structPointer(0, 1, 0), {0})},
       readAnyList,
       "the schema says list here, the message has another kind (segment 0, word 2)"},
      {kExpectedText,
       {holding(structPointer(0, 1, 0), {0})},
       readText,
       "the schema says text here, the message has another kind (segment 0, word 2)"},
      {kExpectedData,
       {holding(structPointer(0, 1, 0), {0})},
       readData,
       "the schema says data here, the message has another kind (segment 0, word 2)"},
      {kExpectedCapability,
       {holding(structPointer(0, 1, 0), {0})},
       readCapability,
       "the schema says capability here, the message has another kind (segment 0, word 2)"},
      {kIncompatibleElementSize,
       {holding(listPointer(0, kFours, 2), {0})},
       readNumbers,
       "list elements are of a size that the schema's element type cannot be read from (segment 0, "
       "word 2)"},
      {kTextNotTerminated,
       {holding(listPointer(0, kBytes, 2), {textWord("ab")})},
       readText,
       "text is not NUL-terminated (segment 0, word 2)"},
      {kIndexOutOfRange,
       {holding(listPointer(0, kEights, 2), {7, 8})},
       readNumbers,
       "list index is not below the list's size (segment 0, word 3)"},
      {kIndexOutOfRange,
       {holding(farPointer(1, 0)), {listPointer(0, kEights, 0)}},
       readNumbers,
       "list index is not below the list's size (segment 1, word 1)"},
      {kTraversalLimit,
       {holding(structPointer(0, 1, 0), {0})},
       readStruct,
       "traversal limit reached: raise ReaderOptions::traversalLimitWords or call refillBudget() "
       "if the sender is trusted (segment 0, word 2)",
       {.traversalLimitWords = 2}},
      {kNestingLimit,
       {holding(structPointer(0, 1, 0), {0})},
       readStruct,
       "nesting limit reached: raise ReaderOptions::nestingLimit if the sender is trusted (segment "
       "0, word 2)",
       {.nestingLimit = 1}},
  };
}

class FaultTable : public testing::TestWithParam<Row> {};

TEST_P(FaultTable, HasItsPlaceAndWords) {
  const Row& row = GetParam();
  forEveryAlignment(framed(row.segments), [&](std::span<const std::byte> bytes) {
    MessageReader reader(row.options);
    ASSERT_TRUE(reader.reopen(bytes).ok());
    row.read(reader);
    EXPECT_EQ(reader.fault().kind, row.kind);
    EXPECT_EQ(reader.status().message(), row.status);
    const Fault first = reader.fault();
    readText(reader);
    readAnyList(reader);
    EXPECT_EQ(reader.fault(), first) << "it stays the first";
  });
}

INSTANTIATE_TEST_SUITE_P(Rows, FaultTable, testing::ValuesIn(rows()));

TEST(FaultTable, HasARowForEachKindThatReadingLeaves) {
  std::vector<bool> seen(static_cast<std::size_t>(FaultKind::kCount));
  for (const Row& row : rows()) seen[static_cast<std::size_t>(row.kind)] = true;
  // What other walks or the frame's parser leave.
  for (const FaultKind other :
       {FaultKind::kNone, FaultKind::kNoMemory, FaultKind::kCapabilityInCanonical,
        FaultKind::kOverlap, FaultKind::kFrameTruncated, FaultKind::kTooManySegments,
        FaultKind::kMessageTooLarge, FaultKind::kPackedTruncated, FaultKind::kPackedOverrun}) {
    EXPECT_FALSE(seen[static_cast<std::size_t>(other)]);
    seen[static_cast<std::size_t>(other)] = true;
  }
  for (std::size_t kind = 0; kind < seen.size(); ++kind) {
    EXPECT_TRUE(seen[kind]) << describe(static_cast<FaultKind>(kind));
  }
}

// -------------------------------------------------------------------------------------------------
// Faults of the frame: the reader that refused to open tells them, too.

struct FrameRow {
  FaultKind kind;
  std::vector<std::byte> bytes;
  ReaderOptions options;
};

TEST(FrameFault, IsKeptByTheReaderOfNothing) {
  const FrameRow rows[] = {
      {FaultKind::kFrameTruncated, bytesOf(Words{std::uint64_t{2} << 32, 0}), {}},
      {FaultKind::kTooManySegments, bytesOf(Words{512}), {}},
      {FaultKind::kMessageTooLarge, framed({{0, 0}}), {.maxMessageWords = 1}},
  };
  for (const FrameRow& row : rows) {
    MessageReader reader(row.options);
    EXPECT_FALSE(reader.reopen(row.bytes).ok());
    EXPECT_EQ(reader.fault(), (Fault{row.kind, 0, 0}));
    EXPECT_EQ(reader.getRoot<schema::Node>().getId(), 0u);
    EXPECT_EQ(std::string(reader.status().message()), describe(row.kind)) << "it is of no one word";
    const auto good = framed({{0}});
    ASSERT_TRUE(reader.reopen(good).ok());
    EXPECT_TRUE(reader.status().ok()) << "the next message is none the worse";
  }
}

TEST(FrameFault, IsKeptForSegmentsWithoutATableToo) {
  const std::vector<Bytes> many(513);
  MessageReader reader;
  EXPECT_FALSE(reader.reopenSegments(many).ok());
  EXPECT_EQ(reader.fault().kind, FaultKind::kTooManySegments);
  const std::vector<std::byte> words(16);
  MessageReader small(ReaderOptions{.maxMessageWords = 1});
  EXPECT_FALSE(small.reopenFlat(words).ok());
  EXPECT_EQ(small.fault().kind, FaultKind::kMessageTooLarge);
}

// -------------------------------------------------------------------------------------------------
// A limit that was hit stays hit

TEST(TraversalLimit, OnceHitStaysHitForEverything) {
  const auto bytes = framed({holding(listPointer(0, kEights, 3), {1, 2, 3})});
  MessageReader reader(ReaderOptions{.traversalLimitWords = 4});
  ASSERT_TRUE(reader.reopen(bytes).ok());
  EXPECT_EQ(second(reader).getAnyList().size(), 0u);
  EXPECT_EQ(reader.budgetWords(), 0u);
  EXPECT_EQ(reader.root().getStruct().pointers(), 0u);
  MessageReader moved(std::move(reader));
  EXPECT_EQ(moved.root().getStruct().pointers(), 0u);
  moved.refillBudget();
  EXPECT_EQ(moved.root().getStruct().pointers(), 2u);
}

TEST(TraversalLimit, OnceHitRefusesObjectsWithoutASizeToo) {
  const auto bytes = framed({{structPointer(0, 0, 2), structPointer(-1, 0, 0),
                              listPointer(0, kEights, 9), 1, 2, 3, 4, 5, 6, 7, 8, 9}});
  MessageReader reader(ReaderOptions{.traversalLimitWords = 4});
  ASSERT_TRUE(reader.reopen(bytes).ok());
  const StructReader root = reader.root().getStruct();
  EXPECT_NE(root.pointer(0).getStruct().data(), nullptr);
  root.pointer(1).getAnyList();
  EXPECT_EQ(root.pointer(0).getStruct().data(), nullptr);
}

TEST(TraversalLimit, BeyondHalfOfTheNumbersIsNone) {
  const auto bytes = framed({holding(0)});
  for (const std::uint64_t limit : {kLargestBudgetWords, kLargestBudgetWords + 1, kUnlimited - 1}) {
    MessageReader reader(ReaderOptions{.traversalLimitWords = limit});
    ASSERT_TRUE(reader.reopen(bytes).ok());
    EXPECT_EQ(reader.root().getStruct().pointers(), 2u);
    EXPECT_EQ(reader.budgetWords(),
              limit == kLargestBudgetWords ? kLargestBudgetWords - 2 : kUnlimited);
  }
}

}  // namespace
}  // namespace capstan
