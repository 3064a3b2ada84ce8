// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/evaluator.h"

#include <algorithm>
#include <utility>

#include "tools/compiler/brands.h"
#include "tools/compiler/char_reader.h"
#include "tools/compiler/name_guess.h"
#include "tools/compiler/struct_members.h"

namespace capstan::inline CAPSTAN_ABI::compiler {
namespace {

// What kind of value an expression is, by how it begins.
std::string describeValue(std::string_view text) {
  if (text.empty()) return "nothing";
  if (text.starts_with("0x\"")) return "a binary literal";
  switch (text[0]) {
    case '"':
    case '`':
      return "a text";
    case '(':
      return "the members of a struct";
    case '[':
      return "a list";
    case '-':
      return "a number";
    default:
      break;
  }
  return isDigit(text[0]) ? "a number" : "'" + std::string(text.substr(0, text.find('\n'))) + "'";
}

std::uint64_t listWords(const Value& value) {
  std::uint64_t count = value.elements.size();
  const Type& element = *value.type.element;
  if (element.kind == TypeKind::kStruct) {
    return count * (std::uint64_t{element.node->dataWords} + element.node->pointers) + 1;
  }
  if (element.kind == TypeKind::kVoid) return 0;
  if (isPointer(element.kind)) return count;
  return ((count << widthLog2(element.kind)) + 63) / 64;
}

// What the value itself takes, without what it points to.
std::uint64_t ownWords(const Value& value) {
  if (value.isMessage) return value.bytes.size() / 8;
  switch (value.type.kind) {
    case TypeKind::kText:
    case TypeKind::kData:
      return value.bytes.size() / 8 + 1;
    case TypeKind::kList:
      return listWords(value);
    case TypeKind::kStruct: {
      const Node& node = *value.type.node;
      return node.isGroup ? 0 : std::uint64_t{node.dataWords} + node.pointers;
    }
    default:
      return 0;
  }
}

bool isGroupValue(const Value& value) {
  return value.type.kind == TypeKind::kStruct && value.type.node->isGroup;
}

// The pointers from a value's own pointer down; elements and groups are inside of their parent.
void addPart(Value& whole, const ValuePtr& part) {
  if (part == nullptr) return;
  whole.words += part->words;
  whole.depth = std::max(whole.depth, part->depth + (isGroupValue(*part) ? 0 : 1));
}

}  // namespace

void Evaluator::error(Node& scope, ByteRange range, std::string text) {
  resolver_.error(scope, range, std::move(text));
}

void Evaluator::warning(Node& scope, ByteRange range, std::string text) {
  diagnostics_.warning(*scope.module->source, range, std::move(text));
}

ValuePtr Evaluator::mismatch(const Type& type, ByteRange range, Node& scope) {
  bool group = type.kind == TypeKind::kStruct && type.node->isGroup;
  if (type.kind == TypeKind::kParameter || type.kind == TypeKind::kMethodParameter) {
    error(scope, range,
          "a value of the type parameter " + typeName(type) +
              " is not possible: what it stands for is not known here");
    return nullptr;
  }
  if (type.kind == TypeKind::kInterface || type.kind == TypeKind::kCapability) {
    error(scope, range, "an interface has no values");
    return nullptr;
  }
  error(scope, range,
        "type mismatch: expected " + (group ? "members of the group" : typeName(type)) +
            ", found " + describeValue(scope.module->source->text(range)));
  return nullptr;
}

void Evaluator::ensureType(Node& node) {
  if (node.typeStage != Stage::kNotStarted) return;
  node.typeStage = Stage::kDone;
  if (node.kind == NodeKind::kStruct) {
    buildStruct(node, resolver_, diagnostics_);
  } else if (node.kind == NodeKind::kEnum) {
    buildEnum(node, diagnostics_);
  } else if (node.kind == NodeKind::kInterface) {
    buildInterface(node, resolver_, diagnostics_);
  } else if (node.kind == NodeKind::kConst || node.kind == NodeKind::kAnnotation) {
    // What a declaration says is looked up in the scope that it stands in.
    node.type = resolver_.resolveType(*node.declaration->type, *node.parent);
  }
}

void Evaluator::ensureDefaults(Node& node) {
  if (node.valueStage == Stage::kDone) return;
  if (node.valueStage == Stage::kInProgress) {
    error(structOf(node), node.declaration->name.range, "this declaration depends on itself");
    node.valueStage = Stage::kDone;
    return;
  }
  ensureType(node);
  node.valueStage = Stage::kInProgress;
  for (Field& field : node.fields) evaluateDefault(field, structOf(node));
  node.valueStage = Stage::kDone;
}

void Evaluator::evaluateDefault(Field& field, Node& scope) {
  if (field.group != nullptr || field.declaration->value == nullptr) return;
  const Expression& value = *field.declaration->value;
  bool isNull = field.declaration->kind == DeclarationKind::kParameter &&
                value.kind == ExpressionKind::kName && value.text == "null";
  if (!isNull) {
    field.defaultValue = evaluate(value, field.type, scope);
  } else if (field.type.kind != TypeKind::kUnknown && !isPointer(field.type.kind)) {
    error(
        scope, value.range,
        "only parameters of pointer types can be null, which " + typeName(field.type) + " is not");
  }
}

void Evaluator::ensureConstant(Node& node) {
  if (node.valueStage == Stage::kDone) return;
  if (node.valueStage == Stage::kInProgress) {
    error(*node.parent, node.declaration->name.range, "this declaration depends on itself");
    node.valueStage = Stage::kDone;
    return;
  }
  ensureType(node);
  node.valueStage = Stage::kInProgress;
  ValuePtr value = evaluate(*node.declaration->value, node.type, *node.parent);
  if (node.valueStage == Stage::kInProgress) node.value = std::move(value);
  node.valueStage = Stage::kDone;
}

std::vector<Node*> Evaluator::takeStructsInValues() { return std::exchange(structsInValues_, {}); }

ValuePtr Evaluator::voidValue() {
  Value value;
  value.type.kind = TypeKind::kVoid;
  return std::make_shared<const Value>(std::move(value));
}

// Sums up the size and depth of a value that is complete, and takes it against the limits.
ValuePtr Evaluator::finish(Value value, ByteRange range, Node& scope) {
  value.words = ownWords(value);
  for (const ValuePtr& element : value.elements) addPart(value, element);
  for (const FieldValue& field : value.fields) addPart(value, field.value);
  if (value.depth > kMaxValueDepth) {
    error(scope, range,
          "this value is nested too deeply; at most " + std::to_string(kMaxValueDepth) +
              " levels are possible");
    return nullptr;
  }
  words_ += ownWords(value);
  if (value.words > kMaxWords || words_ > kMaxWords) {
    if (!std::exchange(reportedWords_, true)) {
      error(scope, range, "the values in these schemas take too much memory");
    }
    return nullptr;
  }
  return std::make_shared<const Value>(std::move(value));
}

ValuePtr Evaluator::evaluate(const Expression& expression, const Type& type, Node& scope) {
  if (type.kind == TypeKind::kUnknown) return nullptr;
  if (depth_ >= kMaxDepth) {
    error(scope, expression.range, "too many constants that refer to constants");
    return nullptr;
  }
  ++depth_;
  ValuePtr value = evaluateKind(expression, type, scope);
  --depth_;
  return value;
}

ValuePtr Evaluator::evaluateKind(const Expression& expression, const Type& type, Node& scope) {
  switch (expression.kind) {
    case ExpressionKind::kName:
    case ExpressionKind::kAbsoluteName:
    case ExpressionKind::kMember:
      return evaluateName(expression, type, scope);
    case ExpressionKind::kImport:
    case ExpressionKind::kApply:
      error(scope, expression.range, "this is the name of a type or file, not a value");
      return nullptr;
    case ExpressionKind::kEmbed:
      return evaluateEmbed(expression, type, scope);
    case ExpressionKind::kTuple:
      if (type.kind == TypeKind::kStruct) return evaluateStruct(expression, type, scope);
      return mismatch(type, expression.range, scope);
    default:
      break;
  }
  if (type.kind == TypeKind::kStruct) return evaluateFirstField(expression, type, scope);
  if (expression.kind != ExpressionKind::kList) return evaluateScalar(expression, type, scope);
  if (type.kind == TypeKind::kList) return evaluateList(expression, type, scope);
  return mismatch(type, expression.range, scope);
}

// Numbers, Text and Data.
ValuePtr Evaluator::evaluateScalar(const Expression& expression, const Type& type, Node& scope) {
  bool isString = expression.kind == ExpressionKind::kString;
  if (isString || expression.kind == ExpressionKind::kBinary) {
    bool fits = type.kind == TypeKind::kData || (isString && type.kind == TypeKind::kText);
    if (!fits) return mismatch(type, expression.range, scope);
    Value value;
    value.type = type;
    value.bytes = expression.text;
    return finish(std::move(value), expression.range, scope);
  }
  if (expression.kind == ExpressionKind::kFloat) {
    return real(expression.real, type, expression.range, scope);
  }
  bool negative = expression.kind == ExpressionKind::kNegativeInteger;
  return integer(negative, expression.integer, type, expression.range, scope);
}

ValuePtr Evaluator::evaluateList(const Expression& expression, const Type& type, Node& scope) {
  Value value;
  value.type = type;
  if (type.element->kind == TypeKind::kStruct) ensureType(*type.element->node);
  for (const Item& item : expression.items) {
    // A part that failed has been reported; the rest may have mistakes of its own.
    value.elements.push_back(evaluate(*item.value, *type.element, scope));
  }
  return finish(std::move(value), expression.range, scope);
}

// The field that an item of a struct literal gives a value to; null after an error.
const Field* Evaluator::findAssigned(const Item& item, const Node& node, Assigned& assigned,
                                     Node& scope) {
  if (!item.name.has_value()) {
    error(scope, item.value->range, "the name of a field is missing: write name = value");
    return nullptr;
  }
  const std::string name(item.name->text);
  const Field* field = findField(node, name);
  if (field == nullptr && node.declaration->lacksMembers) return nullptr;
  if (field == nullptr) {
    NameGuess guess(name);
    for (const Field& known : node.fields) guess.add(known.declaration->name.text);
    error(scope, item.name->range,
          "'" + std::string(node.name()) + "' has no field named '" + name + "'" + guess.hint());
    return nullptr;
  }
  // The last one counts, as everywhere; a text that says two things is worth a warning.
  if (!assigned.fields.insert(field).second) {
    warning(scope, item.name->range, "the field '" + name + "' is given twice");
    return field;
  }
  if (field->discriminant == kNoDiscriminant) return field;
  const Field* other = std::exchange(assigned.unionMember, field);
  if (other != nullptr) {
    warning(scope, item.name->range,
            "'" + name + "' and '" + std::string(other->declaration->name.text) +
                "' are members of one union; only the last one has a value");
  }
  return field;
}

ValuePtr Evaluator::evaluateField(const Expression& expression, const Field& field,
                                  const BrandPtr& brand, Node& scope) {
  return evaluate(expression, typeOfField(field, brand), scope);
}

ValuePtr Evaluator::evaluateStruct(const Expression& expression, const Type& type, Node& scope) {
  Node& node = *type.node;
  ensureType(node);
  structsInValues_.push_back(&node);
  Value value;
  value.type = type;
  Assigned assigned;
  for (const Item& item : expression.items) {
    const Field* field = findAssigned(item, node, assigned, scope);
    if (field == nullptr) continue;
    value.fields.push_back({field, evaluateField(*item.value, *field, type.brand, scope)});
  }
  return finish(std::move(value), expression.range, scope);
}

// The field that a value which is not a struct stands for; null if there is none.
const Field* Evaluator::firstField(const Type& type) {
  Node& node = *type.node;
  ensureType(node);
  if (node.fields.empty() || node.fields[0].group != nullptr ||
      node.fields[0].type.kind == TypeKind::kStruct) {
    return nullptr;
  }
  structsInValues_.push_back(&node);
  return node.fields.data();
}

ValuePtr Evaluator::evaluateFirstField(const Expression& expression, const Type& type,
                                       Node& scope) {
  const Field* first = firstField(type);
  if (first == nullptr) return mismatch(type, expression.range, scope);
  Value value;
  value.type = type;
  value.fields.push_back({first, evaluateField(expression, *first, type.brand, scope)});
  return finish(std::move(value), expression.range, scope);
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
