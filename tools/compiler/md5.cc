// SPDX-License-Identifier: Apache-2.0
// After RFC 1321. The table is floor(2^32 * abs(sin(i + 1))).
#include "tools/compiler/md5.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <span>
#include <utility>

#include "capstan/base/endian.h"

namespace capstan::inline CAPSTAN_ABI::compiler {
namespace {

constexpr std::size_t kBlockBytes = 64;

using State = std::array<std::uint32_t, 4>;

constexpr std::uint32_t kSines[64] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391,
};

constexpr int kShifts[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};

using Words = std::array<std::uint32_t, 16>;

Words loadWords(std::string_view block) {
  const auto bytes = std::as_bytes(std::span(block));
  Words words{};
  for (std::size_t i = 0; i < words.size(); ++i) {
    words[i] = loadLittle<std::uint32_t>(&bytes[i * sizeof(std::uint32_t)]);
  }
  return words;
}

template <std::size_t kRound>
std::uint32_t mix(std::uint32_t b, std::uint32_t c, std::uint32_t d) {
  if constexpr (kRound == 0) return (b & c) | (~b & d);
  if constexpr (kRound == 1) return (d & b) | (~d & c);
  if constexpr (kRound == 2) return b ^ c ^ d;
  if constexpr (kRound == 3) return c ^ (b | ~d);
}

// Step `kIndex` of 64. The four parts of the state change their roles from step to step.
template <std::size_t kIndex>
void addStep(State& state, const Words& words) {
  constexpr std::size_t kSteps[4] = {1, 5, 3, 7};
  constexpr std::size_t kStarts[4] = {0, 1, 5, 0};
  constexpr std::size_t kRound = kIndex / 16;
  constexpr std::size_t kWord = (kSteps[kRound] * kIndex + kStarts[kRound]) % 16;
  std::uint32_t& a = state[(64 - kIndex) % 4];
  const std::uint32_t b = state[(65 - kIndex) % 4];
  const std::uint32_t c = state[(66 - kIndex) % 4];
  const std::uint32_t d = state[(67 - kIndex) % 4];
  const std::uint32_t sum = a + mix<kRound>(b, c, d) + kSines[kIndex] + words[kWord];
  a = b + std::rotl(sum, kShifts[kRound][kIndex % 4]);
}

template <std::size_t... kIndexes>
void addSteps(State& state, const Words& words, std::index_sequence<kIndexes...>) {
  (addStep<kIndexes>(state, words), ...);
}

void addBlock(State& state, std::string_view block) {
  State added = state;
  addSteps(added, loadWords(block), std::make_index_sequence<64>());
  for (std::size_t i = 0; i < state.size(); ++i) state[i] += added[i];
}

}  // namespace

std::array<std::uint8_t, 16> md5(std::string_view bytes) {
  State state = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
  std::string_view rest = bytes;
  for (; rest.size() >= kBlockBytes; rest.remove_prefix(kBlockBytes)) addBlock(state, rest);

  // A bit that ends the text, and its length at the end of the block.
  std::array<char, 2 * kBlockBytes> last{};
  std::copy(rest.begin(), rest.end(), last.begin());
  last[rest.size()] = '\x80';
  const std::size_t size = rest.size() + 1 + 8 <= kBlockBytes ? kBlockBytes : 2 * kBlockBytes;
  const std::uint64_t bits = std::uint64_t{bytes.size()} * 8;
  for (int i = 0; i < 8; ++i) last[size - 8 + i] = static_cast<char>(bits >> (8 * i));
  for (std::size_t i = 0; i < size; i += kBlockBytes) addBlock(state, {last.data() + i, size - i});

  std::array<std::uint8_t, 16> digest{};
  for (std::size_t i = 0; i < digest.size(); ++i) {
    digest[i] = static_cast<std::uint8_t>(state[i / 4] >> (8 * (i % 4)));
  }
  return digest;
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
