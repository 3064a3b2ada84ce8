// SPDX-License-Identifier: Apache-2.0
// The arithmetic of the pool's buckets: powers of two from 512 bytes to 64 MiB.
//
// A buffer's capacity is exactly its bucket's size, so whoever wants room for something beside the
// payload (an arena keeps one word free before its first segment) counts it in: ask for
// `payload + room` and use what the capacity leaves. The top bucket stands far above common message
// sizes, because a size that just misses it goes past the pool each time.
//
// Cost: all constexpr; bucketFor is an or, a count of leading zeros and a subtraction.
#pragma once

#include <bit>
#include <cstddef>

#include "capstan/base/config.h"

namespace capstan::inline CAPSTAN_ABI {

inline constexpr unsigned kMinBucketBits = 9;
inline constexpr unsigned kMaxBucketBits = 26;
inline constexpr unsigned kBucketCount = kMaxBucketBits - kMinBucketBits + 1;
inline constexpr std::size_t kMinBucketBytes = std::size_t{1} << kMinBucketBits;  // 512 B
inline constexpr std::size_t kMaxBucketBytes = std::size_t{1} << kMaxBucketBits;  // 64 MiB

// Larger requests fail without asking anyone: no rounding above this can overflow.
inline constexpr std::size_t kMaxBufferBytes = ~std::size_t{0} >> 2;

inline constexpr std::size_t kPageBytes = 4096;

// The bucket whose buffers hold `bytes` and at least `minBytes`.
// Requires: minBytes is a power of two, at least kMinBucketBytes.
// Returns: kBucketCount or more when no bucket is large enough. Zero bytes are served like one.
constexpr unsigned bucketFor(std::size_t bytes, std::size_t minBytes = kMinBucketBytes) noexcept {
  const std::size_t last = bytes - (bytes != 0);
  return static_cast<unsigned>(std::bit_width(last | (minBytes - 1))) - kMinBucketBits;
}

// Requires: bucket < kBucketCount.
constexpr std::size_t bucketBytes(unsigned bucket) noexcept { return kMinBucketBytes << bucket; }

// The capacity that acquire(bytes) gives: the bucket's size, above the largest whole pages.
// Requires: bytes <= kMaxBufferBytes.
constexpr std::size_t bucketCapacityBytes(std::size_t bytes,
                                          std::size_t minBytes = kMinBucketBytes) noexcept {
  const unsigned bucket = bucketFor(bytes, minBytes);
  if (bucket < kBucketCount) [[likely]]
    return bucketBytes(bucket);
  return (bytes + kPageBytes - 1) & ~(kPageBytes - 1);
}

static_assert(bucketFor(0) == 0 && bucketFor(512) == 0 && bucketFor(513) == 1);
static_assert(bucketFor(1, 4096) == 3 && bucketFor(5000, 4096) == 4);
static_assert(bucketFor(kMaxBucketBytes) == kBucketCount - 1);
static_assert(bucketFor(kMaxBucketBytes + 1) == kBucketCount);

}  // namespace capstan::inline CAPSTAN_ABI
