// SPDX-License-Identifier: Apache-2.0
#include "capstan/layout/to_text.h"

#include <bit>

#include "capstan/layout/follow.h"
#include "runtime/layout/text_form.h"
#include "runtime/layout/type_ref.h"

namespace capstan::inline CAPSTAN_ABI {
namespace internal {
namespace {

// Lists and structs inside each other, groups included. What readers give by default ends earlier;
// messages being built may be any depth.
constexpr int kMostLevels = 100;

// An honest word prints as up to 64 bools with names; most print as a number.
constexpr std::uint64_t kBytesPerBudgetWord = 64;

std::size_t limitFor(const Segment* segment) {
  const std::uint64_t words = segment == nullptr ? kUnlimited : segment->context->budgetWords();
  if (words > kUnlimited / kBytesPerBudgetWord / 2) return SIZE_MAX;
  return (words + kBytesPerWord * kBytesPerWord) * kBytesPerBudgetWord;
}

// A data field's bits, from a struct or a list; `Get` gives the value of a type.
template <typename Get>
std::uint64_t bitsOf(TypeKind kind, Get get) {
  switch (elementSizeOf({.kind = kind})) {
    case ElementSize::kBit:
      return get(bool{});
    case ElementSize::kByte:
      return get(std::uint8_t{});
    case ElementSize::kTwoBytes:
      return get(std::uint16_t{});
    case ElementSize::kFourBytes:
      return get(std::uint32_t{});
    case ElementSize::kEightBytes:
      return get(std::uint64_t{});
    default:
      return 0;
  }
}

std::uint64_t fieldBits(const StructReader& from, const FieldTable& field) {
  return bitsOf(field.type.kind, [&](auto zero) -> std::uint64_t {
    using Value = decltype(zero);
    return from.get(
        DataField<Value>{.offset = field.offset, .mask = static_cast<Value>(field.defaultBits)});
  });
}

std::uint64_t elementBits(const ListReader& list, TypeKind kind, std::uint32_t index) {
  return bitsOf(kind, [&](auto zero) -> std::uint64_t {
    return list.dataAtUnchecked<decltype(zero)>(index);
  });
}

class Printer {
 public:
  Printer(bool breaksLines, std::size_t limitBytes) : form_(breaksLines, limitBytes) {}

  void printStruct(const StructTable& type, const StructReader& from, bool isValue) {
    if (!enter()) return;
    TextForm::Bracket bracket = form_.open(TextForm::Kind::kRecord, isValue);
    const std::uint16_t active =
        from.get(DataField<std::uint16_t>{.offset = type.discriminantOffset});
    for (const FieldTable& field : type.fields) {
      if (stops(from.segment(), from.data())) break;
      if (type.discriminantCount != 0 && field.discriminant != kNoDiscriminant) {
        if (field.discriminant != active) continue;
      }
      if (isShown(from, field)) printField(from, field, bracket);
    }
    form_.close(bracket);
    --levels_;
  }

  std::string take() { return form_.take(); }

 private:
  // A null pointer is left out, unless it is what tells which member of a union is active.
  static bool isShown(const StructReader& from, const FieldTable& field) {
    if (!isPointer(field.type)) return true;
    const bool tellsUnion = field.discriminant != kNoDiscriminant && field.discriminant != 0;
    return tellsUnion || !from.pointer(static_cast<std::uint16_t>(field.offset)).isNull();
  }

  void printField(const StructReader& from, const FieldTable& field, TextForm::Bracket& bracket) {
    form_.beginItem(bracket);
    form_.word(field.name);
    form_.word(" = ");
    if (field.type.kind == TypeKind::kGroup) {
      printStruct(*field.type.structTable, from, true);
    } else if (isPointer(field.type)) {
      printPointer(field.type, from.pointer(static_cast<std::uint16_t>(field.offset)),
                   field.fallback, true);
    } else {
      printData(field.type, fieldBits(from, field));
    }
  }

  void printPointer(const TypeRef& type, const PointerReader& from, const unsigned char* fallback,
                    bool isValue) {
    if (type.listDepth != 0) return printList(type, from, fallback, isValue);
    switch (type.kind) {
      case TypeKind::kText:
        return form_.quoted(from.getText(fallback), false);
      case TypeKind::kData: {
        const std::span<const std::byte> bytes = from.getData(fallback);
        return form_.quoted({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, true);
      }
      case TypeKind::kStruct:
        return printStruct(*type.structTable, from.getStruct(fallback), isValue);
      case TypeKind::kInterface:
        return form_.word("<external capability>");
      default:
        return form_.word("<opaque pointer>");
    }
  }

  void printList(const TypeRef& type, const PointerReader& from, const unsigned char* fallback,
                 bool isValue) {
    if (!enter()) return;
    TypeRef element = type;
    --element.listDepth;
    const ListReader list = from.getList(elementSizeOf(element), fallback);
    TextForm::Bracket bracket = form_.open(TextForm::Kind::kList, isValue);
    for (std::uint32_t i = 0; i < list.size() && !stops(list.segment(), list.data()); ++i) {
      form_.beginItem(bracket);
      printElement(element, list, i);
    }
    form_.close(bracket);
    --levels_;
  }

  void printElement(const TypeRef& type, const ListReader& list, std::uint32_t index) {
    if (isPointer(type) && type.kind == TypeKind::kStruct && type.listDepth == 0) {
      printStruct(*type.structTable, list.structAtUnchecked(index), false);
    } else if (isPointer(type)) {
      printPointer(type, list.pointerAtUnchecked(index), nullptr, false);
    } else {
      printData(type, elementBits(list, type.kind, index));
    }
  }

  void printData(const TypeRef& type, std::uint64_t bits) {
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

  void printEnum(const EnumTable* type, std::uint64_t value) {
    if (type != nullptr && value < type->enumerants.size()) {
      return form_.word(type->enumerants[value]);
    }
    form_.word("(");
    form_.integer(value);
    form_.word(")");
  }

  bool enter() {
    if (levels_ == kMostLevels) {  // check: text-nesting
      form_.word("<nested too deeply>");
      return false;
    }
    ++levels_;
    return true;
  }

  // Whether the text is as long as the budget allows.
  bool stops(const Segment* segment, const std::byte* at) const {
    if (form_.isFull()) {  // check: text-limit
      recordFault(segment, at, FaultKind::kTraversalLimit);
      return true;
    }
    return false;
  }

  TextForm form_;
  int levels_ = 0;
};

std::string print(const StructTable& type, const StructReader& from, bool breaksLines) {
  Printer printer(breaksLines, limitFor(from.segment()));
  printer.printStruct(type, from, false);
  return printer.take();
}

}  // namespace
}  // namespace internal

std::string toText(const StructTable& type, const StructReader& from) {
  return internal::print(type, from, true);
}

std::string toTextShort(const StructTable& type, const StructReader& from) {
  return internal::print(type, from, false);
}

}  // namespace capstan::inline CAPSTAN_ABI
