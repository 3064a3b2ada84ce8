// SPDX-License-Identifier: Apache-2.0
// The walk behind copies, canonical copies and their measures: one pass over the source in
// preorder, each object's copy made before those below it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "capstan/arena/message_context.h"
#include "capstan/layout/capability.h"
#include "capstan/layout/copy.h"
#include "runtime/layout/content_hash.h"
#include "runtime/layout/copy_stack.h"
#include "runtime/layout/leaf.h"
#include "runtime/layout/trim.h"
#include "runtime/layout/visit_target.h"

namespace capstan::inline CAPSTAN_ABI::internal {

enum class CopyMode : std::uint8_t {
  kPlain,
  kMeasure,
  kCanonical,
  kMeasureCanonical,
  kHashCanonical,  // measures, and hashes what a canonical copy would hold
};

// Copies one source. Only what the pointer at the top will lead to is made; linking it is left to
// the caller.
template <CopyMode kMode>
class Copier {
  static constexpr bool kMeasures = kMode != CopyMode::kPlain && kMode != CopyMode::kCanonical;
  static constexpr bool kTrims = kMode != CopyMode::kPlain && kMode != CopyMode::kMeasure;
  static constexpr bool kHashes = kMode == CopyMode::kHashCanonical;

 public:
  explicit Copier(OnFault onFault) : onFault_(onFault) {}

  // A copy whose `pointer` is null: there is none.
  Copied ofStruct(const StructReader& from, Segment* segment, std::byte* at) {
    return finish(makeStruct(from, segment, at));
  }
  Copied ofList(const ListReader& from, Segment* segment, std::byte* at) {
    return finish(makeList(from, segment, at));
  }
  Copied ofPointer(const PointerReader& from, Segment* segment, std::byte* at) {
    if (from.isNull()) return {};
    return finish(makeTarget({.fromSegment = from.segment(),
                              .from = from.at(),
                              .toSegment = segment,
                              .to = at,
                              .depth = from.depth()}));
  }

  // Whether the heap refused the walk's stack; the copy is then not complete.
  bool ranOut() const { return ranOut_; }
  // When measuring, the words of all objects so far; the landing pads on the way to them, in words;
  // and the capabilities.
  std::uint64_t words() const { return words_; }
  std::uint64_t padWords() const { return padWords_; }
  std::uint64_t capabilities() const { return capabilities_; }
  ContentHash& hash() { return hash_; }

 private:
  // A pointer to be copied.
  struct Step {
    const Segment* fromSegment;
    const std::byte* from;
    Segment* toSegment;
    std::byte* to;
    std::uint16_t depth;
  };

  Copied finish(Copied root) {
    while (!stack_.empty() && !stops()) {
      CopyFrame& top = stack_.top();
      if (!makeLeaves(top)) {
        stack_.pop();
        continue;
      }
      const Step step = {top.fromSegment, top.from, top.toSegment, top.to, top.depth};
      if constexpr (kHashes) hash_.place(top.elementsLeft, top.pointersLeft);
      if (!top.next()) stack_.pop();
      const Copied made = makeTarget(step);
      if constexpr (!kMeasures) link(made, step);
    }
    root.isWhole = isWhole_;
    return root;
  }

  // Makes the texts and data from the pointer at hand on, up to one that is to be followed in full.
  // Returns: false if no pointer is left.
  bool makeLeaves(CopyFrame& top) {
    if (top.fromSegment == nullptr) return true;
    LeafRun run(*top.fromSegment);
    CopyFrame frame = top;
    bool hasMore = true;
    for (Leaf leaf; hasMore && run.open(frame.from, leaf);) {
      if constexpr (kHashes) hash_.place(frame.elementsLeft, frame.pointersLeft);
      makeLeaf(leaf, frame);
      hasMore = frame.next();
    }
    if constexpr (kMeasures) words_ += run.takenWords();
    bound_.add(run.takenWords());
    top = frame;
    return hasMore;
  }

  void makeLeaf(const Leaf& leaf, const CopyFrame& frame) {
    if constexpr (kHashes) hash_.bytes(leaf.at, leaf.bytes);
    if constexpr (!kMeasures) {
      const Place place = allocate(frame.toSegment, frame.to, leaf.words);
      copyBits(leaf.at, std::uint64_t{leaf.bytes} * 8, leaf.words, place.at);
      internal::link(frame.to, place, WirePointer::toList(0, ElementSize::kByte, leaf.bytes));
    }
  }

