// SPDX-License-Identifier: Apache-2.0
// What the emitters of a source's parts share.
#pragma once

#include <string_view>

#include "absl/status/status.h"
#include "capstan/base/config.h"
#include "tools/compiler/cpp_model.h"
#include "tools/compiler/cpp_text.h"
#include "tools/compiler/cpp_values.h"
#include "tools/compiler/cpp_writer.h"

namespace capstan::inline CAPSTAN_ABI::compiler::cpp {

struct SourceState {
  // Where a member of a scope is defined: "Person::name", or its name alone.
  std::string_view member(std::string_view scope, std::string_view name);

  void fail(std::string_view node);

  Writer& out;
  TextArena text = {};
  NodeEncoder nodes = {};
  // Of the first node that could not be encoded.
  absl::Status status = {};
};

void writeEnumTable(SourceState& state, const Enum& type, std::string_view scope);
void writeWhichTable(SourceState& state, const Struct& type);
void writeStructTable(SourceState& state, const Struct& type);
void writeInterfaceTable(SourceState& state, const Struct& type);

}  // namespace capstan::inline CAPSTAN_ABI::compiler::cpp
