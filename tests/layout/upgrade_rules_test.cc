// SPDX-License-Identifier: Apache-2.0
// What a builder makes of objects that an earlier or later version of a schema made, rule by rule,
// behind near, far and double-far pointers.
#include <gtest/gtest.h>

#include <algorithm>

#include "capstan/layout/upgrade.h"
#include "capstan/message/message_builder.h"
#include "tests/support/wire_words.h"

namespace capstan {
namespace {

constexpr std::uint64_t kNumbers[3] = {0x1122'3344'5566'7788, 0x99AA'BBCC'DDEE'FF01,
                                       0x0203'0405'0607'0809};
constexpr const char* kTexts[3] = {"a", "bc", "def"};

enum class Placement { kNear, kFar, kDoubleFar };
constexpr Placement kPlacements[] = {Placement::kNear, Placement::kFar, Placement::kDoubleFar};

// A message with one object, made by the constructor's argument, behind such a pointer.
class Placed {
 public:
  // make(PointerBuilder) makes an object of `words` words.
  template <typename Make>
  Placed(Placement placement, std::uint64_t words, Make make)
      : first_(placement == Placement::kFar         ? 1 + kHomeWords
               : placement == Placement::kDoubleFar ? 1 + kHomeWords + words
                                                    : 512),
        message_(ArenaOptions{.maxSegmentWords = 1,
                              .firstSegment = std::as_writable_bytes(std::span(first_))}) {
    const StructBuilder home = message_.root().initStruct({0, kHomeWords});
    pointer_ = home.pointer({0});
    make(pointer_);
    if (placement == Placement::kDoubleFar) moveAway(home);
    const WirePointer pointer = WirePointer::load(pointer_.at());
    EXPECT_EQ(pointer.kind() == PointerKind::kFar, placement != Placement::kNear && words != 0);
  }

  const PointerBuilder& pointer() const { return pointer_; }
  MessageBuilder& message() { return message_; }

 private:
  static constexpr std::uint16_t kHomeWords = 2;

  // The object's segment is full, so that a pointer in another one has to be double-far.
  void moveAway(const StructBuilder& home) {
    const ListBuilder other = home.pointer({1}).initList(ElementSize::kPointer, 1);
    internal::transferPointer(pointer_.segment(), pointer_.at(), other.segment(), other.data());
    pointer_ = other.pointerAtUnchecked(0);
  }

  support::Words first_;
  MessageBuilder message_;
  PointerBuilder pointer_;
};

struct Encoding {
  ElementSize code;
  std::uint64_t words;
  // For each expected code, void to struct: whether such a list may be built in.
  bool usable[8];
};

// Elements of composite lists have a word of data and a pointer; texts stand behind the list.
constexpr Encoding kEncodings[] = {
    {ElementSize::kVoid, 0, {1, 0, 0, 0, 0, 0, 0, 1}},
    {ElementSize::kBit, 1, {0, 1, 0, 0, 0, 0, 0, 0}},
    {ElementSize::kByte, 1, {1, 0, 1, 0, 0, 0, 0, 1}},
    {ElementSize::kTwoBytes, 1, {1, 0, 1, 1, 0, 0, 0, 1}},
    {ElementSize::kFourBytes, 2, {1, 0, 1, 1, 1, 0, 0, 1}},
    {ElementSize::kEightBytes, 3, {1, 0, 1, 1, 1, 1, 0, 1}},
    {ElementSize::kPointer, 3 + 3, {1, 0, 0, 0, 0, 0, 1, 1}},
    {ElementSize::kComposite, 7 + 3, {1, 0, 1, 1, 1, 1, 1, 1}},
};

void makeList(const PointerBuilder& to, const Encoding& encoding) {
  const ListBuilder list = encoding.code == ElementSize::kComposite ? to.initStructList(3, {1, 1})
                                                                    : to.initList(encoding.code, 3);
  for (std::uint32_t i = 0; i < 3; ++i) {
    if (encoding.code == ElementSize::kBit) list.setDataAtUnchecked<bool>(i, i != 1);
    for (std::uint32_t byte = 0; byte < list.dataBytes(); ++byte) {
      list.elementAtUnchecked(i)[byte] = static_cast<std::byte>(kNumbers[i] >> 8 * byte);
    }
    if (list.pointers() != 0) list.pointerAtUnchecked(i).setText(kTexts[i]);
  }
}

template <typename Uint>
void expectNumbers(const ListBuilder& list) {
  for (std::uint32_t i = 0; i < 3; ++i) {
    EXPECT_EQ(list.dataAtUnchecked<Uint>(i), static_cast<Uint>(kNumbers[i]));
    list.setDataAtUnchecked<Uint>(i, static_cast<Uint>(i));
    EXPECT_EQ(list.dataAtUnchecked<Uint>(i), i);
  }
}

void expectElements(const ListBuilder& list, ElementSize expected) {
  switch (expected) {
    case ElementSize::kByte:
      return expectNumbers<std::uint8_t>(list);
    case ElementSize::kTwoBytes:
      return expectNumbers<std::uint16_t>(list);
    case ElementSize::kFourBytes:
      return expectNumbers<std::uint32_t>(list);
    case ElementSize::kEightBytes:
      return expectNumbers<std::uint64_t>(list);
    case ElementSize::kPointer:
      for (std::uint32_t i = 0; i < 3; ++i) {
        EXPECT_EQ(list.pointerAtUnchecked(i).getText(), kTexts[i]);
      }
      return;
    default:
      return;
  }
}

// Calls check(encoding, placement) for each.
template <typename Check>
void forEveryEncoding(Check check) {
  for (const Encoding& encoding : kEncodings) {
    for (const Placement placement : kPlacements) {
      SCOPED_TRACE("code " + std::to_string(static_cast<int>(encoding.code)) + ", placement " +
                   std::to_string(static_cast<int>(placement)));
      check(encoding, placement);
    }
  }
}

TEST(UpgradeRules, ListsAreBuiltInAsNarrowerOnesWithoutBeingMoved) {
  forEveryEncoding([](const Encoding& encoding, Placement placement) {
    for (std::uint8_t code = 0; code < 7; ++code) {
      const auto expected = static_cast<ElementSize>(code);
      Placed placed(placement, encoding.words,
                    [&](const PointerBuilder& to) { makeList(to, encoding); });
      const std::uint64_t before = placed.message().sizeWords();
      const ListBuilder list = placed.pointer().getList(expected);
      EXPECT_EQ(list.size(), encoding.usable[code] ? 3u : 0u) << "as code " << int{code};
      if (encoding.usable[code]) expectElements(list, expected);
      EXPECT_EQ(placed.pointer().asReader().getAnyList().elementSize(), encoding.code);
      EXPECT_EQ(placed.message().sizeWords(), before);
    }
  });
}

TEST(UpgradeRules, ElementsBecomeTheFirstFieldsOfStructs) {
  forEveryEncoding([](const Encoding& encoding, Placement placement) {
    Placed placed(placement, encoding.words,
                  [&](const PointerBuilder& to) { makeList(to, encoding); });
    const ListReader old = placed.pointer().asReader().getAnyList();
    const ListBuilder list = placed.pointer().getStructList({2, 2});
    if (encoding.code == ElementSize::kBit) {
      EXPECT_EQ(list.size(), 0u) << "bits never become structs";
      EXPECT_EQ(placed.pointer().asReader().getAnyList().elementSize(), ElementSize::kBit);
      return;
    }
    ASSERT_EQ(list.size(), 3u);
    EXPECT_EQ(list.stepBytes(), 4 * kBytesPerWord);
    const std::uint32_t dataBytes = old.dataBytes();
    for (std::uint32_t i = 0; i < 3; ++i) {
      const StructBuilder element = list.structAtUnchecked(i);
      const std::uint64_t kept = dataBytes == 0 ? 0 : ~std::uint64_t{0} >> (64 - 8 * dataBytes);
      EXPECT_EQ(element.get(DataField<std::uint64_t>{0}), kNumbers[i] & kept);
      EXPECT_EQ(element.get(DataField<std::uint64_t>{1}), 0u);
      EXPECT_EQ(element.pointer({0}).getText(), old.pointers() == 0 ? "" : kTexts[i]);
      EXPECT_FALSE(element.has({1}));
    }
    const std::span<const std::byte> left(old.data(), std::size_t{old.size()} * old.stepBytes());
    EXPECT_TRUE(std::ranges::all_of(left, [](std::byte b) { return b == std::byte{0}; }))
        << "what is left of the old list";
  });
}

TEST(UpgradeRules, AStructGrowsToTheLargerOfEachSection) {
  constexpr StructSize kSizes[] = {{0, 0}, {1, 0}, {0, 1}, {1, 1}, {3, 0}, {0, 3}, {2, 2}};
  for (const Placement placement : kPlacements) {
    for (const StructSize had : kSizes) {
      for (const StructSize asked : kSizes) {
        Placed placed(placement, had.words() + had.pointers, [&](const PointerBuilder& to) {
          const StructBuilder made = to.initStruct(had);
          for (std::uint16_t i = 0; i < had.dataWords; ++i) {
            made.set(DataField<std::uint64_t>{i}, kNumbers[i]);
          }
          for (std::uint16_t i = 0; i < had.pointers; ++i) made.pointer({i}).setText(kTexts[i]);
        });
        const StructReader old = placed.pointer().asReader().getStruct();
        const StructBuilder grown = placed.pointer().getStruct(asked);
        ASSERT_EQ(grown.size(), (StructSize{std::max(had.dataWords, asked.dataWords),
                                            std::max(had.pointers, asked.pointers)}));
        for (std::uint16_t i = 0; i < grown.size().dataWords; ++i) {
          EXPECT_EQ(grown.get(DataField<std::uint64_t>{i}), i < had.dataWords ? kNumbers[i] : 0);
        }
        for (std::uint16_t i = 0; i < grown.pointers(); ++i) {
          EXPECT_EQ(grown.pointer({i}).getText(), i < had.pointers ? kTexts[i] : "");
          EXPECT_EQ(grown.has({i}), i < had.pointers);
        }
        if (grown.data() == old.data()) continue;
        const std::span<const std::byte> left(old.data(), had.words() * kBytesPerWord);
        EXPECT_TRUE(std::ranges::all_of(left, [](std::byte b) { return b == std::byte{0}; }));
      }
    }
  }
}

TEST(UpgradeRules, ANullPointerGivesACopyOfItsDefaultOrNothing) {
  using namespace support;
  static const auto number = bytesOf(Words{structPointer(0, 1, 0), 7});
  static const auto list = bytesOf(Words{listPointer(0, kTwos, 2), 0x0002'0001});
  const auto constant = [](const std::vector<std::byte>& bytes) {
    return reinterpret_cast<const unsigned char*>(bytes.data());
  };
  MessageBuilder message;
  const StructBuilder root = message.root().initStruct({0, 4});
  const std::uint64_t before = message.sizeWords();
  EXPECT_EQ(root.pointer({0}).getList(ElementSize::kTwoBytes).size(), 0u);
  EXPECT_EQ(root.pointer({0}).getStructList({1, 1}).size(), 0u);
  EXPECT_EQ(root.pointer({0}).getText(), "");
  EXPECT_TRUE(root.pointer({0}).getData().empty());
  EXPECT_TRUE(root.pointer({0}).isNull());
  EXPECT_EQ(message.sizeWords(), before) << "an empty list or blob needs no object";

  EXPECT_EQ(root.pointer({0}).getStruct({2, 1}, constant(number)).get(DataField<int>{0}), 7);
  EXPECT_EQ(root.pointer({1}).getStruct({2, 1}).get(DataField<int>{0}), 0);
  const ListBuilder copy = root.pointer({2}).getList(ElementSize::kTwoBytes, constant(list));
  ASSERT_EQ(copy.size(), 2u);
  copy.setDataAtUnchecked<std::uint16_t>(0, 9);
  EXPECT_EQ(root.pointer({3}).getStructList({1, 0}, constant(list)).size(), 2u);
  EXPECT_EQ(root.asReader().getList({2}, ElementSize::kTwoBytes).dataAtUnchecked<std::uint16_t>(0),
            9);
}

TEST(UpgradeRules, AnElementSetToItselfStays) {
  MessageBuilder message;
  auto texts = message.initRoot<List<Text>>(2u);
  texts.set(0, "a text of some length");
  texts.set(0, texts[0]);
  EXPECT_EQ(texts[0], "a text of some length");
  const StructBuilder element = message.root().initStructList(1, {1, 1}).structAtUnchecked(0);
  element.pointer({0}).initStruct({1, 0}).set(DataField<int>{0}, 5);
  element.pointer({0}).setStruct(element.pointer({0}).asReader().getStruct());
  EXPECT_EQ(element.pointer({0}).getStruct({1, 0}).get(DataField<int>{0}), 5);
}

}  // namespace
}  // namespace capstan
