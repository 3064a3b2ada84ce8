// SPDX-License-Identifier: Apache-2.0
// Compiled schemas in memory: nodes, fields, types and values.
//
// A Node is a file, struct, group, enum, constant or annotation. Nodes are made for every
// declaration of a loaded file at once, with their ids and nested names; what is inside a node is
// filled in stages when something needs it, so that an imported file costs, and is checked, only as
// far as it is used. All nodes live as long as the ModuleTable; pointers between them never dangle.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "tools/compiler/ast.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

struct Module;
struct Node;
struct Field;
struct Value;
using ValuePtr = std::shared_ptr<const Value>;

// In the order of the schema for schemas.
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
  kList,
  kEnum,
  kStruct,
  kAnyPointer,
  kUnknown,  // the type had an error, which has been reported
};

struct Type {
  TypeKind kind = TypeKind::kUnknown;
  Node* node = nullptr;                 // of kEnum and kStruct
  std::shared_ptr<const Type> element;  // of kList
  int depth = 0;                        // lists in lists

  friend bool operator==(const Type& a, const Type& b) {
    if (a.kind != b.kind || a.node != b.node) return false;
    return a.kind != TypeKind::kList || *a.element == *b.element;
  }
};

bool isPointer(TypeKind kind);
bool isSignedInteger(TypeKind kind);
bool isUnsignedInteger(TypeKind kind);
bool isFloat(TypeKind kind);

// The width in the data section as a power of two of bits: 0 to 6. Requires: neither Void nor a
// pointer.
unsigned widthLog2(TypeKind kind);

// As it is written in a schema.
std::string typeName(const Type& type);

struct FieldValue {
  const Field* field = nullptr;
  ValuePtr value;
};

// Immutable once made, and shared: a constant that is used a thousand times exists once.
struct Value {
  Type type;
  std::uint64_t bits = 0;          // primitives and enums, as they stand on the wire
  std::string bytes;               // Text (without its NUL) and Data
  std::vector<ValuePtr> elements;  // lists; a null element is the type's default
  std::vector<FieldValue> fields;  // structs; a group is a struct value of the group's node
  std::uint64_t words = 0;         // what a copy takes in a message, at most
  int depth = 0;                   // pointers in pointers
};

struct AppliedAnnotation {
  Node* annotation = nullptr;
  ValuePtr value;
};

inline constexpr std::uint16_t kNoDiscriminant = 0xffff;

struct Field {
  const Declaration* declaration = nullptr;
  std::uint16_t codeOrder = 0;
  std::uint16_t discriminant = kNoDiscriminant;
  std::optional<std::uint16_t> ordinal;
  std::vector<AppliedAnnotation> annotations;
  Node* group = nullptr;  // of groups and named unions; then the rest is not used
  Type type;
  std::uint32_t offset = 0;
  ValuePtr defaultValue;  // null: the type's own
};

struct Enumerant {
  const Declaration* declaration = nullptr;
  std::uint16_t codeOrder = 0;
  std::vector<AppliedAnnotation> annotations;
};

enum class NodeKind : std::uint8_t {
  kFile,
  kStruct,
  kEnum,
  kConst,
  kAnnotation,
  kUnsupported,  // an interface, or something generic
};

enum class Stage : std::uint8_t { kNotStarted, kInProgress, kDone };

// A `using`.
struct Alias {
  const Declaration* declaration = nullptr;
  Node* scope = nullptr;
  Stage stage = Stage::kNotStarted;
  // What it stands for, once kDone.
  Node* node = nullptr;
  Type type;
  bool isListConstructor = false;
};

struct Node {
  NodeKind kind = NodeKind::kFile;
  std::uint64_t id = 0;
  const Declaration* declaration = nullptr;
  Module* module = nullptr;
  Node* parent = nullptr;  // of a group: the struct or group around it
  std::string displayName;
  std::uint32_t displayNamePrefixLength = 0;
  std::vector<AppliedAnnotation> annotations;

  // Nested declarations in the order of the text, and all names that can be looked up.
  std::vector<std::unique_ptr<Node>> nested;
  std::vector<std::unique_ptr<Alias>> aliases;
  std::map<std::string, Node*, std::less<>> nestedByName;
  std::map<std::string, Alias*, std::less<>> aliasesByName;

  // Structs and groups. Fields are in ascending order of ordinals.
  std::uint16_t dataWords = 0;
  std::uint16_t pointers = 0;
  bool isGroup = false;
  std::uint16_t discriminantCount = 0;
  std::uint32_t discriminantOffset = 0;
  std::vector<Field> fields;
  // Of a struct (not of a group): all groups in it, in the order of the text.
  std::vector<std::unique_ptr<Node>> groups;

  // Enums, in ascending order of ordinals.
  std::vector<Enumerant> enumerants;

  // Where fields or enumerants are in their list.
  std::unordered_map<std::string_view, std::uint32_t> memberIndex;

  // Constants and annotations.
  Type type;
  ValuePtr value;

  Stage typeStage = Stage::kNotStarted;   // fields with their types and layout; enumerants; type
  Stage valueStage = Stage::kNotStarted;  // a constant's value
  bool compiled = false;                  // everything, defaults and annotations too
  // The aliases have been checked.
  bool checkedAliases = false;

  std::string_view name() const {
    return std::string_view(displayName).substr(displayNamePrefixLength);
  }
};

// Return: null if there is none. Requires: the node's type stage is done.
const Field* findField(const Node& node, std::string_view name);
const Enumerant* findEnumerant(const Node& node, std::string_view name);

}  // namespace capstan::inline CAPSTAN_ABI::compiler
