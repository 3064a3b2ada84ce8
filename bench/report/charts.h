// SPDX-License-Identifier: Apache-2.0
// Charts as inline SVG.
#pragma once

#include <string>
#include <vector>

namespace capstan::bench {

struct Bar {
  std::string label;
  double nanos;
  bool isOurs;
};

// Horizontal bars on one linear scale.
std::string barChart(const std::vector<Bar>& bars);

struct Point {
  double size;
  double nanosPerUnit;
};

// A curve on two logarithmic axes. Requires: points in order of size.
std::string growthChart(const std::vector<Point>& points);

}  // namespace capstan::bench
