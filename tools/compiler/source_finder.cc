// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/source_finder.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>

#include "tools/compiler/source_file.h"
#include "tools/compiler/standard_schemas.h"

namespace capstan::inline CAPSTAN_ABI::compiler {
namespace {

// With the slash at the end; empty for a path without a directory.
std::string directoryOf(const std::string& path) { return path.substr(0, path.rfind('/') + 1); }

std::string displayNameOf(const std::string& path, const std::string& base) {
  if (path.starts_with(base)) {
    std::string name = path.substr(base.size());
    return name.starts_with('/') ? name.substr(1) : name;
  }
  return path.starts_with('/') ? path.substr(1) : path;
}

std::vector<std::string_view> foldedParts(std::string_view path, bool absolute) {
  std::vector<std::string_view> parts;
  while (!path.empty()) {
    std::string_view part = path.substr(0, path.find('/'));
    path.remove_prefix(std::min(part.size() + 1, path.size()));
    if (part.empty() || part == ".") continue;
    if (part != "..") {
      parts.push_back(part);
    } else if (!parts.empty() && parts.back() != "..") {
      parts.pop_back();
    } else if (!absolute) {
      parts.push_back(part);
    }
  }
  return parts;
}

}  // namespace

std::string foldPath(std::string_view path) {
  bool absolute = path.starts_with('/');
  std::string out = absolute ? "/" : "";
  for (std::string_view part : foldedParts(path, absolute)) {
    if (!out.empty() && !out.ends_with('/')) out += '/';
    out += part;
  }
  return out;
}

std::optional<std::string> readSchemaFile(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return std::nullopt;
  std::uintmax_t size = std::filesystem::file_size(path, error);
  if (error || size > SourceFile::kMaxBytes) return std::nullopt;
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::nullopt;
  std::string text(size, '\0');
  in.read(text.data(), static_cast<std::streamsize>(size));
  if (in.bad()) return std::nullopt;
  text.resize(static_cast<std::size_t>(in.gcount()));
  return text;
}

SourceFinder::SourceFinder(SourceFinderOptions options) : options_(std::move(options)) {
  if (!options_.readFile) options_.readFile = readSchemaFile;
}

std::string SourceFinder::full(const std::string& path) const {
  if (path.starts_with('/') || options_.workingDirectory.empty()) return foldPath(path);
  return foldPath(options_.workingDirectory + "/" + path);
}

std::string SourceFinder::directory(const std::string& path) const {
  std::string out = full(path);
  return out.empty() || out.ends_with('/') ? out : out + "/";
}

std::optional<FoundFile> SourceFinder::read(const std::string& path,
                                            const std::string& base) const {
  std::optional<std::string> text = options_.readFile(path);
  if (!text.has_value() || text->size() > SourceFile::kMaxBytes) return std::nullopt;
  return FoundFile{path, base, displayNameOf(path, base), std::move(*text)};
}

std::optional<FoundFile> SourceFinder::findRequested(const std::string& path) const {
  std::string target = full(path);
  std::string base;
  for (const std::string& prefix : options_.sourcePrefixes) {
    std::string candidate = directory(prefix);
    if (target.starts_with(candidate) && candidate.size() > base.size()) base = candidate;
  }
  if (base.empty() && !options_.workingDirectory.empty()) {
    std::string working = directory(options_.workingDirectory);
    base = target.starts_with(working) ? working : "/";
  }
  return read(target, base);
}

std::optional<FoundFile> SourceFinder::findImport(const FoundFile& importer,
                                                  const std::string& path) const {
  if (path.starts_with('/')) return findAbsolute(path);
  std::string target = foldPath(directoryOf(importer.path) + path);
  if (!importer.path.starts_with(kStandardBase)) return read(target, importer.base);
  if (!target.starts_with(kStandardBase)) return std::nullopt;
  return findAbsolute(target.substr(kStandardBase.size() - 1));
}

std::optional<FoundFile> SourceFinder::findBelow(const std::vector<std::string>& folders,
                                                 const std::string& path) const {
  for (const std::string& folder : folders) {
    std::string base = directory(folder);
    std::optional<FoundFile> found = read(foldPath(base + path.substr(1)), base);
    if (found.has_value()) return found;
  }
  return std::nullopt;
}

std::optional<FoundFile> SourceFinder::findAbsolute(const std::string& path) const {
  std::optional<FoundFile> found = findBelow(options_.importDirs, path);
  if (found.has_value()) return found;
  std::string name = foldPath(path.substr(1));
  std::optional<std::string_view> text;
  if (options_.standardImports) text = standardSchema(name);
  if (!text.has_value()) return findBelow(options_.systemDirs, path);
  std::string base(kStandardBase);
  return FoundFile{base + name, base, name, std::string(*text)};
}

std::string SourceFinder::searchedPlaces(const FoundFile& importer, const std::string& path) const {
  if (!path.starts_with('/')) {
    std::string beside = directoryOf(importer.path);
    return beside.empty() ? "it is looked for beside this file" : "it is looked for in " + beside;
  }
  std::string out = "searched were";
  for (const std::string& importDir : options_.importDirs) out += " " + importDir + ",";
  if (options_.standardImports) {
    out += " the standard schemas";
    for (const std::string& folder : options_.systemDirs) out += ", " + folder;
    return out + (options_.importDirs.empty() ? "; -I DIR names directories to search" : "");
  }
  if (options_.importDirs.empty()) return "no directory is searched; -I DIR names one";
  out.pop_back();
  return out;
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
