// SPDX-License-Identifier: Apache-2.0
#include "capstan/layout/size.h"

#include <gtest/gtest.h>

#include "capstan/message/message_reader.h"
#include "tests/layout/trees.h"
#include "tests/support/wire_words.h"

namespace capstan {
namespace {

using support::framed;
using support::Words;

MessageSize sizeOf(const Words& words) {
  const auto bytes = framed({words});
  MessageReader reader;
  EXPECT_TRUE(reader.reopen(bytes).ok());
  return totalSize(reader.root());
}

TEST(TotalSize, CountsEveryWordBelowThePointer) {
  using namespace support;
  EXPECT_EQ(sizeOf({0}), (MessageSize{0, 0}));
  EXPECT_EQ(sizeOf({structPointer(-1, 0, 0)}), (MessageSize{0, 0}));
  EXPECT_EQ(sizeOf({structPointer(0, 2, 1), 0, 0, listPointer(0, kBytes, 9), 1, 2}),
            (MessageSize{5, 0}));
  EXPECT_EQ(sizeOf({listPointer(0, kBits, 65), 0, 0}), (MessageSize{2, 0}));
  EXPECT_EQ(sizeOf({listPointer(0, kVoids, 65)}), (MessageSize{0, 0}));
  EXPECT_EQ(
      sizeOf({listPointer(0, kStructs, 4), structTag(2, 1, 1), 1, 0, 2, structPointer(0, 1, 0), 7}),
      (MessageSize{6, 0}));
}

TEST(TotalSize, CountsCapabilities) {
  using namespace support;
  EXPECT_EQ(sizeOf({structPointer(0, 0, 3), capabilityPointer(0), 0, capabilityPointer(0)}),
            (MessageSize{3, 2}));
}

TEST(TotalSize, LeavesLandingPadsOut) {
  using namespace support;
  const auto bytes = framed({Words{farPointer(1, 1)}, Words{7, structPointer(-2, 1, 0)}});
  MessageReader reader;
  ASSERT_TRUE(reader.reopen(bytes).ok());
  EXPECT_EQ(totalSize(reader.root()), (MessageSize{1, 0}));
  EXPECT_EQ(internal::wordsInPlace(reader.root()), 2u);
}

TEST(TotalSize, OfFaultsIsThatOfNullAndTheFaultStays) {
  using namespace support;
  const auto bytes =
      framed({{structPointer(0, 0, 2), listPointer(9, kBytes, 2), structPointer(0, 1, 0), 7}});
  MessageReader reader;
  ASSERT_TRUE(reader.reopen(bytes).ok());
  EXPECT_EQ(totalSize(reader.root()), (MessageSize{3, 0}));
  EXPECT_EQ(reader.fault().kind, FaultKind::kListOutOfBounds);
}

TEST(TotalSize, IsThatOfTheMessageInEverySegmentation) {
  Random random;
  for (const ArenaOptions& options : allOptions()) {
    MessageBuilder message(options);
    fillRandom(message.initRoot<AllTypes>(), random, 3);
    const std::uint64_t inPlace = internal::wordsInPlace(message.root().asReader());
    EXPECT_EQ(inPlace + 1, message.sizeWords());
    EXPECT_EQ(totalSize(message.getRoot<AllTypes>()), totalSize(message.root().asReader()));
    EXPECT_LE(totalSize(message.getRoot<AllTypes>()).words, inPlace);
  }
}

TEST(TotalSize, TakesLists) {
  MessageBuilder message;
  auto texts = message.initRoot<AllTypes>().initTextList(3);
  texts.set(0, "four words and the pointers' three");
  EXPECT_EQ(totalSize(texts), (MessageSize{8, 0}));
  EXPECT_EQ(totalSize(texts.asReader()), (MessageSize{8, 0}));
}

}  // namespace
}  // namespace capstan
