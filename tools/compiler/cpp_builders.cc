// SPDX-License-Identifier: Apache-2.0
// The Builder classes of a header.
#include <algorithm>
#include <string>

#include "absl/container/flat_hash_set.h"
#include "tools/compiler/cpp_emitter.h"

namespace capstan::inline CAPSTAN_ABI::compiler::cpp {

namespace {

constexpr std::string_view kMembers = R"( public:
  Builder() = default;
  explicit Builder(capstan::StructBuilder raw) : raw_(raw) {}
  const capstan::StructBuilder& raw() const { return raw_; }
  Reader asReader() const { return Reader(raw_.asReader()); }
  operator Reader() const { return asReader(); }
)";

constexpr std::string_view kWhich = R"(
  Which which() const { return raw_.get(Slots::kDiscriminant); }
)";

constexpr std::string_view kEnd = R"(
 private:
  capstan::StructBuilder raw_;
};
)";

// Whether the bits of one field lie within the other's.
bool covers(const Field& outer, const Field& inner) {
  const std::uint64_t begin = std::uint64_t{inner.offset} * inner.type.bits;
  const std::uint64_t outerBegin = std::uint64_t{outer.offset} * outer.type.bits;
  return outerBegin <= begin && begin + inner.type.bits <= outerBegin + outer.type.bits;
}

bool isValue(const Field& field) {
  return field.group == nullptr && field.type.shape == Shape::kValue;
}

// Whether another field of the group, the first of its like, has all bits of this one.
bool isCovered(const Struct& group, const Field& field) {
  return std::any_of(group.fields.begin(), group.fields.end(), [&](const Field& other) {
    if (&other == &field || !isValue(other) || !covers(other, field)) return false;
    return other.type.bits > field.type.bits || &other < &field;
  });
}

// Every bit and pointer of a group once, where union members share them.
void writeClear(Writer& out, const Struct& group) {
  Parts statements;
  absl::flat_hash_set<std::uint32_t> pointers;
  for (const std::uint16_t index : group.declared) {
    const Field& field = group.fields[index];
    if (field.group != nullptr) {
      statements.add({field.type.builder, "(raw_).clear();"});
    } else if (isValue(field)) {
      if (!isCovered(group, field)) statements.add({"raw_.clear(Slots::", field.constant, ");"});
    } else if (field.type.shape != Shape::kVoid && pointers.insert(field.offset).second) {
      statements.add({"raw_.pointer(Slots::", field.constant, ").clear();"});
    }
  }
  if (group.hasUnion) statements.add({"raw_.clear(Slots::kDiscriminant);"});
  out.functionOf("void", "clear() const", statements);
}

// The accessors of one field.
class FieldAccessors {
 public:
  FieldAccessors(HeaderState& state, const Struct& scope, const Field& field)
      : state_(state), scope_(scope), field_(field), type_(field.type) {
    if (!field.inUnion) return;
    setTag_ =
        replace(state.setTag, {"raw_.set(Slots::kDiscriminant, Which::", field.enumerator, ");"});
    requireActive_ = replace(state.requireActive,
                             {"capstan::requireUse(is", field.name, "(), \"", scope.schemaName, ".",
                              field.schemaName, " is not the active member of its union\");"});
  }

