// SPDX-License-Identifier: Apache-2.0
// eval for Capstan and the reference; `Types` names the generated structs.
#pragma once

#include "bench/yardstick/eval.h"

namespace capstan::bench {

template <typename Types>
struct Eval {
  using Request = typename Types::Expression;
  using Response = typename Types::EvaluationResult;
  using Expectation = std::int32_t;
  static constexpr const char* kName = "eval";
  static constexpr std::uint64_t kCycle = kEvalCycle;
  static constexpr std::size_t kScratchWords = 16384;

  template <typename Side>
  static std::int32_t fillSide(Random& random, std::uint32_t depth, Side side) {
    if (isLeaf(random, depth)) {
      const std::int32_t value = leafValue(random);
      side.setValue(value);
      return value;
    }
    return fill(random, depth + 1, side.initExpression());
  }

  static std::int32_t fill(Random& random, std::uint32_t depth,
                           typename Request::Builder expression) {
    const std::uint32_t operation = random(kOperations);
    expression.setOp(static_cast<typename Types::Operation>(operation));
    const std::int32_t left = fillSide(random, depth, expression.getLeft());
    const std::int32_t right = fillSide(random, depth, expression.getRight());
    return apply(operation, left, right);
  }

  template <typename Side>
  static std::int32_t valueOf(const Side& side) {
    return side.isValue() ? side.getValue() : evaluate(side.getExpression());
  }

  static std::int32_t evaluate(typename Request::Reader expression) {
    const std::int32_t left = valueOf(expression.getLeft());
    const std::int32_t right = valueOf(expression.getRight());
    return apply(static_cast<std::uint32_t>(expression.getOp()), left, right);
  }

  static Expectation setUp(Random& random, typename Request::Builder request) {
    return fill(random, 0, request);
  }

  static void handle(typename Request::Reader request, typename Response::Builder response) {
    response.setValue(evaluate(request));
  }

  static bool isRight(typename Response::Reader response, Expectation expected) {
    return response.getValue() == expected;
  }
};

}  // namespace capstan::bench
