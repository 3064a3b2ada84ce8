// SPDX-License-Identifier: Apache-2.0
#include "capstan/layout/diff.h"

#include <algorithm>
#include <string_view>

#include "capstan/layout/equal.h"
#include "runtime/layout/field_bits.h"
#include "runtime/layout/printer.h"

namespace capstan::inline CAPSTAN_ABI {
namespace internal {
namespace {

// As deep as printing goes; below, structs are compared as a whole.
constexpr int kMostLevels = 100;

constexpr std::string_view kUnknown = "<unknown>";

class Differ {
 public:
  explicit Differ(const DiffOptions& options) : options_(options) {}

  Diff run(const StructTable& type, const StructReader& a, const StructReader& b) {
    const Equality whole = compare(a, b);
    if (whole == Equality::kFaulty) diff_.isComplete = false;
    if (whole == Equality::kEqual) return std::move(diff_);
    meetStructs(type, a, b);
    // What differs where no field is: in the slots of inactive union members.
    if (diff_.differences.empty() && whole == Equality::kUnequal) addUnknown();
    return std::move(diff_);
  }

 private:
  // Makes the path longer for as long as it lives.
  class Step {
   public:
    Step(std::string& path, std::string_view name) : path_(path), size_(path.size()) {
      if (!path.empty()) path += '.';
      path += name;
    }
    Step(std::string& path, std::uint32_t index) : path_(path), size_(path.size()) {
      path += '[';
      path += std::to_string(index);
      path += ']';
    }
    Step(const Step&) = delete;
    Step& operator=(const Step&) = delete;
    ~Step() { path_.resize(size_); }

   private:
    std::string& path_;
    std::size_t size_;
  };

  bool isFull() {
    if (diff_.differences.size() < options_.maxDifferences) return false;
    diff_.isComplete = false;
    return true;
  }

  void meetStructs(const StructTable& type, const StructReader& a, const StructReader& b) {
    if (levels_ == kMostLevels) {  // check: diff-nesting
      if (notEqual(compare(a, b))) addUnknown();
      return;
    }
    ++levels_;
    meetFields(type, a, b);
    meetUnknown(type, a, b);
    --levels_;
  }

  // The fields of a struct or group, those of an inactive member aside.
  void meetFields(const StructTable& type, const StructReader& a, const StructReader& b) {
    if (type.discriminantCount != 0 && tagOf(type, a) != tagOf(type, b)) {
      add(memberText(type, a), memberText(type, b));
    }
    for (const FieldTable& field : type.fields) {
      if (isFull()) return;
      if (!isActive(type, a, field) || !isActive(type, b, field)) continue;
      const Step step(path_, field.name);
      if (field.type.kind == TypeKind::kGroup) {
        meetFields(*field.type.structTable, a, b);
      } else if (isPointer(field.type)) {
        meetPointers(
            field.type, fieldPointer(a, field), fieldPointer(b, field),
            [&](const StructReader& from) { return fieldText(from, field); }, a, b);
      } else if (fieldBits(a, field) != fieldBits(b, field)) {
        add(fieldText(a, field), fieldText(b, field));
      }
    }
  }

  // `text` prints the pointer's value as it stands in `inA` and `inB`.
  template <typename Text, typename In>
  void meetPointers(const TypeRef& type, const PointerReader& a, const PointerReader& b, Text text,
                    const In& inA, const In& inB) {
    if (a.isNull() && b.isNull()) return;
    if (a.isNull() || b.isNull()) {
      return add(a.isNull() ? "null" : text(inA), b.isNull() ? "null" : text(inB));
    }
    if (type.listDepth != 0) return meetLists(type, a, b);
    switch (type.kind) {
      case TypeKind::kStruct:
        return meetStructs(*type.structTable, a.getStruct(), b.getStruct());
      case TypeKind::kInterface:
        return meetCapabilities(a, b);
      default:
        if (notEqual(compare(a, b))) add(text(inA), text(inB));
    }
  }

  void meetLists(const TypeRef& type, const PointerReader& a, const PointerReader& b) {
    TypeRef element = type;
    --element.listDepth;
    const ListReader listA = a.getList(elementSizeOf(element));
    const ListReader listB = b.getList(elementSizeOf(element));
    if (listA.size() != listB.size()) {
      add(std::to_string(listA.size()) + " elements", std::to_string(listB.size()) + " elements");
    }
    const std::uint32_t common = std::min(listA.size(), listB.size());
    for (std::uint32_t i = 0; i < common && !isFull(); ++i) {
      const Step step(path_, i);
      meetElements(element, listA, listB, i);
    }
  }

