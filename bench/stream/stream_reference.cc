// SPDX-License-Identifier: Apache-2.0
// The reference library on the stream workloads.
//   Decode        InputStreamMessageReader, as it comes or with a scratch segment for each message;
//                 in place: FlatArrayMessageReader, one message's end being the next one's start
//   StreamSingle  writeMessageToFd, StreamFdMessageReader
//   StreamMulti   the same through buffered streams, whose buffers are kept
#include <capnp/serialize.h>
#include <kj/io.h>

#include "bench/stream/key_values.h"
#include "bench/support/records.h"
#include "bench/support/reference.h"
#include "oracle/benchmark.capnp.h"

namespace capstan::bench {
namespace {

using PeerRecord = ::oracle::benchmarks::BenchmarkA;
using PeerPair = ::oracle::benchmarks::KeyValue;

constexpr std::size_t kDecodeMessages = 10'000;

std::vector<capnp::word> recordStream() {
  std::vector<capnp::word> stream;
  for (std::size_t i = 0; i < kDecodeMessages; ++i) {
    capnp::MallocMessageBuilder message;
    fill(message.initRoot<PeerRecord>(), records()[i % records().size()]);
    const auto framed = capnp::messageToFlatArray(message);
    stream.insert(stream.end(), framed.begin(), framed.end());
  }
  return stream;
}

void addDecodeRow(const char* name, std::size_t scratchWords) {
  addRow(name, [scratchWords](benchmark::State& state) {
    const std::vector<capnp::word> stream = recordStream();
    const kj::ArrayPtr<const capnp::word> words(stream.data(), stream.size());
    Scratch scratch(scratchWords);
    measure(state, stream.size() * sizeof(capnp::word), [&] {
      kj::ArrayInputStream source(words.asBytes());
      for (std::size_t i = 0; i < kDecodeMessages; ++i) {
        capnp::InputStreamMessageReader reader(source, {}, scratch.words());
        auto root = reader.getRoot<PeerRecord>();
        benchmark::DoNotOptimize(root);
      }
    });
  });
}

void addInPlaceRow() {
  addRow("Decode/InPlace/reference=default", [](benchmark::State& state) {
    const std::vector<capnp::word> stream = recordStream();
    bool sound = true;
    measure(state, stream.size() * sizeof(capnp::word), [&] {
      kj::ArrayPtr<const capnp::word> rest(stream.data(), stream.size());
      std::size_t messages = 0;
      while (rest.size() != 0) {
        capnp::FlatArrayMessageReader reader(rest);
        auto root = reader.getRoot<PeerRecord>();
        benchmark::DoNotOptimize(root);
        rest = kj::arrayPtr(reader.getEnd(), rest.end());
        ++messages;
      }
      sound &= messages == kDecodeMessages;
    });
    check(state, sound, "not all messages came");
  });
}

void build(capnp::MessageBuilder& message, const KeyValuePair& pair) {
  auto root = message.initRoot<PeerPair>();
  const auto bytes = [](const std::string& text) {
    return kj::arrayPtr(reinterpret_cast<const kj::byte*>(text.data()), text.size());
  };
  root.setKey(bytes(pair.key));
  root.setValue(bytes(pair.value));
}

void addSingleRow() {
  addRow("StreamSingle/reference=scratch", [](benchmark::State& state) {
    SocketPair sockets;
    if (!check(state, sockets.isOpen, "no socket pair")) return;
    Scratch building(128);
    Scratch reading(128);
    bool sound = true;
    measure(state, 0, [&] {
      std::uint64_t sum = 0;
      for (const KeyValuePair& pair : keyValues()) {
        capnp::MallocMessageBuilder message(building.words());
        build(message, pair);
        capnp::writeMessageToFd(sockets.fds[0], message);
        capnp::StreamFdMessageReader reader(sockets.fds[1], {}, reading.words());
        sum += reader.getRoot<PeerPair>().getValue()[49];
      }
      sound &= sum == keyValueSum();
    });
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kStreamMessages));
    check(state, sound, "a message is lost or wrong");
  });
}

void addMultiRow() {
  addRow("StreamMulti/reference=scratch", [](benchmark::State& state) {
    SocketPair sockets;
    if (!check(state, sockets.isOpen, "no socket pair")) return;
    Scratch building(128);
    Scratch reading(128);
    std::vector<kj::byte> out(1 << 16);
    std::vector<kj::byte> in(1 << 16);
    kj::FdOutputStream sink(sockets.fds[0]);
    kj::FdInputStream source(sockets.fds[1]);
    bool sound = true;
    measure(state, 0, [&] {
      kj::BufferedOutputStreamWrapper buffered(sink, kj::arrayPtr(out.data(), out.size()));
      for (const KeyValuePair& pair : keyValues()) {
        capnp::MallocMessageBuilder message(building.words());
        build(message, pair);
        capnp::writeMessage(buffered, message);
      }
      buffered.flush();
      kj::BufferedInputStreamWrapper ahead(source, kj::arrayPtr(in.data(), in.size()));
      std::uint64_t sum = 0;
      for (std::size_t i = 0; i < kStreamMessages; ++i) {
        capnp::InputStreamMessageReader reader(ahead, {}, reading.words());
        sum += reader.getRoot<PeerPair>().getValue()[49];
      }
      sound &= sum == keyValueSum();
    });
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kStreamMessages));
    check(state, sound, "a message is lost or wrong");
  });
}

void addRows() {
  addDecodeRow("Decode/reference=default", 0);
  addDecodeRow("Decode/reference=scratch", 128);
  addInPlaceRow();
  addSingleRow();
  addMultiRow();
}

const Rows kRows(addRows);

}  // namespace
}  // namespace capstan::bench
