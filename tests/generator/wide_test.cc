// SPDX-License-Identifier: Apache-2.0
// Schemas that nobody has written for these tests: what the generator makes of them compiles.
#include <cctype>

#include "absl/strings/str_split.h"
#include "tests/compiler/random_schema.h"
#include "tests/generator/compile_generated.h"
#include "tests/generator/random_types.h"
#include "tests/support/capnp_tool.h"
#include "tools/compiler/cpp_names.h"

namespace capstan {
namespace {

using support::CompileCheck;

TEST(WideInput, TheReferencesOwnSchemasCompile) {
  CAPSTAN_REQUIRE_ORACLE_OR_SKIP();
  const std::string root = "/usr/include";
  if (!std::filesystem::exists(root + "/capnp/rpc.capnp")) GTEST_SKIP() << "not installed";
  std::vector<std::string> command = {"compile", "--src-prefix=" + root};
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root + "/capnp")) {
    if (entry.path().extension() == ".capnp") command.push_back(entry.path().string());
  }
  CompileCheck check("c++");
  command.push_back("-o" + support::programPath("capnpc-capstan") + ":" + check.path());
  const auto result = support::runCapnp(command);
  ASSERT_TRUE(result.ok()) << result.err;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(check.path())) {
    const std::string path = entry.path().string();
    if (path.ends_with(".cc")) check.compile(path);
  }
  check.run();
}

template <typename Schemas>
void expectRandomCompiles(const std::string& compiler, int count) {
  CompileCheck check(compiler);
  Schemas schemas;
  for (int i = 0; i < count; ++i) {
    const std::string schema = schemas.next();
    const auto files = support::generateFromTexts({{"main.capnp", schema}});
    ASSERT_TRUE(files.ok()) << files.status() << "\n" << schema;
    check.add(*files, std::to_string(i));
  }
  check.run();
}

TEST(WideInput, RandomLayoutsCompile) { expectRandomCompiles<support::RandomSchema>("c++", 3); }
TEST(WideInput, RandomTypesCompile) { expectRandomCompiles<support::RandomTypes>("c++", 4); }
TEST(WideInput, RandomTypesCompileWithClang) {
  if (!support::programExists("clang++")) GTEST_SKIP() << "there is no clang++";
  expectRandomCompiles<support::RandomTypes>("clang++", 3);
}

void expectRandomCirclesCompile(const std::string& compiler) {
  CompileCheck check(compiler);
  support::RandomTypes schemas;
  for (int i = 0; i < 2; ++i) {
    const std::map<std::string, std::string> texts = schemas.nextCircle();
    std::vector<std::string> names;
    std::string all;
    for (const auto& [name, text] : texts) {
      names.push_back(name);
      all += text;
    }
    const auto files = support::generateFromTexts(texts, names);
    ASSERT_TRUE(files.ok()) << files.status() << "\n" << all;
    check.add(*files, std::to_string(i));
  }
  check.run();
}

TEST(WideInput, RandomCirclesOfFilesCompile) { expectRandomCirclesCompile("c++"); }
TEST(WideInput, RandomCirclesOfFilesCompileWithClang) {
  if (!support::programExists("clang++")) GTEST_SKIP() << "there is no clang++";
  expectRandomCirclesCompile("clang++");
}

// -------------------------------------------------------------------------------------------------

// The headers whose macros are in the table; cpp_reserved_names.cc names them.
constexpr std::string_view kSystemHeaders = R"(
assert.h complex.h ctype.h errno.h fenv.h float.h inttypes.h limits.h locale.h math.h setjmp.h
signal.h stdarg.h stddef.h stdint.h stdio.h stdlib.h string.h time.h wchar.h arpa/inet.h dirent.h
dlfcn.h fcntl.h netdb.h netinet/in.h netinet/tcp.h poll.h pthread.h sched.h semaphore.h strings.h
syslog.h termios.h unistd.h sys/epoll.h sys/ioctl.h sys/mman.h sys/param.h sys/resource.h
sys/select.h sys/socket.h sys/stat.h sys/sysmacros.h sys/time.h sys/types.h sys/uio.h sys/un.h
sys/wait.h
)";

// The enumerant that becomes `name` in C++; empty if there is none.
std::string enumerantOf(std::string_view name) {
  std::string result;
  if (name.find("__") != std::string_view::npos) return result;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '_' && i + 1 < name.size()) {
      result += name[++i];
    } else {
      result += static_cast<char>(std::tolower(static_cast<unsigned char>(name[i])));
    }
  }
  return compiler::cpp::upperSnake(result) == name ? result : std::string();
}

