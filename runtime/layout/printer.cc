// SPDX-License-Identifier: Apache-2.0
#include "runtime/layout/printer.h"

#include <bit>

#include "runtime/layout/field_bits.h"

namespace capstan::inline CAPSTAN_ABI::internal {
namespace {

// Lists and structs inside each other, groups included. What readers give by default ends earlier;
// messages being built may be any depth.
constexpr int kMostLevels = 100;

// An honest word prints as up to 64 bools with names; most print as a number.
constexpr std::uint64_t kBytesPerBudgetWord = 64;

// A null pointer is left out, unless it is what tells which member of a union is active.
bool isShown(const StructReader& from, const FieldTable& field) {
  if (!isPointer(field.type)) return true;
  const bool tellsUnion = field.discriminant != kNoDiscriminant && field.discriminant != 0;
  return tellsUnion || !fieldPointer(from, field).isNull();
}

}  // namespace

std::size_t textLimit(const Segment* segment) {
  const std::uint64_t words = segment == nullptr ? kUnlimited : segment->context->budgetWords();
  if (words > kUnlimited / kBytesPerBudgetWord / 2) return SIZE_MAX;
  return (words + kBytesPerWord * kBytesPerWord) * kBytesPerBudgetWord;
}

void Printer::printStruct(const StructTable& type, const StructReader& from, bool isValue) {
  if (!enter()) return;
  TextForm::Bracket bracket = form_.open(TextForm::Kind::kRecord, isValue);
  for (const FieldTable& field : type.fields) {
    if (stops(from.segment(), from.data())) break;
    if (!isActive(type, from, field) || !isShown(from, field)) continue;
    form_.beginItem(bracket);
    form_.word(field.name);
    form_.word(" = ");
    printField(from, field);
  }
  form_.close(bracket);
  --levels_;
}

void Printer::printField(const StructReader& from, const FieldTable& field) {
  if (field.type.listDepth == 0 && field.type.kind == TypeKind::kGroup) {
    printStruct(*field.type.structTable, from, true);
  } else if (isPointer(field.type)) {
    printPointer(field.type, fieldPointer(from, field), field.fallback, true);
  } else {
    printData(field.type, fieldBits(from, field));
  }
}

void Printer::printPointer(const TypeRef& type, const PointerReader& from,
                           const unsigned char* fallback, bool isValue) {
  if (type.listDepth != 0) {
    TypeRef element = type;
    --element.listDepth;
    return printElements(element, from.getList(elementSizeOf(element), fallback), isValue);
  }
  switch (type.kind) {
    case TypeKind::kText:
      return printText(from.getText(fallback));
    case TypeKind::kData:
      return printBytes(from.getData(fallback));
    case TypeKind::kStruct:
      return printStruct(*type.structTable, from.getStruct(fallback), isValue);
    case TypeKind::kInterface:
      return form_.word("<external capability>");
    default:
      return form_.word("<opaque pointer>");
  }
}

void Printer::printElements(const TypeRef& element, const ListReader& list, bool isValue) {
  if (!enter()) return;
  TextForm::Bracket bracket = form_.open(TextForm::Kind::kList, isValue);
  for (std::uint32_t i = 0; i < list.size() && !stops(list.segment(), list.data()); ++i) {
    form_.beginItem(bracket);
    printElement(element, list, i);
  }
  form_.close(bracket);
  --levels_;
}

void Printer::printElement(const TypeRef& element, const ListReader& list, std::uint32_t index) {
  if (element.kind == TypeKind::kStruct && element.listDepth == 0) {
    printStruct(*element.structTable, list.structAtUnchecked(index), false);
  } else if (isPointer(element)) {
    printPointer(element, list.pointerAtUnchecked(index), nullptr, false);
  } else {
    printData(element, elementBits(list, element.kind, index));
  }
}

void Printer::printBytes(std::span<const std::byte> bytes) {
  form_.quoted({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, true);
}

void Printer::printData(const TypeRef& type, std::uint64_t bits) {
  switch (type.kind) {
    case TypeKind::kVoid:
      return form_.word("void");
    case TypeKind::kBool:
      return form_.word(bits != 0 ? "true" : "false");
    case TypeKind::kInt8:
      return form_.integer(std::int64_t{static_cast<std::int8_t>(bits)});
    case TypeKind::kInt16:
      return form_.integer(std::int64_t{static_cast<std::int16_t>(bits)});
    case TypeKind::kInt32:
      return form_.integer(std::int64_t{static_cast<std::int32_t>(bits)});
    case TypeKind::kInt64:
      return form_.integer(static_cast<std::int64_t>(bits));
    case TypeKind::kFloat32:
      return form_.number(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    case TypeKind::kFloat64:
      return form_.number(std::bit_cast<double>(bits));
    case TypeKind::kEnum:
      return printEnum(type.enumTable, bits);
    default:
      return form_.integer(bits);
  }
}

void Printer::printEnum(const EnumTable* type, std::uint64_t value) {
  if (type != nullptr && value < type->enumerants.size()) {
    return form_.word(type->enumerants[value]);
  }
  form_.word("(");
  form_.integer(value);
  form_.word(")");
}

bool Printer::enter() {
  if (levels_ == kMostLevels) {  // check: text-nesting
    form_.word("<nested too deeply>");
    return false;
  }
  ++levels_;
  return true;
}

// Whether the text is as long as the budget allows.
bool Printer::stops(const Segment* segment, const std::byte* at) const {
  if (form_.isFull()) {  // check: text-limit
    if (onLimit_ == OnLimit::kRecordFault) {
      recordFault(segment, at, FaultKind::kTraversalLimit);
    }
    return true;
  }
  return false;
}

}  // namespace capstan::inline CAPSTAN_ABI::internal
