// SPDX-License-Identifier: Apache-2.0
// The recommended way to read: opens a message, hands over its root, says what was wrong with it.
#pragma once

#include <concepts>
#include <utility>

#include "absl/status/status.h"
#include "capstan/base/bytes.h"
#include "capstan/base/config.h"
#include "capstan/message/message_reader.h"

namespace capstan::inline CAPSTAN_ABI {

// Opens the framed message in `framed`, calls `fn` with its root as a T::Reader, and returns what
// was wrong with the message, if anything. `fn` returns nothing or an absl::Status.
// Errors: those of opening (then `fn` is not called); then the first fault of the message; then
// what `fn` returned. A fault means that `fn` has seen defaults in place of malformed parts: what
// it computed must not be used. Lifetime: the root and all below it end with the call.
template <typename T, typename Fn>
absl::Status read(Bytes framed, Fn&& fn, const ReaderOptions& options = {}) {
  MessageReader reader(options);
  absl::Status opened = reader.reopen(framed);
  if (!opened.ok()) return opened;
  if constexpr (std::same_as<decltype(fn(reader.getRoot<T>())), void>) {
    std::forward<Fn>(fn)(reader.getRoot<T>());
    return reader.status();
  } else {
    absl::Status returned = std::forward<Fn>(fn)(reader.getRoot<T>());
    absl::Status found = reader.status();
    return found.ok() ? returned : found;
  }
}

}  // namespace capstan::inline CAPSTAN_ABI
