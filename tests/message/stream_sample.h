// SPDX-License-Identifier: Apache-2.0
// A stream of samples for tests of streams: messages of several sizes and numbers of segments.
#pragma once

#include <string>
#include <vector>

#include "tests/message/sample.h"

namespace capstan {

// The children of each message of the stream; its id is its index.
inline const std::vector<std::uint32_t> kStreamSamples = {0, 3, 1, 40, 0, 200, 7};

inline ArenaOptions streamSampleOptions(std::size_t index) {
  return index % 2 == 0 ? ArenaOptions{} : smallSegments();
}

inline std::string framedSample(std::size_t index) {
  const auto bytes = sampleBytes(index, kStreamSamples[index], streamSampleOptions(index));
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

inline std::string sampleStream() {
  std::string stream;
  for (std::size_t i = 0; i < kStreamSamples.size(); ++i) stream += framedSample(i);
  return stream;
}

}  // namespace capstan
