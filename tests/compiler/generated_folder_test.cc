// SPDX-License-Identifier: Apache-2.0
// Generated files on disk: all of them, whole, or none.
#include "tools/compiler/generated_folder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/support/files.h"

namespace capstan {
namespace {

using compiler::GeneratedFolder;
using support::readFile;
using support::TempFolder;

std::size_t filesIn(const TempFolder& folder) {
  std::size_t count = 0;
  for (const auto& each : std::filesystem::recursive_directory_iterator(folder.path())) {
    count += each.is_regular_file() ? 1 : 0;
  }
  return count;
}

TEST(GeneratedFolder, MovesItsFilesTogether) {
  TempFolder folder;
  support::writeFile(folder.file("a.h"), "old, and longer than the new one");
  GeneratedFolder generated(folder.path());
  ASSERT_TRUE(generated.begin("a.h").ok());
  ASSERT_TRUE(generated.write("one ").ok());
  ASSERT_TRUE(generated.write("two").ok());
  ASSERT_TRUE(generated.begin("sub/b.h").ok());
  ASSERT_TRUE(generated.write("three").ok());
  EXPECT_EQ(readFile(folder.file("a.h")), "old, and longer than the new one");
  EXPECT_FALSE(std::filesystem::exists(folder.file("sub/b.h")));
  ASSERT_TRUE(generated.moveIntoPlace().ok());
  EXPECT_EQ(readFile(folder.file("a.h")), "one two");
  EXPECT_EQ(readFile(folder.file("sub/b.h")), "three");
  EXPECT_EQ(filesIn(folder), 2u);
  EXPECT_EQ(generated.paths().size(), 2u);
}

TEST(GeneratedFolder, RemovesWhatIsNotMoved) {
  TempFolder folder;
  {
    GeneratedFolder generated(folder.path());
    ASSERT_TRUE(generated.begin("a.h").ok());
    ASSERT_TRUE(generated.write("text").ok());
    ASSERT_TRUE(generated.begin("b.h").ok());
    EXPECT_EQ(filesIn(folder), 2u);
  }
  EXPECT_EQ(filesIn(folder), 0u);
}

TEST(GeneratedFolder, KeepsFilesOfEverySize) {
  for (const std::size_t bytes : {0u, 1u, 65'000u, 65'001u, 5'000'000u}) {
    TempFolder folder;
    std::string text(bytes, 'x');
    for (std::size_t i = 0; i < bytes; ++i) text[i] = static_cast<char>('a' + i % 23);
    GeneratedFolder generated(folder.path());
    ASSERT_TRUE(generated.begin("a.h").ok());
    for (std::size_t at = 0; at < bytes; at += 65'000) {
      ASSERT_TRUE(generated.write(std::string_view(text).substr(at, 65'000)).ok());
    }
    ASSERT_TRUE(generated.moveIntoPlace().ok());
    EXPECT_TRUE(readFile(folder.file("a.h")) == text) << bytes;
  }
}

TEST(GeneratedFolder, StaysInItsDirectory) {
  TempFolder folder;
  GeneratedFolder generated(folder.path());
  for (const char* path : {"", "/tmp/a.h", "../a.h", "sub/../../a.h"}) {
    EXPECT_EQ(generated.begin(path).code(), absl::StatusCode::kInvalidArgument) << path;
  }
  EXPECT_EQ(filesIn(folder), 0u);
}

TEST(GeneratedFolder, NeedsItsDirectory) {
  TempFolder folder;
  GeneratedFolder generated(folder.file("missing"));
  EXPECT_EQ(generated.begin("a.h").code(), absl::StatusCode::kNotFound);
}

// A directory stands where the file is to go.
TEST(GeneratedFolder, SaysThatTheSystemRefuses) {
  TempFolder folder;
  std::filesystem::create_directory(folder.file("a.h"));
  GeneratedFolder generated(folder.path());
  ASSERT_TRUE(generated.begin("a.h").ok());
  ASSERT_TRUE(generated.write("text").ok());
  const absl::Status status = generated.moveIntoPlace();
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  EXPECT_NE(status.message().find("a.h"), absl::string_view::npos) << status;
  EXPECT_TRUE(std::filesystem::is_directory(folder.file("a.h")));
}

}  // namespace
}  // namespace capstan
