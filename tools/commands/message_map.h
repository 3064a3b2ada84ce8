// SPDX-License-Identifier: Apache-2.0
// MessageMap: what each word of a message is, and how it is reached; of any message, broken ones
// too.
//
// Pointers are followed as readers follow them, each word once: what is shared is mapped where it
// was reached first. Nothing calls itself. Cost: about linear in the words, in time and memory,
// whatever they say. Lifetime: the segments must outlive this.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "capstan/base/bytes.h"
#include "capstan/base/config.h"
#include "capstan/message/message_reader.h"
#include "capstan/wire/pointer.h"
#include "tools/commands/schema_places.h"

namespace capstan::inline CAPSTAN_ABI::commands {

inline constexpr std::uint32_t kNoIndex = 0xFFFF'FFFF;

struct WordAt {
  std::uint32_t segment = 0;
  std::uint32_t word = 0;
  friend auto operator<=>(const WordAt&, const WordAt&) = default;
};

enum class WordRole : std::uint8_t {
  kUnreachable,
  kPointer,
  kLandingPad,
  kTag,       // of a composite list
  kData,      // of a struct
  kElements,  // of a list of anything but structs and pointers
  kUnused,    // of a composite list, behind the last element
};

// Words that a pointer leads to.
struct MappedObject {
  enum class Kind : std::uint8_t { kRootPointer, kLandingPad, kStruct, kList };

  Kind kind = Kind::kRootPointer;
  ElementSize elementSize = ElementSize::kVoid;  // of a list
  std::uint16_t dataWords = 0;                   // of the struct, or of a list's elements
  std::uint16_t pointers = 0;
  std::uint32_t count = 0;  // of a list's elements
  WordAt at = {};
  std::uint32_t words = 0;
  ExpectedType type = {};  // of the struct, or of a list's elements; Text and Data as such
  // What leads here: an object's pointer.
  std::uint32_t parent = kNoIndex;
  WordAt pointer = {};
};

struct MappedWord {
  WordRole role = WordRole::kUnreachable;
  std::uint32_t object = kNoIndex;
  std::uint32_t element = kNoIndex;   // of a list
  std::uint32_t index = 0;            // of a pointer or data word in its section; of a pad's word
  const std::byte* data = nullptr;    // the data section that belongs to it
  const FieldPlace* field = nullptr;  // of a pointer
};

class MessageMap {
 public:
  // `schema` may be null. Requires: 1 to kMaxSegmentsRead segments of whole words.
  MessageMap(std::span<const Bytes> segments, SchemaPlaces* schema, const ExpectedType& root);

  MappedWord wordAt(WordAt at) const;
  const MappedObject& object(std::uint32_t index) const { return objects_[index]; }
  // How a word is reached, as in "people[3].name". The front of a long way is left out.
  std::string pathOf(const MappedWord& word) const;
  // Whether the schema's field is there, in an object with that data section.
  static bool isActive(const FieldPlace& field, const std::byte* data, std::uint32_t dataBytes);

  // What is wrong with a word, and what else is to be said of it: empty for most.
  const std::string* faultAt(WordAt at) const { return find(faults_, at); }
  const std::string* noteAt(WordAt at) const { return find(notes_, at); }
  std::size_t faults() const { return faults_.size(); }
  std::size_t notes() const { return notes_.size(); }

 private:
  using Remarks = std::map<WordAt, std::string>;

  static const std::string* find(const Remarks& remarks, WordAt at) {
    const auto found = remarks.find(at);
    return found == remarks.end() ? nullptr : &found->second;
  }
  const std::byte* bytesAt(WordAt at) const {
    return segments_[at.segment].data() + std::size_t{at.word} * kBytesPerWord;
  }
  void openRoot();
  void follow(WordAt at);
  void mapPads(WordAt at, WirePointer far);
  void mapTarget(WordAt at, WordAt target, WirePointer pointer, const ExpectedType& type);
  bool keepFault();
  void readAs(const PointerReader& pointer, WirePointer target, const ExpectedType& type);
  ExpectedType typeAt(const MappedWord& word) const;
  bool take(const MappedObject& object);
  void followPointersOf(const MappedObject& object);
  void followFrom(WordAt first, std::uint32_t count);
  MappedWord partOf(const MappedObject& object, std::uint32_t word, MappedWord mapped) const;
  static const FieldPlace* fieldAt(const MappedObject& object, const MappedWord& word,
                                   std::uint32_t dataBytes);
  std::string stepOf(const MappedWord& word) const;

  std::span<const Bytes> segments_;
  SchemaPlaces* schema_;
  ExpectedType root_;
  internal::ReaderContext context_;
  std::vector<std::vector<std::uint32_t>> owners_;  // of each word, an object
  std::set<WordAt> firstWords_;                     // of the objects
  std::vector<MappedObject> objects_;
  std::vector<WordAt> pointers_;  // to be followed, in this order
  Remarks faults_;
  Remarks notes_;
};

}  // namespace capstan::inline CAPSTAN_ABI::commands
