// SPDX-License-Identifier: Apache-2.0
// Validation: for each thing that can be wrong a message made by hand, and the path, kind and place
// that must be told.
#include "capstan/message/validate.h"

#include <gtest/gtest.h>

#include "addressbook.capnp.h"
#include "all_types.capnp.h"
#include "capstan/base/fault_status.h"
#include "capstan/message/marshal.h"
#include "tests/layout/trees.h"
#include "tests/support/decoder_matrix.h"
#include "tests/support/wire_words.h"

namespace capstan {
namespace {

using namespace support;
using test_types::Newer;
using test_types::Older;
using test_types::Unions;

using Validate = Validation (*)(MessageReader& reader, const ValidateOptions& options);

struct Row {
  std::string name;
  std::vector<Words> segments;
  Validate validate;
  std::string path;
  Fault fault;
  std::string status = {};  // where it is spelled out
};

std::ostream& operator<<(std::ostream& out, const Row& row) { return out << row.name; }

class FoundFault : public testing::TestWithParam<Row> {};

TEST_P(FoundFault, HasItsPathKindAndPlace) {
  const Row& row = GetParam();
  forEveryAlignment(framed(row.segments), [&](std::span<const std::byte> placed) {
    MessageReader reader;
    ASSERT_TRUE(reader.reopen(placed).ok());
    const Validation found = row.validate(reader, {.maxFaults = 10});
    ASSERT_EQ(found.faults.size(), 1u);
    EXPECT_EQ(found.faults[0].path, row.path);
    EXPECT_EQ(describe(found.faults[0].fault.kind), describe(row.fault.kind));
    EXPECT_EQ(found.faults[0].fault, row.fault);
    EXPECT_EQ(reader.fault(), row.fault) << "the reader keeps it";
    EXPECT_NE(reader.budgetWords(), kUnlimited);
    if (!row.status.empty()) {
      EXPECT_EQ(validationStatus(found).message(), row.status);
    }
  });
}

// A struct of the type Newer (id, extra; name, more, children) with its objects behind it.
Words newer(std::uint64_t name, std::uint64_t more, std::uint64_t children, Words behind = {}) {
  Words words = {structPointer(0, 2, 3), 0, 0, name, more, children};
  words.insert(words.end(), behind.begin(), behind.end());
  return words;
}
// The same with a pointer that the type does not know.
Words evenNewer(std::uint64_t unknown, Words behind) {
  Words words = {structPointer(0, 2, 4), 0, 0, 0, 0, 0, unknown};
  words.insert(words.end(), behind.begin(), behind.end());
  return words;
}

constexpr Validate kAsNewer = &validateAll<Newer>;
constexpr Validate kAsData = &validateAll<Data>;
constexpr Validate kAsNumbers = &validateAll<List<std::uint32_t>>;
constexpr Validate kUntyped = &validateAll<AnyPointer>;

std::vector<Row> rows() {
  using enum FaultKind;
  return {
      {"RootMissing",
       {{}},
       kAsNewer,
       "",
       {kRootMissing, 0, 0},
       "the root: the message has no word for a root pointer (segment 0, word 0)"},
      {"RootOutOfBounds",
       {{structPointer(5, 2, 3)}},
       kAsNewer,
       "",
       {kStructOutOfBounds, 0, 0},
       "the root: struct pointer leads outside its segment (segment 0, word 0)"},
      {"RootOfAnotherKind",
       {{listPointer(0, kEights, 1), 7}},
       kAsNewer,
       "",
       {kExpectedStruct, 0, 0}},
      {"RootIsNoData", {{structPointer(0, 1, 0), 7}}, kAsData, "", {kExpectedData, 0, 0}},
      {"RootIsNoListOfNumbers",
       {{listPointer(0, kTwos, 1), 7}},
       kAsNumbers,
       "",
       {kIncompatibleElementSize, 0, 0}},
      {"TextWithoutNul",
       {newer(listPointer(2, kBytes, 2), 0, 0, {textWord("ab")})},
       kAsNewer,
       "name",
       {kTextNotTerminated, 0, 3},
       "name: text is not NUL-terminated (segment 0, word 3)"},
      {"EmptyText",
       {newer(listPointer(2, kBytes, 0), 0, 0)},
       kAsNewer,
       "name",
       {kTextNotTerminated, 0, 3}},
      {"TextIsAStruct",
       {newer(structPointer(2, 1, 0), 0, 0, {7})},
       kAsNewer,
       "name",
       {kExpectedText, 0, 3}},
      {"TextOutOfBounds",
       {newer(listPointer(2, kBytes, 9), 0, 0, {textWord("a")})},
       kAsNewer,
       "name",
       {kListOutOfBounds, 0, 3}},
      {"ListIsAStruct",
       {newer(0, structPointer(1, 1, 0), 0, {7})},
       kAsNewer,
       "more",
       {kExpectedList, 0, 4}},
      {"ListOfNumbersForTexts",
       {newer(0, listPointer(1, kEights, 1), 0, {7})},
       kAsNewer,
       "more",
       {kIncompatibleElementSize, 0, 4}},
      {"ElementWithoutNul",
       {newer(0, listPointer(1, kPointers, 3), 0,
              {listPointer(2, kBytes, 2), 0, listPointer(1, kBytes, 2), textWord("a"),
               textWord("ab")})},
       kAsNewer,
       "more[2]",
       {kTextNotTerminated, 0, 8},
       "more[2]: text is not NUL-terminated (segment 0, word 8)"},
      {"UpgradedElementWithoutNul",
       {newer(0, listPointer(1, kStructs, 6), 0,
              {structTag(2, 1, 2), 7, 0, 0, 8, listPointer(1, kBytes, 2), 0, textWord("ab")})},
       kAsNewer,
       "more[1]",
       {kTextNotTerminated, 0, 11}},
      {"UnknownPointerOfAnUpgradedElement",
       {newer(0, listPointer(1, kStructs, 6), 0,
              {structTag(2, 1, 2), 7, 0, 0, 8, 0, structPointer(0, 1, 0)})},
       kAsNewer,
       "more[1].<pointer 1>",
       {kStructOutOfBounds, 0, 12}},
      {"TagIsNoStruct",
       {newer(0, 0, listPointer(0, kStructs, 1), {1, 7})},
       kAsNewer,
       "children",
       {kTagNotStruct, 0, 5}},
      {"TagOverrunsItsList",
       {newer(0, 0, listPointer(0, kStructs, 1), {structTag(2, 1, 0), 7})},
       kAsNewer,
       "children",
       {kTagOverrunsList, 0, 5}},
      {"GrandchildWithoutNul",
       {newer(0, 0, listPointer(0, kStructs, 6),
              {structTag(2, 0, 3), 0, 0, 0, 0, 0, listPointer(0, kStructs, 3), structTag(1, 0, 3),
               listPointer(2, kBytes, 1), 0, 0, textWord("a")})},
       kAsNewer,
       "children[1].children[0].name",
       {kTextNotTerminated, 0, 14},
       "children[1].children[0].name: text is not NUL-terminated (segment 0, word 14)"},
      {"PointersOfANumbersElement",
       {{listPointer(0, kStructs, 2), structTag(1, 1, 1), 7, structPointer(0, 1, 0)}},
       kAsNumbers,
       "[0].<pointer 0>",
       {kStructOutOfBounds, 0, 3}},
      {"UnknownPointer",
       {evenNewer(structPointer(0, 1, 0), {})},
       kAsNewer,
       "<pointer 3>",
       {kStructOutOfBounds, 0, 6},
       "<pointer 3>: struct pointer leads outside its segment (segment 0, word 6)"},
      {"BelowAnUnknownPointer",
       {evenNewer(listPointer(0, kPointers, 2),
                  {0, structPointer(0, 0, 2), 0, listPointer(0, kEights, 1)})},
       kAsNewer,
       "<pointer 3>[1].<pointer 1>",
       {kListOutOfBounds, 0, 10}},
      {"UnknownStructList",
       {evenNewer(listPointer(0, kStructs, 2), {structTag(2, 0, 1), 0, listPointer(0, kFours, 1)})},
       kAsNewer,
       "<pointer 3>[1].<pointer 0>",
       {kListOutOfBounds, 0, 9}},
      {"ReservedKind", {evenNewer(0x7, {})}, kAsNewer, "<pointer 3>", {kUnknownPointerKind, 0, 6}},
      {"WithoutASchema",
       {newer(0, listPointer(1, kPointers, 1), 0, {structPointer(0, 1, 0)})},
       kUntyped,
       "<pointer 1>[0]",
       {kStructOutOfBounds, 0, 6}},
      {"UnknownSegment",
       {newer(farPointer(2, 0), 0, 0), {0}},
       kAsNewer,
       "name",
       {kUnknownSegment, 0, 3},
       "name: far pointer names a segment that the message does not have (segment 0, word 3)"},
      {"LandingPadOutOfBounds",
       {newer(0, farPointer(1, 1), 0), {0}},
       kAsNewer,
       "more",
       {kLandingPadOutOfBounds, 0, 4}},
      {"FarToFar",
       {newer(0, 0, farPointer(1, 1)), {0, farPointer(1, 0)}},
       kAsNewer,
       "children",
       {kUnexpectedFarPointer, 1, 1},
       "children: landing pad holds another far pointer (segment 1, word 1)"},
      {"BadPlaceOfADoubleFar",
       {newer(doubleFarPointer(1, 0), 0, 0), {0, listPointer(0, kBytes, 1)}},
       kAsNewer,
       "name",
       {kDoubleFarPadMalformed, 1, 0}},
      {"BadTagOfADoubleFar",
       {newer(doubleFarPointer(1, 0), 0, 0), {farPointer(1, 0), listPointer(1, kBytes, 1)}},
       kAsNewer,
       "name",
       {kDoubleFarPadMalformed, 1, 1}},
      {"TextInAnotherSegment",
       {newer(0, 0, farPointer(1, 0)),
        {listPointer(0, kStructs, 3), structTag(1, 0, 3), listPointer(2, kBytes, 1), 0, 0,
         textWord("a")}},
       kAsNewer,
       "children[0].name",
       {kTextNotTerminated, 1, 2}},
      {"TooManyEmptyElements",
       {evenNewer(listPointer(0, kVoids, kLargestCount), {})},
       kAsNewer,
       "<pointer 3>",
       {kTraversalLimit, 0, 6},
       "<pointer 3>: traversal limit reached: raise ReaderOptions::traversalLimitWords or call "
       "refillBudget() if the sender is trusted (segment 0, word 6)"},
  };
}

INSTANTIATE_TEST_SUITE_P(Rows, FoundFault, testing::ValuesIn(rows()));

// A field's type that no schema of the tests has.
TEST(Validate, AFieldThatMustBeACapabilityIsNothingElse) {
  static constexpr FieldTable kFields[] = {
      {.name = "service", .type = {.kind = TypeKind::kInterface}}};
  static constexpr StructTable kTable = {.name = "Holder", .size = {0, 1}, .fields = kFields};
  const auto good = framed({{structPointer(0, 0, 1), capabilityPointer(3)}});
  const auto bad = framed({{structPointer(0, 0, 1), structPointer(0, 1, 0), 7}});
  const TypeRef type = {.kind = TypeKind::kStruct, .structTable = &kTable};
  MessageReader reader;
  ASSERT_TRUE(reader.reopen(good).ok());
  EXPECT_TRUE(reader.validate(type, {}).ok());
  ASSERT_TRUE(reader.reopen(bad).ok());
  const Validation found = reader.validate(type, {});
  ASSERT_EQ(found.faults.size(), 1u);
  EXPECT_EQ(found.faults[0].path, "service");
  EXPECT_EQ(found.faults[0].fault, (Fault{FaultKind::kExpectedCapability, 0, 1}));
}

TEST(Validate, TellsThePathOfATypicalMessage) {
  MessageBuilder message;
  auto people = message.initRoot<addressbook::AddressBook>().initPeople(5);
  for (auto person : people) person.setName("somebody");
  auto phones = people[3].initPhones(1);
  phones[0].setNumber("555-1212");
  const Text number = phones[0].asReader().getNumber();
  const_cast<char*>(number.data())[number.size()] = '!';
  const auto bytes = marshal(message);
  MessageReader reader;
  ASSERT_TRUE(reader.reopen(*bytes).ok());
  const StructBuilder phone = phones[0].raw();
  const std::uint32_t word = phone.segment()->wordOf(phone.pointerSection());
  EXPECT_EQ(validate<addressbook::AddressBook>(reader).message(),
            "people[3].phones[0].number: text is not NUL-terminated (segment 0, word " +
                std::to_string(word) + ")");
  EXPECT_TRUE(validate(reader).ok()) << "without a schema they are just bytes";
}

// -------------------------------------------------------------------------------------------------
// Unions and groups

Validation validateUnions(MessageBuilder& message) {
  const auto bytes = marshal(message);
  MessageReader reader;
  EXPECT_TRUE(reader.reopen(*bytes).ok());
  return validateAll<Unions>(reader);
}

// Makes a pointer lead to a byte that is no NUL.
void spoil(const PointerBuilder& text) { text.setData(std::as_bytes(std::span("x", 1))); }

TEST(ValidateUnions, OnlyTheActiveMemberIsWhatItsTypeSays) {
  MessageBuilder message;
  const auto unions = message.initRoot<Unions>();
  unions.setText("t");
  spoil(unions.raw().pointer(Unions::Slots::kText));
  ASSERT_EQ(validateUnions(message).faults.size(), 1u);
  EXPECT_EQ(validateUnions(message).faults[0].path, "text");
  unions.setNumber(3);
  spoil(unions.raw().pointer(Unions::Slots::kText));
  EXPECT_TRUE(validateUnions(message).ok());
}

TEST(ValidateUnions, WhatAnInactiveMemberLeftIsFollowedAsWhatItIs) {
  MessageBuilder message;
  const auto unions = message.initRoot<Unions>();
  unions.setNumber(3);
  const PointerBuilder left = unions.raw().pointer(Unions::Slots::kText);
  WirePointer::toStruct(1 << 20, 1, 0).store(left.at());
  Validation found = validateUnions(message);
  ASSERT_EQ(found.faults.size(), 1u);
  EXPECT_EQ(found.faults[0].path, "<pointer " + std::to_string(Unions::Slots::kText.index) + ">");
  EXPECT_EQ(found.faults[0].fault.kind, FaultKind::kStructOutOfBounds);
  unions.raw().set(Unions::Slots::kDiscriminant, static_cast<Unions::Which>(77));
  found = validateUnions(message);
  ASSERT_EQ(found.faults.size(), 1u) << "a tag of a newer schema makes all members inactive";
}

TEST(ValidateUnions, MembersOfGroupsHaveTheGroupsNameBeforeThem) {
  MessageBuilder message;
  const auto unions = message.initRoot<Unions>();
  unions.getShape().initBox().setName("box");
  spoil(unions.getShape().getBox().raw().pointer(Unions::Shape::Box::Slots::kName));
  Validation found = validateUnions(message);
  ASSERT_EQ(found.faults.size(), 1u);
  EXPECT_EQ(found.faults[0].path, "shape.box.name");
  unions.getShape().setLabel("label");
  spoil(unions.getShape().raw().pointer(Unions::Shape::Slots::kLabel));
  found = validateUnions(message);
  ASSERT_EQ(found.faults.size(), 1u);
  EXPECT_EQ(found.faults[0].path, "shape.label");
  unions.getShape().setCircle(1);
  EXPECT_TRUE(validateUnions(message).ok());
}

// -------------------------------------------------------------------------------------------------
// How much is reported

// Newer whose children all have a name without a NUL.
std::vector<std::byte> manyFaults(std::uint64_t children) {
  Words behind = {structTag(children, 0, 3)};
  for (std::uint64_t i = 0; i < children; ++i) {
    behind.insert(behind.end(), {listPointer(2, kBytes, 0), 0, 0});
  }
  return framed({newer(0, 0, listPointer(0, kStructs, 3 * children), behind)});
}

TEST(Validate, ReportsTheFirstFaultOrAsManyAsAreWanted) {
  const auto bytes = manyFaults(200);
  MessageReader reader;
  ASSERT_TRUE(reader.reopen(bytes).ok());
  EXPECT_EQ(validate<Newer>(reader).message(),
            "children[0].name: text is not NUL-terminated (segment 0, word 7)");
  for (const std::uint32_t most : {0u, 1u, 2u, 199u, 200u, 201u}) {
    const Validation found = validateAll<Newer>(reader, {.maxFaults = most});
    EXPECT_EQ(found.faults.size(), std::clamp(most, 1u, 200u));
    EXPECT_EQ(found.isComplete, most > 200);
    EXPECT_EQ(found.faults.back().path,
              "children[" + std::to_string(found.faults.size() - 1) + "].name");
  }
  EXPECT_EQ(validateAll<Newer>(reader).faults.size(), 100u);
  EXPECT_EQ(validate<Newer>(reader, {.maxFaults = 3}).message(),
            "children[0].name: text is not NUL-terminated (segment 0, word 7), and 2 more");
}

TEST(Validate, AWrongTextAmongElementsOfTextsIsFoundInItsPlace) {
  constexpr std::uint64_t kGood = textWord("good");
  struct Case {
    std::uint64_t name;
    FaultKind fault;
    std::uint64_t words;  // that the element's text takes
  };
  for (const Case& one :
       {Case{listPointer(2, kBytes, 5), FaultKind::kNone, 1}, Case{0, FaultKind::kNone, 0},
        Case{listPointer(2, kBytes, 4), FaultKind::kTextNotTerminated, 0},
        Case{listPointer(2, kBytes, 0), FaultKind::kTextNotTerminated, 0},
        Case{listPointer(2, kBytes, 9), FaultKind::kListOutOfBounds, 0},
        Case{listPointer(0, kEights, 1), FaultKind::kExpectedText, 0}}) {
    const auto bytes =
        framed({Words{listPointer(0, kStructs, 6), structTag(3, 1, 1), 0, listPointer(4, kBytes, 5),
                      0, one.name, 0, listPointer(0, kBytes, 5), kGood}});
    const std::uint64_t needed = 7 + 2 + one.words;  // the list and the texts around the one
    MessageReader reader(ReaderOptions{.traversalLimitWords = 2 * needed});
    ASSERT_TRUE(reader.reopen(bytes).ok());
    const Validation found = validateAll<List<Older>>(reader);
    ASSERT_EQ(found.faults.size(), one.fault == FaultKind::kNone ? 0u : 1u);
    if (one.fault == FaultKind::kNone) {
      for (const std::uint64_t limit : {needed - 1, needed}) {
        MessageReader limited(ReaderOptions{.traversalLimitWords = limit});
        ASSERT_TRUE(limited.reopen(bytes).ok());
        EXPECT_EQ(validateAll<List<Older>>(limited).isComplete, limit == needed);
      }
    } else {
      EXPECT_EQ(found.faults[0].path, "[1].name");
      EXPECT_EQ(found.faults[0].fault, (Fault{one.fault, 0, 5}));
    }
  }
}

TEST(Validate, ARootThatIsNullIsGood) {
  const auto bytes = framed({{0}});
  MessageReader reader;
  ASSERT_TRUE(reader.reopen(bytes).ok());
  EXPECT_TRUE(validate<Newer>(reader).ok());
  EXPECT_TRUE(validateTree(PointerReader(), kTypeRef<Newer>).ok());
}

TEST(Validate, MessagesOfOurOwnPassInEverySegmentation) {
  Random random;
  for (const ArenaOptions& options : allOptions()) {
    for (int round = 0; round < 20; ++round) {
      MessageBuilder message(options);
      fillRandom(message.initRoot<AllTypes>(), random, 3);
      const Validation built = validateTree(message.root().asReader(), kTypeRef<AllTypes>,
                                            {.findOverlaps = true, .findUnreachable = true});
      EXPECT_TRUE(built.ok()) << built.faults[0].path;
      const auto bytes = marshal(message);
      MessageReader reader;
      ASSERT_TRUE(reader.reopen(*bytes).ok());
      EXPECT_EQ(validate<AllTypes>(reader, {.findOverlaps = true}), absl::OkStatus());
      EXPECT_EQ(validate(reader), absl::OkStatus());
      EXPECT_EQ(reader.fault(), Fault());
    }
  }
}

}  // namespace
}  // namespace capstan
