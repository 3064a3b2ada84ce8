// SPDX-License-Identifier: Apache-2.0
#include "capstan/layout/unknown.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "capstan/layout/build.h"
#include "runtime/layout/elements.h"
#include "runtime/layout/field_bits.h"
#include "runtime/layout/known_fields.h"
#include "runtime/layout/visit_target.h"

namespace capstan::inline CAPSTAN_ABI {
namespace internal {
namespace {

// Zeroes `count` bits, one or whole bytes, of a struct of our own memory, as far as it has them.
void clearBits(const StructReader& in, std::uint64_t first, std::uint32_t count) {
  std::byte* data = const_cast<std::byte*>(in.data());
  if (first + count > in.dataBytes() * std::uint64_t{8}) return;  // check: strip-bounds
  if (count == 1) {
    data[first / 8] &= ~static_cast<std::byte>(1u << first % 8);
  } else if (count != 0) {
    std::memset(data + first / 8, 0, count / 8);
  }
}

void clearPointer(const PointerReader& pointer) {
  PointerBuilder(const_cast<Segment*>(pointer.segment()), const_cast<std::byte*>(pointer.at()))
      .clear();
}

// Zeroes what a field has.
void clearField(const StructReader& in, const FieldTable& field) {
  if (field.type.kind == TypeKind::kGroup) {
    for (const FieldTable& each : field.type.structTable->fields) clearField(in, each);
  } else if (!isPointer(field.type)) {
    const std::uint32_t bits = dataBitsOf(elementSizeOf(field.type));
    clearBits(in, std::uint64_t{field.offset} * bits, bits);
  } else if (const PointerReader pointer = fieldPointer(in, field); pointer.at() != nullptr) {
    clearPointer(pointer);
  }
}

// Walks a struct and all below it as its types know it. Stops at the first unknown unless it takes
// them out.
class UnknownWalk {
 public:
  explicit UnknownWalk(bool strips) : strips_(strips) {}

  bool run(const StructTable& type, const StructReader& from) {
    enter({.kind = TypeKind::kStruct, .structTable = &type}, elementsOf(from));
    while (!stack_.empty() && !stops()) {
      Frame& top = stack_.back();
      if (top.pointer == top.known->pointers.size()) {
        top.pointer = 0;
        if (++top.element == top.elements.count) {
          stack_.pop_back();
          continue;
        }
      }
      const KnownFields::Pointer& pointer = top.known->pointers[top.pointer++];
      const StructReader in = elementOf(top.elements, top.element);
      // check: unknown-pointer-bounds, -
      if (pointer.index < in.pointers() && top.known->isActive(in, pointer.member)) {
        follow(pointer.type, top.elements.pointerAt(top.element, pointer.index));
      }
    }
    return found_;
  }

 private:
  // Where the walk stands: at a known pointer of an element.
  struct Frame {
    const KnownFields* known;
    Elements elements;
    std::uint32_t element;
    std::size_t pointer;
  };

  struct Opener {
    UnknownWalk& walk;
    const TypeRef& type;

    void onStruct(const StructReader& from) const {
      if (type.listDepth == 0 && type.kind == TypeKind::kStruct) walk.enter(type, elementsOf(from));
    }
    void onList(const ListReader& from) const {
      if (type.listDepth == 0) return;
      TypeRef element = type;
      --element.listDepth;
      // check: unknown-upgrade passes
      if (canReadAs(from, elementSizeOf(element))) walk.enter(element, elementsOf(from));
    }
    void onCapability(std::uint32_t) const {}
    void onFault() const {}
  };

  bool stops() const { return found_ && !strips_; }

  static StructReader elementOf(const Elements& elements, std::uint32_t index) {
    return {elements.segment, elements.at(index), elements.dataBytes, elements.pointers,
            elements.depth};
  }

  void follow(const TypeRef& type, const PointerReader& from) {
    const bool mayHold = type.listDepth != 0 || type.kind == TypeKind::kStruct;
    if (mayHold && !from.isNull()) visitTarget(from, bound_, Opener{*this, type});
  }

