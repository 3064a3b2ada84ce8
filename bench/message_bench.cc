// SPDX-License-Identifier: Apache-2.0
// The message benchmarks: building, framing and reading in memory, with the reference library
// beside Capstan in the same run.
#include "bench/row.h"

int main(int argc, char** argv) {
  capstan::bench::addFirstSegmentRows();
  capstan::bench::addSmallMessageRows();
  capstan::bench::addGrowthRows();
  capstan::bench::addRecordRows();
  capstan::bench::addReferenceRows();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
