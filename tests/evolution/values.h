// SPDX-License-Identifier: Apache-2.0
// Random values of a schema, written into a message by one version's layout and looked for in it by
// another's.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "capstan/layout/build.h"
#include "tests/evolution/schema_layout.h"
#include "tests/support/seed.h"

namespace capstan {

// A number has `bits`, a text or data `bytes`, a list `parts`; a struct has the parts whose
// ordinals are in `ordinals`, or is null.
struct SampleValue {
  bool isNull = false;
  std::uint64_t bits = 0;
  std::string bytes;
  std::vector<SampleValue> parts;
  std::vector<unsigned> ordinals;

  const SampleValue* part(unsigned ordinal) const;
};

// A value of every field that stands outside of unions, and of one member per union.
SampleValue randomStruct(const SchemaLayout& schema, const StructLayout& layout,
                         support::Random& random, int depth);

// Requires: `to` has the layout's sections, at least.
void writeStruct(const SchemaLayout& schema, const StructLayout& layout, const SampleValue& value,
                 const StructBuilder& to);

// Expects what the rules of evolution say that `reader` finds of a `value` that `writer` wrote.
void expectStruct(const SchemaLayout& reader, const StructLayout& readerLayout,
                  const SchemaLayout& writer, const StructLayout& writerLayout,
                  const SampleValue& value, const StructReader& from);

}  // namespace capstan
