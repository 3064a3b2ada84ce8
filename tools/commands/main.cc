// SPDX-License-Identifier: Apache-2.0
// The tool's command line. Called by the name capnpc-capstan it is a plugin for `capnp compile`.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <string>
#include <string_view>

#include "capstan/base/config.h"
#include "capstan/base/units.h"
#include "tools/commands/convert_command.h"
#include "tools/commands/inspect_command.h"
#include "tools/compiler/compile_command.h"
#include "tools/compiler/format_command.h"
#include "tools/compiler/ids.h"

namespace {

using capstan::commands::ConvertCommand;
using capstan::commands::InspectCommand;
using capstan::commands::ReadLimits;
using capstan::compiler::CompileCommand;
using capstan::compiler::FormatCommand;

std::string versionText() {
  return "capstan " + std::to_string(capstan::kVersionMajor) + "." +
         std::to_string(capstan::kVersionMinor) + "." + std::to_string(capstan::kVersionPatch);
}

// Makes a subcommand. Its options are many small objects, a tenth of the time of a small run: those
// of one that is not called are left out.
// Returns: null if the arguments call another one.
CLI::App* addCommand(CLI::App& app, std::string_view called, const char* name,
                     const char* description) {
  CLI::App* sub = app.add_subcommand(name, description);
  return called == name || called.starts_with('-') ? sub : nullptr;
}

void addCompile(CLI::App& app, std::string_view called, CompileCommand& command) {
  CLI::App* sub = addCommand(app, called, "compile", "Compile schemas into accessors.");
  if (sub == nullptr) return;
  sub->add_option("files", command.files, "The schema files")->required();
  sub->add_option("-I,--import-path", command.importDirs,
                  "Look for absolute imports in this directory (may be repeated)")
      ->allow_extra_args(false);
  sub->add_option("--src-prefix", command.sourcePrefixes,
                  "Leave this directory out of the names of outputs (may be repeated)")
      ->allow_extra_args(false);
  sub->add_option("-o,--output", command.outputs,
                  "What to write: c++[:DIR] (the default), - for the request on the standard "
                  "output, or NAME[:DIR] to run the plugin capnpc-NAME (may be repeated)")
      ->allow_extra_args(false);
  sub->add_flag("!--no-standard-import", command.standardImports,
                "Do not look for imports among the standard schemas that are built in");
  sub->add_option("--depfile", command.depfile,
                  "Write the files that the outputs depend on, as a rule for make and ninja");
}

void addFormat(CLI::App& app, std::string_view called, FormatCommand& command) {
  CLI::App* sub =
      addCommand(app, called, "format",
                 "Format schemas in one style. Comments stay; a file with syntax errors is left.");
  if (sub == nullptr) return;
  sub->add_option("files", command.files, "The schema files; none or - is the standard input");
  CLI::Option* inPlace =
      sub->add_flag("-i,--in-place", command.inPlace, "Write the files, not the standard output");
  sub->add_flag("--check", command.check,
                "Write nothing; print the names of files that are not formatted and fail if there "
                "are any")
      ->excludes(inPlace);
}

void addReadLimits(CLI::App& sub, ReadLimits& limits) {
  sub.add_option("--max-message-words", limits.maxMessageWords, "The words that a message may have")
      ->capture_default_str();
  sub.add_option("--traversal-limit", limits.traversalWords,
                 "The words that following a message's pointers may visit (0: 8 Mi words, or 8 "
                 "times the message)")
      ->capture_default_str();
  sub.add_option("--nesting-limit", limits.nesting,
                 "The structs and lists that may lie one in another (65535: any number)")
      ->capture_default_str();
}

void addConvert(CLI::App& app, std::string_view called, ConvertCommand& command) {
  CLI::App* sub = addCommand(
      app, called, "convert",
      "Convert messages from one format to another: binary (segment table and segments, message\n"
      "after message), packed (the same, packed), flat (one segment without a table), flat-packed\n"
      "(the same, packed), canonical (flat, in canonical form). A flat file is one message.");
  if (sub == nullptr) return;
  sub->add_option("formats", command.formats, "FROM:TO, such as packed:binary")->required();
  sub->add_option("schema", command.schema, "The schema file; these formats need none");
  sub->add_option("type", command.type, "The root's type in it; these formats need none");
  sub->add_option("-i,--input", command.input, "Read this file, not the standard input");
  sub->add_option("-o,--output", command.output,
                  "Write this file, whole or not at all, not the standard output");
  sub->add_option("--segment-size", command.segmentWords,
                  "The words that a segment of the output has at most, unless one object is larger "
                  "(without: one segment per message)")
      ->check(CLI::Range(1u, capstan::kMaxSegmentWords));
  sub->add_flag("--trust-format", command.trustsFormat,
                "Read the input as FROM even if it looks like another format");
  addReadLimits(*sub, command.limits);
}

void addInspect(CLI::App& app, std::string_view called, InspectCommand& command) {
  CLI::App* sub = addCommand(
      app, called, "inspect",
      "Write out the words of messages: for each its number in the segment, its bytes and what it\n"
      "is, with the names and values of fields where a schema is given. Faults are marked by !! "
      "at\n"
      "their word, and the exit code is then 1. Broken and cut messages are shown as far as they\n"
      "can be read.");
  if (sub == nullptr) return;
  sub->add_option("schema", command.schema, "The schema file");
  sub->add_option("type", command.type, "The root's type in it, such as AddressBook");
  sub->add_option("-i,--input", command.input, "Read this file, not the standard input");
  sub->add_option("-I,--import-path", command.importDirs,
                  "Look for absolute imports in this directory (may be repeated)")
      ->allow_extra_args(false);
  sub->add_flag("--packed", command.isPacked, "The input is packed");
  sub->add_flag("--flat", command.isFlat, "The input is one segment without a table");
  sub->add_option("--max-words", command.maxWords, "The words that a message may have")
      ->capture_default_str();
}

int printFreshId() {
  std::optional<std::uint64_t> id = capstan::compiler::freshId();
  if (!id.has_value()) {
    std::fprintf(stderr, "capstan: the system gives no random bytes\n");
    return 1;
  }
  std::printf("%s;\n", capstan::compiler::idText(*id).c_str());
  return 0;
}

bool isPluginName(const char* program) {
  std::string name(program == nullptr ? "" : program);
  return name.substr(name.rfind('/') + 1) == "capnpc-capstan";
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 1 && isPluginName(argv[0])) return capstan::compiler::runAsPlugin();
  CLI::App app("Compiles schemas into accessors for Capstan messages, converts and shows messages.",
               "capstan");
  app.set_version_flag("--version", versionText());
  app.require_subcommand(1);
  const std::string_view called = argc > 1 ? argv[1] : "";
  CompileCommand command;
  addCompile(app, called, command);
  FormatCommand format;
  addFormat(app, called, format);
  ConvertCommand convert;
  addConvert(app, called, convert);
  InspectCommand inspect;
  addInspect(app, called, inspect);
  app.add_subcommand("id", "Print a new id for a schema file.");
  CLI11_PARSE(app, argc, argv);
  if (app.got_subcommand("id")) return printFreshId();
  if (app.got_subcommand("format")) return capstan::compiler::runFormat(format);
  if (app.got_subcommand("convert")) return capstan::commands::runConvert(convert);
  if (app.got_subcommand("inspect")) return capstan::commands::runInspect(inspect);
  return capstan::compiler::runCompile(command);
}
