// SPDX-License-Identifier: Apache-2.0
// The type tables of a source (layout/type_table.h).
#include "tools/compiler/cpp_source_state.h"

namespace capstan::inline CAPSTAN_ABI::compiler::cpp {

namespace {

void writeNames(SourceState& state, std::string_view table, std::string_view name, std::uint64_t id,
                const std::vector<Enumerator>& enumerators, std::string_view names) {
  Parts items;
  for (const Enumerator& each : enumerators) items.add({"\"", each.schemaName, "\""});
  if (!items.empty()) {
    state.out.line();
    state.out.list(text("static constexpr std::string_view ", names, "[] = {"), items, 8);
  }
  state.out.line();
  state.out.line("constinit const capstan::EnumTable ", table, " = {");
  state.out.line("    .name = \"", name, "\",");
  state.out.line("    .typeId = 0x", Digits(id, 16), ",");
  if (!items.empty()) state.out.line("    .enumerants = ", names, ",");
  state.out.line("};");
}

void writeField(Writer& out, const Struct& type, const Field& field) {
  const bool isGroup = field.group != nullptr;
  const Type& fieldType = field.type;
  const std::string_view structTable = isGroup ? field.group->qualified : fieldType.structTable;
  const bool isList = !isGroup && fieldType.listDepth != 0;
  const bool hasOffset = !isGroup && field.offset != 0;
  const bool hasBits = !isGroup && fieldType.shape == Shape::kValue && field.defaultBits != 0;
  const bool hasFallback = !isGroup && !field.defaultName.empty();
  out.entry(
      text(".name = \"", field.schemaName, "\""),
      text(".type = {.kind = capstan::TypeKind::", either(isGroup, "kGroup", fieldType.tableKind),
           onlyIf(isList, ", .listDepth = "), onlyIf(isList, Digits(fieldType.listDepth)),
           onlyIf(!structTable.empty(), ", .structTable = &"), structTable,
           onlyIf(isGroup, "::kTable"),
           onlyIf(!isGroup && !fieldType.enumTable.empty(), ", .enumTable = &"),
           onlyIf(!isGroup, fieldType.enumTable), "}"),
      text(onlyIf(hasOffset, ".offset = "), onlyIf(hasOffset, Digits(field.offset))),
      text(onlyIf(hasBits, ".defaultBits = 0x"), onlyIf(hasBits, Digits(field.defaultBits, 16))),
      text(onlyIf(hasFallback, ".fallback = "), onlyIf(hasFallback, type.qualified),
           onlyIf(hasFallback, "::Slots::"), field.defaultName),
      text(onlyIf(field.inUnion, ".discriminant = "),
           onlyIf(field.inUnion, Digits(field.discriminant))));
}

// The fields of a struct and their order, as far as it has any.
void writeFields(SourceState& state, const Struct& type) {
  if (type.fields.empty()) return;
  state.out.line();
  state.out.line("static constexpr capstan::FieldTable ", type.source, "_Fields[] = {");
  for (const Field& field : type.fields) writeField(state.out, type, field);
  state.out.line("};");
  Parts indexes;
  for (const std::uint16_t index : type.declared) indexes.add({Digits(index)});
  state.out.list(text("static constexpr std::uint16_t ", type.source, "_Order[] = {"), indexes, 24);
}

void writeMethods(SourceState& state, const Struct& type) {
  if (type.methods.empty()) return;
  state.out.line();
  state.out.line("static constexpr capstan::MethodTable ", type.source, "_Methods[] = {");
  for (const Method& each : type.methods) {
    state.out.entry(text(".name = \"", each.schemaName, "\""),
                    text(".params = &", each.params.structTable),
                    text(".results = &", each.results.structTable));
  }
  state.out.line("};");
}

void writeSuperclasses(SourceState& state, const Struct& type) {
  if (type.superclasses.empty()) return;
  Parts tables;
  for (const std::string_view each : type.superclasses) tables.add({"&", each});
  state.out.line();
  state.out.list(
      text("static constexpr const capstan::InterfaceTable* ", type.source, "_Superclasses[] = {"),
      tables, 8);
}

}  // namespace

void writeEnumTable(SourceState& state, const Enum& type, std::string_view scope) {
  writeNames(state, state.member(scope, type.table), type.schemaName, type.id, type.enumerators,
             state.text.join(type.source, "_Names"));
}

void writeWhichTable(SourceState& state, const Struct& type) {
  writeNames(state, state.member(type.sharedPath, "kWhichTable"),
             state.text.join(type.schemaName, ".Which"), type.id, type.which,
             state.text.join(type.source, "_WhichNames"));
}

void writeStructTable(SourceState& state, const Struct& type) {
  Writer& out = state.out;
  writeFields(state, type);
  out.line();
  out.line("constinit const capstan::StructTable ", type.sharedPath, "::kTable = {");
  out.line("    .name = kName,");
  out.line("    .typeId = kTypeId,");
  out.line("    .size = {kDataWords, kPointers},");
  if (!type.fields.empty()) {
    out.line("    .fields = ", type.source, "_Fields,");
    out.line("    .declarationOrder = ", type.source, "_Order,");
  }
  if (type.hasUnion) {
    out.line("    .discriminantCount = ", Digits(type.discriminantCount), ",");
    out.line("    .discriminantOffset = ", Digits(type.discriminantOffset), ",");
  }
  out.line("};");
}

void writeInterfaceTable(SourceState& state, const Struct& type) {
  Writer& out = state.out;
  writeMethods(state, type);
  writeSuperclasses(state, type);
  out.line();
  out.line("constinit const capstan::InterfaceTable ", type.sharedPath, "::kTable = {");
  out.line("    .name = kName,");
  out.line("    .typeId = kTypeId,");
  if (!type.methods.empty()) out.line("    .methods = ", type.source, "_Methods,");
  if (!type.superclasses.empty()) {
    out.line("    .superclasses = ", type.source, "_Superclasses,");
  }
  out.line("};");
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler::cpp
