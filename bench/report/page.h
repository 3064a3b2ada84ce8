// SPDX-License-Identifier: Apache-2.0
// The report as one HTML page without scripts or anything from elsewhere, and as JSON.
#pragma once

#include <string>
#include <vector>

#include "bench/report/results.h"

namespace capstan::bench {

// `environment` is lines of `key: value`: machine, compiler, flags, commit.
std::string htmlPage(const Results& results, const std::vector<Target>& targets,
                     const std::string& environment);
std::string jsonReport(const Results& results, const std::string& environment);

}  // namespace capstan::bench
