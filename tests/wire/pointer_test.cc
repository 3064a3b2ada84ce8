// SPDX-License-Identifier: Apache-2.0
// Pointer words, held against encoders that were written separately.
#include "capstan/wire/pointer.h"

#include <gtest/gtest.h>

#include "tests/support/seed.h"
#include "tests/support/wire_words.h"

namespace capstan {
namespace {

using support::Random;

constexpr std::int32_t kOffsets[] = {0, 1, -1, -2, 1000, -1000, (1 << 29) - 1, -(1 << 29)};

TEST(WirePointer, OfAStruct) {
  for (const std::int32_t offset : kOffsets) {
    for (const std::uint16_t size : {std::uint16_t{0}, std::uint16_t{7}, std::uint16_t{65535}}) {
      const WirePointer pointer = WirePointer::toStruct(offset, size, 3);
      EXPECT_EQ(pointer.bits(), support::structPointer(offset, size, 3));
      EXPECT_EQ(pointer.kind(), PointerKind::kStruct);
      EXPECT_EQ(pointer.offsetWords(), offset);
      EXPECT_EQ(pointer.dataWords(), size);
      EXPECT_EQ(pointer.pointers(), 3);
      EXPECT_EQ(targetWords(pointer), size + 3u);
    }
  }
}

TEST(WirePointer, OfTheEmptyStructIsNotNull) {
  EXPECT_EQ(WirePointer::toEmptyStruct().bits(), 0x0000'0000'FFFF'FFFCu);
  EXPECT_FALSE(WirePointer::toEmptyStruct().isNull());
  EXPECT_TRUE(WirePointer().isNull());
}

TEST(WirePointer, OfAList) {
  for (const std::int32_t offset : kOffsets) {
    for (std::uint64_t code = 0; code < 8; ++code) {
      const auto size = static_cast<ElementSize>(code);
      for (const std::uint32_t count : {0u, 1u, 65u, kMaxListSize}) {
        const WirePointer pointer = WirePointer::toList(offset, size, count);
        EXPECT_EQ(pointer.bits(), support::listPointer(offset, code, count));
        EXPECT_EQ(pointer.kind(), PointerKind::kList);
        EXPECT_EQ(pointer.offsetWords(), offset);
        EXPECT_EQ(pointer.elementSize(), size);
        EXPECT_EQ(pointer.listCount(), count);
      }
    }
  }
}

TEST(WirePointer, TellsTheWordsOfAList) {
  const std::uint64_t most = kMaxListSize;
  const std::uint64_t expected[8] = {
      0, (most + 63) / 64, (most + 7) / 8, (most + 3) / 4, (most + 1) / 2, most, most, most + 1};
  for (std::uint64_t code = 0; code < 8; ++code) {
    const auto size = static_cast<ElementSize>(code);
    EXPECT_EQ(targetWords(WirePointer::toList(0, size, kMaxListSize)), expected[code]);
  }
}

TEST(WirePointer, OfTheOtherKinds) {
  const WirePointer far = WirePointer::toFar(true, kMaxListSize, 0xFFFF'FFFF);
  EXPECT_EQ(far.bits(), support::doubleFarPointer(0xFFFF'FFFF, kMaxListSize));
  EXPECT_TRUE(far.isDoubleFar());
  EXPECT_EQ(far.padOffsetWords(), kMaxListSize);
  EXPECT_EQ(far.segment(), 0xFFFF'FFFFu);
  EXPECT_EQ(WirePointer::toFar(false, 5, 6).bits(), support::farPointer(6, 5));
  const WirePointer capability = WirePointer::toCapability(9);
  EXPECT_EQ(capability.bits(), support::capabilityPointer(9));
  EXPECT_TRUE(capability.isCapability());
  EXPECT_EQ(capability.capabilityIndex(), 9u);
  EXPECT_FALSE(WirePointer(capability.bits() | 4).isCapability());
  const WirePointer tag = WirePointer::tag(0x3FFF'FFFF, 2, 3);
  EXPECT_EQ(tag.bits(), support::structTag(0x3FFF'FFFF, 2, 3));
  EXPECT_EQ(tag.tagCount(), 0x3FFF'FFFFu);
}

TEST(WirePointer, WithAnotherOffsetIsOtherwiseTheSame) {
  Random random;
  for (int i = 0; i < 1000; ++i) {
    const WirePointer pointer(random.next());
    const WirePointer moved = pointer.withOffset(kOffsets[i % 8]);
    EXPECT_EQ(moved.offsetWords(), kOffsets[i % 8]);
    EXPECT_EQ(moved.kind(), pointer.kind());
    EXPECT_EQ(moved.bits() >> 32, pointer.bits() >> 32);
  }
}

}  // namespace
}  // namespace capstan
