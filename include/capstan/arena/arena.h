// SPDX-License-Identifier: Apache-2.0
// The segments of one message being built.
//
// The first segment's bounds lie in the arena itself, so the common allocation is a compare and an
// add (Segment::tryAllocate); everything else is `allocateSlow`. Allocated bytes are dirty: whoever
// allocates an object initializes all of it, so stale bytes never reach the wire and a released
// buffer needs no clearing.
//
// Word 0 of the first segment is the root pointer; it is zeroed when the first segment is taken,
// which happens at the first use. One word of room stands before the first segment of our own
// memory, for the header of a message framed in place.
//
// Neither copyable nor movable: views point into it. One thread builds at a time.
#pragma once

#include <cstddef>
#include <cstdint>

#include "capstan/arena/arena_options.h"
#include "capstan/arena/free_places.h"
#include "capstan/arena/message_context.h"
#include "capstan/base/config.h"
#include "capstan/base/endian.h"
#include "capstan/pool/buffer.h"
#include "capstan/pool/pool_handle.h"
#include "capstan/pool/reservation.h"

namespace capstan::inline CAPSTAN_ABI {

namespace internal {
struct ExtraSegment;
struct ExtraSegments;
}  // namespace internal

class Arena : public MessageContext {
 public:
  // Takes no memory yet. Requires: kFixed comes with a first segment of at least one word (two with
  // header room); otherwise the misuse handler is called.
  // Cost: inlined, like ~Arena, for those who make an arena per message (Marshal bench: 48.5 ns,
  // 44.5 inlined).
  explicit Arena(const ArenaOptions& options = kDefaultArenaOptions,
                 PoolHandle pool = PoolHandle::shared())
      : pool_(std::move(pool)), options_(options), firstBytes_(initialFirstBytes(options)) {
    if (!options.firstSegment.empty() || options.growth == GrowthPolicy::kFixed) [[unlikely]]
      useCallerMemory();
  }
  ~Arena() {
    if (extra_ != nullptr) [[unlikely]]
      dropExtra();
  }

  // The root pointer's word, in the first segment. Takes the first segment if there is none yet.
  // Errors: exhaustion.
  std::byte* root() {
    if (first_.begin == nullptr) [[unlikely]]
      takeFirst();
    return first_.begin;
  }

  // A place of `words` words in any segment, for an object that did not fit where its pointer
  // stands. Returns: its first byte, and its segment in `segment`.
  // Errors: exhaustion. Cost: opens a segment when the last one is full.
  std::byte* allocateSlow(std::uint64_t words, Segment*& segment);

  // The segment that grows: the last of our own memory.
  Segment& last() {
    std::uint32_t count = moreCount_;
    while (count != 0 && more_[count - 1]->isExternal) --count;
    return count == 0 ? first_ : *more_[count - 1];
  }

  // Makes `memory`, which must be whole words, a segment of the message as it is. It counts for the
  // message's size and limits. Requires: GrowthPolicy::kMultiSegment; otherwise the misuse handler
  // is called. Lifetime: `memory` outlives the message, or what detach() makes of it, and stays
  // unchanged; it is never written, wiped, pooled or freed. Errors: exhaustion.
  Segment& addExternal(std::span<const std::byte> memory);

  // Makes room for `words` more words in `segment` itself, where its memory can grow in place.
  // Returns: false, with nothing changed, where it cannot.
  bool growInPlace(Segment& segment, std::uint64_t words);

  // Makes sure that objects of `words` words in all can be allocated without failing: in the first
  // segment where it has or can be given the room, which while nothing has been built it can unless
  // it is the caller's (views of the root pointer end then); otherwise in the last, with room for a
  // landing pad per object.
  // Returns: false when that much memory is not to be had; the arena is then as before.
  bool reserve(std::uint64_t words);

  // Gives back all segments but the first and starts over: all views end. The next first segment is
  // one bucket larger when the message outgrew it, one smaller after a run of small messages.
  // Cost: O(1) and a release per further segment; never O(bytes).
  void reset() {
    const std::uint64_t usedBytes = static_cast<std::uint64_t>(first_.used - first_.begin);
    ++epoch_;
    clearFault();
    freePlaces_.clear();
    if (moreCount_ != 0 || usedBytes < shrinkBelowBytes_ || first_.begin == nullptr) [[unlikely]] {
      return resetSlow(usedBytes);
    }
    smallMessages_ = 0;
    rewind();
  }

