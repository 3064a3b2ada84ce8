// SPDX-License-Identifier: Apache-2.0
// The untyped reader in any view: what lets a function take generated Readers and Builders, lists
// and AnyPointers alike.
#pragma once

#include <concepts>

#include "capstan/base/config.h"
#include "capstan/layout/list_reader.h"
#include "capstan/layout/pointer_reader.h"
#include "capstan/layout/struct_reader.h"

namespace capstan::inline CAPSTAN_ABI {

// An untyped reader.
template <typename V>
concept UntypedReader =
    std::same_as<V, StructReader> || std::same_as<V, ListReader> || std::same_as<V, PointerReader>;

// A view of a struct, a list or a pointer: an untyped or generated Reader or Builder.
template <typename V>
concept MessageView = UntypedReader<V> || requires(const V& view) {
  view.asReader();
} || requires(const V& view) {
  requires UntypedReader<std::remove_cvref_t<decltype(view.raw())>>;
};

// The untyped reader of what `view` shows. Lifetime: as the view's.
template <MessageView V>
auto untyped(const V& view) {
  if constexpr (UntypedReader<V>) {
    return view;
  } else if constexpr (requires { view.asReader(); }) {
    return untyped(view.asReader());
  } else {
    return view.raw();
  }
}

// What untyped() gives for a V.
template <MessageView V>
using UntypedOf = decltype(untyped(std::declval<const V&>()));

}  // namespace capstan::inline CAPSTAN_ABI
