// SPDX-License-Identifier: Apache-2.0
// StreamSingle, StreamMulti: 128 messages of a key and a value written to a socket pair and read
// back by one thread; one by one, and as one batch.
#include <deque>

#include "bench/stream/key_values.h"
#include "bench/support/row.h"
#include "benchmark.capnp.h"
#include "capstan/codec/fd_stream.h"
#include "capstan/message/decoder.h"
#include "capstan/message/encoder.h"
#include "capstan/message/message_builder.h"

namespace capstan::bench {
namespace {

using benchmarks::KeyValue;

void build(MessageBuilder& message, const KeyValuePair& pair) {
  message.reset();
  auto root = message.initRoot<KeyValue>();
  root.setKey(std::as_bytes(std::span(pair.key)));
  root.setValue(std::as_bytes(std::span(pair.value)));
}

// Returns: the last byte of the next message's value; an amount that no byte has if there is none.
std::uint64_t readOne(Decoder& decoder) {
  const absl::StatusOr<bool> got = decoder.next();
  if (!got.ok() || !*got) return 1000;
  const auto value = decoder.getRoot<KeyValue>().getValue();
  return value.size() == 50 ? static_cast<std::uint64_t>(value[49]) : 1000;
}

void addSingleRow() {
  addRow("StreamSingle", [](benchmark::State& state) {
    SocketPair sockets;
    if (!check(state, sockets.isOpen, "no socket pair")) return;
    FdSink sink(sockets.fds[0]);
    FdSource source(sockets.fds[1]);
    Encoder encoder(sink);
    Decoder decoder(source);
    MessageBuilder message;
    std::uint64_t wrong = 0;
    measure(state, 0, [&] {
      std::uint64_t sum = 0;
      for (const KeyValuePair& pair : keyValues()) {
        build(message, pair);
        wrong += !encoder.encode(message).ok();
        sum += readOne(decoder);
      }
      wrong += sum != keyValueSum();
    });
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kStreamMessages));
    check(state, wrong == 0 && decoder.message().status().ok(), "a message is lost or wrong");
  });
}

void addMultiRow() {
  addRow("StreamMulti", [](benchmark::State& state) {
    SocketPair sockets;
    if (!check(state, sockets.isOpen, "no socket pair")) return;
    FdSink sink(sockets.fds[0]);
    FdSource source(sockets.fds[1]);
    Encoder encoder(sink);
    Decoder decoder(source);
    std::deque<MessageBuilder> messages;
    std::vector<MessageBuilder*> batch;
    for (std::size_t i = 0; i < kStreamMessages; ++i) {
      batch.push_back(&messages.emplace_back(ArenaOptions{.firstSegmentWords = 63}));
    }
    std::uint64_t wrong = 0;
    measure(state, 0, [&] {
      for (std::size_t i = 0; i < kStreamMessages; ++i) build(*batch[i], keyValues()[i]);
      wrong += !encoder.encode(batch).ok();
      std::uint64_t sum = 0;
      for (std::size_t i = 0; i < kStreamMessages; ++i) sum += readOne(decoder);
      wrong += sum != keyValueSum();
    });
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kStreamMessages));
    check(state, wrong == 0 && decoder.message().status().ok(), "a message is lost or wrong");
  });
}

void addRows() {
  addSingleRow();
  addMultiRow();
}

const Rows kRows(addRows);

}  // namespace
}  // namespace capstan::bench
