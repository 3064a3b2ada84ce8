// SPDX-License-Identifier: Apache-2.0
// The yardstick with protobuf: in an arena whose first block is kept (=arena), with messages that
// are kept and cleared, so that their strings keep their memory (=cleared), and with new messages
// on the heap (=default, under fresh).
#include <google/protobuf/arena.h>

#include <algorithm>
#include <string>
#include <vector>

#include "bench/support/row.h"
#include "bench/yardstick/carsales.h"
#include "bench/yardstick/catrank.h"
#include "bench/yardstick/eval.h"
#include "bench/yardstick/measure.h"
#include "yardstick.pb.h"

namespace capstan::bench {
namespace {

namespace proto = ::bench_proto;

std::uint64_t valueOf(const proto::Car& car) {
  std::uint64_t value =
      bodyValue(car.seats(), car.doors(), car.length(), car.width(), car.height(), car.weight());
  for (const proto::Wheel& wheel : car.wheels()) {
    value += wheelValue(wheel.diameter(), wheel.air_pressure(), wheel.snow_tires());
  }
  const proto::Engine& engine = car.engine();
  value += engineValue(engine.horsepower(), engine.cylinders(), engine.cc(), engine.uses_gas(),
                       engine.uses_electric());
  const std::uint32_t yesses = car.has_power_windows() + car.has_power_steering() +
                               car.has_cruise_control() + car.has_nav_system();
  return value + extrasValue(car.fuel_capacity(), car.fuel_level(), car.cup_holders(), yesses);
}

void fillBody(Random& random, proto::Car& car) {
  const std::string_view make = kMakes[random(5)];
  const std::string_view model = kModels[random(6)];
  car.set_make(make.data(), make.size());
  car.set_model(model.data(), model.size());
  car.set_color(static_cast<proto::Color>(random(kColors)));
  car.set_seats(2 + random(6));
  car.set_doors(2 + random(3));
  for (std::uint32_t i = 0; i < kWheels; ++i) {
    proto::Wheel& wheel = *car.add_wheels();
    wheel.set_diameter(25 + random(15));
    wheel.set_air_pressure(static_cast<float>(30 + random.fraction(20)));
    wheel.set_snow_tires(random(16) == 0);
  }
  const std::uint32_t length = 170 + random(150);
  const std::uint32_t width = 48 + random(36);
  const std::uint32_t height = 54 + random(48);
  car.set_length(length);
  car.set_width(width);
  car.set_height(height);
  car.set_weight(length * width * height / 200);
}

void fillRest(Random& random, proto::Car& car) {
  proto::Engine& engine = *car.mutable_engine();
  engine.set_horsepower(static_cast<std::uint16_t>(100 * random(400)));
  engine.set_cylinders(4 + 2 * random(3));
  engine.set_cc(800 + random(10000));
  engine.set_uses_gas(true);
  engine.set_uses_electric(random(2) == 1);
  const double fuelCapacity = 10 + random.fraction(30);
  car.set_fuel_capacity(static_cast<float>(fuelCapacity));
  car.set_fuel_level(static_cast<float>(random.fraction(fuelCapacity)));
  car.set_has_power_windows(random(2) == 1);
  car.set_has_power_steering(random(2) == 1);
  car.set_has_cruise_control(random(2) == 1);
  car.set_cup_holders(random(12));
  car.set_has_nav_system(random(2) == 1);
}

struct CarSales {
  using Request = proto::ParkingLot;
  using Response = proto::TotalValue;
  using Expectation = std::uint64_t;
  static constexpr const char* kName = "carsales";
  static constexpr std::uint64_t kCycle = kCarSalesCycle;

  static Expectation setUp(Random& random, Request& request) {
    Expectation expected = 0;
    for (std::uint32_t cars = random(kMostCars); cars > 0; --cars) {
      proto::Car& car = *request.add_cars();
      fillBody(random, car);
      fillRest(random, car);
      expected += valueOf(car);
    }
    return expected;
  }
  static void handle(const Request& request, Response& response) {
    std::uint64_t total = 0;
    for (const proto::Car& car : request.cars()) total += valueOf(car);
    response.set_amount(total);
  }
  static bool isRight(const Response& response, Expectation expected) {
    return response.amount() == expected;
  }
};

struct CatRank {
  using Request = proto::SearchResultList;
  using Response = proto::SearchResultList;
  using Expectation = int;
  static constexpr const char* kName = "catrank";
  static constexpr std::uint64_t kCycle = kCatRankCycle;

  static Expectation setUp(Random& random, Request& request) {
    Expectation good = 0;
    double score = 1000;
    for (std::uint32_t results = random(kMostResults); results > 0; --results) {
      proto::SearchResult& result = *request.add_results();
      result.set_score(score);
      score -= 1;
      const std::uint32_t letters = random(kMostUrlLetters);
      std::string& url = *result.mutable_url();
      url.resize(kUrlPrefix.size() + letters);
      writeUrl(random, url.data(), letters);
      good += makeSnippet(random, *result.mutable_snippet()).isGood();
    }
    return good;
  }
  static void handle(const Request& request, Response& response) {
    static std::vector<Ranked<const proto::SearchResult*>> ranked;
    ranked.clear();
    for (const proto::SearchResult& result : request.results()) {
      ranked.push_back({rank(result.score(), result.snippet().c_str()), &result});
    }
    std::sort(ranked.begin(), ranked.end());
    for (const auto& from : ranked) {
      proto::SearchResult& result = *response.add_results();
      result.set_score(from.score);
      result.set_url(from.result->url());
      result.set_snippet(from.result->snippet());
    }
  }
  static bool isRight(const Response& response, Expectation expected) {
    Expectation good = 0;
    while (good < response.results_size() && response.results(good).score() >= kGoodScore) ++good;
    return good == expected;
  }
};

struct Eval {
  using Request = proto::Expression;
  using Response = proto::EvaluationResult;
  using Expectation = std::int32_t;
  static constexpr const char* kName = "eval";
  static constexpr std::uint64_t kCycle = kEvalCycle;

