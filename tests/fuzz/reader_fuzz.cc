// SPDX-License-Identifier: Apache-2.0
// Any bytes as a message: everything in it is read in every way, by untyped views and by the typed
// accessors of a recursive schema, and copied; the copy must be whole.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "capstan/message/marshal.h"
#include "capstan/message/message_reader.h"
#include "capstan/schema/schema.capnp.h"
#include "tests/hostile/walk.h"

namespace capstan {
namespace {

constexpr ReaderOptions kSmallBudget = {.traversalLimitWords = 20'000};

std::uint64_t sum = 0;

void readType(const schema::Type::Reader& type) {
  sum += static_cast<std::uint64_t>(type.which());
  if (type.isList()) readType(type.getList().getElementType());
  if (type.isStruct()) sum += type.getStruct().getBrand().getScopes().size();
}

void readValue(const schema::Value::Reader& value) {
  sum += value.getText().size() + value.getData().size() + value.getUint64();
  sum += value.getBool() ? 1 : 0;
}

void readNode(const schema::Node::Reader& node) {
  sum += node.getId() + node.getDisplayName().size();
  for (const auto& child : node.getNestedNodes()) sum += child.getName().size() + child.getId();
  if (!node.isStruct()) return;
  for (const auto& field : node.getStruct().getFields()) {
    sum += field.getName().size() + field.getDiscriminantValue();
    readType(field.getSlot().getType());
    readValue(field.getSlot().getDefaultValue());
  }
}

void readTyped(const MessageReader& reader) {
  const auto request = reader.getRoot<schema::CodeGeneratorRequest>();
  for (const auto& node : request.getNodes()) readNode(node);
  for (const auto& file : request.getRequestedFiles()) sum += file.getFilename().size();
  readNode(reader.getRoot<schema::Node>());
  readType(reader.getRoot<schema::Type>());
}

void copy(const MessageReader& reader) {
  MessageBuilder message;
  message.root().setPointer(reader.root());
  const auto bytes = marshal(message);
  if (!bytes.ok()) return;
  MessageReader check(
      ReaderOptions{.traversalLimitWords = kUnlimited, .nestingLimit = kUnlimitedDepth});
  if (!check.reopen(*bytes).ok()) std::abort();
  Walk(Walk::Manner::kAsItIs).pointer(check.root());
  if (!check.status().ok()) std::abort();
}

void readAll(MessageReader& reader) {
  Walk walk(Walk::Manner::kInEveryWay);
  walk.pointer(reader.root());
  reader.refillBudget();
  readTyped(reader);
  reader.refillBudget();
  copy(reader);
}

}  // namespace
}  // namespace capstan

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span<const std::uint8_t> bytes(data, size);
  capstan::MessageReader reader(capstan::kSmallBudget);
  if (reader.reopen(bytes).ok()) capstan::readAll(reader);
  if (size % 8 == 0 && reader.reopenFlat(bytes).ok()) capstan::readAll(reader);
  return 0;
}
