// SPDX-License-Identifier: Apache-2.0
#include "bench/support/allocators.h"

#include <dlfcn.h>

#include "bench/support/row.h"
#include "capstan/pool/buffer_pool.h"

extern "C" void* __libc_malloc(std::size_t bytes);
extern "C" void __libc_free(void* memory);

namespace capstan::bench {
namespace {

// Loaded beside glibc's, whose names stay in force for everything else.
void addInstalled(std::vector<Allocator>& found, const char* name, const char* library,
                  const char* allocate, const char* release) {
  void* handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) return;
  Allocator allocator = {name, reinterpret_cast<void* (*)(std::size_t)>(dlsym(handle, allocate)),
                         reinterpret_cast<void (*)(void*)>(dlsym(handle, release))};
  if (allocator.allocate != nullptr && allocator.release != nullptr) found.push_back(allocator);
}

std::vector<Allocator> findAllocators() {
  std::vector<Allocator> found = {{"glibc", __libc_malloc, __libc_free}};
  addInstalled(found, "mimalloc", "libmimalloc.so.2", "mi_malloc", "mi_free");
  addInstalled(found, "tcmalloc", "libtcmalloc_minimal.so.4", "tc_malloc", "tc_free");
  return found;
}

void addPoolRow(const std::string& name, std::size_t bytes) {
  addRow(name, [=](benchmark::State& state) {
    const PoolHandle pool = PoolHandle::shared();
    bool sound = true;
    auto once = [&] {
      Buffer buffer = pool.acquire(bytes);
      sound &= buffer.data() != nullptr;
    };
    warmAndCount(state, once);
    // Written out: a call of `once` would cost as much as what is measured.
    for (auto _ : state) {
      Buffer buffer = pool.acquire(bytes);
      benchmark::DoNotOptimize(buffer.data());
    }
    check(state, sound, "the pool gave no memory");
  });
}

void addAllocatorRow(const std::string& name, const Allocator& allocator, std::size_t bytes) {
  addRow(name + "/malloc=" + allocator.name, [=](benchmark::State& state) {
    for (auto _ : state) {
      void* memory = allocator.allocate(bytes);
      benchmark::DoNotOptimize(memory);
      allocator.release(memory);
    }
  });
}

void addFloorRow(const std::string& name) {
  addRow(name + "/raw=thread_local", [](benchmark::State& state) {
    static char memory;
    threadStack = {1, {&memory}};
    for (auto _ : state) {
      void* top = threadStack.slots[--threadStack.count];
      benchmark::DoNotOptimize(top);
      threadStack.slots[threadStack.count++] = top;
      benchmark::ClobberMemory();
    }
  });
}

}  // namespace

const std::vector<Allocator>& allocators() {
  static const std::vector<Allocator> kFound = findAllocators();
  return kFound;
}

void addPairRows(const std::string& prefix) {
  for (const std::size_t bytes : kPoolSizes) {
    const std::string name = prefix + "/" + sizeName(bytes);
    addPoolRow(name, bytes);
    for (const Allocator& allocator : allocators()) addAllocatorRow(name, allocator, bytes);
    addFloorRow(name);
  }
}

}  // namespace capstan::bench
