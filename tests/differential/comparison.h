// SPDX-License-Identifier: Apache-2.0
// Two readers of one message side by side: each read is made on both, with one piece of code, and
// their values and faults are held against each other at once.
//
// Only for files that are compiled where the reference's library is installed.
#pragma once

#include <capnp/message.h>
#include <kj/exception.h>

#include <bit>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

#include "capstan/message/message_reader.h"
#include "tests/differential/compare.h"

namespace capstan::differential {

// The same object, seen by both sides.
template <typename Ours, typename Theirs>
struct Pair {
  Ours ours;
  Theirs theirs;
};

// Takes what the reference would throw, and lets it go on with a default.
class ReferenceFaults : public kj::ExceptionCallback {
 public:
  void onRecoverableException(kj::Exception&& exception) override {
    if (text.empty()) text = exception.getDescription().cStr();
  }
  StackTraceMode stackTraceMode() override { return StackTraceMode::NONE; }

  bool isLimit() const {
    return text.find("traversal limit") != std::string::npos ||
           text.find("amplif") != std::string::npos;
  }
  bool isNesting() const { return text.find("too deeply-nested") != std::string::npos; }

  std::string text;  // of the first since it was emptied
};

class Comparison;

// What an AnyPointer leads to; the overloads for structs are where their fields are known.
void compareFields(Comparison& c, const Pair<AnyPointer::Reader, capnp::AnyPointer::Reader>& at);

class Comparison {
 public:
  Comparison(std::span<const support::Words> segments, const CompareLimits& limits,
             CompareTally& tally);

  bool isDone() const { return isDone_; }
  const std::string& difference() const { return difference_; }
  PointerReader ourRoot() const;
  capnp::MessageReader& theirMessage() { return theirs_; }

  // Reads `get` from both and compares what it gives, down to the last field.
  template <typename P, typename Get>
  void field(const char* name, const P& at, Get get) {
    if (isDone_) return;
    begin();
    const auto ours = get(at.ours);
    const auto theirs = get(at.theirs);
    path_.push_back(name);
    if (agreeOnFault(isAboveNesting(ours))) same(ours, theirs);
    path_.pop_back();
  }

  // The same for whether there is something, where that is compared.
  template <typename P, typename Get>
  void presence(const char* name, const P& at, Get get) {
    if (limits_.comparesPresence) field(name, at, get);
  }

  // The same for the roots.
  template <typename Ours, typename Theirs>
  void root() {
    begin();
    const auto ours = Pointee<Ours>::read(ourRoot());
    const auto theirs = theirs_.getRoot<Theirs>();
    if (agreeOnFault(isAboveNesting(ours))) same(ours, theirs);
  }

 private:
  void begin();
  // Returns: whether the values are to be compared.
  bool agreeOnFault(bool isAboveNesting);
  bool agreeOnLimit();
  // Whether a fault that only we found is one of kQuirks; counts it.
  bool isQuirk(const Fault& fault);
  void differ(const std::string& what);
  Refused refusedAt(const Fault& fault) const;
  // Returns: 0 for a word that is not there.
  std::uint64_t wordAt(std::uint64_t segment, std::uint64_t word) const;

  // Whether the nesting limit has no say about ours; see CompareTally::aboveNesting.
  template <typename T>
  static bool isAboveNesting(const T& ours) {
    if constexpr (requires {
                    ours.raw().data();
                    ours.raw().depth();
                  }) {
      return ours.raw().segment() == nullptr || ours.raw().depth() == 0;
    }
    return false;
  }

  // Values.
  void same(Void, capnp::Void) {}
  template <typename T>
  requires(std::is_arithmetic_v<T>) void same(T ours, T theirs) {
    if constexpr (std::is_same_v<T, bool>) {
      sameBits(ours, theirs);
    } else {
      sameBits(std::bit_cast<BitsOf<T>>(ours), std::bit_cast<BitsOf<T>>(theirs));
    }
  }
  template <typename Ours, typename Theirs>
  requires(std::is_enum_v<Ours>&& std::is_enum_v<Theirs>) void same(Ours ours, Theirs theirs) {
    sameBits(static_cast<std::uint16_t>(ours), static_cast<std::uint16_t>(theirs));
  }
  void same(Text ours, capnp::Text::Reader theirs) {
    sameBytes(ours.data(), ours.size(), theirs.begin(), theirs.size());
  }
  void same(std::span<const std::byte> ours, capnp::Data::Reader theirs) {
    sameBytes(ours.data(), ours.size(), theirs.begin(), theirs.size());
  }
  template <typename Ours, typename Theirs>
  requires requires(const Ours& ours) {
    ours.size();
    ours[0];
    ours.raw();
  }
  void same(const Ours& ours, const Theirs& theirs) {
    sameBits(ours.size(), theirs.size());
    // All of a long list of nothing is the same.
    for (std::uint32_t i = 0; i < ours.size() && !isDone_; i = nextIndex(i, ours.size())) {
      field("[]", Pair<Ours, Theirs>{ours, theirs}, [i](const auto& list) { return list[i]; });
    }
  }
  // Structs and AnyPointers: by compareFields of a Pair, found where it is called.
  template <typename Ours, typename Theirs>
  requires(!std::is_arithmetic_v<Ours> && !std::is_enum_v<Ours> &&
           requires { typename Ours::Type; }) void same(const Ours& ours, const Theirs& theirs) {
    compareFields(*this, Pair<Ours, Theirs>{ours, theirs});
  }
  void same(const AnyPointer::Reader& ours, const capnp::AnyPointer::Reader& theirs) {
    compareFields(*this, Pair<AnyPointer::Reader, capnp::AnyPointer::Reader>{ours, theirs});
  }

  static std::uint32_t nextIndex(std::uint32_t index, std::uint32_t size) {
    return index == 7 && size > 9 ? size - 1 : index + 1;
  }
  void sameBits(std::uint64_t ours, std::uint64_t theirs);
  void sameBytes(const void* ours, std::size_t ourSize, const void* theirs, std::size_t theirSize);

  std::span<const support::Words> segments_;
  const CompareLimits& limits_;
  CompareTally& tally_;
  std::vector<Bytes> ourSegments_;
  std::vector<kj::ArrayPtr<const capnp::word>> theirSegments_;
  // Not a MessageReader, because that keeps its first fault.
  mutable internal::ReaderContext ours_;
  capnp::SegmentArrayMessageReader theirs_;
  ReferenceFaults theirFaults_;
  std::vector<const char*> path_;
  std::uint32_t reads_ = 0;
  bool isDone_ = false;
  bool hadFault_ = false;
  std::string difference_;
};

}  // namespace capstan::differential
