// SPDX-License-Identifier: Apache-2.0
// A struct list that was reached with the last level of depth gave its elements a depth of 0 - 1,
// which is "unlimited": the nesting limit was off below it, and a cycle had no end.
#include <gtest/gtest.h>

#include "capstan/message/message_reader.h"
#include "tests/support/wire_words.h"

namespace capstan {
namespace {

using namespace support;

TEST(Regression, DepthBecameUnlimitedBelowAList) {
  // A list of one struct whose pointer leads back to the list.
  const auto bytes =
      framed({{listPointer(0, kStructs, 1), structTag(1, 0, 1), listPointer(-2, kStructs, 1)}});
  for (const std::uint16_t limit : std::initializer_list<std::uint16_t>{1, 2, 3, 64, 65}) {
    MessageReader reader(ReaderOptions{.nestingLimit = limit});
    ASSERT_TRUE(reader.reopen(bytes).ok());
    PointerReader at = reader.root();
    int lists = 0;
    for (; lists < 1000; ++lists) {
      const ListReader list = at.getList(ElementSize::kComposite);
      if (list.size() == 0) break;
      at = list.structAtUnchecked(0).pointer(0);
    }
    EXPECT_EQ(lists, (limit + 1) / 2);
    EXPECT_EQ(reader.fault().kind, FaultKind::kNestingLimit);
  }
}

}  // namespace
}  // namespace capstan
