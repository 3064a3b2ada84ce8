// SPDX-License-Identifier: Apache-2.0
// PoolSecondThread: acquire and release while a second thread sleeps, as in any server.
// PoolHandOver: one thread acquires and writes a line of each buffer, another reads it and
// releases, 16 at a time through a ring; wall-clock time per buffer.
#include <algorithm>
#include <condition_variable>
#include <cstring>
#include <memory>
#include <mutex>
#include <thread>

#include "bench/pool_threads/ring.h"
#include "bench/support/allocators.h"
#include "bench/support/row.h"
#include "capstan/pool/buffer_pool.h"

namespace capstan::bench {
namespace {

// A thread that sleeps until the program ends.
class Sleeper {
 public:
  Sleeper() : thread_([this] { sleep(); }) {}
  ~Sleeper() {
    {
      const std::lock_guard lock(mutex_);
      ends_ = true;
    }
    wake_.notify_one();
    thread_.join();
  }

 private:
  void sleep() {
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [this] { return ends_; });
  }

  std::mutex mutex_;
  std::condition_variable wake_;
  bool ends_ = false;
  std::thread thread_;
};

constexpr std::size_t kLineBytes = 64;

// Hands `Item`s to a thread that releases them; `make` acquires one, `memoryOf` shows its bytes.
template <typename Item, typename Make, typename MemoryOf, typename Release>
void handOver(benchmark::State& state, std::size_t bytes, Make make, MemoryOf memoryOf,
              Release release) {
  const std::size_t lineBytes = std::min(bytes, kLineBytes);
  Ring<Item> ring;
  std::uint64_t sum = 0;
  std::thread consumer([&] {
    Item batch[kRingBatch];
    while (ring.pop(batch)) {
      for (Item& item : batch) {
        sum += static_cast<unsigned char>(*memoryOf(item));
        release(item);
      }
    }
  });
  for (auto _ : state) {
    Item batch[kRingBatch];
    for (Item& item : batch) {
      item = make();
      std::memset(memoryOf(item), 1, lineBytes);
    }
    ring.push(batch);
  }
  ring.close();
  consumer.join();
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kRingBatch));
  check(state, sum == static_cast<std::uint64_t>(state.iterations()) * kRingBatch,
        "a buffer arrived with other bytes");
}

void addHandOverRows(std::size_t bytes) {
  const std::string name = "PoolHandOver/" + sizeName(bytes);
  addRow(name, [=](benchmark::State& state) {
    const PoolHandle pool = PoolHandle::shared();
    handOver<Buffer>(
        state, bytes, [&] { return pool.acquire(bytes); },
        [](Buffer& buffer) { return reinterpret_cast<char*>(buffer.data()); },
        [](Buffer& buffer) { buffer.release(); });
  })->UseRealTime();
  for (const Allocator& allocator : allocators()) {
    addRow(name + "/malloc=" + allocator.name, [=](benchmark::State& state) {
      handOver<void*>(
          state, bytes, [&] { return allocator.allocate(bytes); },
          [](void* memory) { return static_cast<char*>(memory); },
          [&](void* memory) { allocator.release(memory); });
    })->UseRealTime();
  }
  addRow(name + "/raw=hand_over_alone", [=](benchmark::State& state) {
    const auto line = std::make_unique<char[]>(kLineBytes);
    handOver<char*>(
        state, kLineBytes, [&] { return line.get(); }, [](char* memory) { return memory; },
        [](char*) {});
  })->UseRealTime();
}

const Rows kRows([] {
  static const Sleeper kSleeper;
  addPairRows("PoolSecondThread");
  for (const std::size_t bytes : kPoolSizes) addHandOverRows(bytes);
});

}  // namespace
}  // namespace capstan::bench
