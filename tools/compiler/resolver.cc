// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/resolver.h"

#include <utility>

#include "tools/compiler/built_in_types.h"
#include "tools/compiler/char_reader.h"
#include "tools/compiler/name_rules.h"

namespace capstan::inline CAPSTAN_ABI::compiler {
namespace {

using Kind = Meaning::Kind;

Meaning ofType(Type type) {
  return {.kind = Kind::kType, .node = nullptr, .type = std::move(type)};
}

Meaning unknown() { return {}; }

bool isType(const Meaning& meaning) {
  return meaning.kind == Kind::kType || meaning.kind == Kind::kListConstructor;
}

}  // namespace

std::optional<TypeKind> builtInType(std::string_view name) {
  for (int i = 0; i <= static_cast<int>(TypeKind::kData); ++i) {
    Type type;
    type.kind = static_cast<TypeKind>(i);
    if (typeName(type) == name) return type.kind;
  }
  if (name == "AnyPointer") return TypeKind::kAnyPointer;
  return std::nullopt;
}

void Resolver::error(const Node& scope, ByteRange range, std::string text) {
  diagnostics_.error(*scope.module->source, range, std::move(text));
}

Meaning Resolver::resolve(const Expression& expression, Node& scope) {
  if (depth_ >= kMaxDepth) {
    error(scope, expression.range, "too many aliases of aliases");
    return unknown();
  }
  ++depth_;
  Meaning meaning = resolveKind(expression, scope);
  --depth_;
  return meaning;
}

Meaning Resolver::resolveKind(const Expression& expression, Node& scope) {
  switch (expression.kind) {
    case ExpressionKind::kName:
    case ExpressionKind::kAbsoluteName:
      return resolveName(expression, scope);
    case ExpressionKind::kImport:
      return resolveImport(expression, scope);
    case ExpressionKind::kMember:
      return resolveMember(expression, scope);
    case ExpressionKind::kApply:
      return resolveApplication(expression, scope);
    case ExpressionKind::kEmbed:
      error(scope, expression.range, "embed is not supported yet");
      return unknown();
    default:
      error(scope, expression.range, "expected a name");
      return unknown();
  }
}

Type Resolver::resolveType(const Expression& expression, Node& scope) {
  Meaning meaning = resolve(expression, scope);
  switch (meaning.kind) {
    case Kind::kType:
      return std::move(meaning.type);
    case Kind::kListConstructor:
      error(scope, expression.range, "List takes one type: write List(T)");
      break;
    case Kind::kNode:
      error(scope, expression.range,
            "'" + std::string(scope.module->source->text(expression.range)) + "' is not a type");
      break;
    case Kind::kUnknown:
      break;
  }
  return {};
}

Meaning Resolver::meaningOf(Node& node) {
  if (node.kind == NodeKind::kUnsupported) {
    reportUnsupported(node);
    return unknown();
  }
  if (node.kind != NodeKind::kStruct && node.kind != NodeKind::kEnum) {
    return {.kind = Kind::kNode, .node = &node, .type = {}};
  }
  Type type;
  type.kind = node.kind == NodeKind::kStruct ? TypeKind::kStruct : TypeKind::kEnum;
  type.node = &node;
  return ofType(std::move(type));
}

bool Resolver::findIn(Node& scope, std::string_view name, Meaning& out) {
  auto node = scope.nestedByName.find(name);
  if (node != scope.nestedByName.end()) {
    out = meaningOf(*node->second);
    return true;
  }
  auto alias = scope.aliasesByName.find(name);
  if (alias == scope.aliasesByName.end()) return false;
  out = meaningOf(*alias->second);
  return true;
}

Meaning Resolver::find(std::string_view name, Node& scope) {
  Meaning out;
  for (Node* at = &scope; at != nullptr; at = at->parent) {
    if (findIn(*at, name, out)) return out;
  }
  return unknown();
}

Meaning Resolver::resolveName(const Expression& expression, Node& scope) {
  Meaning out;
  for (Node* at = &scope; at != nullptr; at = at->parent) {
    bool isFile = at->parent == nullptr;
    if (expression.kind == ExpressionKind::kAbsoluteName && !isFile) continue;
    if (findIn(*at, expression.text, out)) return out;
  }
  if (expression.kind == ExpressionKind::kName) return resolveBuiltIn(expression, scope);
  error(scope, expression.range, "'" + expression.text + "' is not defined in this file");
  return unknown();
}

Meaning Resolver::resolveBuiltIn(const Expression& expression, Node& scope) {
  const std::string& name = expression.text;
  if (name == "List") return {.kind = Kind::kListConstructor, .node = nullptr, .type = {}};
  if (std::optional<TypeKind> kind = builtInType(name)) {
    Type type;
    type.kind = *kind;
    return ofType(std::move(type));
  }
  if (isUnsupportedBuiltIn(name)) {
    error(scope, expression.range, name + " is not supported yet");
  } else if (name == "Object") {
    error(scope, expression.range, "Object is called AnyPointer now");
  } else {
    error(scope, expression.range, "'" + name + "' is not defined");
  }
  return unknown();
}

Meaning Resolver::resolveImport(const Expression& expression, Node& scope) {
  Module* module = modules_.import(*scope.module, expression);
  if (module == nullptr || module->root == nullptr) return unknown();
  return {.kind = Kind::kNode, .node = module->root.get(), .type = {}};
}

Meaning Resolver::resolveMember(const Expression& expression, Node& scope) {
  Meaning base = resolve(*expression.base, scope);
  if (base.kind == Kind::kUnknown) return unknown();
  Node* node = base.kind == Kind::kNode ? base.node : base.type.node;
  Meaning out;
  if (node != nullptr && findIn(*node, expression.text, out)) return out;
  error(scope, expression.textRange,
        "'" + std::string(scope.module->source->text(expression.base->range)) +
            "' has no member named '" + expression.text + "'");
  return unknown();
}

Meaning Resolver::resolveApplication(const Expression& expression, Node& scope) {
  Meaning base = resolve(*expression.base, scope);
  if (base.kind == Kind::kUnknown) return unknown();
  if (base.kind != Kind::kListConstructor) {
    error(scope, expression.range,
          "'" + std::string(scope.module->source->text(expression.base->range)) +
              "' does not take type parameters");
    return unknown();
  }
  if (expression.items.size() != 1) {
    error(scope, expression.range, "List takes exactly one type");
    return unknown();
  }
  if (expression.items[0].name.has_value()) {
    error(scope, expression.items[0].name->range, "type parameters are not named");
    return unknown();
  }
  Type element = resolveType(*expression.items[0].value, scope);
  if (element.kind == TypeKind::kUnknown) return unknown();
  if (element.kind == TypeKind::kAnyPointer) {
    error(scope, expression.range, "a list of AnyPointer is not possible");
    return unknown();
  }
  if (element.depth >= kMaxTypeDepth) {
    error(scope, expression.range,
          "lists are nested too deeply; at most " + std::to_string(kMaxTypeDepth) +
              " levels are possible");
    return unknown();
  }
  Type type;
  type.kind = TypeKind::kList;
  type.depth = element.depth + 1;
  type.element = std::make_shared<const Type>(std::move(element));
  return ofType(std::move(type));
}

Meaning Resolver::meaningOf(Alias& alias) {
  if (alias.stage == Stage::kDone) {
    if (alias.isListConstructor) {
      return {.kind = Kind::kListConstructor, .node = nullptr, .type = {}};
    }
    if (alias.node != nullptr) return {.kind = Kind::kNode, .node = alias.node, .type = {}};
    return alias.type.kind == TypeKind::kUnknown ? unknown() : ofType(alias.type);
  }
  if (alias.stage == Stage::kInProgress) {
    error(*alias.scope, alias.declaration->name.range, "this declaration depends on itself");
    // Known to be unknown from now on: it is reported once.
    alias.stage = Stage::kDone;
    return unknown();
  }
  alias.stage = Stage::kInProgress;
  Meaning meaning = resolveAlias(alias);
  if (alias.stage == Stage::kDone) return unknown();
  alias.stage = Stage::kDone;
  alias.isListConstructor = meaning.kind == Kind::kListConstructor;
  alias.node = meaning.node;
  alias.type = meaning.type;
  return meaning;
}

Meaning Resolver::resolveAlias(Alias& alias) {
  const Declaration& declaration = *alias.declaration;
  Meaning meaning = resolve(*declaration.type, *alias.scope);
  if (meaning.kind == Kind::kUnknown) return meaning;
  // A file is a scope, and called like a type.
  bool isFile = meaning.kind == Kind::kNode && meaning.node->kind == NodeKind::kFile;
  std::string problem = nameProblem(declaration.name.text, isType(meaning) || isFile);
  if (!problem.empty()) error(*alias.scope, declaration.name.range, problem);
  return meaning;
}

void Resolver::reportUnsupported(Node& node) {
  if (std::exchange(node.compiled, true)) return;
  bool interface = node.declaration->kind == DeclarationKind::kInterface;
  error(node, node.declaration->name.range,
        interface ? "interfaces are not supported yet" : "generic types are not supported yet");
}

void Resolver::checkAliases(Node& scope) {
  if (std::exchange(scope.checkedAliases, true)) return;
  for (const auto& alias : scope.aliases) meaningOf(*alias);
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
