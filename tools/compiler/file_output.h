// SPDX-License-Identifier: Apache-2.0
// Writing generated files, and bytes to the standard output.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "tools/compiler/cpp_generator.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

// Writes files below a directory, which must exist; folders inside of it are made. Each file is
// complete or not there: it is written beside its place and moved, after all of them were written.
// Errors: InvalidArgument for a path that leads out of the directory; NotFound without it;
// Unavailable for what the system refuses.
absl::Status writeFiles(const std::vector<GeneratedFile>& files, const std::string& directory);

// Writes one file in the same way.
absl::Status writeFile(const std::string& path, std::string_view content);

// Replaces a file that exists, in the same way; the new one has the old one's permissions.
absl::Status replaceFile(const std::string& path, std::string_view content);

// Writes all bytes to a file descriptor.
absl::Status writeAll(int descriptor, std::span<const std::byte> bytes);

// Reads to the end of a file descriptor.
absl::Status readAll(int descriptor, std::string& out);

}  // namespace capstan::inline CAPSTAN_ABI::compiler
