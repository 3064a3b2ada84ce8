// SPDX-License-Identifier: Apache-2.0
// A schema file as the emitters see it: every name resolved, every value worded.
//
// cpp_resolver makes it from the request; the emitters only put it into templates. Names and texts
// are the request's own or live in the arena of its names.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "capstan/base/config.h"
#include "capstan/schema/schema.capnp.h"

namespace capstan::inline CAPSTAN_ABI::compiler::cpp {

// What accessors a type has.
enum class Shape : std::uint8_t {
  kVoid,
  kValue,  // a number, a bool or an enum
  kText,
  kData,
  kList,
  kStruct,
  kAnyPointer,
  kAnyStruct,
  kAnyList,
  kCapability,  // an interface, too
  kParameter,   // of a generic type
};

struct Type {
  Shape shape = Shape::kVoid;
  std::string_view name;        // in C++: "capstan::List<::addressbook::Person>"
  std::string_view schemaName;  // in the schema: "List(Person)"
  std::string_view reader;      // what getters give
  std::string_view builder;     // what a builder's getter gives
  std::string_view element;     // kList: the element's name
  bool hasStructs = false;      // kList: of structs
  bool isDependent = false;     // speaks of the parameters of a generic type
  bool isInOther = false;       // speaks of what is in another instance of a generic type around it
  bool isInCircle = false;      // kStruct: of a file that imports this one in turn
  unsigned bits = 0;            // kValue: the width
  std::uint64_t structId = 0;   // kStruct
  // The types that must be declared where this one is named.
  absl::InlinedVector<std::uint64_t, 1> needs;
  // Its TypeRef: the TypeKind of the innermost element, how deep that is, and its table.
  std::string_view tableKind;
  unsigned listDepth = 0;
  std::string_view structTable;
  std::string_view enumTable;
};

// Bytes of an encoded constant; empty for none.
using ByteVector = std::vector<unsigned char>;

struct Enumerator {
  std::string_view name;        // "TWO_BYTES"
  std::string_view schemaName;  // "twoBytes"
  std::string_view doc;
};

// A node of the schema for programs to load.
struct SchemaNode {
  schema::Node::Reader node;
  std::vector<std::string_view> dependencies;  // other nodes: "::addressbook::Person::kSchema"
};

struct Enum {
  std::uint64_t id = 0;
  std::string_view name;        // in its scope
  std::string_view qualified;   // "::addressbook::Person::PhoneNumber::Type"
  std::string_view schemaName;  // "Person.PhoneNumber.Type"
  std::string_view table;       // "kTypeTable", in the same scope
  std::string_view schema;      // "kTypeSchema", in the same scope
  std::string_view source;      // what names that only the source knows begin with: see Struct
  std::string_view doc;
  std::vector<Enumerator> enumerators;
  SchemaNode node;
};

struct Constant {
  std::string_view name;
  std::string_view schemaName;
  std::string_view doc;
  Type type;
  std::string_view literal;   // of values and texts
  ByteVector bytes;           // of everything else
  std::string_view words;     // the name of `bytes` in a generic type: "kNoneWords"
  std::string_view source;    // as a Struct's
  bool isLate = false;        // the names in `type` are not declared yet where the constant is
  std::string_view lateType;  // the struct that tells `type` then: "NoneType"
};

struct Struct;

struct Field {
  std::string_view schemaName;
  std::string_view name;      // what accessors' names end in: "Phones"
  std::string_view constant;  // in Slots: "kPhones"
  std::string_view line;      // as the schema says it: "phones @3 :List(PhoneNumber);"
  std::string_view doc;
  bool inUnion = false;
  std::uint16_t discriminant = 0;
  std::string_view enumerator;    // of Which
  const Struct* group = nullptr;  // of groups and named unions; then the rest is not used
  Type type;
  std::uint32_t offset = 0;
  std::uint64_t defaultBits = 0;
  std::string_view defaultName;  // in Slots: "kPhonesDefault"; empty without a default
  ByteVector defaultBytes;
};

struct Method {
  std::string_view schemaName;
  std::string_view name;  // "SayMethod"
  std::string_view line;  // as the schema says it: "say @0 SayParams -> SayResults;"
  std::string_view doc;
  Type params;
  Type results;
};

// A struct, a group or an interface.
//
// A generic one is two C++ types. The template has what depends on its arguments, the views. Its
// base, which all instances share, has the rest: enums, numbers, tables. Of others both are one.
struct Struct {
  std::uint64_t id = 0;
  std::string_view name;
  std::string_view path;        // below the namespace: "Person::PhoneNumber", "Box<T>::Inner"
  std::string_view shared;      // the base's name: "InnerShared"
  std::string_view sharedPath;  // "BoxShared::InnerShared"
  std::string_view qualified;   // the base's: "::addressbook::Person"
  std::string_view source;      // what names that only the source knows begin with: "kPerson"
  std::string_view schemaName;  // "Person.PhoneNumber"
  std::string_view doc;
  std::string_view templateHead;  // a line "template <typename T>" for each scope with parameters
  std::vector<std::string_view> parameters;  // its own
  bool isGeneric = false;                    // it has parameters, or a scope around it has
  bool isInterface = false;
  std::uint16_t dataWords = 0;
  std::uint16_t pointers = 0;
  bool isGroup = false;
  bool hasUnion = false;
  std::uint16_t discriminantCount = 0;
  std::uint32_t discriminantOffset = 0;
  std::vector<Field> fields;            // by ordinal
  std::vector<std::uint16_t> declared;  // the fields' indexes in the order of the text
  std::vector<Enumerator> which;        // by value
  std::vector<Enum> enums;
  std::vector<std::unique_ptr<Struct>> structs;
  std::vector<std::unique_ptr<Struct>> groups;
  std::vector<Constant> constants;
  std::vector<Method> methods;                 // of interfaces, by ordinal
  std::vector<std::string_view> superclasses;  // of interfaces: their tables
  SchemaNode node;
};

struct File {
  std::string_view name;       // "dir/x.capnp", as comments show it
  std::string_view path;       // where the output goes, without .h and .cc
  std::string_view nameSpace;  // "a::b"; empty for none
  std::vector<std::string_view> includes;
  // Of files that import this one in turn.
  std::vector<std::string_view> circularIncludes;
  std::vector<Enum> enums;
  std::vector<std::unique_ptr<Struct>> structs;
  std::vector<Constant> constants;
};

}  // namespace capstan::inline CAPSTAN_ABI::compiler::cpp
