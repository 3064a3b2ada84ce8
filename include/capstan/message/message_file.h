// SPDX-License-Identifier: Apache-2.0
// MessageFile: a file of framed messages, mapped into memory, with any message at hand.
//
// Opening goes over the segment tables once and remembers where each message begins; a message is
// then read where it stands in the file. The system brings in pages as they are read and takes back
// those that it needs elsewhere, so a message may be larger than memory; willNeed and doneWith tell
// it beforehand. A last message that the writer has not finished is no obstacle: what is whole can
// be read, and tailStatus() tells of the rest.
//
// Security: a file that another process shortens while it is mapped ends the program (SIGBUS). Map
// only files that are appended to or left alone.
// Threads: any number may read; moving it needs it alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "capstan/base/bytes.h"
#include "capstan/base/config.h"
#include "capstan/message/message_reader.h"

namespace capstan::inline CAPSTAN_ABI {

class MessageFile {
 public:
  // Maps the file and indexes it. Errors: the system's, worded, with the path.
  // Cost: O(messages): one page of the file, and 8 bytes of memory, for each.
  static absl::StatusOr<MessageFile> open(const std::string& path,
                                          const ReaderOptions& options = {});

  MessageFile(MessageFile&& other) noexcept;
  MessageFile& operator=(MessageFile&& other) noexcept;
  ~MessageFile();

  // The messages that are whole.
  std::size_t size() const { return offsets_.size() - 1; }

  // The framed bytes of message `index`, and where in the file they begin.
  // Requires: index < size(). Lifetime: as this object.
  Bytes operator[](std::size_t index) const;
  std::uint64_t offsetBytes(std::size_t index) const { return offsets_[index]; }

  // Opens message `index` in `reader`. Requires: index < size(). Errors: as MessageReader::reopen.
  // Lifetime: what is read ends with this object.
  absl::Status read(std::size_t index, MessageReader& reader) const {
    return reader.reopen((*this)[index]);
  }

  // OK if the file ends with a whole message. Errors: DataLoss for a message that is cut;
  // ResourceExhausted for one above the limit of the options, behind which no message was looked
  // for; both with its byte offset.
  const absl::Status& tailStatus() const { return tailStatus_; }

  // Asks the system to read `count` messages ahead; tells it that they will not be read again soon.
  // Requires: first + count <= size().
  void willNeed(std::size_t first, std::size_t count) const;
  void doneWith(std::size_t first, std::size_t count) const;

 private:
  MessageFile(const std::byte* data, std::size_t sizeBytes) : data_(data), sizeBytes_(sizeBytes) {}
  void index(const ReaderOptions& options);
  void advise(std::size_t first, std::size_t count, int advice) const;

  const std::byte* data_ = nullptr;
  std::size_t sizeBytes_ = 0;
  // Where each message begins, and where the last one ends.
  std::vector<std::uint64_t> offsets_ = {0};
  absl::Status tailStatus_;
};

}  // namespace capstan::inline CAPSTAN_ABI
