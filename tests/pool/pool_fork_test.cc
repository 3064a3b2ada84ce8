// SPDX-License-Identifier: Apache-2.0
// A forked child goes on with the pool, without what other threads had cached.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <latch>
#include <thread>

#include "capstan/pool/buffer_pool.h"
#include "tests/pool/sanitizers.h"

namespace capstan {
namespace {

int exitCodeOf(pid_t child) {
  int status = 0;
  if (::waitpid(child, &status, 0) != child || !WIFEXITED(status)) return -1;
  return WEXITSTATUS(status);
}

int useInChild(const BufferPool& pool) {
  const PoolStats before = pool.stats();
  if (!before.isBalanced()) return 1;
  if (before.buckets[0].cached != 1) return 2;
  Buffer own = pool.acquire(100);
  Buffer fresh = pool.acquire(100);
  if (!own || !fresh || own.data() == fresh.data()) return 3;
  if (pool.stats().buckets[0].hits == before.buckets[0].hits) return 4;
  own.release();
  fresh.release();
  pool.trim();
  return pool.stats().isBalanced() ? 0 : 5;
}

TEST(PoolFork, ChildForgetsTheCachesOfOtherThreads) {
  const BufferPool pool = *BufferPool::create();
  std::latch filled(1);
  std::latch forked(1);
  std::thread other([&] {
    Buffer first = pool.acquire(100);
    Buffer second = pool.acquire(100);
    first.release();
    second.release();
    filled.count_down();
    forked.wait();
  });
  filled.wait();
  pool.acquire(100).release();
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) ::_exit(useInChild(pool));
  EXPECT_EQ(exitCodeOf(child), 0);
  EXPECT_EQ(pool.stats().buckets[0].cached, 3U) << "the parent keeps what it had";
  forked.count_down();
  other.join();
  EXPECT_TRUE(pool.stats().isBalanced());
}

TEST(PoolFork, NeverForksInsideAnotherThreadsVisit) {
  if (kIsSanitized) GTEST_SKIP() << "sanitizers' own locks do not stand forks beside threads";
  const BufferPool pool = *BufferPool::create({.maxMagazineBytes = 0});
  std::atomic<bool> isDone = false;
  std::thread busy([&] {
    while (!isDone) {
      pool.acquire(100).release();
      const BufferPool shortLived = *BufferPool::create();
      shortLived.acquire(1).release();
    }
  });
  for (int i = 0; i < 50; ++i) {
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      ::alarm(20);
      const Buffer buffer = pool.acquire(100);
      const BufferPool own = *BufferPool::create();
      ::_exit(buffer && own.acquire(100) ? 0 : 1);
    }
    EXPECT_EQ(exitCodeOf(child), 0);
  }
  isDone = true;
  busy.join();
}

}  // namespace
}  // namespace capstan
