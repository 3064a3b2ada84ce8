// SPDX-License-Identifier: Apache-2.0
// The reference `capnp` tool, as the oracle of tests.
//
// A test that needs it begins with CAPSTAN_REQUIRE_ORACLE_OR_SKIP(): without the tool it is
// skipped, or fails where the environment has CAPSTAN_REQUIRE_ORACLE=1, as CI has.
#pragma once

#include <gtest/gtest.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/process.h"

namespace capstan::support {

// A root type of a schema file.
struct CapnpType {
  std::string schema;  // a path, such as sourcePath("schemas/addressbook.capnp")
  std::string name;    // such as "AddressBook"
};

bool oracleIsAvailable();
bool oracleIsRequired();

// Runs `capnp <arguments>`. In the result, `out` holds the text or the bytes.
ProgramResult runCapnp(const std::vector<std::string>& arguments, std::string_view input = {});

// `options` are the tool's own, such as {"--packed"} or {"--segment-size=1"}.
ProgramResult capnpEncode(const CapnpType& type, std::string_view text,
                          const std::vector<std::string>& options = {});
ProgramResult capnpDecode(const CapnpType& type, std::string_view bytes,
                          const std::vector<std::string>& options = {});
// `formats` as in "binary:canonical".
ProgramResult capnpConvert(const CapnpType& type, std::string_view formats, std::string_view input);
// The CodeGeneratorRequest (`capnp compile -o-`) of the schema files.
ProgramResult capnpRequest(const std::vector<std::string>& schemas,
                           const std::vector<std::string>& options = {});

// The bytes of a span as the string that the functions above take.
inline std::string_view asText(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}
inline std::span<const std::byte> asBytes(std::string_view text) {
  return std::as_bytes(std::span<const char>(text.data(), text.size()));
}

}  // namespace capstan::support

#define CAPSTAN_REQUIRE_ORACLE_OR_SKIP()                                                  \
  do {                                                                                    \
    if (::capstan::support::oracleIsAvailable()) break;                                   \
    if (::capstan::support::oracleIsRequired()) {                                         \
      FAIL() << "CAPSTAN_REQUIRE_ORACLE is set, but there is no `capnp` tool";            \
    }                                                                                     \
    GTEST_SKIP() << "there is no reference `capnp` tool (Debian: apt install capnproto)"; \
  } while (false)
