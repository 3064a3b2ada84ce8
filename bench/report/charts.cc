// SPDX-License-Identifier: Apache-2.0
#include "bench/report/charts.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "bench/report/tables.h"

namespace capstan::bench {
namespace {

constexpr int kWidth = 760;
constexpr int kLabelWidth = 190;
constexpr int kValueWidth = 90;
constexpr int kBarStep = 20;
constexpr int kBarHeight = 14;

constexpr int kCurveHeight = 220;
constexpr int kLeft = 80;
constexpr int kBottom = 30;
constexpr int kTop = 14;

std::string openSvg(int height) {
  std::ostringstream out;
  out << "<svg viewBox=\"0 0 " << kWidth << ' ' << height << "\" width=\"" << kWidth
      << "\" height=\"" << height << "\" role=\"img\">\n";
  return out.str();
}

void writeText(std::ostream& out, double x, double y, const std::string& text,
               const char* anchor = "start") {
  out << "<text x=\"" << x << "\" y=\"" << y << "\" text-anchor=\"" << anchor << "\">" << text
      << "</text>\n";
}

// A logarithmic axis from one pixel to another.
struct Axis {
  double low, high;  // logarithms of the values at the ends
  double from, to;
  double at(double value) const {
    return from + (std::log10(value) - low) / (high - low) * (to - from);
  }
};

Axis verticalAxis(const std::vector<Point>& points) {
  const auto [least, most] = std::minmax_element(
      points.begin(), points.end(),
      [](const Point& a, const Point& b) { return a.nanosPerUnit < b.nanosPerUnit; });
  return {std::floor(std::log10(least->nanosPerUnit)),
          std::floor(std::log10(most->nanosPerUnit)) + 1, kCurveHeight - kBottom, kTop};
}

void writeGrid(std::ostream& out, const Axis& axis) {
  for (double power = axis.low; power <= axis.high; ++power) {
    const double y = axis.at(std::pow(10, power));
    out << "<line class=\"axis\" x1=\"" << kLeft << "\" x2=\"" << kWidth - 10 << "\" y1=\"" << y
        << "\" y2=\"" << y << "\"/>\n";
    writeText(out, kLeft - 6, y + 4, formatNanos(std::pow(10, power)), "end");
  }
}

}  // namespace

std::string barChart(const std::vector<Bar>& bars) {
  double longest = 0;
  for (const Bar& bar : bars) longest = std::max(longest, bar.nanos);
  std::ostringstream out;
  out << openSvg(static_cast<int>(bars.size()) * kBarStep + 4);
  int y = 2;
  for (const Bar& bar : bars) {
    const double width = bar.nanos / longest * (kWidth - kLabelWidth - kValueWidth);
    writeText(out, kLabelWidth - 8, y + 11, bar.label, "end");
    out << "<rect class=\"" << (bar.isOurs ? "ours" : "peer") << "\" x=\"" << kLabelWidth
        << "\" y=\"" << y << "\" width=\"" << std::max(width, 1.0) << "\" height=\"" << kBarHeight
        << "\"/>\n";
    writeText(out, kLabelWidth + width + 6, y + 11, formatNanos(bar.nanos));
    y += kBarStep;
  }
  out << "</svg>\n";
  return out.str();
}

std::string growthChart(const std::vector<Point>& points) {
  if (points.size() < 2) return {};
  const Axis vertical = verticalAxis(points);
  const Axis horizontal = {std::log10(points.front().size), std::log10(points.back().size),
                           kLeft + 10.0, kWidth - 30.0};
  std::ostringstream out;
  out << openSvg(kCurveHeight);
  writeGrid(out, vertical);
  out << "<polyline class=\"line\" points=\"";
  for (const Point& point : points) {
    out << horizontal.at(point.size) << ',' << vertical.at(point.nanosPerUnit) << ' ';
  }
  out << "\"/>\n";
  for (const Point& point : points) {
    const double x = horizontal.at(point.size);
    out << "<circle class=\"ours\" r=\"3\" cx=\"" << x << "\" cy=\""
        << vertical.at(point.nanosPerUnit) << "\"/>\n";
    std::ostringstream size;
    size << static_cast<long long>(point.size);
    writeText(out, x, kCurveHeight - kBottom + 18, size.str(), "middle");
  }
  out << "</svg>\n";
  return out.str();
}

}  // namespace capstan::bench
