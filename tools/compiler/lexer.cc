// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/lexer.h"

#include <optional>
#include <string_view>
#include <utility>

#include "tools/compiler/char_reader.h"
#include "tools/compiler/literals.h"

namespace capstan::inline CAPSTAN_ABI::compiler {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
bool isOperator(std::string_view text) {
  constexpr std::string_view kOfOneCharacter = "!$*-.:=@";
  if (text.size() == 1) return kOfOneCharacter.find(text[0]) != std::string_view::npos;
  return text == "->";
}

// Splits a run of operator characters into operators. Returns: nothing if that is not possible.
std::vector<std::string_view> splitOperators(std::string_view run) {
  std::vector<std::string_view> parts;
  while (!run.empty()) {
    std::string_view part = run.substr(0, isOperator(run.substr(0, 2)) ? 2 : 1);
    if (!isOperator(part)) return {};
    parts.push_back(part);
    run.remove_prefix(part.size());
  }
  return parts;
}

class Lexer {
 public:
  Lexer(const SourceFile& file, Diagnostics& diagnostics) : reader_(file, diagnostics) {}

  TokenList run() {
    // Few files have more; what is not used is never touched.
    constexpr std::size_t kBytesPerToken = 3;
    out_.tokens.reserve(reader_.size() / kBytesPerToken);
    for (skipBlank(); !reader_.atEnd(); skipBlank()) readToken();
    add(TokenKind::kEnd, reader_.position());
    return std::move(out_);
  }

 private:
  // Skips spaces that stay on the line.
  void skipInlineSpace() {
    reader_.skipAll(kInlineSpaces);
    while (reader_.peek() == kByteOrderMark[0] && reader_.startsWith(kByteOrderMark)) {
      reader_.advance(3);
      reader_.skipAll(kInlineSpaces);
    }
  }

  void skipBlank() {
    for (;;) {
      skipInlineSpace();
      if (reader_.peek() == '\n') {
        reader_.advance();
      } else if (reader_.peek() == '#') {
        reader_.skipLine();
      } else {
        return;
      }
    }
  }

  Token& add(TokenKind kind, std::uint32_t begin) {
    Token& token = out_.tokens.emplace_back();
    token.kind = kind;
    token.range = reader_.rangeFrom(begin);
    return token;
  }

  std::uint32_t addText(std::string text) {
    out_.texts.push_back(std::move(text));
    return static_cast<std::uint32_t>(out_.texts.size() - 1);
  }

  // What ends too early has been reported, and what should follow it on its line is missing.
  void addLiteral(TokenKind kind, std::uint32_t begin, std::optional<std::string> text) {
    bool isWhole = text.has_value();
    std::uint32_t index = addText(isWhole ? *std::move(text) : "");
    add(kind, begin).textIndex = index;
    if (!isWhole) add(TokenKind::kInvalid, reader_.position());
  }

  void readToken();
  void readOperator();
  void readUnknown();
  bool readPunctuation();
  std::uint32_t readDocComment();

