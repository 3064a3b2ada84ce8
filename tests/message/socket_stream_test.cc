// SPDX-License-Identifier: Apache-2.0
// Encoder and Decoder over sockets that are not waited for, and are soon full.
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <climits>
#include <deque>
#include <vector>

#include "capstan/codec/fd_stream.h"
#include "capstan/codec/packed_stream.h"
#include "capstan/message/decoder.h"
#include "capstan/message/encoder.h"
#include "capstan/pool/buffer_pool.h"
#include "tests/message/stream_sample.h"
#include "tests/support/pool_use.h"
#include "tests/support/socket_pair.h"

namespace capstan {
namespace {

// Sockets that are not waited for and hold little.
class Sockets : public support::SocketPair {
 public:
  Sockets() : SocketPair(false) {
    const int few = 2048;
    EXPECT_EQ(setsockopt(writer(), SOL_SOCKET, SO_SNDBUF, &few, sizeof(few)), 0);
  }
};

// Samples in turn, more than one system call takes pieces of.
constexpr std::size_t kMessages = IOV_MAX + 100;
std::uint32_t childrenOf(std::size_t index) { return index % 16 == 0 ? 40 : index % 3; }

std::deque<MessageBuilder> builders(const PoolHandle& pool) {
  std::deque<MessageBuilder> built;
  for (std::size_t i = 0; i < kMessages; ++i) {
    buildSample(built.emplace_back(streamSampleOptions(i), pool), i, childrenOf(i));
  }
  return built;
}

// How many messages can be read now; each is checked. `isEnd`: whether it was the last.
std::size_t readReady(Decoder& decoder, std::size_t first, bool& isEnd) {
  std::size_t messages = 0;
  for (;; ++messages) {
    const absl::StatusOr<bool> got = decoder.next();
    isEnd = got.ok() && !*got;
    if (!got.ok()) {
      EXPECT_EQ(got.status().code(), absl::StatusCode::kUnavailable) << got.status();
    }
    if (!got.ok() || isEnd) return messages;
    const std::size_t index = first + messages;
    expectSample(decoder.getRoot<schema::Node>(), index, childrenOf(index));
  }
}

// Sends in turns with receiving, as an event loop does. Returns: how often the sender had to wait.
template <typename Send>
std::size_t sendAndReceive(Sockets& sockets, Encoder& encoder, ByteSource& source, Send send,
                           const PoolHandle& pool) {
  Decoder decoder(source, {}, pool);
  std::size_t waits = 0;
  std::size_t received = 0;
  bool isEnd = false;
  absl::Status sent = send();
  while (!isEnd) {
    if (!sent.ok() || encoder.hasPending()) {
      sent = encoder.flush();
      waits += absl::IsUnavailable(sent);
      EXPECT_TRUE(sent.ok() || absl::IsUnavailable(sent)) << sent;
    }
    if (sent.ok() && !encoder.hasPending()) sockets.closeWriter();
    received += readReady(decoder, received, isEnd);
  }
  EXPECT_EQ(received, kMessages);
  return waits;
}

TEST(Sockets, CarryABatchOfMorePiecesThanACallTakes) {
  auto pool = BufferPool::create({});
  ASSERT_TRUE(pool.ok());
  for (const Framing framing : {Framing::kPlain, Framing::kPacked}) {
    {
      Sockets sockets;
      FdSink sink(sockets.writer());
      FdSource plain(sockets.reader());
      PackedSource unpacked(plain, pool->handle());
      ByteSource& source = framing == Framing::kPacked ? static_cast<ByteSource&>(unpacked) : plain;
      Encoder encoder(sink, {.framing = framing});
      std::deque<MessageBuilder> built = builders(pool->handle());
      std::vector<MessageBuilder*> batch;
      for (MessageBuilder& message : built) batch.push_back(&message);
      const auto send = [&] { return encoder.encode(batch); };
      EXPECT_GT(sendAndReceive(sockets, encoder, source, send, pool->handle()), 0u);
    }
    EXPECT_EQ(support::heldOf(*pool), 0u);
    EXPECT_TRUE(pool->stats().isBalanced());
  }
}

TEST(Sockets, CarryDetachedMessagesWhoseBuffersGoBackAsTheyAreSent) {
  auto pool = BufferPool::create({});
  ASSERT_TRUE(pool.ok());
  {
    Sockets sockets;
    FdSink sink(sockets.writer());
    FdSource source(sockets.reader());
    Encoder encoder(sink);
    const auto send = [&] {
      absl::Status status;
      for (MessageBuilder& message : builders(pool->handle())) {
        status = encoder.encode(message.detach());
        EXPECT_TRUE(status.ok() || absl::IsUnavailable(status)) << status;
      }
      return status;
    };
    EXPECT_GT(sendAndReceive(sockets, encoder, source, send, pool->handle()), 0u);
    EXPECT_EQ(support::heldOf(*pool), 0u) << "all is sent";
  }
  EXPECT_TRUE(pool->stats().isBalanced());
}

}  // namespace
}  // namespace capstan
