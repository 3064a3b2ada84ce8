// SPDX-License-Identifier: Apache-2.0
#include "tests/support/files.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

namespace capstan::support {
namespace {

std::string joined(std::string_view folder, std::string_view name) {
  std::string path(folder);
  path += '/';
  path += name;
  return path;
}

}  // namespace

std::string sourcePath(std::string_view relative) {
  return joined(CAPSTAN_SOURCE_FOLDER, relative);
}

std::string programPath(std::string_view name) {
  return joined(joined(CAPSTAN_BUILD_FOLDER, "bin"), name);
}

std::string readFile(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) ADD_FAILURE() << "cannot read " << path;
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

void writeFile(const std::string& path, std::string_view content) {
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out.write(content.data(), static_cast<std::streamsize>(content.size()));
  out.close();
  if (!out) ADD_FAILURE() << "cannot write " << path;
}

TempFolder::TempFolder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "capstan-test-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) {
    ADD_FAILURE() << "cannot make a folder like " << pattern;
  }
  path_ = pattern;
}

TempFolder::~TempFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string TempFolder::file(std::string_view name) const { return joined(path_, name); }

}  // namespace capstan::support
