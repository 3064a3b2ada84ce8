// SPDX-License-Identifier: Apache-2.0
// The shells of a header's types: enums, numbers, constants, and the names of what is nested.
#include "tools/compiler/cpp_emitter.h"

namespace capstan::inline CAPSTAN_ABI::compiler::cpp {

namespace {

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
  if (enumerators.empty()) return out.line("enum class ", head, " : std::uint16_t {};");
  out.line("enum class ", head, " : std::uint16_t {");
  out.indent();
  std::uint64_t value = 0;
  for (const Enumerator& each : enumerators) {
    out.comment(each.doc);
    out.line(each.name, " = ", Digits(value++), ",");
  }
  out.outdent();
  out.line("};");
}

void writeEnum(Writer& out, const Enum& type, std::string_view storage) {
  out.line();
  out.comment(type.doc);
  writeEnumerators(out, type.name, type.enumerators);
  out.line(storage, " const capstan::EnumTable ", type.table, ";");
  out.line(storage, " const capstan::SchemaNode ", type.schema, ";");
}

bool isPlain(const Constant& constant) {
  const Shape shape = constant.type.shape;
  return shape == Shape::kVoid || shape == Shape::kValue || shape == Shape::kText;
}

void writeLateConstant(Writer& out, const Constant& constant) {
  const std::string_view type = constant.lateType;
  out.line("struct ", type, ";");
  if (isPlain(constant)) {
    out.line("static constexpr capstan::LateEnumerator<", type, "> ", constant.name, "{};");
  } else {
    out.line("static const capstan::LateConstant<", type, "> ", constant.name, ";");
  }
}

void writeConstant(Writer& out, const Constant& constant, Storage storage) {
  out.comment(constant.doc);
  if (constant.isLate) return writeLateConstant(out, constant);
  const std::string_view type = constant.type.name;
  const std::string_view name = constant.name;
  switch (constant.type.shape) {
    case Shape::kVoid:
      return out.line(storage.inHeader, " ", type, " ", name, "{};");
    case Shape::kValue:
      return out.line(storage.inHeader, " ", type, " ", name, " = ", constant.literal, ";");
    case Shape::kText:
      return out.line(storage.inHeader, " ", type, " ", name, "{", constant.literal, "};");
    default:
      return out.line(storage.inSource, " const capstan::Constant<", type, "> ", name, ";");
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
    for (const Method& each : type.methods) out.line("struct ", each.name, ";");
  } else {
    out.line("class Reader;");
    out.line("class Builder;");
  }
}

// What does not depend on the arguments of a generic type.
void writeFacts(Writer& out, const Struct& type) {
  const bool isStruct = !type.isInterface;
  if (isStruct) out.line("struct Slots;");
  if (type.hasUnion) writeEnumerators(out, "Which", type.which);
  if (isStruct) out.line();
  out.line("static constexpr std::uint64_t kTypeId = 0x", Digits(type.id, 16), ";");
  if (isStruct) {
    out.line("static constexpr std::uint16_t kDataWords = ", Digits(type.dataWords), ";");
    out.line("static constexpr std::uint16_t kPointers = ", Digits(type.pointers), ";");
    out.line("static constexpr std::uint32_t kWords = ",
             Digits(std::uint64_t{type.dataWords} + type.pointers), ";");
  }
  out.line("static constexpr std::string_view kName = \"", type.schemaName, "\";");
  out.line("static const capstan::", either(isStruct, "StructTable", "InterfaceTable"), " kTable;");
  out.line("static const capstan::SchemaNode kSchema;");
  if (type.hasUnion) out.line("static const capstan::EnumTable kWhichTable;");
}

void writeShell(Writer& out, const Struct& type);

void writePlainShell(Writer& out, const Struct& type) {
  out.line();
  out.comment(type.doc);
  out.line("struct ", type.name, " {");
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
  out.line("// What ", type.name, " has whatever its arguments.");
  out.line("struct ", type.shared, " {");
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
      out.line("static const unsigned char ", each.words, "[];");
    }
  }
  out.outdent();
  out.line("};");
}

void writeTemplate(Writer& out, const Struct& type) {
  out.line();
  out.comment(type.doc);
  if (!type.parameters.empty()) {
    std::string parameters;
    for (const std::string_view each : type.parameters) {
      append(parameters,
             {parameters.empty() ? "" : ", ", "typename ", each, " = capstan::AnyPointer"});
    }
    out.line("template <", parameters, ">");
  }
  out.line("struct ", type.name, " : ", type.shared, " {");
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

// The path of a generic type as a type is named with it: "typename Box<T>::template Inner<U>".
std::string dependentName(std::string_view path) {
  std::string result = "typename ";
  for (;;) {
    const std::size_t end = path.find("::");
    append(result, {path.substr(0, end)});
    if (end == std::string_view::npos) return result;
    path.remove_prefix(end + 2);
    const bool isTemplate = path.substr(0, path.find("::")).ends_with('>');
    append(result, {"::", isTemplate ? "template " : ""});
  }
}

// Enumerators do not depend on the arguments of a generic type.
void writeLateType(Writer& out, const Struct& type, const Constant& constant) {
  out.line();
  if (isPlain(constant)) {
    out.line("struct ", type.sharedPath, "::", constant.lateType, " {");
    out.line("  static constexpr auto kValue = ", constant.literal, ";");
  } else {
    out.lines(type.templateHead);
    out.line("struct ", type.path, "::", constant.lateType, " {");
    out.line("  using Type = ", constant.type.name, ";");
  }
  out.line("};");
}

void writeLateTypes(Writer& out, const Struct& type) {
  for (const auto& nested : type.structs) writeLateTypes(out, *nested);
  for (const auto& group : type.groups) writeLateTypes(out, *group);
  for (const Constant& each : type.constants) {
    if (each.isLate) writeLateType(out, type, each);
  }
}

}  // namespace

void writeShells(Writer& out, const File& file) {
  for (const Enum& each : file.enums) writeEnum(out, each, kOfFile.inSource);
  for (const auto& each : file.structs) writeShell(out, *each);
}

void writeFileConstants(Writer& out, const File& file) {
  writeConstants(out, file.constants, kOfFile);
}

void writeLateTypes(Writer& out, const File& file) {
  Writer types;
  for (const auto& each : file.structs) writeLateTypes(types, *each);
  if (types.empty()) return;
  out.line();
  out.comment("The types of constants that had to be declared before them.");
  out.append(types);
}

void writeGenericConstants(Writer& out, const Struct& type) {
  for (const auto& nested : type.structs) writeGenericConstants(out, *nested);
  for (const auto& group : type.groups) writeGenericConstants(out, *group);
  if (!type.isGeneric) return;
  for (const Constant& each : type.constants) {
    if (isPlain(each)) continue;
    out.line();
    out.lines(type.templateHead);
    if (each.isLate) {
      out.joined(text("constinit const capstan::LateConstant<", dependentName(type.path),
                      "::", each.lateType, "> "),
                 text(type.path, "::", each.name, "{", each.words, "};"));
    } else {
      out.joined(text("constinit const capstan::Constant<", each.type.name, "> "),
                 text(type.path, "::", each.name, "{", each.words, "};"));
    }
  }
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler::cpp
