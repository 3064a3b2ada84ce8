// SPDX-License-Identifier: Apache-2.0
// Messages, whole, cut and damaged: each is written out to its end, and the map finds what
// validation finds.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "all_types.capnp.h"
#include "capstan/codec/memory_stream.h"
#include "capstan/compiler/schema_parser.h"
#include "capstan/message/validate.h"
#include "tests/commands/small_messages.h"
#include "tests/differential/damage.h"
#include "tests/differential/random_typed_message.h"
#include "tests/differential/segment_cuts.h"
#include "tools/commands/inspector.h"
#include "tools/commands/message_map.h"

namespace capstan {
namespace {

using commands::ExpectedType;
using commands::Inspector;
using commands::MessageMap;
using commands::SchemaPlaces;
using commands::WordRole;
using support::Random;
using support::structPointer;
using support::Words;
using test_types::AllTypes;

// The schema of AllTypes, once.
struct Schema {
  Schema()
      : places([] {
          const std::string file = support::sourcePath("tests/schemas/all_types.capnp");
          return SchemaPlaces(*compiler::SchemaParser().parse({file}));
        }()),
        root(*places.rootType("all_types.capnp", "AllTypes")) {}

  SchemaPlaces places;
  ExpectedType root;
};

Schema& schema() {
  static Schema made;
  return made;
}

std::vector<Words> randomMessage(Random& random) {
  const std::array<const StructTable*, 1> types = {&AllTypes::kTable};
  SegmentCuts cuts(static_cast<std::uint32_t>(random.flip() ? 4000 : 1 + random.below(40)));
  MessageBuilder message(cuts.options());
  RandomTypedMessage(random, types).fillStruct(message.root(), AllTypes::kTable, 2);
  return wordsOf(message);
}

std::uint64_t unreachableWords(const MessageMap& map, std::span<const Words> segments) {
  std::uint64_t count = 0;
  for (std::uint32_t id = 0; id < segments.size(); ++id) {
    for (std::uint32_t word = 0; word < segments[id].size(); ++word) {
      count += map.wordAt({id, word}).role == WordRole::kUnreachable ? 1 : 0;
    }
  }
  return count;
}

// Holds the map against validation. Returns: whether they could be compared: where objects share
// words, each finds its own.
bool isAsValidationFinds(std::span<const Words> segments) {
  std::vector<std::vector<std::byte>> bytes;
  for (const Words& words : segments) bytes.push_back(support::bytesOf(words));
  const std::vector<Bytes> views(bytes.begin(), bytes.end());
  const MessageMap map(views, &schema().places, schema().root);
  if (map.notes() != 0) return false;
  MessageReader reader({.traversalLimitWords = kUnlimited, .nestingLimit = kUnlimitedDepth});
  EXPECT_TRUE(reader.reopenSegments(views).ok());
  const Validation found = validateAll<AllTypes>(
      reader, {.maxFaults = 1000, .findOverlaps = true, .findUnreachable = true});
  EXPECT_EQ(map.faults() == 0, found.ok())
      << (found.ok() ? "" : std::string(validationStatus(found).message()));
  for (const FieldFault& fault : found.faults) {
    EXPECT_NE(map.faultAt({fault.fault.segment, fault.fault.wordOffset}), nullptr) << fault.path;
  }
  if (found.ok()) {
    EXPECT_EQ(unreachableWords(map, segments), found.unreachableWords);
  }
  return true;
}

TEST(InspectProperty, FindsWhatValidationFinds) {
  Random random;
  int compared = 0;
  for (int i = 0; i < 150; ++i) {
    const std::vector<Words> whole = randomMessage(random);
    ASSERT_TRUE(isAsValidationFinds(whole)) << "message " << i;
    const std::vector<WordPlace> pointers = pointerWordsOf(whole);
    for (int j = 0; j < 10; ++j) {
      std::vector<Words> damaged = whole;
      damage(damaged, pointers, random);
      compared += isAsValidationFinds(damaged) ? 1 : 0;
      if (testing::Test::HasFailure()) FAIL() << "message " << i << ", damage " << j;
    }
  }
  EXPECT_GT(compared, 300);
}

// Every word has its line, whatever it is. Returns: the faults.
std::uint64_t inspectToTheEnd(std::string_view bytes, bool isTyped) {
  std::string text;
  StringSink sink(text);
  Inspector inspector(sink, isTyped ? &schema().places : nullptr,
                      isTyped ? schema().root : ExpectedType());
  EXPECT_TRUE(inspector.inspectStream(Bytes(bytes)).ok());
  EXPECT_GE(std::count(text.begin(), text.end(), '\n'),
            static_cast<std::ptrdiff_t>((bytes.size() + 7) / 8));
  return inspector.faults();
}

TEST(InspectProperty, EveryCutIsAFault) {
  const std::string framed = smallAddressBook(4);
  for (std::size_t size = 1; size < framed.size(); ++size) {
    EXPECT_GT(inspectToTheEnd(framed.substr(0, size), false), 0u) << size;
    EXPECT_GT(inspectToTheEnd(framed.substr(0, size), true), 0u) << size;
  }
}

TEST(InspectProperty, GarbageIsWrittenOutToItsEnd) {
  Random random;
  for (int i = 0; i < 300; ++i) {
    std::string bytes;
    for (const Words& words : randomMessage(random)) {
      for (const std::byte byte : support::bytesOf(words)) bytes += static_cast<char>(byte);
    }
    const std::uint64_t changes = random.below(20);
    for (std::uint64_t j = 0; j < changes; ++j) {
      bytes[random.below(bytes.size())] = static_cast<char>(random.next());
    }
    // As a stream it has a table of whatever stands first; as one with a table, anything behind it.
    inspectToTheEnd(bytes, random.flip());
    const std::uint64_t words = bytes.size() / 8;
    std::string framed(8, '\0');
    storeLittle(reinterpret_cast<std::byte*>(framed.data()), words << 32);
    inspectToTheEnd(framed + bytes, random.flip());
  }
}

// Many pointers to one large object of which only the last word is another's.
TEST(InspectProperty, ManyPointersAtOneLargeObjectCostLittle) {
  constexpr std::uint32_t kPointers = 40000;
  Words words = {listPointer(0, support::kPointers, kPointers)};
  for (std::uint32_t i = 0; i < kPointers; ++i) {
    words.push_back(structPointer(static_cast<std::int64_t>(kPointers) - 1 - i, 65535, 0));
  }
  words.resize(words.size() + 65535 + 1);
  words[1] = structPointer(static_cast<std::int64_t>(kPointers) - 1 + 65534, 1, 0);
  const std::vector<std::byte> bytes = support::bytesOf(words);
  const std::array<Bytes, 1> segment = {Bytes(bytes)};
  const MessageMap map(segment, nullptr, {});
  EXPECT_EQ(map.faults(), 0u);
  EXPECT_EQ(map.notes(), kPointers - 1);
}

}  // namespace
}  // namespace capstan
