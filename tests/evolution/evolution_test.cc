// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <set>

#include "capstan/message/marshal.h"
#include "capstan/message/message_builder.h"
#include "capstan/message/message_reader.h"
#include "tests/evolution/evolving_schema.h"
#include "tests/evolution/values.h"

namespace capstan {
namespace {

using support::Random;

// A schema, what it became, and what happened to it.
struct Versions {
  std::string before;
  std::string after;
  std::vector<std::string> changes;

  explicit Versions(Random& random) {
    EvolvingSchema schema(random);
    before = schema.text();
    for (std::uint64_t n = 1 + random.below(8); n != 0; --n) changes.push_back(schema.evolve());
    after = schema.text();
  }
};

// Everything in one segment, or about an object per segment.
ArenaOptions options(Random& random) {
  alignas(8) static std::byte first[16];
  if (random.flip()) return {};
  return {.maxSegmentWords = 1, .firstSegment = first};
}

void expectRead(MessageBuilder& message, const SchemaLayout& reader, const SchemaLayout& writer,
                const SampleValue& value) {
  const auto bytes = marshal(message);
  ASSERT_TRUE(bytes.ok());
  MessageReader opened;
  ASSERT_TRUE(opened.reopen(*bytes).ok());
  expectStruct(reader, reader.root(), writer, writer.root(), value, opened.root().getStruct());
  EXPECT_TRUE(opened.status().ok()) << opened.status();
}

SampleValue write(const SchemaLayout& schema, MessageBuilder& message, Random& random) {
  const SampleValue value = randomStruct(schema, schema.root(), random, 4);
  writeStruct(schema, schema.root(), value, message.root().initStruct(schema.root().size));
  return value;
}

// Calls test(before, after, random) with the layouts of many random pairs of versions.
template <typename Test>
void forEveryEvolution(Test test) {
  Random random;
  std::set<std::string> changes;
  for (int round = 0; round < 300; ++round) {
    const Versions versions(random);
    changes.insert(versions.changes.begin(), versions.changes.end());
    SCOPED_TRACE("round " + std::to_string(round) + "\n" + versions.before + "became\n" +
                 versions.after);
    const SchemaLayout before(versions.before);
    const SchemaLayout after(versions.after);
    test(before, after, random);
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_EQ(changes.size(), 8u) << "each kind of change has been made";
}

TEST(Evolution, TheOldWritesAndTheNewReads) {
  forEveryEvolution([](const SchemaLayout& before, const SchemaLayout& after, Random& random) {
    MessageBuilder message(options(random));
    const SampleValue value = write(before, message, random);
    expectRead(message, before, before, value);
    expectRead(message, after, before, value);
  });
}

TEST(Evolution, TheNewWritesAndTheOldReads) {
  forEveryEvolution([](const SchemaLayout& before, const SchemaLayout& after, Random& random) {
    MessageBuilder message(options(random));
    const SampleValue value = write(after, message, random);
    expectRead(message, after, after, value);
    expectRead(message, before, after, value);
  });
}

TEST(Evolution, WhatTheOldDoesNotKnowSurvivesItsCopy) {
  forEveryEvolution([](const SchemaLayout& before, const SchemaLayout& after, Random& random) {
    MessageBuilder message(options(random));
    const SampleValue value = write(after, message, random);
    const StructBuilder known = message.root().getStruct(before.root().size);
    MessageBuilder copy;
    copy.root().setStruct(known.asReader());
    expectRead(copy, after, after, value);
  });
}

TEST(Evolution, TheNewBuildsOnInTheOldsMessage) {
  forEveryEvolution([](const SchemaLayout& before, const SchemaLayout& after, Random& random) {
    MessageBuilder message(options(random));
    const SampleValue value = write(before, message, random);
    const StructBuilder grown = message.root().getStruct(after.root().size);
    EXPECT_GE(grown.dataBytes() / kBytesPerWord, after.root().size.dataWords);
    EXPECT_GE(grown.pointers(), after.root().size.pointers);
    expectRead(message, after, before, value);
    expectRead(message, before, before, value);
  });
}

}  // namespace
}  // namespace capstan
