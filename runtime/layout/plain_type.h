// SPDX-License-Identifier: Apache-2.0
// Struct types without pointers but texts and data: their elements are checked in one loop.
#pragma once

#include "runtime/layout/leaf.h"
#include "runtime/layout/type_ref.h"

namespace capstan::inline CAPSTAN_ABI::internal {

// The pointers of such a type as bits.
class PlainType {
 public:
  explicit PlainType(const StructTable& type) : isPlain_(type.size.pointers <= kMostPointers) {
    for (const FieldTable& field : type.fields) {
      if (!isPlain_) return;
      add(field);
    }
  }

  // Whether there are no groups, unions and other pointers.
  bool isPlain() const { return isPlain_; }

  // Takes the texts and data of an element. Returns: false, with nothing taken, where one of them
  // is to be followed in full. Requires: isPlain; the element has no more pointers than the type.
  bool take(LeafRun& run, const std::byte* pointers, std::uint16_t count) const {
    const std::uint64_t takenWords = run.takenWords();
    for (std::uint16_t i = 0; i < count; ++i) {
      if (takeOne(run, pointers + i * kBytesPerWord, std::uint64_t{1} << i)) continue;
      run.giveBackTo(takenWords);
      return false;
    }
    return true;
  }

 private:
  static constexpr std::uint16_t kMostPointers = 64;

  void add(const FieldTable& field) {
    const bool isText = field.type.kind == TypeKind::kText && field.type.listDepth == 0;
    const bool isData = field.type.kind == TypeKind::kData && field.type.listDepth == 0;
    if (field.type.kind == TypeKind::kGroup || field.discriminant != kNoDiscriminant ||
        (isPointer(field.type) && !isText && !isData)) {
      isPlain_ = false;
    } else if (isText || isData) {
      (isText ? texts_ : data_) |= std::uint64_t{1} << field.offset;
    }
  }

  bool takeOne(LeafRun& run, const std::byte* at, std::uint64_t bit) const {
    if (((texts_ | data_) & bit) == 0 || WirePointer::load(at).isNull()) return true;
    Leaf leaf;
    if (!run.open(at, leaf)) return false;
    if ((texts_ & bit) == 0) return true;
    // check: plain-text-empty, plain-text-terminator
    return leaf.bytes != 0 && leaf.at[leaf.bytes - 1] == std::byte{0};
  }

  bool isPlain_;
  std::uint64_t texts_ = 0;
  std::uint64_t data_ = 0;
};

}  // namespace capstan::inline CAPSTAN_ABI::internal
