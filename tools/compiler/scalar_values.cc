// SPDX-License-Identifier: Apache-2.0
// The part of Evaluator that makes scalars, and follows names to constants and enumerants.
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "tools/compiler/evaluator.h"

namespace capstan::inline CAPSTAN_ABI::compiler {
namespace {

ValuePtr scalar(const Type& type, std::uint64_t bits) {
  Value value;
  value.type = type;
  value.bits = bits;
  return std::make_shared<const Value>(std::move(value));
}

std::uint64_t lowBits(std::uint64_t value, unsigned widthLog2) {
  return widthLog2 >= 6 ? value : value & ((std::uint64_t{1} << (1u << widthLog2)) - 1);
}

std::uint64_t floatBits(double value, TypeKind kind) {
  if (kind == TypeKind::kFloat64) return std::bit_cast<std::uint64_t>(value);
  return std::bit_cast<std::uint32_t>(static_cast<float>(value));
}

double floatValue(const Value& value) {
  if (value.type.kind == TypeKind::kFloat64) return std::bit_cast<double>(value.bits);
  return std::bit_cast<float>(static_cast<std::uint32_t>(value.bits));
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

}  // namespace

ValuePtr Evaluator::integer(bool negative, std::uint64_t magnitude, const Type& type,
                            ByteRange range, Node& scope) {
  if (isFloat(type.kind)) {
    // A Float32 is rounded once: by way of a double it would be rounded twice.
    double value = type.kind == TypeKind::kFloat32 ? static_cast<float>(magnitude)
                                                   : static_cast<double>(magnitude);
    return scalar(type, floatBits(negative ? -value : value, type.kind));
  }
  bool isSigned = isSignedInteger(type.kind);
  if (!isSigned && !isUnsignedInteger(type.kind)) return mismatch(type, range, scope);
  unsigned width = widthLog2(type.kind);
  std::uint64_t limit = lowBits(~std::uint64_t{0}, width);
  if (isSigned) limit = limit / 2 + (negative ? 1 : 0);
  if (!isSigned && negative) limit = 0;
  if (magnitude > limit) {
    error(scope, range, "this value is out of the range of " + typeName(type));
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
  error(scope, range, "this value is out of the range of Float32");
  return nullptr;
}

ValuePtr Evaluator::evaluateName(const Expression& expression, const Type& type, Node& scope) {
  if (expression.kind != ExpressionKind::kName) return evaluateConstant(expression, type, scope);
  const std::string& name = expression.text;
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
    error(scope, expression.range,
          "'" + typeName(type) + "' has no enumerant named '" + name + "'");
  } else {
    error(scope, expression.range, "'" + name + "' is not defined");
  }
  return nullptr;
}

Node* Evaluator::findConstant(const Expression& expression, Node& scope) {
  Meaning meaning = resolver_.resolve(expression, scope);
  if (meaning.kind == Meaning::Kind::kUnknown) return nullptr;
  if (meaning.kind == Meaning::Kind::kNode && meaning.node->kind == NodeKind::kConst) {
    return meaning.node;
  }
  error(scope, expression.range,
        "'" + std::string(scope.module->source->text(expression.range)) +
            "' does not refer to a constant");
  return nullptr;
}

ValuePtr Evaluator::evaluateConstant(const Expression& expression, const Type& type, Node& scope) {
  Node* node = findConstant(expression, scope);
  if (node == nullptr) return nullptr;
  ensureConstant(*node);
  if (node->value == nullptr) return nullptr;
  words_ += node->value->words;
  return convert(node->value, type, expression.range, scope);
}

// A constant fits where its literal would.
ValuePtr Evaluator::convert(const ValuePtr& constant, const Type& type, ByteRange range,
                            Node& scope) {
  const Type& own = constant->type;
  if (own == type) return constant;
  if (type.kind == TypeKind::kStruct && own.kind != TypeKind::kStruct) {
    return convertToFirstField(constant, type, range, scope);
  }
  if (isUnsignedInteger(own.kind)) return integer(false, constant->bits, type, range, scope);
  if (isSignedInteger(own.kind)) {
    unsigned width = widthLog2(own.kind);
    bool negative = (constant->bits >> ((1u << width) - 1) & 1) != 0;
    std::uint64_t magnitude = negative ? lowBits(~constant->bits + 1, width) : constant->bits;
    return integer(negative, magnitude, type, range, scope);
  }
  if (isFloat(own.kind)) return real(floatValue(*constant), type, range, scope);
  if (type.kind == TypeKind::kAnyPointer && isPointer(own.kind)) return constant;
  if (type.kind == TypeKind::kData && own.kind == TypeKind::kText) {
    Value value = *constant;
    value.type = type;
    return finish(std::move(value), range, scope);
  }
  return mismatch(type, range, scope);
}

ValuePtr Evaluator::convertToFirstField(const ValuePtr& constant, const Type& type, ByteRange range,
                                        Node& scope) {
  const Field* first = firstField(type);
  if (first == nullptr) return mismatch(type, range, scope);
  Value value;
  value.type = type;
  value.fields.push_back({first, convert(constant, first->type, range, scope)});
  return finish(std::move(value), range, scope);
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
