// SPDX-License-Identifier: Apache-2.0
// Making one list of several: the untyped half of Orphanage::newOrphanConcat.
#pragma once

#include <cstdint>

#include "capstan/base/config.h"
#include "capstan/layout/list_reader.h"
#include "capstan/layout/orphan_builder.h"

namespace capstan::inline CAPSTAN_ABI {

// What the elements of the whole list must be, so that no element loses anything.
class ConcatShape {
 public:
  // Of a list of `elements`, structs of at least `least`.
  ConcatShape(ElementSize elements, StructSize least);

  // Requires: the list can be read as `elements`.
  void add(const ListReader& list);
  // Makes a list of zero elements, as many as all lists have. Errors: exhaustion.
  OrphanBuilder makeList(MessageContext& message) const;

 private:
  ElementSize elements_;
  StructSize size_;  // of composite elements
  std::uint64_t count_ = 0;
};

// Copies list after list into a list that a ConcatShape of them has made.
class Concatenation {
 public:
  explicit Concatenation(OrphanBuilder& list) : to_(list.getAnyList()) {}

  // Errors: exhaustion.
  void add(const ListReader& list);

 private:
  ListBuilder to_;
  std::uint32_t next_ = 0;
};

}  // namespace capstan::inline CAPSTAN_ABI
