// SPDX-License-Identifier: Apache-2.0
// The formats of messages by their names on the command line, and what the start of an input looks
// like.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "capstan/base/bytes.h"
#include "capstan/base/config.h"

namespace capstan::inline CAPSTAN_ABI::commands {

enum class MessageFormat : std::uint8_t {
  kBinary,      // segment table and segments, message after message
  kPacked,      // the same, packed
  kFlat,        // one segment without a table
  kFlatPacked,  // the same, packed
  kCanonical,   // one segment without a table, in canonical form
  kText,
  kJson,
};

// Such as "flat-packed".
std::string_view nameOf(MessageFormat format);
std::optional<MessageFormat> formatByName(std::string_view name);

constexpr bool isPacked(MessageFormat format) {
  return format == MessageFormat::kPacked || format == MessageFormat::kFlatPacked;
}
// Whether a file of the format is one message, and all of the file.
constexpr bool isFlat(MessageFormat format) {
  return format == MessageFormat::kFlat || format == MessageFormat::kFlatPacked ||
         format == MessageFormat::kCanonical;
}

struct Conversion {
  MessageFormat from;
  MessageFormat to;
};

// Parses "FROM:TO". Errors: InvalidArgument, also for the formats that only have a name yet.
absl::StatusOr<Conversion> parseConversion(std::string_view text);

// The first bytes of an input, and whether there are no more.
struct InputStart {
  Bytes bytes;
  bool isWhole = false;
};

// Whether an input that starts so could be of the format, for all that can be told.
bool couldBe(MessageFormat format, const InputStart& start);

// Whether something speaks for it, too: a root that leads somewhere.
bool looksLike(MessageFormat format, const InputStart& start);

// The format that an input looks like that is not of the format which it was said to be. Returns:
// nothing when it looks like none.
std::optional<MessageFormat> looksLikeOther(MessageFormat said, const InputStart& start);

}  // namespace capstan::inline CAPSTAN_ABI::commands
