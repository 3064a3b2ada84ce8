// SPDX-License-Identifier: Apache-2.0
// Opt-in: framed messages as absl::Cord, without a copy. Link absl::cord.
#pragma once

#include <memory>
#include <utility>

#include "absl/strings/cord.h"
#include "capstan/base/config.h"
#include "capstan/message/framed_message.h"
#include "capstan/message/message_builder.h"

namespace capstan::inline CAPSTAN_ABI {

// The framed message as a cord that owns its buffers: they go back to their pool with the last cord
// that shows them, on whichever thread that is. Cost: O(segments); a small one may be copied by the
// cord itself.
inline absl::Cord toCord(FramedMessage message) {
  const auto shared = std::make_shared<const FramedMessage>(std::move(message));
  absl::Cord cord;
  for (const iovec& piece : shared->pieces()) {
    const absl::string_view text(static_cast<const char*>(piece.iov_base), piece.iov_len);
    cord.Append(absl::MakeCordFromExternal(text, [shared] {}));
  }
  return cord;
}

// Moves the message out of its builder, as MessageBuilder::detach does, into a cord.
inline absl::Cord marshalCord(MessageBuilder& message) { return toCord(message.detach()); }

}  // namespace capstan::inline CAPSTAN_ABI
