// SPDX-License-Identifier: Apache-2.0
#include "bench/support/list_records.h"
#include "bench/support/reference.h"
#include "oracle/benchmark_lists.capnp.h"

namespace capstan::bench {
namespace {

using peer = ::oracle::benchmarks::ListOfRecords;

constexpr std::size_t kScratchWords = std::size_t{kListRecords} * 16;

void addReadRow() {
  addRow("ReadList1000/reference=default", [](benchmark::State& state) {
    const auto records = makeListRecords(kListRecords);
    const std::uint64_t expected = sumOfRecords(records);
    Scratch scratch(kScratchWords);
    capnp::MallocMessageBuilder message(scratch.words());
    buildList<peer>(message, records);
    const auto framed = capnp::messageToFlatArray(message);
    bool sound = true;
    measure(state, framed.asBytes().size(), [&] {
      capnp::FlatArrayMessageReader reader(framed, generousOptions());
      sound &= sumOfList(reader.getRoot<peer>().getRecords()) == expected;
    });
    check(state, sound, "the sum is wrong");
  });
}

// The nearest to a validation that it offers: totalSize follows and checks every pointer, without a
// schema.
void addValidateRow() {
  for (const char* name :
       {"ValidateList1000/reference=totalSize", "ValidateList1000/Untyped/reference=totalSize"}) {
    addRow(name, [](benchmark::State& state) {
      capnp::MallocMessageBuilder message;
      buildList<peer>(message, makeListRecords(kListRecords));
      const auto framed = capnp::messageToFlatArray(message);
      std::uint64_t words = 0;
      measure(state, framed.asBytes().size(), [&] {
        capnp::FlatArrayMessageReader reader(framed, generousOptions());
        words = reader.getRoot<peer>().totalSize().wordCount;
      });
      check(state, words != 0 && words < framed.size(), "the size is wrong");
    });
  }
}

void addRows() {
  addReadRow();
  addValidateRow();
  addReferenceBuildRows("BuildList1000", 0, kScratchWords, [](capnp::MessageBuilder& message) {
    static const auto records = makeListRecords(kListRecords);
    buildList<peer>(message, records);
  });
}

const Rows kRows(addRows);

}  // namespace
}  // namespace capstan::bench
