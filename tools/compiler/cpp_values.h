// SPDX-License-Identifier: Apache-2.0
// Values of constants and defaults: as bits, as C++, as schema text, as encoded bytes.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "capstan/arena/arena.h"
#include "capstan/base/config.h"
#include "capstan/pool/buffer.h"
#include "capstan/schema/schema.capnp.h"
#include "tools/compiler/cpp_model.h"

namespace capstan::inline CAPSTAN_ABI::compiler::cpp {

using TypeKind = schema::Type::Which;

// Returns: the bits of a number, bool or enum as they stand on the wire; 0 for anything else.
std::uint64_t bitsOf(const schema::Value::Reader& value);

// Words the bits of a number or bool as C++ that has exactly this value.
std::string literalOf(TypeKind kind, std::uint64_t bits);

// Words the bits of a number or bool as a schema does.
std::string schemaValueOf(TypeKind kind, std::uint64_t bits);

// Words the bits as hexadecimal digits, "0x2a".
std::string hexOf(std::uint64_t bits);

// Words text, whatever its bytes, as a C++ string literal.
std::string quoted(std::string_view text);

// Encodes what a pointer leads to as a message of one segment without framing.
// Returns: nothing for null, and for empty text or data, which read the same.
ByteVector encoded(const schema::Value::Reader& value);

// Encodes nodes of the schema in the same form, canonically, so that they are the same whatever
// front end has written the request. Where this machine keeps the file is left out.
class NodeEncoder {
 public:
  // Returns: the bytes, until the next call; none for a node that is malformed.
  // Cost: no memory of its own for nodes up to the usual size.
  std::span<const unsigned char> encode(const schema::Node::Reader& node);

 private:
  std::span<const unsigned char> keep(absl::StatusOr<Buffer> words);

  Arena arena_{{.firstSegmentWords = 4095}};
  Buffer large_;
};

}  // namespace capstan::inline CAPSTAN_ABI::compiler::cpp
