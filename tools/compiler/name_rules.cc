// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/name_rules.h"

#include <set>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "capstan/base/absl_text.h"
#include "tools/compiler/annotation_targets.h"
#include "tools/compiler/char_reader.h"
#include "tools/compiler/name_guess.h"

namespace capstan::inline CAPSTAN_ABI::compiler {
namespace {

using Kind = DeclarationKind;

bool isNestedKind(Kind kind) {
  return kind == Kind::kUsing || kind == Kind::kConst || kind == Kind::kEnum ||
         kind == Kind::kStruct || kind == Kind::kInterface || kind == Kind::kAnnotation;
}

bool isFieldKind(Kind kind) {
  return kind == Kind::kField || kind == Kind::kUnion || kind == Kind::kGroup;
}

std::string targetHint(std::string_view name) {
  NameGuess guess(name);
  for (std::string_view known : kAnnotationTargetNames) guess.add(known);
  return guess.hint();
}

class NameChecker {
 public:
  NameChecker(const SourceFile& file, Diagnostics& diagnostics)
      : file_(file), diagnostics_(diagnostics) {}

  void checkScope(const Declaration& scope) {
    Seen seen;
    seen.reserve(scope.children.size());
    const Declaration* unnamedUnion = nullptr;
    for (const auto& child : scope.children) checkChild(*child, seen, unnamedUnion);
  }

 private:
  using Seen = absl::flat_hash_map<absl::string_view, ByteRange>;

  void checkChild(const Declaration& child, Seen& seen, const Declaration*& unnamedUnion) {
    if (child.kind == Kind::kUnion && child.name.text.empty()) {
      checkUnnamedUnion(child, seen, unnamedUnion);
      return;
    }
    checkUnique(child.name, seen);
    // An alias follows the case of what it stands for, which is not known yet.
    // Parameters are called as one likes.
    if (child.kind != Kind::kUsing && child.kind != Kind::kParameter) checkName(child);
    if (child.kind == Kind::kGroup || child.kind == Kind::kUnion) checkScope(child);
    if (child.kind == Kind::kMethod) {
      checkScope(*child.parameters);
      checkScope(*child.results);
    }
  }

  void checkUnnamedUnion(const Declaration& child, Seen& seen, const Declaration*& first) {
    if (first != nullptr) {
      diagnostics_.error(file_, child.name.range, "a scope can have only one unnamed union",
                         {&file_, first->name.range, "the other one is here"});
    }
    if (first == nullptr) first = &child;
    for (const auto& member : child.children) {
      const Declaration* inner = &child;  // an unnamed union inside is reported as misplaced
      if (member->kind != Kind::kUnion || !member->name.text.empty()) {
        checkChild(*member, seen, inner);
      }
    }
  }

  void checkUnique(const Name& name, Seen& seen) {
    auto [entry, isNew] = seen.try_emplace(abslText(name.text), name.range);
    if (isNew) return;
    diagnostics_.error(file_, name.range,
                       "'" + std::string(name.text) + "' is already defined in this scope",
                       {&file_, entry->second, "it is defined here"});
  }

  void checkName(const Declaration& child) {
    std::string problem = nameProblem(child.name.text, namesType(child.kind));
    if (!problem.empty()) diagnostics_.error(file_, child.name.range, problem);
  }

  const SourceFile& file_;
  Diagnostics& diagnostics_;
};

}  // namespace

bool namesType(DeclarationKind kind) {
  return kind == Kind::kStruct || kind == Kind::kEnum || kind == Kind::kInterface;
}

std::string nameProblem(std::string_view name, bool isType) {
  if (name.empty()) return "";
  if (name.find('_') != std::string_view::npos) {
    return "the name '" + std::string(name) + "' has an underscore; names are written inCamelCase";
  }
  if (isType == isUpper(name[0])) return "";
  return isType ? "the names of types begin with a capital letter"
                : "the names of all but types begin with a small letter";
}

std::string placeProblem(DeclarationKind child, DeclarationKind parent) {
  if (child == Kind::kEnumerant)
    return parent == Kind::kEnum
               ? ""
               : "enumerants belong into an enum; a field has a type, as in 'name @0 :Text'";
  if (child == Kind::kMethod) {
    return parent == Kind::kInterface ? "" : "methods belong into an interface";
  }
  if (isFieldKind(child)) {
    bool fits = parent == Kind::kStruct || parent == Kind::kUnion || parent == Kind::kGroup;
    return fits ? "" : "fields, unions and groups belong into a struct";
  }
  bool fits = parent == Kind::kFile || parent == Kind::kStruct || parent == Kind::kInterface;
  return isNestedKind(child) && fits ? "" : "this kind of declaration does not belong here";
}

void checkNames(const Declaration& scope, const SourceFile& file, Diagnostics& diagnostics) {
  NameChecker(file, diagnostics).checkScope(scope);
}

void checkTargets(const Declaration& annotation, const SourceFile& file, Diagnostics& diagnostics) {
  std::set<std::string_view> seen;
  for (const Name& target : annotation.targets) {
    if (target.text == "*" && annotation.targets.size() > 1) {
      diagnostics.error(file, target.range, "'*' means everything and stands alone");
    } else if (target.text != "*" && !annotationTarget(target.text).has_value()) {
      diagnostics.error(file, target.range,
                        "'" + std::string(target.text) +
                            "' is nothing that an annotation can apply to" +
                            targetHint(target.text));
    } else if (!seen.insert(target.text).second) {
      diagnostics.error(file, target.range, "this target is given twice");
    }
  }
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
