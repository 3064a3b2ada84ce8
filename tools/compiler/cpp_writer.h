// SPDX-License-Identifier: Apache-2.0
// Writes C++ that reads as formatted: two spaces, 100 columns where names allow.
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "capstan/base/config.h"
#include "tools/compiler/cpp_text.h"

namespace capstan::inline CAPSTAN_ABI::compiler::cpp {

// A function that is put together: `result` `signature` { statements }. One object serves for many.
class Function {
 public:
  // Lifetime: here and below, the pieces must outlive what is done with the function.
  void begin(std::string_view result, Pieces signature) {
    templateHead_ = {};
    pieces_.assign({"", result, " "});
    pieces_.insert(pieces_.end(), signature);
    ends_.assign({pieces_.size()});
  }
  // Each statement may be broken once.
  void statement(Pieces pieces) {
    if (statements() == 0) pieces_.push_back(kOpen);
    pieces_.insert(pieces_.end(), pieces);
    ends_.push_back(pieces_.size());
  }
  // Makes it a definition outside of its class.
  void moveOutside(std::string_view templateHead, std::string_view specifiers,
                   std::string_view scope, std::string_view className);

  // Lines before it.
  std::string_view templateHead() const { return templateHead_; }
  PieceSpan result() const { return all().first(kSignature - 1); }
  PieceSpan signature() const { return range(kSignature, ends_[0]); }
  PieceSpan head() const { return all().first(ends_[0]); }
  std::size_t statements() const { return ends_.size() - 1; }
  PieceSpan statement(std::size_t index) const {
    return range(ends_[index] + (index == 0 ? 1 : 0), ends_[index + 1]);
  }
  // With not more than one statement: as it stands in one line, without the end.
  PieceSpan all() const { return pieces_; }

 private:
  static constexpr std::string_view kOpen = " { ";
  static constexpr std::size_t kSignature = 3;

  PieceSpan range(std::size_t begin, std::size_t end) const {
    return all().subspan(begin, end - begin);
  }

  std::string_view templateHead_;
  std::vector<std::string_view> pieces_;  // specifiers, result, a space, signature, statements
  std::vector<std::size_t> ends_;         // of the signature and of each statement
};

class Writer {
 public:
  // What stands for $name$ in a template.
  using Values = std::initializer_list<std::pair<std::string_view, std::string_view>>;

  // Writes a template of whole lines: at the current indentation, a first empty line left out,
  // $name$ replaced.
  void add(std::string_view text, Values values = {});
  // Writes one line as it is, an empty one without indentation.
  void line() { text_ += '\n'; }
  void line(std::string_view text) { line({text}); }
  void line(Pieces pieces) { linePieces(pieces, "\n"); }
  // Writes text of a schema as a comment. Security: nothing in it can end the comment early or
  // reach into the next line.
  void comment(std::string_view text);
  void function(const Function& function);
  // Writes `result signature;`.
  void declaration(const Function& function);
  // Writes two parts in one line, or, where they do not fit, the second in a line of its own.
  void joined(Pieces first, Pieces second);
  // Writes items with commas between them, if that fits into one line.
  bool row(Pieces before, const Parts& items, std::string_view after);
  // Writes `head`, which ends in a brace, and `items`: in one line if it fits, else `width` a line.
  void list(Pieces head, const Parts& items, std::size_t width);
  // The same for bytes, a word of them a line.
  void bytes(Pieces head, std::span<const unsigned char> bytes);
  // Writes what another writer has written.
  void append(const Writer& other) { text_ += other.text_; }

  void indent() { indentation_ += 2; }
  void outdent() { indentation_ -= 2; }

  bool empty() const { return text_.empty(); }
  // Makes room for what is expected.
  void reserve(std::size_t chars) { text_.reserve(chars); }
  std::string take() { return std::move(text_); }

 private:
  bool fits(std::size_t size) const;
  void safeComment(std::string_view line);
  void linePieces(PieceSpan pieces, std::string_view end);
  void headOf(const Function& function, std::string_view end);
  void statement(PieceSpan pieces);
  void addFilled(std::string_view text, Values values);

  std::string text_;
  std::size_t indentation_ = 0;
};

}  // namespace capstan::inline CAPSTAN_ABI::compiler::cpp
