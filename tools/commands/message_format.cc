// SPDX-License-Identifier: Apache-2.0
#include "tools/commands/message_format.h"

#include <algorithm>
#include <array>
#include <vector>

#include "absl/strings/str_cat.h"
#include "capstan/base/absl_text.h"
#include "capstan/codec/framing.h"
#include "capstan/codec/packed.h"
#include "capstan/layout/canonical.h"
#include "capstan/wire/pointer.h"

namespace capstan::inline CAPSTAN_ABI::commands {
namespace {

constexpr std::uint64_t kAnyWords = ~std::uint64_t{0};

// What packed bytes are unpacked to for a look at them.
constexpr std::size_t kLookBytes = std::size_t{64} << 10;

struct NamedFormat {
  MessageFormat format;
  std::string_view name;
};

// In the order in which an input is held against them.
constexpr std::array<NamedFormat, 7> kFormats = {{
    {MessageFormat::kText, "text"},
    {MessageFormat::kJson, "json"},
    {MessageFormat::kBinary, "binary"},
    {MessageFormat::kPacked, "packed"},
    {MessageFormat::kCanonical, "canonical"},
    {MessageFormat::kFlat, "flat"},
    {MessageFormat::kFlatPacked, "flat-packed"},
}};

// How much a look asks for: nothing that speaks against it, or something that speaks for it.
enum class Demand : std::uint8_t { kPossible, kLikely };

bool liesIn(std::uint64_t segmentWords, WirePointer pointer) {
  const std::int64_t first = std::int64_t{pointer.offsetWords()} + 1;
  return first >= 0 && static_cast<std::uint64_t>(first) + targetWords(pointer) <= segmentWords;
}

// `content` is what is there of a first segment of `segmentWords`.
bool rootFits(Bytes content, std::uint64_t segmentWords, bool hasOthers, Demand demand) {
  const bool isPossible = demand == Demand::kPossible;
  if (segmentWords == 0) return false;
  if (content.size() < kBytesPerWord) return isPossible;
  const WirePointer root = WirePointer::load(content.data());
  switch (root.kind()) {
    case PointerKind::kStruct:
      if (root.structWords() == 0) return isPossible;
      return liesIn(segmentWords, root);
    case PointerKind::kList:
      return isPossible && liesIn(segmentWords, root);
    case PointerKind::kFar:
      return hasOthers || (isPossible && root.segment() == 0);
    case PointerKind::kOther:
      return isPossible && root.isCapability();
  }
  return false;
}

bool framedFits(const InputStart& start, Demand demand) {
  SegmentTable table;
  const FaultKind fault = parseSegmentTable(start.bytes, kAnyWords, table);
  if (fault == FaultKind::kFrameTruncated) {
    return demand == Demand::kPossible && !start.isWhole;
  }
  if (fault != FaultKind::kNone) return false;
  if (start.isWhole && table.messageBytes() > start.bytes.size()) return false;
  return rootFits(start.bytes.from(static_cast<std::size_t>(table.tableBytes)),
                  table.segmentWords(0), table.segments > 1, demand);
}

bool flatFits(const InputStart& start, Demand demand) {
  if (demand == Demand::kLikely && !start.isWhole) return false;
  if (start.isWhole && start.bytes.size() % kBytesPerWord != 0) return false;
  const std::uint64_t words =
      start.isWhole ? start.bytes.size() / kBytesPerWord : std::uint64_t{kMaxSegmentWords};
  return rootFits(start.bytes, words, false, demand);
}

// What the start unpacks to, in `room`. Returns: nothing for what cannot be packed bytes.
std::optional<InputStart> unpackStart(const InputStart& packed, std::vector<std::byte>& room) {
  room.resize(kLookBytes);
  Unpacker unpacker;
  const UnpackedPart part = unpacker.push(packed.bytes, room);
  const bool isAll = part.usedBytes == packed.bytes.size() && unpacker.runWords() == 0;
  if (packed.isWhole && isAll && !unpacker.isWhole()) return std::nullopt;
  return InputStart{Bytes(room.data(), part.unpackedBytes), packed.isWhole && isAll};
}

bool startsWithLetter(const InputStart& start, char letter) {
  const std::string_view text(reinterpret_cast<const char*>(start.bytes.data()),
                              std::min<std::size_t>(start.bytes.size(), 256));
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos || text[first] != letter) return false;
  return std::none_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) < ' ' && c != '\t' && c != '\r' && c != '\n';
  });
}

bool fits(MessageFormat format, const InputStart& start, Demand demand) {
  switch (format) {
    case MessageFormat::kBinary:
      return framedFits(start, demand);
    case MessageFormat::kFlat:
      return flatFits(start, demand);
    case MessageFormat::kCanonical:
      return flatFits(start, demand) && (demand == Demand::kPossible || isCanonical(start.bytes));
    case MessageFormat::kText:
      return startsWithLetter(start, '(');
    case MessageFormat::kJson:
      return startsWithLetter(start, '{');
    case MessageFormat::kPacked:
    case MessageFormat::kFlatPacked:
      break;
  }
  std::vector<std::byte> room;
  const std::optional<InputStart> unpacked = unpackStart(start, room);
  if (!unpacked.has_value()) return false;
  return format == MessageFormat::kPacked ? framedFits(*unpacked, demand)
                                          : flatFits(*unpacked, demand);
}

absl::Status unknownFormat(std::string_view name) {
  return absl::InvalidArgumentError(
      absl::StrCat("there is no format '", abslText(name),
                   "'; FROM and TO are binary, packed, flat, flat-packed or canonical"));
}

absl::StatusOr<MessageFormat> convertibleFormat(std::string_view name) {
  const std::optional<MessageFormat> format = formatByName(name);
  if (!format.has_value()) return unknownFormat(name);
  if (*format != MessageFormat::kText && *format != MessageFormat::kJson) return *format;
  return absl::UnimplementedError(
      absl::StrCat("the format ", abslText(name),
                   " cannot be converted by this version; binary, packed, flat, flat-packed and "
                   "canonical can"));
}

}  // namespace

std::string_view nameOf(MessageFormat format) {
  for (const NamedFormat& named : kFormats) {
    if (named.format == format) return named.name;
  }
  return "";
}

std::optional<MessageFormat> formatByName(std::string_view name) {
  for (const NamedFormat& named : kFormats) {
    if (named.name == name) return named.format;
  }
  return std::nullopt;
}

absl::StatusOr<Conversion> parseConversion(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) {
    return absl::InvalidArgumentError("say FROM:TO, as in packed:binary");
  }
  const absl::StatusOr<MessageFormat> from = convertibleFormat(text.substr(0, colon));
  if (!from.ok()) return from.status();
  const absl::StatusOr<MessageFormat> to = convertibleFormat(text.substr(colon + 1));
  if (!to.ok()) return to.status();
  return Conversion{*from, *to};
}

bool couldBe(MessageFormat format, const InputStart& start) {
  return start.bytes.empty() || fits(format, start, Demand::kPossible);
}

bool looksLike(MessageFormat format, const InputStart& start) {
  return fits(format, start, Demand::kLikely);
}

std::optional<MessageFormat> looksLikeOther(MessageFormat said, const InputStart& start) {
  for (const NamedFormat& named : kFormats) {
    // What is canonical is flat, and is taken as such.
    const bool isSame = named.format == said ||
                        (said == MessageFormat::kFlat && named.format == MessageFormat::kCanonical);
    if (!isSame && looksLike(named.format, start)) return named.format;
  }
  return std::nullopt;
}

}  // namespace capstan::inline CAPSTAN_ABI::commands
