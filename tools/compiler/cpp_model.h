// SPDX-License-Identifier: Apache-2.0
// A schema file as the emitters see it: every name resolved, every value worded.
//
// cpp_resolver makes it from the request; the emitters only put it into templates.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "capstan/base/config.h"

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
  std::string name;            // in C++: "capstan::List<::addressbook::Person>"
  std::string schemaName;      // in the schema: "List(Person)"
  std::string reader;          // what getters give
  std::string builder;         // what a builder's getter gives
  std::string element;         // kList: the element's name
  bool hasStructs = false;     // kList: of structs
  bool isDependent = false;    // speaks of the parameters of a generic type
  bool isInCircle = false;     // kStruct: of a file that imports this one in turn
  unsigned bits = 0;           // kValue: the width
  std::uint64_t structId = 0;  // kStruct
  // The types that must be declared where this one is named.
  std::vector<std::uint64_t> needs;
  // Its TypeRef: the TypeKind of the innermost element, how deep that is, and its table.
  std::string tableKind;
  int listDepth = 0;
  std::string structTable;
  std::string enumTable;
};

// Bytes of an encoded constant; empty for none.
using ByteVector = std::vector<unsigned char>;

struct Enumerator {
  std::string name;        // "TWO_BYTES"
  std::string schemaName;  // "twoBytes"
  std::string doc;
};

// A node of the schema for programs to load.
struct SchemaNode {
  ByteVector words;
  std::vector<std::string> dependencies;  // other nodes: "::addressbook::Person::kSchema"
};

struct Enum {
  std::uint64_t id = 0;
  std::string name;        // in its scope
  std::string qualified;   // "::addressbook::Person::PhoneNumber::Type"
  std::string schemaName;  // "Person.PhoneNumber.Type"
  std::string table;       // "kTypeTable", in the same scope
  std::string schema;      // "kTypeSchema", in the same scope
  std::string doc;
  std::vector<Enumerator> enumerators;
  SchemaNode node;
};

struct Constant {
  std::string name;
  std::string schemaName;
  std::string doc;
  Type type;
  std::string literal;  // of values and texts
  ByteVector bytes;     // of everything else
  std::string words;    // the name of `bytes` in a generic type: "kNoneWords"
};

struct Struct;

struct Field {
  std::string schemaName;
  std::string name;      // what accessors' names end in: "Phones"
  std::string constant;  // in Slots: "kPhones"
  std::string line;      // as the schema says it: "phones @3 :List(PhoneNumber);"
  std::string doc;
  bool inUnion = false;
  std::uint16_t discriminant = 0;
  std::string enumerator;         // of Which
  const Struct* group = nullptr;  // of groups and named unions; then the rest is not used
  Type type;
  std::uint32_t offset = 0;
  std::uint64_t defaultBits = 0;
  std::string defaultName;  // in Slots: "kPhonesDefault"; empty without a default
  ByteVector defaultBytes;
};

struct Method {
  std::string schemaName;
  std::string name;  // "SayMethod"
  std::string line;  // as the schema says it: "say @0 SayParams -> SayResults;"
  std::string doc;
  Type params;
  Type results;
};

// A struct, a group or an interface.
//
// A generic one is two C++ types. The template has what depends on its arguments, the views. Its
// base, which all instances share, has the rest: enums, numbers, tables. Of others both are one.
struct Struct {
  std::uint64_t id = 0;
  std::string name;
  std::string path;        // below the namespace: "Person::PhoneNumber", "Box<T>::Inner"
  std::string shared;      // the base's name: "InnerShared"
  std::string sharedPath;  // "BoxShared::InnerShared"
  std::string qualified;   // the base's: "::addressbook::Person"
  std::string schemaName;  // "Person.PhoneNumber"
  std::string doc;
  std::string templateHead;  // "template <typename T>" of each scope with parameters, in lines
  std::vector<std::string> parameters;  // its own
  bool isGeneric = false;               // it has parameters, or a scope around it has
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
  std::vector<Method> methods;            // of interfaces, by ordinal
  std::vector<std::string> superclasses;  // of interfaces: their tables
  SchemaNode node;
};

struct File {
  std::string name;       // "dir/x.capnp", as comments show it
  std::string path;       // where the output goes, without .h and .cc
  std::string nameSpace;  // "a::b"; empty for none
  std::vector<std::string> includes;
  // Of files that import this one in turn.
  std::vector<std::string> circularIncludes;
  std::vector<Enum> enums;
  std::vector<std::unique_ptr<Struct>> structs;
  std::vector<Constant> constants;
};

}  // namespace capstan::inline CAPSTAN_ABI::compiler::cpp
