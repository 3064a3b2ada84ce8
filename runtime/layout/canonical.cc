// SPDX-License-Identifier: Apache-2.0
#include "capstan/layout/canonical.h"

#include <utility>

#include "capstan/arena/arena.h"
#include "capstan/base/fault_status.h"
#include "capstan/layout/hash.h"
#include "runtime/layout/copier.h"

namespace capstan::inline CAPSTAN_ABI {
namespace internal {
namespace {

using Measurer = Copier<CopyMode::kMeasureCanonical>;
using Writer = Copier<CopyMode::kCanonical>;

Copied startCopy(auto& copier, const StructReader& from, Segment* segment, std::byte* at) {
  return copier.ofStruct(from, segment, at);
}
Copied startCopy(auto& copier, const ListReader& from, Segment* segment, std::byte* at) {
  return copier.ofList(from, segment, at);
}
Copied startCopy(auto& copier, const PointerReader& from, Segment* segment, std::byte* at) {
  return copier.ofPointer(from, segment, at);
}

absl::Status outOfMemory() {
  return absl::ResourceExhaustedError("no memory for the canonical form");
}

absl::Status faultOf(const auto& from) {
  if (from.segment() == nullptr) return absl::InvalidArgumentError("a constant is malformed");
  const Fault fault = from.segment()->context->fault();
  return fault ? faultStatus(fault) : outOfMemory();  // of the walk's stack
}

// Writes the copy behind the root pointer of `buffer`, which is exactly as large as the message.
bool writeInto(Buffer& buffer, const auto& from) {
  Arena arena({.growth = GrowthPolicy::kFixed, .firstSegment = buffer.bytes()});
  std::byte* root = arena.root();
  return copyCanonical(from, &arena.first(), root).isWhole;
}

absl::StatusOr<std::uint64_t> hashAny(const auto& from, std::uint64_t seed) {
  Copier<CopyMode::kHashCanonical> hasher(OnFault::kChangeNothing);
  hasher.hash().start(seed);
  const bool isWhole = startCopy(hasher, from, nullptr, nullptr).isWhole;
  if (hasher.ranOut()) return outOfMemory();
  if (!isWhole) return faultOf(from);
  return hasher.hash().finish();
}

absl::StatusOr<Buffer> canonicalizeAny(const auto& from, const PoolHandle& pool) {
  Measurer measurer(OnFault::kChangeNothing);
  const bool isWhole = startCopy(measurer, from, nullptr, nullptr).isWhole;
  if (measurer.ranOut()) return outOfMemory();
  if (!isWhole) return faultOf(from);
  const std::uint64_t words = measurer.words() + 1;
  if (words > kMaxSegmentWords) {
    return absl::ResourceExhaustedError(
        "the canonical form is larger than the largest segment (2^29-1 words)");
  }
  Buffer buffer = pool.acquire(words * kBytesPerWord);
  if (!buffer) return outOfMemory();
  if (!writeInto(buffer, from)) return faultOf(from);
  return buffer;
}

Copied copyCanonicalAny(const auto& from, Segment* segment, std::byte* at) {
  Writer writer(OnFault::kChangeNothing);
  const Copied copied = startCopy(writer, from, segment, at);
  if (writer.ranOut() || !copied.isWhole) return {.place = {}, .pointer = {}, .isWhole = false};
  if (copied.place.slot != nullptr) relink(segment, at, copied.place, copied.pointer);
  return copied;
}

}  // namespace

Copied copyCanonical(const StructReader& from, Segment* segment, std::byte* at) {
  return copyCanonicalAny(from, segment, at);
}

Copied copyCanonical(const ListReader& from, Segment* segment, std::byte* at) {
  return copyCanonicalAny(from, segment, at);
}

Copied copyCanonical(const PointerReader& from, Segment* segment, std::byte* at) {
  return copyCanonicalAny(from, segment, at);
}

}  // namespace internal

absl::StatusOr<Buffer> canonicalize(const StructReader& from, const PoolHandle& pool) {
  return internal::canonicalizeAny(from, pool);
}

absl::StatusOr<Buffer> canonicalize(const ListReader& from, const PoolHandle& pool) {
  return internal::canonicalizeAny(from, pool);
}

absl::StatusOr<Buffer> canonicalize(const PointerReader& from, const PoolHandle& pool) {
  return internal::canonicalizeAny(from, pool);
}

absl::StatusOr<std::uint64_t> canonicalHash(const StructReader& from, std::uint64_t seed) {
  return internal::hashAny(from, seed);
}

absl::StatusOr<std::uint64_t> canonicalHash(const ListReader& from, std::uint64_t seed) {
  return internal::hashAny(from, seed);
}

absl::StatusOr<std::uint64_t> canonicalHash(const PointerReader& from, std::uint64_t seed) {
  return internal::hashAny(from, seed);
}

}  // namespace capstan::inline CAPSTAN_ABI
