// SPDX-License-Identifier: Apache-2.0
#include "capstan/message/message_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "capstan/message/packed.h"
#include "tests/message/stream_sample.h"
#include "tests/support/files.h"

namespace capstan {
namespace {

using ::testing::HasSubstr;

class MessageFileTest : public ::testing::Test {
 protected:
  MessageFile open(std::string_view content, const ReaderOptions& options = {}) {
    const std::string path = folder_.file("messages.bin");
    support::writeFile(path, content);
    auto file = MessageFile::open(path, options);
    EXPECT_TRUE(file.ok()) << file.status();
    return *std::move(file);
  }

  support::TempFolder folder_;
};

TEST_F(MessageFileTest, HasEachMessageAtHandInAnyOrder) {
  const MessageFile file = open(sampleStream());
  ASSERT_EQ(file.size(), kStreamSamples.size());
  EXPECT_TRUE(file.tailStatus().ok());
  MessageReader reader;
  std::uint64_t offset = sampleStream().size();
  for (std::size_t i = file.size(); i-- > 0;) {
    ASSERT_TRUE(file.read(i, reader).ok());
    expectSample(reader.getRoot<schema::Node>(), i, kStreamSamples[i]);
    offset -= file[i].size();
    EXPECT_EQ(file.offsetBytes(i), offset);
  }
  EXPECT_EQ(offset, 0u);
}

TEST_F(MessageFileTest, ACutTailLeavesTheWholeMessagesReadable) {
  const std::string whole = framedSample(0);
  const std::string last = framedSample(1);
  for (std::size_t length = 0; length <= last.size(); ++length) {
    const MessageFile file = open(whole + last.substr(0, length));
    const bool isWhole = length == 0 || length == last.size();
    EXPECT_EQ(file.size(), length == last.size() ? 2u : 1u);
    EXPECT_EQ(file.tailStatus().ok(), isWhole);
    if (!isWhole) {
      EXPECT_EQ(file.tailStatus().code(), absl::StatusCode::kDataLoss);
      EXPECT_THAT(file.tailStatus().ToString(),
                  HasSubstr("at byte " + std::to_string(whole.size())));
    }
  }
}

TEST_F(MessageFileTest, StopsAtAMessageAboveTheLimit) {
  const MessageFile file =
      open(framedSample(0) + framedSample(5), {.maxMessageWords = framedSample(0).size() / 8});
  EXPECT_EQ(file.size(), 1u);
  EXPECT_EQ(file.tailStatus().code(), absl::StatusCode::kResourceExhausted);
}

TEST_F(MessageFileTest, AnEmptyFileHasNoMessages) {
  const MessageFile file = open("");
  EXPECT_EQ(file.size(), 0u);
  EXPECT_TRUE(file.tailStatus().ok());
  file.willNeed(0, 0);
}

TEST_F(MessageFileTest, HintsChangeNothingThatIsRead) {
  MessageFile file = open(sampleStream());
  file.willNeed(0, file.size());
  file.doneWith(0, 3);
  const MessageFile moved = std::move(file);
  MessageReader reader;
  ASSERT_TRUE(moved.read(1, reader).ok());
  expectSample(reader.getRoot<schema::Node>(), 1, kStreamSamples[1]);
}

TEST_F(MessageFileTest, SaysThatPackedBytesLookPacked) {
  std::string packed;
  MessageBuilder message;
  buildSample(message, 1, 3);
  appendPackedTo(message, packed);
  EXPECT_THAT(open(packed).tailStatus().ToString(), HasSubstr("look packed"));
}

// What this process has of files in memory; a sanitizer's notes of what was read do not count.
std::size_t residentFileBytes() {
  std::ifstream file("/proc/self/statm");
  std::size_t pages = 0;
  file >> pages >> pages >> pages;  // size, resident, shared
  return pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

// 256 messages of a MiB each; a file with holes, so that it takes no room.
TEST_F(MessageFileTest, IsReadInMemoryForTheMessagesAtHand) {
  constexpr std::size_t kMessages = 256;
  constexpr std::size_t kMessageBytes = std::size_t{1} << 20;
  constexpr std::uint32_t kDataBytes = kMessageBytes - 16;
  const std::string path = folder_.file("large.bin");
  {
    std::ofstream file(path, std::ios::binary);
    for (std::size_t i = 0; i < kMessages; ++i) {
      file.seekp(static_cast<std::streamoff>(i * kMessageBytes));
      const std::uint32_t head[] = {0, kMessageBytes / 8 - 1, 1, kDataBytes << 3 | 2};
      file.write(reinterpret_cast<const char*>(head), sizeof(head));
    }
    file.seekp(kMessages * kMessageBytes - 1);
    file.put('\0');
  }
  const auto file = MessageFile::open(path);
  ASSERT_TRUE(file.ok()) << file.status();
  ASSERT_EQ(file->size(), kMessages);
  ASSERT_TRUE(file->tailStatus().ok()) << file->tailStatus();
  MessageReader reader;
  const std::size_t before = residentFileBytes();
  std::size_t most = 0;
  for (std::size_t i = 0; i < kMessages; ++i) {
    if (i + 1 < kMessages) file->willNeed(i + 1, 1);
    ASSERT_TRUE(file->read(i, reader).ok());
    const auto data = reader.getRoot<Data>();
    ASSERT_EQ(data.size(), kDataBytes);
    ASSERT_EQ(std::count(data.begin(), data.end(), std::byte{0}), kDataBytes);
    most = std::max(most, residentFileBytes());
    file->doneWith(i, 1);
  }
  EXPECT_GE(most - before, kMessageBytes / 2);
  EXPECT_LT(most - before, 32 * kMessageBytes);
}

TEST_F(MessageFileTest, WhatIsNoFileIsAnErrorWithItsPath) {
  EXPECT_EQ(MessageFile::open(folder_.file("missing")).status().code(),
            absl::StatusCode::kNotFound);
  const absl::Status folder = MessageFile::open(folder_.path()).status();
  EXPECT_EQ(folder.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(folder.ToString(), HasSubstr(folder_.path()));
}

}  // namespace
}  // namespace capstan
