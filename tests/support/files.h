// SPDX-License-Identifier: Apache-2.0
// Where tests find the tree's files and programs, and folders for what they write.
#pragma once

#include <string>
#include <string_view>

namespace capstan::support {

// Returns: the path of a file of the source tree, as in sourcePath("schemas/addressbook.capnp").
std::string sourcePath(std::string_view relative);
// Returns: the path of a built program, as in programPath("capstan").
std::string programPath(std::string_view name);

// Returns: the bytes of the file. A file that cannot be read fails the test and gives "".
std::string readFile(const std::string& path);
// Writes the file; failing to do so fails the test.
void writeFile(const std::string& path, std::string_view content);

// A folder of its own, removed with all that is in it on destruction.
class TempFolder {
 public:
  TempFolder();
  ~TempFolder();
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;

  const std::string& path() const { return path_; }
  std::string file(std::string_view name) const;

 private:
  std::string path_;
};

}  // namespace capstan::support
