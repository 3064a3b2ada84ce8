// SPDX-License-Identifier: Apache-2.0
// From the model to text: the header with the views, the source with tables and constants.
#pragma once

#include <cstdint>
#include <string>

#include "absl/container/flat_hash_set.h"
#include "capstan/base/config.h"
#include "tools/compiler/cpp_model.h"
#include "tools/compiler/cpp_writer.h"

namespace capstan::inline CAPSTAN_ABI::compiler::cpp {

struct FileText {
  std::string header;
  std::string source;
};

FileText writeFile(const File& file);

// How many characters each of the two is expected to have.
std::size_t charsOf(const File& file);

// What the emitters of a header's parts share.
struct HeaderState {
  Writer out;
  // The structs of the file whose classes are not complete yet. Accessors that speak of them are
  // declared in their class and defined at the end.
  absl::flat_hash_set<std::uint64_t> pending;
  // Definitions for the end of the header.
  Writer deferred;
  // Definitions for the source: what they speak of may not be complete at the header's end either.
  Writer inSource;
  // The accessor that is being put together.
  Function function;
};

// Writes the header; accessors that are to stand in the source are left in `state`.
void writeHeader(HeaderState& state, const File& file);
std::string writeSource(const File& file, const Writer& accessors);

// Shells: all types with what is not a view, in the order of the schema.
void writeShells(Writer& out, const File& file);
void writeFileConstants(Writer& out, const File& file);
// The constants of generic types, behind the shells of all types.
void writeGenericConstants(Writer& out, const Struct& type);

// Writes the accessor in `state`: where it stands, if `type` is complete there, else at the end.
void writeAccessor(HeaderState& state, const Struct& scope, std::string_view className,
                   const Type& type);

void writeReader(HeaderState& state, const Struct& type);
void writeBuilder(HeaderState& state, const Struct& type);

void openNamespace(Writer& out, const File& file);
void closeNamespace(Writer& out, const File& file);

// Accessors that both views have.
void writeIsActive(HeaderState& state, const Field& field);
void writeHas(HeaderState& state, const Field& field);

}  // namespace capstan::inline CAPSTAN_ABI::compiler::cpp
