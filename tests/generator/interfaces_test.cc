// SPDX-License-Identifier: Apache-2.0
// Interfaces: their ids, their methods' names, numbers and types, and the schema of all types.
#include <gtest/gtest.h>

#include <set>

#include "capstan/layout/type_table.h"
#include "capstan/message/message_builder.h"
#include "capstan/schema/schema.capnp.h"
#include "capstan/schema/stream.capnp.h"
#include "circle.capnp.h"
#include "generics.capnp.h"
#include "interfaces.capnp.h"

namespace capstan {
namespace {

using golden::interfaces::Directory;
using golden::interfaces::Entry;
using golden::interfaces::Observable;
using golden::interfaces::Query;

static_assert(InterfaceType<Directory> && InterfaceType<Observable<Text>::Observer>);
static_assert(!InterfaceType<Query> && !StructType<Directory>);
static_assert(Directory::OpenMethod::kOrdinal == 1 && Directory::EraseMethod::kName == "delete");
static_assert(std::is_same_v<Directory::OpenMethod::Params, Directory::OpenParams>);
static_assert(std::is_same_v<Directory::WriteMethod::Results, schema::StreamResult>);
static_assert(std::is_same_v<Directory::FindMethod::Params, Query>);
static_assert(std::is_same_v<Directory::FindMethod::Results, Query::Answer>);
static_assert(std::is_same_v<Observable<Text>::MapMethod::Params, Observable<Text>::MapParams<>>);
static_assert(Directory::ROOT == "/");

TEST(Interfaces, KnowTheirMethods) {
  const InterfaceTable& table = Directory::kTable;
  EXPECT_EQ(table.name, "Directory");
  EXPECT_EQ(table.typeId, Directory::kTypeId);
  ASSERT_EQ(table.methods.size(), 5u);
  EXPECT_EQ(table.methods[1].name, "open");
  EXPECT_EQ(table.methods[1].params, &Directory::OpenParams::kTable);
  EXPECT_EQ(table.methods[2].results, &schema::StreamResult::kTable);
  EXPECT_EQ(table.methods[3].params, &Query::kTable);
  EXPECT_EQ(table.methods[4].name, "delete");
  EXPECT_TRUE(Directory::Cursor::kTable.superclasses.empty());
}

TEST(Interfaces, KnowTheirSuperclasses) {
  ASSERT_EQ(Directory::kTable.superclasses.size(), 2u);
  EXPECT_EQ(Directory::kTable.superclasses[0], &Entry::kTable);
  EXPECT_EQ(Directory::kTable.superclasses[1], &Observable<>::kTable);
}

TEST(Interfaces, HaveParametersAsStructs) {
  MessageBuilder message;
  const auto params = message.initRoot<Directory::OpenParams>();
  params.setName("file");
  EXPECT_EQ(params.getMode(), Directory::Mode::READ);
  EXPECT_EQ(params.asReader().getName(), "file");
  const auto map = message.initRoot<Observable<Text>::MapParams<Data>>();
  map.setValue("text");
  map.initKey(3);
  EXPECT_EQ(map.asReader().getKey().size(), 3u);
}

TEST(Interfaces, OfFieldsAreCapabilities) {
  MessageBuilder message;
  const auto query = message.initRoot<Query>();
  static_assert(std::is_same_v<ReaderOf<Entry>, ReaderOf<Capability>>);
  EXPECT_FALSE(query.hasAny());
  query.getAny().setIndex(7);
  std::uint32_t index = 0;
  ASSERT_TRUE(query.asReader().getAny().getIndex(index));
  EXPECT_EQ(index, 7u);
  query.setEntry(query.getAny());
  EXPECT_TRUE(query.isEntry());
  EXPECT_TRUE(query.asReader().getEntry().getIndex(index));
  query.initWhere(2).set(1, query.getWatch());
  EXPECT_TRUE(query.getWhere()[1].isNull());
}

// -------------------------------------------------------------------------------------------------
// The schema that sources embed.

schema::Node::Reader nodeOf(const SchemaNode& node) {
  return Constant<schema::Node>(node.words.data()).get();
}

TEST(EmbeddedSchema, IsTheNodeOfItsType) {
  const schema::Node::Reader node = nodeOf(Directory::kSchema);
  EXPECT_EQ(node.getId(), Directory::kTypeId);
  EXPECT_EQ(node.getDisplayName(), "interfaces.capnp:Directory");
  ASSERT_TRUE(node.isInterface());
  EXPECT_EQ(node.getInterface().getMethods()[4].getName(), "delete");

  const schema::Node::Reader mode = nodeOf(Directory::kModeSchema);
  EXPECT_EQ(mode.getEnum().getEnumerants()[1].getName(), "write");
  EXPECT_EQ(nodeOf(golden::generics::Node<Text>::Bounds::kSchema).getStruct().getIsGroup(), true);
}

// What one type leads to, in whatever file.
void collect(const SchemaNode& node, std::set<const SchemaNode*>& into) {
  if (!into.insert(&node).second) return;
  for (const SchemaNode* next : node.dependencies) collect(*next, into);
}

TEST(EmbeddedSchema, LeadsToEverythingThatTheTypeSpeaksOf) {
  std::set<const SchemaNode*> found;
  collect(golden::circle::Forth::kSchema, found);
  EXPECT_TRUE(found.contains(&golden::circle_back::Back::kSchema));
  EXPECT_TRUE(found.contains(&golden::circle_back::kKindSchema));
  EXPECT_TRUE(found.contains(&golden::circle::BoxShared::kSchema));
  for (const SchemaNode* each : found) {
    EXPECT_EQ(nodeOf(*each).getId(), each->typeId);
    EXPECT_EQ(each->words.size() % 8, 0u);
  }
  found.clear();
  collect(Directory::kSchema, found);
  EXPECT_TRUE(found.contains(&schema::StreamResult::kSchema));
  EXPECT_TRUE(found.contains(&Observable<>::kSchema));
}

// -------------------------------------------------------------------------------------------------

TEST(FilesInACircle, UseEachOthersTypes) {
  using golden::circle::Forth;
  MessageBuilder message;
  const auto forth = message.initRoot<Forth>();
  EXPECT_EQ(forth.getKind(), golden::circle_back::Kind::SECOND);
  forth.initBack().initForth().setName("around");
  EXPECT_EQ(forth.asReader().getBack().getForth().getName(), "around");
  forth.setOther(forth.asReader().getBack());
  EXPECT_TRUE(forth.isOther());
  forth.initBacks(1)[0].initInner().setSize(4);
  EXPECT_EQ(forth.asReader().getBacks()[0].getInner().getSize(), 4u);
  forth.initBoxed().initContent().initBox().initContent().setName("in boxes");
  EXPECT_EQ(forth.getBoxed().getContent().getBox().getContent().getName(), "in boxes");
  EXPECT_EQ(golden::circle::THERE->getForth().getName(), "here");
  EXPECT_EQ((*golden::circle_back::HERE)[1].getName(), "b");
}

}  // namespace
}  // namespace capstan
