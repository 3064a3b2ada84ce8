// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "capstan/arena/exhaustion.h"
#include "capstan/message/marshal.h"
#include "capstan/message/message_reader.h"
#include "tests/layout/trees.h"
#include "tests/support/misuse_catcher.h"

namespace capstan {
namespace {

using support::misuseOf;

constexpr const char* kNotWritable = "external data was built in: a message may only refer to it";

// Bytes that count up, and zeros up to a word's end. Stands at an odd address: no alignment is
// needed.
class External {
 public:
  explicit External(std::size_t sizeBytes) : size_(sizeBytes), bytes_(1 + (sizeBytes + 7) / 8 * 8) {
    for (std::size_t i = 0; i < sizeBytes; ++i) bytes_[1 + i] = std::byte(i % 251 + 1);
  }

  std::span<const std::byte> words() const { return std::span(bytes_).subspan(1); }
  std::span<const std::byte> data() const { return words().first(size_); }
  // Whether nobody has written to it.
  bool isIntact() const { return bytes_ == External(size_).bytes_; }
  bool isBehind(std::span<const std::byte> seen) const { return seen.data() == words().data(); }

 private:
  std::size_t size_;
  std::vector<std::byte> bytes_;
};

std::vector<ArenaOptions> growingOptions() {
  std::vector<ArenaOptions> all = allOptions();
  std::erase_if(all, [](const auto& each) { return each.growth != GrowthPolicy::kMultiSegment; });
  return all;
}

TEST(ExternalData, IsReadAndSentWithoutBeingCopied) {
  for (const ArenaOptions& options : growingOptions()) {
    for (std::size_t size : {1u, 8u, 13u, 4096u}) {
      const External external(size);
      MessageBuilder message(options);
      auto root = message.initRoot<AllTypes>();
      const std::uint64_t before = message.sizeWords();
      root.adoptDataField(
          message.orphanage().newOrphanReferringTo(external.words(), external.data().size()));
      root.setTextField("built afterwards");
      EXPECT_TRUE(external.isBehind(root.asReader().getDataField()));
      EXPECT_LE(message.sizeWords(), before + external.words().size() / 8 + 8);

      std::string bytes;
      appendTo(message, bytes);
      MessageReader reader;
      ASSERT_TRUE(reader.reopen(bytes).ok());
      const auto read = reader.getRoot<AllTypes>();
      EXPECT_TRUE(std::ranges::equal(read.getDataField(), external.data()));
      EXPECT_EQ(read.getTextField(), "built afterwards");
      EXPECT_TRUE(reader.status().ok());
      EXPECT_TRUE(external.isIntact());
    }
  }
}

TEST(ExternalData, IsAMistakeToBuildIn) {
  const External external(64);
  MessageBuilder message;
  auto root = message.initRoot<AllTypes>();
  auto orphan = message.orphanage().newOrphanReferringTo(external.words());
  EXPECT_EQ(misuseOf([&] { (void)orphan.getBuilder(); }), kNotWritable);
  EXPECT_EQ(misuseOf([&] { orphan.truncate(8); }), kNotWritable);
  EXPECT_EQ(misuseOf([&] { orphan.extend(80); }), kNotWritable);
  root.adoptDataField(std::move(orphan));
  EXPECT_EQ(misuseOf([&] { (void)root.getDataField(); }), kNotWritable);
  const PointerBuilder pointer = root.raw().pointer(AllTypes::Slots::kDataField);
  EXPECT_EQ(misuseOf([&] { (void)pointer.getList(ElementSize::kByte); }), kNotWritable);
  EXPECT_EQ(misuseOf([&] { (void)pointer.getAnyList(); }), kNotWritable);
  EXPECT_EQ(misuseOf([&] { (void)pointer.getStructList({1, 0}); }), kNotWritable);
  auto bytes = Orphan<AnyPointer>(pointer.disown()).releaseAs<List<std::uint8_t>>();
  EXPECT_EQ(misuseOf([&] { (void)bytes.getBuilder(); }), kNotWritable);
  EXPECT_EQ(bytes.getReader()[2], 3);
  auto structs = Orphan<AnyPointer>(std::move(bytes)).releaseAs<List<AllTypes>>();
  EXPECT_EQ(misuseOf([&] { (void)structs.getBuilder(); }), kNotWritable);
  EXPECT_TRUE(external.isIntact());
}

TEST(ExternalData, IsNeitherWipedNorSentOnceItIsDropped) {
  const External external(80);
  MessageBuilder message;
  auto root = message.initRoot<AllTypes>();
  const std::uint64_t before = message.sizeWords();
  const auto refer = [&] { return message.orphanage().newOrphanReferringTo(external.words()); };
  { const auto dropped = refer(); }
  EXPECT_EQ(message.sizeWords(), before);
  root.adoptDataField(refer());
  root.setDataField(external.data().first(8));  // copied over it
  root.adoptDataField(refer());
  root.adoptDataField(refer());
  message.root().clear();
  for (const auto& segment : message.segments().subspan(1)) EXPECT_TRUE(segment.empty());
  EXPECT_TRUE(external.isIntact());
  message.initRoot<AllTypes>().adoptDataField(refer());
  message.reset();
  message.initRoot<AllTypes>().setTextField("the next message");
  EXPECT_EQ(message.segments().size(), 1u);
  EXPECT_TRUE(external.isIntact());
}

TEST(ExternalData, StaysWhereItIsWhenItsOwnersMoveOrAreCopied) {
  for (const ArenaOptions& options : growingOptions()) {
    const External external(24);
    MessageBuilder message(options);
    auto list = message.newOrphan<List<AllTypes>>(1);
    list.getBuilder()[0].adoptDataField(message.orphanage().newOrphanReferringTo(external.words()));
    for (std::uint32_t size = 2; size < 20; ++size) list.extend(size);
    EXPECT_TRUE(external.isBehind(list.getReader()[0].getDataField()));
    const auto copy = message.newOrphanCopy<List<AllTypes>>(list.getReader());
    EXPECT_FALSE(external.isBehind(copy.getReader()[0].getDataField()));
    EXPECT_TRUE(std::ranges::equal(copy.getReader()[0].getDataField(), external.data()));
    EXPECT_FALSE(message.arena().fault());
  }
}

TEST(ExternalData, DoesNotMakeTheNextMessagesFirstSegmentLarger) {
  const External external(1 << 20);
  MessageBuilder message;
  message.initRoot<AllTypes>();
  const std::uint64_t capacity = message.arena().first().freeWords();
  for (int round = 0; round < 5; ++round) {
    message.reset();
    auto root = message.initRoot<AllTypes>();
    EXPECT_EQ(message.arena().first().freeWords(), capacity);
    root.adoptDataField(message.orphanage().newOrphanReferringTo(external.words()));
    // What is built then still goes to the first segment.
    root.setTextField("text");
    EXPECT_EQ(message.segments().size(), 2u);
  }
}

TEST(ExternalData, LeavesTheMessageWithADetachedOne) {
  const External external(40);
  MessageBuilder message;
  message.initRoot<AllTypes>().adoptDataField(
      message.orphanage().newOrphanReferringTo(external.words()));
  std::string expected;
  appendTo(message, expected);
  const FramedMessage framed = message.detach();
  std::string bytes;
  for (const iovec& piece : framed.pieces()) {
    bytes.append(static_cast<const char*>(piece.iov_base), piece.iov_len);
  }
  EXPECT_EQ(bytes, expected);
  EXPECT_TRUE(external.isIntact());
}

TEST(ExternalData, CountsForTheLimitOfTheMessage) {
  if constexpr (!kExceptions) GTEST_SKIP() << "exhaustion does not throw in this build";
  const External external(80);
  ArenaOptions limited;
  limited.maxMessageWords = 30;
  for (int round = 0; round < 3; ++round) {
    MessageBuilder message(limited);
    const auto first = message.orphanage().newOrphanReferringTo(external.words());
    const auto second = message.orphanage().newOrphanReferringTo(external.words());
    EXPECT_THROW((void)message.orphanage().newOrphanReferringTo(external.words()), ArenaExhausted);
    EXPECT_THROW(message.initRoot<Data>(80), ArenaExhausted);
    message.initRoot<Data>(72);
    EXPECT_EQ(message.sizeWords(), 30u);
    message.reset();
    message.initRoot<Data>(29 * 8);
  }
}

TEST(ExternalData, NeedsWholeWordsZeroPaddingAndAMessageOfSegments) {
  const External external(16);
  MessageBuilder message;
  const Orphanage orphanage = message.orphanage();
  constexpr const char* kWholeWords =
      "external data must stand in whole words, the data's last byte in the last of them";
  EXPECT_EQ(misuseOf([&] { orphanage.newOrphanReferringTo(external.words().first(9)); }),
            kWholeWords);
  EXPECT_EQ(misuseOf([&] { orphanage.newOrphanReferringTo(external.words(), 8); }), kWholeWords);
  EXPECT_EQ(misuseOf([&] { orphanage.newOrphanReferringTo(external.words(), 17); }), kWholeWords);
  EXPECT_EQ(misuseOf([&] { orphanage.newOrphanReferringTo(external.words(), 13); }),
            "the bytes behind external data must be zero: they are sent");
  const auto none = orphanage.newOrphanReferringTo({});
  EXPECT_TRUE(none.getReader().empty());
  ArenaOptions single;
  single.growth = GrowthPolicy::kSingleSegment;
  MessageBuilder one(single);
  EXPECT_EQ(misuseOf([&] { one.orphanage().newOrphanReferringTo(external.words()); }),
            "external data needs GrowthPolicy::kMultiSegment: it is a segment of its own");
}

TEST(ExternalData, LeavesTheLastSegmentToGrowth) {
  if constexpr (!kExceptions) GTEST_SKIP() << "exhaustion does not throw in this build";
  const External external(8);
  MessageBuilder message;
  const auto list = message.initRoot<List<Data>>(600);
  std::uint32_t taken = 0;
  EXPECT_THROW(
      for (; taken < 600; ++taken) {
        list.adopt(taken, message.orphanage().newOrphanReferringTo(external.words()));
      },
      ArenaExhausted);
  EXPECT_EQ(taken, 508u);  // and a segment for their landing pads
  for (std::uint32_t i = taken; i < 600; ++i) list.init(i, 8000);
  EXPECT_EQ(message.segments().size(), 511u);
  EXPECT_TRUE(external.isBehind(list.asReader()[507]));
}

}  // namespace
}  // namespace capstan
