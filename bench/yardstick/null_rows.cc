// SPDX-License-Identifier: Apache-2.0
// The null adapter: the yardstick's work on plain structs that are kept from run to run. What a
// row takes over this is what its messages cost. Its rows stand under object/reuse.
#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "bench/support/row.h"
#include "bench/yardstick/carsales.h"
#include "bench/yardstick/catrank.h"
#include "bench/yardstick/eval.h"
#include "bench/yardstick/measure.h"

namespace capstan::bench {
namespace {

struct Wheel {
  std::uint16_t diameter;
  float airPressure;
  bool snowTires;
};

struct Car {
  std::string_view make;
  std::string_view model;
  std::uint16_t color;
  std::uint8_t seats, doors;
  std::array<Wheel, kWheels> wheels;
  std::uint16_t length, width, height;
  std::uint32_t weight;
  std::uint16_t horsepower;
  std::uint8_t cylinders;
  std::uint32_t cc;
  bool usesGas, usesElectric;
  float fuelCapacity, fuelLevel;
  bool hasPowerWindows, hasPowerSteering, hasCruiseControl;
  std::uint8_t cupHolders;
  bool hasNavSystem;
};

std::uint64_t valueOf(const Car& car) {
  std::uint64_t value =
      bodyValue(car.seats, car.doors, car.length, car.width, car.height, car.weight);
  for (const Wheel& wheel : car.wheels) {
    value += wheelValue(wheel.diameter, wheel.airPressure, wheel.snowTires);
  }
  value += engineValue(car.horsepower, car.cylinders, car.cc, car.usesGas, car.usesElectric);
  const std::uint32_t yesses =
      car.hasPowerWindows + car.hasPowerSteering + car.hasCruiseControl + car.hasNavSystem;
  return value + extrasValue(car.fuelCapacity, car.fuelLevel, car.cupHolders, yesses);
}

void fillBody(Random& random, Car& car) {
  car.make = kMakes[random(5)];
  car.model = kModels[random(6)];
  car.color = static_cast<std::uint16_t>(random(kColors));
  car.seats = static_cast<std::uint8_t>(2 + random(6));
  car.doors = static_cast<std::uint8_t>(2 + random(3));
  for (Wheel& wheel : car.wheels) {
    wheel.diameter = static_cast<std::uint16_t>(25 + random(15));
    wheel.airPressure = static_cast<float>(30 + random.fraction(20));
    wheel.snowTires = random(16) == 0;
  }
  car.length = static_cast<std::uint16_t>(170 + random(150));
  car.width = static_cast<std::uint16_t>(48 + random(36));
  car.height = static_cast<std::uint16_t>(54 + random(48));
  car.weight = std::uint32_t{car.length} * car.width * car.height / 200;
}

void fillRest(Random& random, Car& car) {
  car.horsepower = static_cast<std::uint16_t>(100 * random(400));
  car.cylinders = static_cast<std::uint8_t>(4 + 2 * random(3));
  car.cc = 800 + random(10000);
  car.usesGas = true;
  car.usesElectric = random(2) == 1;
  const double fuelCapacity = 10 + random.fraction(30);
  car.fuelCapacity = static_cast<float>(fuelCapacity);
  car.fuelLevel = static_cast<float>(random.fraction(fuelCapacity));
  car.hasPowerWindows = random(2) == 1;
  car.hasPowerSteering = random(2) == 1;
  car.hasCruiseControl = random(2) == 1;
  car.cupHolders = static_cast<std::uint8_t>(random(12));
  car.hasNavSystem = random(2) == 1;
}

struct NullCarSales {
  bool operator()(Random& random) {
    cars.resize(random(kMostCars));
    std::uint64_t expected = 0;
    for (Car& car : cars) {
      fillBody(random, car);
      fillRest(random, car);
      expected += valueOf(car);
    }
    benchmark::ClobberMemory();
    std::uint64_t total = 0;
    for (const Car& car : cars) total += valueOf(car);
    return total == expected;
  }
  std::vector<Car> cars;
};

struct Result {
  std::string url;
  double score = 0;
  std::string snippet;
};

struct NullCatRank {
  bool operator()(Random& random) {
    size = random(kMostResults);
    std::uint32_t expected = 0;
    for (std::size_t i = 0; i < size; ++i) {
      request[i].score = 1000 - static_cast<double>(i);
      const std::uint32_t letters = random(kMostUrlLetters);
      request[i].url.resize(kUrlPrefix.size() + letters);
      writeUrl(random, request[i].url.data(), letters);
      expected += makeSnippet(random, request[i].snippet).isGood();
    }
    handle();
    std::uint32_t good = 0;
    while (good < size && response[good].score >= kGoodScore) ++good;
    return good == expected;
  }

  void handle() {
    ranked.clear();
    for (std::size_t i = 0; i < size; ++i) {
      ranked.push_back({rank(request[i].score, request[i].snippet.c_str()), &request[i]});
    }
    std::sort(ranked.begin(), ranked.end());
    for (std::size_t i = 0; i < size; ++i) {
      response[i].url = ranked[i].result->url;
      response[i].score = ranked[i].score;
      response[i].snippet = ranked[i].result->snippet;
    }
  }

  std::size_t size = 0;
  std::vector<Result> request = std::vector<Result>(kMostResults);
  std::vector<Result> response = std::vector<Result>(kMostResults);
  std::vector<Ranked<const Result*>> ranked;
};

struct Expression;
struct Side {
  const Expression* expression;
  std::int32_t value;
};
struct Expression {
  std::uint32_t operation;
  Side left, right;
};

struct NullEval {
  bool operator()(Random& random) {
    used = 0;
    Expression& root = expressions[used++];
    const std::int32_t expected = fill(random, 0, root);
    benchmark::ClobberMemory();
    return evaluate(root) == expected;
  }

  std::int32_t fillSide(Random& random, std::uint32_t depth, Side& side) {
    if (isLeaf(random, depth)) {
      side = {nullptr, leafValue(random)};
      return side.value;
    }
    Expression& below = expressions[used++];
    side.expression = &below;
    return fill(random, depth + 1, below);
  }

  std::int32_t fill(Random& random, std::uint32_t depth, Expression& expression) {
    expression.operation = random(kOperations);
    const std::int32_t left = fillSide(random, depth, expression.left);
    const std::int32_t right = fillSide(random, depth, expression.right);
    return apply(expression.operation, left, right);
  }

  static std::int32_t valueOf(const Side& side) {
    return side.expression != nullptr ? evaluate(*side.expression) : side.value;
  }
  static std::int32_t evaluate(const Expression& expression) {
    const std::int32_t left = valueOf(expression.left);
    const std::int32_t right = valueOf(expression.right);
    return apply(expression.operation, left, right);
  }

  // Depth 8 is a leaf always, so that a tree has 511 nodes at most.
  std::size_t used = 0;
  std::vector<Expression> expressions = std::vector<Expression>(512);
};

template <typename Case>
void addNullRow(const std::string& name, std::uint64_t cycle) {
  addRow(name + "/object/reuse/null", [cycle](benchmark::State& state) {
    Case run;
    measureCase(state, cycle, [&](Random& random) { return run(random); });
  });
}

const Rows kRows([] {
  addNullRow<NullCarSales>("carsales", kCarSalesCycle);
  addNullRow<NullCatRank>("catrank", kCatRankCycle);
  addNullRow<NullEval>("eval", kEvalCycle);
});

}  // namespace
}  // namespace capstan::bench
