// SPDX-License-Identifier: Apache-2.0
// Where two messages of one type differ, as a list of paths and values:
//
//   people[3].phones[0].number: "555-1212" != "555-1213"
//   people[3].employment: (school = "MIT") != (unemployed = void)
//   people: 4 elements != 5 elements
//
// Values are compared as compare() does (equal.h) and printed as toText does, on one line, null
// pointers as `null`. What the type does not know, and what lies deeper than 100 levels, is
// compared too: it is listed by the struct that holds it, as `<unknown>`. So there is no difference
// in the list exactly if the messages are equal. Capabilities count as equal where their indexes
// are.
//
// Any thread. For logs, tests and tools. Errors: std::bad_alloc, with nothing changed.
// Cost: a comparison, and if that finds a difference one pass over both sides, which compares what
// lies below AnyPointers and unknown pointers once more.
// Security: bounded by the options and by the readers' budgets.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>
#include <vector>

#include "capstan/base/config.h"
#include "capstan/layout/struct_reader.h"
#include "capstan/layout/traits.h"
#include "capstan/layout/type_table.h"

namespace capstan::inline CAPSTAN_ABI {

struct DiffOptions {
  // The differences to list; the search ends with them.
  std::size_t maxDifferences = 100;
  // The bytes of a value's text; longer ones are cut and end in "...".
  std::size_t maxValueBytes = 80;
};

// One place where two messages differ. The path of the roots themselves is empty.
struct Difference {
  std::string path;
  std::string a;
  std::string b;

  // As above: `path: a != b`.
  std::string toString() const;
  friend bool operator==(const Difference&, const Difference&) = default;
};

struct Diff {
  std::vector<Difference> differences;
  // Whether all of both messages could be read and every difference is listed; otherwise the
  // options have ended the list, or a reader has its fault.
  bool isComplete = true;

  // A difference a line.
  std::string toString() const;
};

Diff diff(const StructTable& type, const StructReader& a, const StructReader& b,
          const DiffOptions& options = {});

// The same for generated types: Readers and Builders of one type.
template <typename A, typename B>
requires((TypedReader<A> || TypedBuilder<A>)&&std::same_as<typename A::Type, typename B::Type>)  //
    Diff diff(const A& a, const B& b, const DiffOptions& options = {}) {
  using Reader = typename A::Type::Reader;
  return diff(A::Type::kTable, Reader(a).raw(), Reader(b).raw(), options);
}

}  // namespace capstan::inline CAPSTAN_ABI
