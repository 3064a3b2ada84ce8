// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/struct_layout.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

std::optional<std::uint32_t> HoleSet::take(unsigned width) {
  unsigned found = width;
  while (found < kWordWidth && holes_[found] == 0) ++found;
  if (found >= kWordWidth) return std::nullopt;
  std::uint32_t offset = holes_[found];
  holes_[found] = 0;
  // Split: the front is kept, each upper half becomes a hole.
  for (unsigned at = found; at > width;) {
    --at;
    offset *= 2;
    holes_[at] = offset + 1;
  }
  return offset;
}

unsigned HoleSet::widths() const {
  unsigned out = 0;
  for (unsigned at = 0; at < kWordWidth; ++at) {
    if (holes_[at] != 0) out |= 1u << at;
  }
  return out;
}

void HoleSet::addAfter(std::uint32_t offset, unsigned width, unsigned limit) {
  for (unsigned at = width; at < limit; ++at) {
    holes_[at] = offset + 1;
    offset = offset / 2;
  }
}

bool HoleSet::grow(unsigned width, std::uint32_t offset, unsigned factor) {
  for (unsigned i = 0; i < factor; ++i) {
    std::uint32_t at = offset >> i;
    if (width + i >= kWordWidth || holes_[width + i] != at + 1) return false;
  }
  for (unsigned i = 0; i < factor; ++i) holes_[width + i] = 0;
  return true;
}

std::uint32_t StructLayout::addData(unsigned width) {
  if (std::optional<std::uint32_t> hole = holes_.take(width)) return *hole;
  std::uint32_t offset = dataWords_++ << (kWordWidth - width);
  holes_.addAfter(offset, width, kWordWidth);
  return offset;
}

bool StructLayout::growData(unsigned width, std::uint32_t offset, unsigned factor) {
  return holes_.grow(width, offset, factor);
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
