// SPDX-License-Identifier: Apache-2.0
// The compiler takes any text, on a small stack, and comes back.
#include <gtest/gtest.h>
#include <pthread.h>

#include <functional>

#include "capstan/message/message_builder.h"
#include "tests/compiler/compile_text.h"
#include "tests/support/files.h"
#include "tests/support/seed.h"
#include "tools/compiler/request_writer.h"

namespace capstan {
namespace {

using support::CompiledText;
using support::compileText;
using support::kFileId;
using support::Random;

// Compiles, and writes the request if there is one.
void survive(const std::string& text) {
  CompiledText compiled = support::compileFiles({{"main.capnp", text}});
  EXPECT_EQ(compiled.ok, !compiled.compilation->diagnostics().hasErrors());
  if (!compiled.ok) return;
  MessageBuilder request;
  compiler::writeRequest(*compiled.compilation, request);
}

// Sanitizers make frames several times as large.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define CAPSTAN_TEST_LARGE_FRAMES
#endif
#endif
#if defined(CAPSTAN_TEST_LARGE_FRAMES) || defined(__SANITIZE_ADDRESS__) || \
    defined(__SANITIZE_THREAD__)
constexpr std::size_t kStackBytes = 2 << 20;
#else
constexpr std::size_t kStackBytes = 256 << 10;
#endif

void onSmallStack(std::function<void()> work) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, kStackBytes);
  pthread_t thread;
  auto run = [](void* work) -> void* {
    (*static_cast<std::function<void()>*>(work))();
    return nullptr;
  };
  ASSERT_EQ(pthread_create(&thread, &attributes, run, &work), 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
}

std::string repeat(std::string_view text, int count) {
  std::string out;
  for (int i = 0; i < count; ++i) out += text;
  return out;
}

// A line for each i below `count`; in the pattern, '%' stands for i and '^' for i + 1.
std::string numbered(std::size_t count, std::string_view pattern) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) {
    for (char c : pattern) {
      if (c == '%' || c == '^') {
        out += std::to_string(c == '%' ? i : i + 1);
      } else {
        out += c;
      }
    }
    out += '\n';
  }
  return out;
}

TEST(Survival, OfNestingBombs) {
  constexpr int kDeep = 100000;
  const std::string texts[] = {
      "const a :Int8 = " + repeat("(", kDeep),
      "const a :Int8 = " + repeat("[", kDeep) + repeat("]", kDeep) + ";",
      "const a :Int8 = " + repeat("(a = ", kDeep),
      "const a :" + repeat("List(", kDeep) + "Int8" + repeat(")", kDeep) + " = [];",
      "const a :A" + repeat(".B", kDeep) + " = 1;",
      "const a :A" + repeat("(B)", kDeep) + " = 1;",
      "const a :Int8 = " + repeat("-", kDeep) + "1;",
      "const a :Int8 = " + repeat("- ", kDeep) + "1;",
      repeat("struct S { ", kDeep),
      "struct S { " + repeat("u :union { ", kDeep),
      "struct S { " + repeat("g :group { ", kDeep) + "x @0 :Int8;" + repeat("}", kDeep) + "}",
      "struct S { " + repeat("union { ", kDeep),
      repeat("}", kDeep),
      repeat("{", kDeep),
      "struct S " + repeat("$a", kDeep) + " {}",
      "const a :Text = " + repeat("\"x\" ", kDeep) + ";",
      "interface I { m @0 (" + repeat("a :Int8, ", kDeep),
      numbered(5000, "using A% = A^;"),
      numbered(5000, "const a% :Int8 = .a^;"),
      numbered(5000, "using A^ = List(A%);").append("using A0 = Text; struct S { x @0 :A5000; }"),
      numbered(5000, "const a^ :S = (s = .a%);").append("struct S { s @0 :S; } const a0 :S = ();"),
      numbered(20000, "struct S% { x @0 :S^; }").append("struct S20000 {}"),
  };
  for (const std::string& text : texts) {
    onSmallStack([&] { survive(kFileId + text); });
  }
}

TEST(Survival, OfWhatIsDeepButAllowed) {
  auto nested = [](int depth) {
    return "struct S { s @0 :S; }\nconst a :S = " + repeat("(s = ", depth - 1) + "()" +
           repeat(")", depth - 1) + ";\nconst l :" + repeat("List(", depth) + "Text" +
           repeat(")", depth) + " = " + repeat("[", depth) + "\"x\"" + repeat("]", depth) + ";\n" +
           repeat("struct T { ", depth) + "x @0 :Int8;" + repeat("}", depth);
  };
  onSmallStack([&] {
    CompiledText compiled = compileText(nested(45));
    EXPECT_TRUE(compiled.ok) << compiled.messages();
    MessageBuilder request;
    compiler::writeRequest(*compiled.compilation, request);
  });
  EXPECT_FALSE(compileText(nested(65)).ok);
}

TEST(Survival, OfImportCyclesAndLongChains) {
  support::TextFiles files;
  for (std::size_t i = 0; i < 1000; ++i) {
    std::string name = i == 0 ? "main" : support::numberedName("f", i);
    std::string text = support::numberedName("@0x", 8000000000000000 + i);
    text.append(";\nstruct S { x @0 :import \"");
    text.append(i == 999 ? "main" : support::numberedName("f", i + 1)).append(".capnp\".S; }");
    files[name.append(".capnp")] = text;
  }
  onSmallStack([&] {
    CompiledText compiled = support::compileFiles(files);
    EXPECT_TRUE(compiled.ok) << compiled.messages();
  });
}

