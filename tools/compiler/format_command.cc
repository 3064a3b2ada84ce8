// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/format_command.h"

#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "tools/compiler/descriptor_io.h"
#include "tools/compiler/diagnostics.h"
#include "tools/compiler/file_output.h"
#include "tools/compiler/formatter.h"
#include "tools/compiler/messages.h"
#include "tools/compiler/source_finder.h"

namespace capstan::inline CAPSTAN_ABI::compiler {
namespace {

struct Formatted {
  std::string path;  // "-" for the standard input
  bool changed = false;
  std::string text;
};

absl::StatusOr<std::string> readInput(const std::string& path) {
  if (path != "-") {
    std::optional<std::string> text = readSchemaFile(path);
    if (text.has_value()) return *std::move(text);
    return absl::NotFoundError("cannot read the schema file '" + path + "'");
  }
  std::string text;
  absl::Status status = readAll(STDIN_FILENO, text);
  if (!status.ok()) return status;
  if (text.size() <= SourceFile::kMaxBytes) return text;
  return absl::InvalidArgumentError("the standard input is too large for a schema");
}

absl::StatusOr<Formatted> format(const std::string& path) {
  absl::StatusOr<std::string> text = readInput(path);
  if (!text.ok()) return text.status();
  SourceFile file(path == "-" ? "<standard input>" : path, *std::move(text));
  Diagnostics diagnostics;
  std::optional<std::string> formatted = formatSchema(file, diagnostics);
  for (const Finding& finding : diagnostics.findings()) {
    printMessage(format(finding), formatWithSource(finding));
  }
  if (!formatted.has_value()) return absl::InvalidArgumentError("nothing was written");
  bool changed = *formatted != file.text();
  return Formatted{path, changed, *std::move(formatted)};
}

// Replaces the file that a path leads to, not a link on the way.
absl::Status replace(const Formatted& file) {
  std::error_code error;
  std::filesystem::path target = std::filesystem::canonical(file.path, error);
  if (error) return absl::UnavailableError("cannot write " + file.path + ": " + error.message());
  return replaceFile(target.string(), file.text);
}

absl::Status writeOut(const FormatCommand& command, const Formatted& file) {
  if (command.check) {
    if (file.changed) std::printf("%s\n", file.path.c_str());
    return absl::OkStatus();
  }
  if (!command.inPlace) {
    return writeAll(STDOUT_FILENO, std::as_bytes(std::span<const char>(file.text)));
  }
  return file.changed ? replace(file) : absl::OkStatus();
}

absl::Status formatAll(const FormatCommand& command, bool& changed) {
  std::vector<std::string> paths = command.files;
  if (paths.empty()) paths.push_back("-");
  std::vector<Formatted> files;
  absl::Status status;
  for (const std::string& path : paths) {
    if (path == "-" && command.inPlace) {
      return absl::InvalidArgumentError("the standard input cannot be formatted in place");
    }
    absl::StatusOr<Formatted> file = format(path);
    if (file.ok()) {
      changed = changed || file->changed;
      files.push_back(*std::move(file));
    } else if (status.ok() || absl::IsInvalidArgument(status)) {
      status = file.status();
    }
  }
  for (const Formatted& file : files) {
    if (status.ok()) status = writeOut(command, file);
  }
  return status;
}

}  // namespace

int runFormat(const FormatCommand& command) {
  bool changed = false;
  absl::Status status = formatAll(command, changed);
  if (!status.ok()) {
    printStatus(status);
    return 1;
  }
  return command.check && changed ? 1 : 0;
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
