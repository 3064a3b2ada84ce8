// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/ids.h"

#include <sys/random.h>

#include "tools/compiler/md5.h"

namespace capstan::inline CAPSTAN_ABI::compiler {
namespace {

void appendLittleEndian(std::string& out, std::uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i));
}

std::uint64_t derive(std::string_view input) {
  std::array<std::uint8_t, 16> digest = md5(input);
  std::uint64_t id = 0;
  for (int i = 0; i < 8; ++i) id = id << 8 | digest[i];
  return id | kIdTopBit;
}

}  // namespace

std::uint64_t childId(std::uint64_t parentId, std::string_view name) {
  std::string input;
  input.reserve(sizeof(parentId) + name.size());
  appendLittleEndian(input, parentId, 8);
  input += name;
  return derive(input);
}

std::uint64_t groupId(std::uint64_t parentId, std::uint16_t fieldIndex) {
  std::string input;
  appendLittleEndian(input, parentId, 8);
  appendLittleEndian(input, fieldIndex, 2);
  return derive(input);
}

std::uint64_t methodStructId(std::uint64_t interfaceId, std::uint16_t ordinal, bool isResults) {
  std::string input;
  appendLittleEndian(input, interfaceId, 8);
  appendLittleEndian(input, ordinal, 2);
  input += isResults ? '\1' : '\0';
  return derive(input);
}

std::optional<std::uint64_t> freshId() {
  std::uint64_t id = 0;
  if (getrandom(&id, sizeof(id), 0) != static_cast<ssize_t>(sizeof(id))) return std::nullopt;
  return id | kIdTopBit;
}

std::string idText(std::uint64_t id) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out = "@0x";
  for (int shift = 60; shift >= 0; shift -= 4) out += kDigits[id >> shift & 0xf];
  return out;
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
