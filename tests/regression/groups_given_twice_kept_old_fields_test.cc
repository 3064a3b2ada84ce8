// SPDX-License-Identifier: Apache-2.0
// A struct literal that gave a group twice, or a group and another member of its union before it,
// kept what stood there first: even the pointer to a value of another type.
#include <gtest/gtest.h>

#include "capstan/layout/canonical.h"
#include "capstan/message/message_builder.h"
#include "tests/compiler/compile_text.h"
#include "tools/compiler/value_writer.h"

namespace capstan {
namespace {

// The value of a constant of this struct.
std::string bytesOf(const std::string& literal) {
  std::string main = support::kFileId;
  main +=
      "struct S { g :group { x @0 :Int32 = 5; p @1 :Text; u :union { m @2 :Void; n @3 :Int32; } } "
      "union { a :group { i @4 :UInt8; t @5 :Text; } b :group { i @6 :UInt64; t @7 :Data; } "
      "c @8 :Void; } } const value :S = ";
  main += literal;
  main += ";";
  support::CompiledText compiled = support::compileFiles({{"main.capnp", main}});
  EXPECT_TRUE(compiled.ok) << compiled.messages();
  const compiler::Value& value = compiled.value("value");
  MessageBuilder message;
  compiler::writeValue(value.type, &value, message.initRoot<schema::Value>());
  absl::StatusOr<Buffer> canonical = canonicalize(message.root().asReader());
  EXPECT_TRUE(canonical.ok()) << canonical.status();
  std::string out;
  if (!canonical.ok()) return out;
  for (std::byte byte : canonical->bytes()) out += static_cast<char>(byte);
  return out;
}

TEST(GroupGivenTwice, HasWhatWasGivenLast) {
  EXPECT_EQ(bytesOf("(g = (x = 3, p = \"p\"), g = ())"), bytesOf("()"));
  EXPECT_EQ(bytesOf("(g = (x = 3), g = (p = \"p\"))"), bytesOf("(g = (p = \"p\"))"));
  EXPECT_EQ(bytesOf("(g = (u = (n = 0)), g = (x = 4))"), bytesOf("(g = (x = 4))"));
  EXPECT_EQ(bytesOf("(g = (u = (n = 0), x = 4, u = ()))"), bytesOf("(g = (x = 4))"));
}

// As in the reference, what the group does not use stays.
TEST(GroupGivenTwice, HasNothingOfTheUnionsOtherMembers) {
  EXPECT_EQ(bytesOf("(b = (t = 0x\"00ff\"), a = (t = \"t\"))"), bytesOf("(a = (t = \"t\"))"));
  EXPECT_EQ(bytesOf("(b = (t = 0x\"00ff\"), a = ())"), bytesOf("(a = ())"));
  EXPECT_EQ(bytesOf("(a = (t = \"t\"), c = void, b = (i = 1))"), bytesOf("(b = (i = 1))"));
}

}  // namespace
}  // namespace capstan
