// SPDX-License-Identifier: Apache-2.0
// The Reader classes of a header.
#include <utility>

#include "absl/strings/str_cat.h"
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

void writeGroup(Writer& out, const Field& field) {
  const Type& type = field.type;
  const std::string body = field.inUnion
                               ? absl::StrCat("return capstan::readGroupMember<", type.name, ">(",
                                              isActive(field), ", raw_);")
                               : absl::StrCat("return ", type.reader, "(raw_);");
  out.function({type.reader, "get" + field.name + "() const", {body}});
}

void writeValue(Writer& out, const Field& field) {
  const std::string slot = slotOf(field);
  const std::string body = field.inUnion ? absl::StrCat("return capstan::readMember(",
                                                        isActive(field), ", raw_, ", slot, ");")
                                         : absl::StrCat("return raw_.get(", slot, ");");
  out.function({field.type.name, "get" + field.name + "() const", {body}});
}

void writePointer(HeaderState& state, const Struct& scope, const Field& field) {
  const Type& type = field.type;
  writeHas(state.out, field);
  const std::string body =
      field.inUnion
          ? absl::StrCat("return capstan::readPointerMember<", type.name, ">(", isActive(field),
                         ", raw_, ", slotOf(field), ");")
          : absl::StrCat("return capstan::readField<", type.name, ">(raw_, ", slotOf(field), ");");
  writeAccessor(state, scope, "Reader", type,
                {type.reader, "get" + field.name + "() const", {body}});
}

void writeField(HeaderState& state, const Struct& scope, const Field& field) {
  Writer& out = state.out;
  out.line();
  out.comment(field.line);
  out.comment(field.doc);
  if (field.inUnion) writeIsActive(out, field);
  if (field.group != nullptr) return writeGroup(out, field);
  switch (field.type.shape) {
    case Shape::kVoid:
      return out.function({"capstan::Void", "get" + field.name + "() const", {"return {};"}});
    case Shape::kValue:
      return writeValue(out, field);
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
