// SPDX-License-Identifier: Apache-2.0
#include "runtime/layout/known_fields.h"

#include "runtime/layout/type_ref.h"

namespace capstan::inline CAPSTAN_ABI::internal {
namespace {

void knowBits(KnownFields& known, std::uint64_t first, std::uint32_t count) {
  if (count == 0) return;
  const std::uint64_t mask =
      count == kBitsPerWord ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
  const std::size_t word = first / kBitsPerWord;
  if (known.bits.size() <= word) known.bits.resize(word + 1);
  known.bits[word] |= mask << first % kBitsPerWord;
}

void knowField(KnownFields& known, const FieldTable& field, std::uint32_t member);

void knowFields(KnownFields& known, const StructTable& type, std::uint32_t outer) {
  if (type.discriminantCount != 0) {
    known.unions.push_back({&type, outer});
    knowBits(known, std::uint64_t{type.discriminantOffset} * 16, 16);
  }
  for (const FieldTable& field : type.fields) {
    std::uint32_t member = outer;
    if (type.discriminantCount != 0 && field.discriminant != kNoDiscriminant) {
      member = static_cast<std::uint32_t>(known.members.size());
      known.members.push_back({type.discriminantOffset, field.discriminant, outer});
    }
    knowField(known, field, member);
  }
}

void knowField(KnownFields& known, const FieldTable& field, std::uint32_t member) {
  if (field.type.kind == TypeKind::kGroup) {
    return knowFields(known, *field.type.structTable, member);
  }
  if (isPointer(field.type)) {
    if (known.hasPointer.size() <= field.offset) known.hasPointer.resize(field.offset + 1);
    known.hasPointer[field.offset] = true;
    known.pointers.push_back({static_cast<std::uint16_t>(field.offset), member, field.type});
    return;
  }
  const std::uint32_t bits = dataBitsOf(elementSizeOf(field.type));
  knowBits(known, std::uint64_t{field.offset} * bits, bits);
  if (field.type.kind == TypeKind::kEnum) {
    known.enums.push_back({field.offset, static_cast<std::uint16_t>(field.defaultBits), member,
                           field.type.enumTable});
  }
}

}  // namespace

const KnownFields& KnownTypes::of(const TypeRef& type) {
  const Key key = {type.kind, type.listDepth, type.structTable, type.enumTable};
  std::unique_ptr<KnownFields>& known = types_[key];
  if (known != nullptr) return *known;
  known = std::make_unique<KnownFields>();
  if (type.listDepth == 0 && type.kind == TypeKind::kStruct) {
    knowFields(*known, *type.structTable, KnownFields::kAlways);
  } else {
    knowField(*known, {.name = {}, .type = type}, KnownFields::kAlways);
  }
  return *known;
}

}  // namespace capstan::inline CAPSTAN_ABI::internal
