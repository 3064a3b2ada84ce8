// SPDX-License-Identifier: Apache-2.0
// Writes C++ that reads as formatted: two spaces, 100 columns where names allow.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <span>
#include <string_view>

#include "absl/status/status.h"
#include "capstan/base/config.h"
#include "tools/compiler/cpp_text.h"
#include "tools/compiler/generated_files.h"

namespace capstan::inline CAPSTAN_ABI::compiler::cpp {

// Where a function is defined: in its class, if nothing is said.
struct DefinedAt {
  std::string_view templateHead;  // lines before it
  std::string_view specifiers;    // "inline "
  std::string_view scope;         // "Person::PhoneNumber"
  std::string_view className;     // "Reader"

  std::size_t qualifierSize() const {
    return scope.empty() ? 0 : scope.size() + className.size() + 4;
  }
  char* putQualifier(char* to) const {
    return scope.empty() ? to : put(to, {scope, "::", className, "::"});
  }
};

class Writer {
 public:
  static constexpr std::size_t kColumns = 100;

  // Keeps what is written.
  Writer() = default;
  // Passes on what is written. Lifetime: `files` outlives the writer.
  explicit Writer(GeneratedFiles& files) : files_(&files) {}

  // What follows is a file's. Requires: the file before has been ended.
  void beginFile(std::string_view path);
  // Returns: what the first of the files' operations that failed said.
  absl::Status endFile();

  // Writes whole lines as they are, without indentation.
  void lines(std::string_view text) { writeText(text); }
  void line() { writeText("\n"); }
  // Writes one line.
  template <typename... P>
  void line(const P&... pieces) {
    const auto content = text(pieces..., "\n");
    end(content.putTo(indented(room(indentation_ + content.size()))));
  }
  // Writes text of a schema as a comment. Security: nothing in it can end the comment early or
  // reach into the next line.
  void comment(std::string_view text);
  // Writes `result signature { statements }`. Empty statements are left out. All but the result are
  // text(...), here and below.
  void function(std::string_view result, const auto& signature, const auto&... statements) {
    functionAt({}, result, signature, statements...);
  }
  void functionAt(const DefinedAt& place, std::string_view result, const auto& signature,
                  const auto&... statements);
  // The same for statements that are counted only when it is written.
  void functionOf(std::string_view result, std::string_view signature, const Parts& statements);
  // Writes `result signature;`.
  void declaration(std::string_view result, const auto& signature) {
    head({}, result, signature, ";\n");
  }
  // Writes two parts in one line, or, where they do not fit, the second in a line of its own.
  void joined(const auto& first, const auto& second);
  // Writes an item of a list, {member, ...}: in one line if it fits, else a member a line. Empty
  // members are left out.
  void entry(const auto&... members);
  // Writes `head`, which ends in a brace, and `items`: in one line if it fits, else `width` a line.
  void list(const auto& head, const Parts& items, std::size_t width);
  // Defines an array of bytes: `head` = ...;
  void bytes(const auto& head, std::span<const unsigned char> bytes) {
    end(head.putTo(indented(room(indentation_ + head.size()))));
    bytesOf(bytes);
  }
  // Writes what another writer has kept.
  void append(const Writer& other) { writeText(other.kept()); }

  void indent() { indentation_ += 2; }
  void outdent() { indentation_ -= 2; }

  bool empty() const { return size_ == 0; }
  std::string_view kept() const { return {text_.get(), size_}; }

 private:
  static constexpr std::string_view kSpaces = "                ";

  // Returns: where to write that many characters, and some of the slack behind them.
  char* room(std::size_t chars) {
    if (capacity_ - size_ < chars + kSlackBytes) makeRoom(chars + kSlackBytes);
    return text_.get() + size_;
  }
  void makeRoom(std::size_t chars);
  // Says how far the room was used.
  void end(const char* to) { size_ = static_cast<std::size_t>(to - text_.get()); }
  char* indented(char* to) const {
    static_assert(kSpaces.size() <= kSlackBytes);
    if (indentation_ > kSpaces.size()) return std::fill_n(to, indentation_, ' ');
    std::memcpy(to, kSpaces.data(), kSpaces.size());
    return to + indentation_;
  }
  void passOn();

  bool fits(std::size_t size) const { return indentation_ + size <= kColumns; }
  void writeText(std::string_view text) { end(put(room(text.size()), text)); }
  void head(const DefinedAt& place, std::string_view result, const auto& signature,
            std::string_view end);
  void statement(const auto& content);
  // Writes a member of an entry in a line of its own, the first of some that are `left`.
  void entryLine(const auto& member, std::string_view& before, int& left);
  void itemsInLine(const Parts& items);
  void itemsInLines(const Parts& items, std::size_t width);
  void bytesOf(std::span<const unsigned char> bytes);
  void byteLiteral(std::span<const unsigned char> bytes);
  void byteList(std::span<const unsigned char> bytes);
  // Breaks the line that is being written at `at`. Returns: its new end.
  char* insert(char* at, const char* end, std::string_view lineBreak) const;
  // Where a statement that is too long is broken: behind the parenthesis of its call.
  static std::size_t breakPoint(std::string_view text);

