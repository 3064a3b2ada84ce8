// SPDX-License-Identifier: Apache-2.0
// catrank for Capstan and the reference; `Types` names the generated structs.
#pragma once

#include <algorithm>
#include <vector>

#include "bench/yardstick/catrank.h"

namespace capstan::bench {

template <typename Types>
struct CatRank {
  using Request = typename Types::SearchResultList;
  using Response = Request;
  using Expectation = std::uint32_t;
  static constexpr const char* kName = "catrank";
  static constexpr std::uint64_t kCycle = kCatRankCycle;
  static constexpr std::size_t kScratchWords = std::size_t{kMostResults} * 64;

  static Expectation setUp(Random& random, typename Request::Builder request) {
    static std::string snippet;
    Expectation good = 0;
    double score = 1000;
    for (auto result : request.initResults(random(kMostResults))) {
      result.setScore(score);
      score -= 1;
      const std::uint32_t letters = random(kMostUrlLetters);
      auto url = result.initUrl(static_cast<std::uint32_t>(kUrlPrefix.size()) + letters);
      writeUrl(random, &*url.begin(), letters);
      good += makeSnippet(random, snippet).isGood();
      result.setSnippet(Types::text(snippet));
    }
    return good;
  }

  static void handle(typename Request::Reader request, typename Response::Builder response) {
    static std::vector<Ranked<typename Types::SearchResult::Reader>> ranked;
    ranked.clear();
    for (auto result : request.getResults()) {
      ranked.push_back({rank(result.getScore(), Types::chars(result.getSnippet())), result});
    }
    std::sort(ranked.begin(), ranked.end());
    auto from = ranked.begin();
    for (auto result : response.initResults(static_cast<std::uint32_t>(ranked.size()))) {
      result.setScore(from->score);
      result.setUrl(from->result.getUrl());
      result.setSnippet(from->result.getSnippet());
      ++from;
    }
  }

  static bool isRight(typename Response::Reader response, Expectation expected) {
    Expectation good = 0;
    for (auto result : response.getResults()) {
      if (result.getScore() < kGoodScore) break;
      ++good;
    }
    return good == expected;
  }
};

}  // namespace capstan::bench
