// SPDX-License-Identifier: Apache-2.0
// What the parser makes of a file: declarations and expressions, as written.
//
// The tree says nothing about meaning: names are not resolved, and a declaration may stand where it
// does not belong. Trees are at most kMaxNesting deep in each of the two ways to nest (blocks,
// expressions), so that recursive functions over them are safe on small stacks.
//
// A tree lives in a SyntaxArena; names are parts of the file's text. Nothing in it has a
// destructor.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "tools/compiler/source_file.h"
#include "tools/compiler/syntax_arena.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

// Blocks in blocks, and expressions in expressions. A value deeper than a reader's default nesting
// limit (64) could not be read; deeper text is an attack on the compiler's stack.
inline constexpr int kMaxNesting = 64;

struct Name {
  std::string_view text;
  ByteRange range;
};

struct Number {
  std::uint64_t value = 0;
  ByteRange range;
};

struct Expression;
using ExpressionPtr = Expression*;

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
  ExpressionPtr value = nullptr;
};

struct Expression {
  ExpressionKind kind = ExpressionKind::kName;
  ByteRange range;
  // Of names, members and paths: where `text` stands, without dots, quotes and keywords.
  ByteRange textRange;
  union {
    std::uint64_t integer = 0;
    double real;
  };
  std::string_view text;
  ExpressionPtr base = nullptr;
  SyntaxList<Item> items;
};

// $name or $name(value)
struct AnnotationUse {
  ByteRange range;
  ExpressionPtr name = nullptr;
  ExpressionPtr value = nullptr;  // null without one
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

struct Declaration;
using DeclarationPtr = Declaration*;

struct Declaration {
  DeclarationKind kind = DeclarationKind::kFile;
  bool isStream = false;  // of methods' results
  // Something inside was not understood, a member or what may have been any declaration: nobody
  // complains of what is missing there.
  bool lacksMembers = false;
  bool lacksNames = false;
  ByteRange range;
  Name name;

  // @0x...; of files and of what may have an id of its own. Null without one, as what follows.
  Number* id = nullptr;
  // @n of fields, enumerants, methods, and of retroactive unions.
  Number* ordinal = nullptr;

  // The type of fields, constants and annotations; what an alias stands for.
  ExpressionPtr type = nullptr;
  // The value of constants, the default of fields.
  ExpressionPtr value = nullptr;

  SyntaxList<AnnotationUse> annotations;
  SyntaxList<DeclarationPtr> children;

  // Of annotations: what they apply to, "*" for everything.
  SyntaxList<Name> targets;
  // The names of type parameters.
  SyntaxList<Name> typeParameters;
  // Of interfaces.
  SyntaxList<ExpressionPtr> superclasses;

  // Of methods. They have children of kind kParameter, or a struct type, or are what `-> stream`
  // says.
  DeclarationPtr parameters = nullptr;
  DeclarationPtr results = nullptr;

  std::string_view docComment;
};

// The tree of a file. Lifetime: the file must outlive it.
class SyntaxTree {
 public:
  SyntaxTree() = default;
  SyntaxTree(std::unique_ptr<SyntaxArena> arena, const Declaration* file, bool isOrderly)
      : arena_(std::move(arena)), file_(file), isOrderly_(isOrderly) {}

  // A declaration of kind kFile, whose children are the file's declarations.
  const Declaration& operator*() const { return *file_; }
  const Declaration* operator->() const { return file_; }

  // Declarations are where they were meant to be: all that can be wrong is single statements.
  bool isOrderly() const { return isOrderly_; }

 private:
  std::unique_ptr<SyntaxArena> arena_;
  const Declaration* file_ = nullptr;
  bool isOrderly_ = false;
};

}  // namespace capstan::inline CAPSTAN_ABI::compiler
