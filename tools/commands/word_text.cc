// SPDX-License-Identifier: Apache-2.0
#include "tools/commands/word_text.h"

#include <algorithm>
#include <string_view>

#include "absl/strings/str_cat.h"

namespace capstan::inline CAPSTAN_ABI::commands {
namespace {

constexpr std::size_t kHexWidth = 17;

std::string counted(std::uint64_t count, std::string_view what) {
  return absl::StrCat(count, " ", std::string(what), count == 1 ? "" : "s");
}

std::string sectionsText(WirePointer pointer) {
  return absl::StrCat("(", counted(pointer.dataWords(), "data word"), ", ",
                      counted(pointer.pointers(), "pointer"), ")");
}

std::string elementsText(ElementSize size, std::uint32_t count) {
  switch (size) {
    case ElementSize::kVoid:
      return counted(count, "void element");
    case ElementSize::kBit:
      return counted(count, "bit");
    case ElementSize::kByte:
      return counted(count, "byte");
    case ElementSize::kPointer:
      return counted(count, "pointer");
    case ElementSize::kComposite:
      return counted(count, "word") + " of structs";
    default:
      return absl::StrCat(counted(count, "element"), " of ", dataBitsOf(size) / 8, " bytes");
  }
}

std::string tagText(WirePointer tag) {
  return absl::StrCat("tag: ", counted(tag.tagCount(), "element"), " ", sectionsText(tag));
}

// The bits of a field or element that begins at `offset`, in bits, of a word.
std::uint64_t bitsAt(Bytes word, std::uint32_t offset, std::uint32_t size) {
  const std::uint64_t value = loadLittle<std::uint64_t>(word.data()) >> offset;
  return size == 64 ? value : value & ((std::uint64_t{1} << size) - 1);
}

std::string fieldText(SchemaPlaces& schema, const FieldPlace& field, std::uint64_t bits) {
  if (field.members.empty()) {
    return absl::StrCat(field.name, " = ",
                        schema.valueText(schema.expected(field.type), bits ^ field.defaultBits));
  }
  return absl::StrCat(field.name, " = ",
                      bits < field.members.size() ? field.members[static_cast<std::size_t>(bits)]
                                                  : absl::StrCat("member ", bits));
}

std::string dataText(const MappedObject& object, SchemaPlaces* schema, const MappedWord& word,
                     Bytes bytes) {
  std::string text;
  if (schema != nullptr && object.type.places != nullptr) {
    const std::uint32_t dataBytes = object.dataWords * std::uint32_t{kBytesPerWord};
    for (const FieldPlace& field : object.type.places->fields) {
      const bool isHere = field.sizeBits != 0 && field.offset / kBitsPerWord == word.index;
      if (!isHere || !MessageMap::isActive(field, word.data, dataBytes)) continue;
      const std::uint64_t bits = bitsAt(bytes, field.offset % kBitsPerWord, field.sizeBits);
      absl::StrAppend(&text, text.empty() ? "" : ", ", fieldText(*schema, field, bits));
    }
    if (text.empty()) text = "no field of the schema";
  }
  return text.empty() ? absl::StrCat("data word ", word.index) : text;
}

// Bytes as characters, those that cannot be shown as dots.
std::string characters(Bytes bytes) {
  std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c < ' ' || c > '~'; }, '.');
  return "\"" + text + "\"";
}

bool isBytes(const MappedObject& object) {
  return object.elementSize == ElementSize::kByte &&
         (dataBits(object.type.kind) == 0 || object.type.kind == TypeKind::TEXT);
}

std::string listText(const MappedObject& object, SchemaPlaces* schema, const MappedWord& word,
                     Bytes bytes) {
  const std::uint32_t step = dataBitsOf(object.elementSize);
  const std::uint32_t perWord = static_cast<std::uint32_t>(kBitsPerWord) / step;
  const std::uint32_t first = word.index * perWord;
  const std::uint32_t here = std::min(perWord, object.count - first);
  std::string text;
  if (isBytes(object)) {
    text = characters(bytes.first(here));
  } else {
    const bool isTyped = schema != nullptr && dataBits(object.type.kind) == step;
    const ExpectedType type = isTyped ? object.type : ExpectedType{.kind = TypeKind::UINT64};
    text = absl::StrCat("[", first, "] ");
    for (std::uint32_t i = 0; i < here; ++i) {
      const std::uint64_t bits = bitsAt(bytes, i * step, step);
      const bool isBit = step == 1;
      absl::StrAppend(&text, i == 0 || isBit ? "" : ", ",
                      isBit               ? (bits != 0 ? "1" : "0")
                      : schema != nullptr ? schema->valueText(type, bits)
                                          : absl::StrCat(bits));
    }
  }
  if (here == perWord) return text;
  const std::uint64_t rest = loadLittle<std::uint64_t>(bytes.data()) >> (here * step);
  return text + (rest == 0 ? ", padding" : ", padding that is not zero");
}

}  // namespace

std::string hexText(Bytes bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (i == 4) text += ' ';
    const auto byte = static_cast<std::uint8_t>(bytes.data()[i]);
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  text.resize(kHexWidth, ' ');
  return text;
}

std::string pointerText(WirePointer pointer, std::uint32_t word) {
  if (pointer.isNull()) return "null";
  const std::int64_t target = std::int64_t{word} + 1 + pointer.offsetWords();
  switch (pointer.kind()) {
    case PointerKind::kStruct:
      if (pointer == WirePointer::toEmptyStruct()) return "empty struct";
      return absl::StrCat("struct -> word ", target, " ", sectionsText(pointer));
    case PointerKind::kList:
      return absl::StrCat("list -> word ", target, " (",
                          elementsText(pointer.elementSize(), pointer.listCount()), ")");
    case PointerKind::kFar:
      return absl::StrCat(pointer.isDoubleFar() ? "double far" : "far", " -> segment ",
                          pointer.segment(), ", word ", pointer.padOffsetWords());
    case PointerKind::kOther:
      break;
  }
  return pointer.isCapability() ? absl::StrCat("capability ", pointer.capabilityIndex())
                                : "pointer of a reserved kind";
}

std::string wordText(const MessageMap& map, SchemaPlaces* schema, WordAt at, Bytes bytes) {
  const MappedWord word = map.wordAt(at);
  if (word.role == WordRole::kUnreachable) return "unreachable";
  const MappedObject& object = map.object(word.object);
  const WirePointer pointer = WirePointer::load(bytes.data());
  const std::string path = map.pathOf(word) + ": ";
  switch (word.role) {
    case WordRole::kPointer:
      return path + pointerText(pointer, at.word);
    case WordRole::kLandingPad:
      if (word.index == 0) return path + "landing pad: " + pointerText(pointer, at.word);
      // The place is in the first word, so that the second one's leads nowhere.
      return path + "landing pad: " +
             (pointer.kind() == PointerKind::kList
                  ? elementsText(pointer.elementSize(), pointer.listCount())
                  : "struct " + sectionsText(pointer));
    case WordRole::kTag:
      return path + tagText(pointer);
    case WordRole::kData:
      return path + dataText(object, schema, word, bytes);
    case WordRole::kElements:
      return path + listText(object, schema, word, bytes);
    default:
      return path + "behind the last element";
  }
}

}  // namespace capstan::inline CAPSTAN_ABI::commands
