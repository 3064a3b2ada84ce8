// SPDX-License-Identifier: Apache-2.0
// Opt-in: views of messages in std::ostream, and so in GoogleTest's messages. Enums need no more
// than their generated header (enum_stream.h).
#pragma once

#include <ostream>
#include <string_view>

#include "capstan/base/config.h"
#include "capstan/layout/text.h"
#include "capstan/layout/to_text.h"

namespace capstan::inline CAPSTAN_ABI {

// What stands in quotes elsewhere stands alone without them.
inline std::ostream& operator<<(std::ostream& out, Text text) { return out << text.view(); }

// Generated Readers and Builders, groups and lists, on one line.
template <typename V>
requires(TypedReader<V> || TypedBuilder<V> || internal::TypedList<V>)  //
    std::ostream&
    operator<<(std::ostream& out, const V& from) {
  return out << toText(from, {.pretty = false});
}

inline std::ostream& operator<<(std::ostream& out, const AnyPointer::Reader& from) {
  return out << toText(from);
}
inline std::ostream& operator<<(std::ostream& out, const AnyPointer::Builder& from) {
  return out << toText(from);
}

}  // namespace capstan::inline CAPSTAN_ABI
