// SPDX-License-Identifier: Apache-2.0
#include "tools/commands/inspector.h"

#include <algorithm>
#include <optional>

#include <sys/uio.h>

#include "absl/strings/str_cat.h"
#include "capstan/base/absl_text.h"
#include "capstan/base/fault_status.h"
#include "tools/commands/message_format.h"
#include "tools/commands/message_map.h"
#include "tools/commands/word_text.h"

namespace capstan::inline CAPSTAN_ABI::commands {
namespace {

constexpr std::uint64_t kAnyWords = ~std::uint64_t{0};
constexpr std::size_t kFlushBytes = std::size_t{64} << 10;
constexpr std::size_t kNumberWidth = 8;

// The most that is filled in for what a cut message lacks. Attack: a table can claim 2^61 words.
constexpr std::uint64_t kMostFilledBytes = std::uint64_t{8} << 20;

Bytes wordOf(Bytes bytes, std::size_t word) {
  return bytes.from(word * kBytesPerWord).first(kBytesPerWord);
}

std::uint32_t halfOf(Bytes table, std::uint32_t index) {
  return loadLittle<std::uint32_t>(table.data() + std::size_t{index} * sizeof(std::uint32_t));
}

// What the halves of a segment table's word say.
std::string tableText(const SegmentTable& table, Bytes bytes, std::uint32_t word) {
  std::string text = "segment table: ";
  for (std::uint32_t half = 2 * word; half < 2 * word + 2; ++half) {
    if (half != 2 * word) text += ", ";
    if (half == 0) {
      absl::StrAppend(&text, "segments: ", table.segments);
    } else if (half <= table.segments) {
      absl::StrAppend(&text, "segment ", half - 1, ": ", halfOf(bytes, half), " words");
    } else {
      text += halfOf(bytes, half) == 0 ? "padding" : "padding that is not zero";
    }
  }
  return text;
}

}  // namespace

absl::Status Inspector::inspectStream(Bytes bytes) {
  std::size_t usedBytes = 0;
  while (!bytes.empty() && inspectMessage(bytes, usedBytes)) {
    bytes = bytes.from(usedBytes);
    offsetBytes_ += usedBytes;
    ++messages_;
  }
  flush();
  return status_;
}

absl::Status Inspector::inspectSegment(Bytes bytes) {
  const std::size_t whole = bytes.size() / kBytesPerWord * kBytesPerWord;
  writeSegments({.segments = {bytes.first(whole)}, .hereWords = whole / kBytesPerWord}, 0);
  if (whole != bytes.size()) {
    writeRest(bytes.from(whole));
    fault("the bytes end inside a word");
  }
  flush();
  return status_;
}

absl::Status Inspector::addFault(std::string_view what) {
  fault(what);
  flush();
  return status_;
}

// Returns: whether the message was whole, so that another can stand behind it.
bool Inspector::inspectMessage(Bytes bytes, std::size_t& usedBytes) {
  title(absl::StrCat("message ", messages_, " at byte ", offsetBytes_));
  SegmentTable table;
  const FaultKind kind = parseSegmentTable(bytes, kAnyWords, table);
  if (kind != FaultKind::kNone) {
    writeRest(bytes.first(std::min<std::size_t>(bytes.size(), kBytesPerWord)));
    fault(describe(kind));
    const auto seen = looksLikeOther(MessageFormat::kBinary, {bytes, true});
    if (seen.has_value()) {
      fault(absl::StrCat("these bytes look ", abslText(nameOf(*seen)), ", not binary"));
    }
    writeRest(bytes.from(std::min<std::size_t>(bytes.size(), kBytesPerWord)));
    return false;
  }
  writeTable(table, bytes);
  const auto tableBytes = static_cast<std::size_t>(table.tableBytes);
  const Part part = partOf(table, bytes.from(tableBytes));
  writeSegments(part, offsetBytes_ + tableBytes);
  usedBytes = static_cast<std::size_t>(std::min<std::uint64_t>(table.messageBytes(), bytes.size()));
  if (part.missingBytes == 0) return true;
  writeRest(bytes.from(bytes.size() / kBytesPerWord * kBytesPerWord));
  fault(absl::StrCat(abslText(describe(FaultKind::kFrameTruncated)), ": ", part.missingBytes,
                     " bytes are missing"));
  return false;
}

Inspector::Part Inspector::partOf(const SegmentTable& table, Bytes content) {
  Part part;
  const std::uint64_t wantedBytes = table.contentWords * kBytesPerWord;
  part.hereWords = std::min<std::uint64_t>(content.size(), wantedBytes) / kBytesPerWord;
  const auto hereBytes = static_cast<std::size_t>(part.hereWords * kBytesPerWord);
  if (wantedBytes > content.size()) {
    part.missingBytes = wantedBytes - content.size();
    if (wantedBytes - hereBytes <= kMostFilledBytes) {
      part.filled.assign(content.data(), content.data() + hereBytes);
      part.filled.resize(static_cast<std::size_t>(wantedBytes));
      content = part.filled;
    } else {
      content = content.first(hereBytes);
    }
  }
  for (std::uint32_t i = 0; i < table.segments; ++i) {
    const std::uint64_t claimedBytes = std::uint64_t{table.segmentWords(i)} * kBytesPerWord;
    const auto size =
        static_cast<std::size_t>(std::min<std::uint64_t>(claimedBytes, content.size()));
    part.segments.push_back(content.first(size));
    content = content.from(size);
  }
  return part;
}

void Inspector::writeTable(const SegmentTable& table, Bytes bytes) {
  const std::uint32_t words = static_cast<std::uint32_t>(table.tableBytes / kBytesPerWord);
  for (std::uint32_t i = 0; i < words; ++i) {
    line(i, wordOf(bytes, i), tableText(table, bytes, i));
  }
}

void Inspector::writeSegments(const Part& part, std::uint64_t offsetBytes) {
  const MessageMap map(part.segments, schema_, root_);
  std::uint64_t left = part.hereWords;
  for (std::uint32_t id = 0; id < part.segments.size(); ++id) {
    const std::uint64_t words = part.segments[id].size() / kBytesPerWord;
    const std::uint64_t here = std::min(words, left);
    title(absl::StrCat("segment ", id, " at byte ", offsetBytes, ", words: ", words));
    for (std::uint32_t i = 0; i < here; ++i) {
      const Bytes word = wordOf(part.segments[id], i);
      line(i, word, wordText(map, schema_, {id, i}, word));
      if (const std::string* note = map.noteAt({id, i})) title("          -- " + *note);
      if (const std::string* what = map.faultAt({id, i})) fault(*what);
    }
    // A message without a word has its fault where the root would be.
    const std::string* missing = words == 0 ? map.faultAt({id, 0}) : nullptr;
    if (missing != nullptr) fault(*missing);
    if (here != words) return title(absl::StrCat("          ", words - here, " words are missing"));
    left -= here;
    offsetBytes += part.segments[id].size();
  }
}

// Writes bytes out of which nothing can be made.
void Inspector::writeRest(Bytes bytes) {
  for (std::size_t at = 0; at < bytes.size(); at += kBytesPerWord) {
    const Bytes rest = bytes.from(at);
    line(at / kBytesPerWord, rest.first(std::min(rest.size(), kBytesPerWord)), "");
  }
}

void Inspector::line(std::uint64_t number, Bytes word, std::string_view what) {
  std::string digits = absl::StrCat(number);
  digits.insert(0, kNumberWidth - std::min(kNumberWidth, digits.size()), ' ');
  std::string written = absl::StrCat(digits, "  ", hexText(word), "  ", abslText(what));
  written.erase(written.find_last_not_of(' ') + 1);
  title(written);
}

void Inspector::title(std::string_view text) {
  absl::StrAppend(&text_, abslText(text), "\n");
  if (text_.size() >= kFlushBytes) flush();
}

void Inspector::fault(std::string_view what) {
  ++faults_;
  title(absl::StrCat("          !! ", abslText(what)));
}

void Inspector::flush() {
  if (status_.ok() && !text_.empty()) {
    iovec piece = {.iov_base = text_.data(), .iov_len = text_.size()};
    status_ = writeAll(to_, {&piece, 1});
  }
  text_.clear();
}

}  // namespace capstan::inline CAPSTAN_ABI::commands
