// SPDX-License-Identifier: Apache-2.0
// The shells of a header's types: enums, numbers, constants, and the names of what is nested.
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "capstan/base/absl_text.h"
#include "tools/compiler/cpp_emitter.h"
#include "tools/compiler/cpp_values.h"

namespace capstan::inline CAPSTAN_ABI::compiler::cpp {

namespace {

constexpr std::string_view kStructFacts = R"(
static constexpr std::uint64_t kTypeId = $id$;
static constexpr std::uint16_t kDataWords = $data$;
static constexpr std::uint16_t kPointers = $pointers$;
static constexpr std::uint32_t kWords = $words$;
static constexpr std::string_view kName = "$name$";
static const capstan::StructTable kTable;
static const capstan::SchemaNode kSchema;
)";

constexpr std::string_view kInterfaceFacts = R"(
static constexpr std::uint64_t kTypeId = $id$;
static constexpr std::string_view kName = "$name$";
static const capstan::InterfaceTable kTable;
static const capstan::SchemaNode kSchema;
)";

// What stands before constants: before those that are defined here, and before the others.
struct Storage {
  std::string_view inHeader;
  std::string_view inSource;
};
constexpr Storage kMember = {"static constexpr", "static"};
constexpr Storage kOfFile = {"inline constexpr", "extern"};

// -------------------------------------------------------------------------------------------------
// Enums and constants

void writeEnumerators(Writer& out, std::string_view head,
                      const std::vector<Enumerator>& enumerators) {
  if (enumerators.empty())
    return out.line(absl::StrCat("enum class ", abslText(head), " : std::uint16_t {};"));
  out.line(absl::StrCat("enum class ", abslText(head), " : std::uint16_t {"));
  out.indent();
  int value = 0;
  for (const Enumerator& each : enumerators) {
    out.comment(each.doc);
    out.line(absl::StrCat(each.name, " = ", value++, ","));
  }
  out.outdent();
  out.line("};");
}

void writeEnum(Writer& out, const Enum& type, std::string_view storage) {
  out.line();
  out.comment(type.doc);
  writeEnumerators(out, type.name, type.enumerators);
  out.line(absl::StrCat(abslText(storage), " const capstan::EnumTable ", type.table, ";"));
  out.line(absl::StrCat(abslText(storage), " const capstan::SchemaNode ", type.schema, ";"));
}

bool isPlain(const Constant& constant) {
  const Shape shape = constant.type.shape;
  return shape == Shape::kVoid || shape == Shape::kValue || shape == Shape::kText;
}

void writeConstant(Writer& out, const Constant& constant, Storage storage) {
  out.comment(constant.doc);
  const std::string& type = constant.type.name;
  const std::string head = absl::StrCat(abslText(storage.inHeader), " ", type, " ", constant.name);
  switch (constant.type.shape) {
    case Shape::kVoid:
      return out.line(head + "{};");
    case Shape::kValue:
      return out.line(absl::StrCat(head, " = ", constant.literal, ";"));
    case Shape::kText:
      return out.line(absl::StrCat(head, "{", constant.literal, "};"));
    default:
      return out.line(absl::StrCat(abslText(storage.inSource), " const capstan::Constant<", type,
                                   "> ", constant.name, ";"));
  }
}

// Constants in a row, apart only where they have comments.
void writeConstants(Writer& out, const std::vector<Constant>& constants, Storage storage) {
  for (const Constant& each : constants) {
    if (&each == &constants.front() || !each.doc.empty()) out.line();
    writeConstant(out, each, storage);
  }
}

// -------------------------------------------------------------------------------------------------
// Types

void writeViews(Writer& out, const Struct& type) {
  if (type.isInterface) {
    for (const Method& each : type.methods) out.line(absl::StrCat("struct ", each.name, ";"));
  } else {
    out.line("class Reader;");
    out.line("class Builder;");
  }
}

