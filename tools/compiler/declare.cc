// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/declare.h"

#include <utility>

#include "tools/compiler/ids.h"
#include "tools/compiler/module_table.h"
#include "tools/compiler/name_rules.h"
#include "tools/compiler/ordinals.h"

namespace capstan::inline CAPSTAN_ABI::compiler {
namespace {

using Kind = DeclarationKind;

NodeKind nodeKind(const Declaration& declaration) {
  switch (declaration.kind) {
    case Kind::kStruct:
      return NodeKind::kStruct;
    case Kind::kEnum:
      return NodeKind::kEnum;
    case Kind::kInterface:
      return NodeKind::kInterface;
    case Kind::kConst:
      return NodeKind::kConst;
    default:
      return NodeKind::kAnnotation;
  }
}

class Declarer {
 public:
  Declarer(Module& module, Diagnostics& diagnostics)
      : module_(module), file_(*module.source), diagnostics_(diagnostics) {}

  std::unique_ptr<Node> declareFile() {
    auto node = std::make_unique<Node>();
    node->declaration = &*module_.declaration;
    node->module = &module_;
    node->id = fileId();
    node->displayName = file_.name();
    // Other compilers cut behind the last separator of any kind, a file's extension included.
    std::size_t separator = node->displayName.rfind('.');
    node->displayNamePrefixLength =
        separator == std::string::npos ? 0 : static_cast<std::uint32_t>(separator + 1);
    declareScope(*node);
    return node;
  }

 private:
  std::uint64_t fileId() {
    const Number* id = module_.declaration->id;
    if (id != nullptr) return checkedId(*id);
    if (!module_.declaration->lacksNames) {
      diagnostics_.error(
          file_, {0, 0},
          "this file has no id; add this line: " + idText(freshId().value_or(kIdTopBit)) + ";");
    }
    // Something to derive ids from, so that other mistakes are found too.
    return childId(0, file_.name());
  }

  std::uint64_t checkedId(const Number& id) {
    if ((id.value & kIdTopBit) == 0) {
      diagnostics_.error(
          file_, id.range,
          "an id has its top bit set; a fresh one is " + idText(freshId().value_or(kIdTopBit)));
    }
    return id.value;
  }

  void declareScope(Node& scope) {
    const Declaration& declaration = *scope.declaration;
    checkNames(declaration, file_, diagnostics_);
    if (declaration.kind == Kind::kAnnotation) checkTargets(declaration, file_, diagnostics_);
    if (declaration.kind == Kind::kStruct || declaration.kind == Kind::kEnum ||
        declaration.kind == Kind::kInterface) {
      checkMissingOrdinals(declaration, file_, diagnostics_);
    }
    for (const auto& child : declaration.children) declareChild(scope, *child, declaration.kind);
  }

  void declareChild(Node& scope, const Declaration& child, Kind parent) {
    std::string problem = placeProblem(child.kind, parent);
    if (!problem.empty()) {
      diagnostics_.error(file_, child.name.range, problem);
      return;
    }
    if (child.kind == Kind::kUsing) {
      declareAlias(scope, child);
    } else if (child.kind == Kind::kUnion || child.kind == Kind::kGroup) {
      checkMembers(scope, child, parent);
    } else if (child.kind != Kind::kField && child.kind != Kind::kEnumerant &&
               child.kind != Kind::kMethod) {
      declareNode(scope, child);
    }
  }

  // Unions and groups hold no nested declarations; they become nodes with the struct's layout.
  void checkMembers(Node& scope, const Declaration& member, Kind parent) {
    bool isUnion = member.kind == Kind::kUnion;
    bool unnamed = isUnion && member.name.text.empty();
    if (unnamed && parent == Kind::kUnion) {
      diagnostics_.error(file_, member.name.range, "a union cannot contain an unnamed union");
    }
    if (member.lacksMembers) {
      // What was not understood may be what is missing.
    } else if (isUnion && member.children.size() < 2) {
      diagnostics_.error(file_, member.name.range, "a union has at least two members");
    } else if (member.children.empty()) {
      diagnostics_.error(file_, member.name.range, "a group has at least one member");
    }
    for (const auto& child : member.children) declareChild(scope, *child, member.kind);
  }

  void declareAlias(Node& scope, const Declaration& declaration) {
    auto alias = std::make_unique<Alias>();
    alias->declaration = &declaration;
    alias->scope = &scope;
    scope.aliasesByName.try_emplace(declaration.name.text, alias.get());
    scope.aliases.push_back(std::move(alias));
  }

  void declareNode(Node& scope, const Declaration& declaration) {
    auto node = std::make_unique<Node>();
    node->kind = nodeKind(declaration);
    node->declaration = &declaration;
    node->module = &module_;
    node->parent = &scope;
    node->isGeneric = scope.isGeneric || !declaration.typeParameters.empty();
    node->id = declaration.id != nullptr ? checkedId(*declaration.id)
                                         : childId(scope.id, declaration.name.text);
    setDisplayName(*node, scope, declaration.name.text);
    declareScope(*node);
    scope.nestedByName.try_emplace(declaration.name.text, node.get());
    scope.nested.push_back(std::move(node));
  }

  Module& module_;
  const SourceFile& file_;
  Diagnostics& diagnostics_;
};

}  // namespace

std::unique_ptr<Node> declareModule(Module& module, Diagnostics& diagnostics) {
  return Declarer(module, diagnostics).declareFile();
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
