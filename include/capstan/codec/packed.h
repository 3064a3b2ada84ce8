// SPDX-License-Identifier: Apache-2.0
// Packing: words without most of their zero bytes, and back.
//
//   tag | the bytes of the word that are not zero    bit i of the tag: byte i is not zero
//   00  | n                                          a zero word and n more of them
//   FF  | 8 bytes | n | 8n bytes                     a full word, and n words as they stand
//
// What pack writes is what the reference writes: a run goes on for as long as words are zero or,
// behind a full word, lack at most one byte, for 255 words at most, and ends where its piece does.
// A message is packed as one piece per segment, with the segment table before them as another.
// What unpack reads may be packed in any other way.
//
// Pure functions over bytes; any alignment; any thread. Cost: see bench/README.md; the vector
// kernels behind them are in packed_kernels.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "capstan/base/bytes.h"
#include "capstan/base/config.h"
#include "capstan/base/fault.h"
#include "capstan/base/units.h"
#include "capstan/codec/packed_kernels.h"

namespace capstan::inline CAPSTAN_ABI {

// The most words of a run after its first.
inline constexpr std::size_t kMaxRunWords = 255;

// The most bytes that a run takes: tag, word, count, words.
inline constexpr std::size_t kMaxPackedRunBytes = 10 + kMaxRunWords * kBytesPerWord;

// The most bytes that a packed byte can stand for: `00 FF` is 256 zero words.
inline constexpr std::size_t kMaxBytesPerPackedByte = (kMaxRunWords + 1) * kBytesPerWord / 2;

// The most bytes that a piece of `words` words packs to.
// A run of full words costs two bytes more than its words, and runs are kept apart by words that
// save one at least, so that k runs cost k + 1 in all; there are (words + 1) / 2 of them at most.
constexpr std::uint64_t packedBound(std::uint64_t words) {
  return words == 0 ? 0 : words * kBytesPerWord + (words + 1) / 2 + 1;
}

// The bytes that a piece packs to, exactly. Requires: whole words. Cost: reads them once.
std::uint64_t packedSizeBytes(Bytes piece) noexcept;

// How far a call of pack came.
struct PackedPart {
  std::size_t usedBytes = 0;    // of the piece: whole words
  std::size_t packedBytes = 0;  // of the room
};

// Packs `piece` into `room` until all of it is packed or the next word or run does not fit.
// packedBound and packedSizeBytes give room for all of it; kMaxPackedRunBytes are room for some.
// The rest of the piece may be packed by a later call: together they write what one would.
// Requires: whole words. Nothing outside the room is written; what follows packedBytes in it may
// be.
PackedPart pack(Bytes piece, std::span<std::byte> room,
                const PackedKernel& kernel = packedKernel()) noexcept;

// How a call of unpack ended.
struct UnpackedPart {
  FaultKind fault = FaultKind::kNone;
  std::size_t usedBytes = 0;      // of the packed bytes
  std::size_t unpackedBytes = 0;  // of the room; all of it unless there is a fault
};

// Unpacks as many words as fill `room` from the front of `packed`.
// Returns: kNone; kPackedTruncated when `packed` ends first; kPackedOverrun when a run goes on
// behind the last word of the room. Requires: a room of whole words.
UnpackedPart unpack(Bytes packed, std::span<std::byte> room,
                    const PackedKernel& kernel = packedKernel()) noexcept;

// What packed bytes are words of.
struct UnpackedSize {
  FaultKind fault = FaultKind::kNone;
  std::uint64_t words = 0;
  std::size_t usedBytes = 0;  // all of them, or those before the word or run that is cut off
};

// Counts the words that `packed` unpacks to. Returns: kNone, or kPackedTruncated when it ends
// inside a word or run; the words and bytes before that. Cost: a look at each tag.
UnpackedSize unpackedSize(Bytes packed) noexcept;

// Unpacks a stream whose bytes come in any pieces into room that comes in any pieces. What a piece
// leaves unfinished (a cut word, the rest of a run) is carried to the next.
class Unpacker {
 public:
  explicit Unpacker(const PackedKernel& kernel = packedKernel()) noexcept : kernel_(&kernel) {}

  // Goes on until `room` is full or `packed` is used up; at the end of a message whose words fill
  // the room no byte behind it is used. Requires: a room of whole words.
  UnpackedPart push(Bytes packed, std::span<std::byte> room) noexcept;

  // Whether the packed bytes so far are whole: no word or run is unfinished.
  bool isWhole() const noexcept { return runWords_ == 0 && heldBytes_ == 0; }
  // The words that are still to come of a run.
  std::size_t runWords() const noexcept { return runWords_; }

 private:
  bool finishHeld(UnpackCursor& cursor) noexcept;
  void hold(UnpackCursor& cursor, std::size_t whole) noexcept;
  void takeRun(const UnpackCursor& cursor) noexcept;

  const PackedKernel* kernel_;
  std::uint32_t runWords_ = 0;
  bool isRunOfZeros_ = false;
  // A word's tag and bytes, or a run's word, as far as they have come.
  std::uint8_t heldBytes_ = 0;
  std::byte held_[10] = {};
};

}  // namespace capstan::inline CAPSTAN_ABI
