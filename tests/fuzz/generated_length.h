// SPDX-License-Identifier: Apache-2.0
// A place for generated files that only counts.
#pragma once

#include <cstddef>
#include <string_view>

#include "tools/compiler/generated_files.h"

namespace capstan::fuzz {

class GeneratedLength : public compiler::GeneratedFiles {
 public:
  absl::Status begin(std::string_view) override {
    ++files_;
    return absl::OkStatus();
  }
  absl::Status write(std::string_view text) override {
    chars_ += text.size();
    return absl::OkStatus();
  }

  std::size_t files() const { return files_; }
  std::size_t chars() const { return chars_; }

 private:
  std::size_t files_ = 0;
  std::size_t chars_ = 0;
};

}  // namespace capstan::fuzz
