// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/cpp_names.h"

#include <algorithm>

namespace capstan::inline CAPSTAN_ABI::compiler::cpp {

namespace {

// The one table of names that generated code cannot use, apart by white space: keywords and
// alternative tokens; namespaces that generated code speaks of; what compilers predefine in their
// own dialects; macros of the C library's headers.
constexpr std::string_view kReserved = R"(
  alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t
  char32_t class co_await co_return co_yield compl concept const const_cast consteval constexpr
  constinit continue decltype default delete do double dynamic_cast else enum explicit export
  extern false float for friend goto if inline int long mutable namespace new noexcept not not_eq
  nullptr operator or or_eq private protected public register reinterpret_cast requires return
  short signed sizeof static static_assert static_cast struct switch template this thread_local
  throw true try typedef typeid typename union unsigned using virtual void volatile wchar_t while
  xor xor_eq

  capstan std

  arm i386 linux mips sparc unix

  BIG_ENDIAN BUFSIZ BYTE_ORDER CHAR_BIT CHAR_MAX CHAR_MIN CLOCKS_PER_SEC DOMAIN ECHO EDOM EILSEQ
  EOF ERANGE EXIT_FAILURE EXIT_SUCCESS FALSE FILENAME_MAX FOPEN_MAX HUGE HUGE_VAL I INFINITY
  INT_MAX INT_MIN LITTLE_ENDIAN LONG_MAX LONG_MIN MAX MAXFLOAT MIN NAME_MAX NAN NDEBUG NULL
  OVERFLOW PATH_MAX PDP_ENDIAN PIPE_BUF PLOSS RAND_MAX SEEK_CUR SEEK_END SEEK_SET SHRT_MAX
  SHRT_MIN SING STDERR_FILENO STDIN_FILENO STDOUT_FILENO TLOSS TMP_MAX TRUE UCHAR_MAX UINT_MAX
  ULONG_MAX UNDERFLOW USHRT_MAX WEOF assert errno major makedev minor offsetof setjmp stderr
  stdin stdout va_arg va_end va_list va_start
)";

bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool isCapital(char c) { return c >= 'A' && c <= 'Z'; }
char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

}  // namespace

std::string capitalized(std::string_view name) {
  std::string result(name);
  if (!result.empty()) result[0] = upper(result[0]);
  return result;
}

std::string upperSnake(std::string_view name) {
  std::string result;
  for (char c : name) {
    if (isCapital(c) && !result.empty()) result += '_';
    result += upper(c);
  }
  return result;
}

bool isIdentifier(std::string_view name) {
  if (name.empty() || !isLetter(name[0])) return false;
  return std::all_of(name.begin(), name.end(),
                     [](char c) { return isLetter(c) || (c >= '0' && c <= '9'); });
}

bool isReserved(std::string_view name) {
  if (name.empty()) return false;
  const auto isSpace = [](char c) { return c == ' ' || c == '\n'; };
  for (std::size_t at = kReserved.find(name); at != std::string_view::npos;
       at = kReserved.find(name, at + 1)) {
    // The table begins and ends with white space.
    if (isSpace(kReserved[at - 1]) && isSpace(kReserved[at + name.size()])) return true;
  }
  return false;
}

std::string NameScope::claim(std::string_view name) {
  std::string result(name);
  while (isReserved(result) || taken_.contains(result)) result += '_';
  taken_.insert(result);
  return result;
}

std::string NameScope::claimPart(std::string_view name) {
  std::string result(name);
  while (!taken_.insert(result).second) result += '_';
  return result;
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler::cpp
