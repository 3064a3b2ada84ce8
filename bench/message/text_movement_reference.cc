// SPDX-License-Identifier: Apache-2.0
// The reference library on TextMovementBetweenSegments. `=orphan` is its way inside one message:
// the list is built as an orphan and adopted, which copies nothing.
#include <capnp/orphan.h>

#include "bench/message/text_movement.h"
#include "bench/support/reference.h"
#include "oracle/benchmark.capnp.h"

namespace capstan::bench {
namespace {

using peer = ::oracle::benchmarks::HoldsText;

constexpr std::size_t kWords = kMovementBufferBytes / sizeof(capnp::word);

template <typename List>
void fillList(List list, const std::vector<std::string>& texts) {
  for (std::uint32_t i = 0; i < list.size(); ++i) list.set(i, texts[i]);
}

void addScratchRow() {
  addRow("TextMovementBetweenSegments/reference=scratch", [](benchmark::State& state) {
    const std::vector<std::string> texts = movedTexts();
    Scratch firstScratch(kWords);
    Scratch secondScratch(kWords);
    bool same = true;
    const auto move = [&](bool compares) {
      capnp::MallocMessageBuilder second(secondScratch.words());
      auto list = second.getRoot<capnp::AnyPointer>().initAs<capnp::List<capnp::Text>>(
          static_cast<unsigned>(texts.size()));
      fillList(list, texts);
      capnp::MallocMessageBuilder first(firstScratch.words());
      auto root = first.initRoot<peer>();
      root.setLst(list.asReader());
      if (compares) same &= holdsMovedTexts(root.asReader().getLst(), texts);
    };
    move(true);
    measure(state, kMovedTexts * kMovedTextBytes, [&] { move(false); });
    move(true);
    check(state, same, "the texts differ");
  });
}

void addOrphanRow() {
  addRow("TextMovementBetweenSegments/reference=orphan", [](benchmark::State& state) {
    const std::vector<std::string> texts = movedTexts();
    Scratch scratch(kWords);
    measure(state, kMovedTexts * kMovedTextBytes, [&] {
      capnp::MallocMessageBuilder message(scratch.words());
      auto orphan = message.getOrphanage().newOrphan<capnp::List<capnp::Text>>(
          static_cast<unsigned>(texts.size()));
      fillList(orphan.get(), texts);
      message.initRoot<peer>().adoptLst(kj::mv(orphan));
    });
  });
}

void addRows() {
  addScratchRow();
  addOrphanRow();
}

const Rows kRows(addRows);

}  // namespace
}  // namespace capstan::bench
