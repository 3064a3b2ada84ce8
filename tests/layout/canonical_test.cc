// SPDX-License-Identifier: Apache-2.0
#include "capstan/layout/canonical.h"

#include <gtest/gtest.h>

#include "capstan/message/marshal.h"
#include "capstan/message/message_reader.h"
#include "tests/layout/trees.h"
#include "tests/support/capnp_tool.h"
#include "tests/support/files.h"
#include "tests/support/guard_page.h"
#include "tests/support/wire_words.h"

namespace capstan {
namespace {

using support::bytesOf;
using support::CapnpType;
using support::framed;
using support::ProgramResult;
using support::Words;

std::string textOf(std::span<const std::byte> bytes) { return std::string(support::asText(bytes)); }

// The canonical form of a message's root, or the words of the error.
std::string canonicalOf(const std::vector<std::byte>& message) {
  MessageReader reader;
  if (!reader.reopen(message).ok()) return "cannot be opened";
  const absl::StatusOr<Buffer> canonical = canonicalize(reader.getRoot<AnyPointer>().raw());
  return canonical.ok() ? textOf(canonical->bytes()) : canonical.status().ToString();
}

TEST(Canonical, IsWhatTheReferenceMakes) {
  CAPSTAN_REQUIRE_ORACLE_OR_SKIP();
  Random random;
  const CapnpType type = {support::sourcePath("tests/schemas/all_types.capnp"), "AllTypes"};
  for (int round = 0; round < 20; ++round) {
    MessageBuilder message(allOptions()[static_cast<std::size_t>(round) % allOptions().size()]);
    fillRandom(message.initRoot<AllTypes>(), random, 3);
    std::string bytes;
    appendTo(message, bytes);
    const ProgramResult canonical = support::capnpConvert(type, "binary:canonical", bytes);
    ASSERT_TRUE(canonical.ok()) << canonical.err;
    EXPECT_EQ(canonicalText(message.getRootReader<AllTypes>()), canonical.out);
    EXPECT_TRUE(isCanonical(canonical.out));
  }
}

TEST(Canonical, TrailingZeroWordsAndNullPointersAreCut) {
  using namespace support;
  EXPECT_EQ(canonicalOf(framed({{structPointer(0, 2, 2), 7, 0, 0, 0}})),
            textOf(bytesOf(Words{structPointer(0, 1, 0), 7})));
  EXPECT_EQ(canonicalOf(framed({{structPointer(0, 1, 0), std::uint64_t{1} << 63}})),
            textOf(bytesOf(Words{structPointer(0, 1, 0), std::uint64_t{1} << 63})));
  EXPECT_EQ(canonicalOf(framed({{structPointer(0, 1, 1), 0, 0}})),
            textOf(bytesOf(Words{structPointer(-1, 0, 0)})));
  EXPECT_EQ(canonicalOf(framed({Words{0}})), textOf(bytesOf(Words{0})));
}

TEST(Canonical, ListElementsAreCutToTheLargest) {
  using namespace support;
  EXPECT_EQ(
      canonicalOf(
          framed({{listPointer(0, kStructs, 9), structTag(3, 2, 1), 1, 0, 0, 0, 2, 0, 0, 0, 0}})),
      textOf(bytesOf(Words{listPointer(0, kStructs, 6), structTag(3, 2, 0), 1, 0, 0, 2, 0, 0})));
  EXPECT_EQ(canonicalOf(framed({{listPointer(0, kStructs, 2), structTag(2, 1, 0), 0, 0}})),
            textOf(bytesOf(Words{listPointer(0, kStructs, 0), structTag(2, 0, 0)})));
}

TEST(Canonical, ObjectsStandInPreorderWithoutGaps) {
  using namespace support;
  const Words backwards = {
      structPointer(3, 0, 2),    textWord("b"), textWord("a"), 0, listPointer(-3, kBytes, 2),
      listPointer(-5, kBytes, 2)};
  EXPECT_EQ(canonicalOf(framed({backwards})),
            textOf(bytesOf(Words{structPointer(0, 0, 2), listPointer(1, kBytes, 2),
                                 listPointer(1, kBytes, 2), textWord("a"), textWord("b")})));
}

TEST(Canonical, FaultsAndCapabilitiesAreErrors) {
  using namespace support;
  for (const Words& words :
       {Words{structPointer(0, 0, 1), capabilityPointer(0)},
        Words{structPointer(0, 0, 1), listPointer(9, kBytes, 2)},
        Words{structPointer(0, 0, 1), listPointer(0, kStructs, 1), listPointer(0, 0, 0), 0},
        Words{structPointer(0, 0, 1), structPointer(-2, 0, 1)}, Words{farPointer(9, 0)}}) {
    MessageReader reader;
    const auto bytes = framed({words});
    ASSERT_TRUE(reader.reopen(bytes).ok());
    const auto canonical = canonicalize(reader.getRoot<AnyPointer>().raw());
    EXPECT_FALSE(canonical.ok());
    EXPECT_EQ(canonical.status(), reader.status());
    const auto segment = bytesOf(words);
    EXPECT_FALSE(isCanonical(segment));
  }
}

TEST(Canonical, TheCheckerTakesNothingElse) {
  using namespace support;
  const auto isCanonicalWords = [](const Words& words) {
    const support::GuardedBytes bytes(bytesOf(words));
    return isCanonical(bytes.bytes());
  };
  EXPECT_TRUE(isCanonicalWords({structPointer(0, 1, 0), 7}));
  EXPECT_TRUE(isCanonicalWords({structPointer(-1, 0, 0)}));
  EXPECT_TRUE(isCanonicalWords({listPointer(0, kBits, 9), 0x1FF}));
  EXPECT_FALSE(isCanonicalWords({}));
  EXPECT_FALSE(isCanonicalWords({structPointer(0, 1, 0), 0}));     // not cut
  EXPECT_FALSE(isCanonicalWords({structPointer(0, 1, 0), 7, 0}));  // something behind
  EXPECT_FALSE(isCanonicalWords({structPointer(1, 1, 0), 0, 7}));  // a gap
  EXPECT_FALSE(isCanonicalWords({structPointer(1, 1, 0), 7}));     // not where its words are
  EXPECT_FALSE(isCanonicalWords({structPointer(0, 2, 0), 7}));     // beyond the end
  EXPECT_FALSE(isCanonicalWords({listPointer(0, kBytes, 9), 7}));
  EXPECT_FALSE(isCanonicalWords({listPointer(0, kEights, 1) + 1, 7}));  // no list
  EXPECT_FALSE(isCanonicalWords({listPointer(0, kEights, 1) + 2, 7}));
  EXPECT_TRUE(isCanonicalWords({structPointer(0, 0, 1), structPointer(-1, 0, 0)}));
  EXPECT_FALSE(isCanonicalWords({structPointer(0, 0, 1), structPointer(-2, 0, 0)}));
  EXPECT_FALSE(isCanonicalWords({listPointer(0, kBits, 9), 0x3FF}));  // padding
  EXPECT_FALSE(isCanonicalWords({listPointer(0, kStructs, 2), structTag(1, 1, 0), 7, 0}));
  EXPECT_FALSE(isCanonicalWords({listPointer(0, kStructs, 1), structTag(1, 1, 0) + 1, 7}));
  EXPECT_FALSE(isCanonicalWords({listPointer(0, kStructs, 1), structTag(1, 1, 0), 0}));
  EXPECT_FALSE(isCanonicalWords({listPointer(0, kStructs, 1), structTag(0, 1, 0), 7}));
  EXPECT_TRUE(isCanonicalWords({listPointer(0, kStructs, 0), structTag(0, 0, 0)}));
  constexpr std::uint64_t kMostEmpty = std::uint64_t{8} << 20;
  EXPECT_TRUE(isCanonicalWords({listPointer(0, kStructs, 0), structTag(kMostEmpty, 0, 0)}));
  EXPECT_FALSE(isCanonicalWords({listPointer(0, kStructs, 0), structTag(kMostEmpty + 1, 0, 0)}));
  EXPECT_FALSE(isCanonicalWords({listPointer(0, kVoids, kLargestCount)}));
  EXPECT_TRUE(isCanonicalWords({listPointer(0, kPointers, 3), 0, structPointer(-1, 0, 0), 0}));
  const auto cut = bytesOf(Words{structPointer(0, 1, 0), 7});
  EXPECT_FALSE(isCanonical(std::span(cut).first(15)));
}

TEST(Canonical, TheCheckerAgreesWithTheCopyWhereverABitChanged) {
  Random random;
  for (int round = 0; round < 5; ++round) {
    MessageBuilder message;
    fillRandom(message.initRoot<AllTypes>(), random, 1);
    const absl::StatusOr<Buffer> canonical = canonicalize(message.getRoot<AllTypes>());
    ASSERT_TRUE(canonical.ok());
    std::string bytes = textOf(canonical->bytes());
    ASSERT_TRUE(isCanonical(bytes));
    // What two passes over 8Mi elements without a size and all words behind the root take.
    const std::uint64_t onePass = (std::uint64_t{8} << 20) + bytes.size() / kBytesPerWord - 1;
    MessageReader reader(ReaderOptions{.traversalLimitWords = 2 * onePass});
    for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
      const char kept = bytes[bit / 8];
      bytes[bit / 8] = static_cast<char>(kept ^ 1 << bit % 8);
      ASSERT_TRUE(reader.reopenFlat(bytes).ok());
      const absl::StatusOr<Buffer> form = canonicalize(reader.root());
      EXPECT_EQ(isCanonical(bytes), form.ok() && textOf(form->bytes()) == bytes) << bit;
      bytes[bit / 8] = kept;
    }
  }
}

TEST(Canonical, TheCheckerTakesAMessagesRoot) {
  MessageBuilder one;
  one.initRoot<AllTypes>().setTextField("x");
  EXPECT_FALSE(isCanonical(one.root().asReader()));  // not cut
  const auto canonical = canonicalize(one.getRoot<AllTypes>());
  ASSERT_TRUE(canonical.ok());
  MessageReader reader;
  ASSERT_TRUE(reader.reopenFlat(*canonical).ok());
  EXPECT_TRUE(isCanonical(reader.root()));
  EXPECT_FALSE(isCanonical(reader.getRoot<AllTypes>().raw().pointer(0)));  // not the root
  const Bytes two[] = {Bytes(*canonical), Bytes(*canonical)};
  ASSERT_TRUE(reader.reopenSegments(two).ok());
  EXPECT_FALSE(isCanonical(reader.root()));
  EXPECT_FALSE(isCanonical(PointerReader()));
}

TEST(Canonical, ListsHaveACanonicalFormToo) {
  MessageBuilder message;
  message.initRoot<AllTypes>().setInt16List({1, 2, 3});
  const auto canonical = canonicalize(message.getRoot<AllTypes>().getInt16List());
  ASSERT_TRUE(canonical.ok());
  EXPECT_EQ(textOf(canonical->bytes()),
            textOf(bytesOf(Words{support::listPointer(0, support::kTwos, 3), 0x0003'0002'0001})));
}

}  // namespace
}  // namespace capstan
