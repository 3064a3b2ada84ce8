// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/compile_command.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>

#include "absl/status/status.h"
#include "capstan/message/marshal.h"
#include "capstan/message/unmarshal.h"
#include "tools/compiler/compilation.h"
#include "tools/compiler/cpp_generator.h"
#include "tools/compiler/descriptor_io.h"
#include "tools/compiler/file_output.h"
#include "tools/compiler/generated_folder.h"
#include "tools/compiler/messages.h"
#include "tools/compiler/output_spec.h"
#include "tools/compiler/plugin_process.h"
#include "tools/compiler/request_writer.h"
#include "tools/compiler/source_finder.h"
#include "tools/compiler/wide_request.h"

#ifdef __GLIBC__
#include <malloc.h>
#include <sys/mman.h>
#endif

namespace capstan::inline CAPSTAN_ABI::compiler {
namespace {

using Paths = std::vector<std::string>;

// Where other programs install schemas.
Paths systemDirs() { return {"/usr/local/include", "/usr/include"}; }

// Keeps large blocks that were freed, such as a file's tokens, for what comes next: a fresh page
// costs two microseconds.
#ifdef __GLIBC__
void keepFreedMemory() {
  constexpr int kKeptBytes = 64 << 20;
  constexpr int kStepBytes = 1 << 20;
  mallopt(M_MMAP_THRESHOLD, kKeptBytes / 2);
  mallopt(M_TRIM_THRESHOLD, kKeptBytes);
  mallopt(M_TOP_PAD, kStepBytes);
}
#else
void keepFreedMemory() {}
#endif

// Has the system give at once the memory that a step is about to take: one page at a time costs
// twice as much. Requires: keepFreedMemory() has been called.
#if defined(__GLIBC__) && defined(MADV_POPULATE_WRITE)
void takeMemory(std::size_t bytes) {
  constexpr std::size_t kMaxBytes = 8u << 20;
  const std::size_t pageBytes = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  bytes = std::min(bytes, kMaxBytes);
  if (bytes < 2 * pageBytes) return;
  void* const block = std::malloc(bytes);
  void* begin = block;
  if (std::align(pageBytes, pageBytes, begin, bytes) != nullptr) {
    ::madvise(begin, bytes / pageBytes * pageBytes, MADV_POPULATE_WRITE);
  }
  std::free(block);
}
#else
void takeMemory(std::size_t) {}
#endif

std::optional<std::string> readFile(const std::string& path) {
  constexpr std::size_t kTakenPerByte = 24;  // by compiling it
  std::optional<std::string> text = readSchemaFile(path);
  if (text.has_value()) takeMemory(kTakenPerByte * text->size());
  return text;
}

// One run of the command, after its arguments.
class CompileRun {
 public:
  explicit CompileRun(const CompileCommand& command) : command_(command) {}

  absl::Status run();

 private:
  absl::Status parseOutputs();
  absl::Status parseSchemas();
  absl::Status generate();
  absl::Status generateInto(GeneratedFiles& files);
  absl::Status sendRequest();
  absl::Status writeOutput(const OutputSpec& output);
  absl::Status writeDepfile();

