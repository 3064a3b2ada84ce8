// SPDX-License-Identifier: Apache-2.0
// Taking, resetting and giving back the memory of a message. Growth is in arena_growth.cc.
#include "capstan/arena/arena.h"

#include <algorithm>

#include "capstan/arena/exhaustion.h"
#include "capstan/base/misuse.h"
#include "runtime/arena/extra_segments.h"

namespace capstan::inline CAPSTAN_ABI {
namespace {

// Fewer would let one small message throw away what the next large one needs.
constexpr std::uint32_t kSmallMessagesBeforeShrink = 16;

std::span<std::byte> wholeWords(std::span<std::byte> memory) {
  const std::uintptr_t start = reinterpret_cast<std::uintptr_t>(memory.data());
  const std::size_t skipped = static_cast<std::size_t>(-start & (kBytesPerWord - 1));
  if (memory.size() < skipped) return {};
  const std::size_t bytes = (memory.size() - skipped) & ~(kBytesPerWord - 1);
  return memory.subspan(skipped, bytes);
}

}  // namespace

void Arena::dropExtra() {
  releaseMore();
  delete extra_;
}

void Arena::useCallerMemory() {
  requireUse(!options_.firstSegment.empty(),
             "an arena with GrowthPolicy::kFixed needs ArenaOptions::firstSegment");
  std::span<std::byte> words = wholeWords(options_.firstSegment);
  const std::size_t room = options_.headerRoomInCallerMemory ? kBytesPerWord : 0;
  requireUse(words.size() >= room + kBytesPerWord,
             "ArenaOptions::firstSegment is too small: it needs one aligned word for the root "
             "pointer, and one more for the header if headerRoomInCallerMemory is set");
  words = words.subspan(room);
  hasHeaderRoom_ = room != 0;
  callerMemory_ = true;
  const std::uint64_t most = std::min<std::uint64_t>(kMaxSegmentWords, options_.maxMessageWords);
  first_.begin = words.data();
  first_.capacity =
      first_.begin +
      std::min<std::uint64_t>(words.size(), std::max<std::uint64_t>(most, 1) * kBytesPerWord);
  rewind();
}

bool Arena::useFirstMemory(std::byte* data, std::uint64_t bytes) {
  const std::uint64_t words = std::min<std::uint64_t>(
      {bytes / kBytesPerWord - 1, kMaxSegmentWords, options_.maxMessageWords});
  if (words == 0) return false;
  first_.begin = data + kBytesPerWord;
  first_.capacity = first_.begin + words * kBytesPerWord;
  hasHeaderRoom_ = true;
  return true;
}

bool Arena::tryTakeFirst(std::uint64_t words) {
  const std::uint64_t neededBytes = (words + 1) * kBytesPerWord;
  const bool isTaken = options_.growth == GrowthPolicy::kSingleSegment
                           ? tryTakeReservation(neededBytes)
                           : tryTakeBuffer(neededBytes);
  if (isTaken) rewind();
  return isTaken;
}

bool Arena::tryTakeBuffer(std::uint64_t neededBytes) {
  firstBuffer_ = pool_.acquire(std::max(firstBytes_, neededBytes));
  if (!firstBuffer_) return false;
  if (!useFirstMemory(firstBuffer_.data(), firstBuffer_.capacityBytes())) {
    firstBuffer_.release();
    return false;
  }
  const bool canShrink = firstBuffer_.capacityBytes() > initialFirstBytes(options_) * 2;
  shrinkBelowBytes_ = canShrink ? firstBuffer_.capacityBytes() / 4 : 0;
  return true;
}

bool Arena::tryTakeReservation(std::uint64_t neededBytes) {
  const std::uint64_t mostBytes = options_.reserveBytes;
  const std::uint64_t bytes = std::max(std::min(firstBytes_, mostBytes), neededBytes);
  // Where memory cannot grow in place, what is taken now is all that there will be.
  const std::uint64_t fixedBytes =
      std::max(bytes, std::min<std::uint64_t>(mostBytes, kDefaultFixedBytes));
  firstReservation_ = pool_.acquireReservation(mostBytes, fixedBytes);
  if (firstReservation_ && firstReservation_.ensureCommitted(bytes) &&
      useFirstMemory(firstReservation_.data(), firstReservation_.committedBytes())) {
    return true;
  }
  firstReservation_.release(0);
  return false;
}

void Arena::takeFirst() {
  if (!tryTakeFirst(1)) {
    internal::raiseExhausted(
        "no memory for a message's first segment (upstream refused, or maxMessageWords is 0)");
  }
}

bool Arena::reserve(std::uint64_t words) {
  // One word more is the root pointer's.
  if (words >= kMaxSegmentWords || words >= options_.maxMessageWords) return false;
  if (first_.begin == nullptr) return tryTakeFirst(words + 1);
  Segment& last = this->last();
  if (&last == &first_) {
    if (first_.freeWords() >= words || growInPlace(first_, words)) return true;
    const bool nothingBuilt =
        first_.sizeWords() == 1 && moreCount_ == 0 && loadLittle<std::uint64_t>(first_.begin) == 0;
    if (nothingBuilt && !callerMemory_) return tryReserveFirst(words);
  }
  // The pointers may stand in other segments: objects of one word then need another for their pad.
  const std::uint64_t withPads = std::min<std::uint64_t>(words * 2, kMaxSegmentWords);
  if (&last != &first_ && last.freeWords() >= withPads) return true;
  return tryGrow(withPads) != nullptr;
}

bool Arena::tryReserveFirst(std::uint64_t words) {
  if (options_.growth != GrowthPolicy::kMultiSegment) return false;
  Buffer former = std::move(firstBuffer_);
  if (!tryTakeFirst(words + 1)) {
    firstBuffer_ = std::move(former);
    return false;
  }
  ++epoch_;  // views of the root pointer pointed into the former memory
  return true;
}

void Arena::dropFirst(std::uint64_t usedBytes) {
  firstReservation_.release(usedBytes + kBytesPerWord);
  firstBuffer_.release();
  first_.begin = first_.used = first_.capacity = nullptr;
  hasHeaderRoom_ = false;
}

void Arena::releaseMore() {
  for (std::uint32_t i = 0; i < moreCount_; ++i) extra_->nodes[i]->release();
  moreCount_ = 0;
}

// What the first segment after one of `bytes` asks of the pool when the message outgrew that.
std::uint64_t Arena::grownFirstBytes(std::uint64_t bytes) const {
  const std::uint64_t most = (std::uint64_t{options_.maxFirstSegmentWords} + 1) * kBytesPerWord;
  return std::max(bytes, std::min(bytes * 2, most));
}

void Arena::resetSlow(std::uint64_t usedBytes) {
  const bool hadMore = moreCount_ != 0;
  const bool outgrown = &last() != &first_;
  releaseMore();
  if (first_.begin == nullptr) {
    // Its memory has been detached, or it never had any.
    if (outgrown) firstBytes_ = grownFirstBytes(firstBytes_);
    return;
  }
  if (callerMemory_) {
    return hadMore ? useCallerMemory() : rewind();
  }
  if (options_.growth == GrowthPolicy::kSingleSegment) return rewind();
  const std::uint64_t bytes = firstBuffer_.capacityBytes();
  if (outgrown) {
    smallMessages_ = 0;
    firstBytes_ = grownFirstBytes(bytes);
    if (firstBytes_ != bytes) return dropFirst(usedBytes);
  }
  // A limited message may have cut it short when it got its second segment.
  if (hadMore) useFirstMemory(firstBuffer_.data(), bytes);
  if (outgrown) return rewind();
  if (usedBytes < shrinkBelowBytes_ && ++smallMessages_ >= kSmallMessagesBeforeShrink) {
    smallMessages_ = 0;
    firstBytes_ = std::max(bytes / 2, initialFirstBytes(options_));
    return dropFirst(usedBytes);
  }
  rewind();
}

std::uint64_t Arena::sizeWords() const {
  std::uint64_t words = first_.sizeWords();
  for (std::uint32_t i = 0; i < moreCount_; ++i) words += more_[i]->sizeWords();
  return words;
}

Arena::DetachedSegment Arena::detachSegment(std::uint32_t id) {
  DetachedSegment out;
  Segment& segment = *this->segment(id);
  requireUse(ownsSegment(id), "the caller's own first segment cannot be detached");
  out.begin = segment.begin;
  out.sizeBytes = segment.sizeWords() * kBytesPerWord;
  if (id == 0) {
    out.buffer = std::move(firstBuffer_);
    out.reservation = std::move(firstReservation_);
    first_.begin = first_.used = first_.capacity = nullptr;
    hasHeaderRoom_ = false;
  } else {
    out.buffer = std::move(extra_->nodes[id - 1]->buffer);
    out.reservation = std::move(extra_->nodes[id - 1]->reservation);
  }
  return out;
}

}  // namespace capstan::inline CAPSTAN_ABI
