// SPDX-License-Identifier: Apache-2.0
#include "capstan/layout/sort.h"

#include "capstan/layout/upgrade.h"

namespace capstan::inline CAPSTAN_ABI::internal {

void permute(const ListBuilder& list, std::span<const std::uint32_t> order) {
  const std::size_t stepBytes = list.stepBytes();
  if (stepBytes == 0) return;
  const std::vector<std::byte> old(list.data(), list.data() + list.size() * stepBytes);
  for (std::uint32_t i = 0; i < list.size(); ++i) {
    if (order[i] == i) continue;
    const std::byte* from = old.data() + order[i] * stepBytes;
    std::byte* to = list.elementAtUnchecked(i);
    std::memcpy(to, from, stepBytes);
    const std::int64_t words =
        (std::int64_t{i} - order[i]) * static_cast<std::int64_t>(stepBytes / kBytesPerWord);
    for (std::uint16_t p = 0; p < list.pointers(); ++p) {
      std::byte* at = to + list.dataBytes() + p * kBytesPerWord;
      movedWithin(WirePointer::load(at), words).store(at);
    }
  }
}

}  // namespace capstan::inline CAPSTAN_ABI::internal
