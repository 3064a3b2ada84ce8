// SPDX-License-Identifier: Apache-2.0
// The Builder classes of a header.
#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "capstan/base/absl_text.h"
#include "tools/compiler/cpp_emitter.h"

namespace capstan::inline CAPSTAN_ABI::compiler::cpp {

namespace {

constexpr std::string_view kBuilderHead = R"(
class $path$::Builder : public capstan::TypedView<$name$> {
 public:
  Builder() = default;
  explicit Builder(capstan::StructBuilder raw) : raw_(raw) {}
  const capstan::StructBuilder& raw() const { return raw_; }
  Reader asReader() const { return Reader(raw_.asReader()); }
  operator Reader() const { return asReader(); }
)";

constexpr std::string_view kWhich = R"(

  Which which() const { return raw_.get(Slots::kDiscriminant); }
)";

constexpr std::string_view kBuilderEnd = R"(

 private:
  capstan::StructBuilder raw_;
};
)";

using Statements = std::vector<std::string>;

// What makes the field its union's active member; nothing outside of unions.
Statements setTag(const Field& field) {
  if (!field.inUnion) return {};
  return {absl::StrCat("raw_.set(Slots::kDiscriminant, Which::", field.enumerator, ");")};
}

// What stops the program from taking an inactive member apart.
Statements requireActive(const Struct& scope, const Field& field) {
  if (!field.inUnion) return {};
  return {absl::StrCat("capstan::requireUse(", isActive(field), ", \"", scope.schemaName, ".",
                       field.schemaName, " is not the active member of its union\");")};
}

