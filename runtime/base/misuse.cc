// SPDX-License-Identifier: Apache-2.0
#include "capstan/base/misuse.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>

namespace capstan::inline CAPSTAN_ABI {
namespace {

void writeMistake(const char* mistake) { std::fprintf(stderr, "capstan: misuse: %s\n", mistake); }

constinit std::atomic<MisuseHandler> handler_of_process{&writeMistake};

}  // namespace

MisuseHandler setMisuseHandler(MisuseHandler handler) noexcept {
  return handler_of_process.exchange(handler != nullptr ? handler : &writeMistake);
}

void reportMisuse(const char* mistake) {
  handler_of_process.load()(mistake);
  std::abort();
}

}  // namespace capstan::inline CAPSTAN_ABI
