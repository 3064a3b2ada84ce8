// SPDX-License-Identifier: Apache-2.0
// Upstream fails at each allocation in turn: nothing throws, nothing is lost, the pool goes on.
#include <gtest/gtest.h>

#include <memory_resource>
#include <new>
#include <utility>
#include <vector>

#include "capstan/pool/buffer_pool.h"
#include "tests/pool/counting_upstream.h"

namespace capstan {
namespace {

constexpr std::size_t kSizes[] = {1, 700, 5000, 5000, 70000, 3000000, 70000000};

// Returns: how many acquires gave a buffer.
std::size_t runWorkload(const BufferPool& pool) {
  std::size_t served = 0;
  for (int round = 0; round < 2; ++round) {
    std::vector<Buffer> held;
    for (const std::size_t bytes : kSizes) {
      held.push_back(pool.acquire(bytes));
      if (!held.back()) continue;
      ++served;
      held.back().data()[bytes - 1] = std::byte{1};
    }
    const Reservation fixed = pool.acquireReservation(1 << 21, 2000);
    if (fixed) ++served;
  }
  return served;
}

TEST(PoolFaults, SurvivesAFailureOfEachAllocation) {
  CountingUpstream upstream;
  for (std::size_t allowed = 0; allowed < 12; ++allowed) {
    const BufferPool pool = *BufferPool::create({.upstream = &upstream});
    upstream.failAfter(allowed);
    runWorkload(pool);
    PoolStats stats = pool.stats();
    EXPECT_TRUE(stats.isBalanced()) << allowed;
    for (const BucketStats& bucket : stats.buckets) EXPECT_EQ(bucket.outstanding, 0U);
    upstream.neverFail();
    EXPECT_EQ(runWorkload(pool), 2 * (std::size(kSizes) + 1)) << allowed;
  }
  EXPECT_EQ(upstream.outstanding(), 0U);
  EXPECT_EQ(upstream.mismatches(), 0U);
}

TEST(PoolFaults, CountsARefusalAsAMissAndNotAsTaken) {
  CountingUpstream upstream;
  upstream.failAfter(0);
  const BufferPool pool = *BufferPool::create({.upstream = &upstream});
  EXPECT_FALSE(pool.acquire(512));
  const BucketStats stats = pool.stats().buckets[0];
  EXPECT_EQ(stats.misses, 1U);
  EXPECT_EQ(stats.taken, 0U);
  EXPECT_EQ(stats.hits, 0U);
  EXPECT_EQ(stats.outstanding, 0U);
}

// Throws what nobody expects, on both ways.
class RudeUpstream : public std::pmr::memory_resource {
  void* do_allocate(std::size_t bytes, std::size_t alignment) override {
    if (bytes > 1024) throw 1;
    return ::operator new (bytes, std::align_val_t{alignment});
  }
  void do_deallocate(void* data, std::size_t, std::size_t alignment) override {
    ::operator delete (data, std::align_val_t{alignment});
    throw 2;
  }
  bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }
};

TEST(PoolFaults, CatchesWhateverUpstreamThrows) {
  RudeUpstream upstream;
  const BufferPool pool = *BufferPool::create({.upstream = &upstream});
  EXPECT_FALSE(pool.acquire(1025));
  EXPECT_FALSE(pool.acquireReservation());
  EXPECT_TRUE(pool.acquire(1024));
  pool.trim();
  EXPECT_TRUE(pool.stats().isBalanced());
}

// An upstream that comes back into the pool machinery: no lock may be held while it is called.
class PooledUpstream : public std::pmr::memory_resource {
 public:
  explicit PooledUpstream(BufferPool pool) : pool_(std::move(pool)) {}

 private:
  void* do_allocate(std::size_t bytes, std::size_t) override {
    const BufferPool shortLived = *BufferPool::create();
    shortLived.acquire(bytes).release();
    held_.push_back(pool_.acquire(bytes));
    return held_.back().data();
  }
  void do_deallocate(void* data, std::size_t, std::size_t) override {
    const BufferPool shortLived = *BufferPool::create();
    shortLived.acquire(1).release();
    std::erase_if(held_, [&](const Buffer& buffer) { return buffer.data() == data; });
  }
  bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }

  BufferPool pool_;
  std::vector<Buffer> held_;
};

TEST(PoolFaults, CallsUpstreamUnderNoLock) {
  PooledUpstream upstream(*BufferPool::create());
  {
    const BufferPool pool = *BufferPool::create({.upstream = &upstream});
    runWorkload(pool);
    pool.trim();
    runWorkload(pool);
  }
  SUCCEED();
}

}  // namespace
}  // namespace capstan
