// SPDX-License-Identifier: Apache-2.0
// Text and data: over an old value, in another segment.
#include <algorithm>

#include "capstan/arena/exhaustion.h"
#include "capstan/layout/build.h"

namespace capstan::inline CAPSTAN_ABI {
namespace internal {
namespace {

WirePointer byteList(std::uint64_t count) {
  return WirePointer::toList(0, ElementSize::kByte, static_cast<std::uint32_t>(count));
}

void requireListSize(std::uint64_t count) {
  if (count > kMaxListSize) raiseExhausted("a text or data is longer than 2^29-1 bytes");
}

// The old value of a blob pointer where it can be written over: a byte list in the pointer's own
// segment with room for `words` words, or the last object of the segment and able to grow.
struct OldBytes {
  std::byte* at = nullptr;
  std::uint64_t words = 0;
};

OldBytes reusableBytes(Segment* segment, std::byte* at, std::uint64_t words) {
  const WirePointer pointer = WirePointer::load(at);
  if ((pointer.bits() & kListShapeMask) != listShape(ElementSize::kByte)) return {};
  const OldBytes old = {followOwn(segment, at, pointer).at, wordsForBytes(pointer.listCount())};
  if (words <= old.words) return old;
  const bool isLast = old.at + old.words * kBytesPerWord == segment->used;
  if (!isLast || segment->tryAllocate(words - old.words) == nullptr) return {};
  return {old.at, words};
}

// Writes over an old value: `size` bytes and zeros up to the end of its words. The source may lie
// in the old value. What the last object of a segment no longer needs goes back.
void overwrite(Segment* segment, std::byte* at, const OldBytes& old, std::uint64_t count,
               std::span<const std::byte> from) {
  if (!from.empty()) std::memmove(old.at, from.data(), from.size());
  std::memset(old.at + from.size(), 0, old.words * kBytesPerWord - from.size());
  if (old.at + old.words * kBytesPerWord == segment->used) {
    segment->used = old.at + wordsForBytes(count) * kBytesPerWord;
  }
  byteList(count).withOffset(offsetBetween(at, old.at)).store(at);
}

// Sets a byte list of `count` bytes that starts with `from`, the rest being zeros.
std::byte* setBytes(Segment* segment, std::byte* at, std::uint64_t count,
                    std::span<const std::byte> from) {
  requireListSize(count);
  const std::uint64_t words = wordsForBytes(count);
  const OldBytes old = words != 0 ? reusableBytes(segment, at, words) : OldBytes();
  if (old.at != nullptr) {
    overwrite(segment, at, old, count, from);
    return old.at;
  }
  const Place place = allocateFor(segment, at, words);
  if (!from.empty()) std::memcpy(place.at, from.data(), from.size());
  std::memset(place.at + from.size(), 0, words * kBytesPerWord - from.size());
  relink(segment, at, place, byteList(count));
  return place.at;
}

}  // namespace

void setTextSlow(Segment* segment, std::byte* at, std::string_view text) {
  setBytes(segment, at, text.size() + 1, std::as_bytes(std::span(text.data(), text.size())));
}

}  // namespace internal

std::span<char> PointerBuilder::initText(std::size_t size) const {
  internal::checkView(segment_, epoch_);
  if (size >= kMaxListSize) internal::requireListSize(std::uint64_t{kMaxListSize} + 1);
  std::byte* at = internal::setBytes(segment_, at_, std::uint64_t{size} + 1, {});
  return {reinterpret_cast<char*>(at), size};
}

void PointerBuilder::setData(std::span<const std::byte> bytes) const {
  internal::checkView(segment_, epoch_);
  internal::setBytes(segment_, at_, bytes.size(), bytes);
}

std::span<std::byte> PointerBuilder::initData(std::size_t sizeBytes) const {
  internal::checkView(segment_, epoch_);
  return {internal::setBytes(segment_, at_, sizeBytes, {}), sizeBytes};
}

std::span<std::byte> PointerBuilder::initDataUninitialized(std::size_t sizeBytes) const {
  internal::checkView(segment_, epoch_);
  internal::requireListSize(sizeBytes);
  const std::uint64_t words = wordsForBytes(sizeBytes);
  const internal::Place place = internal::allocateFor(segment_, at_, words);
  if (words != 0) storeLittle<std::uint64_t>(place.at + (words - 1) * kBytesPerWord, 0);
  internal::relink(segment_, at_, place, internal::byteList(sizeBytes));
  return {place.at, sizeBytes};
}

std::span<std::byte> PointerBuilder::getData(const unsigned char* fallback) const {
  internal::checkView(segment_, epoch_);
  const WirePointer pointer = WirePointer::load(at_);
  if (pointer.isNull() && fallback != nullptr) {
    setData(PointerReader::ofConstant(fallback).getData());
  }
  // The bytes lie in our own message: reading them finds what may be written.
  const std::span<const std::byte> bytes = asReader().getData();
  return {const_cast<std::byte*>(bytes.data()), bytes.size()};
}

}  // namespace capstan::inline CAPSTAN_ABI
