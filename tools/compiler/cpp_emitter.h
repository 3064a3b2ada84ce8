// SPDX-License-Identifier: Apache-2.0
// From the model to text: the header with the views, the source with tables and constants.
#pragma once

#include <cstdint>
#include <string>

#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "capstan/base/config.h"
#include "tools/compiler/cpp_model.h"
#include "tools/compiler/cpp_writer.h"

namespace capstan::inline CAPSTAN_ABI::compiler::cpp {

// Writes the header and the source. Errors: those of the writer's files; kInvalidArgument for nodes
// that cannot be copied.
absl::Status writeFile(Writer& out, const File& file);

// What the emitters of a header's parts share.
struct HeaderState {
  Writer& out;
  // The structs of the file whose classes are not complete yet. Accessors that speak of them are
  // declared in their class and defined at the end.
  absl::flat_hash_set<std::uint64_t> pending = {};
  // Definitions for the end of the header.
  Writer deferred = {};
  // Definitions for the source: what they speak of may not be complete at the header's end either.
  Writer inSource = {};
  // Memory that is used again for each field.
  std::string setTag = {};
  std::string requireActive = {};
  std::string orphan = {};
};

// Writes the header; accessors that are to stand in the source are left in `state`.
void writeHeader(HeaderState& state, const File& file);
absl::Status writeSource(Writer& out, const File& file, const Writer& accessors);

// Shells: all types with what is not a view, in the order of the schema.
void writeShells(Writer& out, const File& file);
void writeFileConstants(Writer& out, const File& file);
// What late constants are of, behind the shells of all types and of other files.
void writeLateTypes(Writer& out, const File& file);
// The constants of generic types, behind the shells of all types.
void writeGenericConstants(Writer& out, const Struct& type);

// Tells whether all that an accessor of `scope` needs of the type has been written.
bool isCompleteFor(const HeaderState& state, const Struct& scope, const Type& type);

// The class that an accessor is of, and the type that it gives or takes.
struct AccessorPlace {
  const Struct& scope;
  std::string_view className;
  const Type& type;
};

// Writes an accessor: in its class, if the type is complete there, else at the end.
void writeAccessor(HeaderState& state, const AccessorPlace& at, std::string_view result,
                   const auto& signature, const auto&... statements) {
  const auto& [scope, className, type] = at;
  Writer* out = &state.out;
  DefinedAt place;
  if (!isCompleteFor(state, scope, type)) {
    out->declaration(result, signature);
    // In a template, what speaks of its parameters is looked at when it is used.
    const bool inSource = type.isInCircle && !scope.isGeneric;
    out = inSource ? &state.inSource : &state.deferred;
    out->line();
    place = {.templateHead = scope.templateHead,
             .specifiers = inSource ? "" : "inline ",
             .scope = scope.path,
             .className = className};
  }
  out->functionAt(place, result, signature, statements...);
}

void writeReader(HeaderState& state, const Struct& type);
void writeBuilder(HeaderState& state, const Struct& type);

void openNamespace(Writer& out, const File& file);
void closeNamespace(Writer& out, const File& file);

// What stands in an accessor only if the field is a member of a union.
inline std::string_view ifInUnion(const Field& field, std::string_view piece) {
  return field.inUnion ? piece : std::string_view();
}

// Accessors that both views have.
void writeIsActive(HeaderState& state, const Field& field);
void writeHas(HeaderState& state, const Field& field);

}  // namespace capstan::inline CAPSTAN_ABI::compiler::cpp
