// SPDX-License-Identifier: Apache-2.0
// The tables of a report, as Markdown.
#pragma once

#include <string>
#include <vector>

#include "bench/report/results.h"

namespace capstan::bench {

std::string formatNanos(double nanos);
// Returns: e.g. "4.72x".
std::string formatRatio(double ratio);

// Every workload with its peers.
std::string workloadTable(const Results& results);
// The targets whose rows were measured; "met" looks at `atLeast`.
std::string targetTable(const Results& results, const std::vector<Target>& targets);
// Every row of `now` beside the same row of `before`.
std::string comparisonTable(const Results& now, const Results& before);
// The rows that found their own work wrong; empty when there are none.
std::string errorList(const Results& results);

// What a target's row came to: the ratio, or 0 where a side is missing.
double measuredRatio(const Results& results, const Target& target);

}  // namespace capstan::bench
