// SPDX-License-Identifier: Apache-2.0
// Writes C++ that reads as formatted: two spaces, 100 columns where names allow.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "capstan/base/config.h"

namespace capstan::inline CAPSTAN_ABI::compiler::cpp {

// A function definition in pieces: `result` `signature` { `body` }.
struct Function {
  std::string result;
  std::string signature;
  std::vector<std::string> body;  // statements; each may be broken once
  std::string templateHead = {};  // lines before it
};

class Writer {
 public:
  // What stands for $name$ in a template.
  using Values = std::initializer_list<std::pair<std::string_view, std::string_view>>;

  // Writes a template: its lines at the current indentation, a first and a last empty line left
  // out, $name$ replaced.
  void add(std::string_view text, Values values = {});
  // Writes one line as it is, an empty one without indentation.
  void line(std::string_view text = {});
  // Writes text of a schema as a comment. Security: nothing in it can end the comment early or
  // reach into the next line.
  void comment(std::string_view text);
  void function(const Function& function);
  // Writes `result signature;`.
  void declaration(const Function& function);
  // Writes two parts in one line, or, where they do not fit, the second in a line of its own.
  void joined(std::string_view first, std::string_view second);
  // Writes `head` and then `items` in braces: in one line if it fits, else `width` items a line.
  void list(std::string_view head, const std::vector<std::string>& items, std::size_t width);

  // The same for bytes, a word of them a line.
  void bytes(std::string_view head, const std::vector<unsigned char>& bytes);

  void indent() { indentation_ += 2; }
  void outdent() { indentation_ -= 2; }

  std::string take() { return std::move(text_); }

 private:
  bool fits(std::string_view text, std::size_t more = 0) const;
  // Writes a line of pieces.
  void lineOf(std::initializer_list<std::string_view> pieces);
  void headOf(const Function& function, std::string_view end);
  void statement(std::string_view text);

  std::string text_;
  std::size_t indentation_ = 0;
};

}  // namespace capstan::inline CAPSTAN_ABI::compiler::cpp
