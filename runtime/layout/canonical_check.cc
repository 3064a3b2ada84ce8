// SPDX-License-Identifier: Apache-2.0
// One walk in preorder, in which each object must start where the one before it ended: nothing is
// copied, and no word is visited twice.
#include "capstan/layout/canonical.h"

#include "capstan/arena/message_context.h"
#include "capstan/layout/follow.h"
#include "runtime/layout/copy_stack.h"
#include "runtime/layout/trim.h"

namespace capstan::inline CAPSTAN_ABI {
namespace internal {
namespace {

// The default limits of a reader, which could not walk what is beyond them.
constexpr std::uint16_t kDefaultNestingLimit = 64;
constexpr std::uint64_t kEmptyElements = std::uint64_t{8} << 20;

class CanonicalCheck {
 public:
  // Requires: whole words, at least one.
  explicit CanonicalCheck(Bytes segment)
      : root_(segment.data()),
        next_(segment.data() + kBytesPerWord),
        end_(segment.data() + segment.size()) {}

  bool run() {
    const WirePointer root = WirePointer::load(root_);
    if (!root.isNull() && !visit(root_, root, kDefaultNestingLimit)) return false;
    while (!stack_.empty()) {
      if (!step()) return false;
    }
    return next_ == end_;
  }

 private:
  // Goes on in the object at the top, up to a pointer that may have others below it.
  bool step() {
    CopyFrame frame = stack_.top();
    for (;;) {
      const std::byte* at = frame.from;
      const WirePointer pointer = WirePointer::load(at);
      const bool hasMore = frame.next();
      const bool isBytes = (pointer.bits() & kListShapeMask) == listShape(ElementSize::kByte);
      if (isBytes && hasMore) [[likely]] {
        if (!visitFlatList(at, pointer, frame.depth)) return false;
        continue;
      }
      if (hasMore) {
        stack_.top() = frame;
      } else {
        stack_.pop();
      }
      return visit(at, pointer, frame.depth);
    }
  }

  bool visit(const std::byte* at, WirePointer pointer, std::uint16_t depth) {
    const bool isList = pointer.kind() == PointerKind::kList;
    if (isList && pointer.elementSize() == ElementSize::kByte) {
      return visitFlatList(at, pointer, depth);
    }
    if (depth == 0) return false;  // check: canonical-nesting
    if (pointer.kind() == PointerKind::kStruct) return visitStruct(at, pointer, below(depth));
    if (!isList) return false;  // check: canonical-kind
    return pointer.elementSize() == ElementSize::kComposite
               ? visitStructList(at, pointer, below(depth))
               : visitFlatList(at, pointer, below(depth));
  }

  // `depth` is what is left below the pointer.
  bool visitStruct(const std::byte* at, WirePointer pointer, std::uint16_t depth) {
    const StructSize size = {pointer.dataWords(), pointer.pointers()};
    if (size.words() == 0) {
      return pointer == WirePointer::toEmptyStruct();  // check: canonical-empty-struct passes
    }
    const std::byte* object = next_;
    if (!take(at, pointer, size.words())) return false;
    const StructReader ofStruct(nullptr, object, size.dataWords * std::uint32_t{kBytesPerWord},
                                size.pointers, depth);
    if (trimmedSize(ofStruct) != size) return false;  // check: canonical-struct-end
    return push(ofStruct.pointerSection(), size, 1, depth);
  }

