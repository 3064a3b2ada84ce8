// SPDX-License-Identifier: Apache-2.0
// One random message, its memory cut at every place: the same content, byte for byte in canonical
// form, and the same to the reference.
#include <gtest/gtest.h>

#include <string>

#include "capstan/layout/canonical.h"
#include "capstan/message/message_builder.h"
#include "tests/differential/compare.h"
#include "tests/differential/damage.h"
#include "tests/differential/random_typed_message.h"
#include "tests/differential/segment_cuts.h"

namespace capstan {
namespace {

using support::Random;
using support::Words;

// `random` is a copy: the same message each time.
void build(MessageBuilder& message, std::size_t type, Random random) {
  const std::vector<const StructTable*> tables = rootTables();
  RandomTypedMessage(random, tables, RandomTypedMessage::Capabilities::kNone)
      .fillStruct(message.root(), *tables[type], 3);
}

StructSize larger(std::uint32_t dataBytes, std::uint16_t pointers) {
  return {static_cast<std::uint16_t>(dataBytes / kBytesPerWord + 1),
          static_cast<std::uint16_t>(pointers + 1)};
}

void growAll(const PointerBuilder& at);

void growBelow(const StructBuilder& from) {
  for (std::uint16_t i = 0; i < from.pointers(); ++i) growAll(from.pointer({i}));
}

// Gives every struct one word of data and one pointer more: each moves, and what its pointers lead
// to stays, so that they become far, and double-far where their target's segment is full.
void growAll(const PointerBuilder& at) {
  if (at.isNull()) return;
  if (at.asReader().targetKind() == TargetKind::kStruct) {
    const StructBuilder had = at.getStruct({});
    return growBelow(at.getStruct(larger(had.dataBytes(), had.pointers())));
  }
  const ListReader had = at.asReader().getAnyList();
  if (had.elementSize() == ElementSize::kComposite) {
    const ListBuilder list = at.getStructList(larger(had.dataBytes(), had.pointers()));
    for (std::uint32_t i = 0; i < list.size(); ++i) growBelow(list.structAtUnchecked(i));
  } else if (had.elementSize() == ElementSize::kPointer) {
    const ListBuilder list = at.getList(ElementSize::kPointer);
    for (std::uint32_t i = 0; i < list.size(); ++i) growAll(list.pointerAtUnchecked(i));
  }
}

struct FarPointers {
  std::uint64_t single = 0;
  std::uint64_t doubled = 0;

  void count(std::span<const Words> segments) {
    for (const WordPlace at : pointerWordsOf(segments)) {
      const WirePointer pointer(segments[at.segment][at.word]);
      if (pointer.kind() == PointerKind::kFar) ++(pointer.isDoubleFar() ? doubled : single);
    }
  }
};

std::vector<std::byte> canonicalForm(MessageBuilder& message) {
  const auto canonical = canonicalize(message.root().asReader());
  EXPECT_TRUE(canonical.ok()) << canonical.status();
  if (!canonical.ok()) return {};
  return {canonical->bytes().begin(), canonical->bytes().end()};
}

// Calls check(message, type) with random messages, each with every number of words per segment.
template <typename Check>
void forEveryCut(int rounds, Check check) {
  Random random;
  for (int round = 0; round < rounds; ++round) {
    const std::size_t type = random.below(rootTypes().size());
    for (std::uint32_t words = 1; words <= 40; ++words) {
      SCOPED_TRACE(std::string(rootTypes()[type].name) + ", round " + std::to_string(round) + ", " +
                   std::to_string(words) + " words");
      SegmentCuts cuts(words);
      MessageBuilder message(cuts.options());
      build(message, type, random);
      check(message, type, random);
      if (testing::Test::HasFailure()) return;
    }
    random.next();
  }
}

TEST(SegmentBoundaries, EveryCutHasTheSameCanonicalBytes) {
  FarPointers built;
  FarPointers grown;
  forEveryCut(40, [&](MessageBuilder& message, std::size_t type, const Random& random) {
    MessageBuilder whole;
    build(whole, type, random);
    const std::vector<std::byte> expected = canonicalForm(whole);
    EXPECT_EQ(canonicalForm(message), expected);
    built.count(wordsOf(message));
    growAll(message.root());
    EXPECT_EQ(canonicalForm(message), expected) << "after every struct has moved";
    grown.count(wordsOf(message));
  });
  EXPECT_GT(built.single, 1000u);
  EXPECT_GT(grown.single, 1000u);
  EXPECT_GT(grown.doubled, 1000u);
}

TEST(SegmentBoundaries, EveryCutReadsTheSameToTheReference) {
  CAPSTAN_REQUIRE_REFERENCE_OR_SKIP();
  CompareTally tally;
  forEveryCut(20, [&](MessageBuilder& message, std::size_t type, const Random&) {
    EXPECT_EQ(compareReads(type, wordsOf(message), {}, tally), "");
    growAll(message.root());
    EXPECT_EQ(compareReads(type, wordsOf(message), {}, tally), "")
        << "after every struct has moved";
  });
}

// What is left when everything is cleared is zeros, wherever it stood.
TEST(SegmentBoundaries, AClearedMessageIsAllZeros) {
  forEveryCut(10, [](MessageBuilder& message, std::size_t, const Random&) {
    growAll(message.root());
    message.root().clear();
    for (const Words& segment : wordsOf(message)) {
      for (const std::uint64_t word : segment) EXPECT_EQ(word, 0u);
    }
  });
}

}  // namespace
}  // namespace capstan
