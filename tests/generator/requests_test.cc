// SPDX-License-Identifier: Apache-2.0
// Requests that contradict themselves end in a message: the generator trusts no front end.
#include "tests/generator/generate.h"

namespace capstan {
namespace {

using support::generateFromText;
using support::generateFromTexts;

constexpr std::uint64_t kFile = 0x8123456789abcdef;
constexpr std::uint64_t kStruct = 0x8123456789abcd00;

// A request of one file with a struct "Thing" that has one UInt32 field "field".
class HandMade : public testing::Test {
 protected:
  HandMade() {
    nodes_ = request_.initNodes(2);
    file_ = nodes_[0];
    file_.setId(kFile);
    file_.setDisplayName("main.capnp");
    file_.setFile();
    const auto nested = file_.initNestedNodes(1)[0];
    nested.setName("Thing");
    nested.setId(kStruct);
    thing_ = nodes_[1];
    thing_.setId(kStruct);
    thing_.setScopeId(kFile);
    thing_.initStruct().setDataWordCount(1);
    field_ = thing_.getStruct().initFields(1)[0];
    field_.setName("field");
    slot_ = field_.initSlot();
    slot_.initType().setUint32();
    slot_.initDefaultValue().setUint32(0);
    const auto requested = request_.initRequestedFiles(1)[0];
    requested.setId(kFile);
    requested.setFilename("main.capnp");
  }

  absl::Status generate() { return support::generateFor(request_.asReader()).status(); }
  void expectRefused(std::string_view message) {
    const absl::Status status = generate();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_NE(std::string(status.message()).find(message), std::string::npos) << status;
  }