  bool visitStructList(const std::byte* at, WirePointer pointer, std::uint16_t depth) {
    const std::byte* list = next_;
    if (!take(at, pointer, targetWords(pointer))) return false;
    const WirePointer tag = WirePointer::load(list);
    const StructSize size = {tag.dataWords(), tag.pointers()};
    const std::uint32_t count = tag.tagCount();
    // check: canonical-tag-kind, canonical-tag-count
    if (tag.kind() != PointerKind::kStruct ||
        std::uint64_t{count} * size.words() != pointer.listCount()) {
      return false;
    }
    if (size.words() == 0) return takeEmpty(count);
    const std::uint32_t dataBytes = size.dataWords * std::uint32_t{kBytesPerWord};
    const ListReader elements(nullptr, list + kBytesPerWord, count,
                              {.elementSize = ElementSize::kComposite,
                               .stepBytes = tag.structWords() * std::uint32_t{kBytesPerWord},
                               .dataBytes = dataBytes,
                               .pointers = size.pointers},
                              depth);
    if (trimmedSize(elements) != size) return false;  // check: canonical-elements-end
    return push(elements.data() + dataBytes, size, count, below(depth));
  }

  bool visitFlatList(const std::byte* at, WirePointer pointer, std::uint16_t depth) {
    const std::byte* list = next_;
    const std::uint64_t bits =
        std::uint64_t{pointer.listCount()} * stepBitsOf(pointer.elementSize());
    if (!take(at, pointer, wordsForBits(bits))) return false;
    if (pointer.elementSize() == ElementSize::kPointer) {
      return push(list, {.dataWords = 0, .pointers = 1}, pointer.listCount(), depth);
    }
    if (pointer.elementSize() == ElementSize::kVoid) return takeEmpty(pointer.listCount());
    const std::uint64_t bitsOfLast = bits % kBitsPerWord;
    if (bitsOfLast == 0) return true;
    const auto last = loadLittle<std::uint64_t>(next_ - kBytesPerWord);
    return last >> bitsOfLast == 0;  // check: canonical-padding passes
  }

  // Takes the next words as the target of the pointer at `at`.
  bool take(const std::byte* at, WirePointer pointer, std::uint64_t words) {
    const std::int64_t offsetWords = (next_ - at) / std::int64_t{kBytesPerWord} - 1;
    const auto wordsLeft = static_cast<std::uint64_t>(end_ - next_) / kBytesPerWord;
    // check: canonical-place, canonical-bounds
    if (pointer.offsetWords() != offsetWords || words > wordsLeft) return false;
    next_ += words * kBytesPerWord;
    return true;
  }

  // Counts elements without a size.
  bool takeEmpty(std::uint32_t count) {
    if (count > emptyElementsLeft_) return false;  // check: canonical-empty-elements
    emptyElementsLeft_ -= count;
    return true;
  }

  // Puts the pointers of elements aside, the first of which is at `first`; they are followed next.
  // Returns: false without memory, which a walk within the limit never needs.
  bool push(const std::byte* first, StructSize size, std::uint32_t count, std::uint16_t depth) {
    if (count == 0 || size.pointers == 0) return true;
    CopyFrame frame = {.fromSegment = nullptr,
                       .from = first,
                       .toSegment = nullptr,
                       .to = nullptr,
                       .pointersLeft = size.pointers,
                       .elementsLeft = count - 1,
                       .pointersPerElement = size.pointers,
                       .fromSkipBytes = size.dataWords * std::uint32_t{kBytesPerWord},
                       .toSkipBytes = 0,
                       .depth = depth};
    return !frame.seek() || stack_.push(frame);
  }

  const std::byte* const root_;
  const std::byte* next_;  // where the next object must start
  const std::byte* const end_;
  std::uint64_t emptyElementsLeft_ = kEmptyElements;
  CopyStack stack_;
};

}  // namespace
}  // namespace internal

bool isCanonical(const PointerReader& root) {
  const Segment* segment = root.segment();
  if (segment == nullptr || segment->context->segmentCount() != 1) return false;
  return root.at() == segment->begin &&
         isCanonical({segment->begin, static_cast<std::size_t>(segment->used - segment->begin)});
}

bool isCanonical(Bytes segment) {
  if (segment.empty() || segment.size() % kBytesPerWord != 0) return false;
  return internal::CanonicalCheck(segment).run();
}

}  // namespace capstan::inline CAPSTAN_ABI
