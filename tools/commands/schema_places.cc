// SPDX-License-Identifier: Apache-2.0
#include "tools/commands/schema_places.h"

#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "tools/compiler/cpp_values.h"

namespace capstan::inline CAPSTAN_ABI::commands {
namespace {

constexpr std::uint32_t kTagBits = 16;

// A struct, or a group in it, whose fields are still to be listed.
struct Scope {
  schema::Node::Reader node;
  std::string prefix;  // the names of the groups, each with its dot
  std::vector<TagValue> conditions;
};

std::string nameIn(const Scope& scope, const schema::Field::Reader& field) {
  return scope.prefix + std::string(std::string_view(field.getName()));
}

std::vector<TagValue> conditionsOf(const Scope& scope, const schema::Field::Reader& field) {
  std::vector<TagValue> conditions = scope.conditions;
  if (field.getDiscriminantValue() != schema::Field::NO_DISCRIMINANT) {
    conditions.push_back({scope.node.getStruct().getDiscriminantOffset() * kTagBits / 8,
                          field.getDiscriminantValue()});
  }
  return conditions;
}

FieldPlace placeOf(const Scope& scope, const schema::Field::Reader& field) {
  const auto slot = field.getSlot();
  const TypeKind kind = slot.getType().which();
  const std::uint32_t bits = dataBits(kind);
  return {.name = nameIn(scope, field),
          .type = slot.getType(),
          .offset = bits == 0 ? slot.getOffset() : slot.getOffset() * bits,
          .sizeBits = bits,
          .isPointer = isPointerKind(kind),
          .defaultBits = compiler::cpp::bitsOf(slot.getDefaultValue()),
          .conditions = conditionsOf(scope, field)};
}

FieldPlace tagOf(const Scope& scope) {
  FieldPlace tag = {.name = scope.prefix.empty() ? "union" : scope.prefix};
  if (!scope.prefix.empty()) tag.name.pop_back();
  tag.offset = scope.node.getStruct().getDiscriminantOffset() * kTagBits;
  tag.sizeBits = kTagBits;
  tag.conditions = scope.conditions;
  tag.members.resize(scope.node.getStruct().getDiscriminantCount());
  for (const auto field : scope.node.getStruct().getFields()) {
    const std::uint16_t value = field.getDiscriminantValue();
    if (value < tag.members.size()) tag.members[value] = std::string_view(field.getName());
  }
  return tag;
}

}  // namespace

std::uint32_t dataBits(TypeKind kind) {
  switch (kind) {
    case TypeKind::BOOL:
      return 1;
    case TypeKind::INT8:
    case TypeKind::UINT8:
      return 8;
    case TypeKind::INT16:
    case TypeKind::UINT16:
    case TypeKind::ENUM:
      return 16;
    case TypeKind::INT32:
    case TypeKind::UINT32:
    case TypeKind::FLOAT32:
      return 32;
    case TypeKind::INT64:
    case TypeKind::UINT64:
    case TypeKind::FLOAT64:
      return 64;
    default:
      return 0;
  }
}

bool isPointerKind(TypeKind kind) { return kind != TypeKind::VOID && dataBits(kind) == 0; }

absl::StatusOr<ExpectedType> SchemaPlaces::rootType(const std::string& file,
                                                    const std::string& name) {
  for (const auto requested : schemas_.request().getRequestedFiles()) {
    const auto node = schemas_.find(requested.getId());
    const auto type = node.has_value() ? schemas_.findNested(*node, name) : std::nullopt;
    if (type.has_value() && type->isStruct()) {
      return ExpectedType{.kind = TypeKind::STRUCT, .places = placesOf(type->getId())};
    }
  }
  return absl::NotFoundError(absl::StrCat(file, " has no struct '", name, "'"));
}

ExpectedType SchemaPlaces::expected(const schema::Type::Reader& type) {
  ExpectedType result = {.kind = type.which()};
  if (type.isStruct()) result.places = placesOf(type.getStruct().getTypeId());
  if (type.isList()) result.element = type.getList().getElementType();
  if (type.isEnum()) result.enumId = type.getEnum().getTypeId();
  return result;
}

std::string SchemaPlaces::valueText(const ExpectedType& type, std::uint64_t bits) const {
  if (type.kind == TypeKind::ENUM) {
    const auto node = schemas_.find(type.enumId);
    if (node.has_value() && node->isEnum()) {
      const auto names = node->getEnum().getEnumerants();
      if (bits < names.size()) {
        return std::string(std::string_view(names[static_cast<std::uint32_t>(bits)].getName()));
      }
    }
  }
  return compiler::cpp::schemaValueOf(type.kind, bits);
}

const StructPlaces* SchemaPlaces::placesOf(std::uint64_t id) {
  const auto known = places_.find(id);
  if (known != places_.end()) return known->second.get();
  const auto node = schemas_.find(id);
  auto made = node.has_value() && node->isStruct() ? makePlaces(*node) : nullptr;
  return places_.emplace(id, std::move(made)).first->second.get();
}

std::unique_ptr<StructPlaces> SchemaPlaces::makePlaces(const schema::Node::Reader& node) const {
  auto places = std::make_unique<StructPlaces>();
  std::vector<Scope> scopes = {{node, "", {}}};
  while (!scopes.empty()) {
    const Scope scope = std::move(scopes.back());
    scopes.pop_back();
    if (scope.node.getStruct().getDiscriminantCount() != 0) places->fields.push_back(tagOf(scope));
    for (const auto field : scope.node.getStruct().getFields()) {
      if (field.isSlot()) {
        places->fields.push_back(placeOf(scope, field));
      } else if (const auto group = schemas_.find(field.getGroup().getTypeId())) {
        scopes.push_back({*group, nameIn(scope, field) + ".", conditionsOf(scope, field)});
      }
    }
  }
  return places;
}

}  // namespace capstan::inline CAPSTAN_ABI::commands
