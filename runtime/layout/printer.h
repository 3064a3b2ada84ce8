// SPDX-License-Identifier: Apache-2.0
// Printing values of types that only tables know; capstan/layout/to_text.h has the format.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "capstan/layout/follow.h"
#include "capstan/layout/type_table.h"
#include "runtime/layout/text_form.h"

namespace capstan::inline CAPSTAN_ABI::internal {

// The most bytes that printing from a segment's message may give: its remaining budget's worth.
std::size_t textLimit(const Segment* segment);

// Prints one value after the other into one text.
class Printer {
 public:
  // What to do about a text that is longer than its limit: it ends there in any case.
  enum class OnLimit : std::uint8_t { kRecordFault, kJustStop };

  Printer(bool breaksLines, std::size_t limitBytes, OnLimit onLimit = OnLimit::kRecordFault)
      : form_(breaksLines, limitBytes), onLimit_(onLimit) {}

  // `isValue`: behind a field's name.
  void printStruct(const StructTable& type, const StructReader& from, bool isValue);
  void printElements(const TypeRef& element, const ListReader& list, bool isValue);
  void printField(const StructReader& from, const FieldTable& field);
  // Requires: index < list.size().
  void printElement(const TypeRef& element, const ListReader& list, std::uint32_t index);
  void printData(const TypeRef& type, std::uint64_t bits);
  void printText(std::string_view text) { form_.quoted(text, false); }
  void printBytes(std::span<const std::byte> bytes);
  void printWord(std::string_view word) { form_.word(word); }

  std::string take() { return form_.take(); }

 private:
  void printPointer(const TypeRef& type, const PointerReader& from, const unsigned char* fallback,
                    bool isValue);
  void printEnum(const EnumTable* type, std::uint64_t value);
  bool enter();
  bool stops(const Segment* segment, const std::byte* at) const;

  TextForm form_;
  OnLimit onLimit_;
  int levels_ = 0;
};

}  // namespace capstan::inline CAPSTAN_ABI::internal
