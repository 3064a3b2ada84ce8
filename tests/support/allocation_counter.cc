// SPDX-License-Identifier: Apache-2.0
// The counters are thread-local plain data (no constructor may run inside malloc) and one relaxed
// global pair: the figures are read after the work, on the thread that joined it.
#include "tests/support/allocation_counter.h"

#include <atomic>
#include <cstddef>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define CAPSTAN_COUNTS_ALLOCATIONS 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define CAPSTAN_COUNTS_ALLOCATIONS 0
#endif
#endif
#ifndef CAPSTAN_COUNTS_ALLOCATIONS
#define CAPSTAN_COUNTS_ALLOCATIONS 1
#endif

namespace capstan::support {
namespace {

struct Totals {
  std::uint64_t count;
  std::uint64_t bytes;
};

constinit thread_local Totals threadTotals = {0, 0};
constinit std::atomic<std::uint64_t> allCount{0};
constinit std::atomic<std::uint64_t> allBytes{0};

[[maybe_unused]] void record(std::size_t bytes) {
  ++threadTotals.count;
  threadTotals.bytes += bytes;
  allCount.fetch_add(1, std::memory_order_relaxed);
  allBytes.fetch_add(bytes, std::memory_order_relaxed);
}

Totals totals(AllocationCounter::Scope scope) {
  if (scope == AllocationCounter::Scope::kThisThread) return threadTotals;
  return {allCount.load(std::memory_order_relaxed), allBytes.load(std::memory_order_relaxed)};
}

}  // namespace

AllocationCounter::AllocationCounter(Scope scope) : scope_(scope) { restart(); }

std::uint64_t AllocationCounter::count() const { return totals(scope_).count - startCount_; }

std::uint64_t AllocationCounter::bytes() const { return totals(scope_).bytes - startBytes_; }

void AllocationCounter::restart() {
  const Totals now = totals(scope_);
  startCount_ = now.count;
  startBytes_ = now.bytes;
}

bool AllocationCounter::available() { return CAPSTAN_COUNTS_ALLOCATIONS != 0; }

}  // namespace capstan::support

#if CAPSTAN_COUNTS_ALLOCATIONS

#include <errno.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

extern "C" {

// glibc's own, below the names that are interposed here.
void* __libc_malloc(std::size_t bytes);
void* __libc_calloc(std::size_t count, std::size_t bytes);
void* __libc_realloc(void* old, std::size_t bytes);
void* __libc_memalign(std::size_t alignment, std::size_t bytes);

void* malloc(std::size_t bytes) noexcept {
  capstan::support::record(bytes);
  return __libc_malloc(bytes);
}

void* calloc(std::size_t count, std::size_t bytes) noexcept {
  capstan::support::record(count * bytes);
  return __libc_calloc(count, bytes);
}

void* realloc(void* old, std::size_t bytes) noexcept {
  capstan::support::record(bytes);
  return __libc_realloc(old, bytes);
}

void* memalign(std::size_t alignment, std::size_t bytes) noexcept {
  capstan::support::record(bytes);
  return __libc_memalign(alignment, bytes);
}

void* aligned_alloc(std::size_t alignment, std::size_t bytes) noexcept {
  capstan::support::record(bytes);
  return __libc_memalign(alignment, bytes);
}

int posix_memalign(void** out, std::size_t alignment, std::size_t bytes) noexcept {
  capstan::support::record(bytes);
  void* allocated = __libc_memalign(alignment, bytes);
  if (allocated == nullptr) return ENOMEM;
  *out = allocated;
  return 0;
}

void* mmap(void* address, std::size_t bytes, int protection, int flags, int file,
           off_t offset) noexcept {
  capstan::support::record(bytes);
  const long mapped = syscall(SYS_mmap, address, bytes, protection, flags, file, offset);
  return reinterpret_cast<void*>(mapped);
}

}  // extern "C"

#endif
