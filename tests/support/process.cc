// SPDX-License-Identifier: Apache-2.0
// Input and output go through files, so that no pipe can fill up and stall both sides.
#include "tests/support/process.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <sstream>

#include "tests/support/files.h"

extern char** environ;

namespace capstan::support {
namespace {

constexpr mode_t kFileMode = 0600;

class FileActions {
 public:
  FileActions(const TempFolder& folder, const std::string& startFolder) {
    posix_spawn_file_actions_init(&actions_);
    open(STDIN_FILENO, folder.file("in"), O_RDONLY);
    open(STDOUT_FILENO, folder.file("out"), O_WRONLY | O_CREAT | O_TRUNC);
    open(STDERR_FILENO, folder.file("err"), O_WRONLY | O_CREAT | O_TRUNC);
    if (!startFolder.empty()) {
      posix_spawn_file_actions_addchdir_np(&actions_, startFolder.c_str());
    }
  }
  ~FileActions() { posix_spawn_file_actions_destroy(&actions_); }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;

  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  void open(int descriptor, const std::string& path, int flags) {
    posix_spawn_file_actions_addopen(&actions_, descriptor, path.c_str(), flags, kFileMode);
  }

  posix_spawn_file_actions_t actions_;
};

int waitFor(pid_t child) {
  int status = 0;
  if (waitpid(child, &status, 0) != child) return -1;
  if (WIFSIGNALED(status)) return 128 + WTERMSIG(status);
  return WEXITSTATUS(status);
}

}  // namespace

ProgramResult runProgram(const std::vector<std::string>& arguments, const ProgramOptions& options) {
  TempFolder folder;
  writeFile(folder.file("in"), options.input);
  const FileActions actions(folder, options.folder);
  std::vector<char*> argv;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);

  ProgramResult result;
  pid_t child = 0;
  if (posix_spawnp(&child, argv[0], actions.get(), nullptr, argv.data(), environ) != 0) {
    result.err = "cannot start " + arguments[0];
    return result;
  }
  result.status = waitFor(child);
  result.out = readFile(folder.file("out"));
  result.err = readFile(folder.file("err"));
  return result;
}

bool programExists(std::string_view name) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    folder += '/';
    folder += name;
    if (access(folder.c_str(), X_OK) == 0) return true;
  }
  return false;
}

}  // namespace capstan::support
