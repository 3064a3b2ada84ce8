// SPDX-License-Identifier: Apache-2.0
#include "bench/report/page.h"

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "bench/report/charts.h"
#include "bench/report/tables.h"

namespace capstan::bench {
namespace {

constexpr std::string_view kScaling = "Scaling/";

constexpr std::string_view kStyle = R"(<style>
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; font-size: 13px; }
td, th { padding: .15rem .6rem; border-bottom: 1px solid #8884; text-align: left; }
pre { background: #8882; padding: .6rem; overflow-x: auto; }
svg { display: block; margin: .3rem 0 1.2rem; max-width: 100%; }
svg text { font: 12px system-ui, sans-serif; fill: currentColor; }
.short { color: #c33; font-weight: bold; }
.ours { fill: #2a7de1; } .peer { fill: #9aa5b1; }
.line { fill: none; stroke: #2a7de1; stroke-width: 2; } .axis { stroke: #8888; }
</style>
)";

std::string escaped(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c == '<') {
      out += "&lt;";
    } else if (c == '&') {
      out += "&amp;";
    } else {
      out += c;
    }
  }
  return out;
}

// A Markdown table of ours as an HTML one.
std::string tableOf(const std::string& markdown) {
  std::string out = "<table>\n";
  std::istringstream lines(markdown);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("|--")) continue;
    out += line.find("SHORT") != std::string::npos ? "<tr class=\"short\">" : "<tr>";
    for (std::size_t begin = 1; begin < line.size();) {
      const std::size_t end = std::min(line.find('|', begin), line.size());
      out += "<td>" + escaped(line.substr(begin, end - begin)) + "</td>";
      begin = end + 1;
    }
    out += "</tr>\n";
  }
  return out + "</table>\n";
}

std::string barCharts(const Results& results) {
  std::string out;
  for (const Row& row : results.rows()) {
    if (!splitPeer(row.name).second.empty() || row.nanos.empty()) continue;
    const std::vector<Ratio> ratios = results.ratiosOf(row);
    if (ratios.empty()) continue;
    std::vector<Bar> bars = {{"Capstan", row.median(), true}};
    for (const Ratio& ratio : ratios) {
      bars.push_back(
          {std::string(splitPeer(ratio.peer->name).second), ratio.peer->median(), false});
    }
    out += "<h3>" + escaped(row.name) + "</h3>\n" + barChart(bars);
  }
  return out;
}

// Rows `Scaling/<family>/<n>`, or with `threads:<n>`, as curves.
std::string growthCharts(const Results& results) {
  std::vector<std::pair<std::string, std::vector<Point>>> families;
  for (const Row& row : results.rows()) {
    if (!row.name.starts_with(kScaling) || row.nanos.empty()) continue;
    const auto slash = row.name.rfind('/');
    const auto digits = row.name.find_first_of("0123456789", slash);
    if (digits == std::string::npos) continue;
    const std::string family = row.name.substr(kScaling.size(), slash - kScaling.size());
    const double size = std::strtod(row.name.c_str() + digits, nullptr);
    if (families.empty() || families.back().first != family) {
      const auto known = std::find_if(families.begin(), families.end(),
                                      [&](const auto& one) { return one.first == family; });
      if (known != families.end()) {
        known->second.push_back({size, row.median() / size});
        continue;
      }
      families.emplace_back(family, std::vector<Point>());
    }
    families.back().second.push_back({size, row.median() / size});
  }
  std::string out;
  for (auto& [family, points] : families) {
    std::sort(points.begin(), points.end(),
              [](const Point& a, const Point& b) { return a.size < b.size; });
    out += "<h3>" + escaped(family) + "</h3>\n" + growthChart(points);
  }
  return out;
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (static_cast<unsigned char>(c) >= 0x20) out += c;
  }
  return out + "\"";
}

}  // namespace

std::string htmlPage(const Results& results, const std::vector<Target>& targets,
                     const std::string& environment) {
  std::string out = "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n";
  out += "<title>Capstan benchmarks</title>\n";
  out += kStyle;
  out += "</head><body>\n<h1>Capstan benchmarks</h1>\n<pre>" + escaped(environment) + "</pre>\n";
  out += "<h2>Targets</h2>\n" + tableOf(targetTable(results, targets));
  out += "<h2>Workloads</h2>\n<p>Median time per run; shorter is faster.</p>\n";
  out += barCharts(results);
  out += "<h2>Growth</h2>\n<p>Time per unit over the size: a flat line is linear growth.</p>\n";
  out += growthCharts(results);
  out += "<h2>All rows</h2>\n" + tableOf(workloadTable(results));
  return out + "</body></html>\n";
}

std::string jsonReport(const Results& results, const std::string& environment) {
  std::string out = "{\n\"environment\": {";
  std::istringstream lines(environment);
  const char* comma = "";
  for (std::string line; std::getline(lines, line); comma = ", ") {
    const auto colon = std::min(line.find(": "), line.size());
    const auto value = std::min(colon + 2, line.size());
    out += comma + quoted(line.substr(0, colon)) + ": " + quoted(line.substr(value));
  }
  out += "},\n\"rows\": [";
  comma = "";
  for (const Row& row : results.rows()) {
    out += std::string(comma) + "\n{\"name\": " + quoted(row.name);
    comma = ",";
    if (!row.error.empty()) out += ", \"error\": " + quoted(row.error);
    if (!row.nanos.empty()) {
      out += ", \"medianNanos\": " + std::to_string(row.median()) +
             ", \"spread\": " + std::to_string(row.spread()) +
             ", \"repetitions\": " + std::to_string(row.nanos.size());
    }
    if (row.allocations) out += ", \"allocations\": " + std::to_string(*row.allocations);
    out += "}";
  }
  return out + "\n]\n}\n";
}

}  // namespace capstan::bench
