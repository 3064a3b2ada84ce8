// SPDX-License-Identifier: Apache-2.0
#include "capstan/layout/text_source.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>

#include "capstan/message/message_builder.h"
#include "tests/support/seed.h"

namespace capstan {
namespace {

template <typename Source>
std::string written(const Source& source) {
  std::string text(source.size(), '?');
  source.writeTo(text.data());
  return text;
}

TEST(Decimal, WritesWhatToStringWrites) {
  for (std::int64_t value :
       {std::int64_t{0}, std::int64_t{-1}, std::numeric_limits<std::int64_t>::min(),
        std::numeric_limits<std::int64_t>::max()}) {
    EXPECT_EQ(written(Decimal(value)), std::to_string(value));
  }
  for (std::uint64_t power = 1; power <= std::numeric_limits<std::uint64_t>::max() / 10;
       power *= 10) {
    for (std::uint64_t value : {power - 1, power, power + 1}) {
      EXPECT_EQ(written(Decimal(value)), std::to_string(value));
    }
  }
  EXPECT_EQ(written(Decimal(std::numeric_limits<std::uint64_t>::max())), "18446744073709551615");
  EXPECT_EQ(written(Decimal(static_cast<std::int8_t>(-128))), "-128");
}

TEST(Decimal, AgreesWithToStringOnRandomNumbers) {
  support::Random random;
  for (int i = 0; i < 10000; ++i) {
    const std::uint64_t value = random.next() >> random.below(64);
    EXPECT_EQ(written(Decimal(value)), std::to_string(value));
    EXPECT_EQ(written(Decimal(static_cast<std::int64_t>(value))),
              std::to_string(static_cast<std::int64_t>(value)));
  }
}

TEST(SetTextFrom, NumbersOfAllLengthsReuseTheTextsPlace) {
  MessageBuilder message;
  const PointerBuilder field = message.root().initStruct({0, 2}).pointer({.index = 0});
  field.setTextFrom(Decimal(std::numeric_limits<std::uint64_t>::max()));
  const std::uint64_t words = message.sizeWords();
  for (std::uint64_t value = 1; value != 0; value *= 10) {
    field.setTextFrom(Decimal(value));
    EXPECT_EQ(field.getText(), std::to_string(value));
    EXPECT_LE(message.sizeWords(), words);
    if (value > std::numeric_limits<std::uint64_t>::max() / 10) break;
  }
}

TEST(SetTextFrom, AlternatingLengthsDoNotGrowAMessageWithLaterObjects) {
  MessageBuilder message;
  const StructBuilder root = message.root().initStruct({0, 2});
  root.pointer({.index = 0}).setText("a text of some length");
  root.pointer({.index = 1}).setText("behind it");
  const std::uint64_t words = message.sizeWords();
  for (int i = 0; i < 100; ++i) {
    root.pointer({.index = 0}).setTextFrom(Decimal(i % 2 == 0 ? 1 : 1234567));
  }
  EXPECT_EQ(message.sizeWords(), words);
  EXPECT_EQ(root.pointer({.index = 1}).getText(), "behind it");
}

// A text set a hundred times with alternating lengths, in its own segment and behind a landing pad.
TEST(SetText, AlternatingLengthsDoNotGrowTheMessage) {
  for (std::uint32_t segmentWords : {1024u, 4u, 1u}) {
    ArenaOptions options;
    options.firstSegmentWords = segmentWords;
    options.maxSegmentWords = segmentWords;
    MessageBuilder message(options);
    const StructBuilder root = message.root().initStruct({0, 2});
    const PointerBuilder field = root.pointer({.index = 0});
    const std::string texts[] = {"1", std::string(20, 'x'), std::string(60, 'y'), ""};
    for (const std::string& text : texts) {
      field.setText(text);
      root.pointer({.index = 1}).setText("another one");
    }
    std::uint64_t words = 0;
    for (int i = 0; i < 100; ++i) {
      if (i == 20) words = message.sizeWords();
      field.setText(texts[i % 4]);
      EXPECT_EQ(field.getText(), texts[i % 4]);
      EXPECT_EQ(root.pointer({.index = 1}).getText(), "another one");
    }
    EXPECT_EQ(message.sizeWords(), words) << segmentWords;
  }
}

TEST(SetTextFrom, PiecesMayComeFromTheOldValue) {
  MessageBuilder message;
  const PointerBuilder field = message.root().initStruct({0, 1}).pointer({.index = 0});
  field.setText("0123456789");
  const Text old = field.getText();
  field.setTextFrom(TextPieces({old.substr(5), "-", old.substr(0, 5)}));
  EXPECT_EQ(field.getText(), "56789-01234");
  field.setTextFrom(TextPieces({}));
  EXPECT_EQ(field.getText(), "");
  EXPECT_FALSE(field.isNull());
}

}  // namespace
}  // namespace capstan
