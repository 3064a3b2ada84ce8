// SPDX-License-Identifier: Apache-2.0
// With traversal budget and nesting limit both off, a cycle was copied, measured, compared and
// hashed without end.
#include <gtest/gtest.h>

#include "capstan/layout/canonical.h"
#include "capstan/layout/equal.h"
#include "capstan/layout/hash.h"
#include "capstan/layout/size.h"
#include "capstan/message/message_builder.h"
#include "capstan/message/message_reader.h"
#include "capstan/message/validate.h"
#include "tests/support/wire_words.h"

namespace capstan {
namespace {

using namespace support;

TEST(Regression, WalksOfAReaderWithoutLimitsHadNoEnd) {
  // A struct whose second pointer leads to itself, and the same through a list of structs.
  for (const auto& bytes : {framed({{structPointer(0, 1, 2), 7, 0, structPointer(-3, 1, 2)}}),
                            framed({{listPointer(0, kStructs, 2), structTag(1, 1, 1), 7,
                                     listPointer(-3, kStructs, 2)}})}) {
    MessageReader reader(
        ReaderOptions{.traversalLimitWords = kUnlimited, .nestingLimit = kUnlimitedDepth});
    const auto expectRefused = [&](auto walk) {
      ASSERT_TRUE(reader.reopen(bytes).ok());
      walk();
      EXPECT_EQ(reader.fault().kind, FaultKind::kNestingLimit);
    };
    MessageBuilder copy(ArenaOptions{.maxMessageWords = 1 << 20});
    expectRefused([&] { copy.root().setPointer(reader.root()); });
    expectRefused([&] { totalSize(reader.root()); });
    expectRefused([&] { EXPECT_EQ(compare(reader.root(), reader.root()), Equality::kFaulty); });
    expectRefused([&] { EXPECT_FALSE(canonicalHash(reader.root()).ok()); });
    expectRefused([&] { EXPECT_FALSE(canonicalize(reader.root()).ok()); });
    expectRefused([&] { EXPECT_FALSE(validate<>(reader).ok()); });
  }
}

}  // namespace
}  // namespace capstan