  bool stops() const { return ranOut_ || (!isWhole_ && onFault_ == OnFault::kChangeNothing); }

  static void link(const Copied& made, const Step& step) {
    if (made.place.slot != nullptr) [[likely]] {
      internal::link(step.to, made.place, made.pointer);
    } else {
      made.pointer.store(step.to);  // a capability, or null
    }
  }

  Place allocate(Segment* segment, std::byte* at, std::uint64_t words) {
    if constexpr (kMeasures) {
      words_ += words;
      return {};
    } else {
      // Canonical messages have their empty lists in preorder, too.
      if (words == 0 && !kTrims) return {segment, at + kBytesPerWord, at};
      std::byte* object = segment->tryAllocate(words);
      if (object != nullptr) [[likely]]
        return {segment, object, at};
      return allocateFor(segment, at, words);
    }
  }

  Copied refuse() {
    isWhole_ = false;
    return {};
  }

  void countPads(WirePointer pointer) {
    if (pointer.kind() == PointerKind::kFar) padWords_ += pointer.isDoubleFar() ? 2 : 1;
  }

  // Makes the copy of one target.
  struct Maker {
    Copier& copier;
    const Step& step;

    Copied onStruct(const StructReader& from) {
      return copier.makeStruct(from, step.toSegment, step.to);
    }
    Copied onList(const ListReader& from) { return copier.makeList(from, step.toSegment, step.to); }
    Copied onCapability(std::uint32_t index) { return copier.makeCapability(step, index); }
    Copied onFault() { return copier.refuse(); }
  };

  Copied makeTarget(const Step& step) {
    if constexpr (kMeasures) countPads(WirePointer::load(step.from));
    const PointerReader from(step.fromSegment, step.from, step.depth);
    return visitTarget(from, bound_, Maker{*this, step});
  }

  Copied makeCapability(const Step& step, std::uint32_t index) {
    if (kTrims) {  // check: canonical-capability
      recordFault(step.fromSegment, step.from, FaultKind::kCapabilityInCanonical);
      return refuse();
    }
    if constexpr (kMeasures) {
      ++capabilities_;
      return {};
    }
    return {.place = {}, .pointer = carryOver(*step.fromSegment, *step.toSegment, index)};
  }

  // By the table in capability.h.
  static WirePointer carryOver(const Segment& from, const Segment& to, std::uint32_t index) {
    CapabilityTable* source = from.context->capabilityTable();
    CapabilityTable* target = to.context->capabilityTable();
    if (source != target) {
      if (source == nullptr || target == nullptr) return {};
      index = target->carryOver(*source, index);
      if (index == CapabilityTable::kNone) return {};
    }
    return WirePointer::toCapability(index);
  }

  Copied makeStruct(const StructReader& from, Segment* segment, std::byte* at) {
    const StructSize size = kTrims ? trimmedSize(from) : wholeSize(from);
    if constexpr (kHashes) hash_.structure(from, size);
    if (size.words() == 0) {
      return {.place = {segment, at, at}, .pointer = WirePointer::toEmptyStruct()};
    }
    const Place place = allocate(segment, at, size.words());
    copyElement(from.data(), from.dataBytes(), size, place.at);
    pushPointers({.fromSegment = from.segment(),
                  .from = from.data() + from.dataBytes(),
                  .toSegment = place.segment,
                  .to = behind(place.at, size.dataWords),
                  .pointersLeft = size.pointers,
                  .elementsLeft = 0,
                  .pointersPerElement = size.pointers,
                  .fromSkipBytes = 0,
                  .toSkipBytes = 0,
                  .depth = from.depth()});
    return {.place = place, .pointer = WirePointer::toStruct(0, size.dataWords, size.pointers)};
  }

  Copied makeList(const ListReader& from, Segment* segment, std::byte* at) {
    if (from.elementSize() == ElementSize::kComposite) return makeStructList(from, segment, at);
    const std::uint64_t bits = std::uint64_t{from.size()} * stepBitsOf(from.elementSize());
    const std::uint64_t words = wordsForBits(bits);
    if constexpr (kHashes) hash_.flatList(from, bits);
    const Place place = allocate(segment, at, words);
    if (from.elementSize() == ElementSize::kPointer) {
      if constexpr (!kMeasures) zeroWords(place.at, words);
      pushPointers({.fromSegment = from.segment(),
                    .from = from.data(),
                    .toSegment = place.segment,
                    .to = place.at,
                    .pointersLeft = from.size(),
                    .elementsLeft = 0,
                    .pointersPerElement = from.size(),
                    .fromSkipBytes = 0,
                    .toSkipBytes = 0,
                    .depth = from.depth()});
    } else if constexpr (!kMeasures) {
      copyBits(from.data(), bits, words, place.at);
    }
    return {.place = place, .pointer = WirePointer::toList(0, from.elementSize(), from.size())};
  }

