// SPDX-License-Identifier: Apache-2.0
// What printing, validation and paths need to know about generated types, as constant tables.
//
// The schema compiler emits one StructTable per struct and group and one EnumTable per enum into
// the generated .cc; headers hold only their addresses. All of it is constant-initialized and lives
// as long as the program.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "capstan/base/config.h"
#include "capstan/layout/fields.h"

namespace capstan::inline CAPSTAN_ABI {

// The kind of a field or list element. The values are private to this header.
enum class TypeKind : std::uint8_t {
  kVoid,
  kBool,
  kInt8,
  kInt16,
  kInt32,
  kInt64,
  kUInt8,
  kUInt16,
  kUInt32,
  kUInt64,
  kFloat32,
  kFloat64,
  kText,
  kData,
  kEnum,
  kStruct,
  kGroup,
  kInterface,
  kAnyPointer,
};

struct StructTable;

// The names of an enum, indexed by value.
struct EnumTable {
  std::string_view name;
  std::uint64_t typeId = 0;
  std::span<const std::string_view> enumerants = {};
};

// A type: `kind` inside `listDepth` lists, as in List(List(Text)) with kText and 2.
struct TypeRef {
  TypeKind kind = TypeKind::kVoid;
  std::uint8_t listDepth = 0;
  const StructTable* structTable = nullptr;  // kStruct and kGroup
  const EnumTable* enumTable = nullptr;      // kEnum
};

inline constexpr std::uint16_t kNoDiscriminant = 0xFFFF;

struct FieldTable {
  std::string_view name;
  TypeRef type;
  // Data: in units of the field's own size (bits for Bool). Pointers: the index. Groups: 0.
  std::uint32_t offset = 0;
  // The default's bits (data) or its encoded message (pointers, see PointerField::fallback).
  std::uint64_t defaultBits = 0;
  const unsigned char* fallback = nullptr;
  // The value of the union's tag that makes this member active; kNoDiscriminant outside the union.
  std::uint16_t discriminant = kNoDiscriminant;
};

struct StructTable {
  // Without the file, as in "Person.PhoneNumber".
  std::string_view name;
  std::uint64_t typeId = 0;
  StructSize size = {};
  // By ordinal; a group stands at its lowest ordinal, as in the schema node.
  std::span<const FieldTable> fields = {};
  // The fields' indexes in the order of their declarations.
  std::span<const std::uint16_t> declarationOrder = {};
  // The unnamed union's members (0: no union) and its tag's place, in units of 16 bits.
  std::uint16_t discriminantCount = 0;
  std::uint32_t discriminantOffset = 0;
};

// A method of an interface; its number is its place in the table.
struct MethodTable {
  std::string_view name;
  const StructTable* params = nullptr;
  const StructTable* results = nullptr;
};

struct InterfaceTable {
  std::string_view name;
  std::uint64_t typeId = 0;
  std::span<const MethodTable> methods = {};
  std::span<const InterfaceTable* const> superclasses = {};
};

// A type's node of the schema (schema.capnp) as bytes, and the types that it speaks of: what a
// program needs to know its types at run time as the compiler knew them.
struct SchemaNode {
  std::uint64_t typeId = 0;
  // A canonical message of one segment without framing, trusted.
  std::span<const unsigned char> words = {};
  std::span<const SchemaNode* const> dependencies = {};
};

}  // namespace capstan::inline CAPSTAN_ABI
