// SPDX-License-Identifier: Apache-2.0
// Turns a CodeGeneratorRequest into C++ accessors.
//
// Reads nothing but the request, so it serves any front end. The output depends on the request
// alone: two runs give the same bytes.
#pragma once

#include "absl/status/status.h"
#include "capstan/base/config.h"
#include "capstan/schema/schema.capnp.h"
#include "tools/compiler/generated_files.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

// Generates `<file>.h` and `<file>.cc` for every requested file.
// Errors: those of `files`; kInvalidArgument for a request that contradicts itself. Some are found
// only when the first files have been written: nothing that was written is of use then.
absl::Status generateCpp(schema::CodeGeneratorRequest::Reader request, GeneratedFiles& files);
// The same with a wider request, which has all declarations of all files (wide_request.h). Without
// it, an imported file that imports the requested one in turn is known as such only by what the
// requested one depends on, and the headers of the two may not compile.
absl::Status generateCpp(schema::CodeGeneratorRequest::Reader request,
                         schema::CodeGeneratorRequest::Reader wide, GeneratedFiles& files);

}  // namespace capstan::inline CAPSTAN_ABI::compiler