  void write() {
    if (field_.group != nullptr) return writeGroup();
    if (type_.shape == Shape::kVoid) return writeVoid();
    if (type_.shape == Shape::kValue) return writeValue();
    writeHas(state_, field_);
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
  void writeGroup() {
    const std::string_view builder = type_.builder;
    state_.out.function(builder, text("get", field_.name, "() const"), text(requireActive_),
                        text("return ", builder, "(raw_);"));
    state_.out.function(builder, text("init", field_.name, "() const"),
                        text("const ", builder, " made(raw_);"), text("made.clear();"),
                        text(setTag_), text("return made;"));
  }
  void writeVoid() {
    state_.out.function(type_.name, text("get", field_.name, "() const"), text("return {};"));
    state_.out.function("void", text("set", field_.name, "(capstan::Void = {}) const"),
                        text(setTag_));
  }
  void writeValue() {
    const bool inUnion = field_.inUnion;
    state_.out.function(type_.name, text("get", field_.name, "() const"),
                        text(either(inUnion, "return capstan::getMember(is", "return raw_.get("),
                             onlyIf(inUnion, field_.name), onlyIf(inUnion, "(), raw_, "),
                             "Slots::", field_.constant, ");"));
    state_.out.function("void", text("set", field_.name, "(", type_.name, " value) const"),
                        text("raw_.set(Slots::", field_.constant, ", value);"), text(setTag_));
  }
  void writeText() {
    // A builder's text is read-only, as a reader's.
    put(type_.builder, text("get", field_.name, "() const"),
        text("return asReader().get", field_.name, "();"));
    set("std::string_view");
    set("const capstan::TextSource auto&");
    init("std::span<char>", "std::size_t size", ", size");
  }
  void writeData() {
    get();
    set("std::span<const std::byte>");
    init(type_.builder, "std::size_t sizeBytes", ", sizeBytes");
  }
  void writeList() {
    get();
    set(type_.reader);
    set("capstan::ListInitializer<", type_.element, ">");
    set("const capstan::SizedRange auto&");
    init(type_.builder, "std::size_t size", ", size");
  }
  void writeStruct() {
    get();
    set(type_.reader);
    init(type_.builder, {}, {});
  }
  void writeAnyStruct() {
    get();
    set(type_.reader);
    init(type_.builder, "capstan::StructSize size", ", size");
  }
  void writeAnyList() {
    get();
    set(type_.reader);
    init(type_.builder, "std::size_t size, capstan::StructSize elements", ", size, elements");
    init(type_.builder, "std::size_t size, capstan::ElementSize elements", ", size, elements");
  }
  void writeCapability() {
    get();
    set(type_.reader);
  }
  // Takes whatever setters of the type that the parameter stands for take, and is made of what
  // that type is made of: a size, or nothing.
  void writeParameter() {
    get();
    set("const auto&");
    init("auto", "auto... size", ", size...");
  }
  void writeAnyPointer() {
    get();
    init(type_.builder, {}, {});
  }

  void get() {
    put(type_.builder, text("get", field_.name, "() const"), text(requireActive_),
        text("return capstan::getField<", type_.name, ">(raw_, Slots::", field_.constant, ");"));
  }
  // `type` stands between the two halves of the parameter's type. The tag is set when the value is
  // complete: exhaustion leaves the member that was active.
  void set(std::string_view before, std::string_view type = {}, std::string_view after = {}) {
    put("void", text("set", field_.name, "(", before, type, after, " value) const"),
        text("capstan::setField<", type_.name, ">(raw_, Slots::", field_.constant, ", value);"),
        text(setTag_));
  }
  void init(std::string_view result, std::string_view parameter, std::string_view argument) {
    put(result, text("init", field_.name, "(", parameter, ") const"),
        text(
            field_.inUnion ? "const auto made = capstan::initField<" : "return capstan::initField<",
            type_.name, ">(raw_, Slots::", field_.constant, argument, ");"),
        text(setTag_), text(ifInUnion(field_, "return made;")));
  }
  void adoptAndDisown() {
    put("void", text("adopt", field_.name, "(capstan::Orphan<", type_.name, ">&& orphan) const"),
        text("capstan::adoptField(raw_, Slots::", field_.constant, ", std::move(orphan.raw()));"),
        text(setTag_));
    const std::string_view orphan = replace(state_.orphan, {"capstan::Orphan<", type_.name, ">"});
    put(orphan, text("disown", field_.name, "() const"), text(requireActive_),
        text("return capstan::disownField<", type_.name, ">(raw_, Slots::", field_.constant, ");"));
  }
  void put(std::string_view result, const auto& signature, const auto&... statements) {
    writeAccessor(state_, {scope_, "Builder", type_}, result, signature, statements...);
  }

  HeaderState& state_;
  const Struct& scope_;
  const Field& field_;
  const Type& type_;
  // Statements for members of unions; empty for other fields.
  std::string_view setTag_;
  std::string_view requireActive_;  // stops the program from taking an inactive member apart
};

void writeField(HeaderState& state, const Struct& scope, const Field& field) {
  state.out.line();
  state.out.comment(field.line);
  if (field.inUnion) writeIsActive(state, field);
  FieldAccessors(state, scope, field).write();
}

}  // namespace

void writeBuilder(HeaderState& state, const Struct& type) {
  Writer& out = state.out;
  out.lines(type.templateHead);
  out.line("class ", type.path, "::Builder : public capstan::TypedView<", type.name, "> {");
  out.lines(kMembers);
  if (type.hasUnion) out.lines(kWhich);
  out.indent();
  if (type.isGroup) {
    out.line();
    out.comment("Gives every member its default.");
    writeClear(out, type);
  }
  for (const std::uint16_t index : type.declared) writeField(state, type, type.fields[index]);
  out.outdent();
  out.lines(kEnd);
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler::cpp
