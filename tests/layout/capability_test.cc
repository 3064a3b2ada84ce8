// SPDX-License-Identifier: Apache-2.0
#include "capstan/layout/capability.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "capstan/message/marshal.h"
#include "capstan/message/message_reader.h"
#include "tests/layout/trees.h"

namespace capstan {
namespace {

// An application's table: names of services.
class Services : public CapabilityTable {
 public:
  std::uint32_t add(std::string name) {
    names_.push_back(std::move(name));
    return static_cast<std::uint32_t>(names_.size() - 1);
  }
  const std::string& name(std::uint32_t index) const { return names_.at(index); }
  std::size_t size() const { return names_.size(); }

  std::uint32_t carryOver(CapabilityTable& from, std::uint32_t index) override {
    const auto& source = static_cast<Services&>(from);
    return index < source.names_.size() ? add(source.names_[index]) : kNone;
  }

 private:
  std::vector<std::string> names_;
};

std::uint32_t indexOf(Capability::Reader capability) {
  std::uint32_t index = 0xDEAD;
  EXPECT_TRUE(capability.getIndex(index));
  return index;
}

TEST(Capability, IsAnIndexThatIsSetReadAndCleared) {
  MessageBuilder message;
  const auto list = message.initRoot<List<Capability>>(3);
  list[0].setIndex(5);
  list.set(1, 6u);
  list.set(2, list[0].asReader());
  const auto read = message.getRootReader<List<Capability>>();
  EXPECT_EQ(indexOf(read[0]), 5u);
  EXPECT_EQ(indexOf(read[1]), 6u);
  EXPECT_EQ(indexOf(read[2]), 5u);
  list[0].clear();
  std::uint32_t index = 0;
  EXPECT_TRUE(read[0].isNull());
  EXPECT_FALSE(read[0].getIndex(index));
  EXPECT_FALSE(message.arena().fault());
}

TEST(Capability, SomethingElseIsAFaultAndCopiedAsNull) {
  MessageBuilder message;
  message.setRoot<Text>("no capability");
  MessageBuilder copy;
  copy.root().setCapabilityIndex(1);
  copy.setRoot<Capability>(message.getRootReader<Capability>());
  EXPECT_TRUE(copy.root().isNull());
  EXPECT_EQ(message.arena().fault().kind, FaultKind::kExpectedCapability);
}

TEST(Capability, SurvivesTheWireAndDeepCopies) {
  MessageBuilder message;
  message.initRoot<AllTypes>().getAnyField().setAs<Capability>(9u);
  const auto bytes = marshal(message);
  ASSERT_TRUE(bytes.ok());
  MessageReader reader;
  ASSERT_TRUE(reader.reopen({bytes->data(), bytes->sizeBytes()}).ok());
  MessageBuilder copy;
  copy.setRoot<AllTypes>(reader.getRoot<AllTypes>());
  EXPECT_EQ(indexOf(copy.getRootReader<AllTypes>().getAnyField().getAs<Capability>()), 9u);
}

TEST(Capability, IsCarriedOverBetweenTables) {
  Services from;
  Services to;
  to.add("something else");
  MessageBuilder source;
  source.setCapabilityTable(&from);
  const auto list = source.initRoot<List<Capability>>(2);
  list[0].setIndex(from.add("printer"));
  list[1].setIndex(77);  // of nothing
  MessageBuilder target;
  target.setCapabilityTable(&to);
  target.setRoot<List<Capability>>(list.asReader());
  const auto copied = target.getRootReader<List<Capability>>();
  EXPECT_EQ(to.name(indexOf(copied[0])), "printer");
  EXPECT_TRUE(copied[1].isNull());

  const auto orphan = target.newOrphanCopy<Capability>(list.asReader()[0]);
  EXPECT_EQ(to.size(), 3u);
  EXPECT_FALSE(orphan.isNull());
}

TEST(Capability, OfAMessageWithoutTableMeansNothingToOneThatHasOne) {
  Services table;
  table.add("entry");
  MessageBuilder without;
  without.setRoot<Capability>(0u);
  MessageBuilder with;
  with.setCapabilityTable(&table);
  with.setRoot<Capability>(without.getRootReader<Capability>());
  EXPECT_TRUE(with.root().isNull());
  with.setRoot<Capability>(0u);
  without.setRoot<Capability>(with.getRootReader<Capability>());
  EXPECT_TRUE(without.root().isNull());
}

TEST(Capability, KeepsItsIndexWithinATable) {
  Services table;
  table.add("entry");
  MessageBuilder a;
  MessageBuilder b;
  a.setCapabilityTable(&table);
  b.setCapabilityTable(&table);
  a.setRoot<Capability>(0u);
  b.setRoot<Capability>(a.getRootReader<Capability>());
  EXPECT_EQ(indexOf(b.getRootReader<Capability>()), 0u);
  EXPECT_EQ(table.size(), 1u);
  b.reset();
  EXPECT_EQ(b.capabilityTable(), &table);
}

TEST(Capability, AReadersTableMovesWithIt) {
  Services from;
  Services to;
  MessageBuilder message;
  message.setRoot<Capability>(from.add("service"));
  const auto bytes = marshal(message);
  MessageReader opened;
  ASSERT_TRUE(opened.reopen({bytes->data(), bytes->sizeBytes()}).ok());
  opened.setCapabilityTable(&from);
  const MessageReader reader = std::move(opened);
  MessageBuilder copy;
  copy.setCapabilityTable(&to);
  copy.setRoot<Capability>(reader.getRoot<Capability>());
  EXPECT_EQ(to.name(indexOf(copy.getRootReader<Capability>())), "service");
}

TEST(Capability, IsAdoptedAndDisowned) {
  MessageBuilder message;
  const auto list = message.initRoot<List<Capability>>(2);
  list[0].setIndex(3);
  auto orphan = list.disown(0);
  EXPECT_TRUE(list[0].isNull());
  EXPECT_FALSE(orphan.isNull());
  list.adopt(1, std::move(orphan));
  EXPECT_EQ(indexOf(list[1]), 3u);
  list.adopt(0, message.newOrphan<Capability>(4u));
  EXPECT_EQ(indexOf(list[0]), 4u);
}

}  // namespace
}  // namespace capstan
