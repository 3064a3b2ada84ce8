// SPDX-License-Identifier: Apache-2.0
// Turns a CodeGeneratorRequest into C++ accessors.
//
// Reads nothing but the request, so it serves any front end. The output depends on the request
// alone: two runs give the same bytes.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "capstan/base/config.h"
#include "capstan/schema/schema.capnp.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

// A file to write below the output folder.
struct GeneratedFile {
  std::string path;  // relative, with the schema file's folders: "dir/x.capnp.h"
  std::string content;
};

// Generates `<file>.h` and `<file>.cc` for every requested file.
// Errors: kInvalidArgument for a request that contradicts itself; kUnimplemented for structs with
// constants of each other's types, which C++ cannot declare.
absl::StatusOr<std::vector<GeneratedFile>> generateCpp(
    schema::CodeGeneratorRequest::Reader request);

}  // namespace capstan::inline CAPSTAN_ABI::compiler