  Copied makeStructList(const ListReader& from, Segment* segment, std::byte* at) {
    const StructSize size = kTrims ? trimmedSize(from) : wholeSize(from);
    const std::uint64_t words = std::uint64_t{from.size()} * size.words();
    if constexpr (kHashes) hash_.structList(from, size);
    const Place place = allocate(segment, at, words + 1);
    if constexpr (!kMeasures) copyElements(from, size, place.at);
    if (from.size() != 0 && size.pointers != 0) {
      const std::uint32_t skipped = size.pointers * std::uint32_t{kBytesPerWord};
      pushPointers({.fromSegment = from.segment(),
                    .from = from.data() + from.dataBytes(),
                    .toSegment = place.segment,
                    .to = behind(place.at, size.dataWords + 1u),
                    .pointersLeft = size.pointers,
                    .elementsLeft = from.size() - 1,
                    .pointersPerElement = size.pointers,
                    .fromSkipBytes = from.stepBytes() - skipped,
                    .toSkipBytes = size.dataWords * std::uint32_t{kBytesPerWord},
                    .depth = below(from.depth())});
    }
    return {.place = place,
            .pointer =
                WirePointer::toList(0, ElementSize::kComposite, static_cast<std::uint32_t>(words))};
  }

  static std::byte* behind(std::byte* at, std::uint32_t words) {
    if constexpr (kMeasures) return nullptr;
    return at + words * kBytesPerWord;
  }

  // Copies the data of a struct or element and zeroes its pointers and padding.
  static void copyElement(const std::byte* data, std::uint32_t dataBytes, StructSize size,
                          std::byte* to) {
    if constexpr (kMeasures) return;
    const std::uint32_t sizeBytes = size.dataWords * std::uint32_t{kBytesPerWord};
    const std::uint32_t copied = dataBytes < sizeBytes ? dataBytes : sizeBytes;
    if (copied != 0) std::memcpy(to, data, copied);
    std::memset(to + copied, 0, size.words() * kBytesPerWord - copied);
  }

  // Writes the tag and the elements of a struct list.
  static void copyElements(const ListReader& from, StructSize size, std::byte* to) {
    WirePointer::tag(from.size(), size.dataWords, size.pointers).store(to);
    to += kBytesPerWord;
    const std::size_t stepBytes = size.words() * kBytesPerWord;
    // Nothing is cut off, and each pointer that is not null is stored anew by the walk.
    if (stepBytes == from.stepBytes()) {
      if (from.size() * stepBytes != 0) std::memcpy(to, from.data(), from.size() * stepBytes);
      return;
    }
    for (std::uint32_t i = 0; i < from.size(); ++i, to += stepBytes) {
      copyElement(from.elementAtUnchecked(i), from.dataBytes(), size, to);
    }
  }

  // Copies `bits` bits and zeroes what is left of `words` words.
  static void copyBits(const std::byte* from, std::uint64_t bits, std::uint64_t words,
                       std::byte* to) {
    if (words == 0) return;
    storeLittle<std::uint64_t>(to + (words - 1) * kBytesPerWord, 0);
    copyBytes(to, reinterpret_cast<const char*>(from), (bits + 7) / 8);
    if (bits % 8 != 0) to[bits / 8] &= std::byte{static_cast<std::uint8_t>((1u << bits % 8) - 1)};
  }

  void pushPointers(CopyFrame frame) {
    if (frame.seek() && !stack_.push(frame)) ranOut_ = true;
  }

  OnFault onFault_;
  bool isWhole_ = true;
  bool ranOut_ = false;
  std::uint64_t words_ = 0;
  std::uint64_t padWords_ = 0;
  std::uint64_t capabilities_ = 0;
  ContentHash hash_;
  TreeBound bound_;
  CopyStack stack_;
};

}  // namespace capstan::inline CAPSTAN_ABI::internal
