// SPDX-License-Identifier: Apache-2.0
// The library's version and the variant it was built as.
//
// Every Capstan file includes this first, directly or not: CAPSTAN_ABI names the inline namespace
// that all declarations live in.
#pragma once

#include "capstan/base/build_config.h"

// On what returns a view of its own object: clang then warns where a temporary's view is kept.
#if __has_cpp_attribute(clang::lifetimebound)
#define CAPSTAN_LIFETIME_BOUND [[clang::lifetimebound]]
#else
#define CAPSTAN_LIFETIME_BOUND
#endif

namespace capstan::inline CAPSTAN_ABI {

inline constexpr int kVersionMajor = 0;
inline constexpr int kVersionMinor = 1;
inline constexpr int kVersionPatch = 0;

// What generated code and this runtime must agree on. It changes only when generated code of an
// earlier version would no longer compile or would misbehave.
inline constexpr int kGeneratedCodeVersion = 1;

}  // namespace capstan::inline CAPSTAN_ABI
