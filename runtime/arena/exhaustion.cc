// SPDX-License-Identifier: Apache-2.0
#include "capstan/arena/exhaustion.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>

namespace capstan::inline CAPSTAN_ABI {
namespace {

void writeReason(const char* reason) { std::fprintf(stderr, "capstan: exhausted: %s\n", reason); }

constinit std::atomic<ExhaustionHandler> handler_of_process{&writeReason};

}  // namespace

ExhaustionHandler setExhaustionHandler(ExhaustionHandler handler) noexcept {
  return handler_of_process.exchange(handler != nullptr ? handler : &writeReason);
}

namespace internal {

void raiseExhausted(const char* reason) {
#if defined(__cpp_exceptions)
  if constexpr (kExceptions) throw ArenaExhausted(reason);
#endif
  handler_of_process.load()(reason);
  std::abort();
}

}  // namespace internal
}  // namespace capstan::inline CAPSTAN_ABI
