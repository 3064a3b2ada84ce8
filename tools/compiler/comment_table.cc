// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/comment_table.h"

#include <algorithm>

#include "tools/compiler/char_reader.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

CommentTable::CommentTable(const SourceFile& file, const TokenList& list) {
  gaps_.reserve(list.tokens.size());
  std::uint32_t end = 0;
  for (const Token& token : list.tokens) {
    addGap(file.text({end, token.range.begin}));
    end = token.range.end;
  }
}

void CommentTable::addGap(std::string_view gap) {
  Gap& entry = gaps_.emplace_back();
  entry.firstComment = comments_.size();
  for (std::size_t i = 0; i < gap.size(); ++i) {
    if (gap[i] == '\n') ++entry.newlines;
    if (gap[i] != '#') continue;
    std::size_t lineEnd = std::min(gap.find('\n', i), gap.size());
    std::string_view text = gap.substr(i, lineEnd - i);
    while (isInlineSpace(text.back())) text.remove_suffix(1);
    comments_.push_back({text, entry.newlines});
    entry.newlines = 0;
    i = lineEnd - 1;
  }
}

std::span<const Comment> CommentTable::before(std::size_t token) const {
  std::size_t begin = gaps_[token].firstComment;
  std::size_t end = token + 1 < gaps_.size() ? gaps_[token + 1].firstComment : comments_.size();
  return std::span(comments_).subspan(begin, end - begin);
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
