// SPDX-License-Identifier: Apache-2.0
// A typed message of any size for the tests of this folder: a schema node with named children.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "capstan/message/marshal.h"
#include "capstan/message/message_builder.h"
#include "capstan/message/message_reader.h"
#include "capstan/schema/schema.capnp.h"

namespace capstan {

inline std::string childName(std::uint32_t index) {
  return "child number " + std::to_string(index);
}

// Builds a node of id `id` with `children` children as the root.
inline void buildSample(MessageBuilder& message, std::uint64_t id, std::uint32_t children) {
  const auto node = message.initRoot<schema::Node>();
  node.setId(id);
  node.setDisplayName("sample");
  const auto nested = node.initNestedNodes(children);
  for (std::uint32_t i = 0; i < children; ++i) {
    nested[i].setId(id + i);
    nested[i].setName(childName(i));
  }
}

inline void expectSample(const schema::Node::Reader& node, std::uint64_t id,
                         std::uint32_t children) {
  EXPECT_EQ(node.getId(), id);
  EXPECT_EQ(node.getDisplayName(), "sample");
  const auto nested = node.getNestedNodes();
  ASSERT_EQ(nested.size(), children);
  for (std::uint32_t i = 0; i < children; ++i) {
    EXPECT_EQ(nested[i].getId(), id + i);
    EXPECT_EQ(nested[i].getName(), childName(i));
  }
}

// The same where a test must not allocate.
inline bool isSample(const schema::Node::Reader& node, std::uint64_t id, std::uint32_t children) {
  bool isRight = node.getId() == id && node.getDisplayName() == "sample";
  std::uint64_t sum = 0;
  for (const auto& child : node.getNestedNodes())
    sum += child.getId() - id + (child.getName().size() > 12);
  isRight = isRight && node.getNestedNodes().size() == children;
  return isRight && sum == std::uint64_t{children} * (children + 1) / 2;
}

// A framed sample of our own memory.
inline std::vector<std::byte> sampleBytes(std::uint64_t id, std::uint32_t children,
                                          const ArenaOptions& options = {}) {
  MessageBuilder message(options);
  buildSample(message, id, children);
  const auto bytes = marshal(message);
  return {bytes->bytes().begin(), bytes->bytes().end()};
}

// Options under which a sample has many segments.
inline ArenaOptions smallSegments() { return {.firstSegmentWords = 1, .maxSegmentWords = 64}; }

}  // namespace capstan
