// SPDX-License-Identifier: Apache-2.0
#include "tests/evolution/values.h"

#include <gtest/gtest.h>

#include "capstan/layout/follow.h"

namespace capstan {
namespace {

using support::Random;

// The bytes that a number takes; 0 for Void and what is no number, -1 for Bool.
int numberBytes(TypeWhich kind) {
  switch (kind) {
    case TypeWhich::BOOL:
      return -1;
    case TypeWhich::INT8:
    case TypeWhich::UINT8:
      return 1;
    case TypeWhich::INT16:
    case TypeWhich::UINT16:
    case TypeWhich::ENUM:
      return 2;
    case TypeWhich::INT32:
    case TypeWhich::UINT32:
    case TypeWhich::FLOAT32:
      return 4;
    case TypeWhich::INT64:
    case TypeWhich::UINT64:
    case TypeWhich::FLOAT64:
      return 8;
    default:
      return 0;
  }
}

bool isPointerType(const FieldType& type) {
  return type.isList || (numberBytes(type.kind) == 0 && type.kind != TypeWhich::VOID);
}

ElementSize elementSizeOf(TypeWhich kind) {
  if (kind == TypeWhich::VOID) return ElementSize::kVoid;
  if (kind == TypeWhich::BOOL) return ElementSize::kBit;
  if (kind == TypeWhich::STRUCT) return ElementSize::kComposite;
  const int bytes = numberBytes(kind);
  return bytes == 0 ? ElementSize::kPointer
                    : elementSizeForBytes(static_cast<std::uint32_t>(bytes));
}

// Calls number(T()) with the unsigned type of a number's size.
template <typename Number>
void withNumber(TypeWhich kind, Number number) {
  switch (numberBytes(kind)) {
    case -1:
      return number(bool());
    case 1:
      return number(std::uint8_t());
    case 2:
      return number(std::uint16_t());
    case 4:
      return number(std::uint32_t());
    case 8:
      return number(std::uint64_t());
    default:
      return;
  }
}

std::uint64_t readNumber(const FieldPlace& place, const StructReader& from) {
  std::uint64_t bits = 0;
  withNumber(place.type.kind, [&]<typename T>(T) {
    bits = from.get(DataField<T>{place.offset, static_cast<T>(place.defaultBits)});
  });
  return bits;
}

SampleValue randomValue(const SchemaLayout& schema, const FieldType& type, Random& random,
                        int depth) {
  SampleValue value;
  if (type.isList) {
    FieldType element = type;
    element.isList = false;
    // Elements cannot be null.
    const int needed = type.kind == TypeWhich::STRUCT ? 2 : 1;
    const std::uint64_t count = depth >= needed ? random.below(4) : 0;
    for (std::uint64_t i = 0; i < count; ++i) {
      value.parts.push_back(randomValue(schema, element, random, depth - 1));
    }
    return value;
  }
  if (type.kind == TypeWhich::STRUCT) {
    if (depth > 0) return randomStruct(schema, schema.at(type.structId), random, depth - 1);
    value.isNull = true;
    return value;
  }
  const std::uint64_t bits = random.next();
  withNumber(type.kind, [&]<typename T>(T) { value.bits = static_cast<T>(bits & 1 ? bits : 0); });
  value.bytes.assign(random.below(12), 'a');
  return value;
}

void writePointer(const SchemaLayout& schema, const FieldType& type, const SampleValue& value,
                  const PointerBuilder& to);

void writeList(const SchemaLayout& schema, FieldType type, const SampleValue& value,
               const PointerBuilder& to) {
  const auto count = static_cast<std::uint32_t>(value.parts.size());
  if (type.kind == TypeWhich::STRUCT) {
    const StructLayout& layout = schema.at(type.structId);
    const ListBuilder list = to.initStructList(count, layout.size);
    for (std::uint32_t i = 0; i < count; ++i) {
      writeStruct(schema, layout, value.parts[i], list.structAtUnchecked(i));
    }
    return;
  }
  const ListBuilder list = to.initList(elementSizeOf(type.kind), count);
  type.isList = false;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (isPointerType(type)) {
      writePointer(schema, type, value.parts[i], list.pointerAtUnchecked(i));
    }
    withNumber(type.kind, [&]<typename T>(T) {
      list.setDataAtUnchecked<T>(i, static_cast<T>(value.parts[i].bits));
    });
  }
}

// An AnyPointer stays null: what its reader may expect depends on the type that it had.
void writePointer(const SchemaLayout& schema, const FieldType& type, const SampleValue& value,
                  const PointerBuilder& to) {
  if (value.isNull) return;
  if (type.isList) return writeList(schema, type, value, to);
  if (type.kind == TypeWhich::TEXT) return to.setText(value.bytes);
  if (type.kind == TypeWhich::DATA) return to.setData(std::as_bytes(std::span(value.bytes)));
  if (type.kind == TypeWhich::STRUCT) {
    const StructLayout& layout = schema.at(type.structId);
    writeStruct(schema, layout, value, to.initStruct(layout.size));
  }
}

bool isByteList(const FieldType& type) {
  return type.isList ? type.kind == TypeWhich::UINT8 : type.kind == TypeWhich::DATA;
}

std::string bytesOf(const FieldType& type, const SampleValue& value) {
  if (!type.isList) return value.bytes;
  std::string bytes;
  for (const SampleValue& part : value.parts) bytes += static_cast<char>(part.bits);
  return bytes;
}

// Looks for values of `writer` in messages that are read by `reader`.
class Expectation {
 public:
  Expectation(const SchemaLayout& reader, const SchemaLayout& writer)
      : reader_(reader), writer_(writer) {}

