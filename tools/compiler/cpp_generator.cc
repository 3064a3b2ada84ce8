// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/cpp_generator.h"

#include "absl/status/statusor.h"
#include "tools/compiler/cpp_emitter.h"
#include "tools/compiler/cpp_resolver.h"
#include "tools/compiler/cpp_type_names.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

namespace {

absl::Status generate(schema::CodeGeneratorRequest::Reader request, const cpp::TypeNames& names,
                      cpp::FileGraph& graph, GeneratedFiles& files) {
  cpp::Writer out(files);
  for (const auto requested : request.getRequestedFiles()) {
    const absl::StatusOr<cpp::File> file = cpp::FileResolver(names, graph).resolve(requested);
    if (!file.ok()) return file.status();
    const absl::Status status = cpp::writeFile(out, *file);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status generateCpp(schema::CodeGeneratorRequest::Reader request, GeneratedFiles& files) {
  cpp::TextArena text;
  cpp::TypeNames names(text);
  if (const absl::Status status = names.index(request); !status.ok()) return status;
  cpp::FileGraph graph(names);
  return generate(request, names, graph, files);
}

absl::Status generateCpp(schema::CodeGeneratorRequest::Reader request,
                         schema::CodeGeneratorRequest::Reader wide, GeneratedFiles& files) {
  cpp::TextArena text;
  cpp::TypeNames names(text);
  cpp::TypeNames allNames(text);
  if (const absl::Status status = names.index(request); !status.ok()) return status;
  if (const absl::Status status = allNames.index(wide); !status.ok()) return status;
  cpp::FileGraph graph(allNames);
  return generate(request, names, graph, files);
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
