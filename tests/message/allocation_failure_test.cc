// SPDX-License-Identifier: Apache-2.0
// Each allocation of building, copying, canonicalizing, validating and decoding fails in turn:
// nothing is leaked, what was being built can be reset, and works then.
#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <new>

#include "capstan/layout/canonical.h"
#include "capstan/layout/diff.h"
#include "capstan/layout/to_text.h"
#include "capstan/message/packed.h"
#include "capstan/message/try_copy.h"
#include "capstan/message/unmarshal.h"
#include "capstan/message/validate.h"
#include "capstan/pool/buffer_pool.h"
#include "tests/message/sample.h"
#include "tests/support/allocation_counter.h"

namespace capstan {
namespace {

using schema::Node;
using support::AllocationCounter;
using support::FailingAllocation;
using support::liveBlocks;

// Does something with memory. Returns: whether it was done; it may also throw std::bad_alloc.
using Work = std::function<bool(const BufferPool& pool)>;

// Does the work with a pool of its own while the allocation after `before` more fails. Returns:
// whether one failed.
bool failOnce(const Work& work, std::uint64_t before) {
  const BufferPool pool = *BufferPool::create({});
  FailingAllocation failing(before);
  bool isDone = false;
  try {
    isDone = work(pool);
  } catch (const std::bad_alloc&) {
  }
  EXPECT_TRUE(isDone || failing.hasFailed()) << "it failed without a reason";
  return failing.hasFailed();
}

class AllocationFailure : public testing::Test {
 protected:
  void SetUp() override {
    CAPSTAN_REQUIRE_ALLOCATION_COUNTER_OR_SKIP();
    if constexpr (!kExceptions) GTEST_SKIP() << "exhaustion does not throw in this build";
  }

  // Fails each allocation of the work in turn, until it gets by without the one that would fail.
  static void failEach(const Work& work) {
    for (int i = 0; i < 2; ++i) failOnce(work, 1'000'000);  // what is allocated once per thread
    const std::int64_t before = liveBlocks();
    std::uint64_t count = 0;
    while (failOnce(work, count)) {
      ASSERT_EQ(liveBlocks(), before) << "with allocation " << count << " failing";
      ++count;
    }
    EXPECT_GT(count, 0u);
    RecordProperty("allocations", static_cast<int>(count));
  }

