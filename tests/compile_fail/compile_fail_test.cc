// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/files.h"
#include "tests/support/process.h"

namespace capstan {
namespace {

enum class Finder { kBoth, kClang };

// Statements that differ in the mistake alone. `reason` is what the compiler must say about it.
struct Twins {
  const char* name;
  const char* good;
  const char* bad;
  const char* reason;
  // kClang: only that compiler sees it, as a warning about lifetimes.
  Finder finder = Finder::kBoth;
};

constexpr const char* kDeleted = "deleted";
constexpr const char* kNoMatch = "no match|no viable|could not convert|cannot convert|incompatible";
constexpr const char* kNoMember = "no member|has no";
constexpr const char* kDangles = "temporary .*destroyed at the end of the full-expression";
constexpr const char* kQualified = "cannot convert|discards|not viable|lvalue|l-value";

// What is at hand: see kParameters.
const Twins kTwins[] = {
    // What would dangle.
    {"the root of a temporary reader", "use(reader.getRoot<Node>());",
     "use(MessageReader().getRoot<Node>());", kDeleted},
    {"the root of an unmarshalled temporary",
     "auto got = unmarshal(bytes); use(got->getRoot<Node>());",
     "use((*unmarshal(bytes)).getRoot<Node>());", kDeleted},
    {"the root pointer of a temporary reader", "use(reader.root());",
     "use(MessageReader().root());", kDeleted},
    {"the root of a temporary Owned", "Owned<Node> owned; use(owned.get());",
     "use(Owned<Node>().get());", kDeleted},
    {"a temporary Owned, dereferenced", "Owned<Node> owned; use(*owned);", "use(*Owned<Node>());",
     kDeleted},
    {"bytes of a temporary string", "std::string s; Bytes b = s; use(b);",
     "Bytes b = std::string(); use(b);", "conversion|no viable|convert"},
    {"bytes of a temporary vector", "std::vector<char> v; Bytes b(v); use(b);",
     "Bytes b(std::vector<char>{}); use(b.size());",
     "no match|base operand|not a structure|member reference|matching"},
    {"reading a temporary buffer", "Buffer buffer; use(reader.reopen(buffer));",
     "use(reader.reopen(Buffer()));", kDeleted},
    {"a span of a temporary buffer",
     "Buffer buffer; std::span<const std::byte> s = buffer; use(s);",
     "std::span<const std::byte> s = Buffer(); use(s);", kDeleted},
    {"the root of a temporary message", "use(message.getRoot<Node>());",
     "use(MessageBuilder().getRoot<Node>());", kQualified},
    {"making the root of a temporary message", "use(message.initRoot<Node>());",
     "use(MessageBuilder().initRoot<Node>());", kQualified},
    {"the segments of a temporary message", "use(message.segments());",
     "use(MessageBuilder().segments());", kQualified},
    {"the pieces of a temporary message", "use(message.framedPieces());",
     "use(MessageBuilder().framedPieces());", kQualified},
    {"reading a temporary orphan", "Orphan<Node> orphan; use(orphan.getReader());",
     "use(Orphan<Node>().getReader());", kDeleted},
    {"bytes kept of a temporary buffer", "Buffer b; auto kept = b.bytes(); use(kept);",
     "auto kept = Buffer().bytes(); use(kept);", kDangles, Finder::kClang},
    {"pieces kept of a detached temporary",
     "auto sent = message.detach(); auto kept = sent.pieces(); use(kept);",
     "auto kept = message.detach().pieces(); use(kept);", kDangles, Finder::kClang},
    {"the arrow of a temporary Owned", "Owned<Node> o; auto kept = o.operator->(); use(kept);",
     "auto kept = Owned<Node>().operator->(); use(kept);", kDangles, Finder::kClang},
    {"the reader of a temporary Owned",
     "Owned<Node> o; auto& kept = o.reader(); use(kept.fault());",
     "auto& kept = Owned<Node>().reader(); use(kept.fault());", kDangles, Finder::kClang},
    // What has one owner.
    {"copying a message", "MessageBuilder other; use(other.sizeWords());",
     "MessageBuilder other = message; use(other.sizeWords());", kDeleted},
    {"copying a reader", "MessageReader other = std::move(reader); use(other.fault());",
     "MessageReader other = reader; use(other.fault());", kDeleted},
    {"copying an Owned", "Owned<Node> o; Owned<Node> other = std::move(o); use(other.empty());",
     "Owned<Node> o; Owned<Node> other = o; use(other.empty());", kDeleted},
    {"copying an orphan", "Orphan<Node> o; Orphan<Node> other = std::move(o); use(other.isNull());",
     "Orphan<Node> o; Orphan<Node> other = o; use(other.isNull());", kDeleted},
    {"copying a buffer", "Buffer b; Buffer other = std::move(b); use(other.capacityBytes());",
     "Buffer b; Buffer other = b; use(other.capacityBytes());", kDeleted},
    {"a pool without options", "auto pool = BufferPool::create(); use(pool.ok());",
     "BufferPool pool; use(pool.stats());", kNoMatch},
    // What only reads.
    {"setting through a reader", "builder.setId(1);", "from.setId(1);", kNoMember},
    {"initializing through a reader", "builder.initNestedNodes(1);", "from.initNestedNodes(1);",
     kNoMember},
    {"building from a reader", "Node::Reader r = builder; use(r);",
     "Node::Builder b = from; use(b);", "conversion|no viable|convert"},
    {"assigning to a read element", "builder.getNestedNodes()[0].setId(1);",
     "from.getNestedNodes()[0].setId(1);", kNoMember},
    // Wrong types.
    {"a text as a number", "builder.setId(1);", "builder.setId(\"1\");",
     "invalid conversion|cannot initialize|convert"},
    {"a vector as a text", "builder.setDisplayName(\"name\");",
     "builder.setDisplayName(std::vector<int>());", kNoMatch},
    {"a struct as a text", "builder.setDisplayName(from.getDisplayName());",
     "builder.setDisplayName(from);", kNoMatch},
    {"a text as a struct list", "builder.initNestedNodes(2);", "builder.setNestedNodes(\"text\");",
     kNoMatch},
    {"a number as an enum", "field.setPreferred(schema::ElementSize::BIT);",
     "field.setPreferred(1);", "invalid conversion|cannot initialize|convert|no matching"},
    {"the root as what is no type", "use(reader.getRoot<AnyPointer>());",
     "use(reader.getRoot<MessageBuilder>());",
     "incomplete|no match|not deduce|no member|undefined"},
};

constexpr std::string_view kIncludes = R"(
#include <span>
#include <string>
#include <vector>
#include "capstan/layout/orphan.h"
#include "capstan/message/message_builder.h"
#include "capstan/message/owned.h"
#include "capstan/message/unmarshal.h"
#include "capstan/pool/buffer_pool.h"
#include "capstan/schema/schema.capnp.h"
namespace capstan {
using schema::Node;
template <typename T> void use(const T&) {}
)";
constexpr std::string_view kParameters =
    "(MessageReader& reader, MessageBuilder& message, Node::Reader from, Node::Builder builder, "
    "Field field, Bytes bytes)";

std::vector<const Twins*> twinsFor(std::string_view compiler) {
  std::vector<const Twins*> chosen;
  for (const Twins& twins : kTwins) {
    if (twins.finder == Finder::kBoth || compiler == "clang++") chosen.push_back(&twins);
  }
  return chosen;
}

// A function per row, in a line of its own; `firstLine` is the first one's.
std::string sourceOf(const std::vector<const Twins*>& all, const char* Twins::*which,
                     int& firstLine) {
  std::string text(kIncludes);
  text += "struct Field { void setPreferred(schema::ElementSize) const; };\n";
  firstLine = 1 + static_cast<int>(std::count(text.begin(), text.end(), '\n'));
  for (std::size_t i = 0; i < all.size(); ++i) {
    text += "[[maybe_unused]] void test" + std::to_string(i) + std::string(kParameters) + " { " +
            all[i]->*which + " }\n";
  }
  return text + "}\n";
}

support::ProgramResult compile(const std::string& compiler, const std::string& source,
                               const support::TempFolder& folder) {
  const std::string path = folder.file("cases.cc");
  support::writeFile(path, source);
  std::vector<std::string> command = {compiler, "-std=c++20", "-fsyntax-only", "-Wall", "-Werror",
                                      "-Wno-unused-parameter", "-Wno-unused-variable",
                                      "-I" + support::sourcePath("include"),
                                      // The configuration header of this build.
                                      "-I" + support::programPath("../include")};
  command.push_back(compiler == "g++" ? "-fmax-errors=0" : "-ferror-limit=0");
  command.push_back(path);
  return support::runProgram(command);
}

// What the compiler says about a line: from the first mention of it to the next line's.
std::string messagesAbout(const std::string& output, int line) {
  const std::regex mention("cases\\.cc:" + std::to_string(line) + ":");
  const std::regex other("cases\\.cc:([0-9]+):");
  std::string found;
  bool inside = false;
  std::size_t at = 0;
  while (at < output.size()) {
    const std::size_t end = std::min(output.find('\n', at), output.size());
    const std::string text = output.substr(at, end - at);
    if (std::regex_search(text, other)) inside = std::regex_search(text, mention);
    if (inside) found += text + "\n";
    at = end + 1;
  }
  return found;
}

class Misuse : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (!support::programExists(GetParam())) GTEST_SKIP() << "there is no " << GetParam();
  }
};

