// SPDX-License-Identifier: Apache-2.0
#include "tests/differential/random_typed_message.h"

#include <string>

#include "runtime/layout/type_ref.h"

namespace capstan {
StructSize RandomTypedMessage::shapeOf(const StructTable& type) {
  if (!oneIn(4)) return type.size;
  return {static_cast<std::uint16_t>(random_.below(type.size.dataWords + 2u)),
          static_cast<std::uint16_t>(random_.below(type.size.pointers + 2u))};
}

void RandomTypedMessage::fillBytes(std::span<std::byte> bytes) {
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(random_.next());
}

// Some words stay zero: the defaults.
void RandomTypedMessage::fillData(const StructBuilder& to) {
  for (std::uint32_t at = 0; at < to.dataBytes(); at += kBytesPerWord) {
    if (!oneIn(3)) fillBytes({to.data() + at, kBytesPerWord});
  }
}

void RandomTypedMessage::fillStruct(const PointerBuilder& to, const StructTable& type, int depth) {
  const StructBuilder made = to.initStruct(shapeOf(type));
  fillData(made);
  fillFields(made, type, depth);
}

void RandomTypedMessage::fillFields(const StructBuilder& to, const StructTable& type, int depth) {
  std::uint64_t active = kNoDiscriminant;
  const std::uint64_t tagEnd = (type.discriminantOffset + 1u) * 2u;
  if (type.discriminantCount != 0 && tagEnd <= to.dataBytes()) {
    // Once in a while a member that this version of the schema does not know.
    active = random_.below(type.discriminantCount + (oneIn(8) ? 3u : 0u));
    to.set(DataField<std::uint16_t>{type.discriminantOffset}, static_cast<std::uint16_t>(active));
  }
  for (const FieldTable& field : type.fields) {
    if (field.discriminant != kNoDiscriminant && field.discriminant != active) continue;
    if (field.type.kind == TypeKind::kGroup) {
      fillFields(to, *field.type.structTable, depth);
    } else if (internal::isPointer(field.type) && field.offset < to.pointers() && !oneIn(3)) {
      fillPointer(to.pointer({static_cast<std::uint16_t>(field.offset)}), field.type, depth);
    }
  }
}

void RandomTypedMessage::fillPointer(const PointerBuilder& to, const TypeRef& type, int depth) {
  if (type.listDepth != 0) {
    TypeRef element = type;
    --element.listDepth;
    return fillList(to, element, depth);
  }
  switch (type.kind) {
    case TypeKind::kText:
      return fillText(to);
    case TypeKind::kData:
      return fillNumbers(to, ElementSize::kByte);
    case TypeKind::kStruct:
      if (depth > 0) fillStruct(to, *type.structTable, depth - 1);
      return;
    default:
      return fillAny(to, depth);
  }
}

void RandomTypedMessage::fillAny(const PointerBuilder& to, int depth) {
  switch (random_.below(4)) {
    case 0:
      if (capabilities_ == Capabilities::kSome) to.setCapabilityIndex(count(9));
      return;
    case 1:
      return fillText(to);
    case 2:
      return fillOtherList(to);
    default:
      if (depth > 0) fillStruct(to, *types_[random_.below(types_.size())], depth - 1);
  }
}

void RandomTypedMessage::fillText(const PointerBuilder& to) {
  if (oneIn(16)) return fillNumbers(to, ElementSize::kByte);  // perhaps without its NUL
  std::string text(count(20), ' ');
  for (char& letter : text) letter = static_cast<char>(random_.next());
  to.setText(text);
}

void RandomTypedMessage::fillList(const PointerBuilder& to, TypeRef element, int depth) {
  if (oneIn(6)) return fillOtherList(to);
  if (element.kind == TypeKind::kStruct && element.listDepth == 0) {
    if (depth <= 0) return;
    const StructTable& type = *element.structTable;
    const ListBuilder list = to.initStructList(count(3), shapeOf(type));
    for (std::uint32_t i = 0; i < list.size(); ++i) {
      fillData(list.structAtUnchecked(i));
      fillFields(list.structAtUnchecked(i), type, depth - 1);
    }
    return;
  }
  const ElementSize code = internal::elementSizeOf(element);
  if (code != ElementSize::kPointer) return fillNumbers(to, code);
  const ListBuilder list = to.initList(code, count(4));
  for (std::uint32_t i = 0; i < list.size(); ++i) {
    if (!oneIn(5)) fillPointer(list.pointerAtUnchecked(i), element, depth - 1);
  }
}

// A list of whatever elements, which the schema's may or may not be read from.
void RandomTypedMessage::fillOtherList(const PointerBuilder& to) {
  const auto code = static_cast<ElementSize>(random_.below(8));
  if (code < ElementSize::kPointer) return fillNumbers(to, code);
  const StructSize size = {static_cast<std::uint16_t>(count(2)),
                           static_cast<std::uint16_t>(count(2))};
  const ListBuilder list = code == ElementSize::kPointer ? to.initList(code, count(4))
                                                         : to.initStructList(count(4), size);
  for (std::uint32_t i = 0; i < list.size(); ++i) {
    if (list.pointers() != 0 && !oneIn(3)) fillText(list.pointerAtUnchecked(i));
    if (list.dataBytes() != 0) fillData(list.structAtUnchecked(i));
  }
}

void RandomTypedMessage::fillNumbers(const PointerBuilder& to, ElementSize code) {
  const ListBuilder list = to.initList(code, count(12));
  if (code == ElementSize::kBit) {
    for (std::uint32_t i = 0; i < list.size(); ++i) {
      list.setDataAtUnchecked<bool>(i, random_.flip());
    }
    return;
  }
  fillBytes({list.data(), std::size_t{list.size()} * list.stepBytes()});
}

}  // namespace capstan
