// SPDX-License-Identifier: Apache-2.0
// The methods of interfaces, and the structs that are made for what they take and return.
#include <algorithm>
#include <memory>
#include <utility>

#include "tools/compiler/brands.h"
#include "tools/compiler/ids.h"
#include "tools/compiler/ordinals.h"
#include "tools/compiler/struct_members.h"

namespace capstan::inline CAPSTAN_ABI::compiler {
namespace {

class InterfaceBuilder {
 public:
  InterfaceBuilder(Node& node, Resolver& resolver, Diagnostics& diagnostics)
      : node_(node), resolver_(resolver), diagnostics_(diagnostics) {}

  void run() {
    for (const ExpressionPtr& superclass : node_.declaration->superclasses) {
      addSuperclass(*superclass);
    }
    listMethods();
    for (Method& method : node_.methods) {
      const Declaration& declaration = *method.declaration;
      method.parameters = typeOfPart(method, *declaration.parameters, false);
      method.results = typeOfPart(method, *declaration.results, true);
    }
  }

 private:
  void addSuperclass(const Expression& expression) {
    Type type = resolver_.resolveType(expression, node_);
    if (type.kind == TypeKind::kUnknown) return;
    if (type.kind == TypeKind::kInterface) {
      node_.superclasses.push_back({type.node, std::move(type.brand)});
      return;
    }
    resolver_.error(node_, expression.range,
                    isParameter(type) ? "an interface cannot extend a type parameter"
                                      : "'" + typeName(type) + "' is not an interface");
  }

  void listMethods() {
    std::uint16_t codeOrder = 0;
    for (const auto& child : node_.declaration->children) {
      if (child->kind != DeclarationKind::kMethod || child->ordinal == nullptr) continue;
      Method& method = node_.methods.emplace_back();
      method.declaration = child;
      method.codeOrder = codeOrder++;
      if (child->typeParameters.empty()) continue;
      method.scope = std::make_unique<Node>();
      method.scope->kind = NodeKind::kMethod;
      method.scope->declaration = method.declaration;
      method.scope->module = node_.module;
      method.scope->parent = &node_;
    }
    sortByOrdinal(node_.methods, [](const Method& method) { return method.declaration; });
    std::vector<const Declaration*> declarations;
    for (const Method& method : node_.methods) declarations.push_back(method.declaration);
    checkOrdinals(*node_.declaration, declarations, *node_.module->source, diagnostics_);
  }

  static bool isParameter(const Type& type) {
    return type.kind == TypeKind::kParameter || type.kind == TypeKind::kMethodParameter;
  }

  Type typeOfPart(const Method& method, const Declaration& part, bool areResults) {
    if (part.isStream) return resolver_.streamResult(node_, part.range);
    if (part.type != nullptr) return namedStruct(method, *part.type);
    return typeOf(makeStruct(method, part, areResults), inheritedBrand(node_));
  }

  Type namedStruct(const Method& method, const Expression& expression) {
    Type type = resolver_.resolveType(expression, method.scope == nullptr ? node_ : *method.scope);
    if (type.kind == TypeKind::kStruct || type.kind == TypeKind::kUnknown) return type;
    std::string hint = "; write (name :" + typeName(type) + ")";
    resolver_.error(node_, expression.range,
                    (isParameter(type) ? "a type parameter cannot be all that a method takes or "
                                         "returns"
                                       : "'" + typeName(type) + "' is not a struct") +
                        hint);
    return {};
  }

  Node& makeStruct(const Method& method, const Declaration& part, bool areResults) {
    auto made = std::make_unique<Node>();
    Node& node = *made;
    node.kind = NodeKind::kStruct;
    node.isOfMethod = true;
    node.declaration = &part;
    node.module = node_.module;
    node.parent = &node_;
    node.isGeneric = node_.isGeneric || !part.typeParameters.empty();
    auto ordinal = static_cast<std::uint16_t>(method.declaration->ordinal->value);
    node.id = methodStructId(node_.id, ordinal, areResults);
    setDisplayName(node, node_, method.declaration->name.text, areResults ? "$Results" : "$Params");
    node.typeStage = Stage::kDone;
    node_.innerNodes.push_back(std::move(made));
    buildStruct(node, resolver_, diagnostics_);
    return node;
  }

  Node& node_;
  Resolver& resolver_;
  Diagnostics& diagnostics_;
};

}  // namespace

void buildInterface(Node& node, Resolver& resolver, Diagnostics& diagnostics) {
  InterfaceBuilder(node, resolver, diagnostics).run();
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