TEST_P(Misuse, TheTwinsCompile) {
  const support::TempFolder folder;
  int firstLine = 0;
  const auto result =
      compile(GetParam(), sourceOf(twinsFor(GetParam()), &Twins::good, firstLine), folder);
  EXPECT_TRUE(result.ok()) << result.err;
}

TEST_P(Misuse, DoesNotCompileForItsReason) {
  const support::TempFolder folder;
  const std::vector<const Twins*> all = twinsFor(GetParam());
  int line = 0;
  const auto result = compile(GetParam(), sourceOf(all, &Twins::bad, line), folder);
  EXPECT_FALSE(result.ok());
  for (const Twins* twins : all) {
    const std::string messages = messagesAbout(result.err, line++);
    EXPECT_TRUE(std::regex_search(messages, std::regex("error: ")))
        << twins->name << " compiles: " << twins->bad << "\n"
        << messages;
    EXPECT_TRUE(std::regex_search(messages, std::regex(twins->reason)))
        << twins->name << ": no \"" << twins->reason << "\" in\n"
        << messages;
  }
}

INSTANTIATE_TEST_SUITE_P(Compilers, Misuse, testing::Values("g++", "clang++"),
                         [](const auto& info) {
                           return std::string(info.param) == "g++" ? "Gcc" : "Clang";
                         });

}  // namespace
}  // namespace capstan
