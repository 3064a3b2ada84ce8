// SPDX-License-Identifier: Apache-2.0
// The yardstick with Capstan.
#include <string>
#include <vector>

#include "bench/support/policies.h"
#include "bench/support/row.h"
#include "bench/yardstick/capstan_types.h"
#include "bench/yardstick/carsales_messages.h"
#include "bench/yardstick/catrank_messages.h"
#include "bench/yardstick/eval_messages.h"
#include "bench/yardstick/measure.h"
#include "capstan/message/marshal.h"
#include "capstan/message/message_builder.h"
#include "capstan/message/message_reader.h"
#include "capstan/message/packed.h"

namespace capstan::bench {
namespace {

// One side of the wire: a builder, its bytes and a reader of them.
struct Side {
  MessageBuilder builder;
  MessageReader reader;
  std::vector<std::byte> bytes = std::vector<std::byte>(4 << 20);

  // Returns: whether the message that was built could be sent and opened.
  bool send() {
    absl::StatusOr<std::size_t> size = marshalTo(builder, bytes);
    return size.ok() && reader.reopen(Bytes(bytes.data(), *size)).ok();
  }
};

// The same with packed bytes.
struct PackedSide {
  MessageBuilder builder;
  PackedMessageReader reader;
  std::vector<std::byte> bytes = std::vector<std::byte>(4 << 20);

  bool send() {
    absl::StatusOr<std::size_t> size = marshalPackedTo(builder, bytes);
    return size.ok() && reader.reopen(Bytes(bytes.data(), *size)).ok();
  }
};

template <typename Case>
bool runObject(Random& random, MessageBuilder& request, MessageBuilder& response) {
  const auto expected = Case::setUp(random, request.initRoot<typename Case::Request>());
  Case::handle(request.getRootReader<typename Case::Request>(),
               response.initRoot<typename Case::Response>());
  return Case::isRight(response.getRootReader<typename Case::Response>(), expected);
}

template <typename Case, typename AnySide>
bool runBytes(Random& random, AnySide& client, AnySide& server) {
  const auto expected =
      Case::setUp(random, client.builder.template initRoot<typename Case::Request>());
  bool sound = client.send();
  Case::handle(client.reader.template getRoot<typename Case::Request>(),
               server.builder.template initRoot<typename Case::Response>());
  sound &= server.send() && !client.reader.fault();
  sound &= Case::isRight(server.reader.template getRoot<typename Case::Response>(), expected);
  return sound && !server.reader.fault();
}

// Every message and buffer is a new one; their memory comes from the shared pool.
template <typename Case>
bool runFreshBytes(Random& random) {
  MessageBuilder request;
  const auto expected = Case::setUp(random, request.initRoot<typename Case::Request>());
  auto requestBytes = marshal(request);
  MessageReader requestReader;
  bool sound = requestReader.reopen(*requestBytes).ok();
  MessageBuilder response;
  Case::handle(requestReader.getRoot<typename Case::Request>(),
               response.initRoot<typename Case::Response>());
  auto responseBytes = marshal(response);
  MessageReader responseReader;
  sound &= responseReader.reopen(*responseBytes).ok() && !requestReader.fault();
  sound &= Case::isRight(responseReader.getRoot<typename Case::Response>(), expected);
  return sound && !responseReader.fault();
}

template <typename Case, typename AnySide = Side, typename Run>
void addCaseRow(const std::string& name, Run run) {
  addRow(name, [run](benchmark::State& state) {
    AnySide client;
    AnySide server;
    measureCase(state, Case::kCycle, [&](Random& random) {
      client.builder.reset();
      server.builder.reset();
      return run(random, client, server);
    });
  });
}

template <typename Case>
void addCase() {
  const std::string name = Case::kName;
  addCaseRow<Case>(name + "/object/reuse", [](Random& random, Side& client, Side& server) {
    return runObject<Case>(random, client.builder, server.builder);
  });
  addCaseRow<Case>(name + "/object/fresh", [](Random& random, Side&, Side&) {
    MessageBuilder request;
    MessageBuilder response;
    return runObject<Case>(random, request, response);
  });
  addCaseRow<Case>(name + "/bytes/reuse", runBytes<Case, Side>);
  addCaseRow<Case, PackedSide>(name + "/packed/reuse", runBytes<Case, PackedSide>);
  addCaseRow<Case>(name + "/bytes/fresh",
                   [](Random& random, Side&, Side&) { return runFreshBytes<Case>(random); });
}

const Rows kRows([] {
  addCase<CarSales<CapstanTypes>>();
  addCase<CatRank<CapstanTypes>>();
  addCase<Eval<CapstanTypes>>();
});

}  // namespace
}  // namespace capstan::bench
