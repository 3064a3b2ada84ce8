// SPDX-License-Identifier: Apache-2.0
// Packed messages: from a built message to packed bytes, and from packed bytes to a reader.
//
// A packed message cannot be read where it stands: it is unpacked into a buffer of the pool, which
// its reader owns. A reader that is kept and reopened allocates nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "capstan/base/bytes.h"
#include "capstan/base/config.h"
#include "capstan/message/message_builder.h"
#include "capstan/message/message_reader.h"
#include "capstan/message/owned.h"
#include "capstan/pool/buffer.h"
#include "capstan/pool/pool_handle.h"

namespace capstan::inline CAPSTAN_ABI {

// The bytes that the packed message has, exactly. Cost: reads the message once.
std::size_t packedMessageBytes(MessageBuilder& message);

// Packs the message into a buffer of its pool.
// Errors: ResourceExhausted when the pool has no memory.
absl::StatusOr<Buffer> marshalPacked(MessageBuilder& message);

// Packs the message to the start of `to`. Returns: the bytes written; what follows them in `to` may
// have been written over. Errors: InvalidArgument, with nothing written, when `to` is too small.
// Cost: reads the message twice when `to` is smaller than the worst case takes (packedBound).
absl::StatusOr<std::size_t> marshalPackedTo(MessageBuilder& message, std::span<std::byte> to);

// Appends the packed message to `to`.
void appendPackedTo(MessageBuilder& message, std::string& to);

// A message in a buffer of its own, unpacked. As MessageReader, which it has, it may be read by any
// number of threads and opened by one; moving or destroying it ends its views.
class PackedMessageReader {
 public:
  // A reader of nothing, until it is reopened.
  explicit PackedMessageReader(const ReaderOptions& options = {},
                               PoolHandle pool = PoolHandle::shared())
      : pool_(std::move(pool)), reader_(options) {}
  PackedMessageReader(PackedMessageReader&&) noexcept = default;
  PackedMessageReader& operator=(PackedMessageReader&&) noexcept = default;

  // Unpacks and opens the packed message that `packed` holds exactly. All views of the former
  // message end; `packed` is not needed any more.
  // Errors: InvalidArgument, with the byte offset (cut off, a run or bytes behind the message);
  // ResourceExhausted (limits, no memory); the reader is then one of nothing. Cost: a pass over the
  // bytes; a buffer from the pool when the last one is too small.
  // Security: the buffer is never larger than the limit, nor than what `packed` can unpack to.
  absl::Status reopen(Bytes packed);
  // The same for the message at the start of `packed`. Returns its packed size in `usedBytes`.
  absl::Status reopenPrefix(Bytes packed, std::size_t& usedBytes);

  // Gives the buffer back to the pool; the reader is one of nothing.
  void reset();

  // The root. Lifetime: until the reader is reopened, reset, moved or destroyed.
  template <typename T = AnyPointer>
  ReaderOf<T> getRoot() const& {
    return reader_.getRoot<T>();
  }
  template <typename T = AnyPointer>
  ReaderOf<T> getRoot() const&& = delete;

  // As MessageReader has them.
  Fault fault() const { return reader_.fault(); }
  absl::Status status() const { return reader_.status(); }

  // The reader of the unpacked message, to be read or validated.
  const MessageReader& reader() const& { return reader_; }
  MessageReader& reader() & { return reader_; }

 private:
  absl::Status open(Bytes packed, std::size_t* usedBytes);
  void close();

  PoolHandle pool_;
  Buffer unpacked_;
  MessageReader reader_;
};

// Opens the packed message that `packed` holds exactly. Errors: as PackedMessageReader::reopen.
absl::StatusOr<PackedMessageReader> unmarshalPacked(Bytes packed,
                                                    const ReaderOptions& options = {});

// A packed message at the start of a longer run of bytes, and the bytes that it takes there.
struct UnmarshalledPackedPrefix {
  PackedMessageReader reader;
  std::size_t usedBytes = 0;
};

// Opens the packed message at the start of `packed`; the next one, if any, starts `usedBytes` on.
// Errors: as PackedMessageReader::reopen, but bytes behind the message are none.
absl::StatusOr<UnmarshalledPackedPrefix> unmarshalPackedPrefix(Bytes packed,
                                                               const ReaderOptions& options = {});

namespace internal {
// Unpacks the message at the start of `packed` into `to`, which is taken from `pool` where it is
// too small. `usedBytes` is null where bytes behind the message are an error.
absl::Status unpackMessage(Bytes packed, const ReaderOptions& options, const PoolHandle& pool,
                           Buffer& to, std::size_t* usedBytes);
}  // namespace internal

// Unpacks the packed message that `packed` holds exactly into an Owned.
// Errors: as PackedMessageReader::reopen.
template <StructType T>
absl::StatusOr<Owned<T>> unmarshalPackedOwned(Bytes packed, const ReaderOptions& options = {}) {
  Buffer framed;
  absl::Status status =
      internal::unpackMessage(packed, options, PoolHandle::shared(), framed, nullptr);
  if (!status.ok()) return status;
  return unmarshalOwned<T>(std::move(framed), options);
}

}  // namespace capstan::inline CAPSTAN_ABI
