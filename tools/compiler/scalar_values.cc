// SPDX-License-Identifier: Apache-2.0
// The part of Evaluator that makes scalars, and follows names to enumerants.
#include <cmath>
#include <limits>
#include <utility>

#include "tools/compiler/evaluator.h"
#include "tools/compiler/name_guess.h"
#include "tools/compiler/scalar_bits.h"

namespace capstan::inline CAPSTAN_ABI::compiler {
namespace {

ValuePtr scalar(const Type& type, std::uint64_t bits) {
  Value value;
  value.type = type;
  value.bits = bits;
  return std::make_shared<const Value>(std::move(value));
}

// `true`, `inf` and the like. They are no keywords: elsewhere such a name is an ordinary one.
ValuePtr literalName(std::string_view name, const Type& type) {
  if (type.kind == TypeKind::kBool && (name == "true" || name == "false")) {
    return scalar(type, name == "true" ? 1 : 0);
  }
  if (type.kind == TypeKind::kVoid && name == "void") return scalar(type, 0);
  if (!isFloat(type.kind)) return nullptr;
  if (name == "inf") return scalar(type, floatBits(HUGE_VAL, type.kind));
  if (name == "nan") {
    return scalar(type, floatBits(std::numeric_limits<double>::quiet_NaN(), type.kind));
  }
  return nullptr;
}

bool isLiteralName(std::string_view name) {
  return name == "true" || name == "false" || name == "void" || name == "inf" || name == "nan";
}

// How a constant is to be written from anywhere in its file.
std::string qualifiedName(const Node& node) {
  std::string full = node.displayName.substr(node.module->root->displayName.size() + 1);
  return full.find('.') == std::string::npos ? "." + full : full;
}

// The least and the greatest value of an integer type.
std::string rangeText(bool isSigned, unsigned widthLog2) {
  std::uint64_t greatest = lowBits(~std::uint64_t{0}, widthLog2) >> (isSigned ? 1 : 0);
  std::string least = isSigned ? "-" + std::to_string(greatest + 1) : "0";
  return least + " to " + std::to_string(greatest);
}

}  // namespace

ValuePtr Evaluator::integer(bool negative, std::uint64_t magnitude, const Type& type,
                            ByteRange range, Node& scope) {
  if (isFloat(type.kind)) {
    // A Float32 is rounded once: by way of a double it would be rounded twice.
    double value = type.kind == TypeKind::kFloat32 ? static_cast<float>(magnitude)
                                                   : static_cast<double>(magnitude);
    // Integers have no negative zero.
    bool isNegative = negative && magnitude != 0;
    return scalar(type, floatBits(isNegative ? -value : value, type.kind));
  }
  bool isSigned = isSignedInteger(type.kind);
  if (!isSigned && !isUnsignedInteger(type.kind)) return mismatch(type, range, scope);
  unsigned width = widthLog2(type.kind);
  std::uint64_t limit = lowBits(~std::uint64_t{0}, width);
  if (isSigned) limit = limit / 2 + (negative ? 1 : 0);
  if (!isSigned && negative) limit = 0;
  if (magnitude > limit) {
    error(scope, range,
          "this value is out of the range of " + typeName(type) + ", which is " +
              rangeText(isSigned, width));
    return nullptr;
  }
  return scalar(type, lowBits(negative ? ~magnitude + 1 : magnitude, width));
}

ValuePtr Evaluator::real(double value, const Type& type, ByteRange range, Node& scope) {
  if (!isFloat(type.kind)) return mismatch(type, range, scope);
  // What rounds to the largest Float32 still fits.
  constexpr double kTooLarge = 0x1.ffffffp127;
  bool fits =
      type.kind == TypeKind::kFloat64 || !std::isfinite(value) || std::abs(value) < kTooLarge;
  if (fits) return scalar(type, floatBits(value, type.kind));
  warning(scope, range, "this value is out of the range of Float32 and becomes infinite");
  return scalar(type, floatBits(std::copysign(HUGE_VAL, value), type.kind));
}

ValuePtr Evaluator::evaluateName(const Expression& expression, const Type& type, Node& scope) {
  if (expression.kind != ExpressionKind::kName) return evaluateConstant(expression, type, scope);
  const std::string name(expression.text);
  if (ValuePtr literal = literalName(name, type)) return literal;
  if (type.kind == TypeKind::kEnum) {
    ensureType(*type.node);
    if (const Enumerant* found = findEnumerant(*type.node, name)) {
      return scalar(type, found->declaration->ordinal->value);
    }
  }
  Meaning meaning = resolver_.find(name, scope);
  if (meaning.kind == Meaning::Kind::kNode && meaning.node->kind == NodeKind::kConst) {
    error(scope, expression.range,
          "a constant is named with its scope here: write '" +
              (meaning.node->module == scope.module ? qualifiedName(*meaning.node) : "." + name) +
              "'");
    return nullptr;
  }
  if (type.kind == TypeKind::kStruct && isLiteralName(name)) {
    return evaluateFirstField(expression, type, scope);
  }
  if (isLiteralName(name)) return mismatch(type, expression.range, scope);
  if (type.kind == TypeKind::kEnum) {
    if (type.node->declaration->lacksMembers) return nullptr;
    NameGuess guess(name);
    for (const Enumerant& enumerant : type.node->enumerants) {
      guess.add(enumerant.declaration->name.text);
    }
    error(scope, expression.range,
          "'" + typeName(type) + "' has no enumerant named '" + name + "'" + guess.hint());
  } else {
    resolver_.reportUndefined(expression, scope);
  }
  return nullptr;
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
