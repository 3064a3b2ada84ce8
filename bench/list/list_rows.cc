// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "bench/support/list_records.h"
#include "bench/support/policies.h"
#include "bench/support/row.h"
#include "benchmark_lists.capnp.h"
#include "capstan/message/marshal.h"
#include "capstan/message/message_builder.h"
#include "capstan/message/message_reader.h"
#include "capstan/message/validate.h"

namespace capstan::bench {
namespace {

using benchmarks::ListOfRecords;

std::string framedList(const std::vector<PlainListRecord>& records) {
  std::string framed;
  MessageBuilder message({.growth = GrowthPolicy::kSingleSegment});
  buildList<ListOfRecords>(message, records);
  appendTo(message, framed);
  return framed;
}

void addReadRow() {
  addRow("ReadList1000", [](benchmark::State& state) {
    const auto records = makeListRecords(kListRecords);
    const std::uint64_t expected = sumOfRecords(records);
    const std::string framed = framedList(records);
    MessageReader reader;
    bool sound = true;
    measure(state, framed.size(), [&] {
      sound &= reader.reopen(framed).ok();
      sound &= sumOfList(reader.getRoot<ListOfRecords>().getRecords()) == expected;
    });
    check(state, sound && !reader.fault(), "the sum is wrong");
  });
}

// One pass that checks every pointer. The row without a schema does what the reference's totalSize
// does, the nearest that it offers.
template <typename T>
void addValidateRow(const char* name) {
  addRow(name, [](benchmark::State& state) {
    const std::string framed = framedList(makeListRecords(kListRecords));
    MessageReader reader;
    bool sound = true;
    measure(state, framed.size(), [&] {
      sound &= reader.reopen(framed).ok();
      sound &= validate<T>(reader).ok();
    });
    check(state, sound && !reader.fault(), "a good message did not pass");
  });
}

void addBuildRow(const Policy& policy) {
  addRow(std::string("BuildList1000/") + policy.name, [policy](benchmark::State& state) {
    const auto records = makeListRecords(kListRecords);
    MessageBuilder message(policy.options());
    buildList<ListOfRecords>(message, records);
    const auto isRight = [&] {
      auto list = message.getRootReader<ListOfRecords>().getRecords();
      return sumOfList(list) == sumOfRecords(records) && !message.arena().fault();
    };
    if (!check(state, isRight(), "the list is not right")) return;
    measure(state, message.sizeWords() * kBytesPerWord, [&] {
      message.reset();
      buildList<ListOfRecords>(message, records);
    });
    check(state, isRight(), "the last list is not right");
  });
}

void addRows() {
  addReadRow();
  addValidateRow<ListOfRecords>("ValidateList1000");
  addValidateRow<AnyPointer>("ValidateList1000/Untyped");
  for (const Policy& policy : kPolicies) addBuildRow(policy);
}

const Rows kRows(addRows);

}  // namespace
}  // namespace capstan::bench
