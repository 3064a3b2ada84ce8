// SPDX-License-Identifier: Apache-2.0
#include "capstan/layout/hash.h"

#include <gtest/gtest.h>

#include <bit>
#include <map>
#include <string>

#include "capstan/layout/equal.h"
#include "capstan/message/message_reader.h"
#include "tests/layout/trees.h"
#include "tests/support/wire_words.h"

namespace capstan {
namespace {

using support::framed;
using support::Words;

absl::StatusOr<std::uint64_t> hashOf(const Words& words, std::uint64_t seed = 0) {
  const auto bytes = framed({words});
  MessageReader reader;
  EXPECT_TRUE(reader.reopen(bytes).ok());
  return canonicalHash(reader.root(), seed);
}

// The definition in the header, written down once more: over the words of a canonical message.
class Definition {
 public:
  explicit Definition(const Words& words) : words_(words) {}

  std::uint64_t hash(std::uint64_t seed) {
    state_ = seed + 0x6A09E667F3BCC909u;
    if (words_[0] != 0) object(0);
    state_ = (state_ ^ state_ >> 32) * 0x3C6EF372FE94F82Bu;
    state_ = (state_ ^ state_ >> 29) * 0xBB67AE8584CAA73Bu;
    return state_ ^ state_ >> 32;
  }

 private:
  void take(std::uint64_t word) {
    state_ = (std::rotl(state_, 27) ^ word * 0xBB67AE8584CAA73Bu) * 0x3C6EF372FE94F82Bu;
  }
  void takeAll(std::size_t first, std::uint64_t count) {
    for (std::uint64_t i = 0; i < count; ++i) take(words_[first + i]);
  }

  void object(std::size_t at) {
    const std::uint64_t pointer = words_[at];
    const std::uint64_t shape = pointer & 0xFFFF'FFFF'0000'0003;
    const std::uint64_t offset = pointer >> 2 & 0x3FFF'FFFF;
    const std::size_t target = at + 1 + static_cast<std::size_t>(offset);
    if ((pointer & 3) == 0) {
      if (shape == 0) return take(support::structPointer(-1, 0, 0));
      take(shape);
      const std::uint64_t data = pointer >> 32 & 0xFFFF;
      takeAll(target, data);
      return pointers(target + data, pointer >> 48, 0);
    }
    const std::uint64_t code = pointer >> 32 & 7;
    const std::uint64_t count = pointer >> 35;
    if (code == support::kStructs) return structs(shape & 0x7'0000'0003, target);
    take(shape);
    if (code == support::kPointers) return pointers(target, count, 0);
    static constexpr std::uint64_t kBitsOf[] = {0, 1, 8, 16, 32, 64};
    takeAll(target, (count * kBitsOf[code] + 63) / 64);
  }

  void structs(std::uint64_t shape, std::size_t target) {
    const std::uint64_t tag = words_[target];
    take(shape);
    take(tag);
    const std::uint64_t count = tag >> 2 & 0x3FFF'FFFF;
    const std::uint64_t data = tag >> 32 & 0xFFFF;
    const std::uint64_t step = data + (tag >> 48);
    for (std::uint64_t i = 0; i < count; ++i) takeAll(target + 1 + i * step, data);
    for (std::uint64_t i = 0; i < count; ++i) {
      pointers(target + 1 + i * step + data, tag >> 48, count - 1 - i);
    }
  }

  void pointers(std::size_t at, std::uint64_t count, std::uint64_t elementsLeft) {
    for (std::uint64_t i = 0; i < count; ++i) {
      if (words_[at + i] == 0) continue;
      take(elementsLeft << 32 | (count - i));
      object(at + i);
    }
  }