  CharReader reader_;
  TokenList out_;
  bool reportedEncoding_ = false;
};

void Lexer::readToken() {
  std::uint32_t begin = reader_.position();
  char c = reader_.peek();
  if (isIdentifierStart(c)) {
    reader_.skipAll(kIdentifierParts);
    add(TokenKind::kIdentifier, begin);
  } else if (reader_.startsWith("0x\"")) {
    addLiteral(TokenKind::kBinary, begin, readBinary(reader_));
  } else if (isDigit(c)) {
    Token number = readNumber(reader_);
    number.range = reader_.rangeFrom(begin);
    out_.tokens.push_back(number);
  } else if (c == '"' || c == '`') {
    addLiteral(TokenKind::kString, begin,
               c == '"' ? readQuotedString(reader_) : readLineString(reader_));
  } else if (kOperatorParts.contains(c)) {
    readOperator();
  } else if (!readPunctuation()) {
    readUnknown();
  }
}

void Lexer::readOperator() {
  std::uint32_t begin = reader_.position();
  if (reader_.startsWith("//") || reader_.startsWith("/*")) {
    ByteRange range{begin, begin + 2};
    reader_.skipLine();
    reader_.error(range, "comments begin with '#' and go to the end of the line");
    return;
  }
  reader_.skipAll(kOperatorParts);
  std::string_view run = reader_.textFrom(begin);
  if (isOperator(run)) {
    add(TokenKind::kOperator, begin);
    return;
  }
  constexpr std::size_t kMaxRun = 8;
  std::vector<std::string_view> parts;
  if (run.size() <= kMaxRun) parts = splitOperators(run);
  std::string message = "unknown operator '" + std::string(run.substr(0, kMaxRun)) + "'";
  if (!parts.empty()) {
    message += "; write '";
    for (std::string_view part : parts) message.append(part).append(" ");
    message.back() = '\'';
    message += ", with a space between";
  }
  reader_.error(reader_.rangeFrom(begin), std::move(message));
  if (parts.empty()) add(TokenKind::kInvalid, begin);
  // What was meant is clear: the parser goes on with that.
  for (std::string_view part : parts) {
    Token& token = add(TokenKind::kOperator, begin);
    token.range.end = begin += static_cast<std::uint32_t>(part.size());
  }
}

// Takes a run of bytes that begin no token, so that garbage gives few errors.
void Lexer::readUnknown() {
  std::uint32_t begin = reader_.position();
  bool notText = false;
  while (!reader_.atEnd()) {
    char c = reader_.peek();
    auto byte = static_cast<unsigned char>(c);
    if (byte != 0 && byte < 0x80 && (byte > 0x20 || byte == '\n' || isInlineSpace(c)) &&
        reader_.position() > begin) {
      break;
    }
    notText = notText || byte == 0 || byte >= 0xfe;
    reader_.advance();
  }
  add(TokenKind::kInvalid, begin);
  if (!notText) {
    reader_.error(reader_.rangeFrom(begin), "this character has no meaning here");
  } else if (!std::exchange(reportedEncoding_, true)) {
    reader_.error(reader_.rangeFrom(begin), "a schema is text in UTF-8, and this is not");
  }
}

bool Lexer::readPunctuation() {
  struct Entry {
    char character;
    TokenKind kind;
    bool mayHaveDoc;
  };
  static constexpr Entry kEntries[] = {
      {'(', TokenKind::kOpenParen, false},   {')', TokenKind::kCloseParen, false},
      {'[', TokenKind::kOpenBracket, false}, {']', TokenKind::kCloseBracket, false},
      {'{', TokenKind::kOpenBrace, true},    {'}', TokenKind::kCloseBrace, true},
      {',', TokenKind::kComma, false},       {';', TokenKind::kSemicolon, true},
  };
  for (const Entry& entry : kEntries) {
    if (reader_.peek() != entry.character) continue;
    std::uint32_t begin = reader_.position();
    reader_.advance();
    std::size_t index = out_.tokens.size();
    add(entry.kind, begin);
    if (entry.mayHaveDoc) {
      std::uint32_t doc = readDocComment();
      out_.tokens[index].textIndex = doc;
    }
    return true;
  }
  return false;
}

// Reads a comment that begins on this line or the next one, and its continuation lines.
std::uint32_t Lexer::readDocComment() {
  std::uint32_t begin = reader_.position();
  skipInlineSpace();
  if (reader_.peek() == '\n') {
    reader_.advance();
    skipInlineSpace();
  }
  if (reader_.peek() != '#') {
    reader_.seek(begin);
    return 0;
  }
  std::string doc;
  while (reader_.peek() == '#') {
    reader_.advance();
    if (reader_.peek() == ' ') reader_.advance();
    std::uint32_t line = reader_.position();
    reader_.skipLine();
    doc += reader_.textFrom(line);
    doc += '\n';
    reader_.advance();
    skipInlineSpace();
  }
  return addText(std::move(doc));
}

}  // namespace

TokenList lex(const SourceFile& file, Diagnostics& diagnostics) {
  return Lexer(file, diagnostics).run();
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
