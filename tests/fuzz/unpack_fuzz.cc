// SPDX-License-Identifier: Apache-2.0
// Any bytes as packed words: every kernel unpacks what the plainest unpacking does, at once and
// from pieces into rooms, and refuses what it refuses. Then the same bytes as a packed message:
// what opens reads as the unpacked message does.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "capstan/codec/packed.h"
#include "capstan/message/packed.h"
#include "capstan/message/unmarshal.h"
#include "tests/hostile/walk.h"
#include "tests/support/plain_packing.h"

namespace capstan {
namespace {

using ByteVector = std::vector<std::byte>;

// What a few bytes unpack to is compared byte by byte: not too much of it.
constexpr std::uint64_t kMostWords = 1 << 15;

void require(bool holds) {
  if (!holds) std::abort();
}

void unpackAtOnce(const PackedKernel& kernel, Bytes packed, const ByteVector& words,
                  std::size_t wholeBytes) {
  ByteVector back(words.size());
  UnpackedPart part = unpack(packed.first(wholeBytes), back, kernel);
  require(part.fault == FaultKind::kNone && part.usedBytes == wholeBytes && back == words);
  // A word more than there is.
  back.resize(words.size() + kBytesPerWord);
  part = unpack(packed.first(wholeBytes), back, kernel);
  require(part.fault == FaultKind::kPackedTruncated && part.unpackedBytes == words.size());
}

// Bytes that end inside a word or run, into more room than they fill.
void unpackCutOff(const PackedKernel& kernel, Bytes packed, std::size_t words) {
  ByteVector expected((words + kMaxRunWords + 1) * kBytesPerWord);
  ByteVector back(expected.size());
  const UnpackedPart scalar = unpack(packed, expected, packedKernels().back());
  const UnpackedPart part = unpack(packed, back, kernel);
  require(part.fault == FaultKind::kPackedTruncated && part.fault == scalar.fault);
  require(part.usedBytes == packed.size() && part.unpackedBytes == scalar.unpackedBytes);
  require(std::equal(back.begin(), back.begin() + static_cast<std::ptrdiff_t>(part.unpackedBytes),
                     expected.begin()));
}

void unpackInPieces(const PackedKernel& kernel, Bytes packed, const ByteVector& words,
                    std::size_t pieceBytes, std::size_t roomWords) {
  Unpacker unpacker(kernel);
  ByteVector back;
  ByteVector room(roomWords * kBytesPerWord);
  while (back.size() < words.size()) {
    const Bytes piece = packed.first(std::min(pieceBytes, packed.size()));
    const std::size_t left = words.size() - back.size();
    const UnpackedPart part =
        unpacker.push(piece, std::span(room).first(std::min(left, room.size())));
    require(part.usedBytes != 0 || part.unpackedBytes != 0);
    packed = packed.from(part.usedBytes);
    back.insert(back.end(), room.begin(),
                room.begin() + static_cast<std::ptrdiff_t>(part.unpackedBytes));
  }
  require(unpacker.isWhole() && back == words);
}

void checkWords(Bytes packed) {
  const UnpackedSize size = unpackedSize(packed);
  require((size.fault == FaultKind::kNone) == (size.usedBytes == packed.size()));
  if (size.words > kMostWords) return;
  const Bytes whole = packed.first(size.usedBytes);
  const auto words = support::unpackPlainly(whole);
  require(words.has_value() && words->size() == size.words * kBytesPerWord);
  const bool isCutOff = size.usedBytes != packed.size();
  require(support::unpackPlainly(packed).has_value() != isCutOff);
  const std::size_t seed = packed.empty() ? 0 : std::to_integer<std::size_t>(*packed.data());
  for (const PackedKernel& kernel : packedKernels()) {
    if (!kernel.usable()) continue;
    unpackAtOnce(kernel, packed, *words, size.usedBytes);
    if (isCutOff) unpackCutOff(kernel, packed, words->size() / kBytesPerWord);
    unpackInPieces(kernel, whole, *words, 1 + seed, 1 + seed % 40);
  }
}

std::uint64_t sumOf(const MessageReader& reader) {
  Walk walk(Walk::Manner::kAsItIs);
  walk.pointer(reader.root());
  return walk.sum();
}

void checkMessage(Bytes packed) {
  const ReaderOptions options = {.traversalLimitWords = 5'000, .maxMessageWords = kMostWords};
  PackedMessageReader reader(options);
  std::size_t used = 0;
  if (!reader.reopenPrefix(packed, used).ok()) {
    require(reader.reader().sizeWords() == 0);
    return;
  }
  require(used <= packed.size());
  const auto framed = support::unpackPlainly(packed.first(used));
  require(framed.has_value());
  MessageReader plain(options);
  require(plain.reopen(*framed).ok());
  require(plain.sizeWords() == reader.reader().sizeWords());
  require(sumOf(plain) == sumOf(reader.reader()));
  require(plain.fault() == reader.fault());
}

}  // namespace
}  // namespace capstan

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const capstan::Bytes packed(reinterpret_cast<const std::byte*>(data), size);
  capstan::checkWords(packed);
  capstan::checkMessage(packed);
  return 0;
}
