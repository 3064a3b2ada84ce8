// SPDX-License-Identifier: Apache-2.0
// The part of Evaluator that takes values from constants, their members, and other files.
#include <utility>

#include "capstan/layout/any.h"
#include "capstan/message/message_builder.h"
#include "capstan/message/unmarshal.h"
#include "tools/compiler/brands.h"
#include "tools/compiler/evaluator.h"
#include "tools/compiler/scalar_bits.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

// Returns: a constant, or kUnknown after an error.
Meaning Evaluator::findConstant(const Expression& expression, Node& scope) {
  Meaning meaning = resolver_.resolveInValue(expression, scope);
  bool isConstant = meaning.kind == Meaning::Kind::kNode && meaning.node->kind == NodeKind::kConst;
  if (isConstant || meaning.kind == Meaning::Kind::kUnknown) return meaning;
  error(scope, expression.range,
        "'" + std::string(scope.module->source->text(expression.range)) +
            "' does not refer to a constant");
  return {};
}

ValuePtr Evaluator::evaluateConstant(const Expression& expression, const Type& type, Node& scope) {
  Meaning meaning = findConstant(expression, scope);
  if (meaning.kind == Meaning::Kind::kUnknown) return nullptr;
  ensureConstant(*meaning.node);
  ValuePtr value = meaning.node->value;
  for (const Expression* member : meaning.members) {
    if (value != nullptr) value = memberOf(value, *member, scope);
  }
  if (value == nullptr) return nullptr;
  words_ += value->words;
  return convert(value, substitute(value->type, meaning.brand), type, expression.range, scope);
}

// The value that has a member's name behind a dot. What a literal left out has its default.
ValuePtr Evaluator::memberOf(const ValuePtr& value, const Expression& member, Node& scope) {
  const Type& type = value->type;
  const Field* field = nullptr;
  if (type.kind == TypeKind::kStruct && !value->isMessage)
    field = findField(*type.node, member.text);
  if (field == nullptr) {
    bool mayExist = type.kind == TypeKind::kStruct && type.node->declaration->lacksMembers;
    if (mayExist) return nullptr;
    error(scope, member.textRange,
          "'" + std::string(scope.module->source->text(member.base->range)) +
              "' has no member named '" + std::string(member.text) + "'");
    return nullptr;
  }
  std::uint16_t active = 0;
  ValuePtr found;
  for (const FieldValue& part : value->fields) {
    if (part.field == field) found = part.value;
    if (part.field->discriminant != kNoDiscriminant) active = part.field->discriminant;
  }
  if (field->discriminant != kNoDiscriminant && field->discriminant != active) {
    error(scope, member.textRange,
          "'" + std::string(member.text) + "' is not the member of the union that has the value");
    return nullptr;
  }
  if (found != nullptr) return found;
  ensureDefaults(*type.node);
  if (field->defaultValue != nullptr) return field->defaultValue;
  return emptyValue(typeOfField(*field, type.brand));
}

// The value of a field that nobody has set.
ValuePtr Evaluator::emptyValue(const Type& type) {
  Value value;
  value.type = type;
  if (type.kind == TypeKind::kStruct) {
    ensureType(*type.node);
    structsInValues_.push_back(type.node);
  }
  return std::make_shared<const Value>(std::move(value));
}

ValuePtr Evaluator::evaluateEmbed(const Expression& expression, const Type& type, Node& scope) {
  const std::string* bytes = modules_.embed(*scope.module, expression);
  if (bytes == nullptr) return nullptr;
  if (type.kind != TypeKind::kText && type.kind != TypeKind::kData &&
      type.kind != TypeKind::kStruct) {
    error(scope, expression.range,
          "a file can be embedded as Text, Data or a struct, not as " + typeName(type));
    return nullptr;
  }
  Value value;
  value.type = type;
  value.bytes = *bytes;
  if (type.kind == TypeKind::kStruct) {
    if (!checkMessage(value.bytes, expression.range, scope)) return nullptr;
    value.isMessage = true;
    ensureType(*type.node);
  }
  return finish(std::move(value), expression.range, scope);
}

// Tells whether a file is a message that can be copied.
bool Evaluator::checkMessage(const std::string& bytes, ByteRange range, Node& scope) {
  absl::StatusOr<MessageReader> reader = unmarshal(
      std::string_view(bytes), {.traversalLimitWords = kMaxWords, .nestingLimit = kMaxValueDepth});
  absl::Status status = reader.status();
  if (status.ok()) {
    MessageBuilder copy;
    copy.setRoot<AnyStruct>(reader->getRoot<AnyStruct>());
    status = reader->status();
  }
  if (status.ok()) return true;
  error(scope, range, "the embedded file is not a message: " + std::string(status.message()));
  return false;
}

// A constant fits where its literal would.
ValuePtr Evaluator::convert(const ValuePtr& constant, const Type& own, const Type& type,
                            ByteRange range, Node& scope) {
  if (own == type) return constant;
  if (type.kind == TypeKind::kStruct && own.kind != TypeKind::kStruct) {
    return convertToFirstField(constant, own, type, range, scope);
  }
  if (isUnsignedInteger(own.kind) || own.kind == TypeKind::kEnum) {
    return integer(false, constant->bits, type, range, scope);
  }
  if (isSignedInteger(own.kind)) {
    unsigned width = widthLog2(own.kind);
    bool negative = (constant->bits >> ((1u << width) - 1) & 1) != 0;
    std::uint64_t magnitude = negative ? lowBits(~constant->bits + 1, width) : constant->bits;
    return integer(negative, magnitude, type, range, scope);
  }
  if (isFloat(own.kind)) return real(floatValue(*constant), type, range, scope);
  bool fitsAny = (type.kind == TypeKind::kAnyPointer && isPointer(own.kind)) ||
                 (type.kind == TypeKind::kAnyStruct && own.kind == TypeKind::kStruct) ||
                 (type.kind == TypeKind::kAnyList && own.kind == TypeKind::kList);
  if (fitsAny) return constant;
  if (type.kind == TypeKind::kData && own.kind == TypeKind::kText) {
    Value value = *constant;
    value.type = type;
    return finish(std::move(value), range, scope);
  }
  return mismatch(type, range, scope);
}

ValuePtr Evaluator::convertToFirstField(const ValuePtr& constant, const Type& own, const Type& type,
                                        ByteRange range, Node& scope) {
  const Field* first = firstField(type);
  if (first == nullptr) return mismatch(type, range, scope);
  Value value;
  value.type = type;
  value.fields.push_back(
      {first, convert(constant, own, typeOfField(*first, type.brand), range, scope)});
  return finish(std::move(value), range, scope);
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
