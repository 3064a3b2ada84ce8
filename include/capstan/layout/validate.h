// SPDX-License-Identifier: Apache-2.0
// Validation: one pass over a message that finds whatever reading it could find.
//
// Every pointer is followed once, in the order of the fields' ordinals, by the same checks as the
// accessors' own; pointers that the type does not know (a newer schema's, inactive union members')
// as whatever they are. What a field's type leaves open (AnyPointer, a type parameter) is followed
// as what it is, too: text in it need not end in a NUL. What is bound to a parameter is no part of
// type tables, so a Box(Text) is validated as a Box(AnyPointer); reading its text checks that it is
// one, and gives the default and a fault where it is not. Enum values, union tags and the bytes of
// texts are the application's to judge.
//
// message/validate.h validates a whole MessageReader and words what was found.
// Cost: a few nanoseconds per pointer and per field of a struct that has pointers; lists without
// pointers cost nothing per element. Memory: 64 levels stand on the stack; deeper ones (which
// exceed the default nesting limit) and the two searches below take memory from the heap, bounded
// by the size of the message.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "capstan/base/config.h"
#include "capstan/base/fault.h"
#include "capstan/layout/pointer_reader.h"
#include "capstan/layout/type_table.h"

namespace capstan::inline CAPSTAN_ABI {

struct ValidateOptions {
  // How many faults are listed; the walk ends at the last of them. 0 counts as 1.
  std::uint32_t maxFaults = 1;
  // Whether an object that shares words with another is a fault. Honest writers make trees; the
  // other accessors only bound what sharing costs. Cost: a bit per word of the message.
  bool findOverlaps = false;
  // Whether words that nothing leads to are listed. They are no fault: an overwritten field leaves
  // some. Cost: a bit per word of the message.
  bool findUnreachable = false;
  // How many runs of such words are listed.
  std::uint32_t maxUnreachableRuns = 16;
};

// A fault and the field that leads to it.
struct FieldFault {
  // As in `people[3].phones[0].number`; `<pointer 2>` is a pointer that the type does not know, and
  // the empty path the root. The middle of a very long path is left out.
  std::string path = {};
  Fault fault = {};
};

// Words of a segment that lie in a row.
struct WordRun {
  std::uint32_t segment = 0;
  std::uint32_t wordOffset = 0;
  std::uint32_t words = 0;
  friend bool operator==(const WordRun&, const WordRun&) = default;
};

// What a validation found.
struct Validation {
  std::vector<FieldFault> faults = {};
  // Whether every pointer that is not faulty was followed; not so where the walk ended early, at
  // maxFaults, at the traversal limit or for lack of memory.
  bool isComplete = false;
  // With findUnreachable: what no pointer leads to, that behind faulty pointers included, in order.
  std::vector<WordRun> unreachable = {};
  std::uint64_t unreachableWords = 0;

  bool ok() const { return faults.empty(); }
};

// Validates whatever `root` leads to as a `type` (kTypeRef<T>, or {.kind = kAnyPointer} for a type
// that is not known). Charges the traversal budget as a reader would. The first fault is kept in
// the message, unless it had one.
// Errors: what a reading finds, and kNoMemory. Words and paths of faults are strings, which throw
// where there is no memory for them.
// Security: at most the budget's words are visited; depth is bounded by the nesting limit, and
// where that is off by the number of words, so that a cycle is a kNestingLimit fault.
Validation validateTree(const PointerReader& root, const TypeRef& type,
                        const ValidateOptions& options = {});

}  // namespace capstan::inline CAPSTAN_ABI
