// SPDX-License-Identifier: Apache-2.0
// The comments and empty lines of a file, by the token that they stand before.
//
// The lexer keeps comments only as documentation. Who writes a file anew needs all of them: they
// are found in what tokens leave of the text.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "tools/compiler/source_file.h"
#include "tools/compiler/token.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

struct Comment {
  std::string_view text;       // from '#' on, without spaces at the end
  std::uint32_t newlines = 0;  // between it and the token or comment before it
};

class CommentTable {
 public:
  CommentTable(const SourceFile& file, const TokenList& list);

  // The comments between a token and the one before it.
  std::span<const Comment> before(std::size_t token) const;
  // How many lines end between the token and the comment (or else the token) before it.
  std::uint32_t newlinesBefore(std::size_t token) const { return gaps_[token].newlines; }

  // All of them, in the order of the text.
  const std::vector<Comment>& all() const { return comments_; }

 private:
  struct Gap {
    std::size_t firstComment = 0;
    std::uint32_t newlines = 0;
  };

  void addGap(std::string_view gap);

  std::vector<Comment> comments_;
  std::vector<Gap> gaps_;  // one for each token
};

}  // namespace capstan::inline CAPSTAN_ABI::compiler
