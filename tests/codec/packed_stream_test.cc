// SPDX-License-Identifier: Apache-2.0
// Packing to a sink and unpacking from a source that take and give as little as they please, are
// not ready, or fail: nothing is lost or doubled, and the buffer goes back to its pool.
#include "capstan/codec/packed_stream.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "capstan/pool/buffer_pool.h"
#include "tests/codec/packed_words.h"
#include "tests/support/plain_packing.h"

namespace capstan {
namespace {

using support::packPlainly;
using support::Random;

// What a stream below does, call by call: so many bytes at most, or an error first.
struct Behaviour {
  std::size_t most = SIZE_MAX;
  bool isOftenUnready = false;
  // The call that fails, counted from 0.
  std::size_t failingCall = SIZE_MAX;
};

class Steps {
 public:
  explicit Steps(Behaviour behaviour) : behaviour_(behaviour) {}

  absl::StatusOr<std::size_t> next(std::size_t wanted) {
    const std::size_t call = calls_++;
    if (call == behaviour_.failingCall) return absl::DataLossError("the disk is gone");
    if (behaviour_.isOftenUnready && call % 2 == 0) return absl::UnavailableError("not now");
    return std::min(wanted, behaviour_.most);
  }

 private:
  Behaviour behaviour_;
  std::size_t calls_ = 0;
};

class VectorSink : public ByteSink {
 public:
  explicit VectorSink(Behaviour behaviour = {}) : steps_(behaviour) {}

  absl::StatusOr<std::size_t> write(std::span<const iovec> pieces) override {
    std::size_t size = 0;
    for (const iovec& piece : pieces) size += piece.iov_len;
    const absl::StatusOr<std::size_t> step = steps_.next(size);
    if (!step.ok()) return step;
    std::size_t left = *step;
    for (const iovec& piece : pieces) {
      const auto* from = static_cast<const std::byte*>(piece.iov_base);
      const std::size_t now = std::min(left, piece.iov_len);
      bytes.insert(bytes.end(), from, from + now);
      left -= now;
    }
    return step;
  }

  ByteVector bytes;

 private:
  Steps steps_;
};

class VectorSource : public ByteSource {
 public:
  explicit VectorSource(Bytes bytes, Behaviour behaviour = {}) : steps_(behaviour), left_(bytes) {}

  absl::StatusOr<std::size_t> read(std::span<std::byte> room) override {
    const absl::StatusOr<std::size_t> step = steps_.next(std::min(room.size(), left_.size()));
    if (!step.ok()) return step;
    std::copy_n(left_.data(), *step, room.begin());
    left_ = left_.from(*step);
    return step;
  }

