// SPDX-License-Identifier: Apache-2.0
// Size, equality, canonical form and its check against the reference library, on random messages
// and on what is left of them when a random word has been changed.
#include <gtest/gtest.h>

#include "capstan/layout/canonical.h"
#include "capstan/layout/equal.h"
#include "capstan/layout/size.h"
#include "capstan/message/message_reader.h"
#include "tests/layout/trees.h"

#if CAPSTAN_HAVE_ORACLE_LIBRARY
#include <capnp/any.h>
#include <capnp/message.h>

#include <cstring>
#include <deque>
#include <optional>

namespace capstan {
namespace {

// One message as both libraries read it, with room for all that they may say of it.
class Both {
 public:
  explicit Both(const std::vector<std::vector<std::byte>>& segments) {
    for (const auto& segment : segments) {
      auto words = kj::heapArray<capnp::word>(segment.size() / sizeof(capnp::word));
      std::memcpy(static_cast<void*>(words.begin()), segment.data(), segment.size());
      words_.push_back(kj::mv(words));
    }
    for (const auto& words : words_) {
      theirSegments_.push_back(words);
      ourSegments_.emplace_back(reinterpret_cast<const std::byte*>(words.begin()),
                                words.size() * sizeof(capnp::word));
    }
    capnp::ReaderOptions options;
    options.traversalLimitInWords = kLimit;
    theirs_.emplace(kj::arrayPtr(theirSegments_.data(), theirSegments_.size()), options);
    EXPECT_TRUE(ours_.reopenSegments(ourSegments_).ok());
  }

  MessageReader& ours() { return ours_; }
  capnp::MessageReader& theirs() { return *theirs_; }
  capnp::AnyPointer::Reader theirRoot() { return theirs_->getRoot<capnp::AnyPointer>(); }

 private:
  static constexpr std::uint64_t kLimit = std::uint64_t{8} << 20;

  std::deque<kj::Array<capnp::word>> words_;
  std::vector<kj::ArrayPtr<const capnp::word>> theirSegments_;
  std::vector<Bytes> ourSegments_;
  std::optional<capnp::SegmentArrayMessageReader> theirs_;
  MessageReader ours_;
};

// What `fn` says; nothing where the reference throws.
template <typename Fn>
auto unlessThrown(Fn fn) -> std::optional<decltype(fn())> {
  try {
    return fn();
  } catch (const kj::Exception&) {
    return std::nullopt;
  }
}

std::vector<std::vector<std::byte>> randomMessage(Random& random) {
  const auto options = allOptions();
  MessageBuilder message(options[random.below(options.size())]);
  fillRandom(message.initRoot<AllTypes>(), random, 2);
  if (random.flip()) message.getRoot<AllTypes>().setTextField("set over another");
  return contentOf(message);
}

void damage(std::vector<std::vector<std::byte>>& segments, Random& random) {
  auto& segment = segments[random.below(segments.size())];
  if (segment.empty()) return;
  segment[random.below(segment.size())] ^= static_cast<std::byte>(1 << random.below(8));
}

void expectSameSize(Both& message) {
  const auto theirs = unlessThrown([&] { return message.theirRoot().targetSize(); });
  const MessageSize ours = totalSize(message.ours().root());
  if (message.ours().fault() || !theirs) return;
  EXPECT_EQ(ours.words, theirs->wordCount);
  EXPECT_EQ(ours.capabilities, theirs->capCount);
}

void expectSameEquality(Both& a, Both& b) {
  const auto theirs = unlessThrown([&] { return a.theirRoot().equals(b.theirRoot()); });
  const Equality ours = compare(a.ours().root(), b.ours().root(), ListEncodings::kMustMatch);
  if (ours == Equality::kFaulty || !theirs) return;
  const Equality expected = *theirs == capnp::Equality::EQUAL ? Equality::kEqual
                            : *theirs == capnp::Equality::UNKNOWN_CONTAINS_CAPS
                                ? Equality::kHoldsCapabilities
                                : Equality::kUnequal;
  EXPECT_EQ(ours, expected);
}

std::optional<std::string> theirCanonicalForm(Both& message) {
  return unlessThrown([&] {
    const auto words = message.theirRoot().getAs<capnp::AnyStruct>().canonicalize();
    const auto bytes = words.asBytes();
    return std::string(reinterpret_cast<const char*>(bytes.begin()), bytes.size());
  });
}

std::string textOf(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

void expectSameCanonicalForm(Both& message) {
  const auto theirs = theirCanonicalForm(message);
  const auto ours = canonicalize(message.ours().root().getStruct());
  if (!ours.ok() || !theirs) return;
  EXPECT_EQ(textOf(ours->bytes()), *theirs);
}

// The reference's check lets void lists stand anywhere; its own canonical form does not.
void expectSameCheck(Both& message, const std::vector<std::vector<std::byte>>& segments) {
  const auto theirs = unlessThrown([&] { return message.theirs().isCanonical(); });
  const bool isTheirForm =
      theirs.value_or(false) && theirCanonicalForm(message) == textOf(segments[0]);
  EXPECT_EQ(isCanonical(message.ours().root()), isTheirForm);
}

TEST(AsTheReference, RandomMessagesHaveTheSameSizeAndForm) {
  Random random;
  for (int round = 0; round < 300; ++round) {
    auto segments = randomMessage(random);
    Both message(segments);
    expectSameSize(message);
    expectSameCanonicalForm(message);
    expectSameCheck(message, segments);
    Both same(segments);
    expectSameEquality(message, same);
    EXPECT_FALSE(message.ours().fault());
  }
}

TEST(AsTheReference, DamagedMessagesToo) {
  Random random;
  for (int round = 0; round < 3000; ++round) {
    auto segments = randomMessage(random);
    Both sound(segments);
    damage(segments, random);
    Both damaged(segments);
    expectSameEquality(sound, damaged);
    expectSameEquality(damaged, sound);
    expectSameSize(damaged);
    expectSameCanonicalForm(damaged);
  }
}

TEST(AsTheReference, DamagedCanonicalMessagesAreCheckedAlike) {
  Random random;
  for (int round = 0; round < 2000; ++round) {
    MessageBuilder message;
    fillRandom(message.initRoot<AllTypes>(), random, 2);
    const auto canonical = canonicalize(message.getRoot<AllTypes>());
    ASSERT_TRUE(canonical.ok());
    std::vector<std::vector<std::byte>> segments = {
        {canonical->bytes().begin(), canonical->bytes().end()}};
    if (round % 4 != 0) damage(segments, random);
    Both damaged(segments);
    expectSameCheck(damaged, segments);
  }
}

}  // namespace
}  // namespace capstan
#endif
