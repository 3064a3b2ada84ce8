// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "capstan/codec/memory_stream.h"
#include "tests/commands/small_messages.h"
#include "tests/support/process.h"
#include "tests/support/wire_words.h"
#include "tools/commands/inspect_command.h"
#include "tools/commands/inspector.h"

namespace capstan {
namespace {

using commands::InspectCommand;
using support::farPointer;
using support::listPointer;
using support::structPointer;
using support::structTag;
using support::textWord;
using support::Words;
using testing::HasSubstr;

struct Inspected {
  std::string text;
  std::uint64_t faults = 0;
};

Inspected inspect(std::string_view bytes, InspectCommand command = {}) {
  support::TempFolder folder;
  command.input = folder.file("in");
  support::writeFile(command.input, bytes);
  Inspected result;
  StringSink sink(result.text);
  const absl::StatusOr<std::uint64_t> faults = commands::inspectMessages(command, sink);
  EXPECT_TRUE(faults.ok()) << faults.status();
  result.faults = faults.value_or(0);
  return result;
}

Inspected inspect(std::initializer_list<Words> segments) {
  const std::vector<std::byte> bytes = support::framed(segments);
  return inspect(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

InspectCommand addressBook() {
  return {.schema = support::sourcePath("schemas/addressbook.capnp"), .type = "AddressBook"};
}

TEST(Inspect, NamesFieldsAndValuesByTheSchema) {
  const Inspected result = inspect(smallAddressBook(), addressBook());
  EXPECT_EQ(result.faults, 0u);
  EXPECT_EQ(result.text, R"(message 0 at byte 0
       0  00000000 15000000  segment table: segments: 1, segment 0: 21 words
segment 0 at byte 8, words: 21
       0  00000000 00000100  root: struct -> word 1 (0 data words, 1 pointer)
       1  01000000 57000000  people: list -> word 2 (10 words of structs)
       2  08000000 01000400  people: tag: 2 elements (1 data word, 4 pointers)
       3  7b000000 02000000  people[0]: id = 123, employment = school
       4  21000000 32000000  people[0].name: list -> word 13 (6 bytes)
       5  00000000 00000000  people[0].email: null
       6  1d000000 17000000  people[0].phones: list -> word 14 (2 words of structs)
       7  2d000000 22000000  people[0].employment.school: list -> word 19 (4 bytes)
       8  c8010000 00000000  people[1]: id = 456, employment = unemployed
       9  29000000 22000000  people[1].name: list -> word 20 (4 bytes)
      10  00000000 00000000  people[1].email: null
      11  00000000 00000000  people[1].phones: null
      12  00000000 00000000  people[1].<pointer 3>: null
      13  416c6963 65000000  people[0].name: "Alice.", padding
      14  04000000 01000100  people[0].phones: tag: 1 element (1 data word, 1 pointer)
      15  00000000 00000000  people[0].phones[0]: type = mobile
      16  01000000 4a000000  people[0].phones[0].number: list -> word 17 (9 bytes)
      17  3535352d 31323132  people[0].phones[0].number: "555-1212"
      18  00000000 00000000  people[0].phones[0].number: ".", padding
      19  4d495400 00000000  people[0].employment.school: "MIT.", padding
      20  426f6200 00000000  people[1].name: "Bob.", padding
)");
}

TEST(Inspect, ShowsFarPointersAndLandingPads) {
  // A far pointer to a text in another segment, a double-far one to a list of structs.
  const Inspected result =
      inspect({{structPointer(0, 0, 2), farPointer(1, 0), support::doubleFarPointer(1, 2)},
               {listPointer(0, support::kBytes, 3), textWord("hi"), farPointer(2, 0),
                listPointer(0, support::kStructs, 1), 77},
               {structTag(1, 1, 0), 5}});
  EXPECT_EQ(result.faults, 0u);
  EXPECT_EQ(result.text, R"(message 0 at byte 0
       0  02000000 03000000  segment table: segments: 3, segment 0: 3 words
       1  05000000 02000000  segment table: segment 1: 5 words, segment 2: 2 words
segment 0 at byte 16, words: 3
       0  00000000 00000200  root: struct -> word 1 (0 data words, 2 pointers)
       1  02000000 01000000  <pointer 0>: far -> segment 1, word 0
       2  16000000 01000000  <pointer 1>: double far -> segment 1, word 2
segment 1 at byte 40, words: 5
       0  01000000 1a000000  <pointer 0>: landing pad: list -> word 1 (3 bytes)
       1  68690000 00000000  <pointer 0>: "hi.", padding
       2  02000000 02000000  <pointer 1>: landing pad: far -> segment 2, word 0
       3  01000000 0f000000  <pointer 1>: landing pad: 1 word of structs
       4  4d000000 00000000  unreachable
segment 2 at byte 80, words: 2
       0  04000000 01000000  <pointer 1>: tag: 1 element (1 data word, 0 pointers)
       1  05000000 00000000  <pointer 1>[0]: data word 0
)");
}

TEST(Inspect, ShowsListsOfNumbers) {
  const Inspected result =
      inspect({{structPointer(0, 0, 3), listPointer(2, support::kTwos, 5),
                listPointer(3, support::kBits, 10), listPointer(3, support::kEights, 1),
                0x0004'0003'0002'0001, 0x0009'0005, 0x2aa, std::uint64_t{1} << 63}});
  EXPECT_THAT(result.text, HasSubstr("<pointer 0>: list -> word 4 (5 elements of 2 bytes)"));
  EXPECT_THAT(result.text, HasSubstr("<pointer 0>: [0] 1, 2, 3, 4\n"));
  EXPECT_THAT(result.text, HasSubstr("<pointer 0>: [4] 5, padding that is not zero\n"));
  EXPECT_THAT(result.text, HasSubstr("<pointer 1>: [0] 0101010101, padding\n"));
  EXPECT_THAT(result.text, HasSubstr("<pointer 2>: [0] 9223372036854775808\n"));
}

TEST(Inspect, MarksFaultsAtTheirWord) {
  const struct {
    std::vector<Words> segments;
    const char* marked;
  } rows[] = {
      {{{structPointer(0, 2, 0), 1}},
       "root: struct -> word 1 (2 data words, 0 pointers)\n"
       "          !! struct pointer leads outside its segment\n"},
      {{{structPointer(0, 0, 1), listPointer(0, support::kBytes, 9), 0}},
       "<pointer 0>: list -> word 2 (9 bytes)\n          !! list pointer leads outside"},
      {{{farPointer(3, 0)}},
       "root: far -> segment 3, word 0\n          !! far pointer names a segment"},
      {{{farPointer(1, 0)}, {farPointer(0, 0)}},
       "root: landing pad: far -> segment 0, word 0\n          !! landing pad holds another far"},
      {{{listPointer(0, support::kStructs, 1), structTag(2, 1, 0), 0}},
       "          !! struct list's tag claims more elements"},
      {{{structPointer(0, 0, 1), 7}},
       "<pointer 0>: pointer of a reserved kind\n          !! pointer of a reserved kind"},
      {{{}}, "words: 0\n          !! the message has no word for a root pointer\n"},
  };
  for (const auto& row : rows) {
    const std::vector<std::byte> bytes = support::framed(row.segments);
    const Inspected result =
        inspect(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
    EXPECT_THAT(result.text, HasSubstr(row.marked));
    EXPECT_EQ(result.faults, 1u) << result.text;
  }
}

TEST(Inspect, MarksWhatIsNotAsTheSchemaSays) {
  std::string framed = smallAddressBook();
  framed[8 + 13 * 8 + 5] = '!';  // Alice's NUL
  Inspected result = inspect(framed, addressBook());
  EXPECT_THAT(result.text, HasSubstr("people[0].name: list -> word 13 (6 bytes)\n"
                                     "          !! text is not NUL-terminated\n"));
  EXPECT_THAT(result.text, HasSubstr("people[0].name: \"Alice!\", padding\n"));
  EXPECT_EQ(result.faults, 1u);
  EXPECT_EQ(inspect(framed).faults, 0u);
  InspectCommand person = addressBook();
  person.type = "Person.PhoneNumber";
  EXPECT_THAT(inspect(smallAddressBook(), person).text,
              HasSubstr("          !! the schema says text here"));
}

TEST(Inspect, ShowsACutMessageUpToTheCut) {
  const Inspected result = inspect(smallAddressBook().substr(0, 8 + 4 * 8 + 3), addressBook());
  EXPECT_EQ(result.text, R"(message 0 at byte 0
       0  00000000 15000000  segment table: segments: 1, segment 0: 21 words
segment 0 at byte 8, words: 21
       0  00000000 00000100  root: struct -> word 1 (0 data words, 1 pointer)
       1  01000000 57000000  people: list -> word 2 (10 words of structs)
       2  08000000 01000400  people: tag: 2 elements (1 data word, 4 pointers)
       3  7b000000 02000000  people[0]: id = 123, employment = school
          17 words are missing
       0  210000
          !! the bytes end before the message does: 133 bytes are missing
)");
  EXPECT_EQ(result.faults, 1u);
  // A table that claims gigabytes is told as such, and nothing is made of its size.
  std::string huge = smallAddressBook();
  huge[7] = 0x10;
  const Inspected cut = inspect(huge, addressBook());
  EXPECT_THAT(cut.text, HasSubstr("people[1].name: \"Bob.\", padding\n"));
  EXPECT_THAT(cut.text, HasSubstr("2147483648 bytes are missing"));
}

TEST(Inspect, WhatIsSharedIsShownWhereItWasReachedFirst) {
  const Inspected result = inspect({{structPointer(0, 0, 2), listPointer(1, support::kBytes, 3),
                                     listPointer(0, support::kBytes, 3), textWord("hi")}});
  EXPECT_THAT(result.text, HasSubstr("<pointer 1>: list -> word 3 (3 bytes)\n"
                                     "          -- leads to words of another object\n"));
  EXPECT_THAT(result.text, HasSubstr("<pointer 0>: \"hi.\", padding"));
  // A cycle is one such, too.
  EXPECT_THAT(inspect({{structPointer(0, 0, 1), structPointer(-1, 0, 1)}}).text,
              HasSubstr("-- leads to words of another object"));
}

TEST(Inspect, ALongPathIsCutAtItsFront) {
  Words words = {structPointer(0, 0, 1)};
  for (int i = 0; i < 1000; ++i) words.push_back(structPointer(0, 0, 1));
  words.push_back(0);
  const Inspected result = inspect({words});
  EXPECT_EQ(result.faults, 0u);
  EXPECT_THAT(result.text, HasSubstr("....<pointer 0>.<pointer 0>"));
  EXPECT_LT(result.text.size(), words.size() * 400);
}

TEST(Inspect, TakesManyMessagesPackedAndFlatOnes) {
  Files files;
  const std::string framed = smallAddressBook();
  const Inspected two = inspect(framed + framed);
  EXPECT_THAT(two.text, HasSubstr("message 1 at byte " + std::to_string(framed.size())));
  EXPECT_EQ(inspect(files.converted("binary:packed", framed + framed), {.isPacked = true}).text,
            two.text);
  const Inspected flat = inspect(framed.substr(8), {.isFlat = true});
  EXPECT_THAT(flat.text, HasSubstr("segment 0 at byte 0, words: 21\n"));
  EXPECT_EQ(
      inspect(files.converted("binary:flat-packed", framed), {.isPacked = true, .isFlat = true})
          .text,
      flat.text);
  EXPECT_EQ(inspect("").text, "");
}

TEST(Inspect, AStreamMayBeLongerThanAMessageMay) {
  const std::string framed = smallAddressBook();
  const std::uint64_t words = framed.size() / 8 - 1;
  constexpr std::uint64_t kMessages = 1500;
  std::string stream;
  for (std::uint64_t i = 0; i < kMessages; ++i) stream += framed;
  const Inspected whole = inspect(stream + "rubbish", {.maxWords = words});
  EXPECT_THAT(whole.text, HasSubstr("message " + std::to_string(kMessages - 1) + " at byte " +
                                    std::to_string((kMessages - 1) * framed.size()) + "\n"));
  EXPECT_THAT(whole.text, HasSubstr("message " + std::to_string(kMessages) + " at byte " +
                                    std::to_string(stream.size()) + "\n"));
  EXPECT_EQ(whole.faults, 1u) << "the rubbish";

  support::TempFolder folder;
  support::writeFile(folder.file("in"), stream);
  std::string text;
  StringSink sink(text);
  const InspectCommand command = {.input = folder.file("in"), .maxWords = words - 1};
  const absl::Status refused = commands::inspectMessages(command, sink).status();
  EXPECT_TRUE(absl::IsResourceExhausted(refused)) << refused;
}

TEST(Inspect, SaysWhatElseTheBytesLookLike) {
  Files files;
  const Inspected packed = inspect(files.converted("binary:packed", smallAddressBook()));
  EXPECT_THAT(packed.text, HasSubstr("!! these bytes look packed, not binary"));
}

TEST(InspectCommandLine, FailsForFaultsAndForWhatIsNotThere) {
  const std::string tool = support::programPath("capstan");
  const std::string framed = smallAddressBook();
  const auto run = [&](std::vector<std::string> arguments, std::string_view input) {
    arguments.insert(arguments.begin(), {tool, "inspect"});
    return support::runProgram(arguments, {.input = input});
  };
  const std::string schema = addressBook().schema;
  EXPECT_EQ(run({schema, "AddressBook"}, framed).status, 0);
  EXPECT_EQ(run({}, framed.substr(0, 50)).status, 1);
  EXPECT_THAT(run({schema, "Nix"}, framed).err, HasSubstr("has no struct 'Nix'"));
  EXPECT_THAT(run({schema}, framed).err, HasSubstr("say which type"));
  EXPECT_THAT(run({"nowhere.capnp", "X"}, framed).err, HasSubstr("nowhere.capnp"));
  EXPECT_THAT(run({"--max-words", "4"}, framed).err, HasSubstr("--max-words"));
  EXPECT_THAT(run({"--help"}, "").out, HasSubstr("marked by !!"));
}

}  // namespace
}  // namespace capstan
