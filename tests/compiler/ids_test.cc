// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/ids.h"

#include <gtest/gtest.h>

#include <set>

#include "tools/compiler/md5.h"

namespace capstan {
namespace {

std::string hex(const std::array<std::uint8_t, 16>& digest) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  for (std::uint8_t byte : digest) {
    out += kDigits[byte >> 4];
    out += kDigits[byte & 15];
  }
  return out;
}

TEST(Md5, GivesTheDigestsOfTheStandard) {
  using compiler::md5;
  EXPECT_EQ(hex(md5("")), "d41d8cd98f00b204e9800998ecf8427e");
  EXPECT_EQ(hex(md5("a")), "0cc175b9c0f1b6a831c399e269772661");
  EXPECT_EQ(hex(md5("message digest")), "f96b697d7cb7938d525a2f31aaf161d0");
  EXPECT_EQ(hex(md5("12345678901234567890123456789012345678901234567890123456789012345678901234567"
                    "890")),
            "57edf4a22be3c955ac49da2e2107b67a");
}

TEST(Md5, TakesMessagesAroundTheBlockSize) {
  std::set<std::string> digests;
  for (std::size_t size = 50; size < 140; ++size) {
    digests.insert(hex(compiler::md5(std::string(size, 'x'))));
  }
  EXPECT_EQ(digests.size(), 90u);
  EXPECT_EQ(hex(compiler::md5(std::string(64, 'a'))), "014842d480b571495a4a0363793f7367");
}

TEST(Ids, OfNestedDeclarationsDeriveFromTheirNames) {
  EXPECT_EQ(compiler::childId(0xa93fc509624c72d9, "Node"), 0xe682ab4cf923a417);
  EXPECT_EQ(compiler::childId(0xe682ab4cf923a417, "NestedNode"), 0xdebf55bbfa0fc242);
}

TEST(Ids, OfGroupsDeriveFromTheirPlace) {
  EXPECT_EQ(compiler::groupId(0xe682ab4cf923a417, 7), 0x9ea0b19b37fb4435);
}

TEST(Ids, OfMethodStructsDeriveFromTheOrdinal) {
  EXPECT_EQ(compiler::methodStructId(0x88eb12a0e0af92b2, 0, false), 0xb874edc0d559b391);
  EXPECT_EQ(compiler::methodStructId(0x88eb12a0e0af92b2, 0, true), 0xb04fcaddab714ba4);
  EXPECT_EQ(compiler::methodStructId(0x88eb12a0e0af92b2, 1, false), 0xd044893357b42568);
  EXPECT_EQ(compiler::methodStructId(0x88eb12a0e0af92b2, 1, true), 0x9bf141df4247d52f);
}

TEST(Ids, AreFreshEachTimeWithTheTopBitSet) {
  std::set<std::uint64_t> ids;
  for (int i = 0; i < 100; ++i) {
    std::optional<std::uint64_t> id = compiler::freshId();
    ASSERT_TRUE(id.has_value());
    EXPECT_NE(*id & compiler::kIdTopBit, 0u);
    ids.insert(*id);
  }
  EXPECT_EQ(ids.size(), 100u);
}

TEST(Ids, AreWrittenWithAllDigits) {
  EXPECT_EQ(compiler::idText(0x8000000000000001), "@0x8000000000000001");
}

}  // namespace
}  // namespace capstan
