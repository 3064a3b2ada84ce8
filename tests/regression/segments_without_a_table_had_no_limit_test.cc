// SPDX-License-Identifier: Apache-2.0
// reopenSegments and reopenFlat did not hold the segments against maxMessageWords.
#include <gtest/gtest.h>

#include <vector>

#include "capstan/message/message_reader.h"

namespace capstan {
namespace {

TEST(Regression, SegmentsWithoutATableHadNoLimit) {
  const std::vector<std::byte> bytes(80);
  MessageReader reader(ReaderOptions{.maxMessageWords = 9});
  EXPECT_EQ(reader.reopenFlat(bytes).code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(reader.sizeWords(), 0u);
  EXPECT_TRUE(reader.reopenFlat(Bytes(bytes).first(72)).ok());
  const std::vector<Bytes> halves(2, Bytes(bytes).first(40));
  EXPECT_EQ(reader.reopenSegments(halves).code(), absl::StatusCode::kResourceExhausted);
}

}  // namespace
}  // namespace capstan
