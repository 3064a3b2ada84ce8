// SPDX-License-Identifier: Apache-2.0
// The reference on a list as a whole. It has no hash: what stands there is what it takes to hash
// its canonical form, without the hashing.
#include <capnp/any.h>

#include "bench/support/list_records.h"
#include "bench/support/reference.h"
#include "oracle/benchmark_lists.capnp.h"

namespace capstan::bench {
namespace {

using peer = ::oracle::benchmarks::ListOfRecords;

constexpr std::size_t kScratchWords = std::size_t{kListRecords} * 16;

kj::Array<capnp::word> segmentOfList() {
  Scratch scratch(kScratchWords);
  capnp::MallocMessageBuilder message(scratch.words());
  buildList<peer>(message, makeListRecords(kListRecords));
  return kj::heapArray<capnp::word>(message.getSegmentsForOutput()[0]);
}

// A reader of one segment without a table, as ours is.
class SegmentReader {
 public:
  explicit SegmentReader(kj::ArrayPtr<const capnp::word> segment)
      : segment_(segment), reader_(kj::arrayPtr(&segment_, 1), generousOptions()) {}
  capnp::MessageReader& get() { return reader_; }

 private:
  kj::ArrayPtr<const capnp::word> segment_;
  capnp::SegmentArrayMessageReader reader_;
};

template <typename Once>
void addWholeRow(const std::string& name, Once once) {
  addRow(name, [once](benchmark::State& state) {
    const auto segment = segmentOfList();
    bool sound = true;
    measure(state, segment.asBytes().size(), [&] {
      SegmentReader reader(segment);
      sound &= once(reader.get().getRoot<peer>());
    });
    check(state, sound, "what was done is not right");
  });
}

void addCopyRows() {
  addRow("Copy1000/reference=default", [](benchmark::State& state) {
    const auto segment = segmentOfList();
    measure(state, segment.asBytes().size(), [&] {
      SegmentReader reader(segment);
      capnp::MallocMessageBuilder copy;
      copy.setRoot(reader.get().getRoot<peer>());
    });
  });
  addRow("Copy1000/reference=scratch", [](benchmark::State& state) {
    const auto segment = segmentOfList();
    Scratch scratch(kScratchWords);
    measure(state, segment.asBytes().size(), [&] {
      SegmentReader reader(segment);
      capnp::MallocMessageBuilder copy(scratch.words());
      copy.setRoot(reader.get().getRoot<peer>());
    });
  });
}

void addEqualRow() {
  addRow("Equal1000/reference=default", [](benchmark::State& state) {
    const auto segment = segmentOfList();
    const auto other = segmentOfList();
    bool sound = true;
    measure(state, segment.asBytes().size(), [&] {
      SegmentReader a(segment);
      SegmentReader b(other);
      sound &= a.get().getRoot<capnp::AnyStruct>() == b.get().getRoot<capnp::AnyStruct>();
    });
    check(state, sound, "the lists are not equal");
  });
}

void addCheckRow() {
  addRow("IsCanonical1000/reference=default", [](benchmark::State& state) {
    const auto segment = segmentOfList();
    SegmentReader list(segment);
    const auto canonical = capnp::canonicalize(list.get().getRoot<peer>());
    bool sound = true;
    measure(state, canonical.asBytes().size(), [&] {
      SegmentReader reader(canonical);
      sound &= reader.get().isCanonical();
    });
    check(state, sound, "the list is not canonical");
  });
}

void addRows() {
  addCopyRows();
  addEqualRow();
  addWholeRow("TotalSize1000/reference=default",
              [](peer::Reader list) { return list.totalSize().wordCount > kListRecords; });
  for (const char* name :
       {"Canonicalize1000/reference=default", "CanonicalHash1000/reference=default"}) {
    addWholeRow(name, [](peer::Reader list) { return capnp::canonicalize(list).size() != 0; });
  }
  addCheckRow();
}

const Rows kRows(addRows);

}  // namespace
}  // namespace capstan::bench
