// SPDX-License-Identifier: Apache-2.0
// The Builder classes of a header.
#include <algorithm>

#include "absl/container/flat_hash_set.h"
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

// What makes the field its union's active member; nothing outside of unions.
void setTag(Function& function, const Field& field) {
  if (!field.inUnion) return;
  function.statement({"raw_.set(Slots::kDiscriminant, Which::", field.enumerator, ");"});
}

// What stops the program from taking an inactive member apart.
void requireActive(Function& function, const Struct& scope, const Field& field) {
  if (!field.inUnion) return;
  function.statement({"capstan::requireUse(is", field.name, "(), \"", scope.schemaName, ".",
                      field.schemaName, " is not the active member of its union\");"});
}

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
void writeClear(HeaderState& state, const Struct& group) {
  Function& clear = state.function;
  clear.begin("void", {"clear() const"});
  absl::flat_hash_set<std::uint32_t> pointers;
  for (const std::uint16_t index : group.declared) {
    const Field& field = group.fields[index];
    if (field.group != nullptr) {
      clear.statement({field.type.builder, "(raw_).clear();"});
    } else if (isValue(field)) {
      if (!isCovered(group, field)) clear.statement({"raw_.clear(Slots::", field.constant, ");"});
    } else if (field.type.shape != Shape::kVoid && pointers.insert(field.offset).second) {
      clear.statement({"raw_.pointer(Slots::", field.constant, ").clear();"});
    }
  }
  if (group.hasUnion) clear.statement({"raw_.clear(Slots::kDiscriminant);"});
  state.out.function(clear);
}

void writeGroup(HeaderState& state, const Struct& scope, const Field& field) {
  const std::string_view builder = field.type.builder;
  Function& function = state.function;
  function.begin(builder, {"get", field.name, "() const"});
  requireActive(function, scope, field);
  function.statement({"return ", builder, "(raw_);"});
  state.out.function(function);

  function.begin(builder, {"init", field.name, "() const"});
  function.statement({"const ", builder, " made(raw_);"});
  function.statement({"made.clear();"});
  setTag(function, field);
  function.statement({"return made;"});
  state.out.function(function);
}

void writeVoid(HeaderState& state, const Field& field) {
  Function& function = state.function;
  function.begin("capstan::Void", {"get", field.name, "() const"});
  function.statement({"return {};"});
  state.out.function(function);

  function.begin("void", {"set", field.name, "(capstan::Void = {}) const"});
  setTag(function, field);
  state.out.function(function);
}

void writeValue(HeaderState& state, const Field& field) {
  Function& function = state.function;
  function.begin(field.type.name, {"get", field.name, "() const"});
  if (field.inUnion) {
    function.statement(
        {"return capstan::getMember(is", field.name, "(), raw_, Slots::", field.constant, ");"});
  } else {
    function.statement({"return raw_.get(Slots::", field.constant, ");"});
  }
  state.out.function(function);

  function.begin("void", {"set", field.name, "(", field.type.name, " value) const"});
  function.statement({"raw_.set(Slots::", field.constant, ", value);"});
  setTag(function, field);
  state.out.function(function);
}

// The accessors of one field behind a pointer.
class PointerAccessors {
 public:
  PointerAccessors(HeaderState& state, const Struct& scope, const Field& field)
      : state_(state), function_(state.function), scope_(scope), field_(field), type_(field.type) {}

  void write() {
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
  void writeText() {
    // A builder's text is read-only, as a reader's.
    function_.begin(type_.builder, {"get", field_.name, "() const"});
    function_.statement({"return asReader().get", field_.name, "();"});
    put();
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
    function_.begin(type_.builder, {"get", field_.name, "() const"});
    requireActive(function_, scope_, field_);
    call("return capstan::getField", "");
    put();
  }
  // `type` stands between the two halves of the parameter's type. The tag is set when the value is
  // complete: exhaustion leaves the member that was active.
  void set(std::string_view before, std::string_view type = {}, std::string_view after = {}) {
    function_.begin("void", {"set", field_.name, "(", before, type, after, " value) const"});
    call("capstan::setField", ", value");
    setTag(function_, field_);
    put();
  }
  void init(std::string_view result, std::string_view parameter, std::string_view argument) {
    function_.begin(result, {"init", field_.name, "(", parameter, ") const"});
    call(field_.inUnion ? "const auto made = capstan::initField" : "return capstan::initField",
         argument);
    setTag(function_, field_);
    if (field_.inUnion) function_.statement({"return made;"});
    put();
  }
  void adoptAndDisown() {
    function_.begin("void",
                    {"adopt", field_.name, "(capstan::Orphan<", type_.name, ">&& orphan) const"});
    function_.statement(
        {"capstan::adoptField(raw_, Slots::", field_.constant, ", std::move(orphan.raw()));"});
    setTag(function_, field_);
    put();

    orphan_.clear();
    append(orphan_, {"capstan::Orphan<", type_.name, ">"});
    function_.begin(orphan_, {"disown", field_.name, "() const"});
    requireActive(function_, scope_, field_);
    call("return capstan::disownField", "");
    put();
  }
  // A call of a function template for the field and what stands in it.
  void call(std::string_view function, std::string_view argument) {
    function_.statement(
        {function, "<", type_.name, ">(raw_, Slots::", field_.constant, argument, ");"});
  }
  void put() { writeAccessor(state_, scope_, "Builder", type_); }

  HeaderState& state_;
  Function& function_;
  const Struct& scope_;
  const Field& field_;
  const Type& type_;
  std::string orphan_;
};

void writeField(HeaderState& state, const Struct& scope, const Field& field) {
  state.out.line();
  state.out.comment(field.line);
  if (field.inUnion) writeIsActive(state, field);
  if (field.group != nullptr) return writeGroup(state, scope, field);
  switch (field.type.shape) {
    case Shape::kVoid:
      return writeVoid(state, field);
    case Shape::kValue:
      return writeValue(state, field);
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
    writeClear(state, type);
  }
  for (const std::uint16_t index : type.declared) writeField(state, type, type.fields[index]);
  out.outdent();
  out.add(kBuilderEnd);
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler::cpp
