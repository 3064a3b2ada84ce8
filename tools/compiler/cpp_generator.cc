// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/cpp_generator.h"

#include <utility>

#include "tools/compiler/cpp_emitter.h"
#include "tools/compiler/cpp_resolver.h"
#include "tools/compiler/cpp_type_names.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

absl::StatusOr<std::vector<GeneratedFile>> generateCpp(
    schema::CodeGeneratorRequest::Reader request) {
  cpp::TextArena text;
  cpp::TypeNames names(text);
  if (const absl::Status status = names.index(request); !status.ok()) return status;

  cpp::FileGraph graph(names);
  std::vector<GeneratedFile> files;
  for (const auto requested : request.getRequestedFiles()) {
    const absl::StatusOr<cpp::File> file = cpp::FileResolver(names, graph).resolve(requested);
    if (!file.ok()) return file.status();
    const std::string path(file->path);
    cpp::FileText written = cpp::writeFile(*file);
    files.push_back({path + ".h", std::move(written.header)});
    files.push_back({path + ".cc", std::move(written.source)});
  }
  return files;
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
