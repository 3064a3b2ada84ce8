// SPDX-License-Identifier: Apache-2.0
// Compiles generated files in the test.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tests/generator/generate.h"
#include "tests/support/process.h"

namespace capstan::support {

// Collects generated files and then compiles them all in one run, with every warning an error.
class CompileCheck {
 public:
  explicit CompileCheck(std::string compiler) : compiler_(std::move(compiler)) {}

  // Writes the files into a folder of their own, which is where their includes are looked for.
  void add(const std::vector<GeneratedFile>& files, const std::string& folder = "") {
    const std::string base = folder.empty() ? folder_.path() : folder_.file(folder);
    for (const GeneratedFile& file : files) {
      const std::string path = base + "/" + file.path;
      std::filesystem::create_directories(std::filesystem::path(path).parent_path());
      writeFile(path, file.content);
      // A source begins with its header, so that compiling it compiles the header alone.
      if (path.ends_with(".cc")) compile(path);
    }
  }
  // Adds a source that is there already.
  void compile(std::string path) { sources_.push_back(std::move(path)); }

  // Puts `header` before each source, as "cmath" or a path.
  void precede(const std::string& header) {
    before_.push_back("-include");
    before_.push_back(header);
  }

  const std::string& path() const { return folder_.path(); }

  void run() {
    std::vector<std::string> command = {compiler_, "-std=c++20", "-fsyntax-only", "-Wall",
                                        "-Wextra", "-Wshadow", "-Wconversion",
                                        "-Wno-sign-conversion", "-Wpedantic", "-Werror",
                                        "-I" + folder_.path(), "-I" + sourcePath("include"),
                                        // The configuration header of this build.
                                        "-I" + programPath("../include")};
    command.insert(command.end(), before_.begin(), before_.end());
    command.insert(command.end(), sources_.begin(), sources_.end());
    const ProgramResult result = runProgram(command);
    EXPECT_TRUE(result.ok()) << result.err.substr(0, 4000);
  }

 private:
  std::string compiler_;
  TempFolder folder_;
  std::vector<std::string> before_;
  std::vector<std::string> sources_;
};

}  // namespace capstan::support