Statements operator+(Statements first, const Statements& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

// Whether the bits of one field lie within the other's.
bool covers(const Field& outer, const Field& inner) {
  const std::uint64_t begin = std::uint64_t{inner.offset} * inner.type.bits;
  const std::uint64_t outerBegin = std::uint64_t{outer.offset} * outer.type.bits;
  return outerBegin <= begin && begin + inner.type.bits <= outerBegin + outer.type.bits;
}

// The statements that clear a group: every bit and pointer once, where union members share them.
Statements clearGroup(const Struct& group) {
  Statements result;
  std::set<std::uint32_t> pointers;
  const auto isValue = [](const Field& field) {
    return field.group == nullptr && field.type.shape == Shape::kValue;
  };
  for (const std::uint16_t index : group.declared) {
    const Field& field = group.fields[index];
    if (field.group != nullptr) {
      result.push_back(absl::StrCat(field.type.builder, "(raw_).clear();"));
    } else if (isValue(field)) {
      const bool isCovered =
          std::any_of(group.fields.begin(), group.fields.end(), [&](const Field& other) {
            if (&other == &field || !isValue(other) || !covers(other, field)) return false;
            return other.type.bits > field.type.bits || &other < &field;
          });
      if (!isCovered) result.push_back(absl::StrCat("raw_.clear(", slotOf(field), ");"));
    } else if (field.type.shape != Shape::kVoid && pointers.insert(field.offset).second) {
      result.push_back(absl::StrCat("raw_.pointer(", slotOf(field), ").clear();"));
    }
  }
  if (group.hasUnion) result.push_back("raw_.clear(Slots::kDiscriminant);");
  return result;
}

void writeGroup(Writer& out, const Struct& scope, const Field& field) {
  const std::string& builder = field.type.builder;
  out.function({builder, "get" + field.name + "() const",
                requireActive(scope, field) + Statements{"return " + builder + "(raw_);"}});
  out.function({builder, "init" + field.name + "() const",
                Statements{"const " + builder + " made(raw_);", "made.clear();"} + setTag(field) +
                    Statements{"return made;"}});
}

void writeVoid(Writer& out, const Field& field) {
  out.function({"capstan::Void", "get" + field.name + "() const", {"return {};"}});
  out.function({"void", "set" + field.name + "(capstan::Void = {}) const", setTag(field)});
}

void writeValue(Writer& out, const Field& field) {
  const std::string slot = slotOf(field);
  const std::string get = field.inUnion ? absl::StrCat("return capstan::getMember(",
                                                       isActive(field), ", raw_, ", slot, ");")
                                        : absl::StrCat("return raw_.get(", slot, ");");
  out.function({field.type.name, "get" + field.name + "() const", {get}});
  out.function({"void", absl::StrCat("set", field.name, "(", field.type.name, " value) const"),
                Statements{absl::StrCat("raw_.set(", slot, ", value);")} + setTag(field)});
}

// The accessors of one field behind a pointer.
class PointerAccessors {
 public:
  PointerAccessors(HeaderState& state, const Struct& scope, const Field& field)
      : state_(state), scope_(scope), field_(field), type_(field.type) {}

  void write() {
    writeHas(state_.out, field_);
    writeByShape();
    adoptAndDisown();
  }

 private:
  void writeByShape() {
    switch (type_.shape) {
      case Shape::kText:
        return writeText();
      case Shape::kData:
        return writeData();
      case Shape::kList:
        return writeList();
      case Shape::kStruct:
        return writeStruct();
      case Shape::kAnyStruct:
        return writeAnyStruct();
      case Shape::kAnyList:
        return writeAnyList();
      case Shape::kCapability:
        return writeCapability();
      case Shape::kParameter:
        return writeParameter();
      default:
        return writeAnyPointer();
    }
  }
  void writeText() {
    // A builder's text is read-only, as a reader's.
    put({type_.builder,
         "get" + field_.name + "() const",
         {absl::StrCat("return asReader().get", field_.name, "();")}});
    set("std::string_view value");
    set("const capstan::TextSource auto& value");
    init("std::span<char>", "std::size_t size", ", size");
  }
  void writeData() {
    get();
    set("std::span<const std::byte> value");
    init(type_.builder, "std::size_t sizeBytes", ", sizeBytes");
  }
  void writeList() {
    get();
    set(type_.reader + " value");
    set(absl::StrCat("capstan::ListInitializer<", type_.element, "> value"));
    set("const capstan::SizedRange auto& value");
    init(type_.builder, "std::size_t size", ", size");
  }
  void writeStruct() {
    get();
    set(type_.reader + " value");
    init(type_.builder, "", "");
  }
  void writeAnyStruct() {
    get();
    set(type_.reader + " value");
    init(type_.builder, "capstan::StructSize size", ", size");
  }
  void writeAnyList() {
    get();
    set(type_.reader + " value");
    for (const std::string_view elements : {"StructSize", "ElementSize"}) {
      init(type_.builder,
           absl::StrCat("std::size_t size, capstan::", abslText(elements), " elements"),
           ", size, elements");
    }
  }
  void writeCapability() {
    get();
    set(type_.reader + " value");
  }
  // Takes whatever setters of the type that the parameter stands for take, and is made of what
  // that type is made of: a size, or nothing.
  void writeParameter() {
    get();
    set("const auto& value");
    init("auto", "auto... size", ", size...");
  }
  void writeAnyPointer() {
    get();
    init(type_.builder, "", "");
  }

  void get() {
    put({type_.builder, "get" + field_.name + "() const",
         requireActive(scope_, field_) +
             Statements{absl::StrCat("return capstan::getField<", type_.name, ">(raw_, ",
                                     slotOf(field_), ");")}});
  }
  // The tag is set when the value is complete: exhaustion leaves the member that was active.
  void set(std::string_view parameter) {
    put({"void", absl::StrCat("set", field_.name, "(", std::string(parameter), ") const"),
         Statements{absl::StrCat("capstan::setField<", type_.name, ">(raw_, ", slotOf(field_),
                                 ", value);")} +
             setTag(field_)});
  }
  void init(std::string_view result, std::string_view parameter, std::string_view argument) {
    const std::string call = absl::StrCat("capstan::initField<", type_.name, ">(raw_, ",
                                          slotOf(field_), std::string(argument), ");");
    const Statements body = field_.inUnion ? Statements{"const auto made = " + call} +
                                                 setTag(field_) + Statements{"return made;"}
                                           : Statements{"return " + call};
    put({std::string(result),
         absl::StrCat("init", field_.name, "(", std::string(parameter), ") const"), body});
  }
  void adoptAndDisown() {
    const std::string orphan = absl::StrCat("capstan::Orphan<", type_.name, ">");
    put({"void", absl::StrCat("adopt", field_.name, "(", orphan, "&& orphan) const"),
         Statements{absl::StrCat("capstan::adoptField(raw_, ", slotOf(field_),
                                 ", std::move(orphan).raw());")} +
             setTag(field_)});
    put({orphan, "disown" + field_.name + "() const",
         requireActive(scope_, field_) +
             Statements{absl::StrCat("return capstan::disownField<", type_.name, ">(raw_, ",
                                     slotOf(field_), ");")}});
  }
  void put(Function function) {
    writeAccessor(state_, scope_, "Builder", type_, std::move(function));
  }

  HeaderState& state_;
  const Struct& scope_;
  const Field& field_;
  const Type& type_;
};

void writeField(HeaderState& state, const Struct& scope, const Field& field) {
  Writer& out = state.out;
  out.line();
  out.comment(field.line);
  if (field.inUnion) writeIsActive(out, field);
  if (field.group != nullptr) return writeGroup(out, scope, field);
  switch (field.type.shape) {
    case Shape::kVoid:
      return writeVoid(out, field);
    case Shape::kValue:
      return writeValue(out, field);
    default:
      return PointerAccessors(state, scope, field).write();
  }
}

}  // namespace

void writeBuilder(HeaderState& state, const Struct& type) {
  Writer& out = state.out;
  out.add(type.templateHead);
  out.add(kBuilderHead, {{"path", type.path}, {"name", type.name}});
  if (type.hasUnion) out.add(kWhich);
  out.indent();
  if (type.isGroup) {
    out.line();
    out.comment("Gives every member its default.");
    out.function({"void", "clear() const", clearGroup(type)});
  }
  for (const std::uint16_t index : type.declared) writeField(state, type, type.fields[index]);
  out.outdent();
  out.add(kBuilderEnd);
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler::cpp
