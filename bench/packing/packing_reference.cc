// SPDX-License-Identifier: Apache-2.0
// The reference's packing streams on the same pieces, over arrays of bytes; beside each kernel.
#include <capnp/serialize-packed.h>
#include <kj/io.h>

#include <cstring>
#include <string>
#include <vector>

#include "bench/packing/data_sets.h"
#include "bench/support/row.h"
#include "capstan/codec/packed.h"

namespace capstan::bench {
namespace {

constexpr const char* kNotTheSame = "packed to other bytes than ours, or unpacked to other words";

// One piece, at an aligned place, and what the reference packs it to.
struct Piece {
  explicit Piece(const std::vector<std::byte>& bytes)
      : words(kj::heapArray<capnp::word>(bytes.size() / sizeof(capnp::word))),
        room(kj::heapArray<kj::byte>(bytes.size() * 2 + 16)),
        unpacked(kj::heapArray<capnp::word>(words.size())) {
    if (!bytes.empty()) std::memcpy(words.begin(), bytes.data(), bytes.size());
    packed = kj::heapArray(pack());
  }

  kj::ArrayPtr<kj::byte> pack() {
    kj::ArrayOutputStream out(room);
    capnp::_::PackedOutputStream stream(out);
    stream.write(words.begin(), words.size() * sizeof(capnp::word));
    return out.getArray();
  }
  void unpack() {
    kj::ArrayInputStream in(packed);
    capnp::_::PackedInputStream stream(in);
    stream.read(unpacked.begin(), unpacked.size() * sizeof(capnp::word));
  }
  // Whether it packs to our bytes and unpacks to the words.
  bool isSound() {
    std::vector<std::byte> ours(packedBound(words.size()));
    ours.resize(capstan::pack({reinterpret_cast<const std::byte*>(words.begin()), bytes()}, ours)
                    .packedBytes);
    unpack();
    return packed.size() == ours.size() &&
           std::memcmp(packed.begin(), ours.data(), ours.size()) == 0 &&
           std::memcmp(words.begin(), unpacked.begin(), bytes()) == 0;
  }
  std::size_t bytes() const { return words.size() * sizeof(capnp::word); }

  kj::Array<capnp::word> words;
  kj::Array<kj::byte> room;
  kj::Array<capnp::word> unpacked;
  kj::Array<kj::byte> packed;
};

void addPackRow(const std::string& name, const DataSet& data) {
  addRow(name + "/reference=stream", [&data](benchmark::State& state) {
    Piece piece(data.words);
    if (!check(state, piece.isSound(), kNotTheSame)) return;
    measure(state, piece.bytes(), [&] { benchmark::DoNotOptimize(piece.pack().begin()); });
  });
}

void addUnpackRow(const std::string& name, const DataSet& data) {
  addRow(name + "/reference=stream", [&data](benchmark::State& state) {
    Piece piece(data.words);
    if (!check(state, piece.isSound(), kNotTheSame)) return;
    measure(state, piece.bytes(), [&] {
      piece.unpack();
      benchmark::DoNotOptimize(piece.unpacked.begin());
    });
  });
}

void addSizeRows(const DataSet& data, std::size_t words) {
  const std::string name = data.name + "/words=" + std::to_string(words) + "/reference=stream";
  const auto add = [&data, words](const std::string& row, auto once) {
    addRow(row, [&data, words, once](benchmark::State& state) {
      std::vector<Piece> pieces;
      bool isSound = true;
      for (const auto& slice : slices(data, words)) {
        isSound &= pieces.emplace_back(slice).isSound();
      }
      if (!check(state, isSound, kNotTheSame)) return;
      measure(state, pieces.size() * words * 8, [&] {
        for (Piece& piece : pieces) {
          once(piece);
          benchmark::ClobberMemory();
        }
      });
    });
  };
  add("Pack/" + name, [](Piece& piece) { benchmark::DoNotOptimize(piece.pack().begin()); });
  add("Unpack/" + name, [](Piece& piece) { piece.unpack(); });
}

const Rows kRows([] {
  const DataSet& repeats = dataSets().front();
  addPackRow("Pack", repeats);
  addUnpackRow("Unpack", repeats);
  addUnpackRow("PackedReader", repeats);
  for (const DataSet& data : dataSets()) {
    for (const PackedKernel& kernel : packedKernels()) {
      if (!kernel.usable()) continue;
      const std::string name = data.name + "/" + kernel.name;
      addPackRow("Pack/" + name, data);
      addUnpackRow("Unpack/" + name, data);
    }
    if (!hasRowsBySize(data)) continue;
    for (const std::size_t words : kSizesWords) {
      if (words < data.words.size() / 8) addSizeRows(data, words);
    }
  }
});

}  // namespace
}  // namespace capstan::bench
