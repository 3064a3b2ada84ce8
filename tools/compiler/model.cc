// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/model.h"

#include <algorithm>
#include <span>

#include "tools/compiler/built_in_types.h"

namespace capstan::inline CAPSTAN_ABI::compiler {
namespace {

std::span<const Brand::Scope> scopesOf(const BrandPtr& brand) {
  return brand == nullptr ? std::span<const Brand::Scope>() : std::span(brand->scopes);
}

bool sameScopes(std::span<const Brand::Scope> a, std::span<const Brand::Scope> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const Brand::Scope& left, const Brand::Scope& right) {
                      return left.node == right.node && left.inherits == right.inherits &&
                             left.arguments == right.arguments;
                    });
}

template <typename Member>
const Member* findMember(const std::vector<Member>& members,
                         std::unordered_map<std::string_view, std::uint32_t>& index,
                         std::string_view name) {
  if (index.empty()) {
    std::uint32_t place = 0;
    for (const Member& member : members) index.try_emplace(member.declaration->name.text, place++);
  }
  auto found = index.find(name);
  return found == index.end() ? nullptr : &members[found->second];
}

}  // namespace

bool operator==(const Type& a, const Type& b) {
  if (a.kind != b.kind || a.node != b.node || a.parameterIndex != b.parameterIndex) return false;
  if (a.kind == TypeKind::kList) return *a.element == *b.element;
  return a.brand == b.brand || sameScopes(scopesOf(a.brand), scopesOf(b.brand));
}

bool isPointer(TypeKind kind) {
  return kind == TypeKind::kText || kind == TypeKind::kData || kind == TypeKind::kList ||
         kind == TypeKind::kStruct || kind == TypeKind::kInterface || isAnyPointer(kind);
}

bool isAnyPointer(TypeKind kind) {
  return kind >= TypeKind::kAnyPointer && kind <= TypeKind::kMethodParameter;
}

bool isSignedInteger(TypeKind kind) { return kind >= TypeKind::kInt8 && kind <= TypeKind::kInt64; }

bool isUnsignedInteger(TypeKind kind) {
  return kind >= TypeKind::kUInt8 && kind <= TypeKind::kUInt64;
}

bool isFloat(TypeKind kind) { return kind == TypeKind::kFloat32 || kind == TypeKind::kFloat64; }

unsigned widthLog2(TypeKind kind) {
  switch (kind) {
    case TypeKind::kBool:
      return 0;
    case TypeKind::kInt8:
    case TypeKind::kUInt8:
      return 3;
    case TypeKind::kInt16:
    case TypeKind::kUInt16:
    case TypeKind::kEnum:
      return 4;
    case TypeKind::kInt32:
    case TypeKind::kUInt32:
    case TypeKind::kFloat32:
      return 5;
    default:
      return 6;
  }
}

std::string typeName(const Type& type) {
  switch (type.kind) {
    case TypeKind::kList:
      return "List(" + typeName(*type.element) + ")";
    case TypeKind::kEnum:
    case TypeKind::kStruct:
    case TypeKind::kInterface:
      return std::string(type.node->name());
    case TypeKind::kParameter:
    case TypeKind::kMethodParameter:
      return std::string(type.node->typeParameters()[type.parameterIndex].text);
    case TypeKind::kUnknown:
      return "(unknown)";
    default:
      return std::string(kBuiltInTypeNames[static_cast<std::size_t>(type.kind)]);
  }
}

void setDisplayName(Node& node, const Node& scope, std::string_view name, std::string_view suffix) {
  std::string& out = node.displayName;
  out.reserve(scope.displayName.size() + 1 + name.size() + suffix.size());
  out += scope.displayName;
  out += scope.kind == NodeKind::kFile ? ':' : '.';
  node.displayNamePrefixLength = static_cast<std::uint32_t>(out.size());
  out.append(name).append(suffix);
}

Node& structOf(Node& node) {
  Node* at = &node;
  while (at->isGroup) at = at->parent;
  return *at;
}

const Field* findField(const Node& node, std::string_view name) {
  return findMember(node.fields, node.memberIndex, name);
}

const Enumerant* findEnumerant(const Node& node, std::string_view name) {
  return findMember(node.enumerants, node.memberIndex, name);
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
