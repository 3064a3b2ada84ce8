// SPDX-License-Identifier: Apache-2.0
// Owned<T>: a message that owns its bytes, with its root at hand.
//
// The reader is pinned on the heap, so an Owned moves freely and its views stay: it is what a queue
// or a future holds. Two allocations per message (the reader and, in clone, the bytes from the
// pool). Threads: as MessageReader.
#pragma once

#include <memory>
#include <utility>

#include "absl/status/statusor.h"
#include "capstan/base/config.h"
#include "capstan/layout/traits.h"
#include "capstan/layout/validate.h"
#include "capstan/message/marshal.h"
#include "capstan/message/message_reader.h"
#include "capstan/message/try_build.h"
#include "capstan/pool/buffer.h"

namespace capstan::inline CAPSTAN_ABI {

template <StructType T>
class Owned {
 public:
  // Holds nothing; may only be assigned to or asked `empty`.
  Owned() = default;

  bool empty() const { return held_ == nullptr; }
  // The root. Requires: not empty. Lifetime: as this object's; moving it keeps the views.
  const typename T::Reader& get() const& { return held_->root; }
  const typename T::Reader& get() const&& = delete;
  const typename T::Reader& operator*() const& { return held_->root; }
  const typename T::Reader& operator*() const&& = delete;
  const typename T::Reader* operator->() const CAPSTAN_LIFETIME_BOUND { return &held_->root; }

  // The first fault found so far, worded. Requires: not empty.
  absl::Status status() const { return held_->reader.status(); }
  const MessageReader& reader() const CAPSTAN_LIFETIME_BOUND { return held_->reader; }
  // As MessageReader::validate. Requires: not empty.
  Validation validate(const TypeRef& type, const ValidateOptions& options) {
    return held_->reader.validate(type, options);
  }

  // Opens the framed message in `bytes`, which are taken.
  // Errors: as MessageReader::reopen.
  static absl::StatusOr<Owned> open(Buffer bytes, const ReaderOptions& options = {}) {
    Owned owned;
    owned.held_ = std::make_unique<Held>(std::move(bytes), options);
    absl::Status status = owned.held_->reader.reopen(owned.held_->bytes);
    if (!status.ok()) return status;
    owned.held_->root = owned.held_->reader.template getRoot<T>();
    return owned;
  }

 private:
  struct Held {
    Held(Buffer taken, const ReaderOptions& options) : bytes(std::move(taken)), reader(options) {}
    Buffer bytes;
    MessageReader reader;
    typename T::Reader root;
  };
  std::unique_ptr<Held> held_;
};

// Opens the framed message in `bytes`, which are taken. Errors: as MessageReader::reopen.
template <StructType T>
absl::StatusOr<Owned<T>> unmarshalOwned(Buffer bytes, const ReaderOptions& options = {}) {
  return Owned<T>::open(std::move(bytes), options);
}

// Copies `from` into a message of its own, unknown fields too. What is malformed is copied as null
// and leaves its fault in the source.
// Errors: ResourceExhausted when the pool has no memory for the bytes.
template <StructType T>
absl::StatusOr<Owned<T>> clone(const typename T::Reader& from) {
  MessageBuilder copy;
  if constexpr (kExceptions) {
    absl::Status built = tryBuild([&] { copy.setRoot<T>(from); });
    if (!built.ok()) return built;
  } else {
    copy.setRoot<T>(from);
  }
  absl::StatusOr<Buffer> bytes = marshal(copy);
  if (!bytes.ok()) return bytes.status();
  // The copy is our own: no two of its pointers share a target, and it is as deep as `from` at
  // most.
  const ReaderOptions unlimited = {.traversalLimitWords = kUnlimited,
                                   .nestingLimit = kUnlimitedDepth,
                                   .maxMessageWords = kUnlimited};
  return Owned<T>::open(*std::move(bytes), unlimited);
}

}  // namespace capstan::inline CAPSTAN_ABI
