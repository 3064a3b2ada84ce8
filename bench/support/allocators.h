// SPDX-License-Identifier: Apache-2.0
// The allocators beside the pool, as pairs of functions.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace capstan::bench {

struct Allocator {
  std::string name;
  void* (*allocate)(std::size_t bytes);
  void (*release)(void* memory);
};

// glibc's, called below the interposed names, and those that are installed.
const std::vector<Allocator>& allocators();

// The bare minimum: pops from and pushes to a thread-local array of pointers. Inline, as the pool's
// fast path is.
struct Stack {
  std::size_t count = 0;
  void* slots[32] = {};
};
inline constinit thread_local Stack threadStack;

inline constexpr std::size_t kPoolSizes[] = {32, 1 << 10, 8 << 10, 64 << 10, 1 << 20};

inline std::string sizeName(std::size_t bytes) {
  if (bytes >= 1 << 20) return std::to_string(bytes >> 20) + "MiB";
  if (bytes >= 1 << 10) return std::to_string(bytes >> 10) + "KiB";
  return std::to_string(bytes) + "B";
}

// Adds `<prefix>/<size>` for the pool, the allocators and the floor.
void addPairRows(const std::string& prefix);

}  // namespace capstan::bench
