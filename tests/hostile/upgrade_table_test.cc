// SPDX-License-Identifier: Apache-2.0
// What each encoding of a list may be read as: every encoded kind against every expected one, the
// values read, at every alignment before an unreadable page.
#include "tests/hostile/attack.h"

namespace capstan {
namespace {

using namespace support;

// A list of three elements in one encoding; the elements' numbers are low bits of kNumbers.
struct Encoding {
  const char* name;
  Words words;
  // For each expected code, void to struct: whether it may be read so.
  bool readable[8];
  // The data bytes and pointers of an element.
  std::uint32_t dataBytes;
  std::uint32_t pointers;
};

constexpr std::uint64_t kNumbers[3] = {0x1122'3344'5566'7788, 0x99AA'BBCC'DDEE'FF01,
                                       0x0203'0405'0607'0809};

// The low `bytes` bytes of each number, close together.
std::uint64_t packed(unsigned bytes) {
  std::uint64_t word = 0;
  for (unsigned i = 0; i < 3; ++i) {
    word |= (kNumbers[i] & ((std::uint64_t{1} << (8 * bytes)) - 1)) << (8 * bytes * i);
  }
  return word;
}

// A pointer to the text `text`, which is `offset` words behind the pointer.
std::uint64_t toText(std::int64_t offset) { return listPointer(offset, kBytes, 2); }

std::vector<Encoding> encodings() {
  const auto [n0, n1, n2] = kNumbers;
  const std::uint64_t a = textWord("a");
  const std::uint64_t b = textWord("b");
  const std::uint64_t c = textWord("c");
  return {
      {"voids", {listPointer(0, kVoids, 3)}, {1, 0, 0, 0, 0, 0, 0, 1}, 0, 0},
      {"bits", {listPointer(0, kBits, 3), 5}, {0, 1, 0, 0, 0, 0, 0, 0}, 0, 0},
      {"bytes", {listPointer(0, kBytes, 3), packed(1)}, {1, 0, 1, 0, 0, 0, 0, 1}, 1, 0},
      {"twos", {listPointer(0, kTwos, 3), packed(2)}, {1, 0, 1, 1, 0, 0, 0, 1}, 2, 0},
      {"fours",
       {listPointer(0, kFours, 3), (n0 & 0xFFFF'FFFF) | n1 << 32, n2 & 0xFFFF'FFFF},
       {1, 0, 1, 1, 1, 0, 0, 1},
       4,
       0},
      {"eights", {listPointer(0, kEights, 3), n0, n1, n2}, {1, 0, 1, 1, 1, 1, 0, 1}, 8, 0},
      {"pointers",
       {listPointer(0, kPointers, 3), toText(2), toText(2), toText(2), a, b, c},
       {1, 0, 0, 0, 0, 0, 1, 1},
       0,
       1},
      {"empty structs",
       {listPointer(0, kStructs, 0), structTag(3, 0, 0)},
       {1, 0, 0, 0, 0, 0, 0, 1},
       0,
       0},
      {"data structs",
       {listPointer(0, kStructs, 3), structTag(3, 1, 0), n0, n1, n2},
       {1, 0, 1, 1, 1, 1, 0, 1},
       8,
       0},
      {"pointer structs",
       {listPointer(0, kStructs, 3), structTag(3, 0, 1), toText(2), toText(2), toText(2), a, b, c},
       {1, 0, 0, 0, 0, 0, 1, 1},
       0,
       1},
      {"mixed structs",
       {listPointer(0, kStructs, 6), structTag(3, 1, 1), n0, toText(4), n1, toText(3), n2,
        toText(2), a, b, c},
       {1, 0, 1, 1, 1, 1, 1, 1},
       8,
       1},
      {"wide structs",
       {listPointer(0, kStructs, 12), structTag(3, 2, 2), n0, 7, toText(9), 0, n1, 7, toText(6), 0,
        n2, 7, toText(3), 0, a, b, c},
       {1, 0, 1, 1, 1, 1, 1, 1},
       16,
       2},
  };
}

template <typename Uint>
void expectNumbers(const ListReader& list) {
  for (std::uint32_t i = 0; i < 3; ++i) {
    EXPECT_EQ(list.dataAtUnchecked<Uint>(i), static_cast<Uint>(kNumbers[i]));
  }
}

void expectTexts(const ListReader& list) {
  for (std::uint32_t i = 0; i < 3; ++i) {
    EXPECT_EQ(list.pointerAtUnchecked(i).getText(), std::string_view("abc").substr(i, 1));
  }
}

// A field that the element is long enough for reads as its number, any other as the default.
template <typename Uint>
void expectField(const StructReader& element, const Encoding& encoding, std::uint64_t number) {
  const bool has = encoding.dataBytes >= sizeof(Uint);
  const auto behind = static_cast<std::uint32_t>(encoding.dataBytes / sizeof(Uint));
  EXPECT_EQ(element.get(DataField<Uint>{0, 3}),
            has ? static_cast<Uint>(number ^ 3) : static_cast<Uint>(3));
  EXPECT_EQ(element.get(DataField<Uint>{behind, 3}), 3u) << "the field behind the element's data";
}

void expectStructs(const ListReader& list, const Encoding& encoding) {
  for (std::uint32_t i = 0; i < 3; ++i) {
    const StructReader element = list.structAtUnchecked(i);
    expectField<std::uint8_t>(element, encoding, kNumbers[i]);
    expectField<std::uint16_t>(element, encoding, kNumbers[i]);
    expectField<std::uint32_t>(element, encoding, kNumbers[i]);
    expectField<std::uint64_t>(element, encoding, kNumbers[i]);
    EXPECT_EQ(element.get(DataField<bool>{7}),
              encoding.dataBytes != 0 && (kNumbers[i] >> 7 & 1) != 0);
    EXPECT_FALSE(element.get(DataField<bool>{encoding.dataBytes * 8}));
    EXPECT_EQ(element.getText({0}),
              encoding.pointers != 0 ? std::string_view("abc").substr(i, 1) : std::string_view());
    EXPECT_TRUE(element.pointer(static_cast<std::uint16_t>(encoding.pointers)).isNull());
  }
}

void expectValues(const ListReader& list, ElementSize expected, const Encoding& encoding) {
  ASSERT_EQ(list.size(), 3u);
  switch (expected) {
    case ElementSize::kVoid:
      return;
    case ElementSize::kBit:
      EXPECT_TRUE(list.dataAtUnchecked<bool>(0));
      EXPECT_FALSE(list.dataAtUnchecked<bool>(1));
      EXPECT_TRUE(list.dataAtUnchecked<bool>(2));
      return;
    case ElementSize::kByte:
      return expectNumbers<std::uint8_t>(list);
    case ElementSize::kTwoBytes:
      return expectNumbers<std::uint16_t>(list);
    case ElementSize::kFourBytes:
      return expectNumbers<std::uint32_t>(list);
    case ElementSize::kEightBytes:
      return expectNumbers<std::uint64_t>(list);
    case ElementSize::kPointer:
      return expectTexts(list);
    case ElementSize::kComposite:
      return expectStructs(list, encoding);
  }
}

void tryPair(std::span<const std::byte> bytes, const Encoding& encoding, std::uint8_t code) {
  const auto expected = static_cast<ElementSize>(code);
  const auto fallback = fallbackList(expected);
  MessageReader reader;
  ASSERT_TRUE(reader.reopen(bytes).ok());
  const ListReader list = reader.root().getList(expected, constantOf(fallback));
  if (encoding.readable[code]) {
    expectValues(list, expected, encoding);
    EXPECT_TRUE(reader.status().ok()) << reader.status();
    return;
  }
  EXPECT_EQ(list.segment(), nullptr) << "the fallback";
  EXPECT_EQ(reader.fault().kind, FaultKind::kIncompatibleElementSize);
  EXPECT_EQ(reader.root().getList(expected).size(), 0u);
}

TEST(ListUpgrades, EveryEncodingAsEveryExpectedKind) {
  for (const Encoding& encoding : encodings()) {
    forEveryAlignment(framed({encoding.words}), [&](std::span<const std::byte> bytes) {
      for (std::uint8_t code = 0; code < 8; ++code) {
        SCOPED_TRACE(std::string(encoding.name) + " as code " + std::to_string(code));
        tryPair(bytes, encoding, code);
      }
    });
  }
}

TEST(ListUpgrades, TheSameBehindAFarPointer) {
  for (const Encoding& encoding : encodings()) {
    const auto bytes = framed({Words{farPointer(1, 0)}, encoding.words});
    for (std::uint8_t code = 0; code < 8; ++code) {
      SCOPED_TRACE(std::string(encoding.name) + " as code " + std::to_string(code));
      tryPair(bytes, encoding, code);
    }
  }
}

TEST(ListUpgrades, AnyListTellsTheEncoding) {
  for (const Encoding& encoding : encodings()) {
    const auto bytes = framed({encoding.words});
    MessageReader reader;
    ASSERT_TRUE(reader.reopen(bytes).ok());
    const ListReader list = reader.root().getAnyList();
    EXPECT_EQ(list.size(), 3u);
    EXPECT_EQ(static_cast<std::uint64_t>(list.elementSize()), encoding.words[0] >> 32 & 7);
    EXPECT_EQ(list.dataBytes(), encoding.dataBytes);
    EXPECT_EQ(list.pointers(), encoding.pointers);
    EXPECT_TRUE(reader.status().ok());
  }
}

// Only numbers without gaps, at their own alignment, are an array.
TEST(ListUpgrades, AnArrayOnlyWhereTheBytesAreOne) {
  for (const Encoding& encoding : encodings()) {
    forEveryAlignment(framed({encoding.words}), [&](std::span<const std::byte> bytes) {
      MessageReader reader;
      ASSERT_TRUE(reader.reopen(bytes).ok());
      const bool isAligned = reinterpret_cast<std::uintptr_t>(bytes.data()) % 4 == 0;
      const auto fours = reader.getRoot<List<std::uint32_t>>();
      const bool isArray = std::string_view(encoding.name) == "fours" && isAligned;
      EXPECT_EQ(fours.hasSpan(), isArray) << encoding.name;
      EXPECT_EQ(fours.asSpan().size(), isArray ? 3u : 0u);
    });
  }
}

}  // namespace
}  // namespace capstan