  GeneratedFiles* files_ = nullptr;
  absl::Status status_;
  std::unique_ptr<char[]> text_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
  std::size_t indentation_ = 0;
};

// -------------------------------------------------------------------------------------------------
// Implementation

void Writer::joined(const auto& first, const auto& second) {
  constexpr std::string_view kBreak = "\n    ";
  const std::size_t size = first.size() + second.size();
  char* to = room(2 * indentation_ + size + kBreak.size() + 1);
  to = first.putTo(indented(to));
  if (!fits(size)) {
    while (to[-1] == ' ') --to;
    to = indented(put(to, kBreak));
  }
  to = second.putTo(to);
  *to++ = '\n';
  end(to);
}

void Writer::head(const DefinedAt& place, std::string_view result, const auto& signature,
                  std::string_view end) {
  const std::size_t resultSize = place.specifiers.size() + result.size();
  const std::size_t signatureSize = place.qualifierSize() + signature.size() + end.size();
  char* to = room(2 * indentation_ + resultSize + 1 + signatureSize);
  to = put(put(indented(to), place.specifiers), result);
  const bool isOneLine = fits(resultSize + signatureSize);
  *to++ = isOneLine ? ' ' : '\n';
  if (!isOneLine) to = indented(to);
  to = signature.putTo(place.putQualifier(to));
  this->end(put(to, end));
}

void Writer::statement(const auto& content) {
  constexpr std::string_view kBreak = "\n    ";
  const std::size_t size = content.size();
  if (size == 0) return;
  char* const begin = indented(room(2 * indentation_ + size + kBreak.size() + 1));
  char* to = content.putTo(begin);
  if (!fits(size)) to = insert(begin + breakPoint({begin, size}), to, kBreak);
  *to++ = '\n';
  end(to);
}

void Writer::functionAt(const DefinedAt& place, std::string_view result, const auto& signature,
                        const auto&... statements) {
  constexpr std::string_view kBegin = " { ";
  constexpr std::string_view kEnd = " }\n";
  lines(place.templateHead);
  const std::size_t count = ((statements.size() != 0 ? 1 : 0) + ... + 0);
  if (count == 0) return head(place, result, signature, " {}\n");
  const std::size_t headSize =
      place.specifiers.size() + result.size() + 1 + place.qualifierSize() + signature.size();
  const std::size_t size = headSize + kBegin.size() + (statements.size() + ... + 0) + kEnd.size();
  if (count == 1 && fits(size - 1)) {
    char* to = put(put(indented(room(indentation_ + size)), place.specifiers), result);
    *to++ = ' ';
    to = put(signature.putTo(place.putQualifier(to)), kBegin);
    ((to = statements.putTo(to)), ...);
    return end(put(to, kEnd));
  }
  head(place, result, signature, " {\n");
  indent();
  (statement(statements), ...);
  outdent();
  line("}");
}

void Writer::entryLine(const auto& member, std::string_view& before, int& left) {
  constexpr std::string_view kBreak = "\n                 ";  // goes on with a space
  const std::size_t size = member.size();
  if (size == 0) return;
  const std::string_view after = --left == 0 ? "},\n" : ",\n";
  char* const begin = put(indented(room(2 * indentation_ + size + 3 * kBreak.size())), before);
  char* to = member.putTo(begin);
  // What makes a member too long is the table in it.
  const std::size_t table = std::string_view(begin, size).find(" &::");
  if (!fits(before.size() + size + after.size() - 1) && table != std::string_view::npos) {
    to = insert(begin + table, to, kBreak);
  }
  end(put(to, after));
  before = "     ";
}

void Writer::entry(const auto&... members) {
  constexpr std::string_view kSeparator = ", ";
  constexpr std::string_view kEnd = "},\n";
  std::string_view before = "    {";
  int left = ((members.size() != 0 ? 1 : 0) + ... + 0);
  const std::size_t separators = static_cast<std::size_t>(left) * kSeparator.size();
  const std::size_t size = before.size() + (members.size() + ... + 0) + separators;
  if (!fits(size - kSeparator.size() + kEnd.size() - 1)) {
    return (entryLine(members, before, left), ...);
  }
  char* to = put(indented(room(indentation_ + size + kEnd.size())), before);
  const char* const first = to;
  ((to = members.size() == 0 ? to : put(members.putTo(to), kSeparator)), ...);
  if (to != first) to -= kSeparator.size();
  end(put(to, kEnd));
}

void Writer::list(const auto& head, const Parts& items, std::size_t width) {
  constexpr std::string_view kSeparator = ", ";
  constexpr std::string_view kEnd = "};";
  const std::size_t separators = items.empty() ? 0 : (items.size() - 1) * kSeparator.size();
  const bool isOneLine = fits(head.size() + items.sizeChars() + separators + kEnd.size());
  end(head.putTo(indented(room(indentation_ + head.size()))));
  if (isOneLine) return itemsInLine(items);
  line();
  itemsInLines(items, width);
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler::cpp
