// SPDX-License-Identifier: Apache-2.0
// What is packed: real messages, and the ends of the scale. The kernels were tuned on other data
// (made-up people, numbers and random tags; requests of other schemas).
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace capstan::bench {

struct DataSet {
  std::string name;
  std::vector<std::byte> words;  // one segment
};

//   repeats   128 times: two words of 6 bytes, four zero words, a word of 3 bytes, a full word, two
//             more of its run
//   request   the CodeGeneratorRequest of some of schemas/: names, pointers, many zero words
//   carsales  up to 200 cars of the yardstick: numbers
//   catrank   up to 1000 of its search results: texts
//   list      the 1000 structs of ReadList1000: a text and some numbers each
//   zeros, random
const std::vector<DataSet>& dataSets();

// Many pieces of `words` words, from random places.
std::vector<std::vector<std::byte>> slices(const DataSet& of, std::size_t words);

}  // namespace capstan::bench
