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

// These return kInvalid for everything else.
TokenKind punctuationKind(char c) {
  switch (c) {
    case '(':
      return TokenKind::kOpenParen;
    case ')':
      return TokenKind::kCloseParen;
    case '[':
      return TokenKind::kOpenBracket;
    case ']':
      return TokenKind::kCloseBracket;
    case '{':
      return TokenKind::kOpenBrace;
    case '}':
      return TokenKind::kCloseBrace;
    case ',':
      return TokenKind::kComma;
    case ';':
      return TokenKind::kSemicolon;
    default:
      return TokenKind::kInvalid;
  }
}

TokenKind operatorKind(std::string_view text) {
  if (text.size() != 1) return text == "->" ? TokenKind::kArrow : TokenKind::kInvalid;
  switch (text[0]) {
    case '@':
      return TokenKind::kAt;
    case '!':
      return TokenKind::kBang;
    case ':':
      return TokenKind::kColon;
    case '$':
      return TokenKind::kDollar;
    case '.':
      return TokenKind::kDot;
    case '=':
      return TokenKind::kEquals;
    case '-':
      return TokenKind::kMinus;
    case '*':
      return TokenKind::kStar;
    default:
      return TokenKind::kInvalid;
  }
}

bool isOperator(std::string_view text) { return operatorKind(text) != TokenKind::kInvalid; }

// A doc comment may follow.
bool endsHead(TokenKind kind) {
  return kind == TokenKind::kSemicolon || kind == TokenKind::kOpenBrace ||
         kind == TokenKind::kCloseBrace;
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

  void add(TokenKind kind, std::uint32_t begin, std::uint32_t index = 0) {
    out_.tokens.push_back({kind, reader_.rangeFrom(begin), index});
  }

  std::uint32_t addText(std::string text) {
    out_.texts.push_back(std::move(text));
    return static_cast<std::uint32_t>(out_.texts.size() - 1);
  }

  // What ends too early has been reported, and what should follow it on its line is missing.
  void addLiteral(TokenKind kind, std::uint32_t begin, std::optional<std::string> text) {
    bool isWhole = text.has_value();
    std::uint32_t index = addText(isWhole ? *std::move(text) : "");
    add(kind, begin, index);
    if (!isWhole) add(TokenKind::kInvalid, reader_.position());
  }

  void readToken();
  void readPunctuation(TokenKind kind);
  void addNumber(std::uint32_t begin);
  void readOperator();
  void readUnknown();
  std::uint32_t readDocComment();

  CharReader reader_;
  TokenList out_;
  bool reportedEncoding_ = false;
};

void Lexer::readToken() {
  std::uint32_t begin = reader_.position();
  char c = reader_.peek();
  TokenKind punctuation = punctuationKind(c);
  if (kIdentifierStarts.contains(c)) {
    reader_.skipAll(kIdentifierParts);
    add(TokenKind::kIdentifier, begin);
  } else if (punctuation != TokenKind::kInvalid) {
    readPunctuation(punctuation);
  } else if (isDigit(c)) {
    bool isBinary = c == '0' && reader_.startsWith("0x\"");
    isBinary ? addLiteral(TokenKind::kBinary, begin, readBinary(reader_)) : addNumber(begin);
  } else if (c == '"' || c == '`') {
    addLiteral(TokenKind::kString, begin,
               c == '"' ? readQuotedString(reader_) : readLineString(reader_));
  } else if (kOperatorParts.contains(c)) {
    readOperator();
  } else {
    readUnknown();
  }
}

void Lexer::addNumber(std::uint32_t begin) {
  std::variant<std::uint64_t, double> value = readNumber(reader_);
  if (const double* real = std::get_if<double>(&value)) {
    add(TokenKind::kFloat, begin, static_cast<std::uint32_t>(out_.reals.size()));
    out_.reals.push_back(*real);
  } else {
    add(TokenKind::kInteger, begin, static_cast<std::uint32_t>(out_.integers.size()));
    out_.integers.push_back(std::get<std::uint64_t>(value));
  }
}

void Lexer::readOperator() {
  std::uint32_t begin = reader_.position();
  if (reader_.peek() == '/' && (reader_.peek(1) == '/' || reader_.peek(1) == '*')) {
    ByteRange range{begin, begin + 2};
    reader_.skipLine();
    reader_.error(range, "comments begin with '#' and go to the end of the line");
    return;
  }
  reader_.skipAll(kOperatorParts);
  std::string_view run = reader_.textFrom(begin);
  TokenKind kind = operatorKind(run);
  if (kind != TokenKind::kInvalid) {
    add(kind, begin);
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
    std::uint32_t end = begin + static_cast<std::uint32_t>(part.size());
    out_.tokens.push_back({operatorKind(part), {begin, end}});
    begin = end;
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

void Lexer::readPunctuation(TokenKind kind) {
  std::uint32_t begin = reader_.position();
  reader_.advance();
  Token token{kind, reader_.rangeFrom(begin)};
  if (endsHead(kind)) token.index = readDocComment();
  out_.tokens.push_back(token);
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
