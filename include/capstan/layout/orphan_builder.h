// SPDX-License-Identifier: Apache-2.0
// An object of a message being built that no pointer leads to, untyped: what every Orphan<T> wraps.
//
// It owns its object: dropping it zeroes the object and all below it. It takes five words, moves
// and is never copied. It must not outlive its MessageBuilder (nor the MessagePool handle), but may
// outlive the message: after a reset or detach it touches nothing when it is destroyed, and using
// it in another way calls the misuse handler, in every build.
//
// Views of the object end when the orphan is dropped or its object moves (getStruct,
// getStructList, resize); being adopted keeps them. External data can be read and adopted, not
// built in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include "capstan/base/config.h"
#include "capstan/layout/build.h"

namespace capstan::inline CAPSTAN_ABI {

namespace internal {
struct Copied;
}

class OrphanBuilder {
 public:
  // Null, and of no message.
  OrphanBuilder() = default;
  // Requires: nothing points to `target`, a struct, a list or a capability, in an arena.
  explicit OrphanBuilder(const internal::OwnTarget& target)
      : target_(target),
        message_(target.segment->context),
        epoch_(target.segment->context->epoch()) {}
  OrphanBuilder(OrphanBuilder&& other) noexcept
      : target_(std::exchange(other.target_, {})),
        message_(std::exchange(other.message_, nullptr)),
        epoch_(other.epoch_) {}
  OrphanBuilder& operator=(OrphanBuilder&& other) noexcept {
    OrphanBuilder former(std::move(other));
    std::swap(target_, former.target_);
    std::swap(message_, former.message_);
    std::swap(epoch_, former.epoch_);
    return *this;
  }
  ~OrphanBuilder() {
    if (message_ != nullptr) drop();
  }

  // Each makes an object in the message being built. Errors: exhaustion, as for the members of
  // PointerBuilder of these names.
  static OrphanBuilder ofStruct(MessageContext& message, StructSize size);
  static OrphanBuilder ofList(MessageContext& message, ElementSize elementSize, std::uint32_t size);
  static OrphanBuilder ofStructList(MessageContext& message, std::uint32_t size,
                                    StructSize elements);
  // A text of a character less than `count` bytes, or data.
  static OrphanBuilder ofBytes(MessageContext& message, std::uint64_t count);
  // Each makes a deep copy, as setStruct, setList, setPointer, setText and setData do.
  static OrphanBuilder copyOf(MessageContext& message, const StructReader& from);
  static OrphanBuilder copyOf(MessageContext& message, const ListReader& from);
  static OrphanBuilder copyOf(MessageContext& message, const PointerReader& from);
  static OrphanBuilder copyOf(MessageContext& message, std::string_view text);
  static OrphanBuilder copyOf(MessageContext& message, std::span<const std::byte> data);
  // The first `sizeBytes` bytes of `memory` as data, which is not copied: see Orphanage.
  static OrphanBuilder referTo(MessageContext& message, std::span<const std::byte> memory,
                               std::size_t sizeBytes);

  bool isNull() const { return target_.at == nullptr && !isCapability(); }
  // Of an orphan that is not null.
  bool isStruct() const { return !isNull() && target_.pointer.kind() == PointerKind::kStruct; }
  bool isList() const { return target_.pointer.kind() == PointerKind::kList; }
  bool isCapability() const { return target_.pointer.kind() == PointerKind::kOther; }

  // Each reads the object as what its name says; null reads as empty, and so does another kind,
  // which leaves a fault in the message, as it does where a pointer leads to it.
  StructReader readStruct() const;
  ListReader readList(ElementSize expected) const;
  ListReader readAnyList() const;
  Text readText() const;
  std::span<const std::byte> readData() const;
  bool readCapabilityIndex(std::uint32_t& index) const;

  // Each gives the object to build in, moved to a larger place where it is too small; a new struct,
  // or an empty list, text or data, where it is null or of another kind.
  // Errors: exhaustion, with nothing changed.
  StructBuilder getStruct(StructSize size);
  ListBuilder getList(ElementSize elementSize);
  ListBuilder getStructList(StructSize elements);
  ListBuilder getAnyList();
  // The characters, without the NUL behind them.
  std::span<char> getText();
  std::span<std::byte> getData();

  // Moves the struct over `to`, as PointerBuilder::adopt would into a pointer; `to` keeps its size,
  // and what is beyond that is zeroed. Returns: whether nothing was lost.
  bool moveInto(const StructBuilder& to);

  // Gives a list, text or data `count` elements (a text's NUL is one): what is behind them is
  // zeroed and left to the message; what is new is zero, and stands behind the others where there
  // is room, or all moves. Requires: isList(). Errors: exhaustion, with nothing changed.
  void resize(std::uint64_t count);
  // The same for a text, in characters.
  void resizeText(std::size_t size);

  // Gives the object away, to be placed where the pointer or struct at `at` is. Calls the misuse
  // handler if that is in another message or below the object (see PointerBuilder::adopt), or if
  // the message was reset.
  const internal::OwnTarget& targetFor(const Segment* segment, const std::byte* at) const;
  void forget() {
    target_ = {};
    message_ = nullptr;
  }
  // The message that it is of; calls the misuse handler where there is none.
  MessageContext& message() const;

 private:
  static OrphanBuilder ofCopy(MessageContext& message, const internal::Copied& copied);
  bool isStale() const { return message_->epoch() != epoch_; }
  // Whether there is an object; calls the misuse handler if its message is gone.
  bool hasObject() const;
  void requireFresh() const;
  bool isBytes() const;
  void refuse(FaultKind kind) const;
  void drop();

  // Zeroes what is behind the first `count` elements.
  void cutOff(const ListBuilder& list, std::uint32_t count);
  bool tryGrowInPlace(std::uint64_t words, std::uint64_t moreWords);

  internal::OwnTarget target_ = {};
  MessageContext* message_ = nullptr;
  std::uint32_t epoch_ = 0;
};

static_assert(sizeof(OrphanBuilder) == 40);

}  // namespace capstan::inline CAPSTAN_ABI
