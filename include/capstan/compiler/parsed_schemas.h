// SPDX-License-Identifier: Apache-2.0
// ParsedSchemas: compiled schemas in memory, looked up by id and by name.
//
//   absl::StatusOr<ParsedSchemas> schemas = parser.parse({"addressbook.capnp"});
//   auto person = schemas->find("addressbook.capnp:Person");
//   for (auto field : person->getStruct().getFields()) use(field.getName());
//
// Besides what the requested files declare, it holds what that depends on: of an imported file, the
// declarations that are used and the scopes around them.
//
// Lifetime: readers borrow from it and hold until it is destroyed; moving it keeps them.
// Threads: immutable, so any number of threads may read it and its readers at once.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "capstan/base/config.h"
#include "capstan/message/message_builder.h"
#include "capstan/schema/schema.capnp.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

class ParsedSchemas {
 public:
  using Node = schema::Node::Reader;

  // Requires: the message's root is a request, which nobody changes any more.
  explicit ParsedSchemas(std::unique_ptr<MessageBuilder> request);

  // All of it: nodes, documentation, requested files.
  schema::CodeGeneratorRequest::Reader request() const { return request_; }

  // These two return nothing if there is no such node. Cost: logarithmic in the number of nodes.
  std::optional<Node> find(std::uint64_t id) const;
  // A file by its name as in messages ("dir/file.capnp"), a declaration as
  // "file.capnp:Outer.Inner".
  std::optional<Node> find(std::string_view displayName) const;

  // A declaration by its path inside of a file, struct or interface, such as "Outer.Inner".
  // Returns: nothing if there is none, or it is one of an imported file that nothing uses.
  // Cost: linear in the number of declarations of each scope on the way.
  std::optional<Node> findNested(const Node& scope, std::string_view path) const;

 private:
  std::optional<Node> nodeAt(std::uint32_t index) const;

  std::unique_ptr<MessageBuilder> message_;
  schema::CodeGeneratorRequest::Reader request_;
  // Sorted; with places in the list of nodes.
  std::vector<std::pair<std::uint64_t, std::uint32_t>> byId_;
  std::vector<std::pair<std::string_view, std::uint32_t>> byName_;
};

}  // namespace capstan::inline CAPSTAN_ABI::compiler
