// SPDX-License-Identifier: Apache-2.0
// The same things done with orphans by us and by the reference, in one segment:
// the same words.
//
// The reference leaves zeros at the end of a message where we give words back.
#if CAPSTAN_HAVE_ORACLE_LIBRARY
#include <capnp/any.h>
#include <capnp/message.h>
#include <capnp/orphan.h>
#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "all_types.capnp.h"
#include "capstan/message/message_builder.h"
#include "oracle/all_types.capnp.h"

namespace capstan {
namespace {

namespace their = oracle::test_types;
using Theirs = capnp::MallocMessageBuilder;
using test_types::AllTypes;
using test_types::Newer;
using test_types::Older;
using Segments = std::vector<std::vector<std::byte>>;

Segments wordsOf(MessageBuilder& message) {
  Segments all;
  for (const auto& segment : message.segments()) all.emplace_back(segment.begin(), segment.end());
  return all;
}

Segments wordsOf(Theirs& message) {
  Segments all;
  for (const auto segment : message.getSegmentsForOutput()) {
    const auto bytes = segment.asBytes();
    const auto* begin = reinterpret_cast<const std::byte*>(bytes.begin());
    all.emplace_back(begin, begin + bytes.size());
  }
  return all;
}

// Expects the same words, as far as ours go, and zeros behind them.
void expectSame(MessageBuilder& ours, Theirs& theirs) {
  Segments our = wordsOf(ours);
  const Segments their = wordsOf(theirs);
  ASSERT_EQ(our.size(), their.size());
  for (std::size_t i = 0; i < our.size(); ++i) {
    ASSERT_LE(our[i].size(), their[i].size());
    our[i].resize(their[i].size());
    EXPECT_EQ(our[i], their[i]) << "segment " << i;
  }
}

class Both : public testing::Test {
 protected:
  AllTypes::Builder ourRoot() { return ours.initRoot<AllTypes>(); }
  their::AllTypes::Builder theirRoot() { return theirs.initRoot<their::AllTypes>(); }
  capnp::Orphanage orphanage() { return theirs.getOrphanage(); }

  MessageBuilder ours;

 private:
  // Behind a pointer: its destructor may throw, a fixture's may not.
  std::unique_ptr<Theirs> theirMessage_ = std::make_unique<Theirs>();

