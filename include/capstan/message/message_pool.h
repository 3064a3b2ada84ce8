// SPDX-License-Identifier: Apache-2.0
// MessagePool: ready builders, handed out by scope.
//
// For code that builds one message per request on many threads: a handle gives a builder whose
// first segment is warm, and giving it back resets it. The pool keeps at most `maxIdle` builders.
//
// Threads: acquire may be called by any thread; a handle moves, and may be released on another
// thread; one thread builds at a time. Cost: one uncontended lock each way.
// Lifetime: handles may outlive the pool.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

#include "capstan/arena/arena_options.h"
#include "capstan/base/config.h"
#include "capstan/message/message_builder.h"
#include "capstan/pool/pool_handle.h"

namespace capstan::inline CAPSTAN_ABI {

namespace internal {
struct MessagePoolCore;
}

// A builder on loan. Empty after a move or release, so a second release does nothing.
class PooledMessage {
 public:
  PooledMessage() = default;
  PooledMessage(PooledMessage&&) noexcept = default;
  PooledMessage& operator=(PooledMessage&& other) noexcept {
    release();
    builder_ = std::move(other.builder_);
    home_ = std::move(other.home_);
    return *this;
  }
  ~PooledMessage() { release(); }

  explicit operator bool() const { return builder_ != nullptr; }
  MessageBuilder& operator*() const CAPSTAN_LIFETIME_BOUND { return *builder_; }
  MessageBuilder* operator->() const CAPSTAN_LIFETIME_BOUND { return builder_.get(); }

  // Resets the builder and gives it back; all its views end.
  void release() noexcept;

 private:
  friend class MessagePool;

  std::unique_ptr<MessageBuilder> builder_;
  std::shared_ptr<internal::MessagePoolCore> home_;
};

struct MessagePoolOptions {
  // How each builder's memory comes. Must not have a caller's first segment.
  ArenaOptions arena = {};
  // The builders that wait at most; more are destroyed when they come back.
  std::size_t maxIdle = 64;
};

class MessagePool {
 public:
  explicit MessagePool(const MessagePoolOptions& options = {},
                       PoolHandle pool = PoolHandle::shared());

  // Gives a builder that holds nothing. Errors: std::bad_alloc when there is no memory for one.
  PooledMessage acquire();

  // The builders that wait.
  std::size_t idle() const;

 private:
  std::shared_ptr<internal::MessagePoolCore> core_;
};

}  // namespace capstan::inline CAPSTAN_ABI
