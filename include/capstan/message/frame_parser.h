// SPDX-License-Identifier: Apache-2.0
// FrameParser: bytes in as they come, messages out, for any event loop.
//
//   for (;;) {
//     parser.push(whatCame);                 // or: read into room(), then commit()
//     while (parser.next() is true) handle(parser.getRoot<Foo>());
//   }
//   parser.finish();                         // at the end: was a message cut?
//
// The bytes stand in one buffer of the pool, and a message is read where it stands there: nothing
// is copied but the front of a message that the buffer's end has cut. A parser that is kept
// allocates nothing once its buffer has reached the size of its messages.
//
// Memory grows with the bytes received (at most twice those of the message that is coming), never
// with what a segment table claims. A message above ReaderOptions::maxMessageWords is refused as
// soon as its table is there, and can be skipped without losing the stream.
//
// Every call but the const ones ends the views of the message. Threads: one at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "capstan/base/bytes.h"
#include "capstan/base/config.h"
#include "capstan/message/message_reader.h"
#include "capstan/pool/buffer.h"
#include "capstan/pool/pool_handle.h"

namespace capstan::inline CAPSTAN_ABI {

// The bytes of a stream's buffer before a message needs more: many small messages at a time.
inline constexpr std::size_t kStreamBufferBytes = std::size_t{16} << 10;

class FrameParser {
 public:
  explicit FrameParser(const ReaderOptions& options = {}, PoolHandle pool = PoolHandle::shared())
      : pool_(std::move(pool)), reader_(options) {}
  FrameParser(const FrameParser&) = delete;
  FrameParser& operator=(const FrameParser&) = delete;

  // Takes the next bytes of the stream; they are copied. Errors: ResourceExhausted when the pool
  // has no memory; none of them have then been taken.
  absl::Status push(Bytes bytes);

  // Room for the next bytes of the stream, at least one, for reading into without a copy; commit
  // says how many came. Lifetime: until the next call. Errors: ResourceExhausted when the pool has
  // no memory; the parser is as before.
  absl::StatusOr<std::span<std::byte>> room();
  // Requires: at most as many bytes as the room had.
  void commit(std::size_t bytes) { end_ += bytes; }

  // Moves on to the next message. Returns: true and the message, or false when more bytes are
  // needed for it. Errors: ResourceExhausted for a message above the limit, which skip() steps
  // over, and for a table that no message has, behind which nothing of the stream can be found:
  // both stay until then. The byte offset of the message is in their text.
  // Cost: a look at the segment table; independent of the message's size.
  absl::StatusOr<bool> next() {
    begin_ += messageBytes_;
    messageBytes_ = 0;
    if (skipBytes_ == 0 && status_.ok() && reader_.reopenSingle(window(), messageBytes_)) [[likely]]
      return true;
    return nextSlow();
  }

  // The message that next() has moved to.
  MessageReader& message() { return reader_; }
  template <typename T = AnyPointer>
  ReaderOf<T> getRoot() const& {
    return reader_.getRoot<T>();
  }

  // Steps over a message that next() has refused for its size; its bytes are dropped as they come.
  // Errors: FailedPrecondition when there is no such message.
  absl::Status skip();

  // To be asked when the stream has ended and next() has returned false. Returns: OK between two
  // messages. Errors: DataLoss, with the byte offset of the message that was cut, and how much of
  // it came.
  absl::Status finish() const;

  // How many more bytes the next message needs, as far as can be told by now; at least one.
  std::uint64_t missingBytes() const;

  // Where in the stream the message begins that next() has moved to, or moves to when it is there.
  std::uint64_t offsetBytes() const { return droppedBytes_ + begin_; }

  // Starts over with a new stream. The buffer goes back to the pool.
  void reset();

 private:
  absl::StatusOr<bool> nextSlow();
  absl::Status makeRoom(std::size_t bytes);
  absl::Status refuse(FaultKind kind);
  void dropSkipped();
  Bytes window() const { return {buffer_.data() + begin_, end_ - begin_}; }

  PoolHandle pool_;
  Buffer buffer_;
  // The bytes that are here and not behind: those from begin_ to end_ of the buffer.
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::size_t messageBytes_ = 0;    // of the message at begin_ that next() has moved to
  std::uint64_t droppedBytes_ = 0;  // of the stream, before the buffer's first byte
  std::uint64_t skipBytes_ = 0;     // still to be dropped
  bool isTooLarge_ = false;         // the message at begin_ has been refused, and can be skipped
  absl::Status status_;
  MessageReader reader_;
};

}  // namespace capstan::inline CAPSTAN_ABI
