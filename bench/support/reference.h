// SPDX-License-Identifier: Apache-2.0
// How the reference library is used in its rows; included by *_reference.cc only.
//   =default     MallocMessageBuilder as it comes: a first segment of 1024 words from calloc
//   =default128  the same with a first segment of 128 words
//   =scratch     a first segment of the caller's, kept from run to run: its fast way
#pragma once

#include <capnp/message.h>
#include <capnp/serialize.h>

#include <cstring>
#include <string>
#include <vector>

#include "bench/support/row.h"

namespace capstan::bench {

// A scratch segment, zeroed once; the reference clears what it used when a builder ends.
class Scratch {
 public:
  explicit Scratch(std::size_t words) : memory_(words) {
    std::memset(static_cast<void*>(memory_.data()), 0, words * sizeof(capnp::word));
  }
  kj::ArrayPtr<capnp::word> words() { return {memory_.data(), memory_.size()}; }

 private:
  std::vector<capnp::word> memory_;
};

// Limits that no row runs into.
inline capnp::ReaderOptions generousOptions() {
  capnp::ReaderOptions options;
  options.traversalLimitInWords = std::uint64_t{1} << 40;
  return options;
}

// Adds `build` in the three ways; `scratchWords` is the size of the scratch segment.
template <typename Build>
void addReferenceBuildRows(const std::string& name, std::uint64_t bytes, std::size_t scratchWords,
                           Build build) {
  addRow(name + "/reference=default", [=](benchmark::State& state) {
    measure(state, bytes, [&] {
      capnp::MallocMessageBuilder message;
      build(message);
    });
  });
  addRow(name + "/reference=default128", [=](benchmark::State& state) {
    measure(state, bytes, [&] {
      capnp::MallocMessageBuilder message(128);
      build(message);
    });
  });
  addRow(name + "/reference=scratch", [=](benchmark::State& state) {
    Scratch scratch(scratchWords);
    measure(state, bytes, [&] {
      capnp::MallocMessageBuilder message(scratch.words());
      build(message);
    });
  });
}

}  // namespace capstan::bench
