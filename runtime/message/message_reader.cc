// SPDX-License-Identifier: Apache-2.0
#include "capstan/message/message_reader.h"

#include <new>
#include <utility>

#include "absl/strings/str_cat.h"
#include "capstan/base/absl_text.h"
#include "capstan/base/fault_status.h"
#include "capstan/layout/validate.h"
#include "runtime/layout/tree_bound.h"
#include "runtime/message/frame_status.h"

namespace capstan::inline CAPSTAN_ABI {
namespace internal {

ReaderContext& ReaderContext::operator=(ReaderContext&& other) noexcept {
  if (this == &other) return *this;
  segments_ = std::move(other.segments_);
  table_ = std::move(other.table_);
  room_ = std::exchange(other.room_, 0);
  first_ = other.first_;
  first_.context = this;
  moreCount_ = std::exchange(other.moreCount_, 0);
  more_ = table_.get();
  for (std::uint32_t i = 0; i < moreCount_; ++i) table_[i]->context = this;
  setCapabilityTable(other.capabilityTable());
  setBudgetAsIn(other);
  restoreFault(other.fault());
  other.close();
  return *this;
}

bool ReaderContext::makeRoom(std::uint32_t segments) {
  const std::uint32_t more = segments - 1;
  if (more <= room_) return true;
  segments_.reset(new (std::nothrow) Segment[more]);
  table_.reset(new (std::nothrow) Segment*[more]);
  room_ = segments_ != nullptr && table_ != nullptr ? more : 0;
  return room_ != 0;
}

void ReaderContext::place(std::uint32_t id, const std::byte* data, std::uint64_t words) {
  Segment& segment = id == 0 ? first_ : segments_[id - 1];
  segment.begin = const_cast<std::byte*>(data);
  segment.used = segment.capacity = segment.begin + words * kBytesPerWord;
  segment.context = this;
  segment.id = id;
  if (id != 0) table_[id - 1] = &segment;
}

bool ReaderContext::openMany(const SegmentTable& table, const std::byte* content,
                             std::uint64_t budget) {
  close();
  if (!makeRoom(table.segments)) return false;
  for (std::uint32_t id = 0; id < table.segments; ++id) {
    place(id, content, table.segmentWords(id));
    content += std::uint64_t{table.segmentWords(id)} * kBytesPerWord;
  }
  more_ = table_.get();
  moreCount_ = table.segments - 1;
  startAgain(budget);
  return true;
}

bool ReaderContext::openMany(std::span<const Bytes> segments, std::uint64_t budget) {
  close();
  const auto count = static_cast<std::uint32_t>(segments.size());
  if (!makeRoom(count)) return false;
  for (std::uint32_t id = 0; id < count; ++id) {
    place(id, segments[id].data(), segments[id].size() / kBytesPerWord);
  }
  more_ = table_.get();
  moreCount_ = count - 1;
  startAgain(budget);
  return true;
}

}  // namespace internal

namespace {

absl::Status noMemoryForTable() {
  return absl::ResourceExhaustedError("unmarshal: no memory for the table of segments");
}

}  // namespace

absl::Status MessageReader::reopenSlow(Bytes framed, std::size_t* usedBytes) {
  context_.close();
  SegmentTable table;
  const FaultKind kind = parseSegmentTable(framed, options_.maxMessageWords, table);
  if (kind != FaultKind::kNone) context_.closeWith(kind);
  if (kind == FaultKind::kFrameTruncated) {
    return absl::InvalidArgumentError(absl::StrCat("unmarshal: ", abslText(describe(kind)), " (",
                                                   framed.size(), " bytes given)",
                                                   internal::packedHint(framed)));
  }
  if (kind != FaultKind::kNone) {
    return internal::tableStatus("unmarshal", kind, options_, internal::packedHint(framed));
  }
  if (framed.size() < table.messageBytes()) {
    context_.closeWith(FaultKind::kFrameTruncated);
    return absl::InvalidArgumentError(absl::StrCat(
        "unmarshal: the bytes end before the message does (", framed.size(),
        " bytes given, the message has ", table.messageBytes(), ")", internal::packedHint(framed)));
  }
  if (usedBytes != nullptr) {
    *usedBytes = static_cast<std::size_t>(table.messageBytes());
  } else if (framed.size() != table.messageBytes()) {
    return absl::InvalidArgumentError(
        absl::StrCat("unmarshal: ", framed.size() - table.messageBytes(),
                     " bytes follow the end of the message: use unmarshalPrefix for messages in a "
                     "row",
                     internal::packedHint(framed)));
  }
  const std::uint64_t budget = traversalBudget(options_, table.contentWords);
  if (!context_.openMany(table, framed.data() + table.tableBytes, budget)) {
    return noMemoryForTable();
  }
  return absl::OkStatus();
}

absl::Status MessageReader::reopenSegments(std::span<const Bytes> segments) {
  context_.close();
  if (segments.empty() || segments.size() > kMaxSegmentsRead) {
    if (!segments.empty()) context_.closeWith(FaultKind::kTooManySegments);
    return absl::InvalidArgumentError(
        absl::StrCat("a message has 1 to ", kMaxSegmentsRead, " segments, not ", segments.size()));
  }
  std::uint64_t words = 0;
  for (const Bytes& segment : segments) {
    if (segment.size() % kBytesPerWord != 0 || segment.size() / kBytesPerWord > kMaxSegmentWords) {
      return absl::InvalidArgumentError(absl::StrCat(
          "a segment of ", segment.size(), " bytes is not a whole number of words, or too large"));
    }
    words += segment.size() / kBytesPerWord;
  }
  if (words > options_.maxMessageWords) {
    context_.closeWith(FaultKind::kMessageTooLarge);
    return absl::ResourceExhaustedError(
        absl::StrCat("the segments have ", words, " words (limit ", options_.maxMessageWords,
                     "): raise ReaderOptions::maxMessageWords if the sender is trusted"));
  }
  if (!context_.openMany(segments, traversalBudget(options_, words))) return noMemoryForTable();
  return absl::OkStatus();
}

PointerReader MessageReader::refuseRoot() const {
  context_.recordFault(FaultKind::kRootMissing, 0, 0);
  return {};
}

absl::Status MessageReader::wordFault() const { return faultStatus(context_.fault()); }

void MessageReader::refillBudget() {
  context_.refillBudget(traversalBudget(options_, sizeWords()));
}

Validation MessageReader::validate(const TypeRef& type, const ValidateOptions& options) {
  refillBudget();
  const PointerReader root = this->root();
  if (root.at() == nullptr) {
    return {.faults = {{.fault = {.kind = FaultKind::kRootMissing}}}};
  }
  Validation found = validateTree(root, type, options);
  if (found.ok()) context_.liftBudget();
  return found;
}

std::uint64_t MessageReader::sizeWords() const { return internal::messageWords(context_); }

}  // namespace capstan::inline CAPSTAN_ABI
