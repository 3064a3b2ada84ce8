// SPDX-License-Identifier: Apache-2.0
// Every pair of formats against the reference's `capnp convert`, on random messages.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>

#include "all_types.capnp.h"
#include "tests/commands/small_messages.h"
#include "tests/differential/damage.h"
#include "tests/differential/random_typed_message.h"
#include "tests/differential/segment_cuts.h"
#include "tests/support/capnp_tool.h"

namespace capstan {
namespace {

using support::capnpConvert;
using support::Words;
using test_types::AllTypes;

const support::CapnpType& allTypes() {
  static const support::CapnpType kType = {support::sourcePath("tests/schemas/all_types.capnp"),
                                           "AllTypes"};
  return kType;
}

// The one segment of a message in a format, with pointers to lists without words made equal: the
// two libraries let them lead to different places.
Words segmentOf(std::string_view format, const std::string& bytes) {
  const std::string formats = std::string(format) + ":flat";
  const std::string flat =
      format == "flat" ? bytes : support::capnpConvert(allTypes(), formats, bytes).out;
  Words words(flat.size() / 8);
  if (!words.empty()) std::memcpy(words.data(), flat.data(), words.size() * 8);
  const std::array<Words, 1> segments = {words};
  for (const WordPlace& place : pointerWordsOf(segments)) {
    const WirePointer pointer(words[place.word]);
    if (pointer.kind() != PointerKind::kList || targetWords(pointer) != 0) continue;
    words[place.word] = pointer.withOffset(0).bits();
  }
  return words;
}

// Returns: "" for equal words, else where they differ first.
std::string firstDifference(const Words& ours, const Words& theirs) {
  const auto [mine, other] = std::mismatch(ours.begin(), ours.end(), theirs.begin(), theirs.end());
  if (mine == ours.end() && other == theirs.end()) return "";
  std::string text = "word " + std::to_string(mine - ours.begin()) + " of " +
                     std::to_string(ours.size()) + " and " + std::to_string(theirs.size());
  for (const auto at : {mine == ours.end() ? 0 : *mine, other == theirs.end() ? 0 : *other}) {
    std::array<char, 20> hex;
    std::snprintf(hex.data(), hex.size(), " %016lx", static_cast<unsigned long>(at));
    text += hex.data();
  }
  return text;
}

// Without capabilities: the reference has no table to copy them with.
std::string randomMessage(support::Random& random) {
  const std::array<const StructTable*, 1> types = {&AllTypes::kTable};
  MessageBuilder message({.firstSegmentWords = 1, .maxSegmentWords = 64});
  RandomTypedMessage(random, types, RandomTypedMessage::Capabilities::kNone)
      .fillStruct(message.root(), AllTypes::kTable, 2);
  std::string framed;
  appendTo(message, framed);
  return framed;
}

TEST(ConvertOracle, EveryPairOfFormatsIsAsTheReferenceConvertsIt) {
  CAPSTAN_REQUIRE_ORACLE_OR_SKIP();
  constexpr int kMessages = 3;
  Files files;
  support::Random random;
  for (int i = 0; i < kMessages; ++i) {
    const std::string framed = randomMessage(random);
    for (const char* from : kConvertibleFormats) {
      const std::string source =
          capnpConvert(allTypes(), std::string("binary:") + from, framed).out;
      for (const char* to : kConvertibleFormats) {
        const std::string formats = std::string(from) + ":" + to;
        const support::ProgramResult reference = capnpConvert(allTypes(), formats, source);
        ASSERT_EQ(reference.status, 0) << formats << ": " << reference.err;
        const std::string ours = files.converted(formats, source);
        if (ours == reference.out) continue;
        EXPECT_EQ(firstDifference(segmentOf(to, ours), segmentOf(to, reference.out)), "")
            << formats;
      }
    }
  }
}

// People without empty lists.
std::string randomPeople(support::Random& random) {
  MessageBuilder message;
  const std::uint64_t count = 1 + random.below(20);
  auto people = message.initRoot<addressbook::AddressBook>().initPeople(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    people[i].setId(static_cast<std::uint32_t>(random.next()));
    people[i].setName(std::string(1 + random.below(40), 'n'));
    if (random.flip()) people[i].getEmployment().setSchool("MIT");
    if (random.flip()) people[i].initPhones(1 + random.below(3))[0].setNumber("555-1212");
  }
  std::string framed;
  appendTo(message, framed);
  return framed;
}

TEST(ConvertOracle, SegmentsAreCutAsTheReferenceCutsThem) {
  CAPSTAN_REQUIRE_ORACLE_OR_SKIP();
  Files files;
  support::Random random;
  for (const std::uint32_t words : {1u, 2u, 3u, 7u, 32u, 100u, 700u}) {
    const std::string framed = randomPeople(random);
    const support::ProgramResult reference = support::runCapnp(
        {"convert", "--segment-size=" + std::to_string(words), "binary:binary"}, framed);
    ASSERT_EQ(reference.status, 0) << reference.err;
    EXPECT_EQ(files.converted("binary:binary", framed, words), reference.out) << words;
  }
}

TEST(ConvertOracle, ManyMessagesAreAsTheReferenceConvertsThem) {
  CAPSTAN_REQUIRE_ORACLE_OR_SKIP();
  Files files;
  support::Random random;
  std::string framed;
  for (int i = 0; i < 50; ++i) framed += randomPeople(random);
  const support::ProgramResult packed = support::runCapnp({"convert", "binary:packed"}, framed);
  EXPECT_EQ(files.converted("binary:packed", framed), packed.out);
  const support::ProgramResult back = support::runCapnp({"convert", "packed:binary"}, packed.out);
  EXPECT_EQ(files.converted("packed:binary", packed.out), back.out);
}

}  // namespace
}  // namespace capstan