// A union of tens of thousands of members, where every search among what the others use would
// take minutes in all.
TEST(Survival, OfHugeUnions) {
  constexpr std::size_t kFields = 20000;
  std::string text = "struct S { before @0 :Int8; u :union {\n";
  for (const char* group : {"a", "b", "c"}) {
    text += std::string(group) + " :group {\n";
    std::size_t first = static_cast<std::size_t>(group[0] - 'a') + 1;
    for (std::size_t i = 0; i < kFields; ++i) {
      std::string_view types[] = {"Int64", "Bool", "Int16", "Int64", "Int32", "Int64"};
      text += support::numberedName(group, i) + " @" + std::to_string(first + 3 * i) + " :";
      text += types[(i * first + i / 7) % std::size(types)];
      text += ";\n";
    }
    text += "}\n";
  }
  text += "} }\n";
  support::CompiledText compiled = compileText(text);
  EXPECT_TRUE(compiled.ok) << compiled.messages();
}

TEST(Survival, OfRandomBytes) {
  Random random;
  for (int round = 0; round < 400; ++round) {
    std::string text = round % 2 == 0 ? kFileId : "";
    std::uint64_t size = random.below(600);
    for (std::uint64_t i = 0; i < size; ++i) text += static_cast<char>(random.below(256));
    survive(text);
  }
}

constexpr std::string_view kWords[] = {
    "struct",  "enum",  "const",    "using", "union",      "group", "annotation", "interface",
    "import",  "\"x\"", "0x\"00\"", "Foo",   "bar",        "List",  "Int8",       "Text",
    "@",       "0",     "1",        "2",     "65536",      "-",     "1.5",        ":",
    ";",       ";",     "{",        "}",     "(",          ")",     "[",          "]",
    ",",       "=",     "$",        ".",     "!",          "*",     "->",         "inf",
    "# doc\n", "\n",    "true",     "embed", "AnyPointer",
};

TEST(Survival, OfRandomTokens) {
  Random random;
  for (int round = 0; round < 1500; ++round) {
    std::string text = kFileId;
    std::uint64_t size = random.below(80);
    for (std::uint64_t i = 0; i < size; ++i) {
      text += kWords[random.below(std::size(kWords))];
      text += ' ';
    }
    survive(text);
  }
}

// Changes, removes, repeats and swaps pieces of real schemas.
// A number and '!' on a group, which has neither, was read from a number that had been dropped.
TEST(Survival, OfAnythingPutAnywhere) {
  constexpr std::string_view kSchema =
      "struct S ( T ) { x @0 : Int8 = 1 $ a ; u @3 ! : union { y @1 : T ; z @2 : Void ; } "
      "g : group { v @4 : List ( Bool ) = [ true ] ; } union { p @5 : Text ; q : group { r @6 : E "
      "; "
      "} } } enum E { e @0 ; f @1 $ a ; } annotation a ( * ) : Void ; const c : S = ( x = 1 ) ; "
      "interface I extends ( J ) { m @0 ( k : Int8 = 2 ) -> ( l : I ) ; n @1 S -> stream ; } "
      "using J = import \"x\" . K ; ";
  constexpr std::string_view kPieces[] = {"@9", "@9!", ": Int8", "= 1", "$a",
                                          "{}", "()",  "[]",     "x y"};
  std::vector<std::string_view> pieces(std::begin(kPieces), std::end(kPieces));
  pieces.insert(pieces.end(), std::begin(kWords), std::end(kWords));
  for (std::size_t at = 0; at != kSchema.size(); at = kSchema.find(' ', at) + 1) {
    for (std::string_view piece : pieces) {
      std::string text(kFileId);
      text.append(kSchema.substr(0, at)).append(piece).append(" ").append(kSchema.substr(at));
      survive(text);
    }
  }
}

TEST(Survival, OfMutatedSchemas) {
  Random random;
  for (const char* name : {"values", "annotations", "unions", "names", "comments", "imports"}) {
    std::string original = support::readFile(
        support::sourcePath("tests/compiler/schemas/" + std::string(name) + ".capnp"));
    ASSERT_FALSE(original.empty());
    for (int round = 0; round < 120; ++round) {
      std::string text = original;
      std::uint64_t changes = 1 + random.below(4);
      for (std::uint64_t i = 0; i < changes; ++i) {
        std::size_t at = random.below(text.size());
        std::size_t length = random.below(12);
        switch (random.below(4)) {
          case 0:
            text[at] = static_cast<char>(random.below(128));
            break;
          case 1:
            text.erase(at, length);
            break;
          case 2:
            text.insert(at, text.substr(random.below(text.size()), length));
            break;
          default:
            text.insert(at, 1, "{}()[];,:=@$.\"#!0"[random.below(17)]);
        }
      }
      survive(text);
    }
  }
}

TEST(Survival, OfEveryPrefixOfASchema) {
  std::string original =
      support::readFile(support::sourcePath("tests/compiler/schemas/annotations.capnp"));
  for (std::size_t size = 0; size < original.size(); size += 3) survive(original.substr(0, size));
}

}  // namespace
}  // namespace capstan
