// SPDX-License-Identifier: Apache-2.0
// A list of 1000 structs as a whole: copied, measured, compared, put in canonical form, hashed.
#include <string>

#include "bench/support/list_records.h"
#include "bench/support/row.h"
#include "benchmark_lists.capnp.h"
#include "capstan/layout/canonical.h"
#include "capstan/layout/equal.h"
#include "capstan/layout/hash.h"
#include "capstan/layout/size.h"
#include "capstan/message/message_builder.h"
#include "capstan/message/message_reader.h"

namespace capstan::bench {
namespace {

using benchmarks::ListOfRecords;

// The list as the bytes of one segment, as the reference's rows have it.
std::string segmentOfList() {
  ArenaOptions options;
  options.growth = GrowthPolicy::kSingleSegment;
  MessageBuilder message(options);
  buildList<ListOfRecords>(message, makeListRecords(kListRecords));
  const std::span<const std::byte> segment = message.segments()[0];
  return {reinterpret_cast<const char*>(segment.data()), segment.size()};
}

// Adds a row whose `once` takes a reader of the list, opened anew each time, and says whether what
// it did is right.
template <typename Once>
void addWholeRow(const char* name, Once once) {
  addRow(name, [once](benchmark::State& state) {
    const std::string segment = segmentOfList();
    MessageReader reader;
    bool sound = true;
    measure(state, segment.size(), [&] {
      sound &= reader.reopenFlat(segment).ok();
      sound &= once(reader.getRoot<ListOfRecords>());
    });
    check(state, sound && !reader.fault(), "what was done is not right");
  });
}

void addCopyRow() {
  addRow("Copy1000", [](benchmark::State& state) {
    const std::string segment = segmentOfList();
    MessageReader reader;
    MessageBuilder copy;
    bool sound = true;
    measure(state, segment.size(), [&] {
      sound &= reader.reopenFlat(segment).ok();
      copy.reset();
      copy.setRoot<ListOfRecords>(reader.getRoot<ListOfRecords>());
    });
    check(state, sound && !reader.fault() && equal(copy.root().asReader(), reader.root()),
          "the copy is another");
  });
}

void addEqualRow() {
  addRow("Equal1000", [](benchmark::State& state) {
    const std::string segment = segmentOfList();
    const std::string other = segment;
    MessageReader a;
    MessageReader b;
    bool sound = true;
    measure(state, segment.size(), [&] {
      sound &= a.reopenFlat(segment).ok() && b.reopenFlat(other).ok();
      sound &= equal(a.getRoot<ListOfRecords>(), b.getRoot<ListOfRecords>());
    });
    check(state, sound, "the lists are not equal");
  });
}

void addCheckRow() {
  addRow("IsCanonical1000", [](benchmark::State& state) {
    MessageReader reader;
    const std::string segment = segmentOfList();
    bool sound = reader.reopenFlat(segment).ok();
    const auto canonical = canonicalize(reader.getRoot<ListOfRecords>());
    sound &= canonical.ok();
    measure(state, canonical->sizeBytes(), [&] { sound &= isCanonical(*canonical); });
    check(state, sound, "the list is not canonical");
  });
}

void addRows() {
  addCopyRow();
  addEqualRow();
  addWholeRow("TotalSize1000",
              [](ListOfRecords::Reader list) { return totalSize(list).words > kListRecords; });
  addWholeRow("Canonicalize1000",
              [](ListOfRecords::Reader list) { return canonicalize(list).ok(); });
  addWholeRow("CanonicalHash1000",
              [](ListOfRecords::Reader list) { return canonicalHash(list).ok(); });
  addCheckRow();
}

const Rows kRows(addRows);

}  // namespace
}  // namespace capstan::bench
