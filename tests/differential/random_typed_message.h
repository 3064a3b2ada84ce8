// SPDX-License-Identifier: Apache-2.0
// Random messages of generated types, made by their type tables: every kind of field and list,
// unions and groups, and objects in the shapes that other versions of a schema would give them
// (shorter and longer structs, lists of other elements than the schema says).
#pragma once

#include <span>

#include "capstan/layout/type_table.h"
#include "capstan/message/message_builder.h"
#include "tests/support/seed.h"

namespace capstan {

class RandomTypedMessage {
 public:
  enum class Capabilities { kNone, kSome };
  // What an AnyPointer may hold is chosen among `types`.
  RandomTypedMessage(support::Random& random, std::span<const StructTable* const> types,
                     Capabilities capabilities = Capabilities::kSome)
      : random_(random), types_(types), capabilities_(capabilities) {}

  // Makes `to` a struct of the type, with at most `depth` levels below it.
  void fillStruct(const PointerBuilder& to, const StructTable& type, int depth);

 private:
  bool oneIn(std::uint64_t n) { return random_.below(n) == 0; }
  std::uint32_t count(std::uint32_t most) {
    return static_cast<std::uint32_t>(random_.below(most + 1));
  }
  StructSize shapeOf(const StructTable& type);
  void fillBytes(std::span<std::byte> bytes);
  void fillData(const StructBuilder& to);
  void fillFields(const StructBuilder& to, const StructTable& type, int depth);
  void fillPointer(const PointerBuilder& to, const TypeRef& type, int depth);
  void fillAny(const PointerBuilder& to, int depth);
  void fillText(const PointerBuilder& to);
  void fillList(const PointerBuilder& to, TypeRef element, int depth);
  void fillOtherList(const PointerBuilder& to);
  void fillNumbers(const PointerBuilder& to, ElementSize code);

  support::Random& random_;
  std::span<const StructTable* const> types_;
  Capabilities capabilities_;
};

}  // namespace capstan
