// SPDX-License-Identifier: Apache-2.0
// What happens when a message cannot grow any more.
//
// A fixed arena is full, the pool's upstream refuses, the limit of the message is reached, or an
// object is larger than the format allows. Where the library was built with exceptions
// (kExceptions), ArenaExhausted is thrown; otherwise the exhaustion handler is called, which must
// not return. The message stays valid and can be reset. `MessageBuilder::reserve` avoids all of it.
#pragma once

#include <new>

#include "capstan/base/config.h"

namespace capstan::inline CAPSTAN_ABI {

// Thrown on exhaustion; what() says which limit was met.
class ArenaExhausted : public std::bad_alloc {
 public:
  explicit ArenaExhausted(const char* reason) noexcept : reason_(reason) {}
  const char* what() const noexcept override { return reason_; }

 private:
  const char* reason_;
};

// Takes the reason; must not return (it may end the process or jump away).
using ExhaustionHandler = void (*)(const char* reason);

// Replaces the process's handler for builds without exceptions; null restores the default, which
// writes the reason to standard error and aborts. Returns: the previous handler. Any thread.
ExhaustionHandler setExhaustionHandler(ExhaustionHandler handler) noexcept;

namespace internal {
[[noreturn]] void raiseExhausted(const char* reason);
}

}  // namespace capstan::inline CAPSTAN_ABI
