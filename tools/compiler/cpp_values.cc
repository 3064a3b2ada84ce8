// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/cpp_values.h"

#include <bit>
#include <charconv>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "capstan/arena/arena.h"
#include "capstan/layout/canonical.h"

namespace capstan::inline CAPSTAN_ABI::compiler::cpp {

namespace {

using ValueKind = schema::Value::Which;

// The shortest digits that read back as the same value, marked as floating point.
template <typename Float>
std::string digitsOf(Float value) {
  char digits[64];
  const auto end = std::to_chars(digits, digits + sizeof(digits), value).ptr;
  std::string result(digits, end);
  if (result.find_first_of(".e") == std::string::npos) result += ".0";
  return result;
}

std::string floatLiteral(std::uint32_t bits) {
  const auto value = std::bit_cast<float>(bits);
  if (std::isfinite(value)) return digitsOf(value) + "f";
  return absl::StrCat("std::bit_cast<float>(std::uint32_t{", hexOf(bits), "})");
}

std::string doubleLiteral(std::uint64_t bits) {
  const auto value = std::bit_cast<double>(bits);
  if (std::isfinite(value)) return digitsOf(value);
  return absl::StrCat("std::bit_cast<double>(std::uint64_t{", hexOf(bits), "})");
}

template <typename Float>
std::string schemaFloat(Float value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return digitsOf(value);
}

std::int64_t signedOf(TypeKind kind, std::uint64_t bits) {
  switch (kind) {
    case TypeKind::INT8:
      return static_cast<std::int8_t>(bits);
    case TypeKind::INT16:
      return static_cast<std::int16_t>(bits);
    case TypeKind::INT32:
      return static_cast<std::int32_t>(bits);
    default:
      return static_cast<std::int64_t>(bits);
  }
}

bool isSigned(TypeKind kind) {
  return kind == TypeKind::INT8 || kind == TypeKind::INT16 || kind == TypeKind::INT32 ||
         kind == TypeKind::INT64;
}

// A root pointer to a copy of what `set` puts there, in one segment.
template <typename Set>
ByteVector encodedBy(Set set) {
  for (std::uint32_t words = 1023;; words *= 2) {
    Arena arena({.firstSegmentWords = words});
    std::byte* root = arena.root();
    set(PointerBuilder(&arena.first(), root));
    if (arena.segmentCount() != 1) continue;
    const Segment& segment = arena.first();
    const auto* begin = reinterpret_cast<const unsigned char*>(segment.begin);
    return {begin, begin + segment.sizeWords() * kBytesPerWord};
  }
}

// The node as it would be if its file's name lacked the first characters.
absl::StatusOr<Buffer> withoutFolder(const schema::Node::Reader& node, std::uint32_t folderChars) {
  Arena arena;
  const PointerBuilder root(&arena.first(), arena.root());
  const schema::Node::Builder copy(root.setStruct(node.raw()));
  copy.setDisplayName(node.getDisplayName().substr(folderChars));
  copy.setDisplayNamePrefixLength(node.getDisplayNamePrefixLength() - folderChars);
  return canonicalize(copy.asReader());
}

ByteVector encodedPointer(const AnyPointer::Reader& pointer) {
  if (pointer.isNull()) return {};
  return encodedBy([&](PointerBuilder root) { root.setPointer(pointer.raw()); });
}

}  // namespace

std::uint64_t bitsOf(const schema::Value::Reader& value) {
  switch (value.which()) {
    case ValueKind::BOOL:
      return value.getBool() ? 1 : 0;
    case ValueKind::INT8:
      return static_cast<std::uint8_t>(value.getInt8());
    case ValueKind::INT16:
      return static_cast<std::uint16_t>(value.getInt16());
    case ValueKind::INT32:
      return static_cast<std::uint32_t>(value.getInt32());
    case ValueKind::INT64:
      return static_cast<std::uint64_t>(value.getInt64());
    case ValueKind::UINT8:
      return value.getUint8();
    case ValueKind::UINT16:
      return value.getUint16();
    case ValueKind::UINT32:
      return value.getUint32();
    case ValueKind::UINT64:
      return value.getUint64();
    case ValueKind::FLOAT32:
      return std::bit_cast<std::uint32_t>(value.getFloat32());
    case ValueKind::FLOAT64:
      return std::bit_cast<std::uint64_t>(value.getFloat64());
    case ValueKind::ENUM:
      return value.getEnum();
    default:
      return 0;
  }
}

std::string hexOf(std::uint64_t bits) { return absl::StrCat("0x", absl::Hex(bits)); }

std::string literalOf(TypeKind kind, std::uint64_t bits) {
  if (kind == TypeKind::BOOL) return bits != 0 ? "true" : "false";
  if (kind == TypeKind::FLOAT32) return floatLiteral(static_cast<std::uint32_t>(bits));
  if (kind == TypeKind::FLOAT64) return doubleLiteral(bits);
  if (!isSigned(kind)) return absl::StrCat(bits, bits > 0x7fffffff ? "u" : "");
  const std::int64_t value = signedOf(kind, bits);
  // The lowest number has no literal of its own: the digits behind the sign would not fit.
  return value == INT64_MIN ? absl::StrCat(INT64_MIN + 1, " - 1") : absl::StrCat(value);
}

std::string schemaValueOf(TypeKind kind, std::uint64_t bits) {
  if (kind == TypeKind::BOOL) return bits != 0 ? "true" : "false";
  if (kind == TypeKind::FLOAT32) {
    return schemaFloat(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
  }
  if (kind == TypeKind::FLOAT64) return schemaFloat(std::bit_cast<double>(bits));
  return isSigned(kind) ? absl::StrCat(signedOf(kind, bits)) : absl::StrCat(bits);
}

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (c == '\n') {
      result += "\\n";
    } else if (byte < 0x20 || byte >= 0x7f || c == '?') {
      // Octal, whose three digits end by themselves. (A question mark could begin a trigraph.)
      result += '\\';
      for (const int shift : {6, 3, 0}) result += static_cast<char>('0' + (byte >> shift & 7));
    } else {
      result += c;
    }
  }
  return result + '"';
}

