// SPDX-License-Identifier: Apache-2.0
// Making, adopting, disowning and dropping detached objects.
#include <cstring>

#include "capstan/arena/exhaustion.h"
#include "capstan/layout/copy.h"
#include "capstan/layout/orphan_builder.h"
#include "capstan/layout/upgrade.h"
#include "runtime/layout/frame_stack.h"
#include "runtime/layout/new_list.h"
#include "runtime/layout/own_object.h"
#include "runtime/layout/stand_in.h"
#include "runtime/layout/trim.h"

namespace capstan::inline CAPSTAN_ABI {
namespace {

using internal::OwnObject;
using internal::OwnTarget;
using internal::Place;
using internal::StandIn;

// How many pointers below an orphan are looked at where it is adopted.
constexpr std::uint32_t kSearchedPointers = kChecked ? 1024 : 64;

using FoundObjects = internal::FrameStack<OwnTarget>;

// Adds what the pointers of `object` lead to, but for lists of data, in which no pointer or struct
// is. Returns: false once `left` pointers were looked at.
bool addBelow(const OwnObject& object, FoundObjects& found, std::uint32_t& left) {
  std::byte* at = object.body;
  for (std::uint32_t element = 0; element < object.elements && object.pointers != 0; ++element) {
    at += object.dataWords * kBytesPerWord;
    for (std::uint32_t i = 0; i < object.pointers; ++i, at += kBytesPerWord) {
      if (left-- == 0) return false;
      const WirePointer pointer = WirePointer::load(at);
      if (pointer.isNull() || pointer.kind() == PointerKind::kOther) continue;
      const OwnTarget target = internal::followOwn(object.segment, at, pointer);
      const bool isList = target.pointer.kind() == PointerKind::kList;
      if (isList && target.pointer.elementSize() < ElementSize::kPointer) continue;
      if (!found.push(target)) return false;
    }
  }
  return true;
}

// Whether `at` lies in `root` or in an object below it, as far as that is searched: the nearest
// objects first.
bool liesBelow(const OwnTarget& root, const Segment* segment, const std::byte* at) {
  FoundObjects found;
  bool goesOn = found.push(root);
  std::uint32_t left = kSearchedPointers;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const OwnObject object = internal::objectAt(found[i]);
    if (object.segment == segment && at >= object.at && at < object.end()) return true;
    goesOn = goesOn && addBelow(object, found, left);
  }
  return false;
}

}  // namespace

OrphanBuilder OrphanBuilder::ofStruct(MessageContext& message, StructSize size) {
  const StandIn stand = internal::standIn(message);
  const Place place = internal::allocateFor(stand.segment, stand.at, size.words());
  internal::zeroWords(place.at, size.words());
  return OrphanBuilder(
      {place.segment, place.at, WirePointer::toStruct(0, size.dataWords, size.pointers)});
}

OrphanBuilder OrphanBuilder::ofList(MessageContext& message, ElementSize elementSize,
                                    std::uint32_t size) {
  const StandIn stand = internal::standIn(message);
  const Place place = internal::placeList(stand.segment, stand.at, elementSize, size);
  return OrphanBuilder({place.segment, place.at, WirePointer::toList(0, elementSize, size)});
}

OrphanBuilder OrphanBuilder::ofStructList(MessageContext& message, std::uint32_t size,
                                          StructSize elements) {
  const std::uint32_t words = internal::structListWords(size, elements);
  const StandIn stand = internal::standIn(message);
  const Place place = internal::placeStructList(stand.segment, stand.at, size, elements, words);
  return OrphanBuilder(
      {place.segment, place.at, WirePointer::toList(0, ElementSize::kComposite, words)});
}

OrphanBuilder OrphanBuilder::ofBytes(MessageContext& message, std::uint64_t count) {
  if (count > kMaxListSize) internal::raiseExhausted("a text or data is longer than 2^29-1 bytes");
  return ofList(message, ElementSize::kByte, static_cast<std::uint32_t>(count));
}

OrphanBuilder OrphanBuilder::copyOf(MessageContext& message, const StructReader& from) {
  return ofCopy(message, internal::copyStruct(from, message));
}

