// SPDX-License-Identifier: Apache-2.0
// The nodes of a request by id, and the C++ names of all its types.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "capstan/base/config.h"
#include "capstan/schema/schema.capnp.h"

namespace capstan::inline CAPSTAN_ABI::compiler::cpp {

class TypeNames {
 public:
  // The names of a file, struct, group or enum.
  struct Name {
    std::string name;        // in its scope
    std::string qualified;   // with the namespace and a leading "::"; empty for a file without one
    std::string path;        // below the namespace: "Person::PhoneNumber"; empty for a file
    std::string schemaName;  // "Person.PhoneNumber"; empty for a file
    std::uint64_t parent = 0;
    std::uint64_t file = 0;
  };

  // Names everything. Errors: kInvalidArgument for names that are none and scopes in a circle.
  absl::Status index(schema::CodeGeneratorRequest::Reader request);

  // Returns: null if the request has no such node, or it has no name here.
  const schema::Node::Reader* node(std::uint64_t id) const;
  const schema::Node::SourceInfo::Reader* sourceInfo(std::uint64_t id) const;
  const Name* name(std::uint64_t id) const;

  // The namespace of a file: "a::b".
  std::string nameSpace(std::uint64_t file) const;

  // The schema's name of a type, without the scopes around `scope`.
  std::string schemaName(std::uint64_t id, std::uint64_t scope) const;

 private:
  void nameFile(std::uint64_t file);
  void nameMembers(std::uint64_t scope, int depth);
  void nameMember(std::uint64_t id, std::uint64_t scope, std::string_view schemaName,
                  std::string name, int depth);
  void fail(std::string_view what, std::string_view name);

  absl::flat_hash_map<std::uint64_t, schema::Node::Reader> nodes_;
  absl::flat_hash_map<std::uint64_t, schema::Node::SourceInfo::Reader> sourceInfo_;
  absl::flat_hash_map<std::uint64_t, Name> names_;
  absl::Status status_;
};

// The text of $Cxx.name among the annotations, else `name`.
std::string cxxName(capstan::List<schema::Annotation>::Reader annotations, std::string_view name);

// The schema of schemas: its accessors are part of the library.
inline constexpr std::uint64_t kSchemaFileId = 0xa93fc509624c72d9;

}  // namespace capstan::inline CAPSTAN_ABI::compiler::cpp
