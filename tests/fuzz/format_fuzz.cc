// SPDX-License-Identifier: Apache-2.0
// `capstan format`: what parses is formatted, and formatted text stays as it is.
#include "tools/compiler/formatter.h"

#include <cstddef>
#include <cstdint>
#include <string>

#include "tools/compiler/parser.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace capstan::compiler;
  SourceFile file("fuzz.capnp", std::string(reinterpret_cast<const char*>(data), size));
  Diagnostics ofParser, ofFormatter;
  parseFile(file, ofParser);
  std::optional<std::string> formatted = formatSchema(file, ofFormatter);
  // The formatter compares the result with the original: a difference it found is a failure here.
  if (formatted.has_value() == ofParser.hasErrors()) __builtin_trap();
  if (!formatted.has_value()) return 0;
  std::optional<std::string> again =
      formatSchema(SourceFile("again.capnp", *formatted), ofFormatter);
  if (again != formatted) __builtin_trap();
  return 0;
}
