// SPDX-License-Identifier: Apache-2.0
// Packing on the way to a sink, and unpacking on the way from a source.
//
// Each has one buffer of its pool for packed bytes, which goes back when it is destroyed; in
// between nothing is allocated. Errors of the stream below come through as they are. Threads: one
// at a time. Neither is copyable or movable.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <sys/uio.h>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "capstan/base/bytes.h"
#include "capstan/base/config.h"
#include "capstan/codec/byte_stream.h"
#include "capstan/codec/packed.h"
#include "capstan/pool/buffer.h"
#include "capstan/pool/pool_handle.h"

namespace capstan::inline CAPSTAN_ABI {

// The buffer of a packed stream, in bytes. A run at least must fit.
inline constexpr std::size_t kPackedStreamBytes = 8192;
static_assert(kPackedStreamBytes >= kMaxPackedRunBytes);

// Packs what is written to it: each piece by itself, as segments and tables are. Packed bytes are
// collected; flush() sees them off.
class PackedSink final : public ByteSink {
 public:
  // Lifetime: `to` must outlive this.
  explicit PackedSink(ByteSink& to, PoolHandle pool = PoolHandle::shared());
  PackedSink(const PackedSink&) = delete;
  PackedSink& operator=(const PackedSink&) = delete;

  // Returns: the bytes of the pieces that were taken. Requires: pieces of whole words; a rest that
  // was not taken comes first in the next call. Errors: ResourceExhausted when the pool has no
  // memory; InvalidArgument for a piece that is not whole words; those of the sink below.
  absl::StatusOr<std::size_t> write(std::span<const iovec> pieces) override;

  // Writes what is collected to the sink below. Errors: its own; may be called again.
  absl::Status flush();

 private:
  ByteSink& to_;
  Buffer buffer_;
  // The packed bytes in the buffer that the sink below has not taken.
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  // What a write that had already taken something ran into: the next call's to return.
  absl::Status failure_;
};

// Unpacks what it reads. It reads ahead: what the source has given and nobody has asked for yet is
// in ahead().
class PackedSource final : public ByteSource {
 public:
  // Lifetime: `from` must outlive this.
  explicit PackedSource(ByteSource& from, PoolHandle pool = PoolHandle::shared());
  PackedSource(const PackedSource&) = delete;
  PackedSource& operator=(const PackedSource&) = delete;

  // Errors: ResourceExhausted when the pool has no memory; InvalidArgument, with the offset, when
  // the packed bytes end inside a word or run; those of the source below.
  absl::StatusOr<std::size_t> read(std::span<std::byte> room) override;

  // The packed bytes that stand behind what has been unpacked.
  Bytes ahead() const { return {buffer_.data() + begin_, end_ - begin_}; }
  // The packed bytes that have been unpacked so far.
  std::uint64_t usedBytes() const { return usedBytes_; }

 private:
  std::size_t unpackAhead(std::span<std::byte> room);
  absl::Status refill(bool& isEnd);

  ByteSource& from_;
  Buffer buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::uint64_t usedBytes_ = 0;
  Unpacker unpacker_;
  // A word of which only the front was asked for: its last bytes are still to be read.
  std::byte word_[kBytesPerWord] = {};
  std::size_t wordLeft_ = 0;
};

}  // namespace capstan::inline CAPSTAN_ABI
