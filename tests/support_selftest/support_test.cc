// SPDX-License-Identifier: Apache-2.0
// The helpers of tests/support/ do what the other tests trust them to do.
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cstdint>
#include <cstdlib>
#include <set>
#include <thread>
#include <vector>

#include "tests/support/allocation_counter.h"
#include "tests/support/capnp_tool.h"
#include "tests/support/decoder_matrix.h"
#include "tests/support/files.h"
#include "tests/support/guard_page.h"
#include "tests/support/process.h"
#include "tests/support/seed.h"

namespace capstan {
namespace {

using support::AllocationCounter;

std::vector<std::byte> someBytes(std::size_t count) {
  std::vector<std::byte> bytes(count);
  for (std::size_t i = 0; i < count; ++i) bytes[i] = static_cast<std::byte>(i + 1);
  return bytes;
}

std::size_t alignmentOf(const void* pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer) % 8;
}

TEST(GuardPage, BytesAreCopiedAndTheNextOneIsUnreadable) {
  const std::vector<std::byte> bytes = someBytes(5000);
  support::GuardedBytes guarded(bytes);
  EXPECT_TRUE(std::equal(bytes.begin(), bytes.end(), guarded.bytes().begin()));
  const volatile std::byte* end = guarded.bytes().data() + guarded.bytes().size();
  EXPECT_DEATH({ [[maybe_unused]] std::byte read = *end; }, "");
}

TEST(GuardPage, TheByteBeforeThoseAtTheStartIsUnreadable) {
  support::GuardedRegion region(16);
  const volatile std::byte* start = region.placeAtStart(someBytes(16)).data();
  EXPECT_DEATH({ [[maybe_unused]] std::byte read = start[-1]; }, "");
}

TEST(DecoderMatrix, EveryTruncationComesOnce) {
  const std::vector<std::byte> bytes = someBytes(20);
  std::set<std::size_t> lengths;
  std::set<std::size_t> alignments;
  support::forEveryTruncation(bytes, [&](std::span<const std::byte> part) {
    lengths.insert(part.size());
    alignments.insert(alignmentOf(part.data()));
    EXPECT_TRUE(std::equal(part.begin(), part.end(), bytes.begin()));
  });
  EXPECT_EQ(lengths.size(), 21u);
  EXPECT_EQ(alignments.size(), 8u);
}

TEST(DecoderMatrix, EveryAlignmentComesOnce) {
  std::set<std::size_t> alignments;
  support::forEveryAlignment(someBytes(16), [&](std::span<const std::byte> bytes) {
    EXPECT_EQ(bytes.size(), 16u);
    alignments.insert(alignmentOf(bytes.data()));
  });
  EXPECT_EQ(alignments.size(), 8u);
}

TEST(DecoderMatrix, EveryBitFlipComesOnceAndIsUndone) {
  const std::vector<std::byte> bytes = someBytes(3);
  std::set<std::vector<std::byte>> seen;
  support::forEveryBitFlip(bytes, [&](std::span<const std::byte> changed) {
    seen.emplace(changed.begin(), changed.end());
  });
  EXPECT_EQ(seen.size(), 24u);
  EXPECT_FALSE(seen.contains(bytes));
}

// Keeps the compiler from leaving an allocation out.
void* volatile sink;

TEST(AllocationCounter, CountsEachKindOfAllocation) {
  CAPSTAN_REQUIRE_ALLOCATION_COUNTER_OR_SKIP();
  AllocationCounter counter;
  sink = std::malloc(10);
  EXPECT_EQ(counter.count(), 1u);
  sink = std::realloc(sink, 5000);
  std::free(sink);
  sink = std::calloc(3, 7);
  std::free(sink);
  sink = std::aligned_alloc(64, 128);
  std::free(sink);
  EXPECT_EQ(counter.count(), 4u);
  EXPECT_EQ(counter.bytes(), 10u + 5000u + 21u + 128u);
  void* aligned = nullptr;
  ASSERT_EQ(posix_memalign(&aligned, 64, 128), 0);
  sink = aligned;
  std::free(aligned);
  sink = ::operator new(8);
  ::operator delete(sink);
  EXPECT_EQ(counter.count(), 6u);
  sink = mmap(nullptr, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  munmap(sink, 4096);
  EXPECT_EQ(counter.count(), 7u);
  counter.restart();
  EXPECT_EQ(counter.count(), 0u);
}

TEST(AllocationCounter, TellsThreadsApart) {
  CAPSTAN_REQUIRE_ALLOCATION_COUNTER_OR_SKIP();
  AllocationCounter all(AllocationCounter::Scope::kAllThreads);
  std::uint64_t mine = 0;
  std::thread worker([] {
    for (int i = 0; i < 1000; ++i) {
      sink = std::malloc(16);
      std::free(sink);
    }
  });
  AllocationCounter here;
  worker.join();
  mine = here.count();
  EXPECT_LT(mine, 1000u);
  EXPECT_GE(all.count(), 1000u);
}

TEST(Process, HandsInputOverAndCollectsOutput) {
  const auto result = support::runProgram({"cat"}, {.input = std::string(200000, 'x')});
  EXPECT_TRUE(result.ok());
  EXPECT_EQ(result.out.size(), 200000u);
}

TEST(Process, ReportsStatusErrorsAndWhatDoesNotExist) {
  const auto failing = support::runProgram({"sh", "-c", "echo oops >&2; exit 3"});
  EXPECT_EQ(failing.status, 3);
  EXPECT_EQ(failing.err, "oops\n");
  EXPECT_EQ(support::runProgram({"sh", "-c", "kill -9 $$"}).status, 128 + 9);
  EXPECT_FALSE(support::runProgram({"no-such-program-anywhere"}).ok());
  EXPECT_FALSE(support::programExists("no-such-program-anywhere"));
}

TEST(Process, StartsInTheFolderAskedFor) {
  support::TempFolder folder;
  support::writeFile(folder.file("here"), "yes");
  const auto result = support::runProgram({"cat", "here"}, {.folder = folder.path()});
  EXPECT_EQ(result.out, "yes");
}

TEST(CapnpTool, EncodesAndDecodes) {
  CAPSTAN_REQUIRE_ORACLE_OR_SKIP();
  support::TempFolder folder;
  const support::CapnpType type = {.schema = folder.file("tiny.capnp"), .name = "Tiny"};
  support::writeFile(type.schema, "@0xd4dd8b5e9a3a1c55;\nstruct Tiny { id @0 :UInt32; }\n");
  const auto encoded = support::capnpEncode(type, "(id = 7)");
  ASSERT_TRUE(encoded.ok()) << encoded.err;
  EXPECT_EQ(encoded.out.size(), 24u);
  const auto decoded = support::capnpDecode(type, encoded.out, {"--short"});
  ASSERT_TRUE(decoded.ok()) << decoded.err;
  EXPECT_EQ(decoded.out, "(id = 7)\n");
  EXPECT_TRUE(support::capnpConvert(type, "binary:canonical", encoded.out).ok());
  EXPECT_FALSE(support::capnpDecode(type, "short").ok());
  EXPECT_GT(support::capnpRequest({type.schema}).out.size(), 100u);
}

TEST(Seed, TheSameSeedGivesTheSameNumbers) {
  support::Random first(7);
  support::Random second(7);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(first.next(), second.next());
  EXPECT_LT(first.below(10), 10u);
}

}  // namespace
}  // namespace capstan
