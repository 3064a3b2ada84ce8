// SPDX-License-Identifier: Apache-2.0
#include "capstan/layout/copy.h"

#include "capstan/arena/exhaustion.h"
#include "runtime/layout/copier.h"

namespace capstan::inline CAPSTAN_ABI {
namespace internal {
namespace {

// Gives back what was allocated since its construction, unless it is told to keep it. Objects are
// only ever made in a pointer's own segment, the message's last one, or new ones.
class Allocations {
 public:
  explicit Allocations(Segment* segment)
      : segment_(segment),
        last_(segment->context->segment(segment->context->segmentCount() - 1)),
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
    for (std::uint32_t id = last_->id + 1; id < context.segmentCount(); ++id) {
      context.segment(id)->used = context.segment(id)->begin;
    }
    last_->used = lastUsed_;
    segment_->used = used_;
  }

  Segment* segment_;
  Segment* last_;
  std::byte* used_;
  std::byte* lastUsed_;
  bool kept_ = false;
};

void replace(Segment* segment, std::byte* at, const Copied& copied) {
  if (copied.place.slot != nullptr) return relink(segment, at, copied.place, copied.pointer);
  if (!WirePointer::load(at).isNull()) zeroTarget(segment, at);
  copied.pointer.store(at);  // a capability, or null
}

// Runs a copy and puts it in the place of the old value.
template <typename Copy>
Copied copyAndReplace(Segment* segment, std::byte* at, OnFault onFault, Copy copy) {
  Copied copied;
  {
    Allocations allocations(segment);
    Copier<CopyMode::kPlain> copier(onFault);
    copied = copy(copier);
    if (copier.ranOut()) raiseExhausted("no memory for the stack of a deep copy");
    if (!copied.isWhole && onFault == OnFault::kChangeNothing)
      return {.place = {}, .pointer = {}, .isWhole = false};
    allocations.keep();
  }
  replace(segment, at, copied);
  return copied;
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

std::uint64_t measureStruct(const StructReader& from) {
  Copier<CopyMode::kMeasure> copier(OnFault::kCopyAsNull);
  copier.ofStruct(from, nullptr, nullptr);
  return copier.ranOut() ? kUnlimited : copier.words();
}

std::uint64_t measureTarget(const PointerReader& from) {
  Copier<CopyMode::kMeasure> copier(OnFault::kCopyAsNull);
  copier.ofPointer(from, nullptr, nullptr);
  return copier.ranOut() ? kUnlimited : copier.words();
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
