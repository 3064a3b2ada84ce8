// SPDX-License-Identifier: Apache-2.0
#include "bench/support/allocation_pass.h"

#include <errno.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstddef>

namespace capstan::bench {
namespace {

// Plain data with relaxed access: no constructor may run inside malloc.
constinit bool isCounting = false;
constinit std::uint64_t calls = 0;

inline void record() {
  if (__atomic_load_n(&isCounting, __ATOMIC_RELAXED)) [[unlikely]] {
    __atomic_fetch_add(&calls, 1, __ATOMIC_RELAXED);
  }
}

}  // namespace

AllocationPass::AllocationPass() {
  __atomic_store_n(&calls, 0, __ATOMIC_RELAXED);
  __atomic_store_n(&isCounting, true, __ATOMIC_RELAXED);
}

AllocationPass::~AllocationPass() { __atomic_store_n(&isCounting, false, __ATOMIC_RELAXED); }

std::uint64_t AllocationPass::count() const { return __atomic_load_n(&calls, __ATOMIC_RELAXED); }

}  // namespace capstan::bench

using capstan::bench::record;

extern "C" {

// glibc's own, below the names that are interposed here.
void* __libc_malloc(std::size_t bytes);
void* __libc_calloc(std::size_t count, std::size_t bytes);
void* __libc_realloc(void* old, std::size_t bytes);
void* __libc_memalign(std::size_t alignment, std::size_t bytes);

void* malloc(std::size_t bytes) noexcept {
  record();
  return __libc_malloc(bytes);
}

void* calloc(std::size_t count, std::size_t bytes) noexcept {
  record();
  return __libc_calloc(count, bytes);
}

void* realloc(void* old, std::size_t bytes) noexcept {
  record();
  return __libc_realloc(old, bytes);
}

void* memalign(std::size_t alignment, std::size_t bytes) noexcept {
  record();
  return __libc_memalign(alignment, bytes);
}

void* aligned_alloc(std::size_t alignment, std::size_t bytes) noexcept {
  record();
  return __libc_memalign(alignment, bytes);
}

int posix_memalign(void** out, std::size_t alignment, std::size_t bytes) noexcept {
  record();
  void* allocated = __libc_memalign(alignment, bytes);
  if (allocated == nullptr) return ENOMEM;
  *out = allocated;
  return 0;
}

void* mmap(void* address, std::size_t bytes, int protection, int flags, int file,
           off_t offset) noexcept {
  record();
  const long mapped = syscall(SYS_mmap, address, bytes, protection, flags, file, offset);
  return reinterpret_cast<void*>(mapped);
}

}  // extern "C"
