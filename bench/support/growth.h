// SPDX-License-Identifier: Apache-2.0
// The Growth workload, for Capstan and the reference: they share the accessors' names.
#pragma once

#include <cstdint>

namespace capstan::bench {

inline constexpr std::uint32_t kGrowthFields = 65536;
inline constexpr std::uint64_t kGrowthBytes = 24 + std::uint64_t{kGrowthFields} * 16;
inline constexpr const char kGrowthText[] = "1234567";

template <typename AllocBenchmark, typename Message>
void buildGrowth(Message& message) {
  auto fields = message.template initRoot<AllocBenchmark>().initFields(kGrowthFields);
  for (auto field : fields) field.setStringValue(kGrowthText);
}

}  // namespace capstan::bench
