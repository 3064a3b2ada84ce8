// SPDX-License-Identifier: Apache-2.0
// MessageBuilder: a message being built.
//
// Owns an arena and its root. A builder is meant to be used again: `reset()` costs O(1) and keeps
// the first segment, so a loop of build, marshal, reset allocates nothing after its first round.
// All builders and views of a message end at reset, detach and destruction.
//
// Errors: building that runs out of memory ends in exhaustion (arena/exhaustion.h); `reserve`
// beforehand, or tryBuild (try_build.h) around it, turns that into a Status.
// Threads: one at a time. Neither copyable nor movable; MessagePool hands builders around.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <sys/uio.h>

#include "absl/status/status.h"
#include "capstan/arena/arena.h"
#include "capstan/base/bytes.h"
#include "capstan/base/config.h"
#include "capstan/base/misuse.h"
#include "capstan/layout/orphanage.h"
#include "capstan/message/framed_message.h"

namespace capstan::inline CAPSTAN_ABI {

class MessageBuilder {
 public:
  explicit MessageBuilder(const ArenaOptions& options = kDefaultArenaOptions,
                          PoolHandle pool = PoolHandle::shared())
      : arena_(options, std::move(pool)) {}

  // Makes the root: a struct, or a list, text or data of `size`. A former root is zeroed.
  template <typename T, typename... Size>
  auto initRoot(Size... size) & {
    return Pointee<T>::init(root(), size...);
  }
  // The root as it stands; made if there is none.
  template <typename T = AnyPointer>
  BuilderOf<T> getRoot() & {
    return Pointee<T>::get(root());
  }
  // Copies `value` in as the root.
  template <typename T, typename Value>
  void setRoot(const Value& value) & {
    Pointee<T>::set(root(), value);
  }
  template <StructType T>
  void setRoot(const typename T::Reader& value) & {
    Pointee<T>::set(root(), value);
  }
  // Makes an orphan `orphan` the root, which is zeroed before, or takes the root out.
  template <typename T>
  void adoptRoot(Orphan<T>&& orphan) & {
    root().adopt(std::move(orphan).raw());
  }
  template <typename T = AnyPointer>
  Orphan<T> disownRoot() & {
    return Orphan<T>(root().disown());
  }
  // Where orphans are made; the common ones here, too.
  Orphanage orphanage() & { return Orphanage(arena_); }
  template <typename T, typename... Size>
  Orphan<T> newOrphan(Size... size) & {
    return orphanage().newOrphan<T>(size...);
  }
  template <typename T, typename Value>
  Orphan<T> newOrphanCopy(const Value& value) & {
    return orphanage().newOrphanCopy<T>(value);
  }

  // The root, read. Lifetime: until the next mutation.
  template <typename T = AnyPointer>
  ReaderOf<T> getRootReader() & {
    return Pointee<T>::read(root().asReader());
  }
  // The root pointer.
  PointerBuilder root() & {
    std::byte* at = arena_.root();
    return {&arena_.first(), at};
  }

  // What capabilities stand for: see layout/capability.h. Stays attached over resets.
  void setCapabilityTable(CapabilityTable* table) { arena_.setCapabilityTable(table); }
  CapabilityTable* capabilityTable() const { return arena_.capabilityTable(); }

  // Starts over: see Arena::reset. Cost: O(1) and a release per segment after the first.
  void reset() { arena_.reset(); }

  // Makes sure that the next `words` words of objects cannot fail: see Arena::reserve. Views of the
  // root pointer end.
  // Errors: ResourceExhausted.
  absl::Status reserve(std::uint64_t words);

  // The words that the message has, root pointer included; without framing.
  std::uint64_t sizeWords() const { return arena_.sizeWords(); }

  // The words that the message has and its root does not lead to: what overwritten and cleared
  // values have left, and what orphans hold. Landing pads in use are not wasted.
  // Returns: 0 where there is no memory to walk the message. Cost: a walk over all that is alive.
  std::uint64_t wastedWords() &;
  // Rebuilds what the root leads to in fresh segments, one if it can be, and gives the old ones
  // back. All views end, and orphans; data of the application's own that the message refers to is
  // copied in.
  // Errors: ResourceExhausted, or exhaustion where what is alive is too large for one segment; the
  // message is then as before. Cost: a deep copy; memory for both while it lasts.
  absl::Status compact();

  // The framed message, without a copy, where it has one segment with header room; otherwise empty.
  // Lifetime: until the next mutation.
  std::span<const std::byte> framedInPlace() &;
  // The raw segments, in order. Lifetime: until the next mutation.
  std::span<const std::span<const std::byte>> segments() &;
  // The framed message as pieces for a gather write: the table, then the segments.
  // Lifetime: until the next mutation; the table lives in this builder.
  std::span<const iovec> framedPieces() &;

  // Moves the message out, for sending it while the next one is built. The builder is then as after
  // reset(). A caller's first segment is copied. Errors: exhaustion, with the message left here.
  FramedMessage detach();

  Arena& arena() { return arena_; }

 private:
  std::uint32_t writeTable();

  Arena arena_;
  // What the borrowed results stand in; made when first asked for.
  struct Scratch {
    std::vector<std::span<const std::byte>> segments;
    std::vector<std::byte> table;
    std::vector<iovec> pieces;
  };
  Scratch& scratch();

  std::unique_ptr<Scratch> scratch_;
};

}  // namespace capstan::inline CAPSTAN_ABI
