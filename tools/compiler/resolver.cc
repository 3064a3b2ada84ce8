// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/resolver.h"

#include <string>
#include <utility>

#include "tools/compiler/brands.h"
#include "tools/compiler/built_in_types.h"
#include "tools/compiler/name_rules.h"

namespace capstan::inline CAPSTAN_ABI::compiler {
namespace {

using Kind = Meaning::Kind;

Meaning ofType(Type type) {
  Meaning out;
  out.kind = Kind::kType;
  out.type = std::move(type);
  return out;
}

Meaning ofNode(Node& node, BrandPtr brand) {
  bool isType = node.kind == NodeKind::kStruct || node.kind == NodeKind::kEnum ||
                node.kind == NodeKind::kInterface;
  if (isType) return ofType(typeOf(node, std::move(brand)));
  Meaning out;
  out.kind = Kind::kNode;
  out.node = &node;
  out.brand = std::move(brand);
  return out;
}

Meaning listConstructor() {
  Meaning out;
  out.kind = Kind::kListConstructor;
  return out;
}

bool isType(const Meaning& meaning) {
  return meaning.kind == Kind::kType || meaning.kind == Kind::kListConstructor;
}

bool hasNode(const Type& type) {
  return type.kind == TypeKind::kStruct || type.kind == TypeKind::kEnum ||
         type.kind == TypeKind::kInterface;
}

// Returns: 0 for what has none, such as a type parameter.
std::uint64_t idOf(const Meaning& meaning) {
  if (meaning.kind == Kind::kListConstructor) return builtInId(TypeKind::kList);
  if (meaning.kind == Kind::kNode) return meaning.members.empty() ? meaning.node->id : 0;
  if (meaning.kind != Kind::kType) return 0;
  return hasNode(meaning.type) ? meaning.type.node->id : builtInId(meaning.type.kind);
}

// The scope that a meaning is, with what is bound in it; null if it is none.
Node* scopeOf(const Meaning& meaning, BrandPtr& brand) {
  if (meaning.kind == Kind::kNode) {
    brand = meaning.brand;
    return meaning.node;
  }
  if (meaning.kind != Kind::kType || !hasNode(meaning.type)) return nullptr;
  brand = meaning.type.brand;
  return meaning.type.node;
}

bool findParameter(Node& scope, std::string_view name, Meaning& out) {
  const SyntaxList<Name>& parameters = scope.typeParameters();
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (parameters[i].text != name) continue;
    Type type{.kind = TypeKind::kParameter, .node = &scope};
    if (scope.kind == NodeKind::kMethod) type.kind = TypeKind::kMethodParameter;
    type.parameterIndex = static_cast<std::uint16_t>(i);
    out = ofType(std::move(type));
    return true;
  }
  return false;
}

// What an alias binds: of a brand what concerns the node; without one, what its own scope inherits,
// though that rarely concerns the node.
BrandPtr brandOfAlias(const Alias& alias, const Node& node, const BrandPtr& brand) {
  return brand == nullptr ? inheritedBrand(*alias.scope) : ownScopes(brand, node);
}

Alias* findAlias(const Node& scope, std::string_view name) {
  auto alias = scope.aliasesByName.find(name);
  return alias == scope.aliasesByName.end() ? nullptr : alias->second;
}

bool isBuiltIn(std::string_view name) { return name == "List" || builtInType(name).has_value(); }

std::string textOf(const Expression& expression, const Node& scope) {
  return std::string(scope.module->source->text(expression.range));
}

}  // namespace

std::optional<TypeKind> builtInType(std::string_view name) {
  for (std::size_t kind = 0; kind < std::size(kBuiltInTypeNames); ++kind) {
    if (kBuiltInTypeNames[kind] == name) return static_cast<TypeKind>(kind);
  }
  return std::nullopt;
}

void Resolver::error(const Node& scope, ByteRange range, std::string text) {
  diagnostics_.error(*scope.module->source, range, std::move(text));
}

