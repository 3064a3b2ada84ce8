// SPDX-License-Identifier: Apache-2.0
// Reads everything that a message holds: each pointer in every way that there is, each byte that
// the library says may be read.
//
// Ends on any message: depth is bounded by the reader's nesting limit, work by its budget.
#pragma once

#include <cstdint>
#include <span>

#include "capstan/layout/any.h"

namespace capstan {

class Walk {
 public:
  // kAsItIs follows each pointer as what it is, so that a well-formed message leaves no fault;
  // kInEveryWay follows it as everything else, too.
  enum class Manner { kAsItIs, kInEveryWay };
  explicit Walk(Manner manner) : manner_(manner) {}

  void pointer(const PointerReader& at) {
    if (at.isNull()) return add(1);
    if (manner_ == Manner::kInEveryWay) everyWay(at);
    switch (at.targetKind()) {
      case TargetKind::kStruct:
        return structOf(at.getStruct());
      case TargetKind::kList:
        return listOf(at.getAnyList());
      default: {
        std::uint32_t index = 0;
        return add(at.getCapabilityIndex(index) ? index : 0);
      }
    }
  }

  // The same for the same content, wherever its objects stand.
  std::uint64_t sum() const { return sum_; }

 private:
  void add(std::uint64_t value) { sum_ = (sum_ ^ value) * 0x100000001B3u + 1; }
  void bytes(std::span<const std::byte> from) {
    for (const std::byte byte : from) add(static_cast<std::uint8_t>(byte));
  }

  void everyWay(const PointerReader& at) {
    const Text text = at.getText();
    bytes(std::as_bytes(std::span(text.data(), text.size() + 1)));
    bytes(at.getData());
    for (std::uint8_t code = 0; code < 8; ++code) {
      const ListReader list = at.getList(static_cast<ElementSize>(code));
      touch(list, static_cast<ElementSize>(code));
    }
    std::uint32_t index = 0;
    at.getCapabilityIndex(index);
  }

  // The last element is the one that could lie outside.
  void touch(const ListReader& list, ElementSize as) {
    if (list.size() == 0) return;
    const std::uint32_t last = list.size() - 1;
    switch (as) {
      case ElementSize::kVoid:
        return;
      case ElementSize::kBit:
        return add(list.dataAtUnchecked<bool>(last));
      case ElementSize::kByte:
        return add(list.dataAtUnchecked<std::uint8_t>(last));
      case ElementSize::kTwoBytes:
        return add(list.dataAtUnchecked<std::uint16_t>(last));
      case ElementSize::kFourBytes:
        return add(list.dataAtUnchecked<std::uint32_t>(last));
      case ElementSize::kEightBytes:
        return add(list.dataAtUnchecked<std::uint64_t>(last));
      case ElementSize::kPointer:
        return add(list.pointerAtUnchecked(last).getText().size());
      case ElementSize::kComposite:
        return touchStruct(list.structAtUnchecked(last));
    }
  }

  void touchStruct(const StructReader& at) {
    add(at.get(DataField<std::uint64_t>{0}));
    add(at.get(DataField<bool>{at.dataBytes() * 8 + 1}));
    if (at.dataBytes() != 0) add(at.get(DataField<std::uint8_t>{at.dataBytes() - 1}));
    if (at.pointers() != 0) {
      add(at.getText({static_cast<std::uint16_t>(at.pointers() - 1)}).size());
    }
  }

  void structOf(const StructReader& at) {
    add(at.dataBytes());
    bytes({at.data(), at.dataBytes()});
    for (std::uint16_t i = 0; i < at.pointers(); ++i) pointer(at.pointer(i));
  }

  void listOf(const ListReader& list) {
    add(list.size());
    add(static_cast<std::uint64_t>(list.elementSize()));
    if (list.size() == 0) return;
    if (list.elementSize() == ElementSize::kBit) {
      bytes({list.data(), (list.size() + 7) / 8});
    } else if (list.pointers() == 0) {
      bytes({list.data(), std::size_t{list.size()} * list.stepBytes()});
    } else {
      for (std::uint32_t i = 0; i < list.size(); ++i) structOf(list.structAtUnchecked(i));
    }
  }

  Manner manner_;
  std::uint64_t sum_ = 0;
};

}  // namespace capstan
