// SPDX-License-Identifier: Apache-2.0
// MessagePool: builders on loan, over threads and after the pool.
#include "capstan/message/message_pool.h"

#include <gtest/gtest.h>

#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "capstan/message/unmarshal.h"
#include "tests/message/sample.h"

namespace capstan {
namespace {

void useOnce(MessageBuilder& message, std::uint64_t id) {
  buildSample(message, id, 20);
  const auto bytes = marshal(message);
  const auto reader = unmarshal(*bytes);
  ASSERT_TRUE(reader.ok());
  EXPECT_TRUE(isSample(reader->getRoot<schema::Node>(), id, 20));
}

TEST(MessagePool, GivesBackTheSameBuilderReset) {
  MessagePool pool;
  MessageBuilder* first = nullptr;
  {
    const PooledMessage message = pool.acquire();
    first = &*message;
    useOnce(*message, 1);
  }
  EXPECT_EQ(pool.idle(), 1u);
  const PooledMessage message = pool.acquire();
  EXPECT_EQ(&*message, first);
  EXPECT_TRUE(message->root().isNull());
  EXPECT_EQ(pool.idle(), 0u);
}

TEST(MessagePool, ASecondReleaseDoesNothing) {
  MessagePool pool;
  PooledMessage message = pool.acquire();
  message.release();
  message.release();
  EXPECT_FALSE(message);
  EXPECT_EQ(pool.idle(), 1u);
  PooledMessage one = pool.acquire();
  PooledMessage two = pool.acquire();
  EXPECT_NE(&*one, &*two);
}

TEST(MessagePool, AHandleMoves) {
  MessagePool pool;
  PooledMessage first = pool.acquire();
  useOnce(*first, 1);
  PooledMessage second = std::move(first);
  EXPECT_FALSE(first);  // NOLINT: that is what is tested
  EXPECT_EQ(second->getRoot<schema::Node>().getId(), 1u);
  second = pool.acquire();
  EXPECT_EQ(pool.idle(), 1u) << "the former message went back";
}

TEST(MessagePool, KeepsAtMostSoManyIdle) {
  MessagePool pool({.maxIdle = 3});
  std::vector<PooledMessage> held;
  for (int i = 0; i < 10; ++i) held.push_back(pool.acquire());
  held.clear();
  EXPECT_EQ(pool.idle(), 3u);
}

TEST(MessagePool, MayKeepAnyNumber) {
  MessagePool pool({.maxIdle = ~std::size_t{0}});
  std::vector<PooledMessage> held;
  for (int i = 0; i < 100; ++i) held.push_back(pool.acquire());
  held.clear();
  EXPECT_EQ(pool.idle(), 100u);
  MessagePool none({.maxIdle = 0});
  none.acquire();
  EXPECT_EQ(none.idle(), 0u);
}

TEST(MessagePool, HandlesOutliveThePool) {
  PooledMessage message;
  {
    MessagePool pool;
    message = pool.acquire();
  }
  useOnce(*message, 4);
  message.release();
}

TEST(MessagePool, EachThreadBuildsItsOwn) {
  MessagePool pool({.arena = smallSegments()});
  std::vector<std::thread> threads;
  for (std::uint64_t t = 0; t < 4; ++t) {
    threads.emplace_back([&pool, t] {
      for (std::uint64_t round = 0; round < 50; ++round) useOnce(*pool.acquire(), t * 1000 + round);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_GE(pool.idle(), 1u);
  EXPECT_LE(pool.idle(), 4u);
}

// One thread builds, another marshals and releases.
TEST(MessagePool, AHandleIsReleasedOnAnotherThread) {
  MessagePool pool;
  std::mutex mutex;
  std::vector<PooledMessage> queue;
  std::thread consumer([&] {
    std::uint64_t seen = 0;
    while (seen < 100) {
      std::optional<PooledMessage> message;
      {
        const std::lock_guard lock(mutex);
        if (!queue.empty()) {
          message = std::move(queue.back());
          queue.pop_back();
        }
      }
      if (!message) {
        std::this_thread::yield();
        continue;
      }
      const auto bytes = marshal(**message);
      const auto reader = unmarshal(*bytes);
      EXPECT_TRUE(isSample(reader->getRoot<schema::Node>(), 5, 20));
      ++seen;
    }
  });
  for (int i = 0; i < 100; ++i) {
    PooledMessage message = pool.acquire();
    buildSample(*message, 5, 20);
    const std::lock_guard lock(mutex);
    queue.push_back(std::move(message));
  }
  consumer.join();
}

}  // namespace
}  // namespace capstan