 private:
  Steps steps_;
  Bytes left_;
};

const std::vector<Behaviour>& behaviours() {
  static const std::vector<Behaviour> kAll = {
      {}, {.most = 1}, {.most = 7}, {.most = 100, .isOftenUnready = true}, {.most = 5000}};
  return kAll;
}

std::vector<ByteVector> somePieces() {
  Random random;
  std::vector<ByteVector> pieces;
  for (const WordMix& mix : kWordMixes) {
    for (const std::size_t words : {0u, 1u, 5u, 700u}) {
      pieces.push_back(randomWords(random, mix, words));
    }
  }
  return pieces;
}

iovec asPiece(const ByteVector& bytes) {
  return {const_cast<std::byte*>(bytes.data()), bytes.size()};
}

std::vector<iovec> asPieces(const std::vector<ByteVector>& all) {
  std::vector<iovec> pieces;
  for (const ByteVector& bytes : all) pieces.push_back(asPiece(bytes));
  return pieces;
}

ByteVector packedOneByOne(const std::vector<ByteVector>& all) {
  ByteVector packed;
  for (const ByteVector& piece : all) {
    const ByteVector one = packPlainly(piece);
    packed.insert(packed.end(), one.begin(), one.end());
  }
  return packed;
}

ByteVector joined(const std::vector<ByteVector>& all) {
  ByteVector words;
  for (const ByteVector& piece : all) words.insert(words.end(), piece.begin(), piece.end());
  return words;
}

TEST(PackedSink, PacksEachPieceByItselfWhateverTheSinkTakes) {
  const std::vector<ByteVector> all = somePieces();
  for (const Behaviour& behaviour : behaviours()) {
    VectorSink sink(behaviour);
    PackedSink packed(sink);
    std::vector<iovec> pieces = asPieces(all);
    absl::Status status;
    do {
      status = writeAll(packed, pieces);
    } while (absl::IsUnavailable(status));
    ASSERT_TRUE(status.ok()) << status;
    do {
      status = packed.flush();
    } while (absl::IsUnavailable(status));
    ASSERT_TRUE(status.ok()) << status;
    EXPECT_EQ(sink.bytes, packedOneByOne(all));
  }
}

TEST(PackedSink, AFailureComesThroughAndWhatWasTakenIsNotTakenAgain) {
  const std::vector<ByteVector> all = somePieces();
  const ByteVector whole = packedOneByOne(all);
  for (std::size_t call = 0; call < 10; ++call) {
    VectorSink sink({.most = 3000, .failingCall = call});
    PackedSink packed(sink);
    std::vector<iovec> pieces = asPieces(all);
    int failures = 0;
    absl::Status status = writeAll(packed, pieces);
    for (; !status.ok(); status = writeAll(packed, pieces)) {
      EXPECT_EQ(status.code(), absl::StatusCode::kDataLoss);
      ASSERT_EQ(++failures, 1);
    }
    while (!packed.flush().ok()) ASSERT_EQ(++failures, 1);
    EXPECT_EQ(failures, 1) << "failing at call " << call;
    EXPECT_EQ(sink.bytes, whole) << "failing at call " << call;
  }
}

TEST(PackedSink, APieceThatIsNotWholeWordsIsRefused) {
  VectorSink sink;
  PackedSink packed(sink);
  const ByteVector words(16);
  const ByteVector odd(9);
  const iovec pieces[] = {asPiece(words), asPiece(odd)};
  EXPECT_EQ(packed.write(pieces).status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_TRUE(packed.flush().ok());
  EXPECT_TRUE(sink.bytes.empty()) << "nothing is half written";
}

// Reads to the end in rooms of the sizes that `roomBytes()` says.
template <typename RoomBytes>
absl::Status readAll(ByteSource& source, ByteVector& to, RoomBytes roomBytes) {
  while (true) {
    ByteVector room(roomBytes());
    const absl::StatusOr<std::size_t> got = source.read(room);
    if (absl::IsUnavailable(got.status())) continue;
    if (!got.ok()) return got.status();
    if (*got == 0) return absl::OkStatus();
    to.insert(to.end(), room.begin(), room.begin() + static_cast<std::ptrdiff_t>(*got));
  }
}

TEST(PackedSource, GivesTheWordsWhateverTheSourceGivesAndTheReaderAsks) {
  const std::vector<ByteVector> all = somePieces();
  const ByteVector packed = packedOneByOne(all);
  Random random;
  for (const Behaviour& behaviour : behaviours()) {
    for (const std::uint64_t most : {1u, 7u, 8u, 30u, 4000u, 100'000u}) {
      VectorSource source(packed, behaviour);
      PackedSource unpacked(source);
      ByteVector words;
      ASSERT_TRUE(readAll(unpacked, words, [&] { return 1 + random.below(most); }).ok());
      ASSERT_EQ(words, joined(all)) << "rooms of up to " << most << " bytes";
      EXPECT_EQ(unpacked.usedBytes(), packed.size());
      EXPECT_TRUE(unpacked.ahead().empty());
    }
  }
}

TEST(PackedSource, EveryTruncationInsideAWordOrRunIsAnErrorWithItsOffset) {
  Random random;
  const ByteVector packed = packPlainly(randomWords(random, kWordMixes[1], 60));
  for (std::size_t cut = 0; cut <= packed.size(); ++cut) {
    const Bytes front = Bytes(packed).first(cut);
    VectorSource source(front, {.most = 5});
    PackedSource unpacked(source);
    ByteVector words;
    const absl::Status status = readAll(unpacked, words, [] { return std::size_t{64}; });
    const auto plain = support::unpackPlainly(front);
    EXPECT_EQ(status.ok(), plain.has_value()) << cut;
    if (plain.has_value()) {
      EXPECT_EQ(words, *plain);
      continue;
    }
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    const std::string offset = "(at byte " + std::to_string(cut) + ")";
    EXPECT_NE(status.message().find(offset), status.message().npos) << status;
  }
}

TEST(PackedSource, AFailureComesThroughAndNothingIsLost) {
  Random random;
  const ByteVector words = randomWords(random, kWordMixes[0], 3000);
  const ByteVector packed = packPlainly(words);
  for (std::size_t call = 0; call < 10; ++call) {
    VectorSource source(packed, {.most = 2000, .failingCall = call});
    PackedSource unpacked(source);
    ByteVector got;
    absl::Status status = readAll(unpacked, got, [] { return std::size_t{100}; });
    EXPECT_EQ(status.code(), absl::StatusCode::kDataLoss);
    EXPECT_TRUE(readAll(unpacked, got, [] { return std::size_t{100}; }).ok());
    EXPECT_EQ(got, words);
  }
}

TEST(PackedSource, WhatWasReadAheadCanBeHad) {
  Random random;
  const ByteVector first = randomWords(random, kWordMixes[0], 50);
  ByteVector stream = packPlainly(first);
  const ByteVector behind(100, std::byte{0x5A});
  stream.insert(stream.end(), behind.begin(), behind.end());
  VectorSource source(stream);
  PackedSource unpacked(source);
  ByteVector words(first.size());
  ASSERT_EQ(unpacked.read(words).value(), first.size());
  EXPECT_EQ(words, first);
  EXPECT_EQ(unpacked.usedBytes(), packPlainly(first).size());
  EXPECT_TRUE(std::equal(behind.begin(), behind.end(), unpacked.ahead().data()));
  EXPECT_EQ(unpacked.ahead().size(), behind.size());
}

TEST(PackedStreams, HoldOneBufferEachAndGiveItBack) {
  const BufferPool pool = *BufferPool::create();
  const auto outstanding = [&] {
    return pool.stats().buckets[bucketFor(kPackedStreamBytes, 512)].outstanding;
  };
  const std::vector<ByteVector> all = somePieces();
  const ByteVector packed = packedOneByOne(all);
  for (const std::size_t failingCall : {std::size_t{2}, SIZE_MAX}) {
    VectorSink below({.most = 1000, .failingCall = failingCall});
    VectorSource source(packed, {.most = 1000, .failingCall = failingCall});
    {
      PackedSink sink(below, pool.handle());
      PackedSource unpacked(source, pool.handle());
      EXPECT_EQ(outstanding(), 2u);
      std::vector<iovec> pieces = asPieces(all);
      EXPECT_EQ(writeAll(sink, pieces).ok(), failingCall == SIZE_MAX);
      ByteVector words;
      EXPECT_EQ(readAll(unpacked, words, [] { return std::size_t{512}; }).ok(),
                failingCall == SIZE_MAX);
    }
    EXPECT_EQ(outstanding(), 0u);
    EXPECT_TRUE(pool.stats().isBalanced());
  }
}

}  // namespace
}  // namespace capstan
