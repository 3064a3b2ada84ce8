// SPDX-License-Identifier: Apache-2.0
// The segment table: what is parsed, what is expected from a prefix, what is refused.
#include "capstan/codec/framing.h"

#include <gtest/gtest.h>

#include <vector>

#include "capstan/base/fault_status.h"
#include "tests/support/decoder_matrix.h"
#include "tests/support/wire_words.h"

namespace capstan {
namespace {

// A table of u32s, as they stand.
std::vector<std::byte> tableOf(const std::vector<std::uint32_t>& values) {
  std::vector<std::byte> bytes;
  for (const std::uint32_t value : values) {
    for (int i = 0; i < 4; ++i) bytes.push_back(static_cast<std::byte>(value >> (8 * i)));
  }
  return bytes;
}

// The table of `segments` segments of one word each.
std::vector<std::byte> tableOfSegments(std::uint32_t segments) {
  std::vector<std::uint32_t> values = {segments - 1};
  values.resize(segments + 1, 1);
  if (values.size() % 2 != 0) values.push_back(0);
  return tableOf(values);
}

constexpr std::uint64_t kUnlimitedWords = ~std::uint64_t{0};

struct Parsed {
  FaultKind fault;
  SegmentTable table;
};

Parsed parse(std::span<const std::byte> bytes, std::uint64_t maxMessageWords = kUnlimitedWords) {
  Parsed parsed;
  parsed.fault = parseSegmentTable(bytes, maxMessageWords, parsed.table);
  return parsed;
}

ExpectedSize expected(std::span<const std::byte> prefix) { return expectedMessageBytes(prefix); }

TEST(SegmentTable, IsParsedAtEveryAlignment) {
  support::forEveryAlignment(tableOf({2, 10, 0, 7}), [](std::span<const std::byte> bytes) {
    const auto [fault, table] = parse(bytes);
    ASSERT_EQ(fault, FaultKind::kNone);
    EXPECT_EQ(table.segments, 3u);
    EXPECT_EQ(table.tableBytes, 16u);
    EXPECT_EQ(table.contentWords, 17u);
    EXPECT_EQ(table.messageBytes(), 16u + 17 * 8);
    EXPECT_EQ(table.segmentWords(0), 10u);
    EXPECT_EQ(table.segmentWords(1), 0u);
    EXPECT_EQ(table.segmentWords(2), 7u);
  });
}

TEST(SegmentTable, EveryTruncationIsToldAsSuch) {
  for (const std::uint32_t segments : {1u, 2u, 3u, 4u, 511u, 512u}) {
    const auto whole = tableOfSegments(segments);
    support::forEveryTruncation(whole, [&](std::span<const std::byte> bytes) {
      const auto [fault, table] = parse(bytes);
      const bool isWhole = bytes.size() == whole.size();
      EXPECT_EQ(fault, isWhole ? FaultKind::kNone : FaultKind::kFrameTruncated);
    });
  }
}

struct Refusal {
  const char* name;
  std::vector<std::uint32_t> table;
  FaultKind fault;
  std::uint64_t maxMessageWords = kUnlimitedWords;
};

TEST(SegmentTable, WhatIsRefused) {
  const auto kTooMany = FaultKind::kTooManySegments;
  const auto kTooLarge = FaultKind::kMessageTooLarge;
  const std::vector<Refusal> rows = {
      {"a count that wraps to 0", {0xFFFF'FFFF, 0}, kTooMany},
      {"a count that is negative", {0x8000'0000, 0}, kTooMany},
      {"513 segments", {512, 0}, kTooMany},
      {"the letters HTTP", {0x5054'5448, 0x302F'3120}, kTooMany},
      {"a segment above 2^29-1 words", {0, 0x2000'0000}, kTooLarge},
      {"a segment of 2^32-1 words", {0, 0xFFFF'FFFF}, kTooLarge},
      {"a segment that is negative", {0, 0x8000'0001}, kTooLarge},
      {"a later segment above 2^29-1 words", {1, 1, 0x2000'0000, 0}, kTooLarge},
      {"one word above the limit", {0, 101}, kTooLarge, 100},
      {"a sum above the limit", {2, 50, 50, 1}, kTooLarge, 100},
      {"a sum that wraps in 32 bits",
       {8, 0x1FFF'FFFF, 0x1FFF'FFFF, 0x1FFF'FFFF, 0x1FFF'FFFF, 0x1FFF'FFFF, 0x1FFF'FFFF,
        0x1FFF'FFFF, 0x1FFF'FFFF, 8},
       kTooLarge,
       100},
      {"any word where none is allowed", {0, 1}, kTooLarge, 0},
  };
  for (const Refusal& row : rows) {
    support::forEveryAlignment(tableOf(row.table), [&](std::span<const std::byte> bytes) {
      EXPECT_EQ(describe(parse(bytes, row.maxMessageWords).fault), describe(row.fault)) << row.name;
    });
  }
}

TEST(SegmentTable, TheLimitsThemselvesAreTaken) {
  EXPECT_EQ(parse(tableOfSegments(512)).fault, FaultKind::kNone);
  EXPECT_EQ(parse(tableOfSegments(512)).table.contentWords, 512u);
  EXPECT_EQ(parse(tableOf({0, 100}), 100).fault, FaultKind::kNone);
  EXPECT_EQ(parse(tableOf({0, 0}), 0).fault, FaultKind::kNone);
  EXPECT_EQ(parse(tableOf({2, 50, 49, 1}), 100).fault, FaultKind::kNone);
  EXPECT_EQ(parse(tableOf({0, kMaxSegmentWords})).table.messageBytes(),
            8 + std::uint64_t{kMaxSegmentWords} * 8);
}

TEST(SegmentTable, SumsOfLargestSegmentsDoNotWrap) {
  std::vector<std::uint32_t> values = {511};
  values.resize(513, kMaxSegmentWords);
  values.push_back(0);
  const auto [fault, table] = parse(tableOf(values));
  EXPECT_EQ(fault, FaultKind::kNone);
  EXPECT_EQ(table.contentWords, std::uint64_t{512} * kMaxSegmentWords);
  EXPECT_EQ(table.messageBytes(), 2056 + std::uint64_t{512} * kMaxSegmentWords * 8);
}

TEST(SegmentTable, TheCountIsHeldAgainstTheLimitBeforeTheBytes) {
  EXPECT_EQ(parse(tableOf({0xFFFF'FFFF, 1})).fault, FaultKind::kTooManySegments);
  EXPECT_EQ(parse(tableOf({511, 1})).fault, FaultKind::kFrameTruncated);
}

TEST(SegmentTable, HasASizePerCount) {
  EXPECT_EQ(segmentTableBytes(1), 8u);
  EXPECT_EQ(segmentTableBytes(2), 16u);
  EXPECT_EQ(segmentTableBytes(3), 16u);
  EXPECT_EQ(segmentTableBytes(4), 24u);
  EXPECT_EQ(segmentTableBytes(511), 2048u);
  EXPECT_EQ(segmentTableBytes(512), 2056u);
}

TEST(SegmentTable, WrittenAndParsedBackForEveryCount) {
  for (std::uint32_t segments = 1; segments <= 512; ++segments) {
    std::vector<std::byte> bytes(segmentTableBytes(segments), std::byte{0xEE});
    SegmentTableWriter writer(bytes.data(), segments);
    for (std::uint32_t i = 0; i < segments; ++i) writer.put(i * 3);
    const auto [fault, table] = parse(bytes);
    ASSERT_EQ(fault, FaultKind::kNone);
    ASSERT_EQ(table.segments, segments);
    for (std::uint32_t i = 0; i < segments; ++i) ASSERT_EQ(table.segmentWords(i), i * 3);
    if (segments % 2 == 0) {
      for (std::size_t i = bytes.size() - 4; i < bytes.size(); ++i) {
        EXPECT_EQ(bytes[i], std::byte{0}) << "padding is zero";
      }
    }
  }
}

TEST(ExpectedSize, IsALowerBoundThatGrowsUntilItIsExact) {
  for (const std::uint32_t segments : {1u, 2u, 3u, 4u, 512u}) {
    const auto whole = tableOfSegments(segments);
    const std::uint64_t exact = whole.size() + segments * 8;
    std::uint64_t last = 0;
    support::forEveryTruncation(whole, [&](std::span<const std::byte> prefix) {
      const ExpectedSize expected = expectedMessageBytes(prefix);
      EXPECT_EQ(expected.isExact, prefix.size() == whole.size());
      EXPECT_GE(expected.bytes, last);
      EXPECT_LE(expected.bytes, exact);
      if (!expected.isExact) {
        EXPECT_GT(expected.bytes, prefix.size());
      }
      last = expected.bytes;
    });
    EXPECT_EQ(last, exact);
  }
}

TEST(ExpectedSize, LooksAtTheTableAlone) {
  auto bytes = tableOf({0, 5});
  bytes.resize(100, std::byte{0xFF});
  EXPECT_EQ(expectedMessageBytes(bytes).bytes, 48u);
  EXPECT_TRUE(expectedMessageBytes(bytes).isExact);
}

TEST(ExpectedSize, OfTooManySegmentsIsNothing) {
  for (const std::uint32_t stored : {512u, 0x7FFF'FFFFu, 0xFFFF'FFFFu}) {
    EXPECT_EQ(expected(tableOf({stored, 0})).bytes, 0u);
    EXPECT_FALSE(expected(tableOf({stored, 0})).isExact);
  }
}

TEST(ExpectedSize, DoesNotWrap) {
  std::vector<std::uint32_t> values = {511};
  values.resize(513, 0xFFFF'FFFF);
  values.push_back(0);
  EXPECT_EQ(expected(tableOf(values)).bytes, 2056 + std::uint64_t{512} * 0xFFFF'FFFF * 8);
}

}  // namespace
}  // namespace capstan