void Resolver::error(const Node& scope, ByteRange range, std::string text, Note note) {
  diagnostics_.error(*scope.module->source, range, std::move(text), std::move(note));
}

Meaning Resolver::resolve(const Expression& expression, Node& scope) {
  if (depth_ >= kMaxDepth) {
    error(scope, expression.range, "too many aliases of aliases");
    return {};
  }
  ++depth_;
  Meaning meaning = resolveKind(expression, scope);
  --depth_;
  if (expression.kind != ExpressionKind::kApply) {
    std::uint64_t id = idOf(meaning);
    if (id != 0) scope.module->identifiers.push_back({expression.range, id});
  }
  return meaning;
}

Meaning Resolver::resolveInValue(const Expression& expression, Node& scope) {
  bool outer = std::exchange(inValue_, true);
  Meaning meaning = resolve(expression, scope);
  inValue_ = outer;
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
    default:
      error(scope, expression.range, "expected the name of a type or of another declaration");
      return {};
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
            "'" + textOf(expression, scope) + "' is not a type but " +
                std::string(describe(meaning)));
      break;
    case Kind::kUnknown:
      break;
  }
  return {};
}

// What a name means inside of a scope: parameters stand for themselves. An alias is not there while
// it is resolved, so that it can be named like what it stands for.
bool Resolver::findIn(Node& scope, std::string_view name, Meaning& out) {
  if (scope.nestedByName.empty() && scope.aliasesByName.empty()) {
    return findParameter(scope, name, out);
  }
  auto node = scope.nestedByName.find(name);
  if (node != scope.nestedByName.end()) {
    out = ofNode(*node->second, inheritedBrand(scope));
    return true;
  }
  auto alias = scope.aliasesByName.find(name);
  if (alias == scope.aliasesByName.end() || alias->second->stage == Stage::kInProgress) {
    return findParameter(scope, name, out);
  }
  out = meaningOf(*alias->second);
  return true;
}

// What a name means behind a dot, where the node has a brand.
bool Resolver::findMember(Node& node, std::string_view name, const BrandPtr& brand, Meaning& out) {
  auto child = node.nestedByName.find(name);
  if (child != node.nestedByName.end()) {
    out = ofNode(*child->second, brand);
    return true;
  }
  auto alias = node.aliasesByName.find(name);
  if (alias == node.aliasesByName.end()) return false;
  out = meaningOf(*alias->second);
  if (out.kind == Kind::kType) out.type = substitute(out.type, brand);
  out.brand = substitute(out.brand, brand);
  return true;
}

Meaning Resolver::find(std::string_view name, Node& scope) {
  Meaning out;
  for (Node* at = &scope; at != nullptr; at = at->parent) {
    if (findIn(*at, name, out)) return out;
  }
  return {};
}

Meaning Resolver::resolveName(const Expression& expression, Node& scope) {
  Meaning out;
  Alias* unfinished = nullptr;
  for (Node* at = &scope; at != nullptr; at = at->parent) {
    bool isFile = at->parent == nullptr;
    if (expression.kind == ExpressionKind::kAbsoluteName && !isFile) continue;
    if (findIn(*at, expression.text, out)) return out;
    if (unfinished == nullptr) unfinished = findAlias(*at, expression.text);
  }
  bool mayBeBuiltIn = expression.kind == ExpressionKind::kName;
  if (unfinished != nullptr && !(mayBeBuiltIn && isBuiltIn(expression.text))) {
    return meaningOf(*unfinished);
  }
  if (mayBeBuiltIn) return resolveBuiltIn(expression, scope);
  reportUndefined(expression, scope);
  return {};
}

