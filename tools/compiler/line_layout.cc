// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/line_layout.h"

#include <algorithm>
#include <utility>

#include "tools/compiler/utf8.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

void LineLayout::add(Kind kind, int amount) {
  Op& op = ops_.emplace_back();
  op.kind = kind;
  op.amount = amount;
}

void LineLayout::text(std::string_view text) {
  add(Kind::kText);
  ops_.back().text = text;
}

void LineLayout::trailingComment(std::string_view text) {
  add(Kind::kComment);
  ops_.back().text = text;
}

void LineLayout::open(Kind kind, PieceStyle style) {
  open_.push_back(ops_.size());
  add(kind);
  ops_.back().style = style;
}

void LineLayout::close() {
  ops_[open_.back()].end = ops_.size();
  open_.pop_back();
  add(Kind::kEnd);
}

void LineLayout::print() {
  measure();
  for (std::size_t i = 0; i < ops_.size(); ++i) printOp(i);
  ops_.clear();
}

std::string LineLayout::take() {
  print();
  if (!out_.empty()) out_ += '\n';
  return std::move(out_);
}

void LineLayout::measure() {
  std::uint64_t width = 0, breaks = 0;
  for (Op& op : ops_) {
    op.before = width;
    op.breaks = breaks;
    bool isSpace = op.kind == Kind::kSpace || op.kind == Kind::kLine ||
                   op.kind == Kind::kFillLine || op.kind == Kind::kPiece;
    if (op.kind == Kind::kText) width += codePointCount(op.text);
    if (isSpace) ++width;
    if (op.kind == Kind::kNewline || op.kind == Kind::kContinuation) ++breaks;
  }
  std::uint64_t nextBreak = width;
  for (auto op = ops_.rbegin(); op != ops_.rend(); ++op) {
    bool mayBreak = op->kind == Kind::kLine || op->kind == Kind::kEmptyLine ||
                    op->kind == Kind::kFillLine || op->kind == Kind::kPiece ||
                    op->kind == Kind::kNewline || op->kind == Kind::kContinuation;
    if (mayBreak) nextBreak = op->before;
    op->tail = nextBreak - op->before;
  }
}

bool LineLayout::fits(std::size_t index, std::uint64_t column) const {
  const Op& begin = ops_[index];
  const Op& end = ops_[begin.end];
  std::uint64_t width = end.before - begin.before + end.tail;
  return end.breaks == begin.breaks && column + width <= kWidth;
}

std::uint64_t LineLayout::nextColumn() const {
  if (pendingBreaks_ == 0) return column_ + (pendingSpace_ ? 1 : 0);
  return static_cast<std::uint64_t>(indent_ + extraIndent_);
}

void LineLayout::breakLine(int count) { pendingBreaks_ = std::max(pendingBreaks_, count); }

void LineLayout::breakOrSpace(bool breaks, int count) {
  if (breaks) return breakLine(count);
  pendingSpace_ = true;
}

void LineLayout::printText(std::string_view text) {
  if (pendingBreaks_ > 0 || out_.empty()) {
    if (!out_.empty()) out_.append(static_cast<std::size_t>(pendingBreaks_), '\n');
    column_ = static_cast<std::uint64_t>(indent_ + extraIndent_);
    out_.append(column_, ' ');
  } else if (pendingSpace_) {
    out_ += ' ';
    ++column_;
  }
  pendingBreaks_ = 0;
  extraIndent_ = 0;
  pendingSpace_ = false;
  out_ += text;
  column_ += codePointCount(text);
}

void LineLayout::printPiece(std::size_t index) {
  const Op& op = ops_[index];
  Level level{.flat = true, .indent = 0};
  std::uint64_t moved = static_cast<std::uint64_t>(indent_ + kContinuation) - 1;
  bool starts = pendingBreaks_ > 0;  // a comment has ended the line
  bool moves = starts;
  if (isFlat() || (!starts && fits(index, nextColumn()))) {
    moves = false;
  } else if (op.style == PieceStyle::kStrings) {
    moves = true;
    level.flat = starts && fits(index, moved);
  } else if (op.style == PieceStyle::kStays) {
    level.flat = starts && fits(index, moved);
  } else if (fits(index, moved)) {
    moves = true;
  } else {
    level.flat = false;
    // The text up to the first place to break; all of it if there is none.
    std::uint64_t head = 1 + ops_[index + 1].tail;
    bool canBreak = ops_[index + 1].before + ops_[index + 1].tail < ops_[op.end].before ||
                    ops_[op.end].breaks != op.breaks;
    moves = moves || !canBreak || nextColumn() + head > kWidth;
  }
  if (moves) {
    level.indent = kContinuation;
    extraIndent_ = 0;
  }
  indent_ += level.indent;
  levels_.push_back(level);
  breakOrSpace(moves, 1);
}

void LineLayout::printOp(std::size_t index) {
  const Op& op = ops_[index];
  switch (op.kind) {
    case Kind::kText:
      return printText(op.text);
    case Kind::kComment:
      pendingSpace_ = false;
      if (pendingBreaks_ == 0 && !out_.empty()) printText("  ");
      return printText(op.text);
    case Kind::kSpace:
      pendingSpace_ = true;
      return;
    case Kind::kLine:
      return breakOrSpace(!isFlat(), op.amount);
    case Kind::kEmptyLine:
      if (!isFlat()) breakLine(1);
      return;
    case Kind::kFillLine:
      return breakOrSpace(
          !isFlat() && (op.amount > 1 || column_ + 1 + ops_[index + 1].tail > kWidth), op.amount);
    case Kind::kContinuation:
      if (pendingBreaks_ == 0) extraIndent_ = kContinuation;
      return breakLine(1);
    case Kind::kNewline:
      return breakLine(op.amount);
    case Kind::kIndent:
      indent_ += op.amount;
      return;
    case Kind::kBegin:
      levels_.push_back({.flat = isFlat() || fits(index, nextColumn()), .indent = 0});
      return;
    case Kind::kPiece:
      return printPiece(index);
    case Kind::kEnd:
      indent_ -= levels_.back().indent;
      levels_.pop_back();
      return;
  }
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
