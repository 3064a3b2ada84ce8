// SPDX-License-Identifier: Apache-2.0
// Mistakes of the program: views of a message that was reset, indexes that are too large, options
// that cannot be. Each reaches the misuse handler, which throws here.
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "capstan/base/misuse.h"
#include "capstan/layout/list.h"
#include "capstan/message/message_builder.h"

namespace capstan {
namespace {

struct Misuse : std::runtime_error {
  using runtime_error::runtime_error;
};

class MisuseTest : public testing::Test {
 protected:
  MisuseTest() : former_(setMisuseHandler([](const char* mistake) { throw Misuse(mistake); })) {}
  ~MisuseTest() override { setMisuseHandler(former_); }

 private:
  MisuseHandler former_;
};

// Views are checked in checked builds only.
class StaleView : public MisuseTest {
 protected:
  void SetUp() override {
    if constexpr (!kChecked) GTEST_SKIP() << "views are not checked in this build";
  }
  // Ends every view of `message` in one of the ways that there are.
  static void endViews(MessageBuilder& message, int way) {
    if (way == 0) {
      message.reset();
    } else {
      message.detach();
    }
    message.root();
  }
};

TEST_F(StaleView, OfAStructIsCaught) {
  for (const int way : {0, 1}) {
    MessageBuilder message;
    const StructBuilder view = message.root().initStruct({1, 1});
    view.set(DataField<std::uint32_t>{0}, 1);
    endViews(message, way);
    EXPECT_THROW(view.set(DataField<std::uint32_t>{0}, 1), Misuse);
    EXPECT_THROW(view.get(DataField<std::uint32_t>{0}), Misuse);
    EXPECT_THROW(view.pointer({0}), Misuse);
    EXPECT_THROW(view.has({0}), Misuse);
    EXPECT_THROW(view.asReader(), Misuse);
  }
}

TEST_F(StaleView, OfAPointerIsCaught) {
  for (const int way : {0, 1}) {
    MessageBuilder message;
    const PointerBuilder view = message.root().initStruct({0, 1}).pointer({0});
    endViews(message, way);
    EXPECT_THROW(view.isNull(), Misuse);
    EXPECT_THROW(view.asReader(), Misuse);
    EXPECT_THROW(view.clear(), Misuse);
    EXPECT_THROW(view.initStruct({1, 0}), Misuse);
    EXPECT_THROW(view.getStruct({1, 0}), Misuse);
    EXPECT_THROW(view.setText("x"), Misuse);
    EXPECT_THROW(view.initText(3), Misuse);
    EXPECT_THROW(view.getText(), Misuse);
    EXPECT_THROW(view.setData({}), Misuse);
    EXPECT_THROW(view.initData(3), Misuse);
    EXPECT_THROW(view.initDataUninitialized(3), Misuse);
    EXPECT_THROW(view.getData(), Misuse);
    EXPECT_THROW(view.initList(ElementSize::kByte, 3), Misuse);
    EXPECT_THROW(view.initStructList(3, {1, 0}), Misuse);
    EXPECT_THROW(view.getList(ElementSize::kByte), Misuse);
    EXPECT_THROW(view.getStructList({1, 0}), Misuse);
    EXPECT_THROW(view.setCapabilityIndex(1), Misuse);
    EXPECT_THROW(view.setStruct(StructReader()), Misuse);
    EXPECT_THROW(view.setList(ListReader()), Misuse);
    EXPECT_THROW(view.setPointer(PointerReader()), Misuse);
  }
}

TEST_F(StaleView, OfAListIsCaught) {
  for (const int way : {0, 1}) {
    MessageBuilder message;
    const ListBuilder numbers = message.root().initList(ElementSize::kTwoBytes, 3);
    endViews(message, way);
    EXPECT_THROW(numbers.setDataAtUnchecked<std::uint16_t>(0, 1), Misuse);
    EXPECT_THROW(numbers.dataAtUnchecked<std::uint16_t>(0), Misuse);
    EXPECT_THROW(numbers.asReader(), Misuse);
    const ListBuilder structs = message.root().initStructList(3, {1, 1});
    endViews(message, way);
    EXPECT_THROW(structs.structAtUnchecked(0), Misuse);
    EXPECT_THROW(structs.pointerAtUnchecked(0), Misuse);
  }
}

TEST_F(StaleView, TheMessageNamesTheMistake) {
  MessageBuilder message;
  const StructBuilder view = message.root().initStruct({1, 0});
  message.reset();
  try {
    view.get(DataField<std::uint32_t>{0});
    FAIL();
  } catch (const Misuse& misuse) {
    EXPECT_NE(std::string(misuse.what()).find("reset"), std::string::npos);
  }
}

TEST_F(StaleView, ADefaultConstructedBuilderIsCaught) {
  EXPECT_THROW(StructBuilder().set(DataField<std::uint32_t>{0}, 1), Misuse);
  EXPECT_THROW(PointerBuilder().setText("x"), Misuse);
}

TEST_F(StaleView, OfTheRootIsCaughtWhenReserveMovesTheFirstSegment) {
  MessageBuilder message;
  const PointerBuilder root = message.root();
  ASSERT_TRUE(message.reserve(100'000).ok());
  EXPECT_THROW(root.setText("x"), Misuse);
  message.root().setText("x");
}

TEST_F(MisuseTest, AnIndexThatIsTooLargeIsCaughtInEveryBuild) {
  MessageBuilder message;
  const auto numbers = message.initRoot<List<std::uint16_t>>(3);
  EXPECT_THROW(numbers.set(3, std::uint16_t{1}), Misuse);
  EXPECT_THROW(numbers[3], Misuse);
  EXPECT_THROW(numbers[0xFFFF'FFFF], Misuse);
  numbers.set(2, std::uint16_t{7});
  EXPECT_EQ(numbers[2], 7);
}

TEST_F(MisuseTest, ArenaOptionsThatCannotBeAreCaught) {
  alignas(8) std::byte memory[24];
  EXPECT_THROW(Arena({.growth = GrowthPolicy::kFixed}), Misuse);
  EXPECT_THROW(Arena({.firstSegment = {memory, 7}}), Misuse);
  EXPECT_THROW(Arena({.firstSegment = {memory + 1, 14}}), Misuse);
  EXPECT_THROW(Arena({.firstSegment = {memory, 15}, .headerRoomInCallerMemory = true}), Misuse);
  Arena arena({.firstSegment = {memory, 16}, .headerRoomInCallerMemory = true});
  EXPECT_THROW(arena.detachSegment(0), Misuse);
}

TEST_F(MisuseTest, TheDefaultHandlerIsRestoredByNull) {
  const MisuseHandler mine = setMisuseHandler(nullptr);
  const MisuseHandler standard = setMisuseHandler(mine);
  EXPECT_NE(standard, nullptr);
  EXPECT_NE(standard, mine);
}

}  // namespace
}  // namespace capstan
