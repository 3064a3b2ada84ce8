// SPDX-License-Identifier: Apache-2.0
// What is in a detached object: read, and built in. The same rules as behind a pointer.
#include "capstan/layout/orphan_builder.h"
#include "capstan/layout/upgrade.h"
#include "runtime/layout/open_list.h"
#include "runtime/layout/own_list.h"

namespace capstan::inline CAPSTAN_ABI {

void OrphanBuilder::requireFresh() const {
  requireUse(message_ == nullptr || !isStale(),
             "an orphan was used after its message was reset or detached");
}

bool OrphanBuilder::hasObject() const {
  requireFresh();
  return !isNull();
}

bool OrphanBuilder::isBytes() const {
  return isList() && target_.pointer.elementSize() == ElementSize::kByte;
}

void OrphanBuilder::refuse(FaultKind kind) const {
  const std::byte* at = target_.at != nullptr ? target_.at : target_.segment->begin;
  internal::recordFault(target_.segment, at, kind);
}

MessageContext& OrphanBuilder::message() const {
  requireUse(message_ != nullptr, "a null orphan of no message was built in");
  requireFresh();
  return *message_;
}

StructReader OrphanBuilder::readStruct() const {
  if (!hasObject()) return {};
  if (isStruct()) {
    return {target_.segment, target_.at, target_.pointer.dataWords() * std::uint32_t{kBytesPerWord},
            target_.pointer.pointers(), kUnlimitedDepth};
  }
  refuse(FaultKind::kExpectedStruct);
  return {};
}

ListReader OrphanBuilder::readAnyList() const {
  if (!hasObject()) return {};
  if (isList()) return internal::ownList(target_).asReader();
  refuse(FaultKind::kExpectedList);
  return {};
}

ListReader OrphanBuilder::readList(ElementSize expected) const {
  const ListReader list = readAnyList();
  return isList() ? list.readAs(expected) : list;
}

Text OrphanBuilder::readText() const {
  if (!hasObject()) return {};
  if (!isBytes()) {
    refuse(FaultKind::kExpectedText);
    return {};
  }
  const std::uint32_t bytes = target_.pointer.listCount();
  const char* text = reinterpret_cast<const char*>(target_.at);
  if (bytes != 0 && text[bytes - 1] == '\0') return {text, bytes - 1};
  refuse(FaultKind::kTextNotTerminated);
  return {};
}

std::span<const std::byte> OrphanBuilder::readData() const {
  if (!hasObject()) return {};
  if (isBytes()) return {target_.at, target_.pointer.listCount()};
  refuse(FaultKind::kExpectedData);
  return {};
}

bool OrphanBuilder::readCapabilityIndex(std::uint32_t& index) const {
  if (!hasObject()) return false;
  if (!isCapability()) {
    refuse(FaultKind::kExpectedCapability);
    return false;
  }
  index = target_.pointer.capabilityIndex();
  return true;
}

StructBuilder OrphanBuilder::getStruct(StructSize size) {
  if (!hasObject() || !isStruct()) *this = ofStruct(message(), size);
  const WirePointer pointer = target_.pointer;
  if (pointer.dataWords() < size.dataWords || pointer.pointers() < size.pointers) {
    target_ = internal::growStruct(target_, size);
  }
  return {target_.segment, target_.at, {target_.pointer.dataWords(), target_.pointer.pointers()}};
}

ListBuilder OrphanBuilder::getList(ElementSize elementSize) {
  if (!hasObject() || !isList()) *this = ofList(message(), elementSize, 0);
  internal::requireWritable(target_.segment);
  const ListBuilder list = internal::ownList(target_);
  return internal::canReadAs(list.asReader(), elementSize) ? list : ListBuilder();
}

ListBuilder OrphanBuilder::getAnyList() {
  if (!hasObject() || !isList()) return {};
  internal::requireWritable(target_.segment);
  return internal::ownList(target_);
}

ListBuilder OrphanBuilder::getStructList(StructSize elements) {
  if (!hasObject() || !isList()) *this = ofStructList(message(), 0, elements);
  internal::requireWritable(target_.segment);
  if (target_.pointer.elementSize() == ElementSize::kBit) return {};
  if (!internal::fits(internal::ownList(target_), elements)) {
    target_ = internal::growStructList(target_, elements);
  }
  return internal::ownList(target_);
}

std::span<char> OrphanBuilder::getText() {
  const Text text = readText();
  if (isList()) internal::requireWritable(target_.segment);
  // The characters lie in our own message.
  return {const_cast<char*>(text.data()), text.size()};
}

std::span<std::byte> OrphanBuilder::getData() {
  const std::span<const std::byte> data = readData();
  if (isList()) internal::requireWritable(target_.segment);
  return {const_cast<std::byte*>(data.data()), data.size()};
}

}  // namespace capstan::inline CAPSTAN_ABI
