// SPDX-License-Identifier: Apache-2.0
// Compiled schemas in memory: nodes, fields, types and values.
//
// A Node is a file, struct, group, enum, interface, constant or annotation, or the struct made for
// the parameters or results of a method. Nodes are made for every
// declaration of a loaded file at once, with their ids and nested names; what is inside a node is
// filled in stages when something needs it, so that an imported file costs, and is checked, only as
// far as it is used. All nodes live as long as the ModuleTable; pointers between them never dangle.
#pragma once

#include <cstdint>
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
struct Brand;
using BrandPtr = std::shared_ptr<const Brand>;
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
  kInterface,
  kAnyPointer,
  kAnyStruct,
  kAnyList,
  kCapability,
  kParameter,        // of a generic node
  kMethodParameter,  // of a method
  kUnknown,          // the type had an error, which has been reported
};

struct Type {
  TypeKind kind = TypeKind::kUnknown;
  std::uint16_t parameterIndex = 0;  // of kParameter and kMethodParameter
  int depth = 0;                     // how deep the type nests in a request
  std::uint32_t parts = 1;           // the types that it consists of
  Node* node = nullptr;              // of kEnum, kStruct and kInterface; whose kParameter it is
  std::shared_ptr<const Type> element = {};  // of kList
  BrandPtr brand = {};                       // of what has a node: null if nothing is bound
};

bool operator==(const Type& a, const Type& b);

// What the parameters of a generic node, and of the generic nodes around it, stand for, from the
// inside out. The parameters of a node that is left out are unbound: they are AnyPointer.
struct Brand {
  struct Scope {
    Node* node = nullptr;
    // The use stands inside of the node: its parameters stand for themselves.
    bool inherits = false;
    std::vector<Type> arguments;  // one for each parameter, unless inherited
  };

  std::vector<Scope> scopes;
};

bool isPointer(TypeKind kind);
bool isSignedInteger(TypeKind kind);
bool isUnsignedInteger(TypeKind kind);
bool isFloat(TypeKind kind);

// The width in the data section as a power of two of bits: 0 to 6. Requires: neither Void nor a
// pointer.
unsigned widthLog2(TypeKind kind);

// What no data tells more about: AnyPointer and its kinds, and type parameters.
bool isAnyPointer(TypeKind kind);

// As it is written in a schema, without brands.
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
  bool isMessage = false;          // a struct whose framed message `bytes` is
  std::vector<ValuePtr> elements;  // lists; a null element is the type's default
  std::vector<FieldValue> fields;  // structs; a group is a struct value of the group's node
  std::uint64_t words = 0;         // what a copy takes in a message, at most
  int depth = 0;                   // pointers in pointers
};

struct AppliedAnnotation {
  Node* annotation = nullptr;
  BrandPtr brand;
  Type type;  // of the value
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

struct Superclass {
  Node* node = nullptr;
  BrandPtr brand;
};

struct Method {
  const Declaration* declaration = nullptr;
  std::uint16_t codeOrder = 0;
  std::vector<AppliedAnnotation> annotations;
  Type parameters;  // of kind kStruct
  Type results;
  // In which the method's own type parameters are found; null without any.
  std::unique_ptr<Node> scope;
};

enum class NodeKind : std::uint8_t {
  kFile,
  kStruct,
  kEnum,
  kInterface,
  kConst,
  kAnnotation,
  kMethod,  // only a scope, of a method's type parameters
};

enum class Stage : std::uint8_t { kNotStarted, kInProgress, kDone };

// A `using`.
struct Alias {
  const Declaration* declaration = nullptr;
  Node* scope = nullptr;
  Stage stage = Stage::kNotStarted;
  // What it stands for, once kDone.
  Node* node = nullptr;
  BrandPtr brand;  // of `node`
  Type type;
  bool isListConstructor = false;
};

struct Node {
  NodeKind kind = NodeKind::kFile;
  std::uint64_t id = 0;
  const Declaration* declaration = nullptr;
  Module* module = nullptr;
  // Where names are looked up next. Of a group: the struct or group around it.
  Node* parent = nullptr;
  // The node or one around it has type parameters.
  bool isGeneric = false;
  std::string displayName;
  std::uint32_t displayNamePrefixLength = 0;
  std::vector<AppliedAnnotation> annotations;

  // Nested declarations in the order of the text, and all names that can be looked up.
  std::vector<std::unique_ptr<Node>> nested;
  std::vector<std::unique_ptr<Alias>> aliases;
  // The keys are those of the declarations.
  std::unordered_map<std::string_view, Node*> nestedByName;
  std::unordered_map<std::string_view, Alias*> aliasesByName;

  // Structs, groups, and the structs of methods. Fields are in ascending order of ordinals.
  std::uint16_t dataWords = 0;
  std::uint16_t pointers = 0;
  bool isGroup = false;
  bool isOfMethod = false;
  std::uint16_t discriminantCount = 0;
  std::uint32_t discriminantOffset = 0;
  std::vector<Field> fields;
  // Of a struct (not of a group): all groups in it, in the order of the text. Of an interface: the
  // structs made for parameters and results.
  std::vector<std::unique_ptr<Node>> innerNodes;

  // Enums, in ascending order of ordinals.
  std::vector<Enumerant> enumerants;

  // Interfaces; methods are in ascending order of ordinals.
  std::vector<Superclass> superclasses;
  std::vector<Method> methods;

  // Where fields or enumerants are in their list. Made by the first look-up: most have none.
  mutable std::unordered_map<std::string_view, std::uint32_t> memberIndex;

  // Constants and annotations.
  Type type;
  ValuePtr value;

  Stage typeStage = Stage::kNotStarted;   // fields, enumerants, methods; type
  Stage valueStage = Stage::kNotStarted;  // a constant's value
  bool compiled = false;                  // everything, defaults and annotations too
  // The aliases have been checked.
  bool checkedAliases = false;
  // How far the surroundings have been compiled: bits of Compilation::Reach.
  std::uint8_t visited = 0;
  // NodeOrder has taken up what is inside of it, and the node itself.
  bool isLoaded = false;
  bool isListed = false;

  const SyntaxList<Name>& typeParameters() const { return declaration->typeParameters; }

  std::string_view name() const {
    return std::string_view(displayName).substr(displayNamePrefixLength);
  }
};

// Sets the display name of what is inside of a scope that has one.
void setDisplayName(Node& node, const Node& scope, std::string_view name,
                    std::string_view suffix = {});

// Returns: the struct that a group is part of; other nodes are their own.
Node& structOf(Node& node);

// Return: null if there is none. Requires: the node's type stage is done.
const Field* findField(const Node& node, std::string_view name);
const Enumerant* findEnumerant(const Node& node, std::string_view name);

}  // namespace capstan::inline CAPSTAN_ABI::compiler
