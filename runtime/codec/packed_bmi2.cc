// SPDX-License-Identifier: Apache-2.0
// Packing with AVX2 and BMI2 (Intel since Haswell, AMD since Zen 3, where pext is fast): pext
// squeezes a word. Unpacking is that of SSSE3, whose shuffle was measured to be a tenth faster than
// pdep.
#include "runtime/codec/vector_kernels.h"

#if defined(__x86_64__)

#include <immintrin.h>

#include <cstring>

#include "runtime/codec/pack_chunk.h"

#define CAPSTAN_BMI2 __attribute__((target("avx2,bmi,bmi2,popcnt")))

namespace capstan::inline CAPSTAN_ABI {
namespace internal {
namespace {

std::uint64_t loadWord(const std::byte* from) {
  std::uint64_t word;
  std::memcpy(&word, from, sizeof(word));
  return word;
}

CAPSTAN_BMI2 inline __m256i load32(const void* from) {
  return _mm256_loadu_si256(static_cast<const __m256i*>(from));
}

CAPSTAN_BMI2 inline std::uint64_t bitsOf(__m256i bytes) {
  return static_cast<unsigned>(_mm256_movemask_epi8(bytes));
}

// Which bytes of each word are kept, at first its tag; and where these and its count go behind the
// word before.
struct Places {
  alignas(32) std::uint8_t kept[kChunkWords];
  alignas(32) std::uint8_t bytesAt[kChunkWords];
  alignas(32) std::uint8_t countAt[kChunkWords];
  alignas(32) std::uint8_t size[kChunkWords];
};

// A byte of ones for each of the 32 bits from `at` on.
CAPSTAN_BMI2 inline __m256i bytesFor(std::uint64_t bits, std::size_t at) {
  const __m256i own = _mm256_set1_epi64x(static_cast<long long>(0x8040'2010'0804'0201));
  const __m256i eight =
      _mm256_setr_epi64x(0, 0x0101'0101'0101'0101, 0x0202'0202'0202'0202, 0x0303'0303'0303'0303);
  const __m256i all = _mm256_set1_epi32(static_cast<int>(bits >> at));
  return _mm256_cmpeq_epi8(_mm256_and_si256(_mm256_shuffle_epi8(all, eight), own), own);
}

CAPSTAN_BMI2 inline __m256i onesIn(__m256i bytes) {
  const __m256i low = _mm256_set1_epi8(0x0F);
  const __m256i counts =
      _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
  const __m256i high = _mm256_and_si256(_mm256_srli_epi16(bytes, 4), low);
  return _mm256_add_epi8(_mm256_shuffle_epi8(counts, _mm256_and_si256(bytes, low)),
                         _mm256_shuffle_epi8(counts, high));
}

// Fills the places of the 32 words from `at` on.
CAPSTAN_BMI2 inline void findPlaces(const RunPlan& plan, std::size_t at, Places& places) {
  const auto store = [&](std::uint8_t* to, __m256i bytes) CAPSTAN_BMI2 {
    _mm256_store_si256(reinterpret_cast<__m256i*>(to + at), bytes);
  };
  const __m256i kept = _mm256_or_si256(load32(places.kept + at), bytesFor(plan.literalRest, at));
  const __m256i bytesAt = _mm256_abs_epi8(bytesFor(plan.begins, at));
  const __m256i countAt = _mm256_add_epi8(bytesAt, onesIn(kept));
  store(places.kept, kept);
  store(places.bytesAt, bytesAt);
  store(places.countAt, countAt);
  store(places.size, _mm256_sub_epi8(countAt, bytesFor(plan.counted, at)));
}

struct Bmi2 {
  static constexpr std::size_t kAheadBytes = kPackAheadBytes;
  using Ready = Places;

  CAPSTAN_BMI2 static WordKinds look(const std::byte* from, std::size_t words, Places& places) {
    std::uint8_t* const tags = places.kept;
    const __m256i zeros = _mm256_setzero_si256();
    std::size_t word = 0;
    for (; word + 4 <= words; word += 4) {
      const auto four = static_cast<unsigned>(
          ~bitsOf(_mm256_cmpeq_epi8(load32(from + word * kBytesPerWord), zeros)));
      std::memcpy(tags + word, &four, sizeof(four));
    }
    for (; word < words; ++word) {
      tags[word] = static_cast<std::uint8_t>(tagOf(loadWord(from + word * kBytesPerWord)));
    }
    WordKinds kinds{};
    const __m256i ones = _mm256_set1_epi8(-1);
    for (std::size_t half = 0; half < kChunkWords; half += 32) {
      const __m256i some = load32(tags + half);
      const __m256i missing = _mm256_xor_si256(some, ones);
      const __m256i others = _mm256_and_si256(missing, _mm256_add_epi8(missing, ones));
      kinds.zero |= bitsOf(_mm256_cmpeq_epi8(some, zeros)) << half;
      kinds.full |= bitsOf(_mm256_cmpeq_epi8(some, ones)) << half;
      kinds.nearlyFull |= bitsOf(_mm256_cmpeq_epi8(others, zeros)) << half;
    }
    return kinds;
  }

  CAPSTAN_BMI2 static void prepare(const RunPlan& plan, Places& places) {
    for (std::size_t half = 0; half < kChunkWords; half += 32) findPlaces(plan, half, places);
  }

  CAPSTAN_BMI2 static std::byte* write(const RunPlan& plan, const Places& places,
                                       const PackCursor& at) {
    const auto packOne = [&](std::size_t word, const PlannedWord& planned,
                             std::byte* to) CAPSTAN_BMI2 {
      const unsigned kept = places.kept[word];
      const std::uint64_t bytes =
          _pext_u64(loadWord(at.from + word * kBytesPerWord), kSpreadMasks[kept]);
      *to = static_cast<std::byte>(kept);
      std::memcpy(to + places.bytesAt[word], &bytes, sizeof(bytes));
      to[places.countAt[word]] = static_cast<std::byte>(planned.count());
      return to + places.size[word];
    };
    return writeWords(plan, at.from, at.to, packOne);
  }
};

}  // namespace

CAPSTAN_BMI2 void packBmi2(PackCursor& cursor) noexcept { packByChunks<Bmi2>(cursor); }

bool bmi2IsUsable() noexcept {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
         __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
}

}  // namespace internal
}  // namespace capstan::inline CAPSTAN_ABI

#endif
