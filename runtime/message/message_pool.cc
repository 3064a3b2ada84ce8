// SPDX-License-Identifier: Apache-2.0
#include "capstan/message/message_pool.h"

#include <mutex>
#include <vector>

#include "capstan/base/misuse.h"

namespace capstan::inline CAPSTAN_ABI {
namespace internal {

struct MessagePoolCore {
  MessagePoolCore(const MessagePoolOptions& with, PoolHandle from)
      : options(with), buffers(std::move(from)) {
    ready.reserve(options.maxIdle);
  }

  const MessagePoolOptions options;
  const PoolHandle buffers;
  std::mutex mutex;
  std::vector<std::unique_ptr<MessageBuilder>> ready;  // never above options.maxIdle
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
  }
}

}  // namespace capstan::inline CAPSTAN_ABI
