// SPDX-License-Identifier: Apache-2.0
// Decoder: messages one by one from a source of bytes.
//
//   FdSource source(fd);
//   Decoder decoder(source);
//   while (true) {
//     absl::StatusOr<bool> got = decoder.next();
//     if (!got.ok()) return got.status();    // cut, malformed, unreadable
//     if (!*got) break;                      // the end, between two messages
//     use(decoder.getRoot<Foo>());
//   }
//
// Packed messages come from a PackedSource (codec/packed_stream.h) above the source. The decoder
// reads ahead: it is what the source is read with from then on. Memory and limits: as FrameParser,
// which it has. Threads: one at a time.
#pragma once

#include <cstdint>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "capstan/base/config.h"
#include "capstan/codec/byte_stream.h"
#include "capstan/message/frame_parser.h"

namespace capstan::inline CAPSTAN_ABI {

class Decoder {
 public:
  // Lifetime: `from` must outlive this.
  explicit Decoder(ByteSource& from, const ReaderOptions& options = {},
                   PoolHandle pool = PoolHandle::shared())
      : from_(from), parser_(options, std::move(pool)) {}

  // Reads on to the next message, and ends the views of the last. Returns: true and the message, or
  // false at the end of the stream.
  // Errors: Unavailable when the source would have to wait (call again: nothing is lost); those of
  // FrameParser::next, and skip() as there; DataLoss for a stream that ends inside a message; the
  // source's own.
  absl::StatusOr<bool> next() {
    absl::StatusOr<bool> got = parser_.next();
    if (got.ok() && *got) [[likely]]
      return got;
    return nextSlow(std::move(got));
  }

  // The message that next() has read.
  MessageReader& message() { return parser_.message(); }
  template <typename T = AnyPointer>
  ReaderOf<T> getRoot() const& {
    return parser_.getRoot<T>();
  }

  // Steps over a message that next() has refused for its size. Errors: as FrameParser::skip.
  absl::Status skip() { return parser_.skip(); }

  // Where in the stream the message begins.
  std::uint64_t offsetBytes() const { return parser_.offsetBytes(); }

  // Forgets what was read ahead and gives the buffer back to the pool.
  void reset() { parser_.reset(); }

 private:
  absl::StatusOr<bool> nextSlow(absl::StatusOr<bool> got);

  ByteSource& from_;
  FrameParser parser_;
};

}  // namespace capstan::inline CAPSTAN_ABI