  static std::int32_t fillLeft(Random& random, std::uint32_t depth, Request& to) {
    if (!isLeaf(random, depth)) return fill(random, depth + 1, *to.mutable_left_expression());
    to.set_left_value(leafValue(random));
    return to.left_value();
  }
  static std::int32_t fillRight(Random& random, std::uint32_t depth, Request& to) {
    if (!isLeaf(random, depth)) return fill(random, depth + 1, *to.mutable_right_expression());
    to.set_right_value(leafValue(random));
    return to.right_value();
  }
  static std::int32_t fill(Random& random, std::uint32_t depth, Request& to) {
    const std::uint32_t operation = random(kOperations);
    to.set_op(static_cast<proto::Operation>(operation));
    const std::int32_t left = fillLeft(random, depth, to);
    const std::int32_t right = fillRight(random, depth, to);
    return apply(operation, left, right);
  }
  static std::int32_t evaluate(const Request& from) {
    const std::int32_t left = from.left_case() == Request::kLeftValue
                                  ? from.left_value()
                                  : evaluate(from.left_expression());
    const std::int32_t right = from.right_case() == Request::kRightValue
                                   ? from.right_value()
                                   : evaluate(from.right_expression());
    return apply(static_cast<std::uint32_t>(from.op()), left, right);
  }

  static Expectation setUp(Random& random, Request& request) { return fill(random, 0, request); }
  static void handle(const Request& request, Response& response) {
    response.set_value(evaluate(request));
  }
  static bool isRight(const Response& response, Expectation expected) {
    return response.value() == expected;
  }
};

// The four messages of a run by bytes; a run by objects uses the first two.
template <typename Case>
struct Messages {
  typename Case::Request& request;
  typename Case::Response& response;
  typename Case::Request& parsedRequest;
  typename Case::Response& parsedResponse;
};

template <typename Case>
bool runObject(Random& random, const Messages<Case>& messages) {
  const auto expected = Case::setUp(random, messages.request);
  Case::handle(messages.request, messages.response);
  return Case::isRight(messages.response, expected);
}

template <typename From, typename To>
bool send(const From& from, std::string& bytes, To& to) {
  return from.SerializeToString(&bytes) && to.ParseFromString(bytes);
}

template <typename Case>
bool runBytes(Random& random, const Messages<Case>& messages, std::string& bytes) {
  const auto expected = Case::setUp(random, messages.request);
  bool sound = send(messages.request, bytes, messages.parsedRequest);
  Case::handle(messages.parsedRequest, messages.response);
  sound &= send(messages.response, bytes, messages.parsedResponse);
  return sound && Case::isRight(messages.parsedResponse, expected);
}

template <typename Case>
bool run(bool byBytes, Random& random, const Messages<Case>& messages, std::string& bytes) {
  return byBytes ? runBytes<Case>(random, messages, bytes) : runObject<Case>(random, messages);
}

template <typename Case>
void runInArena(benchmark::State& state, bool byBytes) {
  using google::protobuf::Arena;
  std::vector<char> block(4 << 20);
  google::protobuf::ArenaOptions options;
  options.initial_block = block.data();
  options.initial_block_size = block.size();
  Arena arena(options);
  std::string bytes;
  measureCase(state, Case::kCycle, [&](Random& random) {
    arena.Reset();
    const Messages<Case> messages = {*Arena::CreateMessage<typename Case::Request>(&arena),
                                     *Arena::CreateMessage<typename Case::Response>(&arena),
                                     *Arena::CreateMessage<typename Case::Request>(&arena),
                                     *Arena::CreateMessage<typename Case::Response>(&arena)};
    return run<Case>(byBytes, random, messages, bytes);
  });
}

template <typename Case>
void runCleared(benchmark::State& state, bool byBytes) {
  typename Case::Request request, parsedRequest;
  typename Case::Response response, parsedResponse;
  std::string bytes;
  measureCase(state, Case::kCycle, [&](Random& random) {
    request.Clear();
    response.Clear();
    return run<Case>(byBytes, random, {request, response, parsedRequest, parsedResponse}, bytes);
  });
}

template <typename Case>
void runFresh(benchmark::State& state, bool byBytes) {
  measureCase(state, Case::kCycle, [&](Random& random) {
    typename Case::Request request, parsedRequest;
    typename Case::Response response, parsedResponse;
    std::string bytes;
    return run<Case>(byBytes, random, {request, response, parsedRequest, parsedResponse}, bytes);
  });
}

template <typename Case>
void addCase() {
  for (const bool byBytes : {false, true}) {
    const std::string name = std::string(Case::kName) + (byBytes ? "/bytes" : "/object");
    addRow(name + "/reuse/protobuf=arena",
           [=](benchmark::State& state) { runInArena<Case>(state, byBytes); });
    addRow(name + "/reuse/protobuf=cleared",
           [=](benchmark::State& state) { runCleared<Case>(state, byBytes); });
    addRow(name + "/fresh/protobuf=default",
           [=](benchmark::State& state) { runFresh<Case>(state, byBytes); });
  }
}

const Rows kRows([] {
  addCase<CarSales>();
  addCase<CatRank>();
  addCase<Eval>();
});

}  // namespace
}  // namespace capstan::bench
