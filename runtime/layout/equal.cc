// SPDX-License-Identifier: Apache-2.0
#include "capstan/layout/equal.h"

#include <algorithm>
#include <cstring>

#include "runtime/layout/elements.h"
#include "runtime/layout/frame_stack.h"
#include "runtime/layout/visit_target.h"

namespace capstan::inline CAPSTAN_ABI {
namespace internal {
namespace {

bool isZero(const std::byte* from, std::uint64_t bytes) {
  return std::all_of(from, from + bytes, [](std::byte byte) { return byte == std::byte{0}; });
}

// Whether two data sections are alike, zeros at their ends aside.
bool sameData(const std::byte* a, std::uint32_t bytesA, const std::byte* b, std::uint32_t bytesB) {
  const std::uint32_t common = std::min(bytesA, bytesB);
  if (common != 0 && std::memcmp(a, b, common) != 0) return false;
  return isZero(a + common, bytesA - common) && isZero(b + common, bytesB - common);
}

// Whether elements of data alone, as large on both sides, are alike.
bool sameArray(const Elements& a, const Elements& b) {
  const std::uint64_t bytes = std::uint64_t{a.count} * a.dataBytes;
  return bytes == 0 || std::memcmp(a.data, b.data, bytes) == 0;
}

bool sameBits(const ListReader& a, const ListReader& b) {
  const std::uint32_t bytes = a.size() / 8;
  if (bytes != 0 && std::memcmp(a.data(), b.data(), bytes) != 0) return false;
  const auto mask = static_cast<std::byte>((1u << a.size() % 8) - 1);
  return a.size() % 8 == 0 || ((a.data()[bytes] ^ b.data()[bytes]) & mask) == std::byte{0};
}

// A pointer's target as a view.
struct Opened {
  enum class Kind : std::uint8_t { kFaulty, kCapability, kStruct, kList };
  Kind kind = Kind::kFaulty;
  StructReader structure = {};
  ListReader list = {};
};

struct Opener {
  Opened onFault() const { return {}; }
  Opened onCapability(std::uint32_t) const { return {.kind = Opened::Kind::kCapability}; }
  Opened onStruct(const StructReader& from) const {
    return {.kind = Opened::Kind::kStruct, .structure = from};
  }
  Opened onList(const ListReader& from) const {
    return {.kind = Opened::Kind::kList, .list = from};
  }
};

// Where a walk stands in two objects at once: at one of their common pointers.
struct PairFrame {
  Elements a;
  Elements b;
  std::uint32_t element;
  std::uint32_t pointer;

  // Goes on, from the pointers at hand, to two that are not both null. Returns: false if there are
  // none.
  bool seek() {
    const std::uint32_t common = std::min(a.pointers, b.pointers);
    for (; element < a.count; ++element, pointer = 0) {
      for (; pointer < common; ++pointer) {
        if (!a.pointerAt(element, pointer).isNull()) return true;
        if (!b.pointerAt(element, pointer).isNull()) return true;
      }
    }
    return false;
  }
};

// Walks two sources side by side. Stops at the first difference or fault.
class Comparison {
 public:
  explicit Comparison(ListEncodings lists) : lists_(lists) {}

  Equality ofStructs(const StructReader& a, const StructReader& b) {
    meet(elementsOf(a), elementsOf(b));
    return finish();
  }
  Equality ofLists(const ListReader& a, const ListReader& b) {
    meetLists(a, b);
    return finish();
  }
  Equality ofPointers(const PointerReader& a, const PointerReader& b) {
    meetPointers(a, b);
    return finish();
  }

 private:
  bool goesOn() const {
    return result_ == Equality::kEqual || result_ == Equality::kHoldsCapabilities;
  }

  Equality finish() {
    while (goesOn() && !stack_.empty()) {
      PairFrame& top = stack_.top();
      const PointerReader a = top.a.pointerAt(top.element, top.pointer);
      const PointerReader b = top.b.pointerAt(top.element, top.pointer);
      ++top.pointer;
      if (!top.seek()) stack_.pop();  // what is last needs no frame while its target is walked
      meetPointers(a, b);
    }
    return result_;
  }

  void meetPointers(const PointerReader& a, const PointerReader& b) {
    if (a.isNull() || b.isNull()) return require(a.isNull() == b.isNull());
    const Opened openA = visitTarget(a, boundA_, Opener());
    const Opened openB = visitTarget(b, boundB_, Opener());
    if (openA.kind == Opened::Kind::kFaulty || openB.kind == Opened::Kind::kFaulty) {
      result_ = Equality::kFaulty;
    } else if (openA.kind != openB.kind) {
      result_ = Equality::kUnequal;
    } else if (openA.kind == Opened::Kind::kStruct) {
      meet(elementsOf(openA.structure), elementsOf(openB.structure));
    } else if (openA.kind == Opened::Kind::kList) {
      meetLists(openA.list, openB.list);
    } else {
      result_ = Equality::kHoldsCapabilities;
    }
  }

  void meetLists(const ListReader& a, const ListReader& b) {
    if (a.size() != b.size()) return require(false);  // check: equal-size
    if (a.elementSize() == b.elementSize()) {
      if (a.elementSize() == ElementSize::kBit) return require(sameBits(a, b));
    } else {
      const bool oneIsStructs =
          a.elementSize() == ElementSize::kComposite || b.elementSize() == ElementSize::kComposite;
      const bool oneIsBits =
          a.elementSize() == ElementSize::kBit || b.elementSize() == ElementSize::kBit;
      if (lists_ == ListEncodings::kMustMatch || !oneIsStructs || oneIsBits) return require(false);
    }
    meet(elementsOf(a), elementsOf(b));
  }

  // Requires: equal counts.
  void meet(const Elements& a, const Elements& b) {
    if (a.pointers == 0 && b.pointers == 0 && a.dataBytes == b.dataBytes &&
        (a.stepBytes == b.stepBytes || a.count == 1)) {
      return require(sameArray(a, b));
    }
    const std::uint16_t common = std::min(a.pointers, b.pointers);
    for (std::uint32_t i = 0; i < a.count; ++i) {
      const std::byte* dataA = a.at(i);
      const std::byte* dataB = b.at(i);
      if (!sameData(dataA, a.dataBytes, dataB, b.dataBytes)) return require(false);
      const bool endsAlike = isZero(dataA + a.dataBytes + common * kBytesPerWord,
                                    (a.pointers - common) * kBytesPerWord) &&
                             isZero(dataB + b.dataBytes + common * kBytesPerWord,
                                    (b.pointers - common) * kBytesPerWord);
      if (!endsAlike) return require(false);
    }
    PairFrame frame = {a, b, 0, 0};
    if (frame.seek() && !stack_.push(frame)) result_ = Equality::kFaulty;
  }

  void require(bool holds) {
    if (!holds) result_ = Equality::kUnequal;
  }

  ListEncodings lists_;
  Equality result_ = Equality::kEqual;
  TreeBound boundA_;
  TreeBound boundB_;
  FrameStack<PairFrame> stack_;
};

}  // namespace
}  // namespace internal

Equality compare(const StructReader& a, const StructReader& b, ListEncodings lists) {
  return internal::Comparison(lists).ofStructs(a, b);
}

Equality compare(const ListReader& a, const ListReader& b, ListEncodings lists) {
  return internal::Comparison(lists).ofLists(a, b);
}

Equality compare(const PointerReader& a, const PointerReader& b, ListEncodings lists) {
  return internal::Comparison(lists).ofPointers(a, b);
}

}  // namespace capstan::inline CAPSTAN_ABI
