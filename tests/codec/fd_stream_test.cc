// SPDX-License-Identifier: Apache-2.0
#include "capstan/codec/fd_stream.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <climits>
#include <csignal>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "tests/support/socket_pair.h"

namespace capstan {
namespace {

using support::SocketPair;
using ::testing::HasSubstr;

std::string readAll(ByteSource& source) {
  std::string all;
  std::byte room[1000];
  for (;;) {
    const absl::StatusOr<std::size_t> got = source.read(room);
    EXPECT_TRUE(got.ok()) << got.status();
    if (!got.ok() || *got == 0) return all;
    all.append(reinterpret_cast<const char*>(room), *got);
  }
}

iovec piece(std::string& text) { return {text.data(), text.size()}; }

TEST(FdStream, WritesMorePiecesThanOneCallTakes) {
  SocketPair pair;
  std::vector<std::string> texts(2 * IOV_MAX + 7);
  std::string all;
  std::vector<iovec> pieces;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    texts[i] = i % 5 == 0 ? "" : std::to_string(i);
    all += texts[i];
    pieces.push_back(piece(texts[i]));
  }
  std::string got;
  std::thread reader([&] {
    FdSource source(pair.reader());
    got = readAll(source);
  });
  FdSink sink(pair.writer());
  EXPECT_TRUE(writeAll(sink, pieces).ok());
  pair.closeWriter();
  reader.join();
  EXPECT_EQ(got, all);
}

TEST(FdStream, ADescriptorThatIsNotReadyIsUnavailable) {
  SocketPair pair(false);
  FdSource source(pair.reader());
  std::byte room[8];
  const absl::Status notReady = source.read(room).status();
  EXPECT_EQ(notReady.code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(notReady.ToString(), HasSubstr("poll"));

  FdSink sink(pair.writer());
  std::string text(1 << 16, 'x');
  std::size_t written = 0;
  absl::StatusOr<std::size_t> taken;
  for (;;) {
    const iovec one = piece(text);
    taken = sink.write({&one, 1});
    if (!taken.ok()) break;
    written += *taken;
  }
  EXPECT_EQ(taken.status().code(), absl::StatusCode::kUnavailable);
  pair.closeWriter();
  EXPECT_EQ(readAll(source).size(), written);
}

TEST(FdStream, ASocketWhoseReaderIsGoneIsAnErrorAndNoSignal) {
  SocketPair pair;
  FdSink sink(pair.writer());
  shutdown(pair.reader(), SHUT_RDWR);
  std::string text = "text";
  const iovec one = piece(text);
  EXPECT_FALSE(sink.write({&one, 1}).ok());
}

TEST(FdStream, WorksOnPipes) {
  int fds[2];
  ASSERT_EQ(pipe(fds), 0);
  std::string text = "some text";
  std::vector<iovec> pieces = {piece(text)};
  FdSink sink(fds[1]);
  EXPECT_TRUE(writeAll(sink, pieces).ok());
  close(fds[1]);
  FdSource source(fds[0]);
  EXPECT_EQ(readAll(source), text);
  close(fds[0]);
}

TEST(FdStream, AnErrorOfTheSystemIsWorded) {
  FdSource source(-1);
  std::byte room[8];
  EXPECT_THAT(source.read(room).status().ToString(), HasSubstr("descriptor -1"));
  FdSink sink(-1);
  std::string text = "text";
  const iovec one = piece(text);
  EXPECT_THAT(sink.write({&one, 1}).status().ToString(), HasSubstr("descriptor -1"));
}

void ignoreSignal(int) {}

// A signal interrupts a waiting call, which goes on waiting.
TEST(FdStream, AnInterruptedCallIsMadeAgain) {
  struct sigaction action = {};
  struct sigaction before = {};
  action.sa_handler = ignoreSignal;  // no SA_RESTART
  ASSERT_EQ(sigaction(SIGUSR1, &action, &before), 0);
  SocketPair pair;
  std::string got;
  std::thread reader([&] {
    FdSource source(pair.reader());
    got = readAll(source);
  });
  for (int i = 0; i < 20; ++i) {
    pthread_kill(reader.native_handle(), SIGUSR1);
    usleep(500);
  }
  std::string text = "after the signals";
  std::vector<iovec> pieces = {piece(text)};
  FdSink sink(pair.writer());
  EXPECT_TRUE(writeAll(sink, pieces).ok());
  pair.closeWriter();
  reader.join();
  EXPECT_EQ(got, text);
  sigaction(SIGUSR1, &before, nullptr);
}

}  // namespace
}  // namespace capstan
