// SPDX-License-Identifier: Apache-2.0
#include "capstan/codec/packed_kernels.h"

#include <atomic>
#include <cstdlib>

#include "runtime/codec/packed_scalar.h"
#include "runtime/codec/vector_kernels.h"

namespace capstan::inline CAPSTAN_ABI {
namespace {

bool isUsable() noexcept { return true; }

constexpr PackedKernel kKernels[] = {
#if defined(__x86_64__)
    {"vbmi2", internal::packVbmi2, internal::unpackVbmi2, internal::vbmi2IsUsable},
    {"bmi2", internal::packBmi2, internal::unpackSsse3, internal::bmi2IsUsable},
    {"ssse3", internal::packSsse3, internal::unpackSsse3, internal::ssse3IsUsable},
#elif defined(__aarch64__)
    {"neon", internal::packNeon, internal::unpackNeon, isUsable},
#endif
    {"scalar", internal::packScalar, internal::unpackScalar, isUsable},
};

// Threads may choose at the same time: they come to the same kernel. Relaxed is enough because what
// the pointer leads to is constant.
constinit std::atomic<const PackedKernel*> chosenKernel{nullptr};

}  // namespace

std::span<const PackedKernel> packedKernels() noexcept { return kKernels; }

const PackedKernel& packedKernel() noexcept {
  const PackedKernel* kernel = chosenKernel.load(std::memory_order_relaxed);
  if (kernel == nullptr) [[unlikely]] {
    kernel = &internal::choosePackedKernel(std::getenv("CAPSTAN_KERNELS"));
    chosenKernel.store(kernel, std::memory_order_relaxed);
  }
  return *kernel;
}

namespace internal {

const PackedKernel& choosePackedKernel(const char* wanted) noexcept {
  for (const PackedKernel& kernel : kKernels) {
    if (wanted != nullptr && std::string_view(wanted) != kernel.name) continue;
    if (kernel.usable()) return kernel;
  }
  return packedKernels().back();
}

}  // namespace internal
}  // namespace capstan::inline CAPSTAN_ABI
