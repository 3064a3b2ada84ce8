// SPDX-License-Identifier: Apache-2.0
// carsales: its random cars and what a car is worth. The weights of the value are arbitrary; all
// numeric and boolean fields count.
#pragma once

#include <cstdint>
#include <string_view>

#include "bench/yardstick/random.h"

namespace capstan::bench {

inline constexpr std::string_view kMakes[] = {"Toyota", "Ford", "Audi", "Volvo", "Fiat"};
inline constexpr std::string_view kModels[] = {"Camry", "Focus", "A4", "V70", "Panda", "Uno"};
inline constexpr std::uint32_t kColors = 9;
inline constexpr std::uint32_t kMostCars = 200;
inline constexpr std::uint64_t kCarSalesCycle = 64;
inline constexpr std::uint32_t kWheels = 4;

// The parts of a car's value, in one formula per part.

inline std::uint64_t wheelValue(std::uint32_t diameter, float airPressure, bool snowTires) {
  return std::uint64_t{diameter} * diameter + static_cast<std::uint64_t>(airPressure) +
         (snowTires ? 100 : 0);
}

inline std::uint64_t bodyValue(std::uint32_t seats, std::uint32_t doors, std::uint32_t length,
                               std::uint32_t width, std::uint32_t height, std::uint32_t weight) {
  return std::uint64_t{seats} * 200 + std::uint64_t{doors} * 350 +
         std::uint64_t{length} * width * height / 50 + weight;
}

inline std::uint64_t engineValue(std::uint32_t horsepower, std::uint32_t cylinders,
                                 std::uint32_t cc, bool usesGas, bool usesElectric) {
  return std::uint64_t{horsepower} * 40 + std::uint64_t{cylinders} * 50 + cc / 10 +
         (usesGas ? 70 : 0) + (usesElectric ? 5000 : 0);
}

inline std::uint64_t extrasValue(float fuelCapacity, float fuelLevel, std::uint32_t cupHolders,
                                 std::uint32_t yesses) {
  return static_cast<std::uint64_t>(fuelCapacity) + static_cast<std::uint64_t>(fuelLevel) +
         std::uint64_t{cupHolders} * 25 + std::uint64_t{yesses} * 125;
}

}  // namespace capstan::bench
