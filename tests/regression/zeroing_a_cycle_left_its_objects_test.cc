// SPDX-License-Identifier: Apache-2.0
// An object that was adopted below itself made a cycle that nobody noticed. Zeroing it came back to
// objects that it had zeroed, took their words for pointers and went on behind their ends.
#include <gtest/gtest.h>

#include "capstan/layout/orphan_builder.h"
#include "capstan/message/message_builder.h"

namespace capstan {
namespace {

constexpr int kObjects = 1500;  // more than adoption looks at

// A chain of objects of which each leads to the next one and, on either side of that, to a struct
// with a text; the last one then leads to the first. `make` makes an object behind a pointer and
// gives its three pointers.
template <typename Make>
void zeroACycle(Make make) {
  MessageBuilder message;
  const PointerBuilder start = message.root().initStruct({0, 1}).pointer({0});
  PointerBuilder at = start;
  PointerBuilder second;
  for (int i = 0; i < kObjects; ++i) {
    const auto pointer = make(at);
    for (const int side : {0, 2}) pointer(side).initStruct({0, 1}).pointer({0}).setText("side");
    at = pointer(1);
    if (i == 0) second = at;
  }
  at.adopt(start.disown());
  second.clear();
  EXPECT_TRUE(second.isNull());
  EXPECT_TRUE(start.isNull());
  start.setText("built on");
  EXPECT_EQ(start.getText(), "built on");
}

TEST(Regression, ZeroingACycleLeftItsObjects) {
  zeroACycle([](const PointerBuilder& at) {
    const StructBuilder made = at.initStruct({1, 3});
    return [made](int i) { return made.pointer({static_cast<std::uint16_t>(i)}); };
  });
  zeroACycle([](const PointerBuilder& at) {
    const ListBuilder made = at.initStructList(3, {1, 1});
    return [made](int i) {
      return made.structAtUnchecked(static_cast<std::uint32_t>(i)).pointer({0});
    };
  });
  zeroACycle([](const PointerBuilder& at) {
    const ListBuilder made = at.initList(ElementSize::kPointer, 3);
    return [made](int i) { return made.pointerAtUnchecked(static_cast<std::uint32_t>(i)); };
  });
}

}  // namespace
}  // namespace capstan