// What does not depend on the arguments of a generic type.
void writeFacts(Writer& out, const Struct& type) {
  if (type.isInterface) {
    return out.add(kInterfaceFacts, {{"id", hexOf(type.id)}, {"name", type.schemaName}});
  }
  out.line("struct Slots;");
  if (type.hasUnion) writeEnumerators(out, "Which", type.which);
  out.line();
  out.add(kStructFacts, {{"id", hexOf(type.id)},
                         {"data", absl::StrCat(type.dataWords)},
                         {"pointers", absl::StrCat(type.pointers)},
                         {"words", absl::StrCat(type.dataWords + type.pointers)},
                         {"name", type.schemaName}});
  if (type.hasUnion) out.line("static const capstan::EnumTable kWhichTable;");
}

void writeShell(Writer& out, const Struct& type);

void writePlainShell(Writer& out, const Struct& type) {
  out.line();
  out.comment(type.doc);
  out.line(absl::StrCat("struct ", type.name, " {"));
  out.indent();
  writeViews(out, type);
  if (type.isInterface && !type.methods.empty()) out.line();
  writeFacts(out, type);
  for (const Enum& nested : type.enums) writeEnum(out, nested, kMember.inSource);
  for (const auto& nested : type.structs) writeShell(out, *nested);
  for (const auto& group : type.groups) writeShell(out, *group);
  writeConstants(out, type.constants, kMember);
  out.outdent();
  out.line("};");
}

void writeShared(Writer& out, const Struct& type) {
  out.line();
  out.comment(absl::StrCat("What ", type.name, " has whatever its arguments."));
  out.line(absl::StrCat("struct ", type.shared, " {"));
  out.indent();
  writeFacts(out, type);
  for (const Enum& nested : type.enums) writeEnum(out, nested, kMember.inSource);
  for (const auto& nested : type.structs) writeShared(out, *nested);
  for (const auto& group : type.groups) writeShared(out, *group);
  bool isFirst = true;
  for (const Constant& each : type.constants) {
    if (isFirst || !each.doc.empty()) out.line();
    isFirst = false;
    if (isPlain(each)) {
      writeConstant(out, each, kMember);
    } else {
      out.line(absl::StrCat("static const unsigned char ", each.words, "[];"));
    }
  }
  out.outdent();
  out.line("};");
}

void writeTemplate(Writer& out, const Struct& type) {
  out.line();
  out.comment(type.doc);
  if (!type.parameters.empty()) {
    out.line(absl::StrCat("template <typename ",
                          absl::StrJoin(type.parameters, " = capstan::AnyPointer, typename "),
                          " = capstan::AnyPointer>"));
  }
  out.line(absl::StrCat("struct ", type.name, " : ", type.shared, " {"));
  out.indent();
  writeViews(out, type);
  for (const auto& nested : type.structs) writeTemplate(out, *nested);
  for (const auto& group : type.groups) writeTemplate(out, *group);
  bool isFirst = true;
  for (const Constant& each : type.constants) {
    if (isPlain(each)) continue;
    if (isFirst || !each.doc.empty()) out.line();
    isFirst = false;
    writeConstant(out, each, kMember);
  }
  out.outdent();
  out.line("};");
}

void writeShell(Writer& out, const Struct& type) {
  if (!type.isGeneric) return writePlainShell(out, type);
  writeShared(out, type);
  writeTemplate(out, type);
}

}  // namespace

void writeShells(Writer& out, const File& file) {
  for (const Enum& each : file.enums) writeEnum(out, each, kOfFile.inSource);
  for (const auto& each : file.structs) writeShell(out, *each);
}

void writeFileConstants(Writer& out, const File& file) {
  writeConstants(out, file.constants, kOfFile);
}

void writeGenericConstants(Writer& out, const Struct& type) {
  for (const auto& nested : type.structs) writeGenericConstants(out, *nested);
  for (const auto& group : type.groups) writeGenericConstants(out, *group);
  if (!type.isGeneric) return;
  for (const Constant& each : type.constants) {
    if (isPlain(each)) continue;
    out.line();
    out.add(type.templateHead);
    out.joined(absl::StrCat("constinit const capstan::Constant<", each.type.name, "> "),
               absl::StrCat(type.path, "::", each.name, "{", each.words, "};"));
  }
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler::cpp
