// SPDX-License-Identifier: Apache-2.0
#if CAPSTAN_HAVE_ORACLE_LIBRARY
#include "tests/differential/comparison.h"

#include "capstan/base/fault_status.h"

namespace capstan::differential {
namespace {

// The reference charges the root pointer itself.
constexpr std::uint64_t kRootWords = 2;

std::vector<Bytes> bytesOf(std::span<const support::Words> segments) {
  std::vector<Bytes> all;
  for (const support::Words& words : segments) {
    all.emplace_back(reinterpret_cast<const std::byte*>(words.data()),
                     words.size() * kBytesPerWord);
  }
  return all;
}

std::vector<kj::ArrayPtr<const capnp::word>> wordsOf(std::span<const support::Words> segments) {
  std::vector<kj::ArrayPtr<const capnp::word>> all;
  for (const support::Words& words : segments) {
    all.push_back(kj::arrayPtr(reinterpret_cast<const capnp::word*>(words.data()), words.size()));
  }
  return all;
}

}  // namespace

Comparison::Comparison(std::span<const support::Words> segments, const CompareLimits& limits,
                       CompareTally& tally)
    : segments_(segments),
      limits_(limits),
      tally_(tally),
      ourSegments_(bytesOf(segments)),
      theirSegments_(wordsOf(segments)),
      theirs_(kj::arrayPtr(theirSegments_.data(), theirSegments_.size()),
              {.traversalLimitInWords = limits.traversalWords + kRootWords,
               .nestingLimit = limits.nesting}) {
  isDone_ = !ours_.openMany(ourSegments_, limits.traversalWords);
}

PointerReader Comparison::ourRoot() const {
  return {&ours_.first(), ours_.first().begin, limits_.nesting};
}

void Comparison::begin() {
  ++tally_.reads;
  isDone_ = ++reads_ == limits_.mostReads;
  ours_.startAgain(ours_.budgetWords());
  theirFaults_.text.clear();
}

bool Comparison::agreeOnFault(bool isAboveNesting) {
  const Fault fault = ours_.fault();
  const bool theirs = !theirFaults_.text.empty();
  if (fault.kind == FaultKind::kTraversalLimit || theirFaults_.isLimit()) return agreeOnLimit();
  if (fault.kind == FaultKind::kNone && !theirs) return true;
  hadFault_ = true;
  if (fault.kind != FaultKind::kNone && theirs) {
    ++tally_.faults;
    return !theirFaults_.isNesting();  // then they have no default either
  }
  if (isAboveNesting && theirFaults_.isNesting()) {
    ++tally_.aboveNesting;
  } else if (theirs || !isQuirk(fault)) {
    differ(std::string("we found: ") + std::string(describe(fault.kind)) +
           "; they threw: " + theirFaults_.text);
  }
  return false;
}

// The budget of both is used up by the same read, to the word. Here the limit then stays hit, so
// the comparison ends. Only what another fault costs differs: a target of the wrong kind is charged
// here, not there.
bool Comparison::agreeOnLimit() {
  isDone_ = true;
  const Fault fault = ours_.fault();
  const bool theirs = !theirFaults_.text.empty();
  if (fault.kind != FaultKind::kNone && theirs) {
    ++tally_.limits;
  } else if (!hadFault_ && (theirs || !isQuirk(fault))) {
    differ("only one side reached the traversal limit");
  }
  return false;
}

bool Comparison::isQuirk(const Fault& fault) {
  const auto quirk = quirkOf(fault.kind, refusedAt(fault));
  if (quirk.has_value()) ++tally_.quirks[*quirk];
  return quirk.has_value();
}

std::uint64_t Comparison::wordAt(std::uint64_t segment, std::uint64_t word) const {
  const bool isThere = segment < segments_.size() && word < segments_[segment].size();
  return isThere ? segments_[segment][word] : 0;
}

Refused Comparison::refusedAt(const Fault& fault) const {
  std::uint64_t segment = fault.segment;
  std::uint64_t word = fault.wordOffset;
  WirePointer pointer(wordAt(segment, word));
  if (pointer.kind() == PointerKind::kFar) {
    const bool isDouble = pointer.isDoubleFar();
    segment = pointer.segment();
    word = pointer.padOffsetWords();
    pointer = WirePointer(wordAt(segment, word));
    if (isDouble) {
      const WirePointer tag(wordAt(segment, word + 1));
      return {tag, wordAt(pointer.segment(), pointer.padOffsetWords())};
    }
  }
  const auto target = static_cast<std::int64_t>(word) + 1 + pointer.offsetWords();
  return {pointer, wordAt(segment, static_cast<std::uint64_t>(target))};
}

void Comparison::differ(const std::string& what) {
  isDone_ = true;
  for (const char* part : path_) difference_ += std::string(part) + "/";
  difference_ += " " + what;
}

void Comparison::sameBits(std::uint64_t ours, std::uint64_t theirs) {
  if (ours != theirs) differ(std::to_string(ours) + ", theirs " + std::to_string(theirs));
}

void Comparison::sameBytes(const void* ours, std::size_t ourSize, const void* theirs,
                           std::size_t theirSize) {
  if (ourSize != theirSize || (ourSize != 0 && std::memcmp(ours, theirs, ourSize) != 0)) {
    differ("bytes: " + std::to_string(ourSize) + " of ours, " + std::to_string(theirSize) +
           " of theirs");
  }
}

}  // namespace capstan::differential
#endif
