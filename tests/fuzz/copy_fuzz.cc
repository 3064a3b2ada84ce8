// SPDX-License-Identifier: Apache-2.0
// Any bytes as a message that is copied: a copy is whole whatever its source was, a second copy is
// the same, and one that is tried changes nothing where its source is faulty.
#include "tests/fuzz/message_input.h"

#include "capstan/message/marshal.h"
#include "capstan/message/try_copy.h"
#include "capstan/message/validate.h"
#include "tests/hostile/walk.h"

namespace capstan {
namespace {

using fuzz::kLimits;
using fuzz::require;

constexpr ReaderOptions kUnbounded = {.traversalLimitWords = kUnlimited,
                                      .nestingLimit = kUnlimitedDepth};

std::uint64_t sumOf(const MessageReader& reader) {
  Walk walk(Walk::Manner::kAsItIs);
  walk.pointer(reader.root());
  require(reader.status().ok());
  return walk.sum();
}

// The copy's bytes; they are a good tree without a word too many.
Buffer checkedBytes(MessageBuilder& copy) {
  Buffer bytes = *marshal(copy);
  MessageReader reader(kUnbounded);
  require(reader.reopen(bytes).ok());
  const Validation found = validateAll(reader, {.findOverlaps = true, .findUnreachable = true});
  require(found.ok());
  return bytes;
}

void checkTried(const auto& open, bool isWhole, const Buffer& set) {
  MessageReader reader(kLimits);
  open(reader);
  MessageBuilder message;
  message.setRoot<Text>("old");
  require(tryCopy(message, reader.root()).ok() == isWhole);
  if (!isWhole) {
    require(message.getRootReader<Text>() == "old" && message.sizeWords() == 2);
    return;
  }
  MessageReader tried(kUnbounded);
  MessageReader direct(kUnbounded);
  const Buffer bytes = *marshal(message);
  require(tried.reopen(bytes).ok() && direct.reopen(set).ok());
  require(sumOf(tried) == sumOf(direct));
}

void check(const auto& open) {
  MessageReader reader(kLimits);
  open(reader);
  MessageBuilder copy({.growth = GrowthPolicy::kSingleSegment, .firstSegmentWords = 1});
  copy.root().setPointer(reader.root());
  const Buffer bytes = checkedBytes(copy);

  // A copy of the copy, in as many segments as may be, holds the same.
  MessageBuilder again({.firstSegmentWords = 1, .maxSegmentWords = 64});
  again.root().setPointer(copy.root().asReader());
  MessageReader first(kUnbounded);
  MessageReader second(kUnbounded);
  const Buffer moreBytes = *marshal(again);
  require(first.reopen(bytes).ok() && second.reopen(moreBytes).ok());
  require(sumOf(first) == sumOf(second));
  checkTried(open, reader.status().ok(), bytes);
}

}  // namespace
}  // namespace capstan

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  capstan::fuzz::forEachMessage(data, size, [](const auto& open) { capstan::check(open); });
  return 0;
}
