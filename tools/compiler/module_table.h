// SPDX-License-Identifier: Apache-2.0
// All schema files of a compilation, each loaded once.
//
// Loading a file reads, parses and declares it (see declare.h); it does not load what the file
// imports. A file whose blocks or tokens are not in order stays in the table without nodes, so that
// what refers to it is silently unknown; of one with other syntax errors only statements are
// missing.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "tools/compiler/diagnostics.h"
#include "tools/compiler/model.h"
#include "tools/compiler/source_file.h"
#include "tools/compiler/source_finder.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

// A name in a file, and the id of what it means.
struct Identifier {
  ByteRange range;
  std::uint64_t id = 0;

  friend bool operator==(const Identifier&, const Identifier&) = default;
};

struct Import {
  Module* module = nullptr;  // null: the import failed
  // A request does not list what only values refer to.
  bool isOfValuesOnly = true;
};

struct Module {
  bool isBuiltIn() const { return found.path.starts_with(kStandardBase); }

  FoundFile found;  // its text has been moved into `source`
  std::unique_ptr<SourceFile> source;
  SyntaxTree declaration;
  std::unique_ptr<Node> root;  // null: the file is not in order
  // By the path as written in the import, in the order of bytes.
  std::map<std::string, Import> imports;
  std::map<std::string, const std::string*> embeds;
  // As they were resolved, some more than once.
  std::vector<Identifier> identifiers;
};

class ModuleTable {
 public:
  ModuleTable(SourceFinderOptions options, Diagnostics& diagnostics)
      : finder_(std::move(options)), diagnostics_(diagnostics) {}

  // Loads a file of the command line.
  // Returns: null if there is no such file, which has then been reported.
  Module* request(const std::string& path);

  // Loads what an import expression of a module names.
  // Returns: null after an error, which is reported once for each importing file and path.
  Module* import(Module& importer, const Expression& import, bool isOfValue);

  // Reads what an embed expression of a module names.
  // Returns: null after an error, which is reported once for each embedding file and path.
  const std::string* embed(Module& importer, const Expression& embed);

  // The files that were embedded, by path.
  const std::map<std::string, std::string>& embedded() const { return embedded_; }

  // In the order of loading.
  const std::vector<std::unique_ptr<Module>>& all() const { return modules_; }
  // Returns: the paths of all modules that are not built in, in the same order.
  std::vector<std::string> filesRead() const;

 private:
  std::optional<FoundFile> find(Module& importer, const Expression& expression,
                                std::string_view verb);
  Module* load(FoundFile found);
  void registerIds(Node& node);

  SourceFinder finder_;
  Diagnostics& diagnostics_;
  std::vector<std::unique_ptr<Module>> modules_;
  std::unordered_map<std::string, Module*> byPath_;
  std::map<std::string, std::string> embedded_;
  std::unordered_map<std::uint64_t, Node*> byId_;
};

}  // namespace capstan::inline CAPSTAN_ABI::compiler
