// SPDX-License-Identifier: Apache-2.0
// A message's objects as indented text, without a schema: two trees that print the same have the
// same canonical form.
#pragma once

#include <algorithm>
#include <string>

#include "capstan/layout/any.h"

namespace capstan::support {

class TreeText {
 public:
  static std::string of(PointerReader pointer) {
    TreeText text;
    text.addPointer(pointer, 0);
    return text.out_;
  }

 private:
  void line(int depth, const std::string& text) {
    out_ += std::string(static_cast<std::size_t>(depth), ' ') + text + "\n";
  }

  static std::string hex(const std::byte* data, std::size_t size) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string out;
    for (std::size_t i = 0; i < size; ++i) {
      out += kDigits[static_cast<unsigned>(data[i]) >> 4];
      out += kDigits[static_cast<unsigned>(data[i]) & 15];
    }
    return out;
  }

  static std::string trimmed(std::string digits) {
    digits.erase(digits.find_last_not_of('0') + 1);
    return digits;
  }

  void addPointer(PointerReader pointer, int depth) {
    if (pointer.isNull()) return line(depth, "null");
    if (pointer.targetKind() == TargetKind::kStruct) return addStruct(pointer.getStruct(), depth);
    addList(pointer.getAnyList(), depth);
  }

  void addStruct(StructReader from, int depth) {
    line(depth, "struct " + trimmed(hex(from.data(), from.dataBytes())));
    int last = from.pointers();
    while (last > 0 && from.pointer(static_cast<std::uint16_t>(last - 1)).isNull()) --last;
    for (int i = 0; i < last; ++i) {
      addPointer(from.pointer(static_cast<std::uint16_t>(i)), depth + 1);
    }
  }

  void addList(ListReader from, int depth) {
    std::string head = "list " + std::to_string(static_cast<int>(from.elementSize())) + " " +
                       std::to_string(from.size());
    if (from.elementSize() == ElementSize::kByte) {
      return line(depth, head + " \"" +
                             std::string(reinterpret_cast<const char*>(from.data()), from.size()) +
                             "\"");
    }
    std::size_t bits = std::size_t{from.size()} * dataBitsOf(from.elementSize());
    line(depth, head + " " + hex(from.data(), (bits + 7) / 8));
    for (std::uint32_t i = 0; i < from.size(); ++i) {
      if (from.elementSize() == ElementSize::kComposite) {
        addStruct(from.structAtUnchecked(i), depth + 1);
      } else if (from.elementSize() == ElementSize::kPointer) {
        addPointer(from.pointerAtUnchecked(i), depth + 1);
      }
    }
  }

  std::string out_;
};

}  // namespace capstan::support
