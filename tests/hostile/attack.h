// SPDX-License-Identifier: Apache-2.0
// A row of the tables of hostile messages, and how it is tried.
//
// Each message is opened at every alignment before an unreadable page, its root is followed as the
// row says, with and without a fallback, and must give the fallback (or an empty value) and leave
// the row's fault.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "capstan/base/fault_status.h"
#include "capstan/message/message_reader.h"
#include "tests/support/decoder_matrix.h"
#include "tests/support/wire_words.h"

namespace capstan {

using support::Words;

// What the root is followed as.
enum class As : std::uint8_t { kStruct, kText, kData, kAnyList, kCapability, kList };

struct Attack {
  std::string name;
  std::vector<Words> segments;
  As as;
  FaultKind fault;
  // For As::kList.
  ElementSize expected = ElementSize::kVoid;
};

inline std::ostream& operator<<(std::ostream& out, const Attack& attack) {
  return out << attack.name;
}

inline const unsigned char* constantOf(const std::vector<std::byte>& bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.data());
}

constexpr std::uint64_t kFallbackNumber = 0xFA11'BACC'FA11'BACC;

// A constant whose root is a list of three elements of the code.
inline std::vector<std::byte> fallbackList(ElementSize expected) {
  using namespace support;
  const auto code = static_cast<std::uint64_t>(expected);
  if (expected == ElementSize::kComposite) {
    return bytesOf(Words{listPointer(0, code, 3), structTag(3, 1, 0), 0, 0, 0});
  }
  return bytesOf(Words{listPointer(0, code, 3), 0, 0, 0});
}

// Follows the root as the row says and tells whether that gave the default.
inline void expectDefault(const PointerReader& root, const Attack& attack) {
  using namespace support;
  static const auto number = bytesOf(Words{structPointer(0, 1, 0), kFallbackNumber});
  static const auto text = bytesOf(Words{listPointer(0, kBytes, 8), textWord("default")});
  std::uint32_t index = 7;
  switch (attack.as) {
    case As::kStruct: {
      EXPECT_EQ(root.getStruct(constantOf(number)).get(DataField<std::uint64_t>{0}),
                kFallbackNumber);
      const StructReader empty = root.getStruct();
      EXPECT_EQ(empty.dataBytes() + empty.pointers(), 0u);
      break;
    }
    case As::kText:
      EXPECT_EQ(root.getText(constantOf(text)), "default");
      EXPECT_EQ(root.getText(), "");
      EXPECT_STREQ(root.getText().c_str(), "");
      break;
    case As::kData:
      EXPECT_EQ(root.getData(constantOf(text)).size(), 8u);
      EXPECT_TRUE(root.getData().empty());
      break;
    case As::kAnyList: {
      const auto list = fallbackList(ElementSize::kByte);
      EXPECT_EQ(root.getAnyList(constantOf(list)).size(), 3u);
      EXPECT_EQ(root.getAnyList().size(), 0u);
      break;
    }
    case As::kCapability:
      EXPECT_FALSE(root.getCapabilityIndex(index));
      EXPECT_EQ(index, 7u);
      break;
    case As::kList: {
      const auto list = fallbackList(attack.expected);
      EXPECT_EQ(root.getList(attack.expected, constantOf(list)).size(), 3u);
      EXPECT_EQ(root.getList(attack.expected).size(), 0u);
      break;
    }
  }
}

inline void tryAttack(const Attack& attack) {
  const std::vector<std::byte> bytes = support::framed(attack.segments);
  support::forEveryAlignment(bytes, [&](std::span<const std::byte> placed) {
    MessageReader reader;
    ASSERT_TRUE(reader.reopen(placed).ok());
    expectDefault(reader.root(), attack);
    EXPECT_EQ(describe(reader.fault().kind), describe(attack.fault));
    EXPECT_FALSE(reader.status().ok());
  });
}

// A suite of one test per row.
class HostileMessage : public testing::TestWithParam<Attack> {};

}  // namespace capstan
