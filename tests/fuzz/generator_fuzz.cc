// SPDX-License-Identifier: Apache-2.0
// The C++ generator as a plugin: any framed message as a request is refused, or gives the same
// files each time.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "capstan/message/unmarshal.h"
#include "tests/fuzz/generated_length.h"
#include "tools/compiler/cpp_generator.h"

namespace {

using capstan::schema::CodeGeneratorRequest;

// Requests of this size that are no attack are read a few times over.
constexpr capstan::ReaderOptions kLimits = {.traversalLimitWords = 1 << 20};

bool generate(std::string_view framed, capstan::fuzz::GeneratedLength& files) {
  auto reader = capstan::unmarshal(framed, kLimits);
  return reader.ok() &&
         capstan::compiler::generateCpp(reader->getRoot<CodeGeneratorRequest>(), files).ok();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view framed(reinterpret_cast<const char*>(data), size);
  capstan::fuzz::GeneratedLength first;
  capstan::fuzz::GeneratedLength second;
  const bool isGood = generate(framed, first);
  if (isGood != generate(framed, second)) __builtin_trap();
  if (first.files() != second.files() || first.chars() != second.chars()) __builtin_trap();
  return 0;
}