  void structOf(const StructLayout& layout, const StructLayout& written, const SampleValue& value,
                const StructReader& from) {
    for (const auto& [ordinal, place] : layout.fields) {
      SCOPED_TRACE("@" + std::to_string(ordinal));
      const bool isActive =
          !place.tag.has_value() ||
          from.get(DataField<std::uint16_t>{place.tag->offset}) == place.tag->value;
      const auto known = written.fields.find(ordinal);
      if (known == written.fields.end()) {
        if (isActive) fieldIsDefault(place, from);
        continue;
      }
      const SampleValue* part = value.part(ordinal);
      if (place.tag.has_value()) {
        // A member that both know is active for both; one that was no member has the tag 0.
        EXPECT_EQ(isActive, part != nullptr);
      }
      if (part != nullptr && isActive) field(place, known->second, *part, from);
    }
  }

 private:
  static void fieldIsDefault(const FieldPlace& place, const StructReader& from) {
    if (isPointerType(place.type)) {
      EXPECT_TRUE(from.pointer(static_cast<std::uint16_t>(place.offset)).isNull());
    } else {
      EXPECT_EQ(readNumber(place, from), place.defaultBits);
    }
  }

  void field(const FieldPlace& place, const FieldPlace& written, const SampleValue& value,
             const StructReader& from) {
    if (!isPointerType(place.type)) {
      EXPECT_EQ(readNumber(place, from), value.bits);
      return;
    }
    pointer(place.type, written.type, value,
            from.pointer(static_cast<std::uint16_t>(place.offset)));
  }

  void pointer(FieldType type, const FieldType& written, const SampleValue& value,
               const PointerReader& from) {
    if (written.kind == TypeWhich::ANY_POINTER || value.isNull) {
      EXPECT_TRUE(from.isNull());
      return;
    }
    if (type.kind == TypeWhich::ANY_POINTER) type = written;
    if (isByteList(type) && isByteList(written)) {
      const std::span<const std::byte> bytes = from.getData();
      EXPECT_EQ(std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()),
                bytesOf(written, value));
    } else if (type.isList) {
      list(type, written, value, from);
    } else if (type.kind == TypeWhich::STRUCT) {
      structOf(reader_.at(type.structId), writer_.at(written.structId), value, from.getStruct());
    } else {
      EXPECT_EQ(from.getText(), value.bytes);
    }
  }

  void list(FieldType type, FieldType written, const SampleValue& value,
            const PointerReader& from) {
    const ListReader list = from.getList(elementSizeOf(type.kind));
    ASSERT_EQ(list.size(), value.parts.size());
    type.isList = written.isList = false;
    for (std::uint32_t i = 0; i < list.size(); ++i) element(type, written, value.parts[i], list, i);
  }

