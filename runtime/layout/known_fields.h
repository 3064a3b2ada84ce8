// SPDX-License-Identifier: Apache-2.0
// What a type knows of a struct or list element: each bit, pointer, enum and union.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include "capstan/layout/struct_reader.h"
#include "capstan/layout/type_table.h"

namespace capstan::inline CAPSTAN_ABI::internal {

// Groups are laid flat: their fields stand among those of the struct.
struct KnownFields {
  static constexpr std::uint32_t kAlways = 0xFFFF'FFFF;

  // A union's member of which fields are part: `value` of the tag at `tagOffset`, and the member
  // that the union itself is part of.
  struct Member {
    std::uint32_t tagOffset;
    std::uint16_t value;
    std::uint32_t outer;
  };
  struct Pointer {
    std::uint16_t index;
    std::uint32_t member;
    TypeRef type;
  };
  struct Enum {
    std::uint32_t offset;
    std::uint16_t defaultBits;
    std::uint32_t member;
    const EnumTable* table;
  };
  struct Union {
    const StructTable* type;
    std::uint32_t member;
  };

  std::vector<std::uint64_t> bits;  // of each word of data, those that a field has
  std::vector<bool> hasPointer;     // for each pointer, whether a field has it
  std::vector<Member> members;
  std::vector<Pointer> pointers;
  std::vector<Enum> enums;
  std::vector<Union> unions;

  // Whether all unions around it have the tags that make `member` active.
  bool isActive(const StructReader& in, std::uint32_t member) const {
    for (; member != kAlways; member = members[member].outer) {
      const DataField<std::uint16_t> tag = {members[member].tagOffset};
      if (in.get(tag) != members[member].value) return false;
    }
    return true;
  }
  bool knowsPointer(std::uint32_t index) const {
    return index < hasPointer.size() && hasPointer[index];
  }
  std::uint64_t bitsOfWord(std::uint32_t word) const { return word < bits.size() ? bits[word] : 0; }
};

// The known fields of the types that one walk meets, found out once each.
class KnownTypes {
 public:
  // As a struct's field or a list's element stands there: a list is a pointer.
  const KnownFields& of(const TypeRef& type);

 private:
  using Key = std::tuple<TypeKind, std::uint8_t, const StructTable*, const EnumTable*>;
  std::map<Key, std::unique_ptr<KnownFields>> types_;
};

}  // namespace capstan::inline CAPSTAN_ABI::internal
