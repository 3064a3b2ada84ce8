// SPDX-License-Identifier: Apache-2.0
// Getting lists to build in: those that are there, moved where their elements are too small, or
// copies of a field's default.
//
// A pointer to something else, or to elements that cannot serve, counts as absent: the default's
// copy replaces it; without a default it stays and an empty list is given.
#include "capstan/layout/build.h"
#include "capstan/layout/upgrade.h"
#include "runtime/layout/open_list.h"
#include "runtime/layout/own_list.h"

namespace capstan::inline CAPSTAN_ABI {
namespace internal {
namespace {

// Finds the list that the pointer at `at` leads to. Returns: false if it is null or leads to
// something else.
bool findList(Segment* segment, std::byte* at, OwnTarget& target) {
  const WirePointer pointer = WirePointer::load(at);
  if (pointer.isNull() || pointer.kind() == PointerKind::kOther) return false;
  target = followOwn(segment, at, pointer);
  if (target.segment != segment) requireWritable(target.segment);
  return target.pointer.kind() == PointerKind::kList;
}

}  // namespace
}  // namespace internal

ListBuilder ListBuilder::buildAs(ElementSize expected, StructSize least) const {
  const bool serves = expected == ElementSize::kComposite
                          ? internal::fits(*this, least)
                          : internal::canReadAs(asReader(), expected);
  return serves ? *this : ListBuilder();
}

ListBuilder PointerBuilder::getList(ElementSize elementSize, const unsigned char* fallback) const {
  internal::checkView(segment_, epoch_);
  internal::OwnTarget target;
  if (internal::findList(segment_, at_, target)) {
    const ListBuilder list = internal::ownList(target);
    if (internal::canReadAs(list.asReader(), elementSize)) return list;
  }
  if (fallback == nullptr) return {};
  setList(PointerReader::ofConstant(fallback).getAnyList());
  return getList(elementSize);
}

ListBuilder PointerBuilder::getAnyList(const unsigned char* fallback) const {
  internal::checkView(segment_, epoch_);
  internal::OwnTarget target;
  if (internal::findList(segment_, at_, target)) return internal::ownList(target);
  if (fallback == nullptr) return {};
  setList(PointerReader::ofConstant(fallback).getAnyList());
  return getAnyList();
}

ListBuilder PointerBuilder::getStructList(StructSize elements,
                                          const unsigned char* fallback) const {
  internal::checkView(segment_, epoch_);
  internal::OwnTarget target;
  if (internal::findList(segment_, at_, target) &&
      target.pointer.elementSize() != ElementSize::kBit) {
    const ListBuilder list = internal::ownList(target);
    if (internal::fits(list, elements)) return list;
    return internal::growStructList(segment_, at_, target, elements);
  }
  if (fallback == nullptr) return {};
  setList(PointerReader::ofConstant(fallback).getAnyList());
  return getStructList(elements);
}

}  // namespace capstan::inline CAPSTAN_ABI
