// SPDX-License-Identifier: Apache-2.0
// All pools of the process: their slots, and what must happen to all of them at a thread's end, at
// a pool's end and at a fork. Its lock is taken before any core's.
#pragma once

#include "runtime/pool/pool_core.h"

namespace capstan::inline CAPSTAN_ABI::internal {

// Sees to it that endThread runs when the calling thread ends. A pthread key, because its
// destructor runs after those of thread_local objects, which may still hold buffers, and because
// setting it does not allocate. Returns: false when the system has no key left.
[[nodiscard]] bool watchThreadEnd() noexcept;

// Empties and frees all caches of the calling thread.
void endThread() noexcept;

// Moves the buffers of an ending thread to the shared lists and the counters to the core.
// Returns: false when the cache is bound to no open core.
[[nodiscard]] bool unbindEndingThread(ThreadCache& cache, Surplus& surplus) noexcept;

// Returns when no pool is being closed: the closer of a cache has then written takenByCloser.
void awaitCloser() noexcept;

}  // namespace capstan::inline CAPSTAN_ABI::internal
