// SPDX-License-Identifier: Apache-2.0
// Orphanage: where the orphans of a message are made, by the message or by any view of it.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <span>
#include <utility>

#include "capstan/base/config.h"
#include "capstan/layout/concat.h"
#include "capstan/layout/orphan.h"

namespace capstan::inline CAPSTAN_ABI {

class Orphanage {
 public:
  // Requires: a message being built. Lifetime: as long as the MessageBuilder.
  explicit Orphanage(MessageContext& message) : message_(&message) {}
  // The one of the message that a builder's object lies in.
  template <typename Builder>
  static Orphanage of(const Builder& builder) {
    return Orphanage(*builder.raw().segment()->context);
  }

  // Makes an object with its defaults: of a struct type without arguments; of a list, text or data
  // with its size. Errors: exhaustion.
  template <typename T, typename... Size>
  Orphan<T> newOrphan(Size... size) const {
    return Orphan<T>(Detached<T>::make(*message_, size...));
  }
  // Makes a deep copy of `value`, from any message. Errors: exhaustion.
  template <typename T, typename Value>
  Orphan<T> newOrphanCopy(const Value& value) const {
    return Orphan<T>(Detached<T>::copy(*message_, value));
  }
  // Makes one list of copies of the elements of several, in order. The elements are as large as the
  // largest: numbers become structs where there are structs. Errors: exhaustion.
  template <typename T, internal::SizedRange Lists>
  Orphan<List<T>> newOrphanConcat(const Lists& lists) const {
    ConcatShape shape(Element<T>::kSize, Pointee<List<T>>::kLeastSize);
    for (const typename List<T>::Reader& each : lists) shape.add(each.raw());
    OrphanBuilder whole = shape.makeList(*message_);
    Concatenation target(whole);
    for (const typename List<T>::Reader& each : lists) target.add(each.raw());
    return Orphan<List<T>>(std::move(whole));
  }
  template <typename T>
  Orphan<List<T>> newOrphanConcat(std::initializer_list<typename List<T>::Reader> lists) const {
    return newOrphanConcat<T, std::initializer_list<typename List<T>::Reader>>(lists);
  }

  // Makes data of the application's own memory without copying it: it becomes a segment of the
  // message, as it is. It can be adopted, read and sent, not built in.
  // Requires: whole words, at any alignment, of which the data are the first `sizeBytes` bytes;
  // what fills the last word is zero. GrowthPolicy::kMultiSegment. Lifetime: `memory` outlives the
  // message, or the FramedMessage that it is detached to, and stays unchanged; it is never written,
  // wiped, pooled or freed. Errors: exhaustion.
  Orphan<Data> newOrphanReferringTo(std::span<const std::byte> memory,
                                    std::size_t sizeBytes) const {
    return Orphan<Data>(OrphanBuilder::referTo(*message_, memory, sizeBytes));
  }
  Orphan<Data> newOrphanReferringTo(std::span<const std::byte> memory) const {
    return newOrphanReferringTo(memory, memory.size());
  }

 private:
  MessageContext* message_;
};

}  // namespace capstan::inline CAPSTAN_ABI