  // Words in use, over all segments.
  std::uint64_t sizeWords() const;

  // The word before the first segment, where there is one and only one segment and it has room for
  // a header; otherwise null.
  std::byte* headerRoom() {
    return hasHeaderRoom_ && moreCount_ == 0 && first_.begin != nullptr
               ? first_.begin - kBytesPerWord
               : nullptr;
  }

  // Options of an arena that a copy of this message can be built in, to be taken over. Where the
  // first segment is the caller's, `memory` becomes as large a piece of the pool's in its stead.
  // Returns: false when the pool refuses it.
  bool standInOptions(ArenaOptions& options, Buffer& memory) const;
  // Takes the message of `standIn`, an arena of standInOptions(), in the place of its own: all
  // views end. Cost: moves the segments; a caller's first segment is copied into.
  void takeOver(Arena& standIn);

  // The memory of a message that has left its arena, segment by segment.
  struct DetachedSegment {
    Buffer buffer;
    Reservation reservation;
    std::byte* begin = nullptr;
    std::uint64_t sizeBytes = 0;
  };
  // Moves the memory of segment `id` out. The caller takes every segment and then calls reset().
  // Requires: the segment is not the caller's own first segment (ownsSegment).
  DetachedSegment detachSegment(std::uint32_t id);
  bool ownsSegment(std::uint32_t id) const { return id != 0 || !callerMemory_; }

  const PoolHandle& pool() const { return pool_; }

  // What overwritten texts and data have left.
  FreePlaces& freePlaces() { return freePlaces_; }

 private:
  // Starts the first segment over: the root pointer is null and everything behind it is free.
  void rewind() {
    storeLittle<std::uint64_t>(first_.begin, 0);
    first_.used = first_.begin + kBytesPerWord;
  }
  // The bytes of a first segment as the options have it, header room included.
  static std::uint64_t initialFirstBytes(const ArenaOptions& options) {
    const std::uint32_t words = options.firstSegmentWords;
    const std::uint32_t most = kMaxSegmentWords;
    return (std::uint64_t{words < 1 ? 1 : words > most ? most : words} + 1) * kBytesPerWord;
  }
  void takeFirst();
  bool tryTakeFirst(std::uint64_t words);
  bool tryTakeBuffer(std::uint64_t neededBytes);
  bool tryTakeReservation(std::uint64_t neededBytes);
  void useCallerMemory();
  bool useFirstMemory(std::byte* data, std::uint64_t bytes);
  std::uint64_t wordsLeft() const;
  void resetSlow(std::uint64_t usedBytes);
  void dropFirst(std::uint64_t usedBytes);
  std::uint64_t grownFirstBytes(std::uint64_t bytes) const;
  void releaseMore();
  void dropExtra();
  bool tryReserveFirst(std::uint64_t words);
  Segment* tryGrow(std::uint64_t words);
  bool tryGrowReservation(Segment& segment, Reservation& memory, std::uint64_t words);
  Segment* tryOpenSegment(std::uint64_t words);
  internal::ExtraSegment* tryMakeNode();
  void useNode(internal::ExtraSegment& node);
  std::uint64_t nextSegmentWords(std::uint64_t words) const;

  PoolHandle pool_;
  ArenaOptions options_;
  Buffer firstBuffer_;
  Reservation firstReservation_;
  internal::ExtraSegments* extra_ = nullptr;  // kept over resets, made on first growth
  std::uint64_t firstBytes_;                  // what the next first segment asks of the pool
  std::uint64_t shrinkBelowBytes_ = 0;        // first segments used less than this count as small
  std::uint32_t smallMessages_ = 0;           // in a row
  FreePlaces freePlaces_;
  bool callerMemory_ = false;
  bool hasHeaderRoom_ = false;
};

}  // namespace capstan::inline CAPSTAN_ABI
