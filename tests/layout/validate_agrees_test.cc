// SPDX-License-Identifier: Apache-2.0
// A validation finds a fault exactly where reading does: random messages, damaged at random, are
// held against printing them (every field that the type knows) and copying them (every pointer).
#include <gtest/gtest.h>

#include "capstan/base/fault_status.h"
#include "capstan/layout/to_text.h"
#include "capstan/message/marshal.h"
#include "capstan/message/validate.h"
#include "tests/layout/trees.h"

namespace capstan {
namespace {

// Small, so that cycles end soon.
constexpr ReaderOptions kLimits = {.traversalLimitWords = 50'000};

Fault faultOfPrinting(std::span<const std::byte> bytes) {
  MessageReader reader(kLimits);
  EXPECT_TRUE(reader.reopen(bytes).ok());
  toText(reader.getRoot<AllTypes>(), {.pretty = false});
  return reader.fault();
}

Fault faultOfCopying(std::span<const std::byte> bytes) {
  MessageReader reader(kLimits);
  EXPECT_TRUE(reader.reopen(bytes).ok());
  MessageBuilder copy;
  copy.root().setPointer(reader.root());
  return reader.fault();
}

bool isLimit(const Fault& fault) {
  return fault.kind == FaultKind::kTraversalLimit || fault.kind == FaultKind::kNestingLimit;
}

// What a damaged message was found to be.
struct Tally {
  int good = 0;
  int faulty = 0;
  int unknownOnly = 0;
};

void compare(std::span<const std::byte> bytes, Tally& tally) {
  MessageReader reader(kLimits);
  if (!reader.reopen(bytes).ok()) return;
  const Validation typed = validateAll<AllTypes>(reader);
  const Fault first = reader.fault();
  MessageReader untypedReader(kLimits);
  ASSERT_TRUE(untypedReader.reopen(bytes).ok());
  const Validation untyped = validateAll(untypedReader);
  const Fault printing = faultOfPrinting(bytes);
  const Fault copying = faultOfCopying(bytes);
  // A walk ends at its limit, the others go on and find other things.
  if (isLimit(first) || isLimit(printing) || isLimit(copying)) return;
  EXPECT_EQ(typed.ok(), !printing && !copying) << faultStatus(printing) << faultStatus(copying);
  EXPECT_EQ(untyped.ok(), !copying) << faultStatus(copying);
  for (const FieldFault& each : typed.faults) {
    EXPECT_FALSE(each.path.empty() && !first) << faultStatus(each.fault, each.path);
  }
  (typed.ok() ? tally.good : tally.faulty) += 1;
  if (!typed.ok() && !printing) ++tally.unknownOnly;
}

TEST(ValidateAgrees, WithWhatReadingADamagedMessageFinds) {
  Random random;
  Tally tally;
  for (int round = 0; round < 400; ++round) {
    const std::vector<ArenaOptions> options = allOptions();
    MessageBuilder message(options[random.below(options.size())]);
    fillRandom(message.initRoot<AllTypes>(), random, 2);
    const auto framed = marshal(message);
    for (int damage = 0; damage < 20; ++damage) {
      std::vector<std::byte> bytes(framed->bytes().begin(), framed->bytes().end());
      for (std::uint64_t changes = random.below(3) + 1; changes != 0; --changes) {
        bytes[random.below(bytes.size())] ^= static_cast<std::byte>(1u << random.below(8));
      }
      compare(bytes, tally);
      if (HasFailure()) return;
    }
  }
  EXPECT_GT(tally.good, 100);
  EXPECT_GT(tally.faulty, 100);
  EXPECT_GT(tally.unknownOnly, 3) << "in what an AnyPointer leads to";
}

}  // namespace
}  // namespace capstan
