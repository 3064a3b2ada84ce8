// SPDX-License-Identifier: Apache-2.0
// Every walk over a message, on a chain of a million structs and a stack of 256 KiB: done whole
// where the source is a message being built, and refused where it is a reader with its limit.
#include <gtest/gtest.h>

#include "capstan/layout/canonical.h"
#include "capstan/layout/copy.h"
#include "capstan/layout/diff.h"
#include "capstan/layout/equal.h"
#include "capstan/layout/hash.h"
#include "capstan/layout/size.h"
#include "capstan/layout/to_text.h"
#include "capstan/layout/unknown.h"
#include "capstan/message/marshal.h"
#include "capstan/message/message_reader.h"
#include "tests/layout/trees.h"

namespace capstan {
namespace {

constexpr std::uint32_t kStructs = 1 << 20;
constexpr std::size_t kStackBytes = 256 << 10;

// As many pointers as lead AllTypes to its structField: a text, data (here, a text too), the next.
constexpr std::uint16_t kPointers = 3;
constexpr std::uint64_t kWords = std::uint64_t{kStructs} * (1 + kPointers + 2);

// A walk over a chain that is linked by pointer `link`.
struct Walk {
  const char* name;
  void (*run)(MessageBuilder& chain, std::uint16_t link);
};

AllTypes::Builder rootOf(MessageBuilder& chain) {
  return AllTypes::Builder(chain.root().getStruct({}));
}

const Walk kWalks[] = {
    {"zero",
     [](MessageBuilder& chain, std::uint16_t) {
       chain.root().clear();
       EXPECT_TRUE(chain.root().isNull());
     }},
    {"copy",
     [](MessageBuilder& chain, std::uint16_t link) {
       MessageBuilder copy;
       copy.root().setPointer(chain.root().asReader());
       EXPECT_EQ(chainLength(copy.root().asReader(), link), kStructs);
     }},
    {"copy over an element",
     [](MessageBuilder& chain, std::uint16_t link) {
       MessageBuilder copy;
       const ListBuilder list = copy.root().initStructList(1, {1, kPointers});
       EXPECT_TRUE(internal::copyTruncating(chain.root().asReader().getStruct(),
                                            list.structAtUnchecked(0)));
       EXPECT_EQ(chainLength(list.structAtUnchecked(0).asReader().pointer(link), link),
                 kStructs - 1);
     }},
    {"size",
     [](MessageBuilder& chain, std::uint16_t) {
       EXPECT_EQ(totalSize(chain.root().asReader()).words, kWords);
       EXPECT_EQ(chain.wastedWords(), 0u);
     }},
    {"compare",
     [](MessageBuilder& chain, std::uint16_t) {
       EXPECT_TRUE(equal(chain.root().asReader(), chain.root().asReader()));
     }},
    {"hash", [](MessageBuilder& chain,
                std::uint16_t) { EXPECT_TRUE(canonicalHash(chain.root().asReader()).ok()); }},
    {"canonicalize",
     [](MessageBuilder& chain, std::uint16_t) {
       const auto canonical = canonicalize(chain.root().asReader());
       ASSERT_TRUE(canonical.ok()) << canonical.status();
       EXPECT_GT(canonical->sizeBytes(), std::uint64_t{kStructs} * (2 + kPointers) * kBytesPerWord);
       EXPECT_FALSE(isCanonical(*canonical));  // deeper than readers go
     }},
    {"compact",
     [](MessageBuilder& chain, std::uint16_t link) {
       ASSERT_TRUE(chain.compact().ok());
       EXPECT_EQ(chain.sizeWords(), kWords + 1);
       EXPECT_EQ(chainLength(chain.root().asReader(), link), kStructs);
     }},
    {"diff",
     [](MessageBuilder& chain, std::uint16_t link) {
       MessageBuilder copy;
       copy.root().setPointer(chain.root().asReader());
       EXPECT_TRUE(diff(rootOf(chain), rootOf(copy)).differences.empty());
       StructBuilder last = copy.root().getStruct({});
       while (!last.pointer({.index = link}).isNull()) {
         last = last.pointer({.index = link}).getStruct({});
       }
       last.set(DataField<std::uint64_t>{0}, 1);
       EXPECT_EQ(diff(rootOf(chain), rootOf(copy)).differences.size(), 1u);
     }},
    {"unknown",
     [](MessageBuilder& chain, std::uint16_t) {
       hasUnknown(rootOf(chain));
       stripUnknown(AllTypes::kTable, chain.root().getStruct({}));
       EXPECT_FALSE(hasUnknown(rootOf(chain)));
     }},
    {"text",
     [](MessageBuilder& chain, std::uint16_t) { EXPECT_FALSE(toText(rootOf(chain)).empty()); }},
};

class DeepChain : public testing::TestWithParam<Walk> {};

TEST_P(DeepChain, IsWalkedOnASmallStack) {
  // Linked by the last pointer, where a walk needs no stack of its own, and by the middle one.
  for (const std::uint16_t link : {2, 1}) {
    MessageBuilder chain;
    runOnSmallStack([&] { buildChain(chain.root(), kStructs, kPointers, link); }, kStackBytes);
    runOnSmallStack([&] { GetParam().run(chain, link); }, kStackBytes);
  }
}

std::string nameOf(const testing::TestParamInfo<Walk>& info) {
  std::string name = info.param.name;
  std::erase(name, ' ');
  return name;
}

INSTANTIATE_TEST_SUITE_P(EveryWalk, DeepChain, testing::ValuesIn(kWalks), nameOf);

TEST(DeepChain, IsRefusedByAReadersLimit) {
  MessageBuilder chain;
  buildChain(chain.root(), 1000, kPointers, 2);
  stripUnknown(AllTypes::kTable, chain.root().getStruct({}));
  const auto bytes = marshal(chain);
  ASSERT_TRUE(bytes.ok());
  MessageReader reader;
  const auto expectRefused = [&](auto walk) {
    ASSERT_TRUE(reader.reopen(*bytes).ok());
    walk();
    EXPECT_EQ(reader.fault().kind, FaultKind::kNestingLimit);
  };
  MessageBuilder copy;
  expectRefused([&] { copy.root().setPointer(reader.root()); });
  expectRefused([&] { totalSize(reader.root()); });
  expectRefused([&] { EXPECT_EQ(compare(reader.root(), reader.root()), Equality::kFaulty); });
  expectRefused([&] { EXPECT_FALSE(canonicalHash(reader.root()).ok()); });
  expectRefused([&] { EXPECT_FALSE(canonicalize(reader.root()).ok()); });
  expectRefused([&] { hasUnknown(reader.getRoot<AllTypes>()); });
  expectRefused([&] { toText(reader.getRoot<AllTypes>()); });
  expectRefused([&] { EXPECT_FALSE(diff(reader.getRoot<AllTypes>(), rootOf(chain)).isComplete); });
}

}  // namespace
}  // namespace capstan
