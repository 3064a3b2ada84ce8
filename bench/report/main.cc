// SPDX-License-Identifier: Apache-2.0
// bench_report TARGETS ENVIRONMENT OUT-FOLDER NOW.json... [--against BEFORE.json...]
//
// Prints the tables and writes OUT-FOLDER/results.json and index.html. Fails when a file cannot be
// read or a row found its own work wrong.
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

#include "bench/report/page.h"
#include "bench/report/results.h"
#include "bench/report/tables.h"

namespace capstan::bench {
namespace {

void writeFile(const std::string& path, const std::string& content) {
  std::ofstream(path) << content;
}

int report(int argc, char** argv) {
  Results now, before;
  Results* into = &now;
  for (int i = 4; i < argc; ++i) {
    if (std::string_view(argv[i]) == "--against") {
      into = &before;
    } else if (!into->addFile(argv[i])) {
      std::fprintf(stderr, "bench_report: %s is not a benchmark's JSON\n", argv[i]);
      return 1;
    }
  }
  std::ostringstream environment;
  environment << std::ifstream(argv[2]).rdbuf();
  const std::vector<Target> targets = readTargets(argv[1]);
  const std::string out = argv[3];
  writeFile(out + "/index.html", htmlPage(now, targets, environment.str()));
  writeFile(out + "/results.json", jsonReport(now, environment.str()));
  std::printf("%s\n%s\n", environment.str().c_str(), workloadTable(now).c_str());
  std::printf("%s\n", targetTable(now, targets).c_str());
  if (!before.rows().empty()) std::printf("%s\n", comparisonTable(now, before).c_str());
  const std::string errors = errorList(now);
  if (!errors.empty()) std::fprintf(stderr, "Rows that are wrong:\n%s", errors.c_str());
  return errors.empty() ? 0 : 1;
}

}  // namespace
}  // namespace capstan::bench

int main(int argc, char** argv) {
  if (argc < 5) {
    std::fprintf(stderr, "usage: bench_report TARGETS ENVIRONMENT OUT-FOLDER NOW.json...\n");
    return 2;
  }
  return capstan::bench::report(argc, argv);
}
