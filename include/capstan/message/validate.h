// SPDX-License-Identifier: Apache-2.0
// Validation of a whole message, before it is read: everything that reading it as a T could find.
//
//   absl::StatusOr<MessageReader> reader = unmarshal(bytes);
//   absl::Status valid = validate<AddressBook>(*reader);
//   // people[3].phones[0].number: text is not NUL-terminated (segment 0, word 217)
//
// A message that passed cannot surprise its accessors: none of them reads a default for want of
// anything better (but for what is taken from an AnyPointer or type parameter, which is checked
// then), and the reader's traversal budget is no longer counted down, so that reading it, from any
// number of threads, writes nothing. Bounds and nesting are still checked by each access.
// layout/validate.h says what is looked at, and what it costs.
//
// Threads: the reader must be validated alone.
#pragma once

#include "absl/status/status.h"
#include "capstan/base/config.h"
#include "capstan/layout/type_ref.h"
#include "capstan/layout/validate.h"
#include "capstan/message/message_reader.h"
#include "capstan/message/owned.h"

namespace capstan::inline CAPSTAN_ABI {

// Words what was found. Returns: OK where nothing was; otherwise the first fault with its path, and
// how many more are listed: ResourceExhausted for limits, otherwise InvalidArgument.
absl::Status validationStatus(const Validation& found);

// Validates the message with its root as a T; as AnyPointer, without a schema: what texts and the
// fields' kinds should be is then not known. Starts a new pass, as refillBudget does.
// Errors: the first fault, as validationStatus words it.
template <typename T = AnyPointer>
absl::Status validate(MessageReader& reader, const ValidateOptions& options = {}) {
  return validationStatus(reader.validate(kTypeRef<T>, options));
}
template <StructType T>
absl::Status validate(Owned<T>& message, const ValidateOptions& options = {}) {
  return validationStatus(message.validate(kTypeRef<T>, options));
}

// The same, and everything that was found: by default up to a hundred faults.
template <typename T = AnyPointer>
Validation validateAll(MessageReader& reader, const ValidateOptions& options = {.maxFaults = 100}) {
  return reader.validate(kTypeRef<T>, options);
}

}  // namespace capstan::inline CAPSTAN_ABI
