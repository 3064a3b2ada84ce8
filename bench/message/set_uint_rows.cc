// SPDX-License-Identifier: Apache-2.0
// SetUint1, 10, 100: one text is set from a number that many times, then the message is reset.
// `/scratch=pool` formats into a buffer of the pool first and then sets the text. The message must
// not grow with the number of sets.
#include <charconv>
#include <cstdint>
#include <vector>

#include "bench/support/row.h"
#include "bench/support/uints.h"
#include "benchmark.capnp.h"
#include "capstan/layout/text_source.h"
#include "capstan/message/message_builder.h"
#include "capstan/pool/buffer_pool.h"

namespace capstan::bench {
namespace {

using benchmarks::HoldsText;

void setDirect(HoldsText::Builder root, std::uint64_t value) { root.setTxt(Decimal(value)); }

void setThroughScratch(HoldsText::Builder root, std::uint64_t value) {
  Buffer scratch = PoolHandle::shared().acquire(24);
  char* text = reinterpret_cast<char*>(scratch.data());
  const auto end = std::to_chars(text, text + 24, value).ptr;
  root.setTxt(std::string_view(text, static_cast<std::size_t>(end - text)));
}

template <typename Set>
void addSetRow(const std::string& name, std::size_t sets, Set set) {
  addRow(name, [=](benchmark::State& state) {
    const std::vector<std::uint64_t> values = uints();
    MessageBuilder message;
    std::size_t next = 0;
    bool sound = true;
    measure(state, 0, [&] {
      message.reset();
      auto root = message.initRoot<HoldsText>();
      for (std::size_t i = 0; i < sets; ++i) set(root, values[next++ % values.size()]);
      sound &= message.sizeWords() <= kMostUintMessageWords;
    });
    const std::string last = std::to_string(values[(next - 1) % values.size()]);
    const bool same = message.getRootReader<HoldsText>().getTxt() == last;
    check(state, sound, "the message grew with the number of sets");
    check(state, same, "the text is not the last number");
  });
}

void addRows() {
  for (const std::size_t sets : {1, 10, 100}) {
    const std::string name = "SetUint" + std::to_string(sets);
    addSetRow(name, sets, setDirect);
    addSetRow(name + "/scratch=pool", sets, setThroughScratch);
  }
}

const Rows kRows(addRows);

}  // namespace
}  // namespace capstan::bench
