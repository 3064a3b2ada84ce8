// SPDX-License-Identifier: Apache-2.0
#include "capstan/message/message_builder.h"

#include <cstring>

#include "absl/strings/str_cat.h"
#include "capstan/arena/exhaustion.h"
#include "capstan/codec/framing.h"
#include "runtime/message/segment_table.h"

namespace capstan::inline CAPSTAN_ABI {
namespace {

std::span<const std::byte> used(const Segment& segment) {
  return {segment.begin, static_cast<std::size_t>(segment.used - segment.begin)};
}

}  // namespace

MessageBuilder::Scratch& MessageBuilder::scratch() {
  if (scratch_ == nullptr) scratch_ = std::make_unique<Scratch>();
  return *scratch_;
}

absl::Status MessageBuilder::reserve(std::uint64_t words) {
  if (arena_.reserve(words)) return absl::OkStatus();
  return absl::ResourceExhaustedError(
      absl::StrCat("reserve: ", words, " words are not to be had in one segment"));
}

std::span<const std::byte> MessageBuilder::framedInPlace() & {
  arena_.root();
  std::byte* room = arena_.headerRoom();
  if (room == nullptr) return {};
  const Segment& first = arena_.first();
  SegmentTableWriter table(room, 1);
  table.put(static_cast<std::uint32_t>(first.sizeWords()));
  return {room, static_cast<std::size_t>(first.used - room)};
}

std::span<const std::span<const std::byte>> MessageBuilder::segments() & {
  arena_.root();
  scratch().segments.clear();
  for (std::uint32_t id = 0; id < arena_.segmentCount(); ++id) {
    scratch_->segments.push_back(used(*arena_.segment(id)));
  }
  return scratch_->segments;
}

// Fills scratch().table. Returns: the number of segments.
std::uint32_t MessageBuilder::writeTable() {
  arena_.root();
  const std::uint32_t count = arena_.segmentCount();
  scratch().table.resize(segmentTableBytes(count));
  internal::writeSegmentTable(arena_, scratch().table.data());
  return count;
}

std::span<const iovec> MessageBuilder::framedPieces() & {
  scratch().pieces.clear();
  const std::span<const std::byte> whole = framedInPlace();
  if (!whole.empty()) {
    scratch().pieces.push_back({const_cast<std::byte*>(whole.data()), whole.size()});
    return scratch().pieces;
  }
  const std::uint32_t count = writeTable();
  scratch().pieces.push_back({scratch().table.data(), scratch().table.size()});
  for (std::uint32_t id = 0; id < count; ++id) {
    const std::span<const std::byte> bytes = used(*arena_.segment(id));
    scratch().pieces.push_back({const_cast<std::byte*>(bytes.data()), bytes.size()});
  }
  return scratch().pieces;
}

FramedMessage MessageBuilder::detach() {
  FramedMessage out;
  const std::span<const std::byte> whole = framedInPlace();
  const std::uint32_t count = arena_.segmentCount();
  out.segments_.reserve(count);
  out.pieces_.reserve(count + 1);
  if (!arena_.ownsSegment(0)) {
    // The caller keeps its memory: what stands in it is copied.
    const std::span<const std::byte> first = used(arena_.first());
    Arena::DetachedSegment copy;
    copy.buffer = arena_.pool().acquire(first.size());
    if (!copy.buffer) internal::raiseExhausted("no memory to copy the caller's first segment");
    std::memcpy(copy.buffer.data(), first.data(), first.size());
    copy.begin = copy.buffer.data();
    copy.sizeBytes = first.size();
    out.segments_.push_back(std::move(copy));
  }
  const bool inPlace = !whole.empty() && arena_.ownsSegment(0);
  if (inPlace) {
    out.add(whole.data(), whole.size());
  } else {
    writeTable();
    out.table_ = scratch().table;
    out.add(out.table_.data(), out.table_.size());
  }
  for (std::uint32_t id = 0; id < count; ++id) {
    if (arena_.ownsSegment(id)) out.segments_.push_back(arena_.detachSegment(id));
    const Arena::DetachedSegment& segment = out.segments_.back();
    if (!inPlace) out.add(segment.begin, segment.sizeBytes);
  }
  arena_.reset();
  return out;
}

}  // namespace capstan::inline CAPSTAN_ABI
