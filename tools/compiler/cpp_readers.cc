// SPDX-License-Identifier: Apache-2.0
// The Reader classes of a header.
#include "tools/compiler/cpp_emitter.h"

namespace capstan::inline CAPSTAN_ABI::compiler::cpp {

namespace {

constexpr std::string_view kMembers = R"( public:
  Reader() = default;
  explicit Reader(capstan::StructReader raw) : raw_(raw) {}
  const capstan::StructReader& raw() const { return raw_; }
)";

constexpr std::string_view kWhich = R"(
  // Which member is active. A newer schema's member has no enumerator here.
  Which which() const { return raw_.get(Slots::kDiscriminant); }
)";

constexpr std::string_view kEnd = R"(
 private:
  capstan::StructReader raw_;
};
)";

void writeGroup(HeaderState& state, const Field& field) {
  const Type& type = field.type;
  if (!field.inUnion) {
    return state.out.function(type.reader, text("get", field.name, "() const"),
                              text("return ", type.reader, "(raw_);"));
  }
  state.out.function(
      type.reader, text("get", field.name, "() const"),
      text("return capstan::readGroupMember<", type.name, ">(is", field.name, "(), raw_);"));
}

void writeVoid(HeaderState& state, const Field& field) {
  state.out.function("capstan::Void", text("get", field.name, "() const"), text("return {};"));
}

void writeValue(HeaderState& state, const Field& field) {
  if (!field.inUnion) {
    return state.out.function(field.type.name, text("get", field.name, "() const"),
                              text("return raw_.get(Slots::", field.constant, ");"));
  }
  state.out.function(
      field.type.name, text("get", field.name, "() const"),
      text("return capstan::readMember(is", field.name, "(), raw_, Slots::", field.constant, ");"));
}

void writePointer(HeaderState& state, const Struct& scope, const Field& field) {
  const Type& type = field.type;
  const AccessorPlace place = {scope, "Reader", type};
  writeHas(state, field);
  if (!field.inUnion) {
    return writeAccessor(
        state, place, type.reader, text("get", field.name, "() const"),
        text("return capstan::readField<", type.name, ">(raw_, Slots::", field.constant, ");"));
  }
  writeAccessor(state, place, type.reader, text("get", field.name, "() const"),
                text("return capstan::readPointerMember<", type.name, ">(is", field.name,
                     "(), raw_, Slots::", field.constant, ");"));
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
  Writer& out = state.out;
  out.lines(type.templateHead);
  out.line("class ", type.path, "::Reader : public capstan::TypedView<", type.name, "> {");
  out.lines(kMembers);
  if (type.hasUnion) out.lines(kWhich);
  out.indent();
  for (const std::uint16_t index : type.declared) writeField(state, type, type.fields[index]);
  out.outdent();
  out.lines(kEnd);
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler::cpp
