// SPDX-License-Identifier: Apache-2.0
// What the parser makes of a file: declarations and expressions, as written.
//
// The tree says nothing about meaning: names are not resolved, and a declaration may stand where it
// does not belong. Trees are at most kMaxNesting deep in each of the two ways to nest (blocks,
// expressions), so that recursive functions over them are safe on small stacks.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tools/compiler/source_file.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

// Blocks in blocks, and expressions in expressions. A value deeper than a reader's default nesting
// limit (64) could not be read; deeper text is an attack on the compiler's stack.
inline constexpr int kMaxNesting = 64;

struct Name {
  std::string text;
  ByteRange range;
};

struct Number {
  std::uint64_t value = 0;
  ByteRange range;
};

struct Expression;
using ExpressionPtr = std::unique_ptr<Expression>;

enum class ExpressionKind : std::uint8_t {
  kInteger,          // integer
  kNegativeInteger,  // integer, to be negated
  kFloat,            // real
  kString,           // text
  kBinary,           // text
  kName,             // text: looked up from the scope outwards
  kAbsoluteName,     // text: looked up in the file
  kImport,           // text: the path
  kEmbed,            // text: the path
  kList,             // items, without names
  kTuple,            // items
  kApply,            // base(items)
  kMember,           // base.text
};

// One entry of a list, tuple or argument list.
struct Item {
  std::optional<Name> name;
  ExpressionPtr value;
};

struct Expression {
  ExpressionKind kind = ExpressionKind::kName;
  ByteRange range;
  // Of names, members and paths: where `text` stands, without dots, quotes and keywords.
  ByteRange textRange;
  std::uint64_t integer = 0;
  double real = 0;
  std::string text;
  ExpressionPtr base;
  std::vector<Item> items;
};

// $name or $name(value)
struct AnnotationUse {
  ByteRange range;
  ExpressionPtr name;
  ExpressionPtr value;  // null without one
};

enum class DeclarationKind : std::uint8_t {
  kFile,
  kUsing,
  kConst,
  kEnum,
  kEnumerant,
  kStruct,
  kField,
  kUnion,  // with an empty name: unnamed
  kGroup,
  kInterface,
  kMethod,
  kParameters,  // of a method, or its results
  kParameter,
  kAnnotation,
};

struct Declaration {
  DeclarationKind kind = DeclarationKind::kFile;
  ByteRange range;
  Name name;

  // @0x...; of files and of what may have an id of its own.
  std::optional<Number> id;
  // @n of fields, enumerants, methods, and of retroactive unions.
  std::optional<Number> ordinal;

  // The type of fields, constants and annotations; what an alias stands for.
  ExpressionPtr type;
  // The value of constants, the default of fields; null without one.
  ExpressionPtr value;

  std::vector<AnnotationUse> annotations;
  std::vector<std::unique_ptr<Declaration>> children;

  // Of annotations: what they apply to, "*" for everything.
  std::vector<Name> targets;
  // The names of type parameters.
  std::vector<Name> typeParameters;
  // Of interfaces.
  std::vector<ExpressionPtr> superclasses;

  // Of methods. They have children of kind kParameter, or a struct type, or are what `-> stream`
  // says.
  std::unique_ptr<Declaration> parameters;
  std::unique_ptr<Declaration> results;
  bool isStream = false;

  std::string docComment;
};

using DeclarationPtr = std::unique_ptr<Declaration>;

}  // namespace capstan::inline CAPSTAN_ABI::compiler
