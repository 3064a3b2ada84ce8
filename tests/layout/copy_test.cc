// SPDX-License-Identifier: Apache-2.0
#include "capstan/layout/copy.h"

#include <gtest/gtest.h>

#include "capstan/arena/exhaustion.h"
#include "capstan/layout/size.h"
#include "capstan/message/marshal.h"
#include "capstan/message/message_reader.h"
#include "tests/layout/trees.h"
#include "tests/support/wire_words.h"

namespace capstan {
namespace {

using support::bytesOf;
using support::framed;
using support::Words;
using test_types::Newer;
using test_types::Older;

TEST(Copy, EqualsItsSourceInEverySegmentation) {
  Random random;
  for (const ArenaOptions& from : allOptions()) {
    for (const ArenaOptions& to : allOptions()) {
      MessageBuilder source(from);
      fillRandom(source.initRoot<AllTypes>(), random, 3);
      MessageBuilder copy(to);
      copy.setRoot<AllTypes>(source.getRootReader<AllTypes>());
      EXPECT_EQ(canonicalText(copy.getRootReader<AllTypes>()),
                canonicalText(source.getRootReader<AllTypes>()));
    }
  }
}

TEST(Copy, TakesTheWordsThatTheMeasureSays) {
  Random random;
  for (int round = 0; round < 50; ++round) {
    MessageBuilder source(allOptions().back());
    fillRandom(source.initRoot<AllTypes>(), random, 3);
    ArenaOptions one;
    one.growth = GrowthPolicy::kSingleSegment;
    MessageBuilder copy(one);
    copy.setRoot<AllTypes>(source.getRootReader<AllTypes>());
    EXPECT_EQ(totalSize(source.root().asReader()).words + 1, copy.sizeWords());
    EXPECT_EQ(totalSize(source.getRootReader<AllTypes>()).words + 1, copy.sizeWords());
  }
}

TEST(Copy, SourceMayLieInTheOldValueAndTheOldValueInTheSource) {
  Random random;
  for (const ArenaOptions& options : allOptions()) {
    MessageBuilder message(options);
    auto root = message.initRoot<AllTypes>();
    fillRandom(root.initStructField(), random, 2);
    fillRandom(root, random, 0);
    const std::string child = canonicalText(root.getStructField().asReader());
    const std::string whole = canonicalText(root.asReader());

    root.setStructField(root.asReader().getStructField());  // itself
    EXPECT_EQ(canonicalText(root.asReader()), whole);

    root.getStructField().setStructField(root.asReader());  // what it lies in
    EXPECT_EQ(canonicalText(root.getStructField().getStructField().asReader()), whole);

    message.setRoot<AllTypes>(root.asReader().getStructField().getStructField().getStructField());
    EXPECT_EQ(canonicalText(message.getRootReader<AllTypes>()), child);
  }
}

TEST(Copy, AListElementMaySetItselfToItself) {
  MessageBuilder message;
  auto matrix = message.initRoot<AllTypes>().initTextMatrix(1);
  auto texts = matrix.init(0, 2);
  texts.set(0, "first");
  texts.set(1, "second");
  matrix.set(0, matrix.asReader()[0]);
  EXPECT_EQ(matrix.asReader()[0][0], "first");
  EXPECT_EQ(matrix.asReader()[0][1], "second");
}

TEST(Copy, KeepsWhatTheTypeDoesNotKnow) {
  MessageBuilder source;
  auto newer = source.initRoot<Newer>();
  newer.setId(7);
  newer.setExtra(1234);
  newer.initMore(2).set(1, "more");
  MessageBuilder copy;
  copy.setRoot<Older>(Older::Reader(newer.asReader().raw()));
  const auto back = copy.getRootReader<Newer>();
  EXPECT_EQ(back.getId(), 7u);
  EXPECT_EQ(back.getExtra(), 1234u);
  EXPECT_EQ(back.getMore()[1], "more");
}

TEST(Copy, KeepsTheEncodingOfLists) {
  MessageBuilder source;
  const ListBuilder bytes = source.root().initList(ElementSize::kByte, 3);
  bytes.setDataAtUnchecked<std::uint8_t>(2, 9);
  MessageBuilder copy;
  copy.root().setList(source.root().asReader().getList(ElementSize::kComposite));
  const ListReader list = copy.root().asReader().getAnyList();
  EXPECT_EQ(list.elementSize(), ElementSize::kByte);
  ASSERT_EQ(list.size(), 3u);
  EXPECT_EQ(list.dataAtUnchecked<std::uint8_t>(2), 9);
}

TEST(Copy, AnUpgradedElementBecomesAStructOfAWord) {
  MessageBuilder source;
  source.root().initList(ElementSize::kTwoBytes, 2).setDataAtUnchecked<std::uint16_t>(1, 0xABCD);
  const ListReader list = source.root().asReader().getList(ElementSize::kComposite);
  MessageBuilder copy;
  const StructBuilder made = copy.root().setStruct(list.structAtUnchecked(1));
  EXPECT_EQ(made.size(), (StructSize{1, 0}));
  EXPECT_EQ(made.get(DataField<std::uint64_t>{0}), 0xABCDu);
}

TEST(Copy, PaddingIsWrittenAsZeros) {
  using namespace support;
  for (const Words& words :
       {Words{listPointer(0, kBits, 11), ~0ull}, Words{listPointer(0, kBytes, 3), ~0ull},
        Words{listPointer(0, kTwos, 3), ~0ull}}) {
    const auto bytes = framed({words});
    MessageReader reader;
    ASSERT_TRUE(reader.reopen(bytes).ok());
    MessageBuilder copy;
    copy.root().setPointer(reader.getRoot<AnyPointer>().raw());
    const std::uint64_t bits = words[0] == listPointer(0, kBits, 11)   ? 0x7FF
                               : words[0] == listPointer(0, kBytes, 3) ? 0xFF'FFFF
                                                                       : 0xFFFF'FFFF'FFFF;
    EXPECT_EQ(loadLittle<std::uint64_t>(copy.segments()[0].data() + 8), bits);
  }
}

TEST(Copy, AListThatIsInNoMessageBecomesAnEmptyOneOfItsType) {
  MessageBuilder message;
  auto root = message.initRoot<AllTypes>();
  root.setInt32List(AllTypes::Reader().getInt32List());
  root.setStructList(AllTypes::Reader().getStructList());
  const AllTypes::Reader reader = root.asReader();
  EXPECT_TRUE(reader.hasInt32List());
  EXPECT_EQ(reader.getInt32List().size(), 0u);
  EXPECT_TRUE(reader.hasStructList());
  EXPECT_EQ(reader.getStructList().size(), 0u);
  EXPECT_FALSE(message.root().segment()->context->fault());
}

TEST(Copy, MalformedPartsBecomeNullAndLeaveTheirFault) {
  using namespace support;
  const auto bytes = framed({{structPointer(0, 0, 3), listPointer(1 << 20, kBytes, 8),
                              listPointer(1, kBytes, 2), capabilityPointer(5), textWord("a")}});
  MessageReader reader;
  ASSERT_TRUE(reader.reopen(bytes).ok());
  MessageBuilder copy;
  copy.root().setPointer(reader.getRoot<AnyPointer>().raw());
  const StructReader made = copy.root().asReader().getStruct();
  EXPECT_EQ(made.pointers(), 3);
  EXPECT_TRUE(made.pointer(0).isNull());
  EXPECT_EQ(made.pointer(1).getText(), "a");
  std::uint32_t index = 0;
  EXPECT_TRUE(made.pointer(2).getCapabilityIndex(index));
  EXPECT_EQ(index, 5u);
  EXPECT_EQ(reader.fault().kind, FaultKind::kListOutOfBounds);
}

TEST(Copy, AFaultCanLeaveEverythingAsItWas) {
  using namespace support;
  const auto bytes = framed(
      {{structPointer(0, 0, 2), structPointer(1, 1, 0), listPointer(1 << 20, kBytes, 8), 42}});
  MessageReader reader;
  ASSERT_TRUE(reader.reopen(bytes).ok());
  MessageBuilder message;
  message.root().setText("old");
  const auto before = contentOf(message);
  const PointerBuilder root = message.root();
  const internal::Copied copied =
      internal::copyTarget(reader.getRoot<AnyPointer>().raw(), root.segment(), root.at(),
                           internal::OnFault::kChangeNothing);
  EXPECT_FALSE(copied.isWhole);
  EXPECT_EQ(contentOf(message), before);
}

TEST(Copy, EmptyElementsAreCharged) {
  using namespace support;
  for (const Words& words : {Words{structPointer(0, 0, 1), listPointer(0, kVoids, kLargestCount)},
                             Words{structPointer(0, 0, 1), listPointer(0, kStructs, 0),
                                   structTag(kLargestCount, 0, 0)}}) {
    const auto bytes = framed({words});
    MessageReader reader;
    ASSERT_TRUE(reader.reopen(bytes).ok());
    MessageBuilder copy;
    copy.root().setPointer(reader.getRoot<AnyPointer>().raw());
    EXPECT_TRUE(copy.root().asReader().getStruct().pointer(0).isNull());
    EXPECT_EQ(reader.fault().kind, FaultKind::kTraversalLimit);
  }
}

TEST(Copy, AmplificationIsBoundedByTheSourcesBudget) {
  using namespace support;
  // A list of pointers that all lead to the list of pointers.
  constexpr std::uint64_t kSize = 4000;
  Words words = {listPointer(0, kPointers, kSize)};
  for (std::uint64_t i = 0; i < kSize; ++i) {
    words.push_back(listPointer(-static_cast<std::int64_t>(i) - 1, kPointers, kSize));
  }
  const auto bytes = framed({words});
  ReaderOptions options;
  options.traversalLimitWords = 100'000;
  MessageReader reader(options);
  ASSERT_TRUE(reader.reopen(bytes).ok());
  ArenaOptions one;
  one.growth = GrowthPolicy::kSingleSegment;
  MessageBuilder copy(one);
  copy.root().setPointer(reader.getRoot<AnyPointer>().raw());
  EXPECT_TRUE(reader.fault());
  EXPECT_LE(copy.sizeWords(), 100'001u);
}

TEST(Copy, EachVisitOfASharedTextCounts) {
  using namespace support;
  // Pointers that all lead to one text of three words.
  constexpr std::uint64_t kSize = 20;
  constexpr std::uint64_t kTextWords = 3;
  Words words = {listPointer(0, kPointers, kSize)};
  for (std::uint64_t left = kSize; left-- != 0;) {
    words.push_back(listPointer(static_cast<std::int64_t>(left), kBytes, kTextWords * 8));
  }
  words.insert(words.end(), {7, 7, 7});
  const auto bytes = framed({words});
  for (std::uint64_t limit = kSize; limit <= kSize * (1 + kTextWords); ++limit) {
    MessageReader reader(ReaderOptions{.traversalLimitWords = limit});
    ASSERT_TRUE(reader.reopen(bytes).ok());
    const std::uint64_t texts = (limit - kSize) / kTextWords;
    EXPECT_EQ(totalSize(reader.root()).words, kSize + texts * kTextWords);
    EXPECT_EQ(reader.fault().kind, texts == kSize ? FaultKind::kNone : FaultKind::kTraversalLimit);
    EXPECT_EQ(reader.fault().wordOffset, texts == kSize ? 0 : 1 + texts);
    reader.refillBudget();
    MessageBuilder copy({.growth = GrowthPolicy::kSingleSegment});
    copy.root().setPointer(reader.root());
    EXPECT_EQ(copy.sizeWords(), 1 + kSize + texts * kTextWords);
    EXPECT_EQ(reader.budgetWords(), 0u);
  }
}

TEST(Copy, NestingStopsWhereReadingWould) {
  MessageBuilder deep;
  buildChain(deep.root(), 100, 1, 0);
  std::string bytes;
  appendTo(deep, bytes);
  MessageReader reader;
  ASSERT_TRUE(reader.reopen(bytes).ok());
  MessageBuilder copy;
  copy.root().setPointer(reader.getRoot<AnyPointer>().raw());
  EXPECT_EQ(reader.fault().kind, FaultKind::kNestingLimit);
  EXPECT_EQ(chainLength(copy.root().asReader(), 0), 64u);
}

TEST(Copy, ExhaustionLeavesTheOldValueAtEverySize) {
  if constexpr (!kExceptions) GTEST_SKIP() << "exhaustion does not throw in this build";
  Random random;
  MessageBuilder old;
  old.initRoot<AllTypes>().setTextField("the old value");
  MessageBuilder source(allOptions().back());
  fillRandom(source.initRoot<AllTypes>(), random, 2);
  const std::string oldText = canonicalText(old.getRootReader<AllTypes>());
  const std::string newText = canonicalText(source.getRootReader<AllTypes>());
  const std::uint64_t oldWords = totalSize(old.root().asReader()).words + 1;
  const std::uint64_t newWords = totalSize(source.root().asReader()).words;
  for (std::uint64_t extra = 0; extra <= newWords; ++extra) {
    std::vector<std::byte> memory((oldWords + extra) * 8 + 7, std::byte{0xEE});
    ArenaOptions fixed;
    fixed.growth = GrowthPolicy::kFixed;
    fixed.firstSegment = memory;
    MessageBuilder message(fixed);
    message.setRoot<AllTypes>(old.getRootReader<AllTypes>());
    bool threw = false;
    try {
      message.setRoot<AllTypes>(source.getRootReader<AllTypes>());
    } catch (const ArenaExhausted&) {
      threw = true;
      EXPECT_EQ(message.sizeWords(), oldWords);
    }
    EXPECT_EQ(threw, extra < newWords) << extra << " of " << newWords;
    EXPECT_EQ(canonicalText(message.getRootReader<AllTypes>()), threw ? oldText : newText);
  }
}

TEST(Copy, ConstantsAreCopiedWhole) {
  MessageBuilder message;
  auto root = message.initRoot<test_types::Defaults>();
  root.getStructField().getStructField().setTextField("changed");
  EXPECT_EQ(root.asReader().getStructField().getStructField().getTextField(), "changed");
  EXPECT_EQ(root.asReader().getStructField().getStructField().getStructField().getTextField(),
            "really nested");
  EXPECT_EQ(root.getTextList()[1], "second");
  EXPECT_EQ(root.getStructList()[1].getInt32Field(), 2);
}

}  // namespace
}  // namespace capstan
