// SPDX-License-Identifier: Apache-2.0
// The nodes of a request by id, and the C++ names of all its types.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "capstan/base/config.h"
#include "capstan/schema/schema.capnp.h"
#include "tools/compiler/cpp_names.h"
#include "tools/compiler/cpp_text.h"

namespace capstan::inline CAPSTAN_ABI::compiler::cpp {

class TypeNames {
 public:
  // The names of a file, struct, group, enum or interface. `shared` is explained in cpp_model.h;
  // where nothing is generic it is `name`.
  struct Name {
    std::string_view name;        // in its scope
    std::string_view shared;      // "BoxShared"
    std::string_view qualified;   // of what is shared, with the namespace and a leading "::"; empty
                                  // for a file without one
    std::string_view path;        // below the namespace: "Person::PhoneNumber", "Box<T>::Inner"
    std::string_view sharedPath;  // "BoxShared::InnerShared"
    std::string_view schemaName;  // "Person.PhoneNumber"; empty for a file
    std::string_view schemaLocal;              // "PhoneNumber"
    std::vector<std::string_view> parameters;  // its own
    bool isGeneric = false;                    // it has parameters, or a scope around it has
    std::uint64_t parent = 0;
    std::uint64_t file = 0;
  };

  // Lifetime: names are the request's own or live in the arena.
  explicit TypeNames(TextArena& text) : text_(text) {}

  // Names everything. Errors: kInvalidArgument for names that are none and scopes in a circle.
  absl::Status index(schema::CodeGeneratorRequest::Reader request);

  // Returns: null if the request has no such node, or it has no name here.
  const schema::Node::Reader* node(std::uint64_t id) const;
  const schema::Node::SourceInfo::Reader* sourceInfo(std::uint64_t id) const;
  const Name* name(std::uint64_t id) const;

  // The types of a file that have names, each behind its scope.
  std::vector<std::uint64_t> typesOf(std::uint64_t file) const;

  // The namespace of a file: "a::b".
  std::string nameSpace(std::uint64_t file) const;

  TextArena& text() const { return text_; }

 private:
  // A type that is about to be named.
  struct Member {
    std::uint64_t id;
    std::string_view schemaName;
    std::string_view name;
  };

  void nameFile(std::uint64_t file);
  void nameMembers(std::uint64_t scope, int depth);
  std::vector<Member> membersOf(std::uint64_t scope, NameScope& taken);
  void addMethodTypes(const schema::Node::Reader& node, NameScope& taken,
                      std::vector<Member>& into);
  bool addMember(const Member& member, std::uint64_t scope, NameScope& taken, int depth);
  void nameParameters(std::uint64_t file);
  void nameParametersOf(std::uint64_t id, const absl::flat_hash_set<std::string_view>& taken);
  void fail(std::string_view what, std::string_view name);

  std::string_view joined(std::string_view scope, std::string_view separator,
                          std::string_view name);

  TextArena& text_;
  absl::flat_hash_map<std::uint64_t, schema::Node::Reader> nodes_;
  absl::flat_hash_map<std::uint64_t, schema::Node::SourceInfo::Reader> sourceInfo_;
  absl::flat_hash_map<std::uint64_t, Name> names_;
  absl::flat_hash_map<std::uint64_t, std::vector<std::uint64_t>> typesOf_;
  absl::Status status_;
};

// The text of $Cxx.name among the annotations, else `name`.
std::string_view cxxName(capstan::List<schema::Annotation>::Reader annotations,
                         std::string_view name);

// A schema whose accessors are part of the library.
struct LibrarySchema {
  std::uint64_t id;
  std::string_view header;
  std::string_view nameSpace;
};

// Returns: null for any other file.
const LibrarySchema* librarySchema(std::uint64_t file);

}  // namespace capstan::inline CAPSTAN_ABI::compiler::cpp
