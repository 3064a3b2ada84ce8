// SPDX-License-Identifier: Apache-2.0
// The counting identity as a property over random work. CAPSTAN_SEED sets the printed seed.
#include <gtest/gtest.h>

#include <thread>
#include <utility>
#include <vector>

#include "capstan/pool/buffer_pool.h"
#include "tests/pool/counting_upstream.h"
#include "tests/support/seed.h"

namespace capstan {
namespace {

class Worker {
 public:
  Worker(const BufferPool& pool, std::uint64_t seed) : pool_(pool), random_(seed) {}

  void step() {
    const auto choice = random_.below(100);
    if (choice < 50) {
      held_.push_back(pool_.acquire(randomBytes()));
    } else if (choice < 97 && !held_.empty()) {
      std::swap(held_[random_.below(held_.size())], held_.back());
      held_.pop_back();
    } else if (choice == 98) {
      held_.clear();
    } else if (choice == 99) {
      pool_.trim();
    }
  }

  std::size_t held() const { return held_.size(); }

 private:
  std::size_t randomBytes() {
    const std::size_t bytes = std::size_t{1} << random_.below(24);
    return bytes + random_.below(bytes);
  }

  const BufferPool& pool_;
  support::Random random_;
  std::vector<Buffer> held_;
};

std::uint64_t sum(const PoolStats& stats, std::uint64_t BucketStats::*field) {
  std::uint64_t total = stats.large.*field;
  for (const BucketStats& bucket : stats.buckets) total += bucket.*field;
  return total;
}

TEST(PoolStats, BalanceAfterEveryStepOfRandomWork) {
  support::Random seeds;
  for (const std::uint32_t decay : {0U, 1000U}) {
    for (const std::size_t bound : {0UL, 1UL << 16, 1UL << 24, 1UL << 28}) {
      CountingUpstream upstream;
      const BufferPool pool = *BufferPool::create(
          {.maxRetainedBytes = bound, .decayIntervalMillis = decay, .upstream = &upstream});
      Worker worker(pool, seeds.next());
      for (int i = 0; i < 2000; ++i) {
        worker.step();
        const PoolStats stats = pool.stats();
        ASSERT_TRUE(stats.isBalanced()) << "step " << i;
        ASSERT_EQ(sum(stats, &BucketStats::outstanding), worker.held());
        ASSERT_EQ(sum(stats, &BucketStats::outstanding) + sum(stats, &BucketStats::cached),
                  upstream.outstanding());
        ASSERT_EQ(sum(stats, &BucketStats::misses), upstream.allocations());
        ASSERT_LE(stats.cachedBytes, bound);
      }
    }
  }
}

TEST(PoolStats, BalanceWhenManyThreadsHaveWorked) {
  support::Random seeds;
  CountingUpstream upstream;
  const BufferPool pool = *BufferPool::create({.maxRetainedBytes = 1 << 22, .upstream = &upstream});
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&pool, seed = seeds.next()] {
      Worker worker(pool, seed);
      for (int i = 0; i < 5000; ++i) worker.step();
    });
  }
  for (std::thread& thread : threads) thread.join();
  const PoolStats stats = pool.stats();
  EXPECT_TRUE(stats.isBalanced());
  EXPECT_EQ(sum(stats, &BucketStats::outstanding), 0U);
  EXPECT_EQ(sum(stats, &BucketStats::cached), upstream.outstanding());
  EXPECT_LE(stats.cachedBytes, std::size_t{1} << 22);
}

// More acquires than the magazine's word has room for between two visits of the shared part.
TEST(PoolStats, CountsExactlyAcrossUpkeepVisits) {
  const BufferPool pool = *BufferPool::create();
  constexpr std::uint64_t kCount = 100000;
  for (std::uint64_t i = 0; i < kCount; ++i) pool.acquire(1).release();
  const BucketStats stats = pool.stats().buckets[0];
  EXPECT_EQ(stats.hits, kCount - 1);
  EXPECT_EQ(stats.misses, 1U);
  EXPECT_EQ(stats.outstanding, 0U);
  EXPECT_EQ(stats.cached, 1U);
}

}  // namespace
}  // namespace capstan
