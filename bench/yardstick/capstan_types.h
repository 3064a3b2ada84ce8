// SPDX-License-Identifier: Apache-2.0
// The yardstick's types as Capstan's generated ones, for the templates of *_messages.h.
#pragma once

#include <string_view>

#include "yardstick.capnp.h"

namespace capstan::bench {

struct CapstanTypes {
  using ParkingLot = ::yardstick::ParkingLot;
  using TotalValue = ::yardstick::TotalValue;
  using Color = ::yardstick::Color;
  using SearchResultList = ::yardstick::SearchResultList;
  using SearchResult = ::yardstick::SearchResult;
  using Expression = ::yardstick::Expression;
  using EvaluationResult = ::yardstick::EvaluationResult;
  using Operation = ::yardstick::Operation;
  static std::string_view text(std::string_view text) { return text; }
  static const char* chars(Text text) { return text.c_str(); }
};

}  // namespace capstan::bench
