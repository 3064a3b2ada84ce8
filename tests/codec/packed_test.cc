// SPDX-License-Identifier: Apache-2.0
// Packing and unpacking whole pieces, with every kernel that runs here: the format's examples, the
// bound, the edges of room and bytes.
#include "capstan/codec/packed.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/codec/packed_words.h"
#include "tests/support/decoder_matrix.h"
#include "tests/support/plain_packing.h"

namespace capstan {
namespace {

using support::GuardedRegion;
using support::packPlainly;
using support::Random;
using support::unpackPlainly;

INSTANTIATE_TEST_SUITE_P(Packed, EachKernel, testing::ValuesIn(usableKernels()), kernelName);

ByteVector bytes(const std::vector<unsigned>& values) {
  ByteVector made;
  for (const unsigned value : values) made.push_back(static_cast<std::byte>(value));
  return made;
}

ByteVector repeated(std::size_t times, const std::vector<unsigned>& values) {
  ByteVector made;
  const ByteVector once = bytes(values);
  for (; times > 0; --times) made.insert(made.end(), once.begin(), once.end());
  return made;
}

ByteVector operator+(ByteVector a, const ByteVector& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

ByteVector packWith(const PackedKernel& kernel, std::span<const std::byte> piece) {
  ByteVector packed(packedBound(piece.size() / 8));
  const PackedPart part = pack(piece, packed, kernel);
  EXPECT_EQ(part.usedBytes, piece.size());
  packed.resize(part.packedBytes);
  return packed;
}

struct Example {
  const char* name;
  ByteVector words;
  ByteVector packed;
};

const std::vector<unsigned> kFull = {1, 3, 2, 4, 5, 7, 6, 8};

std::vector<Example> examples() {
  return {
      {"nothing", {}, {}},
      {"a zero word", bytes({0, 0, 0, 0, 0, 0, 0, 0}), bytes({0, 0})},
      {"two bytes", bytes({0, 0, 12, 0, 0, 34, 0, 0}), bytes({0x24, 12, 34})},
      {"a full word", bytes(kFull), bytes({0xFF}) + bytes(kFull) + bytes({0})},
      {"two full words", repeated(2, kFull),
       bytes({0xFF}) + bytes(kFull) + bytes({1}) + bytes(kFull)},
      {"a zero word before a full one", ByteVector(8) + bytes(kFull),
       bytes({0, 0, 0xFF}) + bytes(kFull) + bytes({0})},
      {"a run ends at a word that lacks two", repeated(4, kFull) + bytes({0, 2, 4, 0, 9, 0, 5, 1}),
       bytes({0xFF}) + bytes(kFull) + bytes({3}) + repeated(3, kFull) +
           bytes({0xD6, 2, 4, 9, 5, 1})},
      {"a run goes on over a word that lacks one",
       bytes(kFull) + bytes({5, 2, 4, 3, 9, 0, 5, 1}) + bytes(kFull),
       bytes({0xFF}) + bytes(kFull) + bytes({2, 5, 2, 4, 3, 9, 0, 5, 1}) + bytes(kFull)},
      {"a run does not begin with a word that lacks one", bytes({5, 2, 4, 3, 9, 0, 5, 1}),
       bytes({0xDF, 5, 2, 4, 3, 9, 5, 1})},
      {"zero words between others",
       bytes({8, 0, 100, 6, 0, 1, 1, 2}) + ByteVector(24) + bytes({0, 0, 1, 0, 2, 0, 3, 1}),
       bytes({0xED, 8, 100, 6, 1, 1, 2, 0, 2, 0xD4, 1, 2, 3, 1})},
      {"pointers", bytes({8, 0, 0, 0, 3, 0, 2, 0, 0x19, 0, 0, 0, 0xAA, 1, 0, 0}),
       bytes({0x51, 8, 3, 2, 0x31, 0x19, 0xAA, 1})},
      {"four zero words", ByteVector(32), bytes({0, 3})},
      {"four full words", repeated(32, {0x8A}),
       bytes({0xFF}) + repeated(8, {0x8A}) + bytes({3}) + repeated(24, {0x8A})},
  };
}

TEST_P(EachKernel, PacksTheFormatsExamples) {
  for (const Example& example : examples()) {
    EXPECT_EQ(packWith(kernel(), example.words), example.packed) << example.name;
    ByteVector words(example.words.size());
    EXPECT_EQ(unpack(example.packed, words, kernel()).fault, FaultKind::kNone) << example.name;
    EXPECT_EQ(words, example.words) << example.name;
  }
}

TEST(PackedSize, IsThatOfTheFormatsExamples) {
  for (const Example& example : examples()) {
    EXPECT_EQ(packedSizeBytes(example.words), example.packed.size()) << example.name;
    const UnpackedSize size = unpackedSize(example.packed);
    EXPECT_EQ(size.fault, FaultKind::kNone) << example.name;
    EXPECT_EQ(size.words * 8, example.words.size()) << example.name;
    EXPECT_EQ(size.usedBytes, example.packed.size()) << example.name;
  }
}

// Runs of each length around a count's end, alone and between other words.
TEST_P(EachKernel, RunsOfEveryLengthAreCutWhereTheCountEnds) {
  for (const ByteVector& word :
       {ByteVector(8), repeated(8, {7}), bytes({1, 0, 2, 3, 4, 5, 6, 7})}) {
    for (std::size_t length : {1u, 2u, 63u, 64u, 65u, 254u, 255u, 256u, 257u, 511u, 512u, 513u}) {
      for (std::size_t before = 0; before < 3; ++before) {
        ByteVector words = repeated(before, {0, 1, 0, 0, 0, 0, 0, 0}) + bytes(kFull);
        for (std::size_t i = 0; i < length; ++i) words = std::move(words) + word;
        words = std::move(words) + bytes({0, 0, 0, 0, 0, 0, 0, 9});
        const ByteVector packed = packWith(kernel(), words);
        ASSERT_EQ(packed, packPlainly(words)) << length << " words, " << before << " before";
        ASSERT_EQ(packed.size(), packedSizeBytes(words));
        ByteVector back(words.size(), std::byte{0xEE});
        ASSERT_EQ(unpack(packed, back, kernel()).fault, FaultKind::kNone);
        ASSERT_EQ(back, words);
      }
    }
  }
}

// Kernels take many words at a time: a run may begin at any of them and go on over many such steps.
TEST_P(EachKernel, ARunGoesOnFromAnyWord) {
  for (const ByteVector& word : {ByteVector(8), repeated(8, {7})}) {
    const bool isZeros = word[0] == std::byte{0};
    const ByteVector goesOn = isZeros ? word : bytes({1, 0, 2, 3, 4, 5, 6, 7});
    for (std::size_t before = 0; before <= 66; ++before) {
      for (std::size_t length :
           {1u, 2u, 3u, 4u, 61u, 63u, 64u, 65u, 127u, 129u, 255u, 256u, 320u}) {
        ByteVector words = repeated(before, {0, 1, 0, 0, 0, 0, 0, 0}) + word;
        while (words.size() < (before + length) * 8) words = std::move(words) + goesOn;
        words = std::move(words) + bytes({3, 0, 0, 0, 0, 0, 0, 0}) + goesOn;
        ASSERT_EQ(packWith(kernel(), words), packPlainly(words))
            << length << " words, " << before << " before";
        const ByteVector more = words + repeated(80, {0, 0, 5, 0, 0, 0, 0, 0});
        ASSERT_EQ(packWith(kernel(), more), packPlainly(more))
            << length << " words, " << before << " before, 80 behind";
      }
    }
  }
}

TEST_P(EachKernel, AgreesWithThePlainestPackingOnWordsOfEveryCharacter) {
  Random random;
  for (const WordMix& mix : kWordMixes) {
    for (std::size_t words = 0; words < 300; words += 1 + words / 20) {
      const ByteVector piece = randomWords(random, mix, words);
      const ByteVector packed = packWith(kernel(), piece);
      ASSERT_EQ(packed, packPlainly(piece)) << mix.name << ", " << words << " words";
      ASSERT_EQ(packed.size(), packedSizeBytes(piece));
      ByteVector back(piece.size(), std::byte{0xEE});
      const UnpackedPart part = unpack(packed, back, kernel());
      ASSERT_EQ(part.fault, FaultKind::kNone);
      ASSERT_EQ(part.usedBytes, packed.size());
      ASSERT_EQ(back, piece) << mix.name << ", " << words << " words";
    }
    const ByteVector piece = randomWords(random, mix, 20'000);
    const ByteVector packed = packWith(kernel(), piece);
    ASSERT_EQ(packed, packPlainly(piece)) << mix.name;
    ByteVector back(piece.size());
    ASSERT_EQ(unpack(packed, back, kernel()).fault, FaultKind::kNone);
    ASSERT_EQ(back, piece) << mix.name;
  }
}

// Each ends at unreadable memory, the room too.
TEST_P(EachKernel, TouchesNothingOutsideWhatItIsGiven) {
  Random random;
  GuardedRegion pieceRegion(200 * 8);
  GuardedRegion roomRegion(200 * 8 + 400);
  for (const WordMix& mix : kWordMixes) {
    for (std::size_t words = 0; words <= 200; words += 1 + words / 16) {
      const ByteVector piece = randomWords(random, mix, words);
      const ByteVector packed = packPlainly(piece);
      for (const bool atEnd : {false, true}) {
        const auto place = [&](GuardedRegion& region, const ByteVector& content) {
          return atEnd ? region.placeAtEnd(content) : region.placeAtStart(content);
        };
        const auto room = place(roomRegion, ByteVector(packed.size(), std::byte{0xEE}));
        const PackedPart part = pack(place(pieceRegion, piece), room, kernel());
        ASSERT_EQ(part.usedBytes, piece.size()) << "room for exactly what it packs to";
        ASSERT_EQ(part.packedBytes, packed.size());
        ASSERT_TRUE(std::equal(room.begin(), room.end(), packed.begin()));

        const auto back = place(pieceRegion, ByteVector(piece.size(), std::byte{0xEE}));
        const UnpackedPart unpacked = unpack(place(roomRegion, packed), back, kernel());
        ASSERT_EQ(unpacked.fault, FaultKind::kNone);
        ASSERT_TRUE(std::equal(back.begin(), back.end(), piece.begin()));
      }
    }
  }
}

TEST_P(EachKernel, WritesNothingBehindTheRoom) {
  Random random;
  for (const WordMix& mix : kWordMixes) {
    const ByteVector piece = randomWords(random, mix, 150);
    const ByteVector packed = packPlainly(piece);
    ByteVector room(packed.size() + 64, std::byte{0xEE});
    pack(piece, std::span(room).first(packed.size()), kernel());
    EXPECT_EQ(std::count(room.end() - 64, room.end(), std::byte{0xEE}), 64) << mix.name;
    ByteVector back(piece.size() + 64, std::byte{0xEE});
    unpack(packed, std::span(back).first(piece.size()), kernel());
    EXPECT_EQ(std::count(back.end() - 64, back.end(), std::byte{0xEE}), 64) << mix.name;
  }
}

TEST_P(EachKernel, PacksAndUnpacksAtEveryAlignment) {
  Random random;
  for (const WordMix& mix : kWordMixes) {
    const ByteVector piece = randomWords(random, mix, 140);
    const ByteVector packed = packPlainly(piece);
    support::forEveryAlignment(piece, [&](std::span<const std::byte> shifted) {
      ASSERT_EQ(packWith(kernel(), shifted), packed);
    });
    support::forEveryAlignment(packed, [&](std::span<const std::byte> shifted) {
      GuardedRegion region(piece.size() + 7);
      for (std::size_t gap = 0; gap < 8; ++gap) {
        const auto back = region.placeAtEnd(ByteVector(piece.size()), gap);
        ASSERT_EQ(unpack(shifted, back, kernel()).fault, FaultKind::kNone);
        ASSERT_TRUE(std::equal(back.begin(), back.end(), piece.begin()));
      }
    });
  }
}

TEST_P(EachKernel, EveryTruncationIsAnErrorAndItsFrontIsRight) {
  Random random;
  for (const WordMix& mix : kWordMixes) {
    const ByteVector piece = randomWords(random, mix, 90);
    const ByteVector packed = packPlainly(piece);
    support::forEveryTruncation(packed, [&](std::span<const std::byte> cut) {
      ByteVector back(piece.size(), std::byte{0xEE});
      const UnpackedPart part = unpack(cut, back, kernel());
      const bool isWhole = cut.size() == packed.size();
      ASSERT_EQ(part.fault, isWhole ? FaultKind::kNone : FaultKind::kPackedTruncated) << cut.size();
      ASSERT_EQ(part.usedBytes, cut.size());
      ASSERT_EQ(part.unpackedBytes % 8, 0u);
      ASSERT_TRUE(std::equal(piece.begin(),
                             piece.begin() + static_cast<std::ptrdiff_t>(part.unpackedBytes),
                             back.begin()));
      const UnpackedSize size = unpackedSize(cut);
      ASSERT_EQ(size.fault == FaultKind::kNone, unpackPlainly(cut).has_value());
      ASSERT_LE(size.words * 8, part.unpackedBytes);
    });
  }
}

TEST_P(EachKernel, AnyTagsAreTakenWhateverTheirBytes) {
  Random random;
  for (int round = 0; round < 1500; ++round) {
    // Mostly tags that are whole; their bytes, counts too, may be zero.
    ByteVector packed(random.below(400));
    for (std::byte& byte : packed) {
      const std::uint64_t kind = random.below(8);
      byte = static_cast<std::byte>(kind < 3 ? 0 : kind < 5 ? random.below(6) : random.next());
    }
    for (std::uint64_t fulls = random.below(8); fulls > 0 && !packed.empty(); --fulls) {
      packed[random.below(packed.size())] = std::byte{0xFF};
    }
    const UnpackedSize size = unpackedSize(packed);
    const auto plain = unpackPlainly(Bytes(packed).first(size.usedBytes));
    ASSERT_TRUE(plain.has_value());
    ASSERT_EQ(plain->size(), size.words * 8);
    ByteVector back(plain->size());
    const UnpackedPart part = unpack(Bytes(packed).first(size.usedBytes), back, kernel());
    ASSERT_EQ(part.fault, FaultKind::kNone);
    ASSERT_EQ(part.usedBytes, size.usedBytes);
    ASSERT_EQ(back, *plain);
    ASSERT_EQ(packWith(kernel(), back), packPlainly(back));
  }
}

TEST_P(EachKernel, ARunBehindTheLastWordIsAnError) {
  for (const ByteVector& packed :
       {bytes({0, 3}), bytes({0xFF}) + repeated(8, {1}) + bytes({3}) + repeated(24, {1})}) {
    for (std::size_t words = 1; words <= 4; ++words) {
      ByteVector back(words * 8);
      const UnpackedPart part = unpack(packed, back, kernel());
      EXPECT_EQ(part.fault, words == 4 ? FaultKind::kNone : FaultKind::kPackedOverrun);
      EXPECT_EQ(part.unpackedBytes, words * 8);
    }
  }
}

TEST_P(EachKernel, NoByteBehindTheLastWordIsUsed) {
  Random random;
  for (const WordMix& mix : kWordMixes) {
    const ByteVector first = randomWords(random, mix, 70);
    const ByteVector second = randomWords(random, mix, 70);
    const ByteVector packed = packPlainly(first) + packPlainly(second);
    ByteVector back(first.size());
    const UnpackedPart part = unpack(packed, back, kernel());
    EXPECT_EQ(part.fault, FaultKind::kNone);
    EXPECT_EQ(part.usedBytes, packPlainly(first).size());
    EXPECT_EQ(back, first);
  }
}

// A room of any size is filled as far as whole words and runs go, and the rest follows.
TEST_P(EachKernel, PacksIntoRoomsOfAnySizeWhatItWouldIntoOne) {
  Random random;
  for (const WordMix& mix : kWordMixes) {
    const ByteVector piece = randomWords(random, mix, 2000);
    const ByteVector whole = packPlainly(piece);
    for (const std::size_t most : {kMaxPackedRunBytes, std::size_t{2500}, std::size_t{5000}}) {
      ByteVector packed;
      Bytes rest(piece);
      while (!rest.empty()) {
        ByteVector room(kMaxPackedRunBytes + random.below(most - kMaxPackedRunBytes + 1));
        const PackedPart part = pack(rest, room, kernel());
        ASSERT_NE(part.usedBytes, 0u) << "room for a run is room for some";
        packed.insert(packed.end(), room.begin(),
                      room.begin() + static_cast<std::ptrdiff_t>(part.packedBytes));
        rest = rest.from(part.usedBytes);
      }
      ASSERT_EQ(packed, whole) << mix.name;
    }
    for (std::size_t size = 0; size < 40; ++size) {
      ByteVector room(size);
      const PackedPart part = pack(piece, room, kernel());
      ASSERT_EQ(
          ByteVector(room.begin(), room.begin() + static_cast<std::ptrdiff_t>(part.packedBytes)),
          ByteVector(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(part.packedBytes)));
    }
  }
}

// Every pattern of word kinds up to this many words: zero, sparse, nearly full, full.
TEST(PackedBound, IsReachedAndNeverPassed) {
  constexpr std::size_t kMostWords = 7;
  const std::uint64_t kinds[] = {0, 0x0001'0203'0405'0600, 0x0101'0101'0101'0100,
                                 0x0101'0101'0101'0101};
  for (std::size_t words = 0; words <= kMostWords; ++words) {
    std::size_t most = 0;
    for (std::size_t pattern = 0; pattern < std::size_t{1} << (2 * words); ++pattern) {
      ByteVector piece;
      for (std::size_t i = 0; i < words; ++i) {
        support::appendWord(piece, kinds[pattern >> (2 * i) & 3]);
      }
      most = std::max<std::size_t>(most, packedSizeBytes(piece));
    }
    EXPECT_EQ(packedBound(words), most) << words << " words";
  }
}

TEST_P(EachKernel, ReachesTheBoundWithFullWordsAndWordsThatLackTwo) {
  for (const std::size_t words : {1u, 2u, 3u, 4u, 63u, 64u, 65u, 1000u, 1001u}) {
    ByteVector piece;
    for (std::size_t i = 0; i < words; ++i) {
      const bool isFull = i % 2 == 0 || i + 1 == words;
      support::appendWord(piece, isFull ? 0x0101'0101'0101'0101 : 0x0000'0101'0101'0101);
    }
    const ByteVector packed = packWith(kernel(), piece);
    EXPECT_EQ(packed, packPlainly(piece));
    EXPECT_EQ(packed.size(), packedBound(words));
  }
}

}  // namespace
}  // namespace capstan