// Every name of the table as an enumerator, a constant and a type. (Interfaces are the types with
// the least code.)
std::string schemaOfReservedNames() {
  std::string types;
  std::string values;
  std::string constants;
  int count = 0;
  int ordinal = 0;
  for (const std::string_view name : compiler::cpp::reservedNames()) {
    types +=
        "interface T" + std::to_string(count++) + " $Cxx.name(\"" + std::string(name) + "\") {}\n";
    const std::string enumerant = enumerantOf(name);
    if (enumerant.empty()) continue;
    values += enumerant + " @" + std::to_string(ordinal++) + ";\n";
    constants += "const " + enumerant + " :UInt8 = 1;\n";
  }
  return "@0x8123456789abcdef;\nusing Cxx = import \"/capnp/c++.capnp\";\n" + types +
         "enum Values {\n" + values + "}\nstruct Constants {\n" + constants + "}\n";
}

// Compilers need not take string literals of more than 65,536 characters.
// Whose accessors are the library's, under names of their own.
TEST(WideInput, TypesOfTheStandardFilesCompile) {
  const auto files = support::generateFromText(R"(
    using Schema = import "/capnp/schema.capnp";
    using Json = import "/capnp/compat/json.capnp";
    using Persistent = import "/capnp/persistent.capnp";
    using CSharp = import "/csharp.capnp";
    struct S {
      node @0 :Schema.Node;
      value @1 :Json.Value;
      values @2 :List(Json.Value.Field);
      params @3 :Persistent.Persistent(Text, Data).SaveParams;
      visibility @4 :CSharp.TypeVisibility = internal;
      const none :Json.Value = (null = void);
    }
    interface I extends(Persistent.Persistent(Text, Data)) {
      flow @0 (value :Json.Value) -> stream;
    }
  )");
  ASSERT_TRUE(files.ok()) << files.status();
  for (const char* header : {"schema", "stream", "json", "persistent", "csharp"}) {
    const std::string line = std::string("#include \"capstan/schema/") + header + ".capnp.h\"\n";
    EXPECT_NE((*files)[0].content.find(line), std::string::npos) << line;
  }
  for (const char* compiler : {"g++", "clang++"}) {
    CompileCheck check(compiler);
    check.add(*files);
    check.run();
  }
}

TEST(WideInput, ConstantsLongerThanALiteralCompile) {
  std::string digits;
  for (int i = 0; i < 65'600; ++i) digits += "00";
  const auto files = support::generateFromText("const long :Data = 0x\"" + digits + "\";");
  ASSERT_TRUE(files.ok()) << files.status();
  for (const char* compiler : {"g++", "clang++"}) {
    CompileCheck check(compiler);
    check.add(*files);
    check.run();
  }
}

TEST(ReservedNames, MakeCodeThatSystemHeadersDoNotBreak) {
  const std::string schema = schemaOfReservedNames();
  const auto files = support::generateFromTexts({{"main.capnp", schema}});
  ASSERT_TRUE(files.ok()) << files.status();
  CompileCheck check("c++");
  check.add(*files);
  for (const absl::string_view header :
       absl::StrSplit(absl::string_view(kSystemHeaders.data(), kSystemHeaders.size()),
                      absl::ByAnyChar(" \n"), absl::SkipEmpty())) {
    check.precede(std::string(header));
  }
  check.run();
}

TEST(ReservedNames, AreTheWholeTable) {
  using compiler::cpp::isReserved;
  EXPECT_GT(compiler::cpp::reservedNames().size(), 2000u);
  for (const std::string_view name : compiler::cpp::reservedNames())
    EXPECT_TRUE(isReserved(name)) << name;
  EXPECT_TRUE(std::ranges::is_sorted(compiler::cpp::reservedNames()));
  for (const char* name : {"class", "xor_eq", "std", "linux", "EOF", "SIGINT", "major", "min"}) {
    EXPECT_TRUE(isReserved(name)) << name;
  }
  for (const char* name : {"", " ", "EOF ", "Class", "DELETE", "ERROR", "SIG", "E O F"}) {
    EXPECT_FALSE(isReserved(name)) << name;
  }
}

}  // namespace
}  // namespace capstan
