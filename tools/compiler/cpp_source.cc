// SPDX-License-Identifier: Apache-2.0
// A source: the tables of types (cpp_tables), the bytes of defaults and constants, the schema.
#include <span>

#include "absl/strings/str_cat.h"
#include "capstan/base/absl_text.h"
#include "tools/compiler/cpp_emitter.h"
#include "tools/compiler/cpp_source_state.h"

namespace capstan::inline CAPSTAN_ABI::compiler::cpp {

namespace {

constexpr std::string_view kAccessorsRule = R"(
// Accessors that speak of types of files that include this one's header in turn.
)";

constexpr std::string_view kSchemaRule = R"(
// -------------------------------------------------------------------------------------------------
// The schema: each type's node, encoded, and the nodes that it speaks of.
)";

void writeBytes(SourceState& state, const auto& head, std::span<const unsigned char> bytes) {
  state.out.line();
  state.out.bytes(head, bytes);
}

void writeConstants(SourceState& state, const std::vector<Constant>& constants,
                    std::string_view scope, bool isGeneric) {
  for (const Constant& each : constants) {
    const Shape shape = each.type.shape;
    if (shape == Shape::kVoid || shape == Shape::kValue || shape == Shape::kText) continue;
    if (isGeneric) {
      writeBytes(state, text("alignas(8) const unsigned char ", scope, "::", each.words, "[]"),
                 each.bytes);
      continue;
    }
    const std::string_view path = state.member(scope, each.name);
    const std::string_view words = state.text.join(each.source, "_Words");
    const std::string_view type = each.isLate ? state.member(scope, each.lateType) : each.type.name;
    writeBytes(state, text("alignas(8) static constexpr unsigned char ", words, "[]"), each.bytes);
    state.out.joined(text("constinit const capstan::",
                          either(each.isLate, "LateConstant<", "Constant<"), type, "> "),
                     text(path, "{", words, "};"));
  }
}

void writeDefaults(SourceState& state, const Struct& type) {
  for (const Field& field : type.fields) {
    if (field.defaultName.empty()) continue;
    writeBytes(state,
               text("alignas(8) const unsigned char ", type.sharedPath,
                    "::Slots::", field.defaultName, "[]"),
               field.defaultBytes);
  }
}

void writeType(SourceState& state, const Struct& type) {
  for (const Enum& each : type.enums) writeEnumTable(state, each, type.sharedPath);
  for (const auto& nested : type.structs) writeType(state, *nested);
  for (const auto& group : type.groups) writeType(state, *group);
  if (type.isInterface) {
    writeInterfaceTable(state, type);
  } else {
    if (type.hasUnion) writeWhichTable(state, type);
    writeDefaults(state, type);
    writeStructTable(state, type);
  }
  writeConstants(state, type.constants, type.sharedPath, type.isGeneric);
}

// -------------------------------------------------------------------------------------------------
// The schema

void writeNode(SourceState& state, std::string_view source, std::string_view name, std::uint64_t id,
               const SchemaNode& node) {
  const std::span<const unsigned char> words = state.nodes.encode(node.node);
  if (words.empty()) state.fail(node.node.getDisplayName());
  writeBytes(state, text("alignas(8) static constexpr unsigned char ", source, "_SchemaWords[]"),
             words);
  if (!node.dependencies.empty()) {
    Parts items;
    for (const std::string_view each : node.dependencies) items.add({"&", each});
    state.out.list(
        text("static constexpr const capstan::SchemaNode* ", source, "_SchemaNeeds[] = {"), items,
        8);
  }
  state.out.line("constinit const capstan::SchemaNode ", name, " = {");
  state.out.line("    .typeId = 0x", Digits(id, 16), ",");
  state.out.line("    .words = ", source, "_SchemaWords,");
  if (!node.dependencies.empty()) {
    state.out.line("    .dependencies = ", source, "_SchemaNeeds,");
  }
  state.out.line("};");
}

void writeNodes(SourceState& state, const std::vector<Enum>& enums, std::string_view scope) {
  for (const Enum& each : enums) {
    writeNode(state, each.source, state.member(scope, each.schema), each.id, each.node);
  }
}

void writeNodes(SourceState& state, const Struct& type) {
  writeNodes(state, type.enums, type.sharedPath);
  for (const auto& nested : type.structs) writeNodes(state, *nested);
  for (const auto& group : type.groups) writeNodes(state, *group);
  writeNode(state, type.source, state.member(type.sharedPath, "kSchema"), type.id, type.node);
}

void writeSchema(SourceState& state, const File& file) {
  if (file.enums.empty() && file.structs.empty()) return;
  state.out.lines(kSchemaRule);
  writeNodes(state, file.enums, "");
  for (const auto& each : file.structs) writeNodes(state, *each);
}

}  // namespace

void SourceState::fail(std::string_view node) {
  if (!status.ok()) return;
  status = absl::InvalidArgumentError(
      absl::StrCat("'", abslText(node), "' has a node that cannot be copied"));
}

std::string_view SourceState::member(std::string_view scope, std::string_view name) {
  return scope.empty() ? name : text.join(scope, "::", name);
}

absl::Status writeSource(Writer& out, const File& file, const Writer& accessors) {
  SourceState state{.out = out};
  const std::string_view base = file.name.substr(file.name.rfind('/') + 1);
  out.line("// Generated by capstan from ", file.name, "; do not edit.");
  out.line("#include \"", base, ".h\"");
  out.line();
  out.line("#include \"capstan/layout/type_table.h\"");
  openNamespace(state.out, file);
  for (const Enum& each : file.enums) writeEnumTable(state, each, "");
  for (const auto& each : file.structs) writeType(state, *each);
  writeConstants(state, file.constants, "", false);
  if (!accessors.empty()) state.out.lines(kAccessorsRule);
  state.out.append(accessors);
  writeSchema(state, file);
  closeNamespace(state.out, file);
  return state.status;
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler::cpp
