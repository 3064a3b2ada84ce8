// SPDX-License-Identifier: Apache-2.0
// Names and type expressions to nodes and types.
//
// A name is looked up in the scope it is used in (nested declarations and aliases, then type
// parameters), then outwards to the file, then among the built-in types. What does not resolve is
// reported once; the result is then "unknown", about which nobody complains again.
#pragma once

#include <vector>

#include <set>
#include <string>
#include <utility>

#include "tools/compiler/diagnostics.h"
#include "tools/compiler/model.h"
#include "tools/compiler/module_table.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

// What an expression stands for.
struct Meaning {
  enum class Kind : std::uint8_t { kUnknown, kNode, kType, kListConstructor };

  Kind kind = Kind::kUnknown;
  Node* node = nullptr;  // of kNode: a file, constant or annotation; types are kType
  BrandPtr brand;        // of kNode
  Type type;             // of kType
  // Of a constant: the members of its value that are named behind it.
  std::vector<const Expression*> members;
};

class Resolver {
 public:
  // Lists in lists: what reads a schema follows pointers to a limited depth (64 by default), and a
  // list type of that many levels could not be read back.
  static constexpr int kMaxTypeDepth = 48;
  // Types in one type, and the parts of all types of a compilation that have more than one: each
  // takes about a dozen words in a request.
  static constexpr std::uint32_t kMaxTypeParts = 4096;
  static constexpr std::uint64_t kMaxAllTypeParts = 4u << 20;
  // Aliases of aliases, and parts of the expressions that they stand for: bounds the stack.
  static constexpr int kMaxDepth = 128;

  Resolver(ModuleTable& modules, Diagnostics& diagnostics)
      : modules_(modules), diagnostics_(diagnostics) {}

  // Reports what does not resolve.
  Meaning resolve(const Expression& expression, Node& scope);

  // The same for what stands where a value does.
  Meaning resolveInValue(const Expression& expression, Node& scope);

  // Like resolve(), but reports everything that is not a type.
  Type resolveType(const Expression& expression, Node& scope);

  // Looks a plain name up without reporting anything. Returns: kUnknown if there is none.
  Meaning find(std::string_view name, Node& scope);

  // Resolves the aliases of a scope, so that mistakes in unused ones are found.
  void checkAliases(Node& scope);

  // The type of what methods with `-> stream` return. Returns: kUnknown after an error.
  Type streamResult(Node& scope, ByteRange range);

  void error(const Node& scope, ByteRange range, std::string text);
  void error(const Node& scope, ByteRange range, std::string text, Note note);

  // Reports that a name is unknown, once for each name and file: where it stands again it is the
  // same mistake.
  void reportUndefined(const Expression& name, Node& scope);

 private:
  Meaning resolveKind(const Expression& expression, Node& scope);
  Meaning resolveName(const Expression& expression, Node& scope);
  Meaning resolveMember(const Expression& expression, Node& scope);
  Meaning resolveImport(const Expression& expression, Node& scope);
  Meaning resolveApplication(const Expression& expression, Node& scope);
  Meaning applyList(const Expression& expression, Node& scope);
  Meaning applyGeneric(const Expression& expression, const Type& base, Node& scope);
  // Reports an argument that is written `name = type`.
  bool hasName(const Item& item, Node& scope);
  bool readArguments(const Expression& expression, Node& scope, std::vector<Type>& out);
  Type checkSize(Type type, ByteRange range, Node& scope);

  bool findIn(Node& scope, std::string_view name, Meaning& out);
  bool findMember(Node& node, std::string_view name, const BrandPtr& brand, Meaning& out);
  // `base` is what has no such member; null if it can have none.
  void reportNoMember(const Expression& member, const Node* base, Node& scope);
  bool isNewMistake(const Node& scope, std::string what);
  Meaning meaningOf(Alias& alias);
  Meaning resolveAlias(Alias& alias);
  Meaning resolveBuiltIn(const Expression& expression, Node& scope);

  ModuleTable& modules_;
  Diagnostics& diagnostics_;
  std::set<std::pair<const Module*, std::string>> mistakes_;  // unknown names
  std::uint64_t allTypeParts_ = 0;
  int depth_ = 0;
  bool inValue_ = false;
};

// Returns: what kind of thing it is, such as "a constant". Requires: it is known.
std::string_view describe(const Meaning& meaning);

}  // namespace capstan::inline CAPSTAN_ABI::compiler
