// SPDX-License-Identifier: Apache-2.0
// Values that are set from what they replace: the new one is complete before the old one goes.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/layout/trees.h"

namespace capstan {
namespace {

constexpr std::string_view kText = "a text of more than one word, and then some";

// Every part of a text becomes the text.
TEST(Overlap, ATextIsSetToAnyPartOfItself) {
  for (const ArenaOptions& options : allOptions()) {
    for (std::size_t from = 0; from <= kText.size(); ++from) {
      for (std::size_t size = 0; from + size <= kText.size(); ++size) {
        MessageBuilder message(options);
        auto root = message.initRoot<AllTypes>();
        root.setTextField(kText);
        root.setTextField(root.getTextField().substr(from, size));
        ASSERT_EQ(root.getTextField(), kText.substr(from, size));
        ASSERT_EQ(root.getTextField().c_str()[size], '\0');
      }
    }
  }
}

TEST(Overlap, DataIsSetToAnyPartOfItself) {
  const auto all = std::as_bytes(std::span(kText));
  for (std::size_t from = 0; from <= kText.size(); ++from) {
    MessageBuilder message;
    auto root = message.initRoot<AllTypes>();
    root.setDataField(all);
    root.setDataField(root.asReader().getDataField().subspan(from));
    ASSERT_TRUE(std::ranges::equal(root.asReader().getDataField(), all.subspan(from)));
  }
}

TEST(Overlap, AStructIsReplacedByWhatIsBelowIt) {
  for (const ArenaOptions& options : allOptions()) {
    MessageBuilder message(options);
    auto root = message.initRoot<AllTypes>();
    root.initStructField().initStructField().setTextField("two below");
    root.setStructField(root.asReader().getStructField().getStructField());
    EXPECT_EQ(root.asReader().getStructField().getTextField(), "two below");
    EXPECT_FALSE(root.asReader().getStructField().hasStructField());
    message.setRoot<AllTypes>(root.asReader().getStructField());
    EXPECT_EQ(message.getRootReader<AllTypes>().getTextField(), "two below");
  }
}

TEST(Overlap, AnObjectIsReplacedByItsOwnPartWithoutACopy) {
  for (const ArenaOptions& options : allOptions()) {
    MessageBuilder message(options);
    auto root = message.initRoot<AllTypes>();
    root.initStructField().setTextField("below");
    root.initStructList(3)[1].initStructField().setTextField("in a list");
    root.adoptStructField(root.getStructList()[1].disownStructField());
    EXPECT_EQ(root.asReader().getStructField().getTextField(), "in a list");
    message.adoptRoot(root.disownStructField());
    EXPECT_EQ(message.getRootReader<AllTypes>().getTextField(), "in a list");
    EXPECT_FALSE(message.getRootReader<AllTypes>().hasStructList());
  }
}

TEST(Overlap, AListIsSetToAnElementOfItself) {
  for (const ArenaOptions& options : allOptions()) {
    MessageBuilder message(options);
    auto any = message.getRoot();
    auto lists = any.initAs<List<AnyList>>(2);
    lists.set(1, lists.asReader()[0]);
    auto inner = message.newOrphan<List<AnyList>>(1);
    auto numbers = message.newOrphan<List<std::uint16_t>>(2);
    numbers.getBuilder().set(1, 7);
    inner.getBuilder().set(0, toAny(numbers.getReader()));
    lists.adopt(0, Orphan<AnyPointer>(std::move(inner)).releaseAs<AnyList>());
    any.setAs<AnyList>(any.asReader().getAs<List<AnyList>>()[0]);
    EXPECT_EQ(any.asReader().getAs<List<AnyList>>()[0].as<List<std::uint16_t>>()[1], 7);
  }
}

TEST(Overlap, APointerIsSetToItself) {
  for (const ArenaOptions& options : allOptions()) {
    Random random;
    MessageBuilder message(options);
    fillRandom(message.initRoot<AllTypes>(), random, 2);
    const std::string before = canonicalText(message.getRootReader<AllTypes>());
    message.getRoot().set(message.getRootReader());
    EXPECT_EQ(canonicalText(message.getRootReader<AllTypes>()), before);
  }
}

}  // namespace
}  // namespace capstan
