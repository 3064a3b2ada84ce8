// SPDX-License-Identifier: Apache-2.0
#include "capstan/message/message_pool.h"

#include <algorithm>
#include <mutex>
#include <vector>

#include "capstan/base/misuse.h"

namespace capstan::inline CAPSTAN_ABI {
namespace internal {

struct MessagePoolCore {
  MessagePoolCore(const MessagePoolOptions& with, PoolHandle from)
      : options(with), buffers(std::move(from)) {}

  // Makes room for one more builder to come back, so that giving it back cannot fail.
  void makeRoom() {
    const std::size_t needed = made < options.maxIdle ? made + 1 : options.maxIdle;
    if (ready.capacity() < needed) ready.reserve(std::max(needed, 2 * ready.capacity()));
    ++made;
  }

  const MessagePoolOptions options;
  const PoolHandle buffers;
  std::mutex mutex;
  std::vector<std::unique_ptr<MessageBuilder>> ready;  // never above options.maxIdle
  std::size_t made = 0;                                // builders that wait or are on loan
};

}  // namespace internal

MessagePool::MessagePool(const MessagePoolOptions& options, PoolHandle pool)
    : core_(std::make_shared<internal::MessagePoolCore>(options, std::move(pool))) {
  requireUse(options.arena.firstSegment.empty(),
             "MessagePool builders cannot share a caller's first segment");
}

PooledMessage MessagePool::acquire() {
  PooledMessage message;
  {
    const std::lock_guard lock(core_->mutex);
    if (!core_->ready.empty()) {
      message.builder_ = std::move(core_->ready.back());
      core_->ready.pop_back();
    } else {
      core_->makeRoom();
    }
  }
  if (message.builder_ == nullptr) {
    message.builder_ = std::make_unique<MessageBuilder>(core_->options.arena, core_->buffers);
  }
  message.home_ = core_;
  return message;
}

std::size_t MessagePool::idle() const {
  const std::lock_guard lock(core_->mutex);
  return core_->ready.size();
}

void PooledMessage::release() noexcept {
  if (builder_ == nullptr) return;
  builder_->reset();
  const std::shared_ptr<internal::MessagePoolCore> home = std::move(home_);
  std::unique_ptr<MessageBuilder> builder = std::move(builder_);
  const std::lock_guard lock(home->mutex);
  if (home->ready.size() < home->options.maxIdle) {
    home->ready.push_back(std::move(builder));
  } else {
    --home->made;
  }
}

}  // namespace capstan::inline CAPSTAN_ABI
