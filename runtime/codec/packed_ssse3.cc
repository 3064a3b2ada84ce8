// SPDX-License-Identifier: Apache-2.0
// The kernel for processors with SSSE3 (nearly all of x86-64, among them those whose pext and pdep
// are slow): one shuffle squeezes or spreads a word.
#include "runtime/codec/vector_kernels.h"

#if defined(__x86_64__)

#include <tmmintrin.h>

#include "runtime/codec/pack_chunk.h"
#include "runtime/codec/shuffles.h"
#include "runtime/codec/unpack_words.h"

#define CAPSTAN_SSSE3 __attribute__((target("ssse3")))

namespace capstan::inline CAPSTAN_ABI {
namespace internal {
namespace {

CAPSTAN_SSSE3 inline __m128i load16(const void* from) {
  return _mm_loadu_si128(static_cast<const __m128i*>(from));
}

CAPSTAN_SSSE3 inline __m128i load8(const void* from) {
  return _mm_loadl_epi64(static_cast<const __m128i*>(from));
}

CAPSTAN_SSSE3 inline void store8(void* to, __m128i bytes) {
  _mm_storel_epi64(static_cast<__m128i*>(to), bytes);
}

CAPSTAN_SSSE3 inline void store16(void* to, __m128i bytes) {
  _mm_storeu_si128(static_cast<__m128i*>(to), bytes);
}

CAPSTAN_SSSE3 inline std::uint64_t bitsOf(__m128i bytes) {
  return static_cast<unsigned>(_mm_movemask_epi8(bytes));
}

CAPSTAN_SSSE3 inline void packWord(const std::byte* word, unsigned tagAndCount,
                                   const std::uint8_t* shuffle, std::byte* to) {
  const __m128i all = _mm_insert_epi16(load8(word), static_cast<int>(tagAndCount), 4);
  store16(to, _mm_shuffle_epi8(all, load16(shuffle)));
}

struct Ssse3 {
  static constexpr std::size_t kAheadBytes = kPackAheadBytes;
  using Ready = Tags;

  CAPSTAN_SSSE3 static WordKinds look(const std::byte* from, std::size_t words, Tags& ready) {
    std::uint8_t* const tags = ready.of;
    const __m128i zeros = _mm_setzero_si128();
    std::size_t word = 0;
    for (; word + 2 <= words; word += 2) {
      const std::uint64_t two = ~bitsOf(_mm_cmpeq_epi8(load16(from + word * kBytesPerWord), zeros));
      tags[word] = static_cast<std::uint8_t>(two);
      tags[word + 1] = static_cast<std::uint8_t>(two >> 8);
    }
    if (word < words) {
      tags[word] = static_cast<std::uint8_t>(
          ~bitsOf(_mm_cmpeq_epi8(load8(from + word * kBytesPerWord), zeros)));
    }
    WordKinds kinds{};
    const __m128i ones = _mm_set1_epi8(-1);
    for (std::size_t part = 0; part < kChunkWords; part += 16) {
      const __m128i some = load16(tags + part);
      const __m128i missing = _mm_xor_si128(some, ones);
      const __m128i others = _mm_and_si128(missing, _mm_add_epi8(missing, ones));
      kinds.zero |= bitsOf(_mm_cmpeq_epi8(some, zeros)) << part;
      kinds.full |= bitsOf(_mm_cmpeq_epi8(some, ones)) << part;
      kinds.nearlyFull |= bitsOf(_mm_cmpeq_epi8(others, zeros)) << part;
    }
    return kinds;
  }

  CAPSTAN_SSSE3 static void prepare(const RunPlan&, Tags&) {}

  CAPSTAN_SSSE3 static std::byte* write(const RunPlan& plan, const Tags& tags,
                                        const PackCursor& at) {
    return writeShuffled<packWord>(plan, tags, at.from, at.to);
  }

  CAPSTAN_SSSE3 static void unpackWord(const std::byte* from, unsigned tag, std::byte* to) {
    store8(to, _mm_shuffle_epi8(load8(from), load8(kSpreadShuffles[tag].data())));
  }
};

}  // namespace

CAPSTAN_SSSE3 void packSsse3(PackCursor& cursor) noexcept { packByChunks<Ssse3>(cursor); }

CAPSTAN_SSSE3 void unpackSsse3(UnpackCursor& cursor) noexcept { unpackByWords<Ssse3>(cursor); }

bool ssse3IsUsable() noexcept { return __builtin_cpu_supports("ssse3"); }

}  // namespace internal
}  // namespace capstan::inline CAPSTAN_ABI

#endif
