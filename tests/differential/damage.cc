// SPDX-License-Identifier: Apache-2.0
#include "tests/differential/damage.h"

namespace capstan {
namespace {

using support::Random;
using support::Words;

constexpr std::uint64_t kOffsetUnit = std::uint64_t{1} << 2;
constexpr std::uint64_t kCodeUnit = std::uint64_t{1} << 32;
constexpr std::uint64_t kCountUnit = std::uint64_t{1} << 35;
constexpr std::uint64_t kPointersUnit = std::uint64_t{1} << 48;

// A walk of its own over words, so that it does not depend on what it helps to test.
class PointerWords {
 public:
  explicit PointerWords(std::span<const Words> segments) : segments_(segments) {}

  std::vector<WordPlace> all() {
    follow({0, 0});
    for (std::size_t i = 0; i < found_.size(); ++i) {
      const WordPlace at = found_[i].place;
      if (found_[i].isLink) target(at, word(at));
    }
    std::vector<WordPlace> places;
    for (const Found& found : found_) places.push_back(found.place);
    return places;
  }

 private:
  struct Found {
    WordPlace place;
    bool isLink;
  };

  std::uint64_t word(WordPlace at) const { return segments_[at.segment][at.word]; }
  void follow(WordPlace at) { found_.push_back({at, true}); }
  void note(WordPlace at) { found_.push_back({at, false}); }
  static WordPlace padOf(std::uint64_t far) {
    return {static_cast<std::uint32_t>(far >> 32), static_cast<std::uint32_t>(far) >> 3};
  }

  void target(WordPlace at, std::uint64_t pointer) {
    if (pointer == 0 || (pointer & 3) == 3) return;
    if ((pointer & 3) != 2) {
      const auto offset = static_cast<std::int32_t>(pointer) >> 2;
      return object({at.segment, static_cast<std::uint32_t>(at.word + 1 + offset)}, pointer);
    }
    const WordPlace pad = padOf(pointer);
    if ((pointer & 4) == 0) return follow(pad);
    note(pad);
    note({pad.segment, pad.word + 1});
    object(padOf(word(pad)), word({pad.segment, pad.word + 1}));
  }

  void object(WordPlace at, std::uint64_t pointer) {
    if ((pointer & 3) == 0) return elements(at, pointer, 1);
    const std::uint64_t code = pointer / kCodeUnit & 7;
    if (code == support::kPointers) {
      for (std::uint32_t i = 0; i < pointer / kCountUnit; ++i) follow({at.segment, at.word + i});
    } else if (code == support::kStructs) {
      note(at);
      const std::uint64_t tag = word(at);
      elements({at.segment, at.word + 1}, tag, static_cast<std::uint32_t>(tag) >> 2);
    }
  }

  void elements(WordPlace at, std::uint64_t sizes, std::uint32_t count) {
    const auto dataWords = static_cast<std::uint16_t>(sizes / kCodeUnit);
    const auto pointers = static_cast<std::uint16_t>(sizes / kPointersUnit);
    for (std::uint32_t i = 0; i < count && pointers != 0; ++i) {
      at.word += dataWords;
      for (std::uint32_t p = 0; p < pointers; ++p) follow({at.segment, at.word++});
    }
  }

  std::span<const Words> segments_;
  std::vector<Found> found_;
};

WordPlace anyWord(std::span<Words> segments, Random& random) {
  const auto segment = static_cast<std::uint32_t>(random.below(segments.size()));
  return {segment, static_cast<std::uint32_t>(random.below(segments[segment].size()))};
}

// A far pointer to a word of the message, or just outside of it.
std::uint64_t anyFar(std::span<Words> segments, Random& random) {
  const std::uint64_t segment = random.below(segments.size() + (random.below(8) == 0 ? 1 : 0));
  const std::size_t words = segment < segments.size() ? segments[segment].size() : 1;
  const std::uint64_t at = random.below(words + 1);
  return random.flip() ? support::farPointer(segment, at) : support::doubleFarPointer(segment, at);
}

std::uint64_t stepped(std::uint64_t word, std::uint64_t unit, Random& random) {
  const std::uint64_t steps = 1 + random.below(3);
  return random.flip() ? word + steps * unit : word - steps * unit;
}

std::uint64_t damaged(std::uint64_t word, std::span<Words> segments,
                      std::span<const WordPlace> pointers, Random& random) {
  switch (random.below(12)) {
    case 0:
    case 1:
      return word ^ std::uint64_t{1} << random.below(64);
    case 2:
      return (word & ~std::uint64_t{3}) | random.below(4);
    case 3:
      return stepped(word, kOffsetUnit, random);
    case 4:
      return (word & ~(7 * kCodeUnit)) | random.below(8) * kCodeUnit;
    case 5:
      return stepped(word, kCodeUnit, random);
    case 6:
      return stepped(word, kCountUnit, random);
    case 7:
      return stepped(word, kPointersUnit, random);
    case 8: {
      const WordPlace other = pointers[random.below(pointers.size())];
      return segments[other.segment][other.word];
    }
    case 9:
      return anyFar(segments, random);
    case 10:
      return random.flip() ? 0 : support::capabilityPointer(random.below(4));
    default:
      return random.next();
  }
}

}  // namespace

std::vector<WordPlace> pointerWordsOf(std::span<const Words> segments) {
  return PointerWords(segments).all();
}

void damage(std::span<Words> segments, std::span<const WordPlace> pointers, Random& random) {
  for (std::uint64_t n = 1 + random.below(3); n != 0; --n) {
    const WordPlace at =
        random.below(5) == 0 ? anyWord(segments, random) : pointers[random.below(pointers.size())];
    std::uint64_t& word = segments[at.segment][at.word];
    word = damaged(word, segments, pointers, random);
  }
}

}  // namespace capstan
