// SPDX-License-Identifier: Apache-2.0
// Any bytes as a message that is canonicalized: the result is canonical, equal to the source, its
// own canonical form, and that of a copy of the source.
#include "tests/fuzz/message_input.h"

#include <cstring>

#include "capstan/layout/canonical.h"
#include "capstan/layout/equal.h"
#include "capstan/message/message_builder.h"

namespace capstan {
namespace {

using fuzz::kLimits;
using fuzz::require;

bool isSame(const Buffer& a, Bytes b) {
  return a.sizeBytes() == b.size() && std::memcmp(a.data(), b.data(), b.size()) == 0;
}

void check(const auto& open) {
  MessageReader reader(kLimits);
  open(reader);
  const absl::StatusOr<Buffer> canonical = canonicalize(reader.root());
  if (!canonical.ok()) return;
  require(isCanonical(*canonical));

  MessageReader form(kLimits);
  require(form.reopenFlat(*canonical).ok());
  const absl::StatusOr<Buffer> again = canonicalize(form.root());
  require(again.ok() && isSame(*again, *canonical));

  reader.refillBudget();
  form.refillBudget();
  require(equal(form.root(), reader.root()));

  MessageBuilder copy({.firstSegmentWords = 1, .maxSegmentWords = 64});
  reader.refillBudget();
  copy.root().setPointer(reader.root());
  const absl::StatusOr<Buffer> ofCopy = canonicalize(copy.root().asReader());
  require(ofCopy.ok() && isSame(*ofCopy, *canonical));
  require(reader.status().ok() && form.status().ok());
}

}  // namespace
}  // namespace capstan

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace capstan;
  const std::span<const std::uint8_t> bytes(data, size);
  if (isCanonical(bytes)) {
    MessageReader reader(ReaderOptions{.traversalLimitWords = kUnlimited});
    require(reader.reopenFlat(bytes).ok());
    const absl::StatusOr<Buffer> form = canonicalize(reader.root());
    require(form.ok() && isSame(*form, bytes));
  }
  fuzz::forEachMessage(data, size, [](const auto& open) { check(open); });
  return 0;
}
