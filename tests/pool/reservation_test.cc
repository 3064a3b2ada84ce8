// SPDX-License-Identifier: Apache-2.0
#include "capstan/pool/reservation.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <thread>
#include <utility>
#include <vector>

#include "capstan/pool/buffer_pool.h"
#include "tests/pool/counting_upstream.h"
#include "tests/pool/sanitizers.h"

namespace capstan {
namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20;

TEST(Reservation, GrowsInPlaceToItsLimit) {
  const BufferPool pool = *BufferPool::create();
  Reservation range = pool.acquireReservation(8 * kMiB);
  ASSERT_TRUE(range);
  EXPECT_FALSE(range.isFixed());
  EXPECT_EQ(range.limitBytes(), 8 * kMiB);
  std::byte* const data = range.data();
  for (std::size_t bytes = 1; bytes <= range.limitBytes(); bytes *= 2) {
    ASSERT_TRUE(range.ensureCommitted(bytes));
    ASSERT_GE(range.committedBytes(), bytes);
    data[bytes - 1] = std::byte{1};
  }
  EXPECT_EQ(range.data(), data);
  EXPECT_FALSE(range.ensureCommitted(8 * kMiB + 1));
  EXPECT_FALSE(range.ensureCommitted(~std::size_t{0}));
  std::memset(data, 2, range.committedBytes());
}

TEST(Reservation, StaysWarmInThePool) {
  const BufferPool pool = *BufferPool::create();
  Reservation range = pool.acquireReservation();
  std::byte* const data = range.data();
  ASSERT_TRUE(range.ensureCommitted(kMiB));
  std::memset(data, 3, kMiB);
  range.release(kMiB);
  EXPECT_FALSE(range);
  EXPECT_EQ(pool.stats().cachedBytes, kMiB);
  range.release();
  range = pool.acquireReservation();
  EXPECT_EQ(range.data(), data);
  EXPECT_GE(range.committedBytes(), kMiB);
  EXPECT_EQ(data[kMiB - 1], std::byte{3}) << "the page was given away";
  const BucketStats stats = pool.stats().reservations;
  EXPECT_EQ(stats.hits, 1U);
  EXPECT_EQ(stats.misses, 1U);
  EXPECT_TRUE(stats.isBalanced());
}

TEST(Reservation, GivesPagesBackWhenMessagesBecomeSmall) {
  const BufferPool pool = *BufferPool::create();
  Reservation range = pool.acquireReservation();
  ASSERT_TRUE(range.ensureCommitted(64 * kMiB));
  range.data()[64 * kMiB - 1] = std::byte{1};
  range.release(64 * kMiB);
  EXPECT_EQ(pool.stats().cachedBytes, 64 * kMiB);
  for (int i = 0; i < 200; ++i) pool.acquireReservation().release(1000);
  EXPECT_LE(pool.stats().cachedBytes, 2 * kMiB);
  range = pool.acquireReservation();
  ASSERT_TRUE(range.ensureCommitted(64 * kMiB));
  EXPECT_EQ(range.data()[64 * kMiB - 1], std::byte{0}) << "pages come back fresh";
  EXPECT_TRUE(pool.stats().isBalanced());
}

TEST(Reservation, IsNotTrimmedWhileItsUseStaysTheSame) {
  const BufferPool pool = *BufferPool::create();
  constexpr std::size_t kTouched = 9 * kMiB + 5000;
  for (int i = 0; i < 20; ++i) {
    Reservation range = pool.acquireReservation();
    if (i > 0) {
      EXPECT_GE(range.committedBytes(), kTouched) << "round " << i;
    }
    ASSERT_TRUE(range.ensureCommitted(kTouched));
    range.release(kTouched);
  }
}

TEST(Reservation, IsBoundByWhatThePoolMayRetain) {
  for (const std::size_t bound : {std::size_t{0}, kMiB, 4 * kMiB}) {
    const BufferPool pool = *BufferPool::create({.maxRetainedBytes = bound});
    std::vector<Reservation> held;
    for (int i = 0; i < 5; ++i) {
      held.push_back(pool.acquireReservation());
      ASSERT_TRUE(held.back().ensureCommitted(3 * kMiB));
    }
    held.clear();
    EXPECT_LE(pool.stats().cachedBytes, bound);
    EXPECT_TRUE(pool.acquireReservation()) << "and the pool goes on";
    EXPECT_TRUE(pool.stats().isBalanced());
  }
}

TEST(Reservation, TrimUnmapsWarmRanges) {
  const BufferPool pool = *BufferPool::create();
  pool.acquireReservation().release();
  EXPECT_EQ(pool.stats().reservations.cached, 1U);
  pool.trim();
  EXPECT_EQ(pool.stats().reservations.cached, 0U);
  EXPECT_TRUE(pool.stats().isBalanced());
}

TEST(Reservation, DecaysWithTheRest) {
  const BufferPool pool = *BufferPool::create({.decayIntervalMillis = 0});
  {
    std::vector<Reservation> held;
    for (int i = 0; i < 10; ++i) held.push_back(pool.acquireReservation());
  }
  for (int i = 0; i < 20; ++i) pool.acquireReservation().release(1);
  EXPECT_LE(pool.stats().reservations.cached, 2U);
}

TEST(Reservation, IsAFixedBufferWithAnUpstreamOfTheUsers) {
  CountingUpstream upstream;
  const BufferPool pool = *BufferPool::create({.upstream = &upstream});
  Reservation range = pool.acquireReservation(kDefaultReserveBytes, 100000);
  ASSERT_TRUE(range);
  EXPECT_TRUE(range.isFixed());
  EXPECT_EQ(range.limitBytes(), 131072U);
  EXPECT_EQ(range.committedBytes(), range.limitBytes());
  EXPECT_TRUE(range.ensureCommitted(131072));
  EXPECT_FALSE(range.ensureCommitted(131073));
  std::memset(range.data(), 1, range.committedBytes());
  range.release(5);
  EXPECT_EQ(pool.acquire(100000).capacityBytes(), 131072U);
  EXPECT_EQ(upstream.allocations(), 1U) << "it went back as the buffer that it is";
  EXPECT_TRUE(pool.stats().isBalanced());
}

TEST(Reservation, OutlivesItsPoolAndCrossesThreads) {
  Reservation range = BufferPool::create()->acquireReservation();
  ASSERT_TRUE(range.ensureCommitted(5 * kMiB));
  std::thread([moved = std::move(range)]() mutable { moved.data()[0] = std::byte{1}; }).join();
  EXPECT_FALSE(range);
}

TEST(Reservation, RefusesSizesThatNoMachineHas) {
  const BufferPool pool = *BufferPool::create();
  const Reservation range = pool.acquireReservation(~std::size_t{0}, 1000);
  EXPECT_TRUE(range.isFixed());
  EXPECT_FALSE(pool.acquireReservation(~std::size_t{0}, ~std::size_t{0}));
}

TEST(Reservation, ScrubsWhatWasTouched) {
  const BufferPool pool = *BufferPool::create({.scrubOnRelease = true});
  Reservation range = pool.acquireReservation();
  std::memset(range.data(), 9, 5000);
  range.release(5000);
  range = pool.acquireReservation();
  EXPECT_TRUE(std::all_of(range.data(), range.data() + 5000,
                          [](std::byte b) { return b == std::byte{0}; }));
}

TEST(Reservation, FallsBackToAFixedBufferUnderAnAddressSpaceLimit) {
  if (kIsSanitized) GTEST_SKIP() << "sanitizers need more address space than the limit leaves";
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    const rlimit limit{.rlim_cur = 200 * kMiB, .rlim_max = 200 * kMiB};
    if (::setrlimit(RLIMIT_AS, &limit) != 0) ::_exit(2);
    const BufferPool pool = *BufferPool::create();
    Reservation range = pool.acquireReservation(kDefaultReserveBytes, 10000);
    if (!range || !range.isFixed()) ::_exit(3);
    std::memset(range.data(), 1, range.committedBytes());
    if (pool.acquire(kMaxBucketBytes * 8)) ::_exit(4);
    ::_exit(0);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(WEXITSTATUS(status), 0);
  EXPECT_TRUE(WIFEXITED(status));
}

TEST(ReservationDeathTest, ReportsAnAccessAfterRelease) {
  if (!kPoisons) GTEST_SKIP() << "not built for AddressSanitizer";
  Reservation range = BufferPool::shared().acquireReservation();
  std::byte* const data = range.data();
  range.release(1);
  EXPECT_DEATH(data[10] = std::byte{1}, "use-after-poison");
}

}  // namespace
}  // namespace capstan
