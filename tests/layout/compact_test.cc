// SPDX-License-Identifier: Apache-2.0
// MessageBuilder::wastedWords() and compact(), on messages of every shape and memory.
#include <gtest/gtest.h>

#include "capstan/layout/capability.h"
#include "capstan/layout/equal.h"
#include "capstan/layout/size.h"
#include "capstan/message/marshal.h"
#include "capstan/message/message_reader.h"
#include "tests/arena/refusing_upstream.h"
#include "tests/layout/trees.h"
#include "tests/support/misuse_catcher.h"

namespace capstan {
namespace {

// Builds what wastes: values are set over others, structs grow, subtrees are cleared.
void buildWastefully(MessageBuilder& message, Random& random) {
  auto root = message.initRoot<AllTypes>();
  for (int round = 0; round < 3; ++round) {
    fillRandom(root, random, 2);
    root.setTextField(std::string(random.below(100), 't'));
    root.initStructField().initTextList(3).set(1, "below");
  }
  root.raw().pointer({.index = 0}).clear();
  root.initTextMatrix(2).init(1, 2).set(0, "kept");
}

void expectCompacts(MessageBuilder& message) {
  MessageBuilder copy;
  copy.root().setPointer(message.root().asReader());
  const std::uint64_t alive = totalSize(message.root().asReader()).words;
  const std::uint64_t size = message.sizeWords();
  EXPECT_EQ(message.wastedWords(), size - 1 - internal::wordsInPlace(message.root().asReader()));
  EXPECT_GT(message.wastedWords(), 0u);
  ASSERT_TRUE(message.compact().ok());
  EXPECT_EQ(message.wastedWords(), 0u);
  EXPECT_GE(message.sizeWords(), alive + 1);
  EXPECT_LT(message.sizeWords(), size);
  EXPECT_TRUE(equal(message.root().asReader(), copy.root().asReader()));
  EXPECT_FALSE(message.root().segment()->context->fault());
}

// The message goes on as any other: built in, marshalled, reset.
void expectGoesOn(MessageBuilder& message) {
  message.getRoot<AllTypes>().setTextField("set after compacting");
  const auto bytes = marshal(message);
  ASSERT_TRUE(bytes.ok());
  MessageReader reader;
  ASSERT_TRUE(reader.reopen(*bytes).ok());
  EXPECT_TRUE(equal(reader.root(), message.root().asReader()));
  message.reset();
  EXPECT_EQ(message.initRoot<AllTypes>().getTextField(), "");
}

TEST(Compact, GivesBackAllThatIsWasted) {
  Random random;
  for (const ArenaOptions& options : allOptions()) {
    MessageBuilder message(options);
    for (int round = 0; round < 3; ++round) {
      buildWastefully(message, random);
      expectCompacts(message);
      EXPECT_EQ(message.segments().size(), 1u);
      EXPECT_EQ(message.sizeWords(), totalSize(message.root().asReader()).words + 1);
      expectGoesOn(message);
    }
  }
}

TEST(Compact, RebuildsInTheCallersMemory) {
  Random random;
  for (const bool hasRoom : {false, true}) {
    for (const std::size_t shift : {0u, 3u}) {
      for (const std::size_t bytes : {64u << 10, 400u}) {
        std::vector<std::byte> memory(bytes + shift);
        ArenaOptions options;
        options.growth = bytes > 1000 ? GrowthPolicy::kFixed : GrowthPolicy::kMultiSegment;
        options.firstSegment = std::span(memory).subspan(shift);
        options.headerRoomInCallerMemory = hasRoom;
        MessageBuilder message(options);
        buildWastefully(message, random);
        expectCompacts(message);
        EXPECT_GE(message.segments()[0].data(), memory.data());
        EXPECT_LT(message.segments()[0].data(), memory.data() + memory.size());
        EXPECT_LE(message.segments()[0].data() + message.segments()[0].size(),
                  memory.data() + memory.size());
        expectGoesOn(message);
      }
    }
  }
}

TEST(Compact, OfAFullFixedMessageMakesRoom) {
  std::vector<std::byte> memory(40 * 8);
  ArenaOptions options;
  options.growth = GrowthPolicy::kFixed;
  options.firstSegment = memory;
  MessageBuilder message(options);
  auto list = message.root().initList(ElementSize::kPointer, 2);
  list.pointerAtUnchecked(0).initList(ElementSize::kEightBytes, 20);
  list.pointerAtUnchecked(1).initList(ElementSize::kEightBytes, 10);
  list.pointerAtUnchecked(0).clear();
  EXPECT_EQ(message.wastedWords(), 20u);
  ASSERT_TRUE(message.compact().ok());
  EXPECT_EQ(message.sizeWords(), 13u);
  list = message.root().getList(ElementSize::kPointer);
  EXPECT_EQ(list.pointerAtUnchecked(0).initList(ElementSize::kEightBytes, 27).size(), 27u);
}

TEST(Compact, AnEmptyMessageStaysEmpty) {
  MessageBuilder message;
  EXPECT_EQ(message.wastedWords(), 0u);
  ASSERT_TRUE(message.compact().ok());
  EXPECT_TRUE(message.root().isNull());
  EXPECT_EQ(message.sizeWords(), 1u);
}

// A table of no entries that may be carried over.
class OwnTable : public CapabilityTable {
 public:
  std::uint32_t carryOver(CapabilityTable&, std::uint32_t) override { return kNone; }
};

TEST(Compact, KeepsCapabilities) {
  OwnTable table;
  MessageBuilder message;
  message.setCapabilityTable(&table);
  const StructBuilder root = message.root().initStruct({0, 2});
  root.pointer({.index = 1}).setText("over");
  root.pointer({.index = 1}).setCapabilityIndex(5);
  ASSERT_TRUE(message.compact().ok());
  std::uint32_t index = 0;
  EXPECT_TRUE(message.root().asReader().getStruct().pointer(1).getCapabilityIndex(index));
  EXPECT_EQ(index, 5u);
}

TEST(Compact, WithoutMemoryTheMessageIsAsItWas) {
  Random random;
  for (const std::uint32_t firstWords : {1023u, 4u}) {
    RefusingUpstream upstream;
    const BufferPool pool = poolOver(&upstream);
    ArenaOptions options;
    options.firstSegmentWords = firstWords;
    MessageBuilder message(options, pool.handle());
    buildWastefully(message, random);
    upstream.allow(0);
    const auto before = contentOf(message);
    AllTypes::Builder view = message.getRoot<AllTypes>();
    EXPECT_EQ(message.compact().code(), absl::StatusCode::kResourceExhausted);
    EXPECT_EQ(contentOf(message), before);
    view.setBoolField(true);  // views hold
    upstream.allowAll();
    EXPECT_TRUE(message.compact().ok());
    EXPECT_EQ(message.wastedWords(), 0u);
  }
}

TEST(Compact, EndsAllViews) {
  if constexpr (!kChecked) GTEST_SKIP() << "views are not checked in this build";
  MessageBuilder message;
  AllTypes::Builder view = message.initRoot<AllTypes>();
  ASSERT_TRUE(message.compact().ok());
  EXPECT_NE(support::misuseOf([&] { view.setBoolField(true); }), "");
}

}  // namespace
}  // namespace capstan
