// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/lexer.h"

#include <gtest/gtest.h>

#include <cstdio>

namespace capstan {
namespace {

using compiler::Diagnostics;
using compiler::SourceFile;
using compiler::Token;
using compiler::TokenKind;
using compiler::TokenList;

// Each token as one word; literals with their value.
std::string words(const SourceFile& file, const TokenList& list) {
  std::string out;
  for (const Token& token : list.tokens) {
    if (token.kind == TokenKind::kEnd) break;
    if (!out.empty()) out += ' ';
    if (token.kind == TokenKind::kString) {
      out += "'" + list.texts[token.index] + "'";
    } else if (token.kind == TokenKind::kBinary) {
      for (char c : list.texts[token.index])
        out += std::to_string(static_cast<unsigned char>(c)) + ".";
    } else if (token.kind == TokenKind::kInteger) {
      out += std::to_string(list.integers[token.index]);
    } else if (token.kind == TokenKind::kFloat) {
      char text[64];
      std::snprintf(text, sizeof(text), "%.17gf", list.reals[token.index]);
      out += text;
    } else {
      out += file.text(token.range);
    }
  }
  return out;
}

struct Row {
  std::string_view text;
  std::string_view tokens;
};

TEST(Lexer, ReadsEveryKindOfToken) {
  const Row rows[] = {
      {"", ""},
      {" \t\r\n\v\f\xEF\xBB\xBF", ""},
      {"a _b c3", "a _b c3"},
      {"struct Foo { }", "struct Foo { }"},
      {"@0xABcd; 017 0 10", "@ 43981 ; 15 0 10"},
      {"18446744073709551615", "18446744073709551615"},
      {"1.5 1e3 2E-2 3.25e+2 0.0 1.", "1.5f 1000f 0.02f 325f 0f 1f"},
      {"4.9e-324 1e-400 0.0000001e-320", "4.9406564584124654e-324f 0f 0f"},
      {"1e308 1e400 0.00001e400", "1e+308f inff inff"},
      {"-> - . : = @ $ ! *", "-> - . : = @ $ ! *"},
      {"a.b:c=-d", "a . b : c = - d"},
      {"(a,[b],)", "( a , [ b ] , )"},
      {"\"a\\n\\x41\\101\\0\\\"\\'\\\\\\?\"", std::string_view("'a\nAA\0\"'\\?'", 11)},
      {"\"\xC3\xA9 # no comment\"", "'\xC3\xA9 # no comment'"},
      {"`rest of \"line\" \\n\n x", "'rest of \"line\" \\n\n' x"},
      {"`a\r\n", "'a\n'"},
      {"0x\"01 fF\n 00\"", "1.255.0."},
      {"a # comment ; {\nb", "a b"},
  };
  for (const Row& row : rows) {
    SourceFile file("t", std::string(row.text));
    Diagnostics diagnostics;
    EXPECT_EQ(words(file, compiler::lex(file, diagnostics)), row.tokens) << row.text;
    bool spaced = row.text == "a.b:c=-d";
    EXPECT_EQ(diagnostics.hasErrors(), spaced) << row.text;
  }
}

TEST(Lexer, ReportsWhatItCannotRead) {
  const Row rows[] = {
      {"08", "t:1:1-3: error: a number that begins with 0 is octal"},
      {"18446744073709551616", "t:1:1-21: error: this integer does not fit 64 bits"},
      {"0x10000000000000000", "t:1:1-20: error: this integer does not fit 64 bits"},
      {"0x", "t:1:1-3: error: hexadecimal digits are missing"},
      {"1e", "t:1:1-3: error: the exponent of this number has no digits"},
      {"1e999", "t:1:1-6: warning: this number is too large"},
      {"12ab", "t:1:1-5: error: this is neither a number nor a name"},
      {"a \"b\nc\"", "t:1:3-5: error: this string is not closed"},
      {"\"\\u1234\"", "t:1:2-4: error: there is no '\\u' escape"},
      {"\"\\q\"", "t:1:2-4: error: unknown escape"},
      {"\"\\xg\"", "t:1:2-4: error: '\\x' takes two hexadecimal digits"},
      {"\"\\777\"", "t:1:2-6: error: this escape does not fit a byte"},
      {"0x\"\"", "t:1:1-5: error: a binary literal has at least one byte"},
      {"0x\"0\"", "t:1:1-4: error: a binary literal takes pairs"},
      {"0x\"00", "t:1:1-6: error: this binary literal is not closed"},
      {"=-5", "t:1:1-3: error: unknown operator '=-'; write '= -', with a space between"},
      {":.Foo", "t:1:1-3: error: unknown operator ':.'; write ': .', with a space between"},
      {"a && b", "t:1:3-5: error: unknown operator '&&'"},
      {"// text", "t:1:1-3: error: comments begin with '#'"},
      {"/* text */", "t:1:1-3: error: comments begin with '#'"},
      {"a\n  \xC3\xA9", "t:2:3-5: error: this character has no meaning here"},
      {"\xFF\xFE"
       "a",
       "t:1:1-3: error: a schema is text in UTF-8"},
      {std::string_view("a\0b", 3), "t:1:2-3: error: a schema is text in UTF-8"},
  };
  for (const Row& row : rows) {
    SourceFile file("t", std::string(row.text));
    Diagnostics diagnostics;
    compiler::lex(file, diagnostics);
    ASSERT_FALSE(diagnostics.findings().empty()) << row.text;
    std::string text = compiler::format(diagnostics.findings()[0]);
    EXPECT_TRUE(std::string_view(text).starts_with(row.tokens)) << text;
  }
}

TEST(Lexer, EndsWithOneEndToken) {
  for (const char* text : {"", "a", "a # b", "\"", "0x\""}) {
    SourceFile file("t", text);
    Diagnostics diagnostics;
    TokenList list = compiler::lex(file, diagnostics);
    ASSERT_FALSE(list.tokens.empty());
    EXPECT_EQ(list.tokens.back().kind, TokenKind::kEnd);
    EXPECT_EQ(list.tokens.back().range.end, std::string_view(text).size());
  }
}

TEST(Lexer, AttachesDocCommentsToWhatTheyFollow) {
  const Row rows[] = {
      {"a;# x", "x\n"},     {"a; # x\n  # y\n#z\n\n# no", "x\ny\nz\n"}, {"a;\n # x\n", "x\n"},
      {"a;\n\n # x\n", ""}, {"a;  #  x\n#\n# y\r\n", " x\n\ny\r\n"},
  };
  for (const Row& row : rows) {
    SourceFile file("t", std::string(row.text));
    Diagnostics diagnostics;
    TokenList list = compiler::lex(file, diagnostics);
    EXPECT_EQ(list.texts[list.tokens[1].index], row.tokens) << row.text;
  }
}

}  // namespace
}  // namespace capstan
