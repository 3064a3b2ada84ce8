// SPDX-License-Identifier: Apache-2.0
// Bytes that end at an unreadable page, so that reading one byte too many ends the test program in
// any build, sanitizer or not.
//
// Threads: one at a time. Cost: three system calls for a region; a copy for each placement.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <span>

namespace capstan::support {

// Address space with an unreadable page before it and one behind it.
class GuardedRegion {
 public:
  // Requires: capacityBytes is the largest placement, gap included. Ends the program if the system
  // has no memory.
  explicit GuardedRegion(std::size_t capacityBytes)
      : pageBytes_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))),
        usableBytes_((capacityBytes + pageBytes_) / pageBytes_ * pageBytes_) {
    void* mapped =
        mmap(nullptr, usableBytes_ + 2 * pageBytes_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED) std::abort();
    base_ = static_cast<std::byte*>(mapped);
    if (mprotect(begin(), usableBytes_, PROT_READ | PROT_WRITE) != 0) std::abort();
  }
  ~GuardedRegion() { munmap(base_, usableBytes_ + 2 * pageBytes_); }
  GuardedRegion(const GuardedRegion&) = delete;
  GuardedRegion& operator=(const GuardedRegion&) = delete;

  // Copies `bytes` so that they end `gapBytes` before the unreadable page. The place where they
  // start has the alignment of -(bytes.size() + gapBytes); the gap holds 0xA5.
  // Lifetime: until the next placement.
  std::span<std::byte> placeAtEnd(std::span<const std::byte> bytes, std::size_t gapBytes = 0) {
    std::byte* start = begin() + usableBytes_ - gapBytes - bytes.size();
    if (start < begin()) std::abort();
    if (!bytes.empty()) std::memcpy(start, bytes.data(), bytes.size());
    std::memset(start + bytes.size(), 0xA5, gapBytes);
    return {start, bytes.size()};
  }

  // Copies `bytes` so that they start right behind the unreadable page in front: for what might
  // read backwards.
  // Lifetime: until the next placement.
  std::span<std::byte> placeAtStart(std::span<const std::byte> bytes) {
    if (bytes.size() > usableBytes_) std::abort();
    if (!bytes.empty()) std::memcpy(begin(), bytes.data(), bytes.size());
    return {begin(), bytes.size()};
  }

 private:
  std::byte* begin() const { return base_ + pageBytes_; }

  std::size_t pageBytes_;
  std::size_t usableBytes_;
  std::byte* base_ = nullptr;
};

// One copy of some bytes that ends `gapBytes` before an unreadable page.
class GuardedBytes {
 public:
  explicit GuardedBytes(std::span<const std::byte> bytes, std::size_t gapBytes = 0)
      : region_(bytes.size() + gapBytes), bytes_(region_.placeAtEnd(bytes, gapBytes)) {}

  std::span<const std::byte> bytes() const { return bytes_; }
  std::span<std::byte> writable() { return bytes_; }

 private:
  GuardedRegion region_;
  std::span<std::byte> bytes_;
};

}  // namespace capstan::support