  const Words& words_;
  std::uint64_t state_ = 0;
};

Words wordsOf(const std::string& bytes) {
  Words words(bytes.size() / 8);
  for (std::size_t i = 0; i < words.size(); ++i) {
    words[i] = loadLittle<std::uint64_t>(reinterpret_cast<const std::byte*>(bytes.data()) + i * 8);
  }
  return words;
}

TEST(Hash, IsTheDefinitionOverTheCanonicalForm) {
  Random random;
  for (int round = 0; round < 60; ++round) {
    MessageBuilder message(allOptions()[static_cast<std::size_t>(round) % allOptions().size()]);
    fillRandom(message.initRoot<AllTypes>(), random, 3);
    const Words canonical = wordsOf(canonicalText(message.getRootReader<AllTypes>()));
    const std::uint64_t seed = random.next();
    EXPECT_EQ(*canonicalHash(message.getRoot<AllTypes>(), seed), Definition(canonical).hash(seed));
  }
}

TEST(Hash, NeverChanges) {
  using namespace support;
  EXPECT_EQ(*hashOf({0}), 0x81936A76A7CF31F9u);
  EXPECT_EQ(*hashOf({structPointer(-1, 0, 0)}), 0x2AC0891550877D1Bu);
  EXPECT_EQ(*hashOf({structPointer(0, 1, 1), 7, listPointer(0, kBytes, 2), textWord("a")}),
            0x9F9B262EC5765854u);
  EXPECT_EQ(*hashOf({structPointer(0, 1, 1), 7, listPointer(0, kBytes, 2), textWord("a")}, 1),
            0x54344065D47692B5u);
}

TEST(Hash, DoesNotSeeWhatCanonicalFormLeavesOut) {
  using namespace support;
  EXPECT_EQ(*hashOf({structPointer(0, 3, 1), 7, 0, 0, 0}), *hashOf({structPointer(0, 1, 0), 7}));
  EXPECT_EQ(*hashOf({structPointer(0, 1, 1), 0, 0}), *hashOf({structPointer(-1, 0, 0)}));
  EXPECT_EQ(*hashOf({listPointer(0, kBits, 9), ~0ull}), *hashOf({listPointer(0, kBits, 9), 0x1FF}));
  EXPECT_EQ(*hashOf({listPointer(0, kBytes, 9), 1, ~0xFFull}),
            *hashOf({listPointer(0, kBytes, 9), 1, 0}));
  EXPECT_EQ(*hashOf({listPointer(0, kStructs, 5), structTag(2, 1, 1), 1, 0, 2, 0, 9}),
            *hashOf({listPointer(0, kStructs, 2), structTag(2, 1, 0), 1, 2}));
}

TEST(Hash, TellsApartWhatDiffersInPlaceKindOrCount) {
  using namespace support;
  const std::uint64_t text = textWord("a");
  const std::vector<Words> all = {
      {0},
      {structPointer(-1, 0, 0)},
      {listPointer(0, kVoids, 0)},
      {listPointer(0, kVoids, 1)},
      {listPointer(0, kBytes, 0)},
      {listPointer(0, kBytes, 1), 0},
      {listPointer(0, kBytes, 2), 0},
      {listPointer(0, kTwos, 1), 0},
      {listPointer(0, kPointers, 1), 0},
      {listPointer(0, kStructs, 0), structTag(1, 0, 0)},
      {structPointer(0, 1, 0), 1},
      {structPointer(0, 2, 0), 0, 1},
      {structPointer(0, 0, 1), listPointer(0, kBytes, 2), text},
      {structPointer(0, 0, 2), 0, listPointer(0, kBytes, 2), text},
      {structPointer(0, 0, 3), listPointer(2, kBytes, 2), 0, listPointer(1, kBytes, 2), text, text},
      {structPointer(0, 0, 3), 0, listPointer(1, kBytes, 2), listPointer(1, kBytes, 2), text, text},
      {listPointer(0, kStructs, 2), structTag(2, 0, 1), structPointer(-1, 0, 0), 0},
      {listPointer(0, kStructs, 2), structTag(2, 0, 1), 0, structPointer(-1, 0, 0)},
  };
  std::map<std::uint64_t, std::size_t> seen;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto [at, isNew] = seen.emplace(*hashOf(all[i]), i);
    EXPECT_TRUE(isNew) << i << " hashes as " << at->second;
  }
}

TEST(Hash, OfFaultsAndCapabilitiesIsAnError) {
  using namespace support;
  EXPECT_FALSE(hashOf({capabilityPointer(0)}).ok());
  EXPECT_FALSE(hashOf({structPointer(0, 0, 1), listPointer(9, kBytes, 2)}).ok());
  EXPECT_FALSE(hashOf({structPointer(0, 0, 1), structPointer(-2, 0, 1)}).ok());
}

TEST(Hash, OfEqualMessagesIsTheSameAndOfOthersAnother) {
  Random random;
  std::map<std::uint64_t, std::string> seen;
  for (int round = 0; round < 300; ++round) {
    MessageBuilder message;
    fillRandom(message.initRoot<AllTypes>(), random, 1);
    const std::string canonical = canonicalText(message.getRootReader<AllTypes>());
    const auto at = seen.emplace(*canonicalHash(message.getRootReader<AllTypes>()), canonical);
    EXPECT_EQ(at.first->second, canonical);
  }
  EXPECT_GT(seen.size(), 250u);
}

TEST(Hash, AnUpgradedElementHashesAsAStructOfAWord) {
  MessageBuilder source;
  source.root().initList(ElementSize::kTwoBytes, 2).setDataAtUnchecked<std::uint16_t>(1, 0xABCD);
  const ListReader list = source.root().asReader().getList(ElementSize::kComposite);
  EXPECT_EQ(*canonicalHash(list.structAtUnchecked(1)),
            *hashOf({support::structPointer(0, 1, 0), 0xABCD}));
}

}  // namespace
}  // namespace capstan