  void enter(const TypeRef& type, const Elements& elements) {
    const KnownFields& known = types_.of(type);
    if (knowsAll(known, elements)) return;
    for (std::uint32_t i = 0; i < elements.count && !stops(); ++i) look(known, elements, i);
    if (elements.count != 0 && !known.pointers.empty()) {
      stack_.push_back({&known, elements, 0, 0});
    }
  }

  // Whether nothing can be unknown in any of the elements: numbers as the type has them, or
  // nothing.
  static bool knowsAll(const KnownFields& known, const Elements& elements) {
    if (elements.pointers != 0 || elements.dataBytes > kBytesPerWord) return false;
    if (elements.dataBytes == 0) return true;
    const std::uint64_t all = ~std::uint64_t{0} >> (kBitsPerWord - elements.dataBytes * 8);
    return known.enums.empty() && known.unions.empty() && (known.bitsOfWord(0) & all) == all;
  }

  void look(const KnownFields& known, const Elements& elements, std::uint32_t index) {
    const StructReader in = elementOf(elements, index);
    // Unions first: what a member has that is no longer active is not looked at.
    for (const KnownFields::Union& each : known.unions) {
      if (!known.isActive(in, each.member)) continue;
      if (tagOf(*each.type, in) >= each.type->discriminantCount) onUnknownTag(*each.type, in);
    }
    for (const KnownFields::Enum& each : known.enums) {
      const DataField<std::uint16_t> field = {.offset = each.offset, .mask = each.defaultBits};
      if (each.table == nullptr || !known.isActive(in, each.member)) continue;
      if (in.get(field) >= each.table->enumerants.size()) onUnknownData(in, each.offset * 2, 2, 0);
    }
    for (std::uint32_t at = 0; at < in.dataBytes() && !stops(); at += kBytesPerWord) {
      const std::uint32_t bytes = std::min<std::uint32_t>(kBytesPerWord, in.dataBytes() - at);
      const std::uint64_t bits = known.bitsOfWord(static_cast<std::uint32_t>(at / kBytesPerWord));
      std::uint64_t word = 0;
      std::memcpy(&word, in.data() + at, bytes);
      if ((loadLittle<std::uint64_t>(reinterpret_cast<std::byte*>(&word)) & ~bits) != 0) {
        onUnknownData(in, at, bytes, bits);
      }
    }
    for (std::uint32_t i = 0; i < in.pointers() && !stops(); ++i) {
      if (!known.knowsPointer(i) && !elements.pointerAt(index, i).isNull()) {
        onUnknownPointer(elements.pointerAt(index, i));
      }
    }
  }

  void onUnknownTag(const StructTable& type, const StructReader& in) {
    found_ = true;
    if (!strips_) return;
    for (const FieldTable& field : type.fields) {
      if (field.discriminant != kNoDiscriminant) clearField(in, field);
    }
    clearBits(in, std::uint64_t{type.discriminantOffset} * 16, 16);
  }

  // Keeps of `bytes` bytes only `bits`.
  void onUnknownData(const StructReader& in, std::uint32_t at, std::uint32_t bytes,
                     std::uint64_t bits) {
    found_ = true;
    if (!strips_) return;
    std::byte* data = const_cast<std::byte*>(in.data()) + at;
    for (std::uint32_t i = 0; i < bytes; ++i) data[i] &= static_cast<std::byte>(bits >> i * 8);
  }

  void onUnknownPointer(const PointerReader& pointer) {
    found_ = true;
    if (strips_) clearPointer(pointer);
  }

  const bool strips_;
  bool found_ = false;
  KnownTypes types_;
  TreeBound bound_;
  std::vector<Frame> stack_;
};

}  // namespace
}  // namespace internal

bool hasUnknown(const StructTable& type, const StructReader& from) {
  return internal::UnknownWalk(false).run(type, from);
}

void stripUnknown(const StructTable& type, const StructBuilder& in) {
  internal::UnknownWalk(true).run(type, in.asReader());
}

}  // namespace capstan::inline CAPSTAN_ABI
