// SPDX-License-Identifier: Apache-2.0
// Any bytes as a stream of messages and as a flat one, written out word by word, with a schema and
// without: a line for each word, and no crash.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "capstan/codec/memory_stream.h"
#include "capstan/compiler/schema_parser.h"
#include "tools/commands/inspector.h"

namespace capstan {
namespace {

using commands::ExpectedType;
using commands::Inspector;
using commands::SchemaPlaces;

// A root that every kind of field is below of.
constexpr const char* kSchema =
    "@0x8d1b8f1a36ff5b10;\n"
    "struct Root { request @0 :import \"/capnp/schema.capnp\".CodeGeneratorRequest; }\n";

SchemaPlaces& places() {
  static SchemaPlaces made([] {
    compiler::SchemaParserOptions options;
    options.files = {{"root.capnp", kSchema}};
    return *compiler::SchemaParser(options).parse({"root.capnp"});
  }());
  return made;
}

void inspect(Bytes bytes, bool isTyped, bool isFlat) {
  std::string text;
  StringSink sink(text);
  const ExpectedType root = isTyped ? *places().rootType("root.capnp", "Root") : ExpectedType();
  Inspector inspector(sink, isTyped ? &places() : nullptr, root);
  const absl::Status status =
      isFlat ? inspector.inspectSegment(bytes) : inspector.inspectStream(bytes);
  const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  if (!status.ok() || lines < bytes.size() / 8) std::abort();
}

}  // namespace
}  // namespace capstan

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const capstan::Bytes bytes(reinterpret_cast<const std::byte*>(data), size);
  for (const bool isTyped : {false, true}) {
    for (const bool isFlat : {false, true}) capstan::inspect(bytes, isTyped, isFlat);
  }
  return 0;
}
