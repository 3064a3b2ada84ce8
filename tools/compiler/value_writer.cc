// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/value_writer.h"

#include <algorithm>
#include <bit>
#include <span>

#include "capstan/layout/any.h"
#include "capstan/layout/list_builder.h"
#include "capstan/layout/pointer_builder.h"
#include "capstan/layout/struct_builder.h"
#include "capstan/message/unmarshal.h"

namespace capstan::inline CAPSTAN_ABI::compiler {
namespace {

StructSize sizeOf(const Node& node) { return {node.dataWords, node.pointers}; }

std::span<const std::byte> bytesOf(const Value& value) {
  return std::as_bytes(std::span<const char>(value.bytes.data(), value.bytes.size()));
}

void setBits(StructBuilder out, std::uint32_t offset, unsigned widthLog2, std::uint64_t bits) {
  switch (widthLog2) {
    case 0:
      return out.set(DataField<bool>{.offset = offset}, bits != 0);
    case 3:
      return out.set(DataField<std::uint8_t>{.offset = offset}, static_cast<std::uint8_t>(bits));
    case 4:
      return out.set(DataField<std::uint16_t>{.offset = offset}, static_cast<std::uint16_t>(bits));
    case 5:
      return out.set(DataField<std::uint32_t>{.offset = offset}, static_cast<std::uint32_t>(bits));
    default:
      return out.set(DataField<std::uint64_t>{.offset = offset}, bits);
  }
}

void setElementBits(ListBuilder out, std::uint32_t index, unsigned widthLog2, std::uint64_t bits) {
  switch (widthLog2) {
    case 0:
      return out.setDataAtUnchecked<bool>(index, bits != 0);
    case 3:
      return out.setDataAtUnchecked<std::uint8_t>(index, static_cast<std::uint8_t>(bits));
    case 4:
      return out.setDataAtUnchecked<std::uint16_t>(index, static_cast<std::uint16_t>(bits));
    case 5:
      return out.setDataAtUnchecked<std::uint32_t>(index, static_cast<std::uint32_t>(bits));
    default:
      return out.setDataAtUnchecked<std::uint64_t>(index, bits);
  }
}

void writeStruct(const Value& value, StructBuilder out);
void writeList(const Value& value, PointerBuilder out);

// Requires: whoever made the value has found that the message can be copied.
void writeMessage(const std::string& framed, PointerBuilder out) {
  absl::StatusOr<MessageReader> reader = unmarshal(std::string_view(framed));
  if (reader.ok()) out.setPointer(reader->root());
}

// What fits of a message, where a struct stands inside of a list or struct.
void writeMessage(const std::string& framed, StructBuilder out) {
  absl::StatusOr<MessageReader> reader = unmarshal(std::string_view(framed));
  if (!reader.ok()) return;
  StructReader from = reader->getRoot<AnyStruct>().raw();
  StructReader size = out.asReader();
  for (std::uint32_t i = 0; i < std::min(from.dataBytes(), size.dataBytes()); ++i) {
    out.set(DataField<std::uint8_t>{.offset = i}, static_cast<std::uint8_t>(from.data()[i]));
  }
  for (std::uint16_t i = 0; i < std::min(from.pointers(), size.pointers()); ++i) {
    out.pointer({i}).setPointer(from.pointer(i));
  }
}

void writePointer(const Value& value, PointerBuilder out) {
  switch (value.type.kind) {
    case TypeKind::kText:
      return out.setText(value.bytes);
    case TypeKind::kData:
      return out.setData(bytesOf(value));
    case TypeKind::kList:
      return writeList(value, out);
    default:
      if (value.isMessage) return writeMessage(value.bytes, out);
      return writeStruct(value, out.initStruct(sizeOf(*value.type.node)));
  }
}

ElementSize elementSizeOf(TypeKind kind) {
  if (kind == TypeKind::kVoid) return ElementSize::kVoid;
  if (kind == TypeKind::kBool) return ElementSize::kBit;
  if (isPointer(kind)) return ElementSize::kPointer;
  return elementSizeForBytes(1u << (widthLog2(kind) - 3));
}

void writeList(const Value& value, PointerBuilder out) {
  const Type& element = *value.type.element;
  auto size = static_cast<std::uint32_t>(value.elements.size());
  if (element.kind == TypeKind::kStruct) {
    ListBuilder list = out.initStructList(size, sizeOf(*element.node));
    for (std::uint32_t i = 0; i < size; ++i) {
      writeStruct(*value.elements[i], list.structAtUnchecked(i));
    }
    return;
  }
  ListBuilder list = out.initList(elementSizeOf(element.kind), size);
  if (element.kind == TypeKind::kVoid) return;
  for (std::uint32_t i = 0; i < size; ++i) {
    const Value& item = *value.elements[i];
    if (isPointer(element.kind)) {
      writePointer(item, list.pointerAtUnchecked(i));
    } else {
      setElementBits(list, i, widthLog2(element.kind), item.bits);
    }
  }
}

void clearField(const Field& field, StructBuilder out);

// Of a union the member stays whose discriminant is zero, as in a struct that is new.
void clearGroup(const Node& group, StructBuilder out) {
  if (group.discriminantCount > 0) setBits(out, group.discriminantOffset, 4, 0);
  for (const Field& field : group.fields) {
    if (field.discriminant == kNoDiscriminant || field.discriminant == 0) clearField(field, out);
  }
}

void clearField(const Field& field, StructBuilder out) {
  if (field.group != nullptr) return clearGroup(*field.group, out);
  if (field.type.kind == TypeKind::kVoid) return;
  if (isPointer(field.type.kind)) {
    return out.pointer({static_cast<std::uint16_t>(field.offset)}).clear();
  }
  setBits(out, field.offset, widthLog2(field.type.kind), 0);
}

// Groups are written into the struct around them, where a group that was given before, or another
// member of the union, may have left something.
void writeField(const FieldValue& part, StructBuilder out) {
  const Field& field = *part.field;
  const Value& value = *part.value;
  if (field.group != nullptr) {
    clearGroup(*field.group, out);
    return writeStruct(value, out);
  }
  if (field.type.kind == TypeKind::kVoid) return;
  if (isPointer(field.type.kind)) {
    return writePointer(value, out.pointer({static_cast<std::uint16_t>(field.offset)}));
  }
  std::uint64_t mask = field.defaultValue == nullptr ? 0 : field.defaultValue->bits;
  setBits(out, field.offset, widthLog2(field.type.kind), value.bits ^ mask);
}

void writeStruct(const Value& value, StructBuilder out) {
  if (value.isMessage) return writeMessage(value.bytes, out);
  for (const FieldValue& part : value.fields) {
    if (part.field->discriminant != kNoDiscriminant) {
      setBits(out, value.type.node->discriminantOffset, 4, part.field->discriminant);
    }
    writeField(part, out);
  }
}

// Leaves the pointer null, which is not the same as an empty text.
void setNull(schema::Value::Which which, schema::Value::Builder out) {
  out.raw().set(schema::Value::Slots::kDiscriminant, which);
}

void writeNumber(TypeKind kind, std::uint64_t bits, schema::Value::Builder out) {
  switch (kind) {
    case TypeKind::kBool:
      return out.setBool(bits != 0);
    case TypeKind::kInt8:
      return out.setInt8(static_cast<std::int8_t>(bits));
    case TypeKind::kInt16:
      return out.setInt16(static_cast<std::int16_t>(bits));
    case TypeKind::kInt32:
      return out.setInt32(static_cast<std::int32_t>(bits));
    case TypeKind::kInt64:
      return out.setInt64(static_cast<std::int64_t>(bits));
    case TypeKind::kUInt8:
      return out.setUint8(static_cast<std::uint8_t>(bits));
    case TypeKind::kUInt16:
      return out.setUint16(static_cast<std::uint16_t>(bits));
    case TypeKind::kUInt32:
      return out.setUint32(static_cast<std::uint32_t>(bits));
    case TypeKind::kUInt64:
      return out.setUint64(bits);
    case TypeKind::kFloat32:
      return out.setFloat32(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    case TypeKind::kFloat64:
      return out.setFloat64(std::bit_cast<double>(bits));
    case TypeKind::kEnum:
      return out.setEnum(static_cast<std::uint16_t>(bits));
    default:
      return out.setVoid();
  }
}

}  // namespace

namespace {

void writeAnyPointer(const Type& type, schema::Type::AnyPointer::Builder out) {
  if (type.kind == TypeKind::kParameter) {
    auto parameter = out.initParameter();
    parameter.setScopeId(type.node->id);
    return parameter.setParameterIndex(type.parameterIndex);
  }
  if (type.kind == TypeKind::kMethodParameter) {
    return out.initImplicitMethodParameter().setParameterIndex(type.parameterIndex);
  }
  auto unconstrained = out.initUnconstrained();
  if (type.kind == TypeKind::kAnyStruct) return unconstrained.setStruct();
  if (type.kind == TypeKind::kAnyList) return unconstrained.setList();
  if (type.kind == TypeKind::kCapability) return unconstrained.setCapability();
  unconstrained.setAnyKind();
}

template <typename Builder>
void writeNamedType(const Type& type, Builder out) {
  out.setTypeId(type.node->id);
  if (type.brand != nullptr) writeBrand(type.brand, out.initBrand());
}

}  // namespace

void writeBrand(const BrandPtr& brand, schema::Brand::Builder out) {
  auto scopes = out.initScopes(static_cast<std::uint32_t>(brand->scopes.size()));
  std::uint32_t index = 0;
  for (const Brand::Scope& scope : brand->scopes) {
    schema::Brand::Scope::Builder to = scopes[index++];
    to.setScopeId(scope.node->id);
    if (scope.inherits) {
      to.setInherit();
      continue;
    }
    auto bindings = to.initBind(static_cast<std::uint32_t>(scope.arguments.size()));
    std::uint32_t at = 0;
    for (const Type& argument : scope.arguments) writeType(argument, bindings[at++].initType());
  }
}

void writeType(const Type& type, schema::Type::Builder out) {
  using Setter = void (schema::Type::Builder::*)(Void) const;
  using Builder = schema::Type::Builder;
  static constexpr Setter kSetters[] = {
      &Builder::setVoid,   &Builder::setBool,   &Builder::setInt8,    &Builder::setInt16,
      &Builder::setInt32,  &Builder::setInt64,  &Builder::setUint8,   &Builder::setUint16,
      &Builder::setUint32, &Builder::setUint64, &Builder::setFloat32, &Builder::setFloat64,
      &Builder::setText,   &Builder::setData,
  };
  switch (type.kind) {
    case TypeKind::kList:
      return writeType(*type.element, out.initList().initElementType());
    case TypeKind::kEnum:
      return writeNamedType(type, out.initEnum());
    case TypeKind::kStruct:
      return writeNamedType(type, out.initStruct());
    case TypeKind::kInterface:
      return writeNamedType(type, out.initInterface());
    default:
      if (isAnyPointer(type.kind)) return writeAnyPointer(type, out.initAnyPointer());
      return (out.*kSetters[static_cast<std::size_t>(type.kind)])({});
  }
}

void writeValue(const Type& type, const Value* value, schema::Value::Builder out) {
  switch (type.kind) {
    case TypeKind::kText:
      return value == nullptr ? setNull(schema::Value::Which::TEXT, out)
                              : out.setText(value->bytes);
    case TypeKind::kData:
      return value == nullptr ? setNull(schema::Value::Which::DATA, out)
                              : out.setData(bytesOf(*value));
    case TypeKind::kInterface:
      return out.setInterface();
    default:
      break;
  }
  if (!isPointer(type.kind)) {
    return writeNumber(type.kind, value == nullptr ? 0 : value->bits, out);
  }
  AnyPointer::Builder pointer = type.kind == TypeKind::kList     ? out.initList()
                                : type.kind == TypeKind::kStruct ? out.initStruct()
                                                                 : out.initAnyPointer();
  if (value != nullptr) writePointer(*value, pointer.raw());
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
