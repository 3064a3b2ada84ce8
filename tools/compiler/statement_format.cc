// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/statement_format.h"

#include <algorithm>

#include "tools/compiler/char_reader.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

void StatementFormat::add(std::size_t begin, std::size_t end) {
  first_ = begin;
  findCloses(begin, end);
  std::size_t last = end - 1;
  addSequence(begin, last);
  if (last > begin) addCommentsInside(last);
  if (kind(last) == TokenKind::kOpenBrace) layout_.space();
  layout_.text(text(last));
}

void StatementFormat::findCloses(std::size_t begin, std::size_t end) {
  closes_.assign(end - begin, 0);
  std::vector<std::size_t> open;
  for (std::size_t i = begin; i < end; ++i) {
    if (kind(i) == TokenKind::kOpenParen || kind(i) == TokenKind::kOpenBracket) open.push_back(i);
    if (kind(i) != TokenKind::kCloseParen && kind(i) != TokenKind::kCloseBracket) continue;
    closes_[open.back() - begin] = i;
    open.pop_back();
  }
}

bool StatementFormat::isLineString(std::size_t index) const {
  return kind(index) == TokenKind::kString && text(index).starts_with('`');
}

void StatementFormat::addSequence(std::size_t begin, std::size_t end) {
  bool inPiece = false;
  auto endPiece = [&] {
    if (inPiece) layout_.endPiece();
    inPiece = false;
  };
  auto beginPiece = [&](PieceStyle style) {
    layout_.beginPiece(style);
    inPiece = true;
  };
  for (std::size_t i = begin; i < end;) {
    if (i > begin && (kind(i) == TokenKind::kDollar || kind(i) == TokenKind::kArrow)) {
      endPiece();
      addCommentsInside(i);
      beginPiece(PieceStyle::kMoves);
      layout_.text(text(i++));
    } else if (i > begin && i + 1 < end && kind(i) == TokenKind::kEquals) {
      addPart(i, begin, end);
      addCommentsInside(i);
      beginPiece(styleOfValue(i));
      addPart(i, i, end);
    } else {
      addPart(i, begin, end);
    }
  }
  endPiece();
}

PieceStyle StatementFormat::styleOfValue(std::size_t index) const {
  if (isOpenBracket(index)) return PieceStyle::kStays;
  return kind(index) == TokenKind::kString ? PieceStyle::kStrings : PieceStyle::kMoves;
}

// Adds a token, a run of strings, or brackets; moves the index behind it.
void StatementFormat::addPart(std::size_t& index, std::size_t begin, std::size_t end) {
  if (index > begin) addCommentsInside(index);
  if (isOpenBracket(index)) {
    if (index > begin && hasSpaceBefore(index)) layout_.space();
    std::size_t close = closes_[index - first_];
    addBrackets(index, close);
    index = close + 1;
  } else if (kind(index) == TokenKind::kString) {
    if (index > begin && hasSpaceBefore(index)) layout_.space();
    addStrings(index, end);
  } else {
    addToken(index, begin);
    ++index;
  }
}

void StatementFormat::addToken(std::size_t index, std::size_t begin) {
  if (index > begin && hasSpaceBefore(index)) layout_.space();
  if (kind(index) == TokenKind::kBinary) return addBinary(text(index));
  layout_.text(text(index));
}

// One space between bytes; as many of them on a line as fit.
void StatementFormat::addBinary(std::string_view literal) {
  std::string_view digits = literal.substr(3, literal.size() - 4);
  layout_.beginGroup();
  layout_.text(literal.substr(0, 3));
  bool isFirst = true;
  for (std::size_t i = 0; i < digits.size();) {
    if (hexDigitValue(digits[i]) < 0) {
      ++i;
      continue;
    }
    if (!isFirst) layout_.fillLine();
    isFirst = false;
    layout_.text(digits.substr(i, 2));
    i += 2;
  }
  layout_.text(literal.substr(literal.size() - 1));
  layout_.endGroup();
}

// Strings that follow each other are one value. Where the author began a line, a line begins.
void StatementFormat::addStrings(std::size_t& index, std::size_t end) {
  layout_.beginGroup();
  layout_.text(text(index++));
  for (; index < end && kind(index) == TokenKind::kString; ++index) {
    bool starts = comments_.newlinesBefore(index) > 0 || !comments_.before(index).empty();
    addItemComments(index, true);
    if (starts) {
      layout_.newline();
    } else {
      layout_.line();
    }
    layout_.text(text(index));
  }
  // The rest of the line belongs to such a string.
  if (isLineString(index - 1)) layout_.newline();
  layout_.endGroup();
}

