// SPDX-License-Identifier: Apache-2.0
// Where each field stands, bit by bit: places and values by the format's rules, not by the
// generated constants.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "all_types.capnp.h"
#include "capstan/base/endian.h"
#include "capstan/message/marshal.h"
#include "capstan/message/message_builder.h"
#include "groups.capnp.h"
#include "tests/support/capnp_tool.h"
#include "tests/support/files.h"
#include "tests/support/wire_words.h"

namespace capstan {
namespace {

using namespace support;
using test_groups::Groups;
using test_types::AllTypes;
using test_types::Color;
using test_types::Defaults;
using test_types::Unions;

constexpr std::uint64_t kAllData = 6;
constexpr std::uint64_t kAllPointers = 23;

// The words of a message that is one segment.
Words wordsOf(MessageBuilder& message) {
  const std::span<const std::byte> bytes = message.segments()[0];
  Words words(bytes.size() / kBytesPerWord);
  for (std::size_t i = 0; i < words.size(); ++i) {
    words[i] = loadLittle<std::uint64_t>(bytes.data() + i * kBytesPerWord);
  }
  return words;
}

// The data section that `set` leaves in a new struct.
template <typename T, typename Set>
Words dataAfter(Set set) {
  MessageBuilder message;
  set(message.initRoot<T>());
  const Words words = wordsOf(message);
  return {words.begin() + 1, words.begin() + 1 + T::kDataWords};
}

// A data section of nothing but one value.
template <typename T>
Words only(std::size_t word, std::uint64_t value) {
  Words words(T::kDataWords);
  words[word] = value;
  return words;
}

float floatOf(std::uint32_t bits) { return std::bit_cast<float>(bits); }

// A field of AllTypes that is set to all ones or to zero, and the bits that it has.
struct DataRow {
  const char* name;
  void (*set)(AllTypes::Builder to, bool ones);
  std::size_t word;
  std::uint64_t bits;
};

#define DATA_ROW(Name, ones, word, bits)                                                   \
  {                                                                                        \
#Name, [](AllTypes::Builder to,                                                        \
              bool isOnes) { to.set##Name(isOnes ? ones : decltype(ones)()); }, word, bits \
  }

// Each in the first hole, or behind all before it, that is aligned and large enough, in the order
// of ordinals.
const DataRow kDataRows[] = {
    DATA_ROW(BoolField, true, 0, 1),
    DATA_ROW(Int8Field, std::int8_t{-1}, 0, 0xFF00),
    DATA_ROW(Int16Field, std::int16_t{-1}, 0, 0xFFFF'0000),
    DATA_ROW(Int32Field, std::int32_t{-1}, 0, 0xFFFF'FFFF'0000'0000),
    DATA_ROW(Int64Field, std::int64_t{-1}, 1, ~std::uint64_t{0}),
    DATA_ROW(Uint8Field, std::uint8_t{0xFF}, 2, 0xFF),
    DATA_ROW(Uint16Field, std::uint16_t{0xFFFF}, 2, 0xFFFF'0000),
    DATA_ROW(Uint32Field, std::uint32_t{0xFFFF'FFFF}, 2, 0xFFFF'FFFF'0000'0000),
    DATA_ROW(Uint64Field, ~std::uint64_t{0}, 3, ~std::uint64_t{0}),
    DATA_ROW(Float32Field, floatOf(0xFFFF'FFFF), 4, 0xFFFF'FFFF),
    DATA_ROW(EnumField, static_cast<Color>(0xFFFF), 4, 0xFFFF'0000'0000),
    DATA_ROW(Float64Field, std::bit_cast<double>(~std::uint64_t{0}), 5, ~std::uint64_t{0}),
};

TEST(ExactLayout, DataFieldsHaveTheirBitsAndNoOthers) {
  for (const DataRow& row : kDataRows) {
    EXPECT_EQ(dataAfter<AllTypes>([&](AllTypes::Builder to) { row.set(to, true); }),
              only<AllTypes>(row.word, row.bits))
        << row.name;
    Words others(kAllData, ~std::uint64_t{0});
    others[row.word] = ~row.bits;
    EXPECT_EQ(dataAfter<AllTypes>([&](AllTypes::Builder to) {
                for (std::uint32_t i = 0; i < kAllData; ++i) {
                  to.raw().set(DataField<std::uint64_t>{i}, ~std::uint64_t{0});
                }
                row.set(to, false);
              }),
              others)
        << row.name;
  }
}

// A field of Defaults that is set to its default or to zero, and where the default's bits stand.
struct DefaultRow {
  const char* name;
  void (*set)(Defaults::Builder to, bool isDefault);
  std::size_t word;
  std::uint64_t bits;
};

#define DEFAULT_ROW(Name, value, word, bits)                                                       \
  {                                                                                                \
#Name, [](Defaults::Builder to,                                                                \
              bool isDefault) { to.set##Name(isDefault ? value : decltype(value)()); }, word, bits \
  }

template <typename Bits, typename Value>
constexpr std::uint64_t bitsOf(Value value, int shift = 0) {
  return std::uint64_t{std::bit_cast<Bits>(value)} << shift;
}

const DefaultRow kDefaultRows[] = {
    DEFAULT_ROW(BoolField, true, 0, 1),
    DEFAULT_ROW(Int8Field, std::int8_t{-123}, 0, bitsOf<std::uint8_t>(std::int8_t{-123}, 8)),
    DEFAULT_ROW(Int16Field, std::int16_t{-12345}, 0,
                bitsOf<std::uint16_t>(std::int16_t{-12345}, 16)),
    DEFAULT_ROW(Int32Field, -12345678, 0, bitsOf<std::uint32_t>(-12345678, 32)),
    DEFAULT_ROW(Int64Field, std::int64_t{-123456789012345}, 1,
                bitsOf<std::uint64_t>(std::int64_t{-123456789012345})),
    DEFAULT_ROW(Uint8Field, std::uint8_t{234}, 2, 234),
    DEFAULT_ROW(Uint16Field, std::uint16_t{45678}, 2, std::uint64_t{45678} << 16),
    DEFAULT_ROW(Uint32Field, std::uint32_t{3456789012}, 2, std::uint64_t{3456789012} << 32),
    DEFAULT_ROW(Uint64Field, std::uint64_t{12345678901234567890u}, 3, 12345678901234567890u),
    DEFAULT_ROW(Float32Field, 1234.5f, 4, bitsOf<std::uint32_t>(1234.5f)),
    DEFAULT_ROW(EnumField, Color::DEEP_PURPLE, 4, std::uint64_t{3} << 32),
    DEFAULT_ROW(Float64Field, -123e45, 5, bitsOf<std::uint64_t>(-123e45)),
    DEFAULT_ROW(NegativeZero, -0.0, 6, std::uint64_t{1} << 63),
    DEFAULT_ROW(NotANumber, std::numeric_limits<float>::quiet_NaN(), 7, 0x7FC0'0000),
    DEFAULT_ROW(Infinite, -std::numeric_limits<float>::infinity(), 7,
                std::uint64_t{0xFF80'0000} << 32),
};

TEST(ExactLayout, ADefaultIsWhatAValueDiffersFromInItsBits) {
  for (const DefaultRow& row : kDefaultRows) {
    EXPECT_EQ(dataAfter<Defaults>([&](Defaults::Builder to) { row.set(to, true); }),
              Words(Defaults::kDataWords))
        << row.name;
    EXPECT_EQ(dataAfter<Defaults>([&](Defaults::Builder to) { row.set(to, false); }),
              only<Defaults>(row.word, row.bits))
        << row.name;
  }
}

TEST(ExactLayout, EveryNaNKeepsItsBitsOverADefaultThatIsOne) {
  EXPECT_EQ(std::bit_cast<std::uint32_t>(Defaults::Reader().getNotANumber()), 0x7FC0'0000u);
  for (const std::uint32_t bits :
       {0x7FC0'0000u, 0xFFC0'0000u, 0x7FC0'0001u, 0x7FA0'0001u, 0xFFFF'FFFFu, 0u, 0x8000'0000u}) {
    MessageBuilder message;
    const Defaults::Builder built = message.initRoot<Defaults>();
    built.setNotANumber(floatOf(bits));
    EXPECT_EQ(wordsOf(message)[8], bits ^ 0x7FC0'0000u);
    EXPECT_EQ(std::bit_cast<std::uint32_t>(built.getNotANumber()), bits);
    EXPECT_EQ(std::bit_cast<std::uint32_t>(built.asReader().getNotANumber()), bits);
    MessageBuilder copy;
    copy.setRoot<Defaults>(built.asReader());
    EXPECT_EQ(std::bit_cast<std::uint32_t>(copy.getRoot<Defaults>().getNotANumber()), bits);
  }
}

// A list of each type, the pointer that has it, and the words behind the struct.
struct ListRow {
  const char* name;
  void (*set)(AllTypes::Builder to);
  std::uint64_t pointer;
  std::uint64_t code;
  std::uint64_t count;
  Words content;
};

constexpr std::byte kFF[] = {std::byte{0xFF}};
constexpr std::uint64_t kAllWords = kAllData + kAllPointers;

Words structList(std::uint64_t count) {
  Words words(1 + count * kAllWords);
  words[0] = structTag(count, kAllData, kAllPointers);
  return words;
}
Words joined(Words first, const Words& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

const ListRow kListRows[] = {
    {"void", [](AllTypes::Builder to) { to.initVoidList(3); }, 4, kVoids, 3, {}},
    {"bool",
     [](AllTypes::Builder to) {
       to.setBoolList({true, false, true, true, false, false, false, false, true});
     },
     5,
     kBits,
     9,
     {0x10D}},
    {"int8",
     [](AllTypes::Builder to) {
       to.setInt8List({-1, 2});
     },
     6,
     kBytes,
     2,
     {0x02FF}},
    {"int16",
     [](AllTypes::Builder to) {
       to.setInt16List({-2, 3});
     },
     7,
     kTwos,
     2,
     {0x3'FFFE}},
    {"int32",
     [](AllTypes::Builder to) {
       to.setInt32List({-1, 5, 6});
     },
     8,
     kFours,
     3,
     {0x5'FFFF'FFFF, 6}},
    {"int64",
     [](AllTypes::Builder to) {
       to.setInt64List({-1, 7});
     },
     9,
     kEights,
     2,
     {~std::uint64_t{0}, 7}},
    {"uint8",
     [](AllTypes::Builder to) {
       to.setUint8List({1, 2, 3});
     },
     10,
     kBytes,
     3,
     {0x03'0201}},
    {"uint16", [](AllTypes::Builder to) { to.setUint16List({0xFFFF}); }, 11, kTwos, 1, {0xFFFF}},
    {"uint32",
     [](AllTypes::Builder to) {
       to.setUint32List({1, 2});
     },
     12,
     kFours,
     2,
     {0x2'0000'0001}},
    {"uint64", [](AllTypes::Builder to) { to.setUint64List({9}); }, 13, kEights, 1, {9}},
    {"float32",
     [](AllTypes::Builder to) { to.setFloat32List({1.5f}); },
     14,
     kFours,
     1,
     {0x3FC0'0000}},
    {"float64",
     [](AllTypes::Builder to) { to.setFloat64List({-2.0}); },
     15,
     kEights,
     1,
     {std::uint64_t{0xC} << 60}},
    {"text",
     [](AllTypes::Builder to) {
       to.setTextList({"a", ""});
     },
     16,
     kPointers,
     2,
     {listPointer(1, kBytes, 2), listPointer(1, kBytes, 1), textWord("a"), 0}},
    {"data",
     [](AllTypes::Builder to) {
       to.setDataList({std::span<const std::byte>(), std::span(kFF)});
     },
     17,
     kPointers,
     2,
     {listPointer(0, kBytes, 0), listPointer(0, kBytes, 1), 0xFF}},
    {"struct", [](AllTypes::Builder to) { to.initStructList(2); }, 18, kStructs, 2 * kAllWords,
     structList(2)},
    {"enum",
     [](AllTypes::Builder to) {
       to.setEnumList({Color::BLUE, Color::RED, Color::GREEN});
     },
     19,
     kTwos,
     3,
     {0x1'0000'0002}},
    {"list of int32",
     [](AllTypes::Builder to) {
       to.setInt32Matrix({{1, 2}, {}, {3}});
     },
     20,
     kPointers,
     3,
     {listPointer(2, kFours, 2), listPointer(0, kFours, 0), listPointer(1, kFours, 1),
      0x2'0000'0001, 3}},
    {"list of text",
     [](AllTypes::Builder to) {
       to.setTextMatrix({{"x", "yz"}});
     },
     21,
     kPointers,
     1,
     {listPointer(0, kPointers, 2), listPointer(1, kBytes, 2), listPointer(1, kBytes, 3),
      textWord("x"), textWord("yz")}},
    {"list of structs", [](AllTypes::Builder to) { to.initStructMatrix(1).init(0, 1); }, 22,
     kPointers, 1, joined({listPointer(0, kStructs, kAllWords)}, structList(1))},
};

TEST(ExactLayout, ListsOfEveryTypeHaveTheirCodeCountAndElements) {
  for (const ListRow& row : kListRows) {
    MessageBuilder message;
    row.set(message.initRoot<AllTypes>());
    Words expected(1 + kAllWords);
    expected[0] = structPointer(0, kAllData, kAllPointers);
    // What has no words stands right behind its pointer.
    const std::uint64_t offset = row.content.empty() ? 0 : kAllPointers - 1 - row.pointer;
    expected[1 + kAllData + row.pointer] =
        listPointer(static_cast<std::int64_t>(offset), row.code, row.count);
    EXPECT_EQ(wordsOf(message), joined(expected, row.content)) << row.name;
  }
}

// What is set in a new Unions, its data section and its pointer that is then not null.
struct UnionRow {
  const char* name;
  void (*set)(Unions::Builder to);
  Words data;
  int pointer;
};

constexpr std::uint64_t kOnePointFive = std::bit_cast<std::uint64_t>(1.5);

// A tag stands in front of the union's second member; members share what the first ones had, each
// as far as it needs.
const UnionRow kUnionRows[] = {
    {"before", [](Unions::Builder to) { to.setBefore(0xABCD); }, {0xABCD, 0, 0}, -1},
    {"shape.circle",
     [](Unions::Builder to) { to.getShape().setCircle(1.5); },
     {0, kOnePointFive, 0},
     -1},
    {"shape.square",
     [](Unions::Builder to) { to.getShape().setSquare(1.5); },
     {1 << 16, kOnePointFive, 0},
     -1},
    {"shape.label", [](Unions::Builder to) { to.getShape().setLabel("l"); }, {2 << 16, 0, 0}, 0},
    {"shape.box.width",
     [](Unions::Builder to) { to.getShape().initBox().setWidth(7); },
     {3 << 16, 7, 0},
     -1},
    {"shape.box.height",
     [](Unions::Builder to) { to.getShape().initBox().setHeight(7); },
     {3 << 16, std::uint64_t{7} << 32, 0},
     -1},
    {"shape.box.name",
     [](Unions::Builder to) { to.getShape().initBox().setName("n"); },
     {3 << 16, 0, 0},
     0},
    {"shape.nothing", [](Unions::Builder to) { to.getShape().setNothing(); }, {4 << 16, 0, 0}, -1},
    {"place.street", [](Unions::Builder to) { to.getPlace().setStreet("s"); }, {0, 0, 0}, 1},
    {"place.number",
     [](Unions::Builder to) { to.getPlace().setNumber(0x101); },
     {std::uint64_t{0x100} << 32, 0, 0},
     -1},
    {"place.flag",
     [](Unions::Builder to) { to.getPlace().setFlag(false); },
     {std::uint64_t{1} << 48, 0, 0},
     -1},
    {"number", [](Unions::Builder to) { to.setNumber(-1); }, {0, 0, 0xFFFF'FFF8}, -1},
    {"text", [](Unions::Builder to) { to.setText("t"); }, {0, 0, std::uint64_t{1} << 32}, 2},
    {"list", [](Unions::Builder to) { to.setList({1}); }, {0, 0, std::uint64_t{2} << 32}, 2},
    {"self", [](Unions::Builder to) { to.initSelf(); }, {0, 0, std::uint64_t{3} << 32}, 2},
    {"any",
     [](Unions::Builder to) { to.initAny().setAs<Text>("a"); },
     {0, 0, std::uint64_t{4} << 32},
     2},
    {"color",
     [](Unions::Builder to) { to.setColor(Color::DEEP_PURPLE); },
     {0, 0, std::uint64_t{5} << 32 | 2},
     -1},
    {"after", [](Unions::Builder to) { to.setAfter(0xFE); }, {std::uint64_t{0xFE} << 56, 0, 0}, -1},
};

TEST(ExactLayout, UnionsAndGroupsHaveTheirTagsAndShareTheirPlaces) {
  for (const UnionRow& row : kUnionRows) {
    MessageBuilder message;
    row.set(message.initRoot<Unions>());
    const Words words = wordsOf(message);
    EXPECT_EQ(words[0], structPointer(0, 3, 3));
    EXPECT_EQ(Words(words.begin() + 1, words.begin() + 4), row.data) << row.name;
    for (int i = 0; i < 3; ++i) {
      EXPECT_EQ(words[static_cast<std::size_t>(4 + i)] != 0, i == row.pointer) << row.name;
    }
  }
}

// What is set in a new Groups, and the same as text for the reference.
struct GroupRow {
  const char* text;
  void (*set)(Groups::Builder to);
};

const GroupRow kGroupRows[] = {
    {"()", [](Groups::Builder) {}},
    {"(kind = (nothing = void), after = 1)",
     [](Groups::Builder to) {
       to.getKind().setNothing();
       to.setAfter(1);
     }},
    {"(kind = (small = (a = 200, b = false)))",
     [](Groups::Builder to) {
       to.getKind().initSmall().setA(200);
       to.getKind().getSmall().setB(false);
     }},
    {"(kind = (large = (x = 72623859790382856, y = \"text\", inner = (p = void))))",
     [](Groups::Builder to) {
       const auto large = to.getKind().initLarge();
       large.setX(0x0102'0304'0506'0708);
       large.setY("text");
     }},
    {"(kind = (large = (inner = (q = 4294967295))))",
     [](Groups::Builder to) { to.getKind().initLarge().getInner().setQ(0xFFFF'FFFF); }},
    {"(kind = (large = (inner = (r = (s = -2, t = [1, 2, 3])))))",
     [](Groups::Builder to) {
       const auto r = to.getKind().initLarge().getInner().initR();
       r.setS(-2);
       r.setT({1, 2, 3});
     }},
    {"(kind = (pair = (first = \"one\", second = (after = 7))))",
     [](Groups::Builder to) {
       const auto pair = to.getKind().initPair();
       pair.setFirst("one");
       pair.initSecond().setAfter(7);
     }},
    {"(plain = (left = 0, right = \"r\", nested = (deep = true, deeper = \"\\xff\")))",
     [](Groups::Builder to) {
       const auto plain = to.getPlain();
       plain.setLeft(0);
       plain.setRight("r");
       plain.getNested().setDeep(true);
       plain.getNested().setDeeper(kFF);
     }},
};

TEST(ExactLayout, GroupsInUnionsInGroupsAreTheBytesOfTheReference) {
  CAPSTAN_REQUIRE_ORACLE_OR_SKIP();
  const CapnpType type = {sourcePath("tests/schemas/groups.capnp"), "Groups"};
  for (const GroupRow& row : kGroupRows) {
    MessageBuilder message;
    row.set(message.initRoot<Groups>());
    std::string bytes;
    appendTo(message, bytes);
    const ProgramResult encoded = capnpEncode(type, row.text);
    ASSERT_TRUE(encoded.ok()) << encoded.err;
    EXPECT_EQ(bytes, encoded.out) << row.text;
  }
}

}  // namespace
}  // namespace capstan
