// SPDX-License-Identifier: Apache-2.0
// From the model to text: the header with the views, the source with tables and constants.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "capstan/base/config.h"
#include "tools/compiler/cpp_model.h"
#include "tools/compiler/cpp_writer.h"

namespace capstan::inline CAPSTAN_ABI::compiler::cpp {

std::string writeHeader(const File& file);
std::string writeSource(const File& file);

// What the emitters of a header's parts share.
struct HeaderState {
  Writer out;
  // The structs of the file whose classes are not complete yet. Accessors that speak of them are
  // declared in their class and defined at the end.
  std::set<std::uint64_t> pending;
  // Definitions for the end of the header.
  std::vector<Function> deferred;
};

// Writes an accessor: where it stands, if `type` is complete there, else at the end.
void writeAccessor(HeaderState& state, const Struct& scope, std::string_view className,
                   const Type& type, Function function);

void writeReader(HeaderState& state, const Struct& type);
void writeBuilder(HeaderState& state, const Struct& type);

// The words of accessors that both views have.
inline std::string slotOf(const Field& field) { return "Slots::" + field.constant; }
inline std::string isActive(const Field& field) { return "is" + field.name + "()"; }
void writeIsActive(Writer& out, const Field& field);
void writeHas(Writer& out, const Field& field);

}  // namespace capstan::inline CAPSTAN_ABI::compiler::cpp
