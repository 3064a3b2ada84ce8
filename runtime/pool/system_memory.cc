// SPDX-License-Identifier: Apache-2.0
#include "runtime/pool/system_memory.h"

#include <sys/mman.h>
#include <time.h>

#include <cstdint>
#include <new>

#include "capstan/base/relaxed.h"

namespace capstan::inline CAPSTAN_ABI::internal {
namespace {

constexpr int kPrivate = MAP_PRIVATE | MAP_ANONYMOUS;

constinit std::uint64_t clockAdvanceMillis = 0;  // 0 but in tests

// Maps more than needed and cuts the ends off: the system aligns to small pages only.
std::byte* mapAligned(std::size_t bytes, int protection, int flags) noexcept {
  const std::size_t slackBytes = kHugePageBytes - kPageBytes;
  void* const mapped = ::mmap(nullptr, bytes + slackBytes, protection, flags, -1, 0);
  if (mapped == MAP_FAILED) return nullptr;
  const auto start = reinterpret_cast<std::uintptr_t>(mapped);
  const std::size_t headBytes = roundUpTo(kHugePageBytes, start) - start;
  auto* const data = static_cast<std::byte*>(mapped) + headBytes;
  if (headBytes != 0) ::munmap(mapped, headBytes);
  if (headBytes != slackBytes) ::munmap(data + bytes, slackBytes - headBytes);
  return data;
}

}  // namespace

std::byte* allocateBlock(std::size_t bytes) noexcept {
  if (bytes < kHugePageBytes) {
    return static_cast<std::byte*>(
        ::operator new (bytes, std::align_val_t{kBufferAlignment}, std::nothrow));
  }
  std::byte* const data = mapAligned(bytes, PROT_READ | PROT_WRITE, kPrivate);
  // Advice only: without huge pages the block is as usable.
  if (data != nullptr) ::madvise(data, bytes, MADV_HUGEPAGE);
  return data;
}

void freeBlock(std::byte* data, std::size_t bytes) noexcept {
  if (bytes < kHugePageBytes) {
    ::operator delete (data, std::align_val_t{kBufferAlignment});
  } else {
    ::munmap(data, bytes);
  }
}

std::byte* reserveRange(std::size_t bytes) noexcept {
  return mapAligned(bytes, PROT_NONE, kPrivate | MAP_NORESERVE);
}

void freeRange(std::byte* data, std::size_t bytes) noexcept { ::munmap(data, bytes); }

bool commitRange(std::byte* data, std::size_t from, std::size_t to) noexcept {
  if (::mprotect(data + from, to - from, PROT_READ | PROT_WRITE) != 0) return false;
  if (to >= kHugePageBytes) ::madvise(data + from, to - from, MADV_HUGEPAGE);
  return true;
}

bool decommitRange(std::byte* data, std::size_t from, std::size_t to) noexcept {
  // A new mapping in the place of the old one drops pages and charge in one call.
  return ::mmap(data + from, to - from, PROT_NONE, kPrivate | MAP_NORESERVE | MAP_FIXED, -1, 0) !=
         MAP_FAILED;
}

std::uint64_t coarseMillis() noexcept {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1000 +
         static_cast<std::uint64_t>(now.tv_nsec) / 1000000 + loadRelaxed(clockAdvanceMillis);
}

void advanceClockForTesting(std::uint64_t millis) noexcept {
  __atomic_fetch_add(&clockAdvanceMillis, millis, __ATOMIC_RELAXED);
}

}  // namespace capstan::inline CAPSTAN_ABI::internal
