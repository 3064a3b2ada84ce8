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
constinit std::atomic<std::int64_t> blocks{0};

// The allocations that still succeed; below 0: all of them.
constinit thread_local std::int64_t allocationsLeft = -1;
constinit thread_local bool hasFailedNow = false;

// Counts an allocation. Returns: whether it may succeed.
[[maybe_unused]] bool record(std::size_t bytes) {
  ++threadTotals.count;
  threadTotals.bytes += bytes;
  allCount.fetch_add(1, std::memory_order_relaxed);
  allBytes.fetch_add(bytes, std::memory_order_relaxed);
  if (allocationsLeft < 0) return true;
  if (allocationsLeft-- > 0) return true;
  hasFailedNow = true;
  return false;
}

[[maybe_unused]] void* counted(void* block) {
  if (block != nullptr) blocks.fetch_add(1, std::memory_order_relaxed);
  return block;
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

std::int64_t liveBlocks() { return blocks.load(std::memory_order_relaxed); }

FailingAllocation::FailingAllocation(std::uint64_t before) {
  hasFailedNow = false;
  allocationsLeft = static_cast<std::int64_t>(before);
}

FailingAllocation::~FailingAllocation() { allocationsLeft = -1; }

bool FailingAllocation::hasFailed() const { return hasFailedNow; }

bool AllocationCounter::available() { return CAPSTAN_COUNTS_ALLOCATIONS != 0; }

}  // namespace capstan::support

#if CAPSTAN_COUNTS_ALLOCATIONS

#include <errno.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

void* refused() {
  errno = ENOMEM;
  return nullptr;
}

}  // namespace

extern "C" {

// glibc's own, below the names that are interposed here.
void* __libc_malloc(std::size_t bytes);
void* __libc_calloc(std::size_t count, std::size_t bytes);
void* __libc_realloc(void* old, std::size_t bytes);
void* __libc_memalign(std::size_t alignment, std::size_t bytes);

void __libc_free(void* block);

void* malloc(std::size_t bytes) noexcept {
  return capstan::support::record(bytes) ? capstan::support::counted(__libc_malloc(bytes))
                                         : refused();
}

void* calloc(std::size_t count, std::size_t bytes) noexcept {
  if (!capstan::support::record(count * bytes)) return refused();
  return capstan::support::counted(__libc_calloc(count, bytes));
}

void* realloc(void* old, std::size_t bytes) noexcept {
  if (!capstan::support::record(bytes)) return refused();
  void* block = __libc_realloc(old, bytes);
  return old == nullptr ? capstan::support::counted(block) : block;
}

void* memalign(std::size_t alignment, std::size_t bytes) noexcept {
  if (!capstan::support::record(bytes)) return refused();
  return capstan::support::counted(__libc_memalign(alignment, bytes));
}

void* aligned_alloc(std::size_t alignment, std::size_t bytes) noexcept {
  return memalign(alignment, bytes);
}

int posix_memalign(void** out, std::size_t alignment, std::size_t bytes) noexcept {
  void* allocated = memalign(alignment, bytes);
  if (allocated == nullptr) return ENOMEM;
  *out = allocated;
  return 0;
}

void free(void* block) noexcept {
  if (block != nullptr) capstan::support::blocks.fetch_sub(1, std::memory_order_relaxed);
  __libc_free(block);
}

void* mmap(void* address, std::size_t bytes, int protection, int flags, int file,
           off_t offset) noexcept {
  if (!capstan::support::record(bytes)) {
    refused();
    return MAP_FAILED;
  }
  const long mapped = syscall(SYS_mmap, address, bytes, protection, flags, file, offset);
  return reinterpret_cast<void*>(mapped);
}

}  // extern "C"

#endif
