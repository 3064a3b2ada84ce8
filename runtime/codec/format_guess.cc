// SPDX-License-Identifier: Apache-2.0
#include "capstan/codec/format_guess.h"

#include "capstan/codec/framing.h"
#include "capstan/codec/packed_framing.h"

namespace capstan::inline CAPSTAN_ABI {
namespace {

constexpr std::uint64_t kAnyWords = ~std::uint64_t{0};

}  // namespace

bool looksFramed(Bytes bytes) noexcept {
  SegmentTable table;
  return parseSegmentTable(bytes, kAnyWords, table) == FaultKind::kNone &&
         table.contentWords != 0 && table.messageBytes() <= bytes.size();
}

bool looksPacked(Bytes bytes) noexcept {
  PackedTable packed;
  if (unpackTable(bytes, kAnyWords, packed) != FaultKind::kNone) return false;
  if (packed.table.contentWords == 0) return false;
  const UnpackedSize size = unpackedSize(bytes);
  return size.fault == FaultKind::kNone &&
         packed.table.messageBytes() <= size.words * kBytesPerWord;
}

}  // namespace capstan::inline CAPSTAN_ABI
