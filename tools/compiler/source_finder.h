// SPDX-License-Identifier: Apache-2.0
// Which file a path of the command line or of an import means.
//
// Paths are handled as text ('.' and '..' are folded, links are not followed). A file is known by
// its full path, however it was reached, and carries the base directory that its display name is
// relative to: the source prefix or working directory it was found under, the import directory it
// was found through, or the root. Relative imports keep the importer's base.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "capstan/base/config.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

struct FoundFile {
  std::string path;         // the key; standard files begin with kStandardBase
  std::string base;         // with a slash at the end, or empty
  std::string displayName;  // relative to the base, or the path without its first slash
  std::string text;
};

struct SourceFinderOptions {
  std::vector<std::string> importDirs;
  std::vector<std::string> sourcePrefixes;
  bool standardImports = true;
  // Searched after these.
  std::vector<std::string> systemDirs = {};
  // What relative paths are relative to; empty: they stay as they are.
  std::string workingDirectory;
  // Returns: the file's text, or nothing if there is no such file.
  std::function<std::optional<std::string>(const std::string& path)> readFile;
};

// Before the path of a file that is built in. No path of a file system begins so after folding.
inline constexpr std::string_view kStandardBase = "<standard>/";

class SourceFinder {
 public:
  explicit SourceFinder(SourceFinderOptions options);

  // A file of the command line.
  std::optional<FoundFile> findRequested(const std::string& path) const;

  // What `import "path"` means in a file.
  std::optional<FoundFile> findImport(const FoundFile& importer, const std::string& path) const;

  // Returns: in words, where findImport() looks for a path.
  std::string searchedPlaces(const FoundFile& importer, const std::string& path) const;

 private:
  std::optional<FoundFile> read(const std::string& path, const std::string& base) const;
  std::optional<FoundFile> findAbsolute(const std::string& path) const;
  std::optional<FoundFile> findBelow(const std::vector<std::string>& folders,
                                     const std::string& path) const;
  std::string full(const std::string& path) const;
  std::string directory(const std::string& path) const;

  SourceFinderOptions options_;
};

// Folds '.', '..' and double slashes. A leading ".." stays.
std::string foldPath(std::string_view path);

// Returns: nothing if the path is no regular file, cannot be read, or is too large for a schema.
std::optional<std::string> readSchemaFile(const std::string& path);

}  // namespace capstan::inline CAPSTAN_ABI::compiler
