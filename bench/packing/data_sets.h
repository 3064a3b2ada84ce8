// SPDX-License-Identifier: Apache-2.0
// What is packed: real messages, texts, numbers, and the ends of the scale. The kernels are tuned
// on sets of their own, whose names begin with `tuning_`; what is reported, and held against the
// targets, is how they do on the others.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace capstan::bench {

struct DataSet {
  std::string name;
  std::vector<std::byte> words;  // one segment
};

//   repeats   10 KiB that come again and again; made_up_data.h has more of it and the next two
//   text      lines and paragraphs
//   numeric   times, counters, codes and decimal values
//   request   the CodeGeneratorRequest of some of schemas/: names, pointers, many zero words
//   carsales  up to 200 cars of the yardstick: numbers
//   catrank   up to 1000 of its search results: texts
//   list      the 1000 structs of ReadList1000: a text and some numbers each
//   zeros, random
//   tuning_people, tuning_text, tuning_numeric, tuning_tags
//   tuning_request  that of other schemas
const std::vector<DataSet>& dataSets();

// Whether its pieces have rows of their own: 8 words to 1 MiB (the whole of `text` and `numeric`).
bool hasRowsBySize(const DataSet& data);
inline constexpr std::size_t kSizesWords[] = {8, 16, 64, 1024, 16384};

// Many pieces of `words` words, from random places. Requires: more words than that.
std::vector<std::vector<std::byte>> slices(const DataSet& of, std::size_t words);

}  // namespace capstan::bench
