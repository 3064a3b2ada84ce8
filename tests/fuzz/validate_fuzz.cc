// SPDX-License-Identifier: Apache-2.0
// Any bytes as a message: a validation, with and without a schema, finds a fault exactly where
// reading everything does (printing every known field, copying every pointer), and one that found
// none leaves a reader that finds none.
#include "tests/fuzz/message_input.h"

#include "capstan/layout/to_text.h"
#include "capstan/message/message_builder.h"
#include "capstan/message/validate.h"
#include "capstan/schema/schema.capnp.h"

namespace capstan {
namespace {

using fuzz::kLimits;
using fuzz::require;

Fault copied(const MessageReader& reader) {
  MessageBuilder copy;
  copy.root().setPointer(reader.root());
  return reader.fault();
}

template <typename T>
Fault printed(const MessageReader& reader) {
  toText(reader.getRoot<T>(), {.pretty = false});
  return reader.fault();
}

void checkReport(const MessageReader& reader, const Validation& found) {
  require(found.ok() == !reader.fault());
  require(found.ok() == (reader.budgetWords() == kUnlimited));
  require(found.faults.size() <= 100 && (found.isComplete || !found.ok()));
  if (!found.ok()) require(found.faults.front().fault == reader.fault());
  for (const FieldFault& each : found.faults) require(each.fault.kind != FaultKind::kNone);
}

template <typename T>
void checkTyped(const auto& open, const Fault& copying) {
  MessageReader reader(kLimits);
  open(reader);
  const Validation found = validateAll<T>(reader);
  checkReport(reader, found);
  if (found.ok()) {
    // Where a list of structs serves as one of pointers, a copy counts a level more.
    const Fault left = printed<T>(reader) ? reader.fault() : copied(reader);
    require(!left || left.kind == FaultKind::kNestingLimit);
    return;
  }
  MessageReader other(kLimits);
  open(other);
  const Fault printing = printed<T>(other);
  const bool isLimited =
      fuzz::isLimit(reader.fault()) || fuzz::isLimit(printing) || fuzz::isLimit(copying);
  require(isLimited || printing || copying);
}

// Overlaps are found last, and their search changes nothing else.
void checkSearches(const auto& open, bool isGood) {
  MessageReader reader(kLimits);
  open(reader);
  const Validation found =
      validateAll(reader, {.maxFaults = 1'000'000, .findOverlaps = true, .findUnreachable = true});
  require(isGood || !found.ok());
  std::uint64_t listed = 0;
  for (const WordRun& run : found.unreachable) listed += run.words;
  require(listed <= found.unreachableWords && found.unreachableWords < reader.sizeWords() + 1);
}

}  // namespace
}  // namespace capstan

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace capstan;
  fuzz::forEachMessage(data, size, [](const auto& open) {
    MessageReader reader(kLimits);
    open(reader);
    const Fault copying = copied(reader);
    open(reader);
    const Validation found = validateAll(reader);
    checkReport(reader, found);
    if (found.ok()) require(!copied(reader));
    require(fuzz::isLimit(copying) || fuzz::isLimit(reader.fault()) || found.ok() == !copying);
    checkTyped<schema::Node>(open, copying);
    checkTyped<schema::CodeGeneratorRequest>(open, copying);
    checkSearches(open, found.ok());
  });
  return 0;
}