  const CompileCommand& command_;
  std::vector<OutputSpec> outputs_;
  MessageBuilder request_;
  // What the generator needs to know of files that include each other's headers.
  MessageBuilder wideRequest_;
  bool isWide_ = false;
  std::map<std::string, GeneratedFolder> cppFolders_;  // by the directory as it was given
  std::vector<std::string> filesRead_;
};

absl::Status CompileRun::run() {
  using Step = absl::Status (CompileRun::*)();
  for (Step step : {&CompileRun::parseOutputs, &CompileRun::parseSchemas, &CompileRun::generate}) {
    absl::Status status = (this->*step)();
    if (!status.ok()) return status;
  }
  for (const OutputSpec& output : outputs_) {
    absl::Status status = writeOutput(output);
    if (!status.ok()) return status;
  }
  return writeDepfile();
}

absl::Status CompileRun::parseOutputs() {
  std::vector<std::string> texts = command_.outputs;
  if (texts.empty()) texts.push_back("c++");
  for (const std::string& text : texts) {
    absl::StatusOr<OutputSpec> spec = parseOutputSpec(text);
    if (!spec.ok()) return spec.status();
    outputs_.push_back(*std::move(spec));
  }
  return absl::OkStatus();
}

absl::Status CompileRun::parseSchemas() {
  std::error_code error;
  // Never deleted: these are thousands of objects, and the process ends soon. Reachable, so that no
  // tool takes it for a leak.
  static Compilation* compilation = nullptr;
  const SourceFinderOptions options = {
      .importDirs = command_.importDirs,
      .sourcePrefixes = command_.sourcePrefixes,
      .standardImports = command_.standardImports,
      .systemDirs = command_.standardImports ? systemDirs() : Paths(),
      .workingDirectory = std::filesystem::current_path(error).string(),
      .readFile = readFile};
  compilation = new Compilation(options);
  bool ok = compilation->run(command_.files);
  for (const Finding& finding : compilation->diagnostics().findings()) {
    printMessage(format(finding), formatWithSource(finding));
  }
  filesRead_ = compilation->modules().filesRead();
  if (!ok) return absl::InvalidArgumentError("nothing was written");
  writeRequest(*compilation, request_);
  const bool hasCpp = std::any_of(outputs_.begin(), outputs_.end(), [](const OutputSpec& each) {
    return each.kind == OutputKind::kCpp;
  });
  if (!hasCpp) return absl::OkStatus();
  Paths wideRead = writeWideRequest(*compilation, options, wideRequest_);
  isWide_ = !wideRead.empty();
  if (isWide_) filesRead_ = std::move(wideRead);
  return absl::OkStatus();
}

// Everything that can fail for the schemas' sake comes before the first output is in its place.
absl::Status CompileRun::generate() {
  constexpr std::size_t kTakenPerWord = 28;  // of the request, by the generator's model
  for (const OutputSpec& output : outputs_) {
    if (output.kind != OutputKind::kCpp) continue;
    if (cppFolders_.empty()) takeMemory(kTakenPerWord * request_.sizeWords());
    const auto [folder, isNew] = cppFolders_.try_emplace(output.directory, output.directory);
    if (!isNew) continue;
    const absl::Status status = generateInto(folder->second);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

absl::Status CompileRun::generateInto(GeneratedFiles& files) {
  const auto request = request_.getRootReader<schema::CodeGeneratorRequest>();
  if (!isWide_) return generateCpp(request, files);
  return generateCpp(request, wideRequest_.getRootReader<schema::CodeGeneratorRequest>(), files);
}

absl::Status CompileRun::sendRequest() {
  for (const iovec& piece : request_.framedPieces()) {
    const auto* bytes = static_cast<const std::byte*>(piece.iov_base);
    absl::Status status = writeAll(STDOUT_FILENO, {bytes, piece.iov_len});
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

absl::Status CompileRun::writeOutput(const OutputSpec& output) {
  switch (output.kind) {
    case OutputKind::kRequest:
      return sendRequest();
    case OutputKind::kCpp:
      return cppFolders_.at(output.directory).moveIntoPlace();
    case OutputKind::kPlugin: {
      std::string framed;
      appendTo(request_, framed);
      return runPlugin(output.plugin, output.directory, std::as_bytes(std::span(framed)));
    }
  }
  return absl::OkStatus();
}

std::string escapedForMake(const std::string& path) {
  std::string out;
  for (char c : path) {
    if (c == ' ' || c == '#' || c == '\\') out += '\\';
    if (c == '$') out += '$';
    out += c;
  }
  return out;
}

// The rule says that all generated accessors depend on all files read.
absl::Status CompileRun::writeDepfile() {
  if (command_.depfile.empty()) return absl::OkStatus();
  std::string text;
  for (const auto& [directory, folder] : cppFolders_) {
    for (const std::string& path : folder.paths()) text += escapedForMake(path) + " ";
  }
  if (text.empty()) text = escapedForMake(command_.depfile) + " ";
  text.back() = ':';
  for (const std::string& file : filesRead_) text += " \\\n  " + escapedForMake(file);
  return writeFile(command_.depfile, text + "\n");
}

absl::Status generateFromInput() {
  std::string framed;
  absl::Status status = readAll(STDIN_FILENO, framed);
  if (!status.ok()) return status;
  // The request comes from the compiler that started us: it may be large, and is read many times.
  absl::StatusOr<MessageReader> reader =
      unmarshal(framed, {.traversalLimitWords = kUnlimited, .maxMessageWords = kUnlimited});
  if (!reader.ok()) return reader.status();
  GeneratedFolder folder(".");
  status = generateCpp(reader->getRoot<schema::CodeGeneratorRequest>(), folder);
  if (!status.ok()) return status;
  if (!reader->status().ok()) return reader->status();
  return folder.moveIntoPlace();
}

}  // namespace

int runCompile(const CompileCommand& command) {
  keepFreedMemory();
  absl::Status status = CompileRun(command).run();
  if (status.ok()) return 0;
  printStatus(status);
  return 1;
}

int runAsPlugin() {
  absl::Status status = generateFromInput();
  if (status.ok()) return 0;
  printStatus(status);
  return 1;
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
