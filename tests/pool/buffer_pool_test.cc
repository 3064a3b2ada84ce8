// SPDX-License-Identifier: Apache-2.0
#include "capstan/pool/buffer_pool.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <thread>
#include <type_traits>
#include <vector>

#include "runtime/pool/system_memory.h"
#include "tests/pool/counting_upstream.h"

namespace capstan {
namespace {

static_assert(!std::is_default_constructible_v<BufferPool>);
static_assert(!std::is_copy_constructible_v<BufferPool>);
static_assert(!std::is_default_constructible_v<PoolHandle>);

constexpr std::size_t kMiB = std::size_t{1} << 20;

BufferPool makePool(const BufferPoolOptions& options = {}) {
  absl::StatusOr<BufferPool> pool = BufferPool::create(options);
  EXPECT_TRUE(pool.ok()) << pool.status();
  return *std::move(pool);
}

std::string errorOf(const BufferPoolOptions& options) {
  return std::string(BufferPool::create(options).status().message());
}

TEST(BufferPool, RefusesAMinimumThatIsNotAPowerOfTwoAndNamesOneThatIs) {
  EXPECT_EQ(errorOf({.minBufferBytes = 1000}),
            "BufferPoolOptions.minBufferBytes is 1000, which is not a power of two; use 1024");
  EXPECT_EQ(errorOf({.minBufferBytes = 0}),
            "BufferPoolOptions.minBufferBytes is 0, which is not a power of two; use 1");
}

TEST(BufferPool, RefusesAMinimumAboveTheLargestBucket) {
  EXPECT_EQ(errorOf({.minBufferBytes = 2 * kMaxBucketBytes}),
            "BufferPoolOptions.minBufferBytes is 134217728, which is above the largest bucket; "
            "use at most 67108864");
}

TEST(BufferPool, GivesNoBufferBelowTheMinimum) {
  const BufferPool pool = makePool({.minBufferBytes = 8192});
  for (const std::size_t bytes : {0U, 1U, 512U, 8192U}) {
    EXPECT_EQ(pool.acquire(bytes).capacityBytes(), 8192U) << bytes;
  }
  EXPECT_EQ(pool.acquire(8193).capacityBytes(), 16384U);
  EXPECT_EQ(makePool({.minBufferBytes = 1}).acquire(1).capacityBytes(), kMinBucketBytes);
}

TEST(BufferPool, GivesBackTheSameBufferAfterRelease) {
  const BufferPool pool = makePool();
  for (std::size_t bytes = 1; bytes <= kMaxBucketBytes; bytes *= 4) {
    Buffer buffer = pool.acquire(bytes);
    std::byte* const data = buffer.data();
    buffer.release();
    buffer = pool.acquire(bytes);
    EXPECT_EQ(buffer.data(), data) << bytes;
  }
}

TEST(BufferPool, ServesZeroBytesLikeOne) {
  const Buffer buffer = makePool().acquire(0);
  EXPECT_TRUE(buffer);
  EXPECT_EQ(buffer.sizeBytes(), 0U);
}

TEST(BufferPool, RefusesSizesThatNoMachineHas) {
  const BufferPool pool = makePool();
  for (const std::size_t bytes : {~std::size_t{0}, ~std::size_t{0} / 2, kMaxBufferBytes + 1}) {
    EXPECT_FALSE(pool.acquire(bytes));
  }
  EXPECT_FALSE(pool.acquire(kMaxBufferBytes));
  EXPECT_TRUE(pool.stats().isBalanced());
}

TEST(BufferPool, SendsWhatIsTooLargeForTheBucketsStraightUpstream) {
  CountingUpstream upstream;
  const BufferPool pool = makePool({.upstream = &upstream});
  Buffer buffer = pool.acquire(kMaxBucketBytes + 1);
  ASSERT_TRUE(buffer);
  EXPECT_EQ(buffer.capacityBytes(), kMaxBucketBytes + kPageBytes);
  EXPECT_EQ(pool.stats().large.outstanding, 1U);
  EXPECT_EQ(pool.stats().large.misses, 1U);
  buffer.release();
  EXPECT_EQ(upstream.outstanding(), 0U);
  EXPECT_EQ(pool.stats().large.returned, 1U);
  EXPECT_EQ(upstream.mismatches(), 0U);
}

TEST(BufferPool, AsksUpstreamOnlyForWhatItDoesNotHave) {
  CountingUpstream upstream;
  const BufferPool pool = makePool({.upstream = &upstream});
  for (int round = 0; round < 100; ++round) {
    std::vector<Buffer> held;
    for (int i = 0; i < 50; ++i) held.push_back(pool.acquire(4096));
  }
  EXPECT_EQ(upstream.allocations(), 50U);
  const BucketStats stats = pool.stats().buckets[3];
  EXPECT_EQ(stats.misses, 50U);
  EXPECT_EQ(stats.hits, 99U * 50U);
  EXPECT_EQ(stats.highWater, 50U);
}

TEST(BufferPool, ReturnsEverythingToUpstreamAtItsEnd) {
  CountingUpstream upstream;
  {
    const BufferPool pool = makePool({.upstream = &upstream});
    std::vector<Buffer> held;
    for (std::size_t bytes = 1; bytes <= 8 * kMiB; bytes *= 2) held.push_back(pool.acquire(bytes));
  }
  EXPECT_EQ(upstream.outstanding(), 0U);
  EXPECT_EQ(upstream.mismatches(), 0U);
}

TEST(BufferPool, StaysOpenWhileAHandleIsLeft) {
  CountingUpstream upstream;
  {
    std::vector<PoolHandle> handles;
    {
      const BufferPool pool = makePool({.upstream = &upstream});
      handles.push_back(pool.share().handle());
      pool.acquire(100).release();
    }
    EXPECT_EQ(upstream.outstanding(), 1U);
    EXPECT_TRUE(handles[0].acquire(100));
    EXPECT_EQ(upstream.allocations(), 1U);
  }
  EXPECT_EQ(upstream.outstanding(), 0U);
}

TEST(BufferPool, IsEmptyButHarmlessWhenMovedFrom) {
  BufferPool pool = makePool();
  const BufferPool moved = std::move(pool);
  EXPECT_FALSE(pool.acquire(10));
  EXPECT_FALSE(pool.acquireReservation());
  pool.trim();
  EXPECT_EQ(pool.stats().cachedBytes, 0U);
  EXPECT_TRUE(moved.acquire(10));
}

TEST(BufferPool, TrimGivesCachedMemoryBack) {
  CountingUpstream upstream;
  const BufferPool pool = makePool({.upstream = &upstream});
  Buffer kept = pool.acquire(100);
  for (const std::size_t bytes : {100UL, 100000UL, 10 * kMiB}) {
    const Buffer first = pool.acquire(bytes);
    const Buffer second = pool.acquire(bytes);
  }
  pool.trim();
  EXPECT_EQ(upstream.outstanding(), 1U);
  EXPECT_EQ(pool.stats().cachedBytes, 0U);
  EXPECT_TRUE(pool.stats().isBalanced());
}

TEST(BufferPool, TrimReachesAnotherThreadsMagazinesAtItsNextSlowVisit) {
  CountingUpstream upstream;
  const BufferPool pool = makePool({.upstream = &upstream});
  std::thread([&] {
    pool.acquire(100).release();
    std::thread([&] { pool.trim(); }).join();
    EXPECT_EQ(upstream.outstanding(), 1U);
    const Buffer other = pool.acquire(100000);
    EXPECT_LE(pool.stats().cachedBytes, 512U);
    pool.trim();
    EXPECT_EQ(upstream.outstanding(), 1U) << "only the one that is held";
  }).join();
}

TEST(BufferPool, NeverRetainsMoreThanItsBound) {
  for (const std::size_t bound : {std::size_t{0}, std::size_t{4096}, kMiB, 8 * kMiB}) {
    CountingUpstream upstream;
    const BufferPool pool = makePool({.maxRetainedBytes = bound, .upstream = &upstream});
    std::vector<Buffer> held;
    for (int i = 0; i < 40; ++i) {
      for (const std::size_t bytes : {500UL, 5000UL, 50000UL, 500000UL, 2 * kMiB}) {
        held.push_back(pool.acquire(bytes));
      }
    }
    held.clear();
    EXPECT_LE(upstream.outstandingBytes(), bound);
    EXPECT_EQ(upstream.outstandingBytes(), pool.stats().cachedBytes);
    EXPECT_TRUE(pool.stats().isBalanced());
  }
}

TEST(BufferPool, DoesNotKeepTheBuffersOfOneHugeMessageForGood) {
  CountingUpstream upstream;
  const BufferPool pool = makePool({.upstream = &upstream});
  {
    std::vector<Buffer> huge;
    for (int i = 0; i < 3; ++i) huge.push_back(pool.acquire(kMaxBucketBytes));
    for (int i = 0; i < 3; ++i) huge.push_back(pool.acquire(kMiB));
  }
  EXPECT_GE(upstream.outstandingBytes(), 3 * kMaxBucketBytes);
  // Small messages only, all served by the magazine but for its rare visits.
  for (int second = 0; second < 10; ++second) {
    internal::advanceClockForTesting(1001);
    for (int i = 0; i < 20000; ++i) pool.acquire(64).release();
  }
  EXPECT_LE(upstream.outstandingBytes(), kMinBucketBytes);
  EXPECT_TRUE(pool.stats().isBalanced());
}

TEST(BufferPool, KeepsWhatIsInUseWhileItDecaysTheRest) {
  CountingUpstream upstream;
  const BufferPool pool = makePool({.upstream = &upstream});
  for (int i = 0; i < 1000; ++i) {
    internal::advanceClockForTesting(300);
    const Buffer first = pool.acquire(4 * kMiB);
    const Buffer second = pool.acquire(4 * kMiB);
    const Buffer third = pool.acquire(4096);
  }
  EXPECT_EQ(upstream.allocations(), 3U);
}

TEST(BufferPool, OverwritesReleasedBytesWhenAskedTo) {
  const BufferPool pool = makePool({.scrubOnRelease = true});
  for (const std::size_t bytes : {512UL, kMiB, 4 * kMiB}) {
    Buffer buffer = pool.acquire(bytes);
    std::byte* const data = buffer.data();
    std::memset(data, 0x5a, bytes);
    buffer.release();
    buffer = pool.acquire(bytes);
    ASSERT_EQ(buffer.data(), data);
    EXPECT_TRUE(std::all_of(data, data + bytes, [](std::byte b) { return b == std::byte{0}; }));
  }
  EXPECT_TRUE(pool.stats().isBalanced());
}

TEST(BufferPool, WorksWithoutMagazines) {
  const BufferPool pool = makePool({.maxMagazineBytes = 0});
  Buffer buffer = pool.acquire(100);
  std::byte* const data = buffer.data();
  buffer.release();
  EXPECT_EQ(pool.acquire(100).data(), data);
  EXPECT_TRUE(pool.stats().isBalanced());
}

TEST(BufferPool, WorksWhenThereAreMorePoolsThanSlots) {
  std::vector<BufferPool> pools;
  for (int i = 0; i < 100; ++i) pools.push_back(makePool());
  for (const BufferPool& pool : pools) {
    Buffer buffer = pool.acquire(100);
    std::byte* const data = buffer.data();
    buffer.release();
    EXPECT_EQ(pool.acquire(100).data(), data);
    EXPECT_TRUE(pool.stats().isBalanced());
  }
}

// Slots and cores' addresses come again; magazines of the pool before must not.
TEST(BufferPool, NeverServesBuffersOfAnEarlierPool) {
  for (int i = 0; i < 300; ++i) {
    CountingUpstream upstream;
    const BufferPool pool = makePool({.upstream = &upstream});
    for (int j = 0; j < 3; ++j) pool.acquire(100).release();
    EXPECT_EQ(upstream.allocations(), 1U);
    EXPECT_EQ(pool.stats().buckets[0].hits, 2U);
  }
}

TEST(BufferPool, SharedPoolIsOneForAll) {
  Buffer buffer = BufferPool::shared().acquire(3000);
  std::byte* const data = buffer.data();
  buffer.release();
  EXPECT_EQ(PoolHandle::shared().acquire(3000).data(), data);
}

TEST(BufferPoolDeathTest, ReportsAnAccessToAReleasedBuffer) {
  if (!kPoisons) GTEST_SKIP() << "not built for AddressSanitizer";
  for (const std::size_t bytes : {512UL, kMiB, 4 * kMiB}) {
    Buffer buffer = BufferPool::shared().acquire(bytes);
    std::byte* const data = buffer.data();
    buffer.release();
    EXPECT_DEATH(data[0] = std::byte{1}, "use-after-poison");
    EXPECT_DEATH(data[bytes - 1] = std::byte{1}, "use-after-poison");
  }
}

}  // namespace
}  // namespace capstan