  // A list of structs may have been one of numbers or texts, now the structs' field @0.
  void element(const FieldType& type, const FieldType& written, const SampleValue& value,
               const ListReader& list, std::uint32_t index) {
    if (type.kind == TypeWhich::STRUCT && written.kind != TypeWhich::STRUCT) {
      const StructLayout was = {{}, {{0u, FieldPlace{written, 0, 0, std::nullopt}}}};
      SampleValue wrapped;
      wrapped.parts = {value};
      wrapped.ordinals = {0};
      return structOf(reader_.at(type.structId), was, wrapped, list.structAtUnchecked(index));
    }
    if (type.kind == TypeWhich::STRUCT) {
      return structOf(reader_.at(type.structId), writer_.at(written.structId), value,
                      list.structAtUnchecked(index));
    }
    if (written.kind == TypeWhich::STRUCT) {
      const SampleValue* first = value.part(0);
      const FieldType inner = writer_.at(written.structId).fields.at(0).type;
      if (first != nullptr) plainElement(type, inner, *first, list, index);
      return;
    }
    plainElement(type, written, value, list, index);
  }

  void plainElement(const FieldType& type, const FieldType& written, const SampleValue& value,
                    const ListReader& list, std::uint32_t index) {
    if (isPointerType(type)) {
      return pointer(type, written, value, list.pointerAtUnchecked(index));
    }
    withNumber(type.kind, [&]<typename T>(T) {
      EXPECT_EQ(list.dataAtUnchecked<T>(index), static_cast<T>(value.bits));
    });
  }

  const SchemaLayout& reader_;
  const SchemaLayout& writer_;
};

}  // namespace

const SampleValue* SampleValue::part(unsigned ordinal) const {
  for (std::size_t i = 0; i < ordinals.size(); ++i) {
    if (ordinals[i] == ordinal) return &parts[i];
  }
  return nullptr;
}

SampleValue randomStruct(const SchemaLayout& schema, const StructLayout& layout, Random& random,
                         int depth) {
  std::map<std::uint32_t, std::uint16_t> members;  // of each tag, how many values it has
  for (const auto& [ordinal, place] : layout.fields) {
    if (!place.tag.has_value()) continue;
    std::uint16_t& count = members[place.tag->offset];
    count = std::max<std::uint16_t>(count, static_cast<std::uint16_t>(place.tag->value + 1));
  }
  for (auto& [offset, count] : members) count = static_cast<std::uint16_t>(random.below(count));
  SampleValue value;
  for (const auto& [ordinal, place] : layout.fields) {
    if (place.tag.has_value() && members[place.tag->offset] != place.tag->value) continue;
    value.ordinals.push_back(ordinal);
    value.parts.push_back(randomValue(schema, place.type, random, depth));
  }
  return value;
}

void writeStruct(const SchemaLayout& schema, const StructLayout& layout, const SampleValue& value,
                 const StructBuilder& to) {
  for (std::size_t i = 0; i < value.ordinals.size(); ++i) {
    const FieldPlace& place = layout.fields.at(value.ordinals[i]);
    if (place.tag.has_value()) {
      to.set(DataField<std::uint16_t>{place.tag->offset}, place.tag->value);
    }
    if (isPointerType(place.type)) {
      writePointer(schema, place.type, value.parts[i],
                   to.pointer({static_cast<std::uint16_t>(place.offset)}));
    }
    withNumber(place.type.kind, [&]<typename T>(T) {
      if (isPointerType(place.type)) return;
      to.set(DataField<T>{place.offset, static_cast<T>(place.defaultBits)},
             static_cast<T>(value.parts[i].bits));
    });
  }
}

void expectStruct(const SchemaLayout& reader, const StructLayout& readerLayout,
                  const SchemaLayout& writer, const StructLayout& writerLayout,
                  const SampleValue& value, const StructReader& from) {
  Expectation(reader, writer).structOf(readerLayout, writerLayout, value, from);
}

}  // namespace capstan