 protected:
  Theirs& theirs = *theirMessage_;
};

using OrphansAsTheReference = Both;

TEST_F(OrphansAsTheReference, NewStructsListsTextsAndDataAreAdopted) {
  auto our = ourRoot();
  auto their = theirRoot();
  auto ourChild = ours.newOrphan<AllTypes>();
  ourChild.getBuilder().setTextField("the child's text");
  our.adoptStructField(std::move(ourChild));
  auto theirChild = orphanage().newOrphan<their::AllTypes>();
  theirChild.get().setTextField("the child's text");
  their.adoptStructField(kj::mv(theirChild));

  auto ourNumbers = ours.newOrphan<List<std::int16_t>>(5);
  ourNumbers.getBuilder().set(3, -7);
  our.adoptInt16List(std::move(ourNumbers));
  auto theirNumbers = orphanage().newOrphan<capnp::List<std::int16_t>>(5);
  theirNumbers.get().set(3, -7);
  their.adoptInt16List(kj::mv(theirNumbers));

  our.adoptTextField(ours.newOrphanCopy<Text>("text"));
  their.adoptTextField(orphanage().newOrphanCopy(capnp::Text::Reader("text")));
  our.adoptDataField(ours.newOrphan<Data>(11));
  their.adoptDataField(orphanage().newOrphan<capnp::Data>(11));
  our.adoptStructList(ours.newOrphan<List<AllTypes>>(2));
  their.adoptStructList(orphanage().newOrphan<capnp::List<their::AllTypes>>(2));
  expectSame(ours, theirs);
}

TEST_F(OrphansAsTheReference, WhatIsDisownedIsAdoptedElsewhereOrDropped) {
  auto our = ourRoot();
  auto their = theirRoot();
  our.setTextField("moves to the child");
  our.initStructField().setTextField("is dropped");
  our.setTextList({"one", "two"});
  their.setTextField("moves to the child");
  their.initStructField().setTextField("is dropped");
  their.setTextList({"one", "two"});

  our.getStructField().adoptTextField(our.disownTextField());
  their.getStructField().adoptTextField(their.disownTextField());
  auto ourList = our.getTextList();
  auto theirList = their.getTextList();
  auto ourText = ourList.disown(0);
  ourList.adopt(0, ourList.disown(1));
  ourList.adopt(1, std::move(ourText));
  auto theirText = theirList.disown(0);
  theirList.adopt(0, theirList.disown(1));
  theirList.adopt(1, kj::mv(theirText));
  expectSame(ours, theirs);
}

TEST_F(OrphansAsTheReference, ListsAndTextsAreTruncatedAndLengthened) {
  auto our = ourRoot();
  auto their = theirRoot();
  auto ourText = ours.newOrphanCopy<Text>("a text that is cut");
  auto theirText = orphanage().newOrphanCopy(capnp::Text::Reader("a text that is cut"));
  ourText.truncate(3);
  theirText.truncate(3);
  ourText.extend(30);
  theirText.truncate(30);
  auto ourNumbers = ours.newOrphan<List<std::uint32_t>>(3);
  auto theirNumbers = orphanage().newOrphan<capnp::List<std::uint32_t>>(3);
  ourNumbers.getBuilder().set(2, 5);
  theirNumbers.get().set(2, 5);
  auto ourStructs = ours.newOrphan<List<Older>>(2);
  auto theirStructs = orphanage().newOrphan<capnp::List<their::Older>>(2);
  ourStructs.getBuilder()[0].setName("first");
  theirStructs.get()[0].setName("first");
  // These stand before others, and move.
  ourNumbers.extend(9);
  theirNumbers.truncate(9);
  ourStructs.extend(4);
  theirStructs.truncate(4);
  ourStructs.truncate(3);
  theirStructs.truncate(3);
  our.adoptTextField(std::move(ourText));
  their.adoptTextField(kj::mv(theirText));
  our.adoptUint32List(std::move(ourNumbers));
  their.adoptUint32List(kj::mv(theirNumbers));
  our.getAnyField().adopt(std::move(ourStructs));
  their.getAnyField().adopt(kj::mv(theirStructs));
  expectSame(ours, theirs);
}

TEST_F(OrphansAsTheReference, CopiesAndJoinedListsStandInTheSameOrder) {
  auto our = ourRoot();
  auto their = theirRoot();
  our.initStructField().setTextField("copied");
  their.initStructField().setTextField("copied");
  our.getAnyField().adopt(ours.newOrphanCopy<AllTypes>(our.asReader().getStructField()));
  their.getAnyField().adopt(orphanage().newOrphanCopy(their.asReader().getStructField()));

  our.setTextList({"one", "two"});
  their.setTextList({"one", "two"});
  const auto ourList = our.asReader().getTextList();
  const auto theirList = their.asReader().getTextList();
  our.adoptTextList(ours.orphanage().newOrphanConcat<Text>({ourList, ourList}));
  const capnp::List<capnp::Text>::Reader theirLists[] = {theirList, theirList};
  their.adoptTextList(orphanage().newOrphanConcat(kj::arrayPtr(theirLists, 2)));
  expectSame(ours, theirs);
}

TEST_F(OrphansAsTheReference, JoinedStructsHaveTheLargestElements) {
  auto ourOlders = ours.newOrphan<List<Older>>(2);
  auto theirOlders = orphanage().newOrphan<capnp::List<their::Older>>(2);
  ourOlders.getBuilder()[1].setName("older");
  theirOlders.get()[1].setName("older");
  auto ourNewers = Orphan<AnyPointer>(ours.newOrphan<List<Newer>>(1)).releaseAs<List<Older>>();
  capnp::Orphan<capnp::AnyPointer> anyNewers = orphanage().newOrphan<capnp::List<their::Newer>>(1);
  auto theirNewers = anyNewers.releaseAs<capnp::List<their::Older>>();
  ours.adoptRoot(ours.orphanage().newOrphanConcat<Older>(
      {ourOlders.getReader(), ourNewers.getReader(), ourOlders.getReader()}));
  const capnp::List<their::Older>::Reader theirLists[] = {
      theirOlders.getReader(), theirNewers.getReader(), theirOlders.getReader()};
  theirs.adoptRoot(orphanage().newOrphanConcat(kj::arrayPtr(theirLists, 3)));
  expectSame(ours, theirs);
}

TEST_F(OrphansAsTheReference, ExternalDataIsASegmentBehindADoubleFarPointer) {
  alignas(8) std::byte memory[24];
  std::memset(memory, 0x5A, sizeof(memory));
  ourRoot().adoptDataField(ours.orphanage().newOrphanReferringTo(memory));
  theirRoot().adoptDataField(orphanage().referenceExternalData(
      capnp::Data::Reader(reinterpret_cast<const kj::byte*>(memory), sizeof(memory))));
  expectSame(ours, theirs);
  EXPECT_EQ(wordsOf(ours).size(), 2u);
}

}  // namespace
}  // namespace capstan
#endif
