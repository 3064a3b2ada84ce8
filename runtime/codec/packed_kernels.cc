// SPDX-License-Identifier: Apache-2.0
#include "capstan/codec/packed_kernels.h"

#include <atomic>
#include <cstdlib>

#include "runtime/codec/packed_scalar.h"

namespace capstan::inline CAPSTAN_ABI {
namespace {

constexpr PackedKernel kKernels[] = {
    {"scalar", internal::packScalar, internal::unpackScalar, []() noexcept { return true; }},
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
