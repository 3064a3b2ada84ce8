// SPDX-License-Identifier: Apache-2.0
// Pools, threads and buffers that meet and end in every order. Worth most under ThreadSanitizer.
#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <deque>
#include <latch>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "capstan/pool/buffer_pool.h"
#include "tests/pool/counting_upstream.h"

namespace capstan {
namespace {

void fill(Buffer& buffer, std::byte value) {
  buffer.data()[0] = value;
  buffer.data()[buffer.capacityBytes() - 1] = value;
}

TEST(PoolThreads, BuffersCrossThreads) {
  CountingUpstream upstream;
  const BufferPool pool = *BufferPool::create({.upstream = &upstream});
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<Buffer> queue;
  constexpr int kCount = 20000;
  std::thread consumer([&] {
    for (int i = 0; i < kCount; ++i) {
      Buffer buffer;
      {
        std::unique_lock lock(mutex);
        changed.wait(lock, [&] { return !queue.empty(); });
        buffer = std::move(queue.front());
        queue.pop_front();
      }
      changed.notify_all();
      EXPECT_EQ(buffer.data()[0], static_cast<std::byte>(i));
    }
  });
  for (int i = 0; i < kCount; ++i) {
    Buffer buffer = pool.acquire(static_cast<std::size_t>(i % 9000));
    fill(buffer, static_cast<std::byte>(i));
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return queue.size() < 100; });
    queue.push_back(std::move(buffer));
    changed.notify_all();
  }
  consumer.join();
  EXPECT_TRUE(pool.stats().isBalanced());
  EXPECT_LT(upstream.allocations(), 2000U) << "the consumer's releases come back to the producer";
}

TEST(PoolThreads, AThreadsEndGivesItsMagazinesToTheOthers) {
  CountingUpstream upstream;
  const BufferPool pool = *BufferPool::create({.upstream = &upstream});
  std::thread([&] { pool.acquire(1000).release(); }).join();
  EXPECT_EQ(pool.stats().buckets[1].cached, 1U);
  EXPECT_EQ(pool.stats().buckets[1].misses, 1U) << "counters outlive their thread";
  EXPECT_TRUE(pool.acquire(1000));
  EXPECT_EQ(upstream.allocations(), 1U);
  EXPECT_TRUE(pool.stats().isBalanced());
}

TEST(PoolThreads, APoolsEndEmptiesTheMagazinesOfIdleThreads) {
  CountingUpstream upstream;
  auto pool = std::make_unique<BufferPool>(*BufferPool::create({.upstream = &upstream}));
  std::latch filled(1);
  std::latch closed(1);
  std::thread idle([&] {
    for (std::size_t bytes = 1; bytes < 1000000; bytes *= 2) pool->acquire(bytes).release();
    filled.count_down();
    closed.wait();
  });
  filled.wait();
  pool.reset();
  EXPECT_EQ(upstream.outstanding(), 0U);
  closed.count_down();
  idle.join();
  EXPECT_EQ(upstream.mismatches(), 0U);
}

TEST(PoolThreads, BuffersOutliveTheirPool) {
  CountingUpstream upstream;
  std::vector<Buffer> held;
  {
    const BufferPool pool = *BufferPool::create({.upstream = &upstream});
    for (const std::size_t bytes : {10U, 10U, 100000U, 5000000U, 80000000U}) {
      held.push_back(pool.acquire(bytes));
    }
    held.pop_back();
    held.push_back(pool.acquire(80000000));
  }
  EXPECT_EQ(upstream.outstanding(), 5U);
  for (Buffer& buffer : held) fill(buffer, std::byte{7});
  std::thread([&] { held.clear(); }).join();
  EXPECT_EQ(upstream.outstanding(), 0U);
  EXPECT_EQ(upstream.mismatches(), 0U);
}

TEST(PoolThreads, ReleasesRaceWithThePoolsEndAndNothingIsLost) {
  for (int round = 0; round < 200; ++round) {
    CountingUpstream upstream;
    auto pool = std::make_unique<BufferPool>(*BufferPool::create({.upstream = &upstream}));
    std::latch ready(3);
    std::latch go(1);
    std::latch released(2);
    std::latch checked(1);
    auto holder = [&] {
      std::vector<Buffer> held;
      for (int i = 0; i < 20; ++i) held.push_back(pool->acquire(100));
      ready.count_down();
      go.wait();
      held.clear();
      released.count_down();
      checked.wait();
    };
    std::thread first(holder);
    std::thread second(holder);
    ready.arrive_and_wait();
    go.count_down();
    pool.reset();
    released.wait();
    // Both threads still live: what they pushed at the last moment is upstream all the same.
    EXPECT_EQ(upstream.outstanding(), 0U) << "round " << round;
    checked.count_down();
    first.join();
    second.join();
    EXPECT_EQ(upstream.mismatches(), 0U);
  }
}