OrphanBuilder OrphanBuilder::copyOf(MessageContext& message, const ListReader& from) {
  return ofCopy(message, internal::copyList(from, message));
}

OrphanBuilder OrphanBuilder::copyOf(MessageContext& message, const PointerReader& from) {
  return ofCopy(message, internal::copyTarget(from, message));
}

OrphanBuilder OrphanBuilder::copyOf(MessageContext& message, std::string_view text) {
  OrphanBuilder copy = ofBytes(message, std::uint64_t{text.size()} + 1);
  if (!text.empty()) std::memcpy(copy.target_.at, text.data(), text.size());
  return copy;
}

OrphanBuilder OrphanBuilder::copyOf(MessageContext& message, std::span<const std::byte> data) {
  OrphanBuilder copy = ofBytes(message, data.size());
  if (!data.empty()) std::memcpy(copy.target_.at, data.data(), data.size());
  return copy;
}

OrphanBuilder OrphanBuilder::referTo(MessageContext& message, std::span<const std::byte> memory,
                                     std::size_t sizeBytes) {
  requireUse(memory.size() % kBytesPerWord == 0 &&
                 wordsForBytes(sizeBytes) * kBytesPerWord == memory.size(),
             "external data must stand in whole words, the data's last byte in the last of them");
  for (const std::byte padding : memory.subspan(sizeBytes)) {
    requireUse(padding == std::byte{0},
               "the bytes behind external data must be zero: they are sent");
  }
  if (sizeBytes == 0) return ofBytes(message, 0);
  if (sizeBytes > kMaxListSize)
    internal::raiseExhausted("external data is longer than 2^29-1 bytes");
  Segment& segment = static_cast<Arena&>(message).addExternal(memory);
  return OrphanBuilder(
      {&segment, segment.begin,
       WirePointer::toList(0, ElementSize::kByte, static_cast<std::uint32_t>(sizeBytes))});
}

OrphanBuilder OrphanBuilder::ofCopy(MessageContext& message, const internal::Copied& copied) {
  // A capability or null.
  if (copied.place.slot == nullptr) {
    return OrphanBuilder({&message.first(), nullptr, copied.pointer});
  }
  return OrphanBuilder({copied.place.segment, copied.place.at, copied.pointer.withOffset(0)});
}

void OrphanBuilder::drop() {
  if (!isNull() && !isStale()) internal::zeroObject(target_);
}

OrphanBuilder PointerBuilder::disown() const {
  internal::checkView(segment_, epoch_);
  const WirePointer pointer = WirePointer::load(at_);
  OwnTarget target = {segment_, nullptr, pointer};
  if (!pointer.isNull() && pointer.kind() != PointerKind::kOther) {
    target = internal::followOwn(segment_, at_, pointer);
    target.pointer = target.pointer.withOffset(0);
    internal::zeroPads(segment_, pointer);
  }
  WirePointer().store(at_);
  return OrphanBuilder(target);
}

const OwnTarget& OrphanBuilder::targetFor(const Segment* segment, const std::byte* at) const {
  requireUse(&message() == segment->context,
             "an orphan was adopted into another message: copy it there instead (newOrphanCopy)");
  requireUse(!liesBelow(target_, segment, at), "an orphan was adopted into itself");
  return target_;
}

void PointerBuilder::adopt(OrphanBuilder&& orphan) const {
  internal::checkView(segment_, epoch_);
  if (orphan.isNull()) return clear();
  internal::adoptTarget(segment_, at_, orphan.targetFor(segment_, at_));
  orphan.forget();
}

bool OrphanBuilder::moveInto(const StructBuilder& to) {
  const StructSize size = internal::trimmedSize(readStruct());
  const OwnTarget none = {to.segment(), to.data(), WirePointer()};
  internal::moveInto(isStruct() ? targetFor(to.segment(), to.data()) : none, to);
  if (isStruct()) forget();
  *this = {};
  return size.dataWords <= to.size().dataWords && size.pointers <= to.size().pointers;
}

}  // namespace capstan::inline CAPSTAN_ABI
