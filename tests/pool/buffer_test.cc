// SPDX-License-Identifier: Apache-2.0
#include "capstan/pool/buffer.h"

#include <gtest/gtest.h>

#include <cstring>
#include <type_traits>
#include <utility>

#include "capstan/pool/buffer_pool.h"
#include "tests/pool/counting_upstream.h"

namespace capstan {
namespace {

static_assert(!std::is_copy_constructible_v<Buffer> && !std::is_copy_assignable_v<Buffer>);
static_assert(std::is_nothrow_move_constructible_v<Buffer>);
static_assert(std::is_nothrow_move_assignable_v<Buffer>);
static_assert(std::is_convertible_v<const Buffer&, std::span<const std::byte>>);
static_assert(!std::is_convertible_v<Buffer&&, std::span<const std::byte>>, "it would dangle");
static_assert(sizeof(Buffer) == 4 * sizeof(void*));

void expectEmpty(const Buffer& buffer) {
  EXPECT_FALSE(buffer);
  EXPECT_EQ(buffer.data(), nullptr);
  EXPECT_EQ(buffer.sizeBytes(), 0U);
  EXPECT_EQ(buffer.capacityBytes(), 0U);
  EXPECT_TRUE(buffer.bytes().empty());
}

TEST(Buffer, IsEmptyWhenDefaultConstructed) { expectEmpty(Buffer()); }

TEST(Buffer, ShowsWhatWasAskedForAndHasTheBucketsCapacity) {
  Buffer buffer = BufferPool::shared().acquire(600);
  ASSERT_TRUE(buffer);
  EXPECT_EQ(buffer.sizeBytes(), 600U);
  EXPECT_EQ(buffer.capacityBytes(), 1024U);
  EXPECT_EQ(buffer.bytes().size(), 600U);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(buffer.data()) % 64, 0U);
  std::memset(buffer.data(), 1, buffer.capacityBytes());
}

TEST(Buffer, IsEmptyAfterReleaseAndReleasesOnlyOnce) {
  CountingUpstream upstream;
  BufferPool pool = *BufferPool::create({.maxRetainedBytes = 0, .upstream = &upstream});
  Buffer buffer = pool.acquire(1000);
  EXPECT_EQ(upstream.outstanding(), 1U);
  buffer.release();
  expectEmpty(buffer);
  EXPECT_EQ(upstream.outstanding(), 0U);
  buffer.release();
  expectEmpty(buffer);
  EXPECT_EQ(upstream.mismatches(), 0U);
  EXPECT_EQ(pool.stats().buckets[1].outstanding, 0U);
}

TEST(Buffer, TwoHoldersNeverGetTheSameMemoryAfterADoubleRelease) {
  BufferPool pool = *BufferPool::create();
  Buffer buffer = pool.acquire(1000);
  buffer.release();
  buffer.release();
  Buffer first = pool.acquire(1000);
  Buffer second = pool.acquire(1000);
  EXPECT_NE(first.data(), second.data());
}

TEST(Buffer, MovingEmptiesTheSourceAndReleasesTheTarget) {
  BufferPool pool = *BufferPool::create();
  Buffer first = pool.acquire(10);
  std::byte* const data = first.data();
  Buffer second(std::move(first));
  expectEmpty(first);
  EXPECT_EQ(second.data(), data);
  Buffer third = pool.acquire(10);
  third = std::move(second);
  expectEmpty(second);
  EXPECT_EQ(third.data(), data);
  EXPECT_EQ(pool.stats().buckets[0].outstanding, 1U);
}

TEST(Buffer, SurvivesMovingIntoItself) {
  Buffer buffer = BufferPool::shared().acquire(10);
  std::byte* const data = buffer.data();
  Buffer& alias = buffer;
  buffer = std::move(alias);
  EXPECT_EQ(buffer.data(), data);
  EXPECT_EQ(buffer.sizeBytes(), 10U);
}

TEST(Buffer, ResizesWithinItsCapacityOnly) {
  Buffer buffer = BufferPool::shared().acquire(10);
  EXPECT_TRUE(buffer.resize(512));
  EXPECT_EQ(buffer.sizeBytes(), 512U);
  EXPECT_FALSE(buffer.resize(513));
  EXPECT_EQ(buffer.sizeBytes(), 512U);
  EXPECT_TRUE(buffer.resize(0));
  EXPECT_TRUE(buffer);
}

}  // namespace
}  // namespace capstan
