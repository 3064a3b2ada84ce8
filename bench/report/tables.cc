// SPDX-License-Identifier: Apache-2.0
#include "bench/report/tables.h"

#include <cstdio>

namespace capstan::bench {
namespace {

// Less than this between two builds is their layout in memory.
constexpr double kLeastNoise = 0.03;

template <typename... Values>
std::string format(const char* pattern, Values... values) {
  char text[64];
  std::snprintf(text, sizeof(text), pattern, values...);
  return text;
}

std::string formatSpread(const Row& row) { return format("%.0f%%", row.spread() * 100); }

std::string formatAllocations(const Row& row) {
  if (!row.allocations) return "";
  return format("%.3g", *row.allocations);
}

std::string formatPeer(const Ratio& ratio) {
  std::string text = std::string(splitPeer(ratio.peer->name).second) + " " +
                     formatNanos(ratio.peer->median()) + " (" + formatRatio(ratio.value);
  if (ratio.overNull > 0) text += ", over null " + formatRatio(ratio.overNull);
  return text + ")";
}

std::string verdict(const Target& target, double ratio) {
  if (target.reachFor != 0 && ratio >= target.reachFor) return "met, reached";
  if (target.atLeast == 0) return "not reached";
  return ratio >= target.atLeast ? "met" : "SHORT";
}

std::string formatGoal(double ratio) { return ratio == 0 ? "" : formatRatio(ratio); }

}  // namespace

std::string formatNanos(double nanos) {
  if (nanos < 10) return format("%.2f ns", nanos);
  if (nanos < 1e4) return format("%.1f ns", nanos);
  if (nanos < 1e7) return format("%.1f us", nanos / 1e3);
  return format("%.1f ms", nanos / 1e6);
}

std::string formatRatio(double ratio) {
  return format(ratio < 1 ? "%.3gx" : ratio < 100 ? "%.2fx" : "%.0fx", ratio);
}

std::string workloadTable(const Results& results) {
  std::string table = "| workload | time | spread | allocs | peers (peer / Capstan) |\n";
  table += "|---|--:|--:|--:|---|\n";
  for (const Row& row : results.rows()) {
    if (!splitPeer(row.name).second.empty() || row.nanos.empty()) continue;
    std::string peers;
    for (const Ratio& ratio : results.ratiosOf(row)) {
      peers += (peers.empty() ? "" : "; ") + formatPeer(ratio);
    }
    table += "| " + row.name + " | " + formatNanos(row.median()) + " | " + formatSpread(row) +
             " | " + formatAllocations(row) + " | " + peers + " |\n";
  }
  return table;
}

double measuredRatio(const Results& results, const Target& target) {
  const Row* row = results.find(target.workload);
  if (row == nullptr || row->nanos.empty()) return 0;
  for (const Ratio& ratio : results.ratiosOf(*row)) {
    const std::string peer(splitPeer(ratio.peer->name).second);
    if (peer == target.peer) return ratio.value;
    if (peer + " over null" == target.peer) return ratio.overNull;
  }
  return 0;
}

std::string targetTable(const Results& results, const std::vector<Target>& targets) {
  std::string table = "| workload | against | at least | reach for | measured | |\n";
  table += "|---|---|--:|--:|--:|---|\n";
  for (const Target& target : targets) {
    const double ratio = measuredRatio(results, target);
    if (ratio == 0) continue;
    table += "| " + target.workload + " | " + target.peer + " | " + formatGoal(target.atLeast) +
             " | " + formatGoal(target.reachFor) + " | " + formatGoal(ratio) + " | " +
             verdict(target, ratio) + " |\n";
  }
  return table;
}

std::string comparisonTable(const Results& now, const Results& before) {
  std::string table = "| row | before | now | before / now | |\n|---|--:|--:|--:|---|\n";
  for (const Row& row : now.rows()) {
    const Row* old = before.find(row.name);
    if (old == nullptr || row.nanos.empty() || old->nanos.empty()) continue;
    const double ratio = old->median() / row.median();
    const double noise = kLeastNoise + row.spread() + old->spread();
    const char* mark = ratio > 1 + noise ? "faster" : ratio < 1 - noise ? "SLOWER" : "";
    table += "| " + row.name + " | " + formatNanos(old->median()) + " | " +
             formatNanos(row.median()) + " | " + formatRatio(ratio) + " | " + mark + " |\n";
  }
  return table;
}

std::string errorList(const Results& results) {
  std::string list;
  for (const Row& row : results.rows()) {
    if (!row.error.empty()) list += row.name + ": " + row.error + "\n";
  }
  return list;
}

}  // namespace capstan::bench
