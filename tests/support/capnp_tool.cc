// SPDX-License-Identifier: Apache-2.0
#include "tests/support/capnp_tool.h"

#include <cstdlib>

namespace capstan::support {
namespace {

std::vector<std::string> command(std::string_view verb, const std::vector<std::string>& options) {
  std::vector<std::string> arguments = {std::string(verb)};
  arguments.insert(arguments.end(), options.begin(), options.end());
  return arguments;
}

}  // namespace

bool oracleIsAvailable() {
  static const bool available = programExists("capnp");
  return available;
}

bool oracleIsRequired() {
  const char* required = std::getenv("CAPSTAN_REQUIRE_ORACLE");
  return required != nullptr && std::string_view(required) == "1";
}

ProgramResult runCapnp(const std::vector<std::string>& arguments, std::string_view input) {
  return runProgram(command("capnp", arguments), {.input = input});
}

ProgramResult capnpEncode(const CapnpType& type, std::string_view text,
                          const std::vector<std::string>& options) {
  std::vector<std::string> arguments = command("encode", options);
  arguments.insert(arguments.end(), {type.schema, type.name});
  return runCapnp(arguments, text);
}

ProgramResult capnpDecode(const CapnpType& type, std::string_view bytes,
                          const std::vector<std::string>& options) {
  std::vector<std::string> arguments = command("decode", options);
  arguments.insert(arguments.end(), {type.schema, type.name});
  return runCapnp(arguments, bytes);
}

ProgramResult capnpConvert(const CapnpType& type, std::string_view formats,
                           std::string_view input) {
  return runCapnp({"convert", std::string(formats), type.schema, type.name}, input);
}

ProgramResult capnpRequest(const std::vector<std::string>& schemas,
                           const std::vector<std::string>& options) {
  std::vector<std::string> arguments = command("compile", options);
  arguments.push_back("-o-");
  arguments.insert(arguments.end(), schemas.begin(), schemas.end());
  return runCapnp(arguments);
}

}  // namespace capstan::support
