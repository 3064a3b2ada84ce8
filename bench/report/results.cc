// SPDX-License-Identifier: Apache-2.0
#include "bench/report/results.h"

#include <simdjson.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

namespace capstan::bench {
namespace {

constexpr std::string_view kPeers[] = {
    "reference=", "flatbuffers=", "protobuf=", "malloc=", "raw=", "scratch=", "null"};
constexpr std::string_view kRealTime = "/real_time";

bool isPeer(std::string_view part) {
  return std::any_of(std::begin(kPeers), std::end(kPeers),
                     [&](std::string_view peer) { return part.starts_with(peer); });
}

double nanosOf(simdjson::dom::element run, bool isRealTime) {
  double time = 0;
  std::string_view unit = "ns";
  if (run[isRealTime ? "real_time" : "cpu_time"].get(time) != simdjson::SUCCESS) return 0;
  if (run["time_unit"].get(unit) != simdjson::SUCCESS) return time;
  if (unit == "us") return time * 1e3;
  if (unit == "ms") return time * 1e6;
  return unit == "s" ? time * 1e9 : time;
}

std::string trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(' ');
  if (begin == std::string_view::npos) return {};
  return std::string(text.substr(begin, text.find_last_not_of(' ') - begin + 1));
}

}  // namespace

double Row::quantile(double share) const {
  if (nanos.empty()) return 0;
  std::vector<double> sorted = nanos;
  std::sort(sorted.begin(), sorted.end());
  const double at = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (sorted[above] - sorted[below]) * (at - static_cast<double>(below));
}

std::pair<std::string_view, std::string_view> splitPeer(std::string_view name) {
  const auto slash = name.rfind('/');
  if (slash == std::string_view::npos || !isPeer(name.substr(slash + 1))) return {name, {}};
  return {name.substr(0, slash), name.substr(slash + 1)};
}

Row& Results::rowNamed(std::string_view name) {
  const auto found = index_.find(name);
  if (found != index_.end()) return rows_[found->second];
  index_.emplace(std::string(name), rows_.size());
  rows_.emplace_back();
  rows_.back().name = std::string(name);
  return rows_.back();
}

bool Results::addFile(const std::string& path) {
  simdjson::dom::parser parser;
  simdjson::dom::element document;
  simdjson::dom::array runs;
  if (parser.load(path).get(document) != simdjson::SUCCESS) return false;
  if (document["benchmarks"].get(runs) != simdjson::SUCCESS) return false;
  for (simdjson::dom::element run : runs) {
    std::string_view kind, name, error;
    if (run["run_type"].get(kind) == simdjson::SUCCESS && kind != "iteration") continue;
    if (run["name"].get(name) != simdjson::SUCCESS) continue;
    const auto realTime = name.find(kRealTime);
    const bool isRealTime = realTime != std::string_view::npos;
    std::string plain(name);
    if (isRealTime) plain.erase(realTime, kRealTime.size());
    Row& row = rowNamed(plain);
    if (run["error_message"].get(error) == simdjson::SUCCESS) {
      row.error = std::string(error);
      continue;
    }
    row.nanos.push_back(nanosOf(run, isRealTime));
    double allocations = 0;
    if (run["allocs"].get(allocations) == simdjson::SUCCESS) row.allocations = allocations;
  }
  sortRows();
  return true;
}

void Results::sortRows() {
  std::sort(rows_.begin(), rows_.end(), [](const Row& a, const Row& b) { return a.name < b.name; });
  for (std::size_t i = 0; i < rows_.size(); ++i) index_[rows_[i].name] = i;
}

const Row* Results::find(std::string_view name) const {
  const auto found = index_.find(name);
  return found == index_.end() ? nullptr : &rows_[found->second];
}

const Row* Results::nullOf(const Row& row) const {
  const std::string workload = row.name.substr(0, row.name.find('/'));
  return find(workload + "/object/reuse/null");
}

std::vector<Ratio> Results::ratiosOf(const Row& row) const {
  std::vector<Ratio> exact, wider;
  const Row* null = nullOf(row);
  for (const Row& other : rows_) {
    const auto [workload, peer] = splitPeer(other.name);
    if (peer.empty() || other.nanos.empty()) continue;
    const bool isExact = workload == row.name;
    const bool isWider = row.name.starts_with(std::string(workload) + "/");
    if (!isExact && !isWider) continue;
    Ratio ratio = {&other, other.median() / row.median(), 0};
    if (null != nullptr && null != &other) {
      ratio.overNull = (other.median() - null->median()) / (row.median() - null->median());
    }
    (isExact ? exact : wider).push_back(ratio);
  }
  return exact.empty() ? wider : exact;
}

std::vector<Target> readTargets(const std::string& path) {
  std::vector<Target> targets;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin <= line.size();) {
      const std::size_t end = std::min(line.find('|', begin), line.size());
      parts.push_back(trimmed(std::string_view(line).substr(begin, end - begin)));
      begin = end + 1;
    }
    parts.resize(4);
    targets.push_back({parts[0], parts[1], std::strtod(parts[2].c_str(), nullptr),
                       std::strtod(parts[3].c_str(), nullptr)});
  }
  return targets;
}

}  // namespace capstan::bench
