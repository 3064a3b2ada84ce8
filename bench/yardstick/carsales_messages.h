// SPDX-License-Identifier: Apache-2.0
// carsales for Capstan and the reference; `Types` names the generated structs.
#pragma once

#include "bench/yardstick/carsales.h"

namespace capstan::bench {

template <typename Types>
struct CarSales {
  using Request = typename Types::ParkingLot;
  using Response = typename Types::TotalValue;
  using Expectation = std::uint64_t;
  static constexpr const char* kName = "carsales";
  static constexpr std::uint64_t kCycle = kCarSalesCycle;
  // What a request takes at most, generously.
  static constexpr std::size_t kScratchWords = std::size_t{kMostCars} * 64;

  template <typename Car>
  static std::uint64_t valueOf(const Car& car) {
    std::uint64_t value = bodyValue(car.getSeats(), car.getDoors(), car.getLength(), car.getWidth(),
                                    car.getHeight(), car.getWeight());
    for (auto wheel : car.getWheels()) {
      value += wheelValue(wheel.getDiameter(), wheel.getAirPressure(), wheel.getSnowTires());
    }
    const auto engine = car.getEngine();
    value += engineValue(engine.getHorsepower(), engine.getCylinders(), engine.getCc(),
                         engine.getUsesGas(), engine.getUsesElectric());
    const std::uint32_t yesses = car.getHasPowerWindows() + car.getHasPowerSteering() +
                                 car.getHasCruiseControl() + car.getHasNavSystem();
    return value +
           extrasValue(car.getFuelCapacity(), car.getFuelLevel(), car.getCupHolders(), yesses);
  }

  template <typename Car>
  static void fillBody(Random& random, Car& car) {
    const std::string_view make = kMakes[random(5)];
    const std::string_view model = kModels[random(6)];
    car.setMake(Types::text(make));
    car.setModel(Types::text(model));
    car.setColor(static_cast<typename Types::Color>(random(kColors)));
    car.setSeats(static_cast<std::uint8_t>(2 + random(6)));
    car.setDoors(static_cast<std::uint8_t>(2 + random(3)));
    for (auto wheel : car.initWheels(kWheels)) {
      wheel.setDiameter(static_cast<std::uint16_t>(25 + random(15)));
      wheel.setAirPressure(static_cast<float>(30 + random.fraction(20)));
      wheel.setSnowTires(random(16) == 0);
    }
    const std::uint32_t length = 170 + random(150);
    const std::uint32_t width = 48 + random(36);
    const std::uint32_t height = 54 + random(48);
    car.setLength(static_cast<std::uint16_t>(length));
    car.setWidth(static_cast<std::uint16_t>(width));
    car.setHeight(static_cast<std::uint16_t>(height));
    car.setWeight(length * width * height / 200);
  }

  template <typename Car>
  static void fillRest(Random& random, Car& car) {
    auto engine = car.initEngine();
    engine.setHorsepower(static_cast<std::uint16_t>(100 * random(400)));
    engine.setCylinders(static_cast<std::uint8_t>(4 + 2 * random(3)));
    engine.setCc(800 + random(10000));
    engine.setUsesGas(true);
    engine.setUsesElectric(random(2) == 1);
    const double fuelCapacity = 10 + random.fraction(30);
    car.setFuelCapacity(static_cast<float>(fuelCapacity));
    car.setFuelLevel(static_cast<float>(random.fraction(fuelCapacity)));
    car.setHasPowerWindows(random(2) == 1);
    car.setHasPowerSteering(random(2) == 1);
    car.setHasCruiseControl(random(2) == 1);
    car.setCupHolders(static_cast<std::uint8_t>(random(12)));
    car.setHasNavSystem(random(2) == 1);
  }

  static Expectation setUp(Random& random, typename Request::Builder request) {
    std::uint64_t expected = 0;
    for (auto car : request.initCars(random(kMostCars))) {
      fillBody(random, car);
      fillRest(random, car);
      expected += valueOf(car.asReader());
    }
    return expected;
  }

  static void handle(typename Request::Reader request, typename Response::Builder response) {
    std::uint64_t total = 0;
    for (auto car : request.getCars()) total += valueOf(car);
    response.setAmount(total);
  }

  static bool isRight(typename Response::Reader response, Expectation expected) {
    return response.getAmount() == expected;
  }
};

}  // namespace capstan::bench
