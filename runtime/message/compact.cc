// SPDX-License-Identifier: Apache-2.0
#include "capstan/layout/copy.h"
#include "capstan/layout/size.h"
#include "capstan/message/message_builder.h"

namespace capstan::inline CAPSTAN_ABI {
namespace {

absl::Status outOfMemory() {
  return absl::ResourceExhaustedError("compact: no memory for a copy of the message");
}

}  // namespace

std::uint64_t MessageBuilder::wastedWords() & {
  const std::uint64_t alive = internal::wordsInPlace(root().asReader());
  const std::uint64_t size = sizeWords() - 1;  // the root pointer is never wasted
  return alive < size ? size - alive : 0;
}

absl::Status MessageBuilder::compact() {
  const PointerReader from = root().asReader();
  Buffer memory;  // outlives the arena in it
  ArenaOptions options;
  if (!arena_.standInOptions(options, memory)) return outOfMemory();
  Arena standIn(options, arena_.pool());
  standIn.setCapabilityTable(arena_.capabilityTable());
  const std::uint64_t words = totalSize(from).words;
  const bool fitsASegment = words < kMaxSegmentWords;
  if (words == kUnlimited || (fitsASegment && !standIn.reserve(words))) return outOfMemory();
  std::byte* to = standIn.root();
  internal::copyTarget(from, &standIn.first(), to);
  arena_.takeOver(standIn);
  return absl::OkStatus();
}

}  // namespace capstan::inline CAPSTAN_ABI
