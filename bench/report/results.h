// SPDX-License-Identifier: Apache-2.0
// What the benchmark programs measured: a row per name, with the times of all repetitions.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace capstan::bench {

struct Row {
  std::string name;
  std::vector<double>
      nanos;  // per run, one per repetition; CPU time unless the row is of real time
  std::optional<double> allocations;
  std::string error;  // not empty where a row found its own work wrong

  double median() const { return quantile(0.5); }
  // Half of the range between the quartiles, as a share of the median.
  double spread() const { return (quantile(0.75) - quantile(0.25)) / 2 / median(); }

 private:
  double quantile(double share) const;
};

// How much slower a peer is: above 1, Capstan is faster.
struct Ratio {
  const Row* peer = nullptr;
  double value = 0;
  // The same after the null adapter's time is taken from both; 0 where there is none.
  double overNull = 0;
};

class Results {
 public:
  // Adds the rows of a file of Google Benchmark. Returns: false where it is no such file.
  bool addFile(const std::string& path);

  const std::vector<Row>& rows() const { return rows_; }
  const Row* find(std::string_view name) const;
  // The rows of peers that do the same work as `row`.
  std::vector<Ratio> ratiosOf(const Row& row) const;
  // The time of the null adapter for the workload of `row`; null if it has none.
  const Row* nullOf(const Row& row) const;

 private:
  Row& rowNamed(std::string_view name);
  void sortRows();

  std::vector<Row> rows_;  // by name
  std::map<std::string, std::size_t, std::less<>> index_;
};

// `<workload>/<peer>=<way>` as its two parts; the second is empty for a row of Capstan's own.
std::pair<std::string_view, std::string_view> splitPeer(std::string_view name);

struct Target {
  std::string workload;
  std::string peer;
  double atLeast = 0;
  double reachFor = 0;  // 0: nothing more
};

std::vector<Target> readTargets(const std::string& path);

}  // namespace capstan::bench