// Returns: this thread's cache that has `data` first in its smallest magazine.
internal::ThreadCache* findCache(const std::byte* data) {
  for (internal::ThreadCache* cache : internal::threadCaches.slots) {
    if (cache->core != nullptr && cache->magazines[0].slots[0] == data) return cache;
  }
  return nullptr;
}

// The race above by hand: the pool closes between a push's first look at the cache and its end.
TEST(PoolThreads, APushThatThePoolsEndOvertakesIsTakenBack) {
  CountingUpstream upstream;
  auto pool = std::make_unique<BufferPool>(*BufferPool::create({.upstream = &upstream}));
  Buffer pushed = pool->acquire(100);
  Buffer cached = pool->acquire(100);
  const std::byte* const cachedData = cached.data();
  cached.release();
  internal::ThreadCache* const cache = findCache(cachedData);
  ASSERT_NE(cache, nullptr);
  internal::Magazine& magazine = cache->magazines[0];
  pool.reset();
  EXPECT_EQ(upstream.outstanding(), 1U);
  magazine.slots[internal::MagazineState::count(magazine.state)] =
      internal::BufferAccess::disown(pushed);
  internal::storeRelease(magazine.state,
                         magazine.state + internal::MagazineState::kOneReleased + 1);
  EXPECT_EQ(cache->core, nullptr) << "what tells the push to take it back";
  internal::reclaimAfterClose(*cache);
  EXPECT_EQ(upstream.outstanding(), 0U);
  EXPECT_EQ(upstream.mismatches(), 0U);
}

struct HoldsBufferAtThreadEnd {
  Buffer buffer;
};
thread_local HoldsBufferAtThreadEnd lateHolder;

TEST(PoolThreads, ThreadLocalsMayHoldBuffersToTheEnd) {
  CountingUpstream upstream;
  auto pool = std::make_unique<BufferPool>(*BufferPool::create({.upstream = &upstream}));
  std::thread([&] { lateHolder.buffer = pool->acquire(100); }).join();
  EXPECT_EQ(pool->stats().buckets[0].outstanding, 0U);
  EXPECT_TRUE(pool->stats().isBalanced());
  std::latch acquired(1);
  std::latch closed(1);
  std::thread late([&] {
    lateHolder.buffer = pool->acquire(100);
    acquired.count_down();
    closed.wait();
  });
  acquired.wait();
  pool.reset();
  EXPECT_EQ(upstream.outstanding(), 1U);
  closed.count_down();
  late.join();
  EXPECT_EQ(upstream.outstanding(), 0U);
}

TEST(PoolThreads, ThreadsComeAndGoWhileStatisticsAreRead) {
  CountingUpstream upstream;
  const BufferPool pool = *BufferPool::create({.maxRetainedBytes = 1 << 20, .upstream = &upstream});
  std::atomic<bool> isDone = false;
  std::thread reader([&] {
    while (!isDone) {
      (void)pool.stats();
      pool.trim();
      std::this_thread::yield();
    }
  });
  for (int generation = 0; generation < 20; ++generation) {
    std::vector<std::thread> workers;
    for (int w = 0; w < 3; ++w) {
      workers.emplace_back([&, w] {
        std::vector<Buffer> held(8);
        for (unsigned i = 0; i < 2000; ++i) {
          Buffer buffer = pool.acquire((i * 977 + static_cast<unsigned>(w)) % 20000);
          fill(buffer, static_cast<std::byte>(i));
          held[i % held.size()] = std::move(buffer);
        }
      });
    }
    for (std::thread& worker : workers) worker.join();
  }
  isDone = true;
  reader.join();
  EXPECT_TRUE(pool.stats().isBalanced());
  for (const BucketStats& bucket : pool.stats().buckets) EXPECT_EQ(bucket.outstanding, 0U);
  EXPECT_LE(upstream.outstandingBytes(), std::size_t{1} << 20);
}

TEST(PoolThreads, PoolsComeAndGoUnderThreadsThatStay) {
  CountingUpstream upstream;
  auto churn = [&] {
    for (int i = 0; i < 300; ++i) {
      const BufferPool pool = *BufferPool::create({.upstream = &upstream});
      Buffer first = pool.acquire(100);
      Buffer second = pool.acquire(100);
      first.release();
      EXPECT_TRUE(pool.acquire(100));
    }
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) threads.emplace_back(churn);
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(upstream.outstanding(), 0U);
  EXPECT_EQ(upstream.mismatches(), 0U);
}

}  // namespace
}  // namespace capstan
