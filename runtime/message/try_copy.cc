// SPDX-License-Identifier: Apache-2.0
#include "capstan/message/try_copy.h"

#include "capstan/base/fault_status.h"
#include "capstan/layout/copy.h"
#include "capstan/message/try_build.h"
#include "runtime/layout/trim.h"

namespace capstan::inline CAPSTAN_ABI {
namespace {

constexpr auto kChangeNothing = internal::OnFault::kChangeNothing;

// Calls `copy`, which tells whether it was whole.
template <typename To, typename Copy>
absl::Status copyWhole(const To& to, const Segment* source, Copy copy) {
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

absl::Status tryCopy(const StructBuilder& to, const StructReader& from) {
  const StructSize size = internal::trimmedSize(from);
  if (size.dataWords > to.size().dataWords || size.pointers > to.size().pointers) {
    return absl::InvalidArgumentError(
        "the source has more words or pointers than the struct that it was to be copied over, "
        "which keeps its size: set it to lose them, or copy to a new struct");
  }
  return copyWhole(to, from.segment(),
                   [&] { return internal::copyTruncating(from, to, kChangeNothing); });
}

}  // namespace capstan::inline CAPSTAN_ABI
