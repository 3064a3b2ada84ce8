// SPDX-License-Identifier: Apache-2.0
// Text and data: over an old value, in another segment.
#include "capstan/arena/exhaustion.h"
#include "capstan/layout/build.h"
#include "runtime/layout/free_words.h"

namespace capstan::inline CAPSTAN_ABI {
namespace internal {
namespace {

WirePointer byteList(std::uint64_t count) {
  return WirePointer::toList(0, ElementSize::kByte, static_cast<std::uint32_t>(count));
}

// The old byte list of a pointer, in its own segment or behind a landing pad; no words if the
// pointer has something else.
FormerBytes formerBytes(Segment* segment, std::byte* at) {
  Place place = {segment, nullptr, at};
  WirePointer pointer = WirePointer::load(at);
  if (pointer.kind() == PointerKind::kFar && !pointer.isDoubleFar()) {
    place.segment = segment->context->segment(pointer.segment());
    place.slot = place.segment->begin + pointer.padOffsetWords() * kBytesPerWord;
    pointer = WirePointer::load(place.slot);
  }
  if ((pointer.bits() & kListShapeMask) != listShape(ElementSize::kByte)) return {};
  place.at = followOwn(place.segment, place.slot, pointer).at;
  return {place, wordsForBytes(pointer.listCount())};
}

// Words beside the old value, so that its slot can point to them.
std::byte* allocateBeside(const Place& former, std::uint64_t words) {
  std::byte* at = freePlacesOf(former.segment).take(former.segment, words);
  return at != nullptr ? at : former.segment->tryAllocate(words);
}

}  // namespace

BytesPlace beginBytes(Segment* segment, std::byte* at, std::uint64_t count, bool mayReuse) {
  if (count > kMaxListSize) raiseExhausted("a text or data is longer than 2^29-1 bytes");
  const std::uint64_t words = wordsForBytes(count);
  const FormerBytes former = words != 0 ? formerBytes(segment, at) : FormerBytes();
  if (former.words == 0) return {allocateFor(segment, at, words), words, {}};
  if (mayReuse && words <= former.words) return {former.place, former.words, former};
  if (mayReuse && isLast(former.place.segment, former.place.at, former.words) &&
      former.place.segment->tryAllocate(words - former.words) != nullptr) {
    return {former.place, words, former};
  }
  std::byte* beside = allocateBeside(former.place, words);
  if (beside == nullptr) return {allocateFor(segment, at, words), words, {}};
  return {{former.place.segment, beside, former.place.slot}, words, former};
}

void finishBytes(Segment* segment, std::byte* at, const BytesPlace& bytes, std::uint64_t count,
                 std::size_t writtenBytes) {
  const Place& place = bytes.place;
  std::memset(place.at + writtenBytes, 0, bytes.words * kBytesPerWord - writtenBytes);
  if (bytes.former.words == 0) return relink(segment, at, place, byteList(count));
  byteList(count).withOffset(offsetBetween(place.slot, place.at)).store(place.slot);
  const std::uint64_t words = wordsForBytes(count);
  if (place.at == bytes.former.place.at) {
    leaveWords(place.segment, place.at + words * kBytesPerWord, bytes.words - words);
  } else {
    zeroWords(bytes.former.place.at, bytes.former.words);
    leaveWords(bytes.former.place.segment, bytes.former.place.at, bytes.former.words);
  }
}

namespace {

// Sets a byte list of `count` bytes that starts with `from`, the rest being zeros. The source may
// lie in the old value.
std::byte* setBytes(Segment* segment, std::byte* at, std::uint64_t count,
                    std::span<const std::byte> from) {
  const BytesPlace bytes = beginBytes(segment, at, count, true);
  if (!from.empty()) std::memmove(bytes.place.at, from.data(), from.size());
  finishBytes(segment, at, bytes, count, from.size());
  return bytes.place.at;
}

}  // namespace

void setTextSlow(Segment* segment, std::byte* at, std::string_view text) {
  const std::uint64_t count = std::uint64_t{text.size()} + 1;
  if (!WirePointer::load(at).isNull() || count > kMaxListSize) {
    setBytes(segment, at, count, std::as_bytes(std::span(text.data(), text.size())));
    return;
  }
  // The pointer's segment is full: what a large list of texts does again and again.
  const std::uint64_t words = wordsForBytes(count);
  const Place place = allocateFor(segment, at, words);
  storeLittle<std::uint64_t>(place.at + (words - 1) * kBytesPerWord, 0);  // NUL and padding
  copyBytes(place.at, text.data(), text.size());
  link(at, place, byteList(count));
}

}  // namespace internal

std::span<char> PointerBuilder::initText(std::size_t size) const {
  internal::checkView(segment_, epoch_);
  // A size that would wrap is as much too long as one that does not.
  const std::uint64_t count = size < kMaxListSize ? size + 1 : std::uint64_t{kMaxListSize} + 1;
  std::byte* at = internal::setBytes(segment_, at_, count, {});
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
  const internal::BytesPlace bytes = internal::beginBytes(segment_, at_, sizeBytes, true);
  // All but the tail, which may have zeros to keep.
  internal::finishBytes(segment_, at_, bytes, sizeBytes, sizeBytes);
  return {bytes.place.at, sizeBytes};
}

std::span<std::byte> PointerBuilder::getData(const unsigned char* fallback) const {
  internal::checkView(segment_, epoch_);
  const WirePointer pointer = WirePointer::load(at_);
  if (pointer.isNull() && fallback != nullptr) {
    setData(PointerReader::ofConstant(fallback).getData());
  }
  if (pointer.kind() == PointerKind::kFar) {
    internal::requireWritable(internal::followOwn(segment_, at_, pointer).segment);
  }
  // The bytes lie in our own message: reading them finds what may be written.
  const std::span<const std::byte> bytes = asReader().getData();
  return {const_cast<std::byte*>(bytes.data()), bytes.size()};
}

}  // namespace capstan::inline CAPSTAN_ABI