Meaning Resolver::resolveBuiltIn(const Expression& expression, Node& scope) {
  std::string_view name = expression.text;
  if (name == "List") return listConstructor();
  if (std::optional<TypeKind> kind = builtInType(name)) {
    Type type;
    type.kind = *kind;
    return ofType(std::move(type));
  }
  if (name == "Object") {
    error(scope, expression.range, "Object is called AnyPointer now");
  } else {
    reportUndefined(expression, scope);
  }
  return {};
}

Meaning Resolver::resolveImport(const Expression& expression, Node& scope) {
  Module* module = modules_.import(*scope.module, expression, inValue_);
  if (module == nullptr || module->root == nullptr) return {};
  return ofNode(*module->root, nullptr);
}

Meaning Resolver::resolveMember(const Expression& expression, Node& scope) {
  Meaning base = resolve(*expression.base, scope);
  if (base.kind == Kind::kUnknown) return {};
  if (base.kind == Kind::kNode && base.node->kind == NodeKind::kConst) {
    base.members.push_back(&expression);
    return base;
  }
  BrandPtr brand;
  Node* node = scopeOf(base, brand);
  Meaning out;
  if (node != nullptr && findMember(*node, expression.text, brand, out)) return out;
  reportNoMember(expression, node, scope);
  return {};
}

Meaning Resolver::resolveApplication(const Expression& expression, Node& scope) {
  Meaning base = resolve(*expression.base, scope);
  if (base.kind == Kind::kUnknown) return {};
  if (base.kind == Kind::kListConstructor) return applyList(expression, scope);
  bool isGeneric =
      base.kind == Kind::kType && hasNode(base.type) && !base.type.node->typeParameters().empty();
  if (isGeneric) return applyGeneric(expression, base.type, scope);
  if (expression.items.empty() && base.kind == Kind::kType) return base;
  error(scope, expression.range,
        "'" + textOf(*expression.base, scope) + "' does not take type parameters");
  return {};
}

bool Resolver::hasName(const Item& item, Node& scope) {
  if (item.name.has_value()) error(scope, item.name->range, "type parameters are not named");
  return item.name.has_value();
}

bool Resolver::readArguments(const Expression& expression, Node& scope, std::vector<Type>& out) {
  bool ok = true;
  for (const Item& item : expression.items) {
    if (hasName(item, scope)) return false;
    out.push_back(resolveType(*item.value, scope));
    ok = ok && out.back().kind != TypeKind::kUnknown;
  }
  return ok;
}

Meaning Resolver::applyList(const Expression& expression, Node& scope) {
  if (expression.items.size() != 1) {
    error(scope, expression.range, "List takes exactly one type, as in List(Text)");
    return {};
  }
  const Item& item = expression.items[0];
  if (hasName(item, scope)) return {};
  Type element = resolveType(*item.value, scope);
  if (element.kind == TypeKind::kUnknown) return {};
  if (element.kind == TypeKind::kAnyPointer || element.kind == TypeKind::kAnyStruct) {
    error(scope, expression.range, "a list of " + typeName(element) + " is not possible");
    return {};
  }
  return ofType(checkSize(listOf(std::move(element)), expression.range, scope));
}

Meaning Resolver::applyGeneric(const Expression& expression, const Type& base, Node& scope) {
  Node& node = *base.node;
  const Brand::Scope* bound = findScope(base.brand, node);
  if (bound != nullptr && !bound->inherits) {
    error(scope, expression.range,
          "'" + textOf(*expression.base, scope) + "' has its type parameters already");
    return {};
  }
  std::size_t wanted = node.typeParameters().size();
  if (expression.items.size() != wanted) {
    error(scope, expression.range,
          "'" + std::string(node.name()) + "' takes " + std::to_string(wanted) +
              (wanted == 1 ? " type parameter, not " : " type parameters, not ") +
              std::to_string(expression.items.size()));
    return {};
  }
  std::vector<Type> arguments;
  if (!readArguments(expression, scope, arguments)) return {};
  for (std::size_t i = 0; i < wanted; ++i) {
    if (isPointer(arguments[i].kind)) continue;
    error(
        scope, expression.items[i].value->range,
        "a type parameter stands for a pointer type, which " + typeName(arguments[i]) + " is not");
    return {};
  }
  Type type = typeOf(node, withArguments(base.brand, node, std::move(arguments)));
  return ofType(checkSize(std::move(type), expression.range, scope));
}

