// SPDX-License-Identifier: Apache-2.0
// Pack, Unpack and PackedReader (unpacking from a stream); packing and unpacking by kernel and data
// set; small pieces.
#include <algorithm>
#include <string>
#include <vector>

#include "bench/packing/data_sets.h"
#include "bench/support/row.h"
#include "capstan/codec/packed.h"
#include "capstan/codec/packed_stream.h"

namespace capstan::bench {
namespace {

std::vector<std::byte> packed(Bytes words, const PackedKernel& kernel = packedKernel()) {
  std::vector<std::byte> room(packedBound(words.size() / 8));
  room.resize(pack(words, room, kernel).packedBytes);
  return room;
}

void addPackRow(const std::string& name, const DataSet& data, const PackedKernel& kernel) {
  addRow(name, [&data, &kernel](benchmark::State& state) {
    const std::size_t expected = packedSizeBytes(data.words);
    std::vector<std::byte> room = packed(data.words, kernel);
    std::vector<std::byte> back(data.words.size());
    const bool isSound = unpack(room, back, kernel).fault == FaultKind::kNone;
    if (!check(state, isSound && back == data.words, "unpacked to other words")) return;
    room.resize(packedBound(data.words.size() / 8));
    std::size_t size = expected;
    measure(state, data.words.size(), [&] {
      size &= pack(data.words, room, kernel).packedBytes;
      benchmark::DoNotOptimize(room.data());
    });
    check(state, size == expected, "packed to another size");
  });
}

void addUnpackRow(const std::string& name, const DataSet& data, const PackedKernel& kernel) {
  addRow(name, [&data, &kernel](benchmark::State& state) {
    const std::vector<std::byte> from = packed(data.words);
    std::vector<std::byte> room(data.words.size());
    bool isSound = unpack(from, room, kernel).fault == FaultKind::kNone;
    if (!check(state, isSound && room == data.words, "unpacked to other words")) return;
    measure(state, data.words.size(), [&] {
      isSound &= unpack(from, room, kernel).fault == FaultKind::kNone;
      benchmark::DoNotOptimize(room.data());
    });
    check(state, isSound && room == data.words, "unpacked to other words");
  });
}

// A stream of bytes in memory, over and over again.
class Repeating : public ByteSource {
 public:
  explicit Repeating(const std::vector<std::byte>& bytes) : bytes_(bytes) {}

  absl::StatusOr<std::size_t> read(std::span<std::byte> room) override {
    const std::size_t now = std::min(room.size(), bytes_.size() - at_);
    std::copy_n(bytes_.data() + at_, now, room.data());
    at_ = (at_ + now) % bytes_.size();
    return now;
  }

 private:
  const std::vector<std::byte>& bytes_;
  std::size_t at_ = 0;
};

void addPackedReaderRow(const std::string& name, const DataSet& data) {
  addRow(name, [&data](benchmark::State& state) {
    const std::vector<std::byte> from = packed(data.words);
    std::vector<std::byte> room(data.words.size());
    Repeating below(from);
    PackedSource source(below);
    bool isSound = true;
    measure(state, data.words.size(), [&] {
      for (std::size_t done = 0; done < room.size();) {
        const auto got = source.read(std::span(room).subspan(done));
        isSound &= got.ok() && *got != 0;
        if (!isSound) break;
        done += *got;
      }
      benchmark::DoNotOptimize(room.data());
    });
    check(state, isSound && room == data.words, "unpacked to other words");
  });
}

void addSizeRows(const DataSet& data, std::size_t words) {
  const std::string name = data.name + "/words=" + std::to_string(words);
  addRow("Pack/" + name, [&data, words](benchmark::State& state) {
    const auto pieces = slices(data, words);
    std::vector<std::byte> room(packedBound(words));
    std::vector<std::byte> back(words * 8);
    bool isSound = true;
    for (const auto& piece : pieces) {
      const std::vector<std::byte> small = packed(piece);
      isSound &= unpack(small, back).fault == FaultKind::kNone && back == piece;
    }
    if (!check(state, isSound, "a piece unpacks to other words")) return;
    measure(state, pieces.size() * words * 8, [&] {
      for (const auto& piece : pieces) {
        benchmark::DoNotOptimize(pack(piece, room).packedBytes);
        benchmark::ClobberMemory();
      }
    });
  });
  addRow("Unpack/" + name, [&data, words](benchmark::State& state) {
    std::vector<std::vector<std::byte>> pieces;
    for (const auto& piece : slices(data, words)) pieces.push_back(packed(piece));
    std::vector<std::byte> room(words * 8);
    bool isSound = true;
    for (const auto& piece : pieces) {
      isSound &= unpack(piece, room).fault == FaultKind::kNone && packed(room) == piece;
    }
    if (!check(state, isSound, "a piece unpacks to other words")) return;
    measure(state, pieces.size() * words * 8, [&] {
      for (const auto& piece : pieces) {
        isSound &= unpack(piece, room).fault == FaultKind::kNone;
        benchmark::ClobberMemory();
      }
    });
    check(state, isSound, "a piece does not unpack");
  });
}

const Rows kRows([] {
  const DataSet& repeats = dataSets().front();
  addPackRow("Pack", repeats, packedKernel());
  addUnpackRow("Unpack", repeats, packedKernel());
  addPackedReaderRow("PackedReader", repeats);
  for (const DataSet& data : dataSets()) {
    for (const PackedKernel& kernel : packedKernels()) {
      if (!kernel.usable()) continue;
      const std::string name = data.name + "/" + kernel.name;
      addPackRow("Pack/" + name, data, kernel);
      addUnpackRow("Unpack/" + name, data, kernel);
    }
    if (!hasRowsBySize(data)) continue;
    for (const std::size_t words : kSizesWords) {
      if (words < data.words.size() / 8) addSizeRows(data, words);
    }
  }
});

}  // namespace
}  // namespace capstan::bench
