// SPDX-License-Identifier: Apache-2.0
// The ways to get a message's bytes agree byte for byte, whatever the growth policy and the number
// of segments; and what is detached outlives its builder.
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "capstan/arena/exhaustion.h"
#include "capstan/message/unmarshal.h"
#include "tests/message/sample.h"

namespace capstan {
namespace {

std::string joined(std::span<const iovec> pieces) {
  std::string bytes;
  for (const iovec& piece : pieces) bytes.append(static_cast<char*>(piece.iov_base), piece.iov_len);
  return bytes;
}

// The framed message put together from the raw segments by hand.
std::string fromSegments(MessageBuilder& message) {
  std::string table;
  std::string content;
  const auto put = [&](std::uint32_t value) {
    table.append(reinterpret_cast<const char*>(&value), sizeof(value));
  };
  put(static_cast<std::uint32_t>(message.segments().size() - 1));
  for (const auto& segment : message.segments()) {
    put(static_cast<std::uint32_t>(segment.size() / 8));
    content.append(reinterpret_cast<const char*>(segment.data()), segment.size());
  }
  if (table.size() % 8 != 0) put(0);
  return table + content;
}

void expectAllFormsAgree(MessageBuilder& message) {
  const std::string expected = fromSegments(message);
  EXPECT_EQ(marshalledBytes(message), expected.size());
  const auto buffer = marshal(message);
  ASSERT_TRUE(buffer.ok());
  EXPECT_EQ(buffer->sizeBytes(), expected.size());
  EXPECT_EQ(joined(message.framedPieces()), expected);
  EXPECT_EQ(std::string(reinterpret_cast<const char*>(buffer->data()), buffer->sizeBytes()),
            expected);
  std::string appended = "before";
  appendTo(message, appended);
  EXPECT_EQ(appended, "before" + expected);

  std::vector<std::byte> room(expected.size() + 8, std::byte{0xEE});
  const auto written = marshalTo(message, room);
  ASSERT_TRUE(written.ok());
  EXPECT_EQ(*written, expected.size());
  EXPECT_EQ(std::memcmp(room.data(), expected.data(), expected.size()), 0);
  EXPECT_EQ(room[expected.size()], std::byte{0xEE});

  const auto inPlace = message.framedInPlace();
  EXPECT_EQ(!inPlace.empty(), message.arena().headerRoom() != nullptr);
  if (!inPlace.empty()) {
    EXPECT_EQ(std::string(reinterpret_cast<const char*>(inPlace.data()), inPlace.size()), expected);
    EXPECT_EQ(message.framedPieces().size(), 1u);
  }
  const FramedMessage detached = message.detach();
  EXPECT_EQ(detached.sizeBytes(), expected.size());
  EXPECT_EQ(joined(detached.pieces()), expected);
}

TEST(FramedForms, AgreeForEveryPolicyAndNumberOfSegments) {
  std::vector<std::byte> memory(1 << 16, std::byte{0xEE});
  const std::span<std::byte> most = memory;
  const ArenaOptions policies[] = {
      {},
      {.firstSegmentWords = 1},
      {.firstSegmentWords = 1, .maxSegmentWords = 1},
      {.growth = GrowthPolicy::kSingleSegment},
      {.growth = GrowthPolicy::kFixed, .firstSegment = most},
      {.growth = GrowthPolicy::kFixed, .firstSegment = most, .headerRoomInCallerMemory = true},
      {.firstSegment = most.first(8)},
      {.firstSegment = most.first(16), .headerRoomInCallerMemory = true},
      {.firstSegment = most.first(512), .headerRoomInCallerMemory = true},
  };
  for (const ArenaOptions& options : policies) {
    MessageBuilder message(options);
    for (const std::uint32_t children : {0u, 1u, 2u, 3u, 4u, 5u, 8u, 50u, 200u}) {
      buildSample(message, 5, children);
      expectAllFormsAgree(message);
      message.reset();
    }
    expectAllFormsAgree(message);
  }
}

TEST(FramedForms, SegmentCountsBothEvenAndOddCameUp) {
  bool isEven = false;
  bool isOdd = false;
  for (std::uint32_t children = 0; children < 40; ++children) {
    MessageBuilder message(smallSegments());
    buildSample(message, 5, children);
    (message.arena().segmentCount() % 2 == 0 ? isEven : isOdd) = true;
  }
  EXPECT_TRUE(isEven && isOdd);
}

TEST(FramedForms, MarshalToTooLittleRoomWritesNothing) {
  MessageBuilder message;
  buildSample(message, 5, 3);
  std::vector<std::byte> room(marshalledBytes(message) - 1, std::byte{0xEE});
  EXPECT_EQ(marshalTo(message, room).status().code(), absl::StatusCode::kInvalidArgument);
  for (const std::byte byte : room) EXPECT_EQ(byte, std::byte{0xEE});
  EXPECT_FALSE(marshalTo(message, {}).ok());
}

TEST(FramedForms, WrittenSizeIsWhatIsUsedNotWhatIsHeld) {
  MessageBuilder message({.firstSegmentWords = 100'000});
  message.root().initStruct({1, 0});
  EXPECT_EQ(marshalledBytes(message), 24u);
}

TEST(Detach, TheMessageOutlivesItsBuilderAndCrossesThreads) {
  for (const ArenaOptions& options :
       {ArenaOptions{}, smallSegments(), ArenaOptions{.growth = GrowthPolicy::kSingleSegment}}) {
    FramedMessage detached;
    {
      MessageBuilder message(options);
      buildSample(message, 5, 100);
      detached = message.detach();
    }
    std::thread([moved = std::move(detached)]() mutable {
      const std::string bytes = joined(moved.pieces());
      const auto reader = unmarshal(bytes);
      ASSERT_TRUE(reader.ok());
      EXPECT_TRUE(isSample(reader->getRoot<schema::Node>(), 5, 100));
      moved = FramedMessage();
      EXPECT_TRUE(moved.empty());
    }).join();
  }
}

TEST(Detach, TheBuilderGoesOnWithTheNextMessage) {
  MessageBuilder message(smallSegments());
  std::vector<FramedMessage> sent;
  for (std::uint32_t i = 0; i < 10; ++i) {
    buildSample(message, i, 20);
    sent.push_back(message.detach());
    EXPECT_EQ(message.sizeWords(), 0u);
    EXPECT_TRUE(message.root().isNull());
  }
  for (std::uint32_t i = 0; i < 10; ++i) {
    const std::string bytes = joined(sent[i].pieces());
    const auto reader = unmarshal(bytes);
    ASSERT_TRUE(reader.ok());
    EXPECT_TRUE(isSample(reader->getRoot<schema::Node>(), i, 20));
  }
}

TEST(Detach, ALoopOfLargeMessagesComesToOneSegmentEach) {
  MessageBuilder message;
  for (int i = 0; i < 10; ++i) {
    message.root().initList(ElementSize::kEightBytes, 20000);
    if (i == 9) {
      EXPECT_EQ(message.segments().size(), 1u);
    }
    message.detach();
  }
}

TEST(Detach, ACallersFirstSegmentIsCopiedAndStaysTheBuilders) {
  std::vector<std::byte> memory(128);
  MessageBuilder message({.firstSegment = memory});
  buildSample(message, 5, 30);
  const FramedMessage detached = message.detach();
  EXPECT_EQ(message.root().at(), memory.data());
  buildSample(message, 6, 30);
  const std::string bytes = joined(detached.pieces());
  const auto reader = unmarshal(bytes);
  ASSERT_TRUE(reader.ok());
  EXPECT_TRUE(isSample(reader->getRoot<schema::Node>(), 5, 30));
}

TEST(Detach, AMovedFromMessageIsEmpty) {
  MessageBuilder message;
  buildSample(message, 5, 3);
  FramedMessage first = message.detach();
  const FramedMessage second = std::move(first);
  EXPECT_TRUE(first.empty());  // NOLINT: that is what is tested
  EXPECT_EQ(first.sizeBytes(), 0u);
  EXPECT_GT(second.sizeBytes(), 0u);
}

}  // namespace
}  // namespace capstan
