// SPDX-License-Identifier: Apache-2.0
// tryCopy: deep copies that are made whole or not at all.
//
// The setters of builders copy what is malformed in their source as null and leave the fault
// there. A tryCopy changes nothing where its source is faulty, and says so.
#pragma once

#include <concepts>
#include <cstdint>

#include "absl/status/status.h"
#include "capstan/base/config.h"
#include "capstan/layout/any.h"
#include "capstan/layout/fields.h"
#include "capstan/layout/list.h"
#include "capstan/layout/list_reader.h"
#include "capstan/layout/pointer_builder.h"
#include "capstan/layout/pointer_reader.h"
#include "capstan/layout/struct_builder.h"
#include "capstan/layout/struct_reader.h"
#include "capstan/layout/traits.h"
#include "capstan/message/message_builder.h"

namespace capstan::inline CAPSTAN_ABI {

// Makes the pointer lead to a copy of `from`, unknown fields too. The source may lie in the old
// value. A list that is in no message makes it null. Errors: the first fault of the source's
// message (InvalidArgument or ResourceExhausted), or ResourceExhausted when the message being built
// has no memory for the copy; what `to` led to is then as it was. (Where the library has no
// exceptions, running out of memory is exhaustion.)
absl::Status tryCopy(const PointerBuilder& to, const StructReader& from);
absl::Status tryCopy(const PointerBuilder& to, const ListReader& from);
absl::Status tryCopy(const PointerBuilder& to, const PointerReader& from);

// Copies `from` over a struct that keeps its size, as an element of a list does. The source may be
// the struct itself, lie below it or hold it. Errors: as above, and InvalidArgument where the
// struct has no room for all that the source has; the struct is then as it was.
absl::Status tryCopy(const StructBuilder& to, const StructReader& from);

// A generated Reader, a List<T>::Reader or an AnyPointer::Reader.
template <typename View>
concept WrapsReader = requires(const View& from, const PointerBuilder& to) {
  { tryCopy(to, from.raw()) } -> std::same_as<absl::Status>;
};

template <WrapsReader From>
absl::Status tryCopy(const PointerBuilder& to, const From& from) {
  return tryCopy(to, from.raw());
}
// The same for an AnyPointer, for the root of a message, and for a pointer field of a struct that
// is no member of a union: tryCopy(person, Person::Slots::kPhones, phones).
template <typename From>
absl::Status tryCopy(const AnyPointer::Builder& to, const From& from) {
  return tryCopy(to.raw(), from);
}
template <typename From>
absl::Status tryCopy(MessageBuilder& to, const From& from) {
  return tryCopy(to.root(), from);
}
template <typename Builder, typename From>
absl::Status tryCopy(const Builder& to, PointerField field, const From& from) {
  return tryCopy(to.raw().pointer(field), from);
}
// The same over an element of a list of structs.
template <typename Builder, StructType T = typename Builder::ElementType>
requires std::same_as<Builder, typename List<T>::Builder> absl::Status tryCopy(
    const Builder& to, std::uint32_t index, const typename T::Reader& from) {
  to.raw().requireIndex(index);
  return tryCopy(to.raw().structAtUnchecked(index), from.raw());
}

}  // namespace capstan::inline CAPSTAN_ABI
