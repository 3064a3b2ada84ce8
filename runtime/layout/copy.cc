// SPDX-License-Identifier: Apache-2.0
#include "capstan/layout/copy.h"

#include "capstan/arena/exhaustion.h"
#include "runtime/layout/copier.h"
#include "runtime/layout/new_list.h"
#include "runtime/layout/stand_in.h"

namespace capstan::inline CAPSTAN_ABI {
namespace internal {
namespace {

constexpr const char* kNoStack = "no memory for the stack of a deep copy";

// Gives back what was allocated since its construction, unless it is told to keep it. Objects are
// only ever made in a pointer's own segment, the message's last one, or new ones.
class Allocations {
 public:
  explicit Allocations(Segment* segment)
      : segment_(segment),
        last_(&static_cast<Arena*>(segment->context)->last()),
        segmentCount_(segment->context->segmentCount()),
        used_(segment->used),
        lastUsed_(last_->used) {}
  Allocations(const Allocations&) = delete;
  Allocations& operator=(const Allocations&) = delete;
  ~Allocations() {
    if (!kept_) giveBack();
  }

  void keep() { kept_ = true; }

 private:
  void giveBack() {
    MessageContext& context = *segment_->context;
    for (std::uint32_t id = segmentCount_; id < context.segmentCount(); ++id) {
      context.segment(id)->used = context.segment(id)->begin;
    }
    last_->used = lastUsed_;
    segment_->used = used_;
  }

  Segment* segment_;
  Segment* last_;
  std::uint32_t segmentCount_;
  std::byte* used_;
  std::byte* lastUsed_;
  bool kept_ = false;
};

void replace(Segment* segment, std::byte* at, const Copied& copied) {
  if (copied.place.slot != nullptr) return relink(segment, at, copied.place, copied.pointer);
  if (!WirePointer::load(at).isNull()) zeroTarget(segment, at);
  copied.pointer.store(at);  // a capability, or null
}

// Runs a copy, which nothing points to then.
template <typename Copy>
Copied makeCopy(Segment* segment, OnFault onFault, Copy copy) {
  Allocations allocations(segment);
  Copier<CopyMode::kPlain> copier(onFault);
  const Copied copied = copy(copier);
  if (copier.ranOut()) raiseExhausted(kNoStack);
  if (!copied.isWhole && onFault == OnFault::kChangeNothing)
    return {.place = {}, .pointer = {}, .isWhole = false};
  allocations.keep();
  return copied;
}

// The same, and puts it in the place of the old value.
template <typename Copy>
Copied copyAndReplace(Segment* segment, std::byte* at, OnFault onFault, Copy copy) {
  const Copied copied = makeCopy(segment, onFault, copy);
  const bool isGivenUp = !copied.isWhole && onFault == OnFault::kChangeNothing;
  if (!isGivenUp) replace(segment, at, copied);
  return copied;
}

// What nothing points to is made beside what was made last, as if for a pointer there.
template <typename Copy>
Copied copyDetached(MessageContext& message, Copy copy) {
  const StandIn stand = standIn(message);
  return makeCopy(stand.segment, OnFault::kCopyAsNull,
                  [&](auto& copier) { return copy(copier, stand.segment, stand.at); });
}

}  // namespace

Copied copyStruct(const StructReader& from, Segment* segment, std::byte* at, OnFault onFault) {
  return copyAndReplace(segment, at, onFault,
                        [&](auto& copier) { return copier.ofStruct(from, segment, at); });
}

Copied copyList(const ListReader& from, Segment* segment, std::byte* at, OnFault onFault) {
  return copyAndReplace(segment, at, onFault,
                        [&](auto& copier) { return copier.ofList(from, segment, at); });
}

Copied copyTarget(const PointerReader& from, Segment* segment, std::byte* at, OnFault onFault) {
  return copyAndReplace(segment, at, onFault,
                        [&](auto& copier) { return copier.ofPointer(from, segment, at); });
}

Copied copyStruct(const StructReader& from, MessageContext& message) {
  return copyDetached(message, [&](auto& copier, Segment* segment, std::byte* at) {
    return copier.ofStruct(from, segment, at);
  });
}

Copied copyList(const ListReader& from, MessageContext& message) {
  return copyDetached(message, [&](auto& copier, Segment* segment, std::byte* at) {
    return copier.ofList(from, segment, at);
  });
}

Copied copyTarget(const PointerReader& from, MessageContext& message) {
  return copyDetached(message, [&](auto& copier, Segment* segment, std::byte* at) {
    return copier.ofPointer(from, segment, at);
  });
}

bool copyTruncating(const StructReader& from, const StructBuilder& to, OnFault onFault) {
  if (from.data() == to.data() && from.segment() == to.segment()) return true;
  const StructSize needed = trimmedSize(from);
  Segment* segment = to.segment();
  FrameStack<Copied> copies;
  {
    Allocations allocations(segment);
    Copier<CopyMode::kPlain> copier(onFault);
    for (std::uint16_t i = 0; i < to.pointers(); ++i) {
      std::byte* at = to.pointerSection() + i * kBytesPerWord;
      const Copied copied = copier.ofPointer(from.pointer(i), segment, at);
      if (copier.ranOut() || !copies.push(copied)) raiseExhausted(kNoStack);
      if (!copied.isWhole && onFault == OnFault::kChangeNothing) return false;
    }
    allocations.keep();
  }
  // The data first: it may stand in what is zeroed next.
  const std::uint32_t bytes = from.dataBytes() < to.dataBytes() ? from.dataBytes() : to.dataBytes();
  if (bytes != 0) std::memmove(to.data(), from.data(), bytes);
  std::memset(to.data() + bytes, 0, to.dataBytes() - bytes);
  for (std::uint16_t i = 0; i < to.pointers(); ++i) {
    replace(segment, to.pointerSection() + i * kBytesPerWord, copies[i]);
  }
  return needed.dataWords * kBytesPerWord <= to.dataBytes() && needed.pointers <= to.pointers();
}

StructListCopy::StructListCopy(const PointerBuilder& to, std::uint32_t count, StructSize elements)
    : segment_(to.segment()), at_(to.at()), elements_(elements) {
  words_ = structListWords(count, elements);
  place_ = placeStructList(segment_, at_, count, elements, words_);
  next_ = place_.at + kBytesPerWord;
}

void StructListCopy::add(const StructReader& from) {
  copyTruncating(from, {place_.segment, next_, elements_});
  next_ += elements_.words() * kBytesPerWord;
}

void StructListCopy::finish() {
  relink(segment_, at_, place_, WirePointer::toList(0, ElementSize::kComposite, words_));
}

}  // namespace internal

StructBuilder PointerBuilder::setStruct(StructReader from) const {
  internal::checkView(segment_, epoch_);
  const internal::Copied copied = internal::copyStruct(from, segment_, at_);
  return {copied.place.segment,
          copied.place.at,
          {copied.pointer.dataWords(), copied.pointer.pointers()}};
}

void PointerBuilder::setList(ListReader from) const {
  internal::checkView(segment_, epoch_);
  internal::copyList(from, segment_, at_);
}

void PointerBuilder::setPointer(PointerReader from) const {
  internal::checkView(segment_, epoch_);
  internal::copyTarget(from, segment_, at_);
}

}  // namespace capstan::inline CAPSTAN_ABI