  // The same for what builds: after a failure the message is reset and the work done again.
  static void failEachOfBuilding(const ArenaOptions& options,
                                 const std::function<bool(MessageBuilder&)>& work) {
    failEach([&](const BufferPool& pool) {
      MessageBuilder message(options, pool);
      try {
        return work(message);
      } catch (const std::bad_alloc&) {
        message.reset();
        EXPECT_TRUE(work(message)) << "what was reset can be built again";
        throw;
      }
    });
  }
};

ArenaOptions singleSegment() { return {.growth = GrowthPolicy::kSingleSegment}; }

bool buildsSample(MessageBuilder& message) {
  buildSample(message, 5, 300);
  return isSample(message.getRootReader<Node>(), 5, 300);
}

// A sample of many segments.
const std::vector<std::byte>& segmented() {
  static const std::vector<std::byte> bytes = sampleBytes(5, 200, smallSegments());
  return bytes;
}

// A chain of structs, each with a text before the pointer to the next: walks of it need more stack
// than they have in place.
std::vector<std::byte> deepChain(int depth) {
  MessageBuilder message;
  PointerBuilder at = message.root();
  for (int i = 0; i < depth; ++i) {
    const StructBuilder made = at.initStruct({1, 2});
    made.pointer({1}).setText("behind");
    at = made.pointer({0});
  }
  const auto bytes = marshal(message);
  return {bytes->bytes().begin(), bytes->bytes().end()};
}

constexpr ReaderOptions kDeep = {.nestingLimit = kUnlimitedDepth};

TEST_F(AllocationFailure, OfBuildingInManySegments) {
  failEachOfBuilding(smallSegments(), buildsSample);
}

TEST_F(AllocationFailure, OfBuildingInOneSegment) {
  failEachOfBuilding(singleSegment(), buildsSample);
}

TEST_F(AllocationFailure, OfFramingAndDetaching) {
  failEachOfBuilding(smallSegments(), [](MessageBuilder& message) {
    buildsSample(message);
    std::string text;
    appendTo(message, text);
    appendPackedTo(message, text);
    const bool isFramed = !message.framedPieces().empty() && !message.segments().empty();
    const auto bytes = marshal(message);
    const auto packed = marshalPacked(message);
    return isFramed && bytes.ok() && packed.ok() && !message.detach().empty();
  });
}

TEST_F(AllocationFailure, OfCopying) {
  MessageReader reader(kDeep);
  const auto bytes = deepChain(300);
  ASSERT_TRUE(reader.reopen(bytes).ok());
  failEachOfBuilding(smallSegments(), [&](MessageBuilder& message) {
    message.root().setPointer(reader.root());
    message.root().setPointer(message.root().asReader().getStruct().pointer(0));
    return message.root().asReader().getStruct().pointer(1).getText() == "behind";
  });
}

TEST_F(AllocationFailure, OfTryingToCopyLeavesTheOldValue) {
  MessageReader reader(kDeep);
  const auto bytes = deepChain(300);
  ASSERT_TRUE(reader.reopen(bytes).ok());
  failEach([&](const BufferPool& pool) {
    MessageBuilder message(smallSegments(), pool);
    message.setRoot<Text>("old");
    const absl::Status copied = tryCopy(message, reader.root());
    if (!copied.ok()) {
      EXPECT_EQ(message.getRootReader<Text>(), "old");
    }
    return copied.ok();
  });
}

TEST_F(AllocationFailure, OfOrphans) {
  failEachOfBuilding(smallSegments(), [](MessageBuilder& message) {
    auto orphan = message.newOrphan<Node>();
    orphan.getBuilder().setDisplayName("an orphan's name that is longer than a word");
    message.initRoot<List<std::uint64_t>>(100);
    message.adoptRoot(std::move(orphan));
    return message.getRootReader<Node>().hasDisplayName();
  });
}

TEST_F(AllocationFailure, OfCanonicalizing) {
  MessageReader reader(kDeep);
  const auto bytes = deepChain(300);
  ASSERT_TRUE(reader.reopen(bytes).ok());
  failEach([&](const BufferPool& pool) { return canonicalize(reader.root(), pool).ok(); });
}

TEST_F(AllocationFailure, OfValidating) {
  const auto bytes = deepChain(300);
  MessageReader reader(kDeep);
  ASSERT_TRUE(reader.reopen(bytes).ok());
  failEach([&](const BufferPool&) {
    const Validation found = validateAll(reader, {.findOverlaps = true, .findUnreachable = true});
    EXPECT_TRUE(found.ok() || found.faults[0].fault.kind == FaultKind::kNoMemory);
    EXPECT_EQ(found.ok(), found.isComplete);
    return found.ok();
  });
  EXPECT_EQ(reader.fault().kind, FaultKind::kNoMemory) << "it keeps the first fault";
}

TEST_F(AllocationFailure, OfWordingFaults) {
  auto bytes = sampleBytes(5, 30);
  MessageReader reader;
  ASSERT_TRUE(reader.reopen(bytes).ok());
  for (const auto& child : reader.getRoot<Node>().getNestedNodes()) {
    const Text name = child.getName();
    const_cast<char*>(name.data())[name.size()] = '!';
  }
  failEach([&](const BufferPool&) {
    const Validation found = validateAll<Node>(reader);
    return !validationStatus(found).ok() && !reader.status().ok();
  });
}

TEST_F(AllocationFailure, OfUnmarshalling) {
  failEach([](const BufferPool&) {
    const auto reader = unmarshal(segmented());
    if (!reader.ok()) return false;
    return isSample(reader->getRoot<Node>(), 5, 200);
  });
}

TEST_F(AllocationFailure, OfReopeningLeavesAReaderOfNothing) {
  const auto one = sampleBytes(5, 3);
  failEach([&](const BufferPool&) {
    MessageReader reader;
    EXPECT_TRUE(reader.reopen(one).ok());
    const absl::Status opened = reader.reopen(segmented());
    if (opened.ok()) return isSample(reader.getRoot<Node>(), 5, 200);
    EXPECT_EQ(reader.sizeWords(), 0u);
    EXPECT_TRUE(reader.reopen(segmented()).ok());
    EXPECT_TRUE(isSample(reader.getRoot<Node>(), 5, 200));
    return false;
  });
}

TEST_F(AllocationFailure, OfDecodingIntoMessagesOfTheirOwn) {
  MessageReader source;
  ASSERT_TRUE(source.reopen(segmented()).ok());
  failEach([&](const BufferPool& pool) {
    Buffer bytes = pool.acquire(segmented().size());
    if (!bytes) return false;
    std::memcpy(bytes.data(), segmented().data(), segmented().size());
    auto owned = unmarshalOwned<Node>(std::move(bytes));
    if (!owned.ok() || !validate(*owned).ok()) return false;
    return isSample(**owned, 5, 200);
  });
  failEach([&](const BufferPool&) {
    const auto owned = clone<Node>(source.getRoot<Node>());
    return owned.ok() && isSample(**owned, 5, 200);
  });
}

TEST_F(AllocationFailure, OfUnpacking) {
  MessageBuilder message(smallSegments());
  buildSample(message, 5, 200);
  std::string packed;
  appendPackedTo(message, packed);
  failEach([&](const BufferPool& pool) {
    PackedMessageReader reader(ReaderOptions(), pool);
    const absl::Status opened = reader.reopen(packed);
    if (opened.ok()) return isSample(reader.getRoot<Node>(), 5, 200);
    EXPECT_TRUE(reader.reopen(packed).ok());
    return false;
  });
}

TEST_F(AllocationFailure, OfComparingAndListingDifferences) {
  const auto other = sampleBytes(4, 9);
  MessageReader a;
  MessageReader b;
  ASSERT_TRUE(a.reopen(segmented()).ok());
  ASSERT_TRUE(b.reopen(other).ok());
  failEach([&](const BufferPool&) {
    return diff(a.getRoot<Node>(), b.getRoot<Node>()).toString().size() > 100;
  });
  EXPECT_TRUE(a.status().ok());
}

TEST_F(AllocationFailure, OfPrinting) {
  MessageReader reader;
  ASSERT_TRUE(reader.reopen(segmented()).ok());
  failEach([&](const BufferPool&) { return !toText(reader.getRoot<Node>()).empty(); });
}

}  // namespace
}  // namespace capstan
