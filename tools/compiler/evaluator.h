// SPDX-License-Identifier: Apache-2.0
// Value expressions to values of a type: constants, defaults, annotation values.
//
// Evaluation reports what does not fit its type, once, and gives null then. A constant is evaluated
// once and shared. What a text can expand to is bounded twice: by the depth of values in values,
// and by the words that all values of a compilation together take in a message.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_set>
#include <vector>

#include "tools/compiler/diagnostics.h"
#include "tools/compiler/model.h"
#include "tools/compiler/resolver.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

class Evaluator {
 public:
  // Pointers in pointers. A reader's default limit is 64, and values stand a few levels down in the
  // request that carries them.
  static constexpr int kMaxValueDepth = 48;
  // Expressions in expressions, and constants that refer to constants: bounds the stack.
  static constexpr int kMaxDepth = 128;
  // A few lines can name values that double with each line. This is what a default reader takes.
  static constexpr std::uint64_t kMaxWords = std::uint64_t{8} << 20;

  Evaluator(ModuleTable& modules, Resolver& resolver, Diagnostics& diagnostics)
      : modules_(modules), resolver_(resolver), diagnostics_(diagnostics) {}

  // Fills in fields, enumerants, or the type of a constant or annotation, if that is still to do.
  void ensureType(Node& node);

  // Evaluates a constant, if that is still to do.
  void ensureConstant(Node& node);

  // Evaluates the defaults of the fields of a struct or group, if that is still to do.
  void ensureDefaults(Node& node);

  // Returns: null after an error, and for a type of kind kUnknown.
  ValuePtr evaluate(const Expression& expression, const Type& type, Node& scope);

  // The value that a Void annotation has.
  ValuePtr voidValue();

  // Structs that values were made of: their fields' defaults are needed to write these. Empties the
  // list.
  std::vector<Node*> takeStructsInValues();

 private:
  // The fields that a struct literal has given values to so far.
  struct Assigned {
    std::unordered_set<const Field*> fields;
    const Field* unionMember = nullptr;
  };

  ValuePtr evaluateKind(const Expression& expression, const Type& type, Node& scope);
  ValuePtr evaluateScalar(const Expression& expression, const Type& type, Node& scope);
  ValuePtr evaluateName(const Expression& expression, const Type& type, Node& scope);
  ValuePtr evaluateConstant(const Expression& expression, const Type& type, Node& scope);
  ValuePtr evaluateList(const Expression& expression, const Type& type, Node& scope);
  ValuePtr evaluateStruct(const Expression& expression, const Type& type, Node& scope);
  ValuePtr evaluateFirstField(const Expression& expression, const Type& type, Node& scope);
  const Field* firstField(const Type& type);
  ValuePtr evaluateField(const Expression& expression, const Field& field, const BrandPtr& brand,
                         Node& scope);
  void evaluateDefault(Field& field, Node& scope);
  const Field* findAssigned(const Item& item, const Node& node, Assigned& assigned, Node& scope);

  // Turns a number into bits of a type; reports what is out of range.
  ValuePtr integer(bool negative, std::uint64_t magnitude, const Type& type, ByteRange range,
                   Node& scope);
  ValuePtr real(double value, const Type& type, ByteRange range, Node& scope);
  // `own` is the constant's type as it is seen from the place of use.
  ValuePtr convert(const ValuePtr& constant, const Type& own, const Type& type, ByteRange range,
                   Node& scope);
  ValuePtr convertToFirstField(const ValuePtr& constant, const Type& own, const Type& type,
                               ByteRange range, Node& scope);

  ValuePtr memberOf(const ValuePtr& value, const Expression& member, Node& scope);
  ValuePtr emptyValue(const Type& type);
  ValuePtr evaluateEmbed(const Expression& expression, const Type& type, Node& scope);
  bool checkMessage(const std::string& bytes, ByteRange range, Node& scope);

  Meaning findConstant(const Expression& expression, Node& scope);
  ValuePtr finish(Value value, ByteRange range, Node& scope);
  ValuePtr mismatch(const Type& type, ByteRange range, Node& scope);
  void error(Node& scope, ByteRange range, std::string text);
  void warning(Node& scope, ByteRange range, std::string text);

  ModuleTable& modules_;
  Resolver& resolver_;
  Diagnostics& diagnostics_;
  std::vector<Node*> structsInValues_;
  std::uint64_t words_ = 0;
  bool reportedWords_ = false;
  int depth_ = 0;
};

}  // namespace capstan::inline CAPSTAN_ABI::compiler
