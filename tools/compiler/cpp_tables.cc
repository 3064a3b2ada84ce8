// SPDX-License-Identifier: Apache-2.0
// The type tables of a source (layout/type_table.h).
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "tools/compiler/cpp_source_state.h"
#include "tools/compiler/cpp_values.h"

namespace capstan::inline CAPSTAN_ABI::compiler::cpp {

namespace {

constexpr std::size_t kColumns = 100;

constexpr std::string_view kEnumTable = R"(

constinit const capstan::EnumTable $table$ = {
    .name = "$name$",
    .typeId = $id$,
)";

using Members = std::vector<std::string>;

// A table is a definition and its members, one a line.
void writeTable(Writer& out, std::string_view head, const Members& members) {
  out.line();
  out.line(std::string(head) + " = {");
  for (const std::string& member : members) out.line("    " + member + ",");
  out.line("};");
}

void writeNames(SourceState& state, std::string_view table, std::string_view name, std::uint64_t id,
                const std::vector<Enumerator>& enumerators, const std::string& names) {
  Members items;
  for (const Enumerator& each : enumerators) items.push_back('"' + each.schemaName + '"');
  if (!items.empty()) {
    state.out.line();
    state.out.list("static constexpr std::string_view " + names + "[]", items, 8);
  }
  state.out.add(kEnumTable, {{"table", table}, {"name", name}, {"id", hexOf(id)}});
  if (!items.empty()) state.out.line("    .enumerants = " + names + ",");
  state.out.line("};");
}

Members typeRef(const Field& field) {
  if (field.group != nullptr) {
    return {".kind = capstan::TypeKind::kGroup",
            absl::StrCat(".structTable = &", field.group->qualified, "::kTable")};
  }
  const Type& type = field.type;
  Members members = {".kind = capstan::TypeKind::" + type.tableKind};
  if (type.listDepth != 0) members.push_back(absl::StrCat(".listDepth = ", type.listDepth));
  if (!type.structTable.empty()) members.push_back(".structTable = &" + type.structTable);
  if (!type.enumTable.empty()) members.push_back(".enumTable = &" + type.enumTable);
  return members;
}

Members fieldMembers(const Struct& type, const Field& field) {
  Members members = {absl::StrCat(".name = \"", field.schemaName, "\""),
                     ".type = {" + absl::StrJoin(typeRef(field), ", ") + "}"};
  if (field.group == nullptr) {
    if (field.offset != 0) members.push_back(absl::StrCat(".offset = ", field.offset));
    if (field.type.shape == Shape::kValue && field.defaultBits != 0) {
      members.push_back(".defaultBits = " + hexOf(field.defaultBits));
    }
    if (!field.defaultName.empty()) {
      members.push_back(
          absl::StrCat(".fallback = ", type.qualified, "::Slots::", field.defaultName));
    }
  }
  if (field.inUnion) members.push_back(absl::StrCat(".discriminant = ", field.discriminant));
  return members;
}

// A member a line where an entry is too long for one.
void writeEntry(Writer& out, const Members& members) {
  const std::string whole = absl::StrCat("    {", absl::StrJoin(members, ", "), "},");
  if (whole.size() <= kColumns) return out.line(whole);
  for (std::size_t i = 0; i < members.size(); ++i) {
    const std::string before = i == 0 ? "    {" : "     ";
    const std::string after = i + 1 == members.size() ? "}," : ",";
    const std::string member = before + members[i] + after;
    // In a TypeRef that is too long, the table is what makes it so.
    const std::size_t table = member.find("&::");
    if (member.size() <= kColumns || table == std::string::npos) {
      out.line(member);
    } else {
      out.line(member.substr(0, table - 1));
      out.line("                  " + member.substr(table));
    }
  }
}

}  // namespace

void writeEnumTable(SourceState& state, const Enum& type, std::string_view scope) {
  const std::string prefix = scopePrefix(scope);
  writeNames(state, prefix + type.table, type.schemaName, type.id, type.enumerators,
             state.claim(prefix + type.name, "Names"));
}

void writeWhichTable(SourceState& state, const Struct& type) {
  writeNames(state, type.sharedPath + "::kWhichTable", type.schemaName + ".Which", type.id,
             type.which, state.claim(type.sharedPath, "WhichNames"));
}

void writeStructTable(SourceState& state, const Struct& type) {
  Members members = {".name = kName", ".typeId = kTypeId", ".size = {kDataWords, kPointers}"};
  if (!type.fields.empty()) {
    const std::string fields = state.claim(type.sharedPath, "Fields");
    const std::string order = state.claim(type.sharedPath, "Order");
    state.out.line();
    state.out.line("static constexpr capstan::FieldTable " + fields + "[] = {");
    for (const Field& field : type.fields) writeEntry(state.out, fieldMembers(type, field));
    state.out.line("};");
    Members indexes;
    for (const std::uint16_t index : type.declared) indexes.push_back(absl::StrCat(index));
    state.out.list("static constexpr std::uint16_t " + order + "[]", indexes, 24);
    members.push_back(".fields = " + fields);
    members.push_back(".declarationOrder = " + order);
  }
  if (type.hasUnion) {
    members.push_back(absl::StrCat(".discriminantCount = ", type.discriminantCount));
    members.push_back(absl::StrCat(".discriminantOffset = ", type.discriminantOffset));
  }
  writeTable(state.out,
             absl::StrCat("constinit const capstan::StructTable ", type.sharedPath, "::kTable"),
             members);
}

void writeInterfaceTable(SourceState& state, const Struct& type) {
  Members members = {".name = kName", ".typeId = kTypeId"};
  if (!type.methods.empty()) {
    const std::string methods = state.claim(type.sharedPath, "Methods");
    state.out.line();
    state.out.line("static constexpr capstan::MethodTable " + methods + "[] = {");
    for (const Method& each : type.methods) {
      writeEntry(state.out, {absl::StrCat(".name = \"", each.schemaName, "\""),
                             ".params = &" + each.params.structTable,
                             ".results = &" + each.results.structTable});
    }
    state.out.line("};");
    members.push_back(".methods = " + methods);
  }
  if (!type.superclasses.empty()) {
    const std::string superclasses = state.claim(type.sharedPath, "Superclasses");
    Members tables;
    for (const std::string& each : type.superclasses) tables.push_back("&" + each);
    state.out.line();
    state.out.list("static constexpr const capstan::InterfaceTable* " + superclasses + "[]", tables,
                   8);
    members.push_back(".superclasses = " + superclasses);
  }
  writeTable(state.out,
             absl::StrCat("constinit const capstan::InterfaceTable ", type.sharedPath, "::kTable"),
             members);
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler::cpp
