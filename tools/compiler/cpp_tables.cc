// SPDX-License-Identifier: Apache-2.0
// The type tables of a source (layout/type_table.h).
#include "tools/compiler/cpp_source_state.h"

namespace capstan::inline CAPSTAN_ABI::compiler::cpp {

namespace {

constexpr std::size_t kColumns = 100;

constexpr std::string_view kEnumTable = R"(

constinit const capstan::EnumTable $table$ = {
    .name = "$name$",
    .typeId = 0x$id$,
)";

// A table is a definition and its members, one a line.
void writeTable(Writer& out, Pieces head, const Parts& members) {
  out.line();
  out.line(head);
  for (std::size_t i = 0; i < members.size(); ++i) out.line({"    ", members[i], ","});
  out.line("};");
}

void writeNames(SourceState& state, std::string_view table, std::string_view name, std::uint64_t id,
                const std::vector<Enumerator>& enumerators, std::string_view names) {
  Parts items;
  for (const Enumerator& each : enumerators) items.add({"\"", each.schemaName, "\""});
  if (!items.empty()) {
    state.out.line();
    state.out.list({"static constexpr std::string_view ", names, "[] = {"}, items, 8);
  }
  state.out.add(kEnumTable, {{"table", table}, {"name", name}, {"id", Digits(id, 16)}});
  if (!items.empty()) state.out.line({"    .enumerants = ", names, ","});
  state.out.line("};");
}

void addTypeRef(const Field& field, Parts& members) {
  if (field.group != nullptr) {
    return members.add({".type = {.kind = capstan::TypeKind::kGroup, .structTable = &",
                        field.group->qualified, "::kTable}"});
  }
  const Type& type = field.type;
  const bool isList = type.listDepth != 0;
  members.add({".type = {.kind = capstan::TypeKind::", type.tableKind,
               isList ? ", .listDepth = " : "",
               isList ? std::string_view(Digits(type.listDepth)) : std::string_view(),
               type.structTable.empty() ? "" : ", .structTable = &", type.structTable,
               type.enumTable.empty() ? "" : ", .enumTable = &", type.enumTable, "}"});
}

void addField(const Struct& type, const Field& field, Parts& members) {
  members.add({".name = \"", field.schemaName, "\""});
  addTypeRef(field, members);
  if (field.group == nullptr) {
    if (field.offset != 0) members.add({".offset = ", Digits(field.offset)});
    if (field.type.shape == Shape::kValue && field.defaultBits != 0) {
      members.add({".defaultBits = 0x", Digits(field.defaultBits, 16)});
    }
    if (!field.defaultName.empty()) {
      members.add({".fallback = ", type.qualified, "::Slots::", field.defaultName});
    }
  }
  if (field.inUnion) members.add({".discriminant = ", Digits(field.discriminant)});
}

// In a TypeRef that is too long for a line, the table is what makes it so.
void writeMember(Writer& out, std::string_view before, std::string_view member,
                 std::string_view after) {
  const std::size_t table = member.find("&::");
  if (before.size() + member.size() + after.size() <= kColumns || table == std::string_view::npos) {
    return out.line({before, member, after});
  }
  out.line({before, member.substr(0, table - 1)});
  out.line({"                  ", member.substr(table), after});
}

// A member a line where an entry is too long for one.
void writeEntry(Writer& out, const Parts& members) {
  constexpr std::string_view kBegin = "    {";
  constexpr std::string_view kEnd = "},";
  if (out.row({kBegin}, members, kEnd)) return;
  for (std::size_t i = 0; i < members.size(); ++i) {
    writeMember(out, i == 0 ? kBegin : "     ", members[i], i + 1 == members.size() ? kEnd : ",");
  }
}

// The fields of a struct and their order, as far as it has any.
void writeFields(SourceState& state, const Struct& type, Parts& members) {
  if (type.fields.empty()) return;
  const std::string_view fields = state.claim(type.sharedPath, "Fields");
  const std::string_view order = state.claim(type.sharedPath, "Order");
  state.out.line();
  state.out.line({"static constexpr capstan::FieldTable ", fields, "[] = {"});
  Parts entry;
  for (const Field& field : type.fields) {
    entry.clear();
    addField(type, field, entry);
    writeEntry(state.out, entry);
  }
  state.out.line("};");
  Parts indexes;
  for (const std::uint16_t index : type.declared) indexes.add({Digits(index)});
  state.out.list({"static constexpr std::uint16_t ", order, "[] = {"}, indexes, 24);
  members.add({".fields = ", fields});
  members.add({".declarationOrder = ", order});
}

void writeMethods(SourceState& state, const Struct& type, Parts& members) {
  if (type.methods.empty()) return;
  const std::string_view methods = state.claim(type.sharedPath, "Methods");
  state.out.line();
  state.out.line({"static constexpr capstan::MethodTable ", methods, "[] = {"});
  for (const Method& each : type.methods) {
    Parts entry;
    entry.add({".name = \"", each.schemaName, "\""});
    entry.add({".params = &", each.params.structTable});
    entry.add({".results = &", each.results.structTable});
    writeEntry(state.out, entry);
  }
  state.out.line("};");
  members.add({".methods = ", methods});
}

void writeSuperclasses(SourceState& state, const Struct& type, Parts& members) {
  if (type.superclasses.empty()) return;
  const std::string_view superclasses = state.claim(type.sharedPath, "Superclasses");
  Parts tables;
  for (const std::string_view each : type.superclasses) tables.add({"&", each});
  state.out.line();
  state.out.list({"static constexpr const capstan::InterfaceTable* ", superclasses, "[] = {"},
                 tables, 8);
  members.add({".superclasses = ", superclasses});
}

}  // namespace

void writeEnumTable(SourceState& state, const Enum& type, std::string_view scope) {
  writeNames(state, state.member(scope, type.table), type.schemaName, type.id, type.enumerators,
             state.claim(state.member(scope, type.name), "Names"));
}

void writeWhichTable(SourceState& state, const Struct& type) {
  writeNames(state, state.member(type.sharedPath, "kWhichTable"),
             state.text.join({type.schemaName, ".Which"}), type.id, type.which,
             state.claim(type.sharedPath, "WhichNames"));
}

void writeStructTable(SourceState& state, const Struct& type) {
  Parts members;
  members.add({".name = kName"});
  members.add({".typeId = kTypeId"});
  members.add({".size = {kDataWords, kPointers}"});
  writeFields(state, type, members);
  if (type.hasUnion) {
    members.add({".discriminantCount = ", Digits(type.discriminantCount)});
    members.add({".discriminantOffset = ", Digits(type.discriminantOffset)});
  }
  writeTable(state.out, {"constinit const capstan::StructTable ", type.sharedPath, "::kTable = {"},
             members);
}

void writeInterfaceTable(SourceState& state, const Struct& type) {
  Parts members;
  members.add({".name = kName"});
  members.add({".typeId = kTypeId"});
  writeMethods(state, type, members);
  writeSuperclasses(state, type, members);
  writeTable(state.out,
             {"constinit const capstan::InterfaceTable ", type.sharedPath, "::kTable = {"},
             members);
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler::cpp
