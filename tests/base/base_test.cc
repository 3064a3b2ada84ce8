// SPDX-License-Identifier: Apache-2.0
// Byte order, units, bytes from anything, the wording of faults.
#include <gtest/gtest.h>

#include <limits>
#include <set>
#include <string>
#include <vector>

#include "capstan/base/bytes.h"
#include "capstan/base/endian.h"
#include "capstan/base/fault_status.h"
#include "capstan/base/units.h"

namespace capstan {
namespace {

TEST(Endian, LoadsAndStoresLittleEndianAtEveryAlignment) {
  std::byte memory[16] = {};
  for (std::size_t at = 0; at < 8; ++at) {
    storeLittle<std::uint64_t>(memory + at, 0x1122'3344'5566'7788);
    for (std::size_t i = 0; i < 8; ++i) {
      EXPECT_EQ(memory[at + i], static_cast<std::byte>(0x1122'3344'5566'7788u >> (8 * i)));
    }
    EXPECT_EQ(loadLittle<std::uint64_t>(memory + at), 0x1122'3344'5566'7788u);
    EXPECT_EQ(loadLittle<std::uint32_t>(memory + at), 0x5566'7788u);
    EXPECT_EQ(loadLittle<std::uint16_t>(memory + at), 0x7788u);
    EXPECT_EQ(loadLittle<std::uint8_t>(memory + at), 0x88u);
  }
}

TEST(Units, RoundUpWithoutWrapping) {
  EXPECT_EQ(wordsForBytes(0), 0u);
  EXPECT_EQ(wordsForBytes(1), 1u);
  EXPECT_EQ(wordsForBytes(8), 1u);
  EXPECT_EQ(wordsForBytes(9), 2u);
  EXPECT_EQ(wordsForBits(64), 1u);
  EXPECT_EQ(wordsForBits(65), 2u);
  EXPECT_EQ(wordsForBits(std::uint64_t{kMaxListSize} * 64), std::uint64_t{kMaxListSize});
}

TEST(Bytes, ComeFromWhateverHoldsThem) {
  const std::string text = "abc";
  const std::vector<unsigned char> numbers = {1, 2};
  std::vector<std::byte> raw(5);
  EXPECT_EQ(Bytes(text).size(), 3u);
  EXPECT_EQ(Bytes(std::string_view("abcd")).size(), 4u);
  EXPECT_EQ(Bytes(numbers).data(), reinterpret_cast<const std::byte*>(numbers.data()));
  EXPECT_EQ(Bytes(raw).size(), 5u);
  EXPECT_EQ(Bytes(std::span(raw)).from(2).size(), 3u);
  EXPECT_TRUE(Bytes().empty());
  static_assert(!std::is_constructible_v<Bytes, std::string>, "it would dangle");
  static_assert(!std::is_constructible_v<Bytes, std::vector<std::byte>>, "it would dangle");
  static_assert(!std::is_constructible_v<Bytes, std::vector<int>&>);
  static_assert(!std::is_constructible_v<Bytes, const char(&)[4]>, "is the NUL meant?");
}

TEST(FaultStatus, EachKindHasWordsOfItsOwnAndItsPlace) {
  std::set<std::string_view> wordings;
  for (int i = 1; i < static_cast<int>(FaultKind::kCount); ++i) {
    const Fault fault = {static_cast<FaultKind>(i), 3, 217};
    wordings.insert(describe(fault.kind));
    const absl::Status status = faultStatus(fault);
    EXPECT_FALSE(status.ok());
    const bool isOfTheFrame = fault.kind >= FaultKind::kFrameTruncated;
    EXPECT_EQ(status.ToString().find("(segment 3, word 217)") == std::string::npos, isOfTheFrame)
        << status;
  }
  EXPECT_EQ(wordings.size() + 1, static_cast<std::size_t>(FaultKind::kCount));
}

TEST(FaultStatus, TellsLimitsFromMalformedMessages) {
  EXPECT_TRUE(faultStatus({}).ok());
  for (const FaultKind kind :
       {FaultKind::kTraversalLimit, FaultKind::kNestingLimit, FaultKind::kTooManySegments,
        FaultKind::kMessageTooLarge, FaultKind::kNoMemory}) {
    EXPECT_EQ(faultStatus({kind}).code(), absl::StatusCode::kResourceExhausted);
  }
  EXPECT_EQ(faultStatus({FaultKind::kTagNotStruct}).code(), absl::StatusCode::kInvalidArgument);
}

TEST(FaultStatus, AnUnknownKindHasWordsToo) {
  EXPECT_FALSE(describe(static_cast<FaultKind>(200)).empty());
}

}  // namespace
}  // namespace capstan