Type Resolver::checkSize(Type type, ByteRange range, Node& scope) {
  if (type.depth > kMaxTypeDepth) {
    std::string limit = std::to_string(kMaxTypeDepth);
    error(scope, range,
          type.kind == TypeKind::kList
              ? "lists are nested too deeply; at most " + limit + " levels are possible"
              : "types are nested too deeply in this one");
    return {};
  }
  allTypeParts_ += type.parts;
  if (type.parts <= kMaxTypeParts && allTypeParts_ <= kMaxAllTypeParts) return type;
  error(scope, range, "this type consists of too many types");
  return {};
}

Meaning Resolver::meaningOf(Alias& alias) {
  if (alias.stage == Stage::kDone) {
    if (alias.isListConstructor) return listConstructor();
    if (alias.node != nullptr) return ofNode(*alias.node, alias.brand);
    return alias.type.kind == TypeKind::kUnknown ? Meaning() : ofType(alias.type);
  }
  if (alias.stage == Stage::kInProgress) {
    error(*alias.scope, alias.declaration->name.range, "this declaration depends on itself");
    // Known to be unknown from now on: it is reported once.
    alias.stage = Stage::kDone;
    return {};
  }
  alias.stage = Stage::kInProgress;
  bool outer = std::exchange(inValue_, false);
  Meaning meaning = resolveAlias(alias);
  inValue_ = outer;
  if (alias.stage == Stage::kDone) return {};
  alias.stage = Stage::kDone;
  alias.isListConstructor = meaning.kind == Kind::kListConstructor;
  alias.node = meaning.node;
  alias.brand = meaning.brand;
  alias.type = meaning.type;
  return meaning;
}

Meaning Resolver::resolveAlias(Alias& alias) {
  const Declaration& declaration = *alias.declaration;
  Meaning meaning = resolve(*declaration.type, *alias.scope);
  if (meaning.kind == Kind::kUnknown) return meaning;
  if (!meaning.members.empty()) {
    error(*alias.scope, declaration.type->range,
          "an alias stands for a declaration, not for a part of a constant");
    return {};
  }
  // A file is a scope, and called like a type.
  bool isFile = meaning.kind == Kind::kNode && meaning.node->kind == NodeKind::kFile;
  std::string problem = nameProblem(declaration.name.text, isType(meaning) || isFile);
  if (!problem.empty()) error(*alias.scope, declaration.name.range, problem);
  if (meaning.kind == Kind::kNode) {
    meaning.brand = brandOfAlias(alias, *meaning.node, meaning.brand);
  } else if (hasNode(meaning.type)) {
    Node& node = *meaning.type.node;
    meaning.type = typeOf(node, brandOfAlias(alias, node, meaning.type.brand));
  }
  return meaning;
}

void Resolver::checkAliases(Node& scope) {
  if (std::exchange(scope.checkedAliases, true)) return;
  for (const auto& alias : scope.aliases) meaningOf(*alias);
}

Type Resolver::streamResult(Node& scope, ByteRange range) {
  Expression import;
  import.kind = ExpressionKind::kImport;
  import.text = "/capnp/stream.capnp";
  import.range = import.textRange = range;
  Meaning file = resolveImport(import, scope);
  Meaning result;
  if (file.kind == Kind::kUnknown) return {};
  if (findMember(*file.node, "StreamResult", nullptr, result) && result.kind == Kind::kType &&
      result.type.kind == TypeKind::kStruct) {
    return std::move(result.type);
  }
  error(scope, range,
        "/capnp/stream.capnp is not the standard schema of that name: it has no "
        "struct StreamResult");
  return {};
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
