// SPDX-License-Identifier: Apache-2.0
// Breaks text into lines of a given width, at the places where that is allowed.
//
// A caller adds texts and the places between them, then prints; again and again, up to take(). A
// group is on one line if all of it fits, with what stands behind it up to the next place to break;
// otherwise each of its lines is broken. A piece is a part of a statement that may move to a line
// of its own, indented further. What is added after a break appears at the indentation that holds
// then, so that breaks may be asked for twice. Texts are not copied: they live at least until
// print() is done. Cost: linear in what was added; nothing is tried twice. Nesting costs no stack.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "capstan/base/config.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

// What a piece does if it does not fit on the line.
enum class PieceStyle : std::uint8_t {
  kMoves,    // begins a line if that helps, else breaks inside
  kStays,    // begins with a bracket: breaks inside
  kStrings,  // begins a line, and each of its lines is broken
};

class LineLayout {
 public:
  static constexpr std::uint32_t kWidth = 100;
  static constexpr int kIndent = 2;
  static constexpr int kContinuation = 4;

  void text(std::string_view text);
  // A comment behind the text on this line. It takes no room, and a break has to follow.
  void trailingComment(std::string_view text);
  void space() { add(Kind::kSpace); }

  // In a group: a space (or nothing), or a break and, with `blank`, an empty line.
  void line(bool blank = false) { add(Kind::kLine, blank ? 2 : 1); }
  void emptyLine() { add(Kind::kEmptyLine); }
  // Like line(), but breaks only where the text up to the next place does not fit.
  void fillLine(bool blank = false) { add(Kind::kFillLine, blank ? 2 : 1); }

  // Always breaks. The groups around are broken too.
  void newline(bool blank = false) { add(Kind::kNewline, blank ? 2 : 1); }
  // Always breaks, and indents the next line further.
  void continuation() { add(Kind::kContinuation, 1); }

  void indent() { add(Kind::kIndent, kIndent); }
  void dedent() { add(Kind::kIndent, -kIndent); }

  void beginGroup() { open(Kind::kBegin, PieceStyle::kStays); }
  void endGroup() { close(); }
  // A piece begins with a space or a break.
  void beginPiece(PieceStyle style) { open(Kind::kPiece, style); }
  void endPiece() { close(); }

  // Lays out what was added since the last time. Requires: all groups and pieces have ended, and
  // the next thing to be added is a break or a comment.
  void print();
  // Returns: the lines; each ends with a line feed and, but for comments, none with a space.
  std::string take();

 private:
  enum class Kind : std::uint8_t {
    kText,
    kComment,
    kSpace,
    kLine,
    kEmptyLine,
    kFillLine,
    kNewline,
    kContinuation,
    kIndent,
    kBegin,
    kPiece,
    kEnd,
  };
  struct Op {
    Kind kind;
    PieceStyle style = PieceStyle::kStays;
    int amount = 0;            // breaks, or columns
    std::string_view text;     // of texts and comments
    std::size_t end = 0;       // of kBegin and kPiece: where their kEnd is
    std::uint64_t before = 0;  // the width of all that stands before, on one line
    std::uint64_t tail = 0;    // from here to the next place to break
    std::uint64_t breaks = 0;  // how many breaks there always are before
  };
  struct Level {
    bool flat;
    int indent;  // what its end takes back
  };

  void add(Kind kind, int amount = 0);
  void open(Kind kind, PieceStyle style);
  void close();
  void measure();
  void printOp(std::size_t index);
  void printText(std::string_view text);
  void printPiece(std::size_t index);
  void breakLine(int count);
  void breakOrSpace(bool breaks, int count);
  bool isFlat() const { return !levels_.empty() && levels_.back().flat; }
  // Whether all between a begin and its end fits on one line that begins at a column.
  bool fits(std::size_t index, std::uint64_t column) const;
  std::uint64_t nextColumn() const;

  std::vector<Op> ops_;
  std::vector<std::size_t> open_;

  std::string out_;
  std::vector<Level> levels_;
  int indent_ = 0;
  int pendingBreaks_ = 0;
  int extraIndent_ = 0;
  bool pendingSpace_ = false;
  std::uint64_t column_ = 0;
};

}  // namespace capstan::inline CAPSTAN_ABI::compiler
