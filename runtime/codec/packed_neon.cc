// SPDX-License-Identifier: Apache-2.0
// The kernel for 64-bit ARM, all of which have these instructions: one table look-up squeezes or
// spreads a word.
#include "runtime/codec/vector_kernels.h"

#if defined(__aarch64__)

#include <arm_neon.h>

#include "runtime/codec/pack_chunk.h"
#include "runtime/codec/shuffles.h"
#include "runtime/codec/unpack_words.h"

namespace capstan::inline CAPSTAN_ABI {
namespace internal {
namespace {

const std::uint8_t* at(const std::byte* from) {
  return reinterpret_cast<const std::uint8_t*>(from);
}
std::uint8_t* at(std::byte* to) { return reinterpret_cast<std::uint8_t*>(to); }

// A bit for each byte, which is all ones or zero, in the low byte of either half.
uint64x2_t bitsOfHalves(uint8x16_t bytes) {
  const uint8x16_t own = vreinterpretq_u8_u64(vdupq_n_u64(0x8040'2010'0804'0201));
  return vpaddlq_u32(vpaddlq_u16(vpaddlq_u8(vandq_u8(bytes, own))));
}

std::uint64_t bitsOf(uint8x16_t bytes) {
  const uint64x2_t halves = bitsOfHalves(bytes);
  return vgetq_lane_u64(halves, 0) | vgetq_lane_u64(halves, 1) << 8;
}

void packWord(const std::byte* word, unsigned tagAndCount, const std::uint8_t* shuffle,
              std::byte* to) {
  const uint8x16_t all = vcombine_u8(vld1_u8(at(word)), vcreate_u8(tagAndCount));
  vst1q_u8(at(to), vqtbl1q_u8(all, vld1q_u8(shuffle)));
}

struct Neon {
  static constexpr std::size_t kAheadBytes = kPackAheadBytes;
  using Ready = Tags;

  static WordKinds look(const std::byte* from, std::size_t words, Tags& ready) {
    std::uint8_t* const tags = ready.of;
    std::size_t word = 0;
    for (; word + 2 <= words; word += 2) {
      const uint8x16_t two = vld1q_u8(at(from + word * kBytesPerWord));
      const uint64x2_t both = bitsOfHalves(vtstq_u8(two, two));
      tags[word] = static_cast<std::uint8_t>(vgetq_lane_u64(both, 0));
      tags[word + 1] = static_cast<std::uint8_t>(vgetq_lane_u64(both, 1));
    }
    if (word < words) {
      tags[word] =
          static_cast<std::uint8_t>(tagOf(loadLittle<std::uint64_t>(from + word * kBytesPerWord)));
    }
    WordKinds kinds{};
    for (std::size_t part = 0; part < kChunkWords; part += 16) {
      const uint8x16_t some = vld1q_u8(tags + part);
      kinds.zero |= bitsOf(vceqzq_u8(some)) << part;
      kinds.full |= bitsOf(vceqq_u8(some, vdupq_n_u8(0xFF))) << part;
      kinds.nearlyFull |= bitsOf(vcgeq_u8(vcntq_u8(some), vdupq_n_u8(7))) << part;
    }
    return kinds;
  }

  static void prepare(const RunPlan&, Tags&) {}

  static std::byte* write(const RunPlan& plan, const Tags& tags, const PackCursor& cursor) {
    return writeShuffled<packWord>(plan, tags, cursor.from, cursor.to);
  }

  static void unpackWord(const std::byte* from, unsigned tag, std::byte* to) {
    vst1_u8(at(to), vtbl1_u8(vld1_u8(at(from)), vld1_u8(kSpreadShuffles[tag].data())));
  }
};

}  // namespace

void packNeon(PackCursor& cursor) noexcept { packByChunks<Neon>(cursor); }
void unpackNeon(UnpackCursor& cursor) noexcept { unpackByWords<Neon>(cursor); }

}  // namespace internal
}  // namespace capstan::inline CAPSTAN_ABI

#endif