// Comments in the middle of a statement: what follows them is on another line.
void StatementFormat::addCommentsInside(std::size_t index) {
  for (const Comment& comment : comments_.before(index)) {
    if (comment.newlines == 0) {
      layout_.trailingComment(comment.text);
    } else {
      layout_.continuation();
      layout_.text(comment.text);
    }
    layout_.continuation();
  }
}

// Comments before an item of a list, or before the bracket that closes it.
void StatementFormat::addItemComments(std::size_t index, bool isFirst) {
  for (const Comment& comment : comments_.before(index)) {
    if (comment.newlines == 0) {
      layout_.trailingComment(comment.text);
    } else {
      layout_.newline(comment.newlines > 1 && !isFirst);
      layout_.text(comment.text);
    }
    isFirst = false;
    layout_.newline();
  }
}

void StatementFormat::addBrackets(std::size_t open, std::size_t close) {
  if (close == open + 1 && comments_.before(close).empty()) {
    layout_.text(text(open));
    layout_.text(text(close));
    return;
  }
  bool fills = mayFill(open, close);
  layout_.beginGroup();
  layout_.text(text(open));
  layout_.indent();
  addItemComments(open + 1, true);
  layout_.emptyLine();
  for (std::size_t item = open + 1; item < close;) {
    std::size_t end = itemEnd(item, close);
    addSequence(item, end);
    if (end < close) {
      addComma(end, close, fills);
    } else {
      addItemComments(close, false);
    }
    item = std::min(end + 1, close);
  }
  layout_.dedent();
  layout_.emptyLine();
  layout_.text(text(close));
  layout_.endGroup();
}

// Comments before the comma go behind it, where those about the item before it usually stand.
void StatementFormat::addComma(std::size_t comma, std::size_t close, bool fills) {
  std::size_t next = comma + 1;
  layout_.text(text(comma));
  addItemComments(comma, false);
  addItemComments(next, false);
  bool blank = comments_.newlinesBefore(next) > 1;
  if (next == close) {
    layout_.newline();
  } else if (fills) {
    layout_.fillLine(blank);
  } else {
    layout_.line(blank);
  }
}

std::size_t StatementFormat::itemEnd(std::size_t begin, std::size_t close) const {
  std::size_t i = begin;
  while (i < close && kind(i) != TokenKind::kComma) {
    i = isOpenBracket(i) ? closes_[i - first_] + 1 : i + 1;
  }
  return i;
}

// Whether the items are names and numbers without comments.
bool StatementFormat::mayFill(std::size_t open, std::size_t close) const {
  if (kind(close - 1) == TokenKind::kComma || !comments_.before(close).empty()) return false;
  for (std::size_t i = open + 1; i < close; ++i) {
    if (!comments_.before(i).empty()) return false;
    bool simple = kind(i) == TokenKind::kIdentifier || kind(i) == TokenKind::kInteger ||
                  kind(i) == TokenKind::kFloat || kind(i) == TokenKind::kComma ||
                  kind(i) == TokenKind::kDot || kind(i) == TokenKind::kMinus ||
                  kind(i) == TokenKind::kStar;
    if (!simple) return false;
  }
  return true;
}

// In `annotation name (struct, field)`: the brackets belong to the whole, not to the name.
bool StatementFormat::isTargetList(std::size_t index) const {
  return index == first_ + 2 && text(first_) == "annotation" &&
         kind(first_ + 1) == TokenKind::kIdentifier;
}

bool StatementFormat::hasSpaceBefore(std::size_t index) const {
  std::size_t before = index - 1;
  TokenKind left = kind(before), right = kind(index);
  // Operators side by side would be read as one.
  if (isOperator(left) && isOperator(right)) return true;
  if (isOpenBracket(before) || left == TokenKind::kAt || left == TokenKind::kDollar ||
      left == TokenKind::kColon || left == TokenKind::kMinus || left == TokenKind::kDot) {
    return false;
  }
  bool isNumber = left == TokenKind::kInteger || left == TokenKind::kFloat;
  if (right == TokenKind::kOpenParen) {
    bool applies = left == TokenKind::kIdentifier || left == TokenKind::kCloseParen ||
                   left == TokenKind::kString;
    return !applies || isTargetList(index);
  }
  // A number and a '.' would be read as one; the others begin a name of the file's scope.
  if (right == TokenKind::kDot) {
    return isNumber || left == TokenKind::kCloseBracket ||
           (before == first_ && text(before) == "using");
  }
  return right != TokenKind::kComma && right != TokenKind::kBang;
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
