// SPDX-License-Identifier: Apache-2.0
// The limits of reading, as options of commands.
#pragma once

#include <cstdint>

#include "capstan/base/config.h"
#include "capstan/message/reader_options.h"

namespace capstan::inline CAPSTAN_ABI::commands {

struct ReadLimits {
  std::uint64_t maxMessageWords = kDefaultMaxMessageWords;
  std::uint64_t traversalWords = 0;  // 0: as ReaderOptions
  std::uint16_t nesting = ReaderOptions{}.nestingLimit;

  ReaderOptions readerOptions() const {
    return {.traversalLimitWords = traversalWords,
            .nestingLimit = nesting,
            .maxMessageWords = maxMessageWords};
  }
};

}  // namespace capstan::inline CAPSTAN_ABI::commands