  MessageBuilder message_;
  schema::CodeGeneratorRequest::Builder request_ =
      message_.initRoot<schema::CodeGeneratorRequest>();
  List<schema::Node>::Builder nodes_;
  schema::Node::Builder file_;
  schema::Node::Builder thing_;
  schema::Field::Builder field_;
  schema::Field::Slot::Builder slot_;
};

TEST_F(HandMade, RequestIsGood) { EXPECT_TRUE(generate().ok()) << generate(); }

TEST_F(HandMade, DataFieldOutsideOfTheStruct) {
  slot_.setOffset(1);
  EXPECT_TRUE(generate().ok());
  slot_.setOffset(2);
  expectRefused("'field' lies outside of its struct");
  slot_.setOffset(0xFFFFFFFF);
  expectRefused("'field' lies outside of its struct");
}

TEST_F(HandMade, PointerFieldOutsideOfTheStruct) {
  slot_.getType().setText();
  slot_.getDefaultValue().setText("");
  expectRefused("'field' lies outside of its struct");
  thing_.getStruct().setPointerCount(1);
  EXPECT_TRUE(generate().ok());
}

TEST_F(HandMade, TagOutsideOfTheStruct) {
  thing_.getStruct().setDiscriminantCount(2);
  thing_.getStruct().setDiscriminantOffset(4);
  expectRefused("has a tag outside of its data");
}

TEST_F(HandMade, TagsThatDoNotAddUp) {
  thing_.getStruct().setDiscriminantCount(1);
  expectRefused("has a tag without a member");
  field_.setDiscriminantValue(1);
  expectRefused("has a tag that is not its own");
  field_.setDiscriminantValue(0);
  EXPECT_TRUE(generate().ok());
}

TEST_F(HandMade, NamesThatAreNone) {
  for (const char* name : {"", "a b", "x; int y", "1st", "\"", "a\n"}) {
    field_.setName(name);
    expectRefused("is no name");
  }
  field_.setName("field");
  file_.getNestedNodes()[0].setName("Th ing");
  expectRefused("is no name");
}

TEST_F(HandMade, ValuesOfAnotherType) {
  slot_.getDefaultValue().setText("text");
  expectRefused("'field' has a value of another type");
}

TEST_F(HandMade, TypesThatAreMissingOrOfAnotherKind) {
  slot_.getType().initEnum().setTypeId(kStruct);
  slot_.getDefaultValue().setEnum(0);
  expectRefused("'Thing' speaks of an enum that is none");
  slot_.getType().initStruct().setTypeId(123);
  EXPECT_FALSE(generate().ok());
  slot_.getType().getStruct().setTypeId(kFile);
  EXPECT_FALSE(generate().ok());
}

TEST_F(HandMade, GroupsInACircle) {
  field_.initGroup().setTypeId(kStruct);
  expectRefused("'field' is declared twice");
}

TEST_F(HandMade, FilesThatAreMissing) {
  request_.getRequestedFiles()[0].setId(5);
  expectRefused("lacks the node of a requested file");
}

TEST_F(HandMade, ListsOfListsWithoutEnd) {
  thing_.getStruct().setPointerCount(1);
  schema::Type::Builder type = slot_.getType();
  for (int i = 0; i < 1000; ++i) type = type.initList().initElementType();
  slot_.getDefaultValue().initList();
  EXPECT_EQ(generate().code(), absl::StatusCode::kInvalidArgument);
}

TEST(Requests, OfNothingGiveNothing) {
  const auto files = support::generateFor({});
  ASSERT_TRUE(files.ok());
  EXPECT_TRUE(files->empty());
}

TEST(Requests, ThatChooseBadCppNames) {
  const std::string annotation =
      "annotation name @0xf264a779fef191ce (*) :Text;\n"
      "annotation namespace @0xb9c6f99ebf805f2c (file) :Text;\n";
  EXPECT_FALSE(generateFromText(annotation + "struct S $name(\"a b\") {}").ok());
  EXPECT_FALSE(generateFromText(annotation + "$namespace(\"a::\");").ok());
  EXPECT_FALSE(generateFromText(annotation + "$namespace(\"a; b\");").ok());
  EXPECT_TRUE(generateFromText(annotation + "$namespace(\"a::b\");").ok());
}

// As many names as there are, each once more than the one before it, would be megabytes.
TEST(Requests, ThatNameAllTheSameGiveShortNames) {
  std::string enumerants;
  std::string fields;
  for (int i = 0; i < 2000; ++i) {
    const std::string ordinal = std::to_string(i);
    enumerants += "e" + ordinal + " @" + ordinal + " $name(\"same\");";
    fields += "f" + ordinal + " @" + ordinal + " :Void $name(\"same\");";
  }
  const auto files = generateFromText("annotation name @0xf264a779fef191ce (*) :Text;\nenum E {" +
                                      enumerants + "}\nstruct S {" + fields + "}\n");
  ASSERT_TRUE(files.ok()) << files.status();
  for (const char* name : {" SAME = 0,", " SAME_ = 1,", " SAME________ = 8,", " SAME_1 = 9,",
                           " SAME_1991 = 1999,", "getSame_1991() const"}) {
    EXPECT_NE((*files)[0].content.find(name), std::string::npos) << name;
  }
  EXPECT_EQ((*files)[0].content.find("SAME_________"), std::string::npos);
}

TEST(Requests, IncludeTheImportsThatTheyUse) {
  const auto files = generateFromTexts(
      {{"main.capnp",
        "@0x8123456789abcdef;\n"
        "using Used = import \"used.capnp\"; using Unused = import \"unused.capnp\";\n"
        "using Cxx = import \"/capnp/c++.capnp\"; $Cxx.namespace(\"x\");\n"
        "using Schema = import \"/capnp/schema.capnp\";\n"
        "struct S { u @0 :Used.U; x @1 :Unused.Alias; node @2 :Schema.Node; }"},
       {"used.capnp", "@0x8123456789abcdee; struct U {}"},
       {"unused.capnp",
        "@0x8123456789abcded; using Far = import \"far.capnp\"; using Alias = Far.F;"},
       {"far.capnp", "@0x8123456789abcdec; struct F {}"}});
  ASSERT_TRUE(files.ok()) << files.status();
  const std::string& header = (*files)[0].content;
  EXPECT_NE(header.find("#include \"used.capnp.h\""), std::string::npos);
  EXPECT_NE(header.find("#include \"far.capnp.h\""), std::string::npos);
  EXPECT_NE(header.find("#include \"capstan/schema/schema.capnp.h\""), std::string::npos);
  EXPECT_EQ(header.find("unused.capnp.h"), std::string::npos);
  EXPECT_EQ(header.find("c++.capnp.h"), std::string::npos);
}

}  // namespace
}  // namespace capstan
