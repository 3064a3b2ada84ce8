// SPDX-License-Identifier: Apache-2.0
#include "capstan/layout/to_text.h"

#include "runtime/layout/printer.h"

namespace capstan::inline CAPSTAN_ABI {

std::string toText(const StructTable& type, const StructReader& from, TextOptions options) {
  internal::Printer printer(options.pretty, internal::textLimit(from.segment()));
  printer.printStruct(type, from, false);
  return printer.take();
}

std::string toText(const TypeRef& element, const ListReader& from, TextOptions options) {
  internal::Printer printer(options.pretty, internal::textLimit(from.segment()));
  printer.printElements(element, from, false);
  return printer.take();
}

std::string toText(std::string_view text) {
  internal::Printer printer(false, SIZE_MAX);
  printer.printText(text);
  return printer.take();
}

std::string toText(std::span<const std::byte> bytes) {
  internal::Printer printer(false, SIZE_MAX);
  printer.printBytes(bytes);
  return printer.take();
}

std::string internal::toTextOfBits(const TypeRef& type, std::uint64_t bits) {
  Printer printer(false, SIZE_MAX);
  printer.printData(type, bits);
  return printer.take();
}

}  // namespace capstan::inline CAPSTAN_ABI
