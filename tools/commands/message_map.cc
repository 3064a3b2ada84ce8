// SPDX-License-Identifier: Apache-2.0
#include "tools/commands/message_map.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "capstan/base/absl_text.h"
#include "capstan/base/fault_status.h"
#include "capstan/layout/follow.h"

namespace capstan::inline CAPSTAN_ABI::commands {
namespace {

// The steps of a path that are shown, from its end.
constexpr int kShownSteps = 16;

ElementSize elementSizeOf(TypeKind kind) {
  if (kind == TypeKind::VOID) return ElementSize::kVoid;
  if (kind == TypeKind::STRUCT) return ElementSize::kComposite;
  const std::uint32_t bits = dataBits(kind);
  if (bits == 0) return ElementSize::kPointer;
  return bits == 1 ? ElementSize::kBit : elementSizeForBytes(bits / 8);
}

}  // namespace

MessageMap::MessageMap(std::span<const Bytes> segments, SchemaPlaces* schema,
                       const ExpectedType& root)
    : segments_(segments), schema_(schema), root_(root) {
  for (const Bytes& segment : segments) {
    owners_.emplace_back(segment.size() / kBytesPerWord, kNoIndex);
  }
  if (!context_.openMany(segments, kUnlimited)) {
    faults_[{}] = describe(FaultKind::kNoMemory);
    return;
  }
  openRoot();
  for (std::size_t next = 0; next < pointers_.size(); ++next) follow(pointers_[next]);
}

void MessageMap::openRoot() {
  if (owners_[0].empty()) {
    faults_[{}] = describe(FaultKind::kRootMissing);
    return;
  }
  take({.words = 1});
  pointers_.push_back({});
}

// Makes an object of words that belong to none. Returns: false if any of them does.
bool MessageMap::take(const MappedObject& object) {
  std::vector<std::uint32_t>& owners = owners_[object.at.segment];
  if (owners[object.at.word] != kNoIndex) return false;
  const auto next = firstWords_.lower_bound(object.at);
  const WordAt end = {object.at.segment, object.at.word + object.words};
  if (next != firstWords_.end() && *next < end) return false;
  firstWords_.insert(next, object.at);
  std::fill_n(owners.begin() + object.at.word, object.words,
              static_cast<std::uint32_t>(objects_.size()));
  objects_.push_back(object);
  return true;
}

// Keeps the fault that the last look has left. Returns: whether there was one.
bool MessageMap::keepFault() {
  const Fault fault = context_.takeFault();
  if (!fault) return false;
  faults_.emplace(WordAt{fault.segment, fault.wordOffset}, describe(fault.kind));
  return true;
}

void MessageMap::follow(WordAt at) {
  const WirePointer pointer = WirePointer::load(bytesAt(at));
  if (pointer.isNull()) return;
  const Segment* segment = context_.segment(at.segment);
  const internal::Target target = internal::peek(segment, bytesAt(at));
  if (pointer.kind() == PointerKind::kFar) mapPads(at, pointer);
  if (keepFault() || target.pointer.isNull()) return;
  ExpectedType type = typeAt(wordAt(at));
  readAs({segment, bytesAt(at), kUnlimitedDepth}, target.pointer, type);
  // Text that does not end is still text; what is of another kind is not what the schema says.
  const std::string* fault = faultAt(at);
  const bool isOther = fault != nullptr && *fault != describe(FaultKind::kTextNotTerminated);
  if (isOther) type = {};
  if (target.at == nullptr) return;
  mapTarget(at, {target.segment->id, target.segment->wordOf(target.at)}, target.pointer, type);
}

// Reads through a pointer as its type's accessors would, for the faults that they find.
void MessageMap::readAs(const PointerReader& pointer, WirePointer target,
                        const ExpectedType& type) {
  std::uint32_t capability = 0;
  switch (type.kind) {
    case TypeKind::TEXT:
      static_cast<void>(pointer.getText());
      break;
    case TypeKind::DATA:
      static_cast<void>(pointer.getData());
      break;
    case TypeKind::STRUCT:
      static_cast<void>(pointer.getStruct());
      break;
    case TypeKind::LIST:
      static_cast<void>(pointer.getList(elementSizeOf(type.element.which())));
      break;
    case TypeKind::INTERFACE:
      static_cast<void>(pointer.getCapabilityIndex(capability));
      break;
    default:
      if (target.kind() == PointerKind::kList) static_cast<void>(pointer.getAnyList());
  }
  keepFault();
}

ExpectedType MessageMap::typeAt(const MappedWord& word) const {
  const MappedObject& holder = objects_[word.object];
  if (holder.kind == MappedObject::Kind::kRootPointer) return root_;
  if (schema_ == nullptr) return {};
  if (word.field != nullptr) return schema_->expected(word.field->type);
  // A list of pointers may have come as one of structs that begin with them.
  const bool isElement = holder.kind == MappedObject::Kind::kList && word.index == 0 &&
                         isPointerKind(holder.type.kind) && holder.type.kind != TypeKind::STRUCT;
  return isElement ? holder.type : ExpectedType();
}

void MessageMap::mapPads(WordAt at, WirePointer far) {
  const Segment* segment = context_.segment(far.segment());
  const std::uint32_t words = far.isDoubleFar() ? 2 : 1;
  if (segment == nullptr || !segment->holds(far.padOffsetWords(), words)) return;
  const bool isFree = take({.kind = MappedObject::Kind::kLandingPad,
                            .at = {far.segment(), far.padOffsetWords()},
                            .words = words,
                            .parent = wordAt(at).object,
                            .pointer = at});
  if (!isFree) notes_[at] = "its landing pad shares words with another object";
}

void MessageMap::mapTarget(WordAt at, WordAt target, WirePointer pointer,
                           const ExpectedType& type) {
  MappedObject made = {.kind = MappedObject::Kind::kStruct,
                       .dataWords = pointer.dataWords(),
                       .pointers = pointer.pointers(),
                       .at = target,
                       .words = static_cast<std::uint32_t>(targetWords(pointer)),
                       .type = type,
                       .parent = wordAt(at).object,
                       .pointer = at};
  if (pointer.kind() == PointerKind::kList) {
    made.kind = MappedObject::Kind::kList;
    made.elementSize = pointer.elementSize();
    made.dataWords = made.pointers = 0;
    made.count = pointer.listCount();
    if (type.kind == TypeKind::LIST) made.type = schema_->expected(type.element);
  }
  if (made.elementSize == ElementSize::kComposite) {
    const WirePointer tag = WirePointer::load(bytesAt(target));
    const std::uint64_t claimed = std::uint64_t{tag.tagCount()} * tag.structWords();
    const bool fits = tag.kind() == PointerKind::kStruct && claimed <= pointer.listCount();
    made.count = fits ? tag.tagCount() : 0;
    made.dataWords = fits ? tag.dataWords() : std::uint16_t{0};
    made.pointers = fits ? tag.pointers() : std::uint16_t{0};
  }
  if (made.words == 0) return;
  if (take(made)) return followPointersOf(made);
  notes_[at] = "leads to words of another object";
}

void MessageMap::followPointersOf(const MappedObject& object) {
  if (object.kind == MappedObject::Kind::kStruct) {
    return followFrom({object.at.segment, object.at.word + object.dataWords}, object.pointers);
  }
  if (object.elementSize == ElementSize::kPointer) return followFrom(object.at, object.count);
  if (object.elementSize != ElementSize::kComposite || object.pointers == 0) return;
  const std::uint32_t step = std::uint32_t{object.dataWords} + object.pointers;
  WordAt at = {object.at.segment, object.at.word + 1 + object.dataWords};
  for (std::uint32_t i = 0; i < object.count; ++i, at.word += step) {
    followFrom(at, object.pointers);
  }
}

void MessageMap::followFrom(WordAt first, std::uint32_t count) {
  for (std::uint32_t i = 0; i < count; ++i) pointers_.push_back({first.segment, first.word + i});
}

bool MessageMap::isActive(const FieldPlace& field, const std::byte* data, std::uint32_t dataBytes) {
  return std::all_of(field.conditions.begin(), field.conditions.end(), [&](const TagValue& tag) {
    const bool isThere = tag.offsetBytes + sizeof(std::uint16_t) <= dataBytes;
    return (isThere ? loadLittle<std::uint16_t>(data + tag.offsetBytes) : 0) == tag.value;
  });
}

MappedWord MessageMap::wordAt(WordAt at) const {
  MappedWord mapped = {.object = owners_[at.segment][at.word]};
  if (mapped.object == kNoIndex) return mapped;
  const MappedObject& object = objects_[mapped.object];
  const std::uint32_t word = at.word - object.at.word;
  mapped.index = word;
  switch (object.kind) {
    case MappedObject::Kind::kRootPointer:
      mapped.role = WordRole::kPointer;
      return mapped;
    case MappedObject::Kind::kLandingPad:
      mapped.role = WordRole::kLandingPad;
      return mapped;
    case MappedObject::Kind::kStruct:
      return partOf(object, word, mapped);
    case MappedObject::Kind::kList:
      break;
  }
  if (object.elementSize == ElementSize::kPointer) {
    // Or the other way round: each is all that there is of its struct.
    mapped = {.role = WordRole::kPointer, .object = mapped.object, .element = word};
    mapped.field = fieldAt(object, mapped, 0);
    return mapped;
  }
  mapped.role = WordRole::kElements;
  if (object.elementSize != ElementSize::kComposite) return mapped;
  mapped.role = word == 0 ? WordRole::kTag : WordRole::kUnused;
  const std::uint32_t step = std::uint32_t{object.dataWords} + object.pointers;
  if (word == 0 || step == 0 || (word - 1) / step >= object.count) return mapped;
  mapped.element = (word - 1) / step;
  return partOf(object, (word - 1) % step, mapped);
}

// The word of a struct: the object, or an element of it.
MappedWord MessageMap::partOf(const MappedObject& object, std::uint32_t word,
                              MappedWord mapped) const {
  const std::uint32_t own =
      mapped.element == kNoIndex
          ? 0
          : 1 + mapped.element * (std::uint32_t{object.dataWords} + object.pointers);
  mapped.data = bytesAt({object.at.segment, object.at.word + own});
  mapped.role = word < object.dataWords ? WordRole::kData : WordRole::kPointer;
  mapped.index = word < object.dataWords ? word : word - object.dataWords;
  if (mapped.role == WordRole::kPointer) {
    mapped.field = fieldAt(object, mapped, object.dataWords * std::uint32_t{kBytesPerWord});
  }
  return mapped;
}

// The field of the schema that a pointer of a struct is.
const FieldPlace* MessageMap::fieldAt(const MappedObject& object, const MappedWord& word,
                                      std::uint32_t dataBytes) {
  if (object.type.places == nullptr) return nullptr;
  const std::vector<FieldPlace>& fields = object.type.places->fields;
  const auto found = std::find_if(fields.begin(), fields.end(), [&](const FieldPlace& field) {
    return field.isPointer && field.offset == word.index && isActive(field, word.data, dataBytes);
  });
  return found == fields.end() ? nullptr : &*found;
}

std::string MessageMap::stepOf(const MappedWord& word) const {
  std::string step;
  if (word.element != kNoIndex) absl::StrAppend(&step, "[", word.element, "]");
  if (word.role != WordRole::kPointer) return step;
  if (word.field != nullptr) {
    absl::StrAppend(&step, ".", word.field->name);
  } else if (word.data != nullptr) {
    absl::StrAppend(&step, ".<pointer ", word.index, ">");
  }
  return step;
}

std::string MessageMap::pathOf(const MappedWord& word) const {
  std::string path = stepOf(word);
  std::uint32_t at = word.object;
  for (int i = 0; objects_[at].parent != kNoIndex; ++i) {
    if (i == kShownSteps) return "..." + path;
    path.insert(0, stepOf(wordAt(objects_[at].pointer)));
    at = objects_[at].parent;
  }
  if (path.empty() || path[0] == '[') return "root" + path;
  return path.substr(1);
}

}  // namespace capstan::inline CAPSTAN_ABI::commands
