// SPDX-License-Identifier: Apache-2.0
// The wording of a place inside a message, as in `people[3].phones[0].number`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "capstan/base/config.h"

namespace capstan::inline CAPSTAN_ABI::internal {

class FieldPath {
 public:
  void addField(std::string_view name) {
    startStep();
    text_ += name;
  }
  // A pointer that no field is known for.
  void addPointer(std::uint32_t index) {
    startStep();
    text_ += "<pointer " + std::to_string(index) + '>';
  }
  void addElement(std::uint32_t index) { text_ += '[' + std::to_string(index) + ']'; }
  // Stands for steps that are left out.
  void addGap() {
    startStep();
    text_ += "...";
  }

  std::string take() { return std::move(text_); }

 private:
  void startStep() {
    if (!text_.empty()) text_ += '.';
  }

  std::string text_;
};

}  // namespace capstan::inline CAPSTAN_ABI::internal
