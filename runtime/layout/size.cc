// SPDX-License-Identifier: Apache-2.0
#include "capstan/layout/size.h"

#include "runtime/layout/copier.h"

namespace capstan::inline CAPSTAN_ABI {
namespace internal {
namespace {

using Measurer = Copier<CopyMode::kMeasure>;

MessageSize sizeOf(const Measurer& measurer) {
  if (measurer.ranOut()) return {.words = kUnlimited, .capabilities = 0};
  return {.words = measurer.words(), .capabilities = measurer.capabilities()};
}

}  // namespace

std::uint64_t wordsInPlace(const PointerReader& root) {
  Measurer measurer(OnFault::kCopyAsNull);
  measurer.ofPointer(root, nullptr, nullptr);
  return measurer.ranOut() ? kUnlimited : measurer.words() + measurer.padWords();
}

}  // namespace internal

MessageSize totalSize(const StructReader& from) {
  internal::Measurer measurer(internal::OnFault::kCopyAsNull);
  measurer.ofStruct(from, nullptr, nullptr);
  return internal::sizeOf(measurer);
}

MessageSize totalSize(const ListReader& from) {
  internal::Measurer measurer(internal::OnFault::kCopyAsNull);
  measurer.ofList(from, nullptr, nullptr);
  return internal::sizeOf(measurer);
}

MessageSize totalSize(const PointerReader& from) {
  internal::Measurer measurer(internal::OnFault::kCopyAsNull);
  measurer.ofPointer(from, nullptr, nullptr);
  return internal::sizeOf(measurer);
}

}  // namespace capstan::inline CAPSTAN_ABI
