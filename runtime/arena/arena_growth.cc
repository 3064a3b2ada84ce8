// SPDX-License-Identifier: Apache-2.0
// How a message gets more memory: further segments, or more of its one segment.
#include <algorithm>
#include <new>

#include "capstan/arena/arena.h"
#include "capstan/arena/exhaustion.h"
#include "capstan/base/misuse.h"
#include "runtime/arena/extra_segments.h"

namespace capstan::inline CAPSTAN_ABI {
namespace {

// What the last possible segment may grow into: all that a far pointer can address.
constexpr std::size_t kLastSegmentBytes = std::size_t{kMaxSegmentWords} * kBytesPerWord;

const char* whyNot(const ArenaOptions& options, std::uint64_t words) {
  if (words > kMaxSegmentWords)
    return "an object is larger than the largest segment (2^29-1 words)";
  if (options.growth == GrowthPolicy::kFixed) return "the fixed arena's memory is full";
  if (options.maxMessageWords != kUnlimited) {
    return "the message reached ArenaOptions::maxMessageWords, or memory ran out";
  }
  if (options.growth == GrowthPolicy::kSingleSegment) {
    return "the single segment reached ArenaOptions::reserveBytes, or memory ran out";
  }
  return "no memory for a further segment (the pool's upstream refused)";
}

}  // namespace

std::byte* Arena::allocateSlow(std::uint64_t words, Segment*& segment) {
  if (first_.begin == nullptr) takeFirst();
  Segment* place = &last();
  std::byte* at = place->tryAllocate(words);
  if (at == nullptr) {
    place = tryGrow(words);
    if (place == nullptr) internal::raiseExhausted(whyNot(options_, words));
    at = place->tryAllocate(words);
  }
  segment = place;
  return at;
}

Segment* Arena::tryGrow(std::uint64_t words) {
  Segment& last = this->last();
  if (growInPlace(last, words)) return &last;
  const bool mayOpen = options_.growth == GrowthPolicy::kMultiSegment &&
                       words <= kMaxSegmentWords && moreCount_ < internal::kMaxExtraSegments;
  return mayOpen ? tryOpenSegment(words) : nullptr;
}

bool Arena::growInPlace(Segment& segment, std::uint64_t words) {
  Reservation& memory =
      segment.id == 0 ? firstReservation_ : extra_->nodes[segment.id - 1]->reservation;
  return words <= kMaxSegmentWords && tryGrowReservation(segment, memory, words);
}

bool Arena::tryGrowReservation(Segment& segment, Reservation& memory, std::uint64_t words) {
  if (!memory) return false;
  const std::uint64_t mostWords =
      std::min<std::uint64_t>(kMaxSegmentWords, segment.sizeWords() + wordsLeft());
  const std::uint64_t neededWords = segment.sizeWords() + words;
  if (neededWords > mostWords) return false;
  const auto room = static_cast<std::uint64_t>(segment.begin - memory.data());
  if (!memory.ensureCommitted(room + neededWords * kBytesPerWord)) return false;
  const std::uint64_t usableWords = (memory.committedBytes() - room) / kBytesPerWord;
  segment.capacity = segment.begin + std::min(usableWords, mostWords) * kBytesPerWord;
  return true;
}

std::uint64_t Arena::wordsLeft() const {
  if (options_.maxMessageWords == kUnlimited) return kUnlimited / kBytesPerWord;
  const std::uint64_t used = sizeWords();
  return options_.maxMessageWords > used ? options_.maxMessageWords - used : 0;
}

// Each segment is as large as the message so far, so that their number grows with the logarithm of
// its size, within the options' cap.
std::uint64_t Arena::nextSegmentWords(std::uint64_t words) const {
  std::uint64_t ownWords = sizeWords();
  for (std::uint32_t i = 0; i < moreCount_; ++i) {
    if (more_[i]->isExternal) ownWords -= more_[i]->sizeWords();
  }
  return std::max(words, std::min<std::uint64_t>(ownWords, options_.maxSegmentWords));
}

// Returns: the next segment's node; null without memory for it.
internal::ExtraSegment* Arena::tryMakeNode() {
  if (extra_ == nullptr) extra_ = new (std::nothrow) internal::ExtraSegments;
  if (extra_ == nullptr) return nullptr;
  std::unique_ptr<internal::ExtraSegment>& node = extra_->nodes[moreCount_];
  if (node == nullptr) node.reset(new (std::nothrow) internal::ExtraSegment);
  return node.get();
}

// Makes the node, whose memory is set, the message's last segment.
void Arena::useNode(internal::ExtraSegment& node) {
  node.segment.context = this;
  node.segment.id = moreCount_ + 1;
  extra_->table[moreCount_] = &node.segment;
  more_ = extra_->table.data();
  ++moreCount_;
}

Segment* Arena::tryOpenSegment(std::uint64_t words) {
  const std::uint64_t left = wordsLeft();
  if (words > left) return nullptr;
  internal::ExtraSegment* node = tryMakeNode();
  if (node == nullptr) return nullptr;

  const std::uint64_t wanted = std::min(nextSegmentWords(words), left) * kBytesPerWord;
  std::uint64_t usableWords = 0;
  const bool isLast = moreCount_ + 1 == internal::kMaxExtraSegments;
  if (isLast) {
    node->reservation = pool_.acquireReservation(kLastSegmentBytes, wanted);
    if (!node->reservation || !node->reservation.ensureCommitted(wanted)) {
      node->reservation.release(0);
      return nullptr;
    }
    node->segment.begin = node->reservation.data();
    usableWords = node->reservation.committedBytes() / kBytesPerWord;
  } else {
    node->buffer = pool_.acquire(wanted);
    if (!node->buffer) return nullptr;
    node->segment.begin = node->buffer.data();
    usableWords = std::min<std::uint64_t>(node->buffer.capacityBytes() / kBytesPerWord,
                                          std::max<std::uint64_t>(words, options_.maxSegmentWords));
  }
  usableWords = std::min<std::uint64_t>({usableWords, left, kMaxSegmentWords});
  node->segment.used = node->segment.begin;
  node->segment.capacity = node->segment.begin + usableWords * kBytesPerWord;
  if (options_.maxMessageWords != kUnlimited) {
    // What the last segment has not used no longer counts, so that the sum of all is exact.
    Segment& last = this->last();
    last.capacity = last.used;
  }
  useNode(*node);
  return &node->segment;
}

Segment& Arena::addExternal(std::span<const std::byte> memory) {
  requireUse(options_.growth == GrowthPolicy::kMultiSegment,
             "external data needs GrowthPolicy::kMultiSegment: it is a segment of its own");
  root();
  const std::uint64_t words = memory.size() / kBytesPerWord;
  const std::uint64_t left = wordsLeft();
  if (words > kMaxSegmentWords || words > left) {
    internal::raiseExhausted("external data is too large for a segment, or for maxMessageWords");
  }
  // The last possible segment is the one that takes all further growth.
  const bool hasPlace = moreCount_ + 1 < internal::kMaxExtraSegments;
  internal::ExtraSegment* node = hasPlace ? tryMakeNode() : nullptr;
  if (node == nullptr) internal::raiseExhausted("no further segment for external data");
  if (options_.maxMessageWords != kUnlimited) {
    Segment& last = this->last();
    last.capacity = last.used + std::min(last.freeWords(), left - words) * kBytesPerWord;
  }
  // Segments are writable by type; that this one is not is what isExternal says.
  node->segment.begin = const_cast<std::byte*>(memory.data());
  node->segment.used = node->segment.capacity = node->segment.begin + words * kBytesPerWord;
  node->segment.isExternal = true;
  useNode(*node);
  return node->segment;
}

}  // namespace capstan::inline CAPSTAN_ABI
