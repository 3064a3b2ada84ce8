// SPDX-License-Identifier: Apache-2.0
// The Reader classes of a header.
#include "tools/compiler/cpp_emitter.h"

namespace capstan::inline CAPSTAN_ABI::compiler::cpp {

namespace {

constexpr std::string_view kReaderHead = R"(
class $path$::Reader : public capstan::TypedView<$name$> {
 public:
  Reader() = default;
  explicit Reader(capstan::StructReader raw) : raw_(raw) {}
  const capstan::StructReader& raw() const { return raw_; }
)";

constexpr std::string_view kWhich = R"(

  // Which member is active. A newer schema's member has no enumerator here.
  Which which() const { return raw_.get(Slots::kDiscriminant); }
)";

constexpr std::string_view kReaderEnd = R"(

 private:
  capstan::StructReader raw_;
};
)";

void writeGroup(HeaderState& state, const Field& field) {
  const Type& type = field.type;
  state.function.begin(type.reader, {"get", field.name, "() const"});
  if (field.inUnion) {
    state.function.statement(
        {"return capstan::readGroupMember<", type.name, ">(is", field.name, "(), raw_);"});
  } else {
    state.function.statement({"return ", type.reader, "(raw_);"});
  }
  state.out.function(state.function);
}

void writeVoid(HeaderState& state, const Field& field) {
  state.function.begin("capstan::Void", {"get", field.name, "() const"});
  state.function.statement({"return {};"});
  state.out.function(state.function);
}

void writeValue(HeaderState& state, const Field& field) {
  state.function.begin(field.type.name, {"get", field.name, "() const"});
  if (field.inUnion) {
    state.function.statement(
        {"return capstan::readMember(is", field.name, "(), raw_, Slots::", field.constant, ");"});
  } else {
    state.function.statement({"return raw_.get(Slots::", field.constant, ");"});
  }
  state.out.function(state.function);
}

void writePointer(HeaderState& state, const Struct& scope, const Field& field) {
  const Type& type = field.type;
  writeHas(state, field);
  state.function.begin(type.reader, {"get", field.name, "() const"});
  if (field.inUnion) {
    state.function.statement({"return capstan::readPointerMember<", type.name, ">(is", field.name,
                              "(), raw_, Slots::", field.constant, ");"});
  } else {
    state.function.statement(
        {"return capstan::readField<", type.name, ">(raw_, Slots::", field.constant, ");"});
  }
  writeAccessor(state, scope, "Reader", type);
}

void writeField(HeaderState& state, const Struct& scope, const Field& field) {
  state.out.line();
  state.out.comment(field.line);
  state.out.comment(field.doc);
  if (field.inUnion) writeIsActive(state, field);
  if (field.group != nullptr) return writeGroup(state, field);
  switch (field.type.shape) {
    case Shape::kVoid:
      return writeVoid(state, field);
    case Shape::kValue:
      return writeValue(state, field);
    default:
      return writePointer(state, scope, field);
  }
}

}  // namespace

void writeReader(HeaderState& state, const Struct& type) {
  state.out.add(type.templateHead);
  state.out.add(kReaderHead, {{"path", type.path}, {"name", type.name}});
  if (type.hasUnion) state.out.add(kWhich);
  state.out.indent();
  for (const std::uint16_t index : type.declared) writeField(state, type, type.fields[index]);
  state.out.outdent();
  state.out.add(kReaderEnd);
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler::cpp
