// SPDX-License-Identifier: Apache-2.0
// Encoder: messages one by one, or many at a time, to a sink of bytes.
//
//   FdSink sink(fd);
//   Encoder encoder(sink);
//   build(message);
//   absl::Status status = encoder.encode(message);
//
// A message goes out in one gather write, from where it was built. Where the sink would have to
// wait, the rest is kept: a call that returns OK has taken the whole message, and hasPending() says
// whether flush() is needed to see it off. So nothing is lost or sent twice, whatever the sink
// does.
//
// An error of the sink other than Unavailable ends the stream, in the middle of a message perhaps:
// the encoder then returns it from every call. Threads: one at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <sys/uio.h>

#include "absl/status/status.h"
#include "capstan/base/config.h"
#include "capstan/codec/byte_stream.h"
#include "capstan/message/framed_message.h"
#include "capstan/message/message_builder.h"
#include "capstan/pool/buffer.h"

namespace capstan::inline CAPSTAN_ABI {

enum class Framing : std::uint8_t { kPlain, kPacked };

struct EncoderOptions {
  Framing framing = Framing::kPlain;

  // The bytes that may wait for the sink. Attack: a reader that stops reading makes its writer keep
  // everything that it has to say.
  std::size_t maxPendingBytes = std::size_t{64} << 20;
};

class Encoder {
 public:
  // Lifetime: `to` must outlive this.
  explicit Encoder(ByteSink& to, const EncoderOptions& options = {}) : to_(to), options_(options) {}
  Encoder(const Encoder&) = delete;
  Encoder& operator=(const Encoder&) = delete;

  // Takes a message; the builder may be reset afterwards. Errors: ResourceExhausted, and nothing of
  // the message is taken, when more than maxPendingBytes wait already, or the pool has no memory
  // for a packed message or for a copy; the sink's own. Where memory for the copy is wanting when
  // the sink has taken a part already, the stream ends.
  // Cost: one write; a copy of what the sink did not take. Steady state: no allocation.
  absl::Status encode(MessageBuilder& message) {
    MessageBuilder* const one = &message;
    return encode({&one, 1});
  }
  // Takes a batch of messages in one gather write. Errors: as above; none of them is then taken.
  absl::Status encode(std::span<MessageBuilder* const> messages);

  // Takes a message that has left its builder: its buffers go back to the pool when it has been
  // sent. Nothing is copied. Errors: as above; the message is then still the caller's.
  // Requires: Framing::kPlain.
  absl::Status encode(FramedMessage&& message);

  // Writes what waits. Returns: OK when nothing is left. Errors: Unavailable when the sink would
  // have to wait: call again when it is ready; the sink's own.
  absl::Status flush();

  bool hasPending() const { return pendingBytes_ != 0; }
  std::size_t pendingBytes() const { return pendingBytes_; }
  // The bytes that the sink has taken in all.
  std::uint64_t writtenBytes() const { return writtenBytes_; }

 private:
  // Something that waits: bytes of a buffer, or a message.
  struct Pending {
    std::size_t sizeBytes() const { return buffer ? buffer.sizeBytes() : message.sizeBytes(); }

    Buffer buffer;
    FramedMessage message;
    std::size_t sentBytes = 0;
  };

  absl::Status admit();
  absl::Status gather(std::span<MessageBuilder* const> messages);
  absl::Status send(const PoolHandle& pool);
  absl::Status writePieces(std::size_t& restBytes);
  absl::Status keepCopy(const PoolHandle& pool, std::size_t bytes);
  void keep(Pending&& pending, std::size_t bytes);
  void sent(std::size_t bytes);

  ByteSink& to_;
  EncoderOptions options_;
  std::vector<iovec> pieces_;   // of the write at hand
  std::vector<Buffer> packed_;  // of the write at hand
  std::vector<Pending> pending_;
  std::size_t firstPending_ = 0;
  std::size_t pendingBytes_ = 0;
  std::uint64_t writtenBytes_ = 0;
  absl::Status status_;
};

}  // namespace capstan::inline CAPSTAN_ABI
