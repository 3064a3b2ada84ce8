// SPDX-License-Identifier: Apache-2.0
// Any words, packed by every kernel: all write what the plainest packing does, in one room of the
// bound, in one of the exact size, and in small ones; and all unpack it to the same words.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "capstan/codec/packed.h"
#include "tests/support/plain_packing.h"

namespace capstan {
namespace {

using ByteVector = std::vector<std::byte>;

void require(bool holds) {
  if (!holds) std::abort();
}

ByteVector packInto(Bytes piece, std::size_t room, const PackedKernel& kernel) {
  ByteVector packed(room);
  const PackedPart part = pack(piece, packed, kernel);
  require(part.usedBytes == piece.size());
  packed.resize(part.packedBytes);
  return packed;
}

ByteVector packInSteps(Bytes piece, std::size_t room, const PackedKernel& kernel) {
  ByteVector packed;
  while (!piece.empty()) {
    ByteVector step(room);
    const PackedPart part = pack(piece, step, kernel);
    require(part.usedBytes % kBytesPerWord == 0);
    require(part.usedBytes != 0 || room < kMaxPackedRunBytes);
    if (part.usedBytes == 0) {
      room = kMaxPackedRunBytes;
      continue;
    }
    packed.insert(packed.end(), step.begin(),
                  step.begin() + static_cast<std::ptrdiff_t>(part.packedBytes));
    piece = piece.from(part.usedBytes);
  }
  return packed;
}

void checkKernel(const PackedKernel& kernel, Bytes words, const ByteVector& packed,
                 std::size_t smallRoom) {
  require(packInto(words, packedBound(words.size() / kBytesPerWord), kernel) == packed);
  require(packInto(words, packed.size(), kernel) == packed);
  require(packInSteps(words, smallRoom, kernel) == packed);
  ByteVector back(words.size());
  const UnpackedPart part = unpack(packed, back, kernel);
  require(part.fault == FaultKind::kNone && part.usedBytes == packed.size());
  require(back == ByteVector(words.data(), words.data() + words.size()));
}

}  // namespace
}  // namespace capstan

// The first byte says how large the small rooms are.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace capstan;
  if (size == 0) return 0;
  const std::size_t smallRoom = std::size_t{data[0]} * 16;
  const std::size_t wholeWords = (size - 1) / kBytesPerWord * kBytesPerWord;
  const ByteVector copy(reinterpret_cast<const std::byte*>(data + 1),
                        reinterpret_cast<const std::byte*>(data + 1) + wholeWords);
  const ByteVector packed = support::packPlainly(copy);
  require(packed.size() == packedSizeBytes(copy));
  require(packed.size() <= packedBound(wholeWords / kBytesPerWord));
  for (const PackedKernel& kernel : packedKernels()) {
    if (kernel.usable()) checkKernel(kernel, copy, packed, smallRoom);
  }
  return 0;
}
