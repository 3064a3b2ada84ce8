// SPDX-License-Identifier: Apache-2.0
// The request goes through an unnamed file, not a pipe: a plugin that does not read it all neither
// blocks nor kills us.
#include "tools/compiler/plugin_process.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <system_error>

#include "tools/compiler/descriptor_io.h"

extern "C" char** environ;

namespace capstan::inline CAPSTAN_ABI::compiler {
namespace {

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

absl::Status spawn(const std::string& program, const std::string& directory, int input,
                   pid_t& child) {
  posix_spawn_file_actions_t actions;
  if (posix_spawn_file_actions_init(&actions) != 0) {
    return absl::UnavailableError("no memory to run " + program);
  }
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  posix_spawn_file_actions_addchdir_np(&actions, directory.c_str());
  std::string name = program;
  char* arguments[] = {name.data(), nullptr};
  int error = posix_spawnp(&child, name.c_str(), &actions, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error == ENOENT) return absl::NotFoundError("there is no plugin " + program);
  if (error != 0) {
    return absl::UnavailableError("cannot run " + program + ": " + std::strerror(error));
  }
  return absl::OkStatus();
}

absl::Status waitFor(const std::string& program, pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return absl::UnavailableError("cannot wait for " + program);
  }
  if (WIFSIGNALED(status)) {
    return absl::AbortedError("plugin " + program + " was killed by signal " +
                              std::to_string(WTERMSIG(status)));
  }
  if (WEXITSTATUS(status) == 0) return absl::OkStatus();
  return absl::AbortedError("plugin " + program + " failed with exit code " +
                            std::to_string(WEXITSTATUS(status)));
}

}  // namespace

absl::Status runPlugin(const std::string& program, const std::string& directory,
                       std::span<const std::byte> request) {
  std::error_code error;
  if (!std::filesystem::is_directory(directory, error)) {
    return absl::NotFoundError("the output directory " + directory + " does not exist");
  }
  File file(std::tmpfile(), &std::fclose);
  if (file == nullptr) return absl::UnavailableError("cannot make a temporary file");
  int descriptor = ::fileno(file.get());
  absl::Status status = writeAll(descriptor, request);
  if (!status.ok()) return status;
  ::lseek(descriptor, 0, SEEK_SET);

  // The program is looked for from the plugin's directory.
  bool isPath = program.find('/') != std::string::npos;
  std::string name = isPath ? std::filesystem::absolute(program, error).string() : program;
  pid_t child = 0;
  status = spawn(name, directory, descriptor, child);
  return status.ok() ? waitFor(program, child) : status;
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
