// SPDX-License-Identifier: Apache-2.0
// MessageWriter: messages that are read, written anew in a format.
#pragma once

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "capstan/base/config.h"
#include "capstan/codec/byte_stream.h"
#include "capstan/message/encoder.h"
#include "capstan/message/message_builder.h"
#include "capstan/message/message_reader.h"
#include "tools/commands/message_format.h"

namespace capstan::inline CAPSTAN_ABI::commands {

class MessageWriter {
 public:
  // `segmentWords` are the most that a segment has which holds more than one object; 0: one segment
  // holds all. `largestWords` is the size of message that must find room in it.
  // Lifetime: `to` must outlive this.
  MessageWriter(MessageFormat format, std::uint32_t segmentWords, std::uint64_t largestWords,
                ByteSink& to);

  // Copies the message, and writes the copy: words that nothing leads to are left out. Errors:
  // InvalidArgument or ResourceExhausted for what is wrong with the message, and for a second one
  // in a format of one; nothing of it is written then. The sink's own.
  absl::Status write(MessageReader& message);

  // What is left to do at the end. Errors: InvalidArgument for a format of one message without one.
  absl::Status finish();

 private:
  static ArenaOptions arenaOptions(std::uint32_t segmentWords, std::uint64_t largestWords,
                                   std::vector<std::uint64_t>& firstSegment);
  absl::Status copy(MessageReader& message);
  absl::Status writeSegment(MessageReader& message);

  MessageFormat format_;
  ByteSink& to_;
  std::vector<std::uint64_t> firstSegment_;
  MessageBuilder built_;
  Encoder encoder_;
  std::uint64_t messages_ = 0;
};

}  // namespace capstan::inline CAPSTAN_ABI::commands