ByteVector encoded(const schema::Value::Reader& value) {
  switch (value.which()) {
    case ValueKind::TEXT:
      if (value.getText().empty()) return {};
      return encodedBy([&](PointerBuilder root) { root.setText(value.getText()); });
    case ValueKind::DATA:
      if (value.getData().empty()) return {};
      return encodedBy([&](PointerBuilder root) { root.setData(value.getData()); });
    case ValueKind::LIST:
      return encodedPointer(value.getList());
    case ValueKind::STRUCT:
      return encodedPointer(value.getStruct());
    case ValueKind::ANY_POINTER:
      return encodedPointer(value.getAnyPointer());
    default:
      return {};
  }
}

std::span<const unsigned char> NodeEncoder::encode(const schema::Node::Reader& node) {
  const std::string_view displayName = node.getDisplayName();
  if (displayName.starts_with('/')) {
    const std::size_t folder = displayName.substr(0, displayName.find(':')).rfind('/') + 1;
    return keep(withoutFolder(node, static_cast<std::uint32_t>(folder)));
  }
  arena_.reset();
  std::byte* const root = arena_.root();
  Segment& segment = arena_.first();
  if (!internal::copyCanonical(node.raw(), &segment, root).isWhole) return {};
  if (arena_.segmentCount() != 1) return keep(canonicalize(node));
  return {reinterpret_cast<const unsigned char*>(segment.begin),
          segment.sizeWords() * kBytesPerWord};
}

std::span<const unsigned char> NodeEncoder::keep(absl::StatusOr<Buffer> words) {
  if (!words.ok()) return {};
  large_ = *std::move(words);
  return {reinterpret_cast<const unsigned char*>(large_.data()), large_.sizeBytes()};
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler::cpp
