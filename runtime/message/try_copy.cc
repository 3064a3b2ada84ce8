// SPDX-License-Identifier: Apache-2.0
#include "capstan/message/try_copy.h"

#include "capstan/base/fault_status.h"
#include "capstan/layout/copy.h"
#include "capstan/message/try_build.h"

namespace capstan::inline CAPSTAN_ABI {
namespace {

constexpr auto kChangeNothing = internal::OnFault::kChangeNothing;

// Calls `copy`, which tells whether it was whole.
template <typename Copy>
absl::Status copyWhole(const PointerBuilder& to, const Segment* source, Copy copy) {
  static_cast<void>(to.asReader());  // a stale view is caught here
  bool isWhole = true;
  if constexpr (kExceptions) {
    absl::Status built = tryBuild([&] { isWhole = copy(); });
    if (!built.ok()) return built;
  } else {
    isWhole = copy();
  }
  return isWhole ? absl::OkStatus() : faultStatus(source->context->fault());
}

}  // namespace

absl::Status tryCopy(const PointerBuilder& to, const StructReader& from) {
  return copyWhole(to, from.segment(), [&] {
    return internal::copyStruct(from, to.segment(), to.at(), kChangeNothing).isWhole;
  });
}

absl::Status tryCopy(const PointerBuilder& to, const ListReader& from) {
  if (from.data() == nullptr) {
    to.clear();
    return absl::OkStatus();
  }
  return copyWhole(to, from.segment(), [&] {
    return internal::copyList(from, to.segment(), to.at(), kChangeNothing).isWhole;
  });
}

absl::Status tryCopy(const PointerBuilder& to, const PointerReader& from) {
  return copyWhole(to, from.segment(), [&] {
    return internal::copyTarget(from, to.segment(), to.at(), kChangeNothing).isWhole;
  });
}

}  // namespace capstan::inline CAPSTAN_ABI
