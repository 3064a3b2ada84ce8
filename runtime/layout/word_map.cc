// SPDX-License-Identifier: Apache-2.0
#include "runtime/layout/word_map.h"

#include <algorithm>
#include <bit>
#include <new>

namespace capstan::inline CAPSTAN_ABI::internal {
namespace {

constexpr std::uint64_t kBits = 64;

}  // namespace

bool WordMap::open(MessageContext& message) {
  const std::uint32_t segments = message.segmentCount();
  firstOf_.reset(new (std::nothrow) std::uint64_t[segments]);
  if (firstOf_ == nullptr) return false;
  std::uint64_t elements = 0;
  for (std::uint32_t id = 0; id < segments; ++id) {
    firstOf_[id] = elements;
    elements += (message.segment(id)->sizeWords() + kBits - 1) / kBits;
  }
  bits_.reset(new (std::nothrow) std::uint64_t[elements]());
  return bits_ != nullptr;
}

bool WordMap::take(std::uint32_t segment, std::uint64_t first, std::uint64_t words) {
  std::uint64_t* bits = &bits_[firstOf_[segment]];
  bool wereFree = true;
  while (words != 0) {
    const std::uint64_t bit = first % kBits;
    const std::uint64_t here = std::min(words, kBits - bit);
    const std::uint64_t mask = (~std::uint64_t{0} >> (kBits - here)) << bit;
    std::uint64_t& element = bits[first / kBits];
    wereFree = wereFree && (element & mask) == 0;
    element |= mask;
    first += here;
    words -= here;
  }
  return wereFree;
}

std::uint64_t WordMap::run(std::uint32_t segment, std::uint64_t word, std::uint64_t end,
                           std::uint64_t same) const {
  const std::uint64_t* bits = &bits_[firstOf_[segment]];
  const std::uint64_t begin = word;
  while (word < end) {
    const std::uint64_t bit = word % kBits;
    const auto alike =
        static_cast<std::uint64_t>(std::countr_zero((bits[word / kBits] ^ same) >> bit));
    word += std::min(alike, kBits - bit);
    if (alike < kBits - bit) break;
  }
  return std::min(word, end) - begin;
}

}  // namespace capstan::inline CAPSTAN_ABI::internal
