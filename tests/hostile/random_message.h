// SPDX-License-Identifier: Apache-2.0
// Random messages made by the library's own builders: every kind of object, nested at random.
#pragma once

#include <algorithm>
#include <string>

#include "capstan/message/message_builder.h"
#include "tests/support/seed.h"

namespace capstan {

class RandomMessage {
 public:
  explicit RandomMessage(support::Random& random) : random_(random) {}

  // Makes a root with a few levels below it.
  void fillRoot(const PointerBuilder& to) {
    structOf(to.initStruct({2, static_cast<std::uint16_t>(1 + random_.below(6))}), 5);
  }

  // Gives the pointer a random target of at most `depth` levels.
  void fill(const PointerBuilder& to, int depth) {
    switch (random_.below(depth > 0 ? 9 : 5)) {
      case 0:
        return;
      case 1:
        return to.setText(std::string(random_.below(40), 'x'));
      case 2:
        return fillBytes(to.initData(random_.below(40)));
      case 3:
        return numbers(to);
      case 4:
        return to.setCapabilityIndex(static_cast<std::uint32_t>(random_.next()));
      case 5:
        return pointers(to, depth);
      case 6:
        return structs(to, depth);
      default:
        return structOf(to.initStruct(size()), depth);
    }
  }

 private:
  StructSize size() {
    return {static_cast<std::uint16_t>(random_.below(4)),
            static_cast<std::uint16_t>(random_.below(4))};
  }
  void fillBytes(std::span<std::byte> bytes) {
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(random_.next());
  }
  void numbers(const PointerBuilder& to) {
    const auto code = static_cast<ElementSize>(random_.below(6));
    const ListBuilder list = to.initList(code, static_cast<std::uint32_t>(random_.below(20)));
    if (code == ElementSize::kBit) {
      for (std::uint32_t i = 0; i < list.size(); ++i)
        list.setDataAtUnchecked<bool>(i, random_.flip());
    } else {
      fillBytes({list.data(), std::size_t{list.size()} * list.stepBytes()});
    }
  }
  void pointers(const PointerBuilder& to, int depth) {
    const ListBuilder list =
        to.initList(ElementSize::kPointer, static_cast<std::uint32_t>(random_.below(5)));
    for (std::uint32_t i = 0; i < list.size(); ++i) fill(list.pointerAtUnchecked(i), depth - 1);
  }
  void structs(const PointerBuilder& to, int depth) {
    const ListBuilder list =
        to.initStructList(static_cast<std::uint32_t>(random_.below(5)), size());
    for (std::uint32_t i = 0; i < list.size(); ++i) structOf(list.structAtUnchecked(i), depth);
  }
  void structOf(const StructBuilder& to, int depth) {
    fillBytes({to.data(), to.dataBytes()});
    for (std::uint16_t i = 0; i < to.pointers(); ++i) fill(to.pointer({i}), depth - 1);
  }

  support::Random& random_;
};

// Options under which nearly every object has a segment of its own. One such message at a time.
inline ArenaOptions manySegments() {
  alignas(8) static std::byte first[16];
  return {.maxSegmentWords = 1, .firstSegment = first};
}

}  // namespace capstan