  void meetElements(const TypeRef& type, const ListReader& a, const ListReader& b,
                    std::uint32_t index) {
    const auto text = [&](const ListReader& from) { return elementText(type, from, index); };
    if (type.kind == TypeKind::kStruct && type.listDepth == 0) {
      meetStructs(*type.structTable, a.structAtUnchecked(index), b.structAtUnchecked(index));
    } else if (isPointer(type)) {
      meetPointers(type, a.pointerAtUnchecked(index), b.pointerAtUnchecked(index), text, a, b);
    } else if (elementBits(a, type.kind, index) != elementBits(b, type.kind, index)) {
      add(text(a), text(b));
    }
  }

  void meetCapabilities(const PointerReader& a, const PointerReader& b) {
    std::uint32_t indexA = 0;
    std::uint32_t indexB = 0;
    const bool both = a.getCapabilityIndex(indexA) && b.getCapabilityIndex(indexB);
    if (!both) diff_.isComplete = false;
    if (both && indexA != indexB) {
      add("capability " + std::to_string(indexA), "capability " + std::to_string(indexB));
    }
  }

  // The words and pointers that a struct has beyond its type.
  void meetUnknown(const StructTable& type, const StructReader& a, const StructReader& b) {
    if (isFull()) return;
    const std::uint32_t knownBytes = type.size.dataWords * std::uint32_t{kBytesPerWord};
    for (std::uint32_t at = knownBytes; at < std::max(a.dataBytes(), b.dataBytes()); ++at) {
      const DataField<std::uint8_t> byte = {at};
      if (a.get(byte) != b.get(byte)) return addUnknown();
    }
    const std::uint16_t most = std::max(a.pointers(), b.pointers());
    for (std::uint16_t i = type.size.pointers; i < most; ++i) {
      if (notEqual(compare(a.pointer(i), b.pointer(i)))) return addUnknown();
    }
  }

  bool notEqual(Equality equality) {
    if (equality == Equality::kFaulty) diff_.isComplete = false;
    return equality == Equality::kUnequal;
  }

  void addUnknown() {
    const Step step(path_, kUnknown);
    add("differs", "differs");
  }

  void add(std::string a, std::string b) {
    if (isFull()) return;
    diff_.differences.push_back({path_, shorten(std::move(a)), shorten(std::move(b))});
  }

  std::string shorten(std::string text) const {
    if (text.size() <= options_.maxValueBytes) return text;
    text.resize(options_.maxValueBytes);
    return text + "...";
  }

  // Prints a value, not much further than it is shown.
  template <typename Print>
  std::string print(Print print) const {
    Printer printer(false, options_.maxValueBytes, Printer::OnLimit::kJustStop);
    print(printer);
    return printer.take();
  }
  std::string fieldText(const StructReader& from, const FieldTable& field) const {
    return print([&](Printer& printer) { printer.printField(from, field); });
  }
  std::string elementText(const TypeRef& type, const ListReader& from, std::uint32_t index) const {
    return print([&](Printer& printer) { printer.printElement(type, from, index); });
  }
  // A union's active member, as `(name = value)`.
  std::string memberText(const StructTable& type, const StructReader& from) const {
    const std::uint16_t tag = tagOf(type, from);
    for (const FieldTable& field : type.fields) {
      if (field.discriminant == tag && tag != kNoDiscriminant) {
        return "(" + std::string(field.name) + " = " + fieldText(from, field) + ")";
      }
    }
    return "(member " + std::to_string(tag) + ")";
  }

  const DiffOptions& options_;
  Diff diff_;
  std::string path_;
  int levels_ = 0;
};

}  // namespace
}  // namespace internal

std::string Difference::toString() const {
  return (path.empty() ? "" : path + ": ") + a + " != " + b;
}

std::string Diff::toString() const {
  std::string text;
  for (const Difference& each : differences) text += each.toString() + '\n';
  return text;
}

Diff diff(const StructTable& type, const StructReader& a, const StructReader& b,
          const DiffOptions& options) {
  return internal::Differ(options).run(type, a, b);
}

}  // namespace capstan::inline CAPSTAN_ABI
