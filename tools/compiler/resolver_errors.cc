// SPDX-License-Identifier: Apache-2.0
// What Resolver says of names: which are unknown and what they may have been meant to be, and what
// kind of thing a name stands for.
#include <utility>

#include "tools/compiler/name_guess.h"
#include "tools/compiler/resolver.h"

namespace capstan::inline CAPSTAN_ABI::compiler {
namespace {

void addNames(const Node& scope, NameGuess& guess) {
  for (const auto& node : scope.nested) guess.add(node->name());
  for (const auto& alias : scope.aliases) guess.add(alias->declaration->name.text);
  for (const Name& parameter : scope.typeParameters()) guess.add(parameter.text);
}

void addBuiltInNames(NameGuess& guess) {
  for (int i = 0; i <= static_cast<int>(TypeKind::kCapability); ++i) {
    Type type;
    type.kind = static_cast<TypeKind>(i);
    bool isPlain = type.kind != TypeKind::kList && type.kind != TypeKind::kEnum &&
                   type.kind != TypeKind::kStruct && type.kind != TypeKind::kInterface;
    if (isPlain) guess.add(typeName(type));
  }
  guess.add("List");
}

}  // namespace

bool Resolver::isNewMistake(const Node& scope, std::string what) {
  return mistakes_.emplace(scope.module, std::move(what)).second;
}

void Resolver::reportUndefined(const Expression& name, Node& scope) {
  for (const Node* at = &scope; at != nullptr; at = at->parent) {
    if (at->declaration->lacksNames) return;
  }
  if (!isNewMistake(scope, std::string(name.text))) return;
  bool isAbsolute = name.kind == ExpressionKind::kAbsoluteName;
  NameGuess guess(name.text);
  for (const Node* at = &scope; at != nullptr; at = at->parent) {
    if (!isAbsolute || at->parent == nullptr) addNames(*at, guess);
  }
  if (!isAbsolute) addBuiltInNames(guess);
  std::string hint = guess.hint();
  std::string_view own = foreignTypeName(name.text);
  if (hint.empty() && !own.empty()) hint = "; that type is called " + std::string(own) + " here";
  error(scope, name.range,
        "'" + std::string(name.text) + "' is not defined" + (isAbsolute ? " in this file" : "") +
            hint);
}

void Resolver::reportNoMember(const Expression& member, const Node* base, Node& scope) {
  std::string baseText(scope.module->source->text(member.base->range));
  std::string memberText(member.text);
  if (base != nullptr && base->declaration->lacksNames) return;
  if (!isNewMistake(scope, baseText + "." + memberText)) return;
  NameGuess guess(member.text);
  if (base != nullptr) addNames(*base, guess);
  error(scope, member.textRange,
        "'" + baseText + "' has no member named '" + memberText + "'" + guess.hint());
}

std::string_view describe(const Meaning& meaning) {
  if (meaning.kind == Meaning::Kind::kListConstructor) return "List";
  if (meaning.kind != Meaning::Kind::kNode) return "a type";
  switch (meaning.node->kind) {
    case NodeKind::kFile:
      return "a file";
    case NodeKind::kConst:
      return "a constant";
    case NodeKind::kAnnotation:
      return "an annotation";
    default:
      return "a declaration";
  }
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
