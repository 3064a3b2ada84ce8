// SPDX-License-Identifier: Apache-2.0
// Reads one message with this library and with the reference, field by field.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "capstan/layout/type_table.h"
#include "tests/differential/quirks.h"
#include "tests/support/capnp_tool.h"
#include "tests/support/wire_words.h"

#if !CAPSTAN_HAVE_ORACLE_LIBRARY
#define CAPSTAN_REQUIRE_REFERENCE_OR_SKIP() GTEST_SKIP() << "libcapnp-dev is not installed"
#else
#define CAPSTAN_REQUIRE_REFERENCE_OR_SKIP() static_cast<void>(0)
#endif

namespace capstan {

// A type that both sides have accessors of.
struct RootType {
  const char* name;
  const StructTable* table;
};
std::span<const RootType> rootTypes();
// Their tables alone.
std::vector<const StructTable*> rootTables();

struct CompareLimits {
  std::uint64_t traversalWords = std::uint64_t{1} << 22;
  std::uint16_t nesting = 64;
  // So that a message whose pointers share their targets ends, too.
  std::uint32_t mostReads = 500;
  // Whether `has...` is asked, too. The reference follows the pointer for that (and throws, and
  // charges); this library looks whether it is null. So only for whole messages.
  bool comparesPresence = true;
};

// What was compared so far.
struct CompareTally {
  std::uint64_t reads = 0;
  std::uint64_t faults = 0;  // reads that both sides refused
  std::uint64_t limits = 0;  // messages whose budget both sides used up by the same read
  std::array<std::uint64_t, kQuirkCount> quirks = {};
  // What the reference refuses for the nesting limit, and this library reads: defaults (constants
  // of the program, which nobody can nest deeper), and elements of a list at the limit (they can be
  // read, the pointers in them cannot be followed).
  std::uint64_t aboveNesting = 0;
};

// Reads the message as rootTypes()[type].
// Returns: "" if both gave the same values, and faults at the same reads, but for quirks; else what
// differed where.
std::string compareReads(std::size_t type, std::span<const support::Words> segments,
                         const CompareLimits& limits, CompareTally& tally);

}  // namespace capstan
