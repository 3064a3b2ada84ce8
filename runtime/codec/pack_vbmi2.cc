// SPDX-License-Identifier: Apache-2.0
// Packing with AVX-512 VBMI2: without a branch per word.
//
// One pass over the words gives their 64 tags in a register, and bit masks of what the words are.
// How far the beginnings of the plan are apart from one another gives the counts. Then six words at
// a time are laid out as 6 x (tag, 8 bytes, count), a mask says which of these 60 bytes are kept,
// and one instruction squeezes them together.
#include "runtime/codec/vector_kernels.h"

#if defined(__x86_64__)

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "capstan/codec/packed.h"
#include "runtime/codec/pack_chunk.h"
#include "runtime/codec/packed_scalar.h"
#include "runtime/codec/vbmi2.h"

namespace capstan::inline CAPSTAN_ABI {
namespace internal {
namespace {

constexpr std::size_t kGroupWords = 6;
constexpr std::size_t kGroups = (kChunkWords + kGroupWords - 1) / kGroupWords;
// Room in which a chunk fits, whole vectors being stored.
constexpr std::size_t kChunkRoomBytes = packedBound(kChunkWords) + kVectorBytes;

// A constant vector of bytes.
struct alignas(kVectorBytes) ByteTable {
  std::uint8_t bytes[kVectorBytes];
};

template <typename Fn>
constexpr ByteTable makeTable(Fn byteAt) {
  ByteTable table{};
  for (std::size_t i = 0; i < kVectorBytes; ++i) {
    table.bytes[i] = static_cast<std::uint8_t>(byteAt(i));
  }
  return table;
}

constexpr ByteTable kIota = makeTable([](std::size_t i) { return i; });
constexpr ByteTable kNext = makeTable([](std::size_t i) { return (i + 1) % kVectorBytes; });
// From the order in which the tags are computed to that of the words.
constexpr ByteTable kTranspose = makeTable([](std::size_t i) { return i % 8 * 8 + i / 8; });
// From 6 words, 6 tags and 6 counts in a register to 6 x (tag, word, count).
constexpr ByteTable kLayout = makeTable([](std::size_t i) -> std::size_t {
  const std::size_t word = i / 10;
  if (word >= kGroupWords) return 63;
  if (i % 10 == 0) return 48 + word;
  return i % 10 == 9 ? 54 + word : 8 * word + i % 10 - 1;
});
// From 64 tags and 64 counts to 4 groups of 6 tags, 6 counts and 4 bytes of nothing.
template <std::size_t kFirstGroup>
constexpr ByteTable kGroupTable = makeTable([](std::size_t i) {
  const std::size_t word = (kFirstGroup + i / 16) * kGroupWords;
  const std::size_t at = i % 16;
  return at < 6 ? std::min<std::size_t>(word + at, 63)
                : 64 + std::min<std::size_t>(word + (at - 6) % 6, 63);
});

CAPSTAN_VBMI2 inline __m512i load(const ByteTable& table) { return _mm512_load_si512(table.bytes); }

// Byte i of the result is byte index[i] of `from`. (g++ 12 warns of the plain intrinsic.)
CAPSTAN_VBMI2 inline __m512i permute(__m512i index, __m512i from) {
  return _mm512_maskz_permutexvar_epi8(~__mmask64{0}, index, from);
}

// The tags of up to 64 words; those of missing words are 0.
template <bool kIsWhole>
CAPSTAN_VBMI2 inline __m512i tagsAt(const std::byte* from, std::size_t words) {
  const __m512i ones = _mm512_set1_epi8(1);
  __m512i tags = _mm512_setzero_si512();
  for (std::size_t i = 0; i < 8; ++i) {
    const __mmask8 there =
        static_cast<__mmask8>(kIsWhole ? 0xFF : lowBits(words - std::min(words, 8 * i)));
    const __m512i eight = kIsWhole ? _mm512_loadu_si512(from + i * kVectorBytes)
                                   : _mm512_maskz_loadu_epi64(there, from + i * kVectorBytes);
    // As an 8 x 8 bit matrix, a word of zeros and ones maps the bit 1 to its tag, reversed. Only
    // byte i is mapped, so that the eight results fill one register.
    const __m512i bit = _mm512_set1_epi64(static_cast<long long>(std::uint64_t{1} << (8 * i)));
    tags =
        _mm512_or_si512(tags, _mm512_gf2p8affine_epi64_epi8(bit, _mm512_min_epu8(eight, ones), 0));
  }
  const __m512i reversal = _mm512_set1_epi64(static_cast<long long>(0x8040'2010'0804'0201));
  return permute(load(kTranspose), _mm512_gf2p8affine_epi64_epi8(tags, reversal, 0));
}

CAPSTAN_VBMI2 inline WordKinds kindsOf(__m512i tags) {
  return {.zero = _mm512_testn_epi8_mask(tags, tags),
          .full = _mm512_cmpeq_epi8_mask(tags, _mm512_set1_epi8(-1)),
          .nearlyFull = _mm512_cmpge_epu8_mask(_mm512_popcnt_epi8(tags), _mm512_set1_epi8(7))};
}

// What is kept of each word, and the tags and counts of each group, as kLayout wants them.
struct Groups {
  alignas(kVectorBytes) std::uint8_t kept[kVectorBytes];
  alignas(kVectorBytes) std::uint8_t tagsAndCounts[3 * kVectorBytes];
};

CAPSTAN_VBMI2 inline void layOut(const RunPlan& plan, __m512i tags, Groups& groups) {
  const __m512i end = _mm512_set1_epi8(static_cast<char>(plan.words));
  const __m512i at = _mm512_mask_compress_epi8(end, plan.begins, load(kIota));
  const __m512i next = _mm512_mask_permutexvar_epi8(end, lowBits(63), load(kNext), at);
  const __m512i length = _mm512_sub_epi8(_mm512_sub_epi8(next, at), _mm512_set1_epi8(1));
  const __m512i counts = _mm512_maskz_expand_epi8(plan.begins, length);
  const __m512i all = _mm512_set1_epi8(-1);
  const __m512i kept = _mm512_mask_mov_epi8(tags, plan.literalRest, all);
  _mm512_store_si512(groups.kept, _mm512_maskz_mov_epi8(lowBits(plan.words), kept));
  std::uint8_t* to = groups.tagsAndCounts;
  _mm512_store_si512(to, _mm512_permutex2var_epi8(tags, load(kGroupTable<0>), counts));
  _mm512_store_si512(to + 64, _mm512_permutex2var_epi8(tags, load(kGroupTable<4>), counts));
  _mm512_store_si512(to + 128, _mm512_permutex2var_epi8(tags, load(kGroupTable<8>), counts));
}

// Bit 10i, bits 10i + 1 to 10i + 8, and bit 10i + 9, for six words.
constexpr std::uint64_t kTagBits = 0x0004'0100'4010'0401;
constexpr std::uint64_t kByteBits = kTagBits * 0x1FE;
constexpr std::uint64_t kCountBits = kTagBits << 9;

// Packs six words, or as many as there are from `word` on.
template <bool kIsTight>
[[gnu::always_inline]] CAPSTAN_VBMI2 inline std::byte* packGroup(
    const RunPlan& plan, const Groups& groups, std::size_t word, std::size_t words,
    const std::byte* from, std::byte* to) {
  // From inside the vector that was stored: a load across its end would have to wait for it.
  const std::size_t keptAt = std::min(word, kChunkWords - sizeof(std::uint64_t));
  std::uint64_t kept;
  std::memcpy(&kept, groups.kept + keptAt, sizeof(kept));
  kept >>= 8 * (word - keptAt);
  const std::uint64_t mask = _pdep_u64(plan.begins >> word, kTagBits) | _pdep_u64(kept, kByteBits) |
                             _pdep_u64(plan.counted >> word, kCountBits);
  const __m512i tagsAndCounts =
      _mm512_maskz_broadcast_i32x4(0xFFFF, _mm_load_si128(reinterpret_cast<const __m128i*>(
                                               groups.tagsAndCounts + word / kGroupWords * 16)));
  const std::uint64_t bytes = lowBits(std::min(words - word, kGroupWords) * kBytesPerWord);
  const __m512i group = _mm512_mask_loadu_epi8(tagsAndCounts, bytes, from + word * kBytesPerWord);
  const __m512i packed = _mm512_maskz_compress_epi8(mask, permute(load(kLayout), group));
  const auto size = static_cast<std::size_t>(_mm_popcnt_u64(mask));
  if constexpr (kIsTight) {
    _mm512_mask_storeu_epi8(to, lowBits(size), packed);
  } else {
    _mm512_storeu_si512(to, packed);
  }
  return to + size;
}

// Packs the words of the plan, 64 of them; whole vectors are stored.
template <std::size_t... kGroup>
CAPSTAN_VBMI2 inline std::byte* packWhole(const RunPlan& plan, const Groups& groups,
                                          const std::byte* from, std::byte* to,
                                          std::index_sequence<kGroup...>) {
  ((to = packGroup<false>(plan, groups, kGroup * kGroupWords, kChunkWords, from, to)), ...);
  return to;
}

// Packs the words of the plan and stores nothing behind them.
CAPSTAN_VBMI2 inline std::byte* packTight(const RunPlan& plan, const Groups& groups,
                                          const std::byte* from, std::byte* to) {
  for (std::size_t word = 0; word < plan.words; word += kGroupWords) {
    to = packGroup<true>(plan, groups, word, plan.words, from, to);
  }
  return to;
}

struct Vbmi2 {
  static constexpr std::size_t kAheadBytes = 0;
  using Ready = Groups;

  CAPSTAN_VBMI2 static WordKinds look(const std::byte* from, std::size_t words, Groups& groups) {
    const __m512i tags =
        words == kChunkWords ? tagsAt<true>(from, words) : tagsAt<false>(from, words);
    _mm512_store_si512(groups.kept, tags);
    return kindsOf(tags);
  }

  CAPSTAN_VBMI2 static void prepare(const RunPlan& plan, Groups& groups) {
    layOut(plan, _mm512_load_si512(groups.kept), groups);
  }

  CAPSTAN_VBMI2 static std::byte* write(const RunPlan& plan, const Groups& groups,
                                        const PackCursor& at) {
    const auto room = static_cast<std::size_t>(at.toEnd - at.to);
    return plan.words == kChunkWords && room >= kChunkRoomBytes
               ? packWhole(plan, groups, at.from, at.to, std::make_index_sequence<kGroups>())
               : packTight(plan, groups, at.from, at.to);
  }
};

}  // namespace

CAPSTAN_VBMI2 void packVbmi2(PackCursor& cursor) noexcept { packByChunks<Vbmi2>(cursor); }

bool vbmi2IsUsable() noexcept {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2") &&
         __builtin_cpu_supports("avx512bitalg") && __builtin_cpu_supports("gfni") &&
         __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
         __builtin_cpu_supports("popcnt");
}

}  // namespace internal
}  // namespace capstan::inline CAPSTAN_ABI

#endif
