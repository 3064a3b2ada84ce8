// SPDX-License-Identifier: Apache-2.0
// Unpacking a stream that comes in pieces, into room that comes in pieces: every cut gives the same
// words, and no byte is used before its time.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "capstan/codec/packed.h"
#include "tests/codec/packed_words.h"
#include "tests/support/guard_page.h"
#include "tests/support/plain_packing.h"

namespace capstan {
namespace {

using support::GuardedRegion;
using support::packPlainly;
using support::Random;

class EachUnpacker : public EachKernel {};
INSTANTIATE_TEST_SUITE_P(Packed, EachUnpacker, testing::ValuesIn(usableKernels()), kernelName);

// Hands packed bytes to an unpacker piece by piece, each at the end of readable memory.
class Feeder {
 public:
  Feeder(const PackedKernel& kernel, Bytes packed) : unpacker_(kernel), rest_(packed) {}

  // Takes `most` more packed bytes and unpacks them into rooms of `roomWords` at most.
  void feed(std::size_t most, std::size_t roomWords) {
    const Bytes piece = rest_.first(std::min(most, rest_.size()));
    rest_ = rest_.from(piece.size());
    static GuardedRegion pieceRegion(1 << 16);
    static GuardedRegion roomRegion(1 << 16);
    Bytes left(pieceRegion.placeAtEnd(piece));
    while (true) {
      const auto room = roomRegion.placeAtEnd(ByteVector(roomWords * 8, std::byte{0xEE}));
      const UnpackedPart part = unpacker_.push(left, room);
      EXPECT_EQ(part.fault, FaultKind::kNone);
      EXPECT_EQ(part.unpackedBytes % 8, 0u);
      left = left.from(part.usedBytes);
      words_.insert(words_.end(), room.begin(),
                    room.begin() + static_cast<std::ptrdiff_t>(part.unpackedBytes));
      if (part.unpackedBytes == roomWords * 8) continue;
      EXPECT_TRUE(left.empty()) << "with room left, all bytes are used";
      return;
    }
  }
  bool isDone() const { return rest_.empty(); }
  bool isWhole() const { return unpacker_.isWhole(); }
  const ByteVector& words() const { return words_; }

 private:
  Unpacker unpacker_;
  Bytes rest_;
  ByteVector words_;
};

TEST_P(EachUnpacker, EveryCutInTwoGivesTheSameWords) {
  Random random;
  for (const WordMix& mix : kWordMixes) {
    const ByteVector words = randomWords(random, mix, 40);
    const ByteVector packed = packPlainly(words);
    for (std::size_t cut = 0; cut <= packed.size(); ++cut) {
      Feeder feeder(kernel(), packed);
      feeder.feed(cut, 64);
      feeder.feed(packed.size(), 64);
      ASSERT_TRUE(feeder.isWhole());
      ASSERT_EQ(feeder.words(), words) << mix.name << ", cut at byte " << cut;
    }
  }
}

TEST_P(EachUnpacker, PiecesAndRoomsOfAnySizeGiveTheSameWords) {
  Random random;
  for (const WordMix& mix : kWordMixes) {
    const ByteVector words = randomWords(random, mix, 700);
    const ByteVector packed = packPlainly(words);
    for (const std::uint64_t most : {1u, 3u, 12u, 100u, 2000u}) {
      for (const std::uint64_t roomWords : {1u, 2u, 7u, 300u}) {
        Feeder feeder(kernel(), packed);
        while (!feeder.isDone()) feeder.feed(random.below(most + 1), roomWords);
        ASSERT_TRUE(feeder.isWhole());
        ASSERT_EQ(feeder.words(), words) << mix.name;
      }
    }
  }
}

TEST_P(EachUnpacker, TellsWhetherTheBytesSoFarAreWhole) {
  Random random;
  for (const WordMix& mix : kWordMixes) {
    const ByteVector packed = packPlainly(randomWords(random, mix, 20));
    for (std::size_t cut = 0; cut <= packed.size(); ++cut) {
      Feeder feeder(kernel(), packed);
      feeder.feed(cut, 300);
      const bool isWhole = support::unpackPlainly(Bytes(packed).first(cut)).has_value();
      ASSERT_EQ(feeder.isWhole(), isWhole) << mix.name << ", cut at byte " << cut;
    }
  }
}

// A foreign packer's run may go on from one message into the next.
TEST_P(EachUnpacker, ARunGoesOnInTheNextRoom) {
  const ByteVector zeros = {std::byte{0}, std::byte{9}};
  ByteVector literals(10 + 72, std::byte{7});
  literals[0] = std::byte{0xFF};
  literals[9] = std::byte{9};
  for (const ByteVector& packed : {zeros, literals}) {
    for (std::size_t split = 1; split < 10; ++split) {
      Unpacker unpacker(kernel());
      ByteVector first(split * 8, std::byte{0xEE});
      ByteVector second((10 - split) * 8, std::byte{0xEE});
      const UnpackedPart part = unpacker.push(packed, first);
      EXPECT_EQ(unpacker.runWords(), 10 - split);
      EXPECT_FALSE(unpacker.isWhole());
      EXPECT_EQ(unpacker.push(Bytes(packed).from(part.usedBytes), second).unpackedBytes,
                second.size());
      EXPECT_TRUE(unpacker.isWhole());
      first.insert(first.end(), second.begin(), second.end());
      EXPECT_EQ(first, *support::unpackPlainly(packed));
    }
  }
}

TEST(Unpacker, UsesNothingWithoutRoom) {
  Unpacker unpacker;
  const ByteVector packed(20, std::byte{1});
  EXPECT_EQ(unpacker.push(packed, {}).usedBytes, 0u);
  EXPECT_EQ(unpacker.push({}, {}).usedBytes, 0u);
  ByteVector room(8);
  EXPECT_EQ(unpacker.push({}, room).unpackedBytes, 0u);
  EXPECT_EQ(unpacker.push(Bytes(packed).first(1), {}).usedBytes, 0u) << "not even to hold it";
}

}  // namespace
}  // namespace capstan
