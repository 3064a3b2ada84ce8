// SPDX-License-Identifier: Apache-2.0
// The hash of a message's content; capstan/layout/hash.h has its definition.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "capstan/layout/fields.h"
#include "capstan/layout/list_reader.h"
#include "capstan/layout/struct_reader.h"
#include "capstan/wire/pointer.h"

namespace capstan::inline CAPSTAN_ABI::internal {

class ContentHash {
 public:
  void start(std::uint64_t seed) { state_ = seed + kStart; }

  // Where a pointer stands: how many elements, and pointers of its own, are left with it.
  void place(std::uint32_t elementsLeft, std::uint32_t pointersLeft) {
    word(std::uint64_t{elementsLeft} << 32 | pointersLeft);
  }
  // An object: its pointer and its data, without what lies below it.
  void structure(const StructReader& from, StructSize size) {
    const bool isEmpty = size.words() == 0;
    word((isEmpty ? WirePointer::toEmptyStruct()
                  : WirePointer::toStruct(0, size.dataWords, size.pointers))
             .bits());
    section(from.data(), from.dataBytes(), size.dataWords);
  }
  void flatList(const ListReader& from, std::uint64_t bits) {
    word(WirePointer::toList(0, from.elementSize(), from.size()).bits());
    if (from.elementSize() != ElementSize::kPointer) elements(from.data(), bits);
  }
  void bytes(const std::byte* from, std::uint32_t size) {
    word(WirePointer::toList(0, ElementSize::kByte, size).bits());
    elements(from, std::uint64_t{size} * 8);
  }
  void structList(const ListReader& from, StructSize size) {
    word(WirePointer::toList(0, ElementSize::kComposite, 0).bits());
    word(WirePointer::tag(from.size(), size.dataWords, size.pointers).bits());
    for (std::uint32_t i = 0; i < from.size(); ++i) {
      section(from.elementAtUnchecked(i), from.dataBytes(), size.dataWords);
    }
  }

  std::uint64_t finish() const {
    std::uint64_t mixed = state_;
    mixed = (mixed ^ mixed >> 32) * kMix;
    mixed = (mixed ^ mixed >> 29) * kSpread;
    return mixed ^ mixed >> 32;
  }

 private:
  // Odd, and half of their bits set: the first digits of the roots of 2, 3 and 5.
  static constexpr std::uint64_t kStart = 0x6A09'E667'F3BC'C909;
  static constexpr std::uint64_t kSpread = 0xBB67'AE85'84CA'A73B;
  static constexpr std::uint64_t kMix = 0x3C6E'F372'FE94'F82B;

  // One to one in the word and in the state.
  void word(std::uint64_t word) { state_ = (std::rotl(state_, 27) ^ word * kSpread) * kMix; }
  void words(const std::byte* from, std::uint64_t count) {
    for (std::uint64_t i = 0; i < count; ++i) {
      word(loadLittle<std::uint64_t>(from + i * kBytesPerWord));
    }
  }
  void elements(const std::byte* from, std::uint64_t bits) {
    const std::uint64_t whole = bits / kBitsPerWord;
    words(from, whole);
    if (bits % kBitsPerWord != 0) lastBits(from + whole * kBytesPerWord, bits % kBitsPerWord);
  }
  // Up to `size` words of data; the bytes may end before them in what is less than a word.
  void section(const std::byte* from, std::uint32_t bytes, std::uint16_t size) {
    if (bytes >= size * kBytesPerWord) return words(from, size);
    lastBits(from, std::uint64_t{bytes} * 8);
  }
  // Requires: bits is below 64.
  void lastBits(const std::byte* from, std::uint64_t bits) {
    std::byte padded[kBytesPerWord] = {};
    std::memcpy(padded, from, (bits + 7) / 8);
    word(loadLittle<std::uint64_t>(padded) & ((std::uint64_t{1} << bits) - 1));
  }

  std::uint64_t state_ = 0;
};

}  // namespace capstan::inline CAPSTAN_ABI::internal
