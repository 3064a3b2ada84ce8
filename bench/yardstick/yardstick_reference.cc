// SPDX-License-Identifier: Apache-2.0
// The yardstick with the reference: scratch segments and an output buffer that are kept, or its
// default builder and flat arrays.
#include <capnp/serialize-packed.h>
#include <kj/io.h>

#include "bench/support/reference.h"
#include "bench/yardstick/carsales_messages.h"
#include "bench/yardstick/catrank_messages.h"
#include "bench/yardstick/eval_messages.h"
#include "bench/yardstick/measure.h"
#include "oracle/yardstick.capnp.h"

namespace capstan::bench {
namespace {

namespace peer = ::oracle::yardstick;

struct ReferenceTypes {
  using ParkingLot = peer::ParkingLot;
  using TotalValue = peer::TotalValue;
  using Color = peer::Color;
  using SearchResultList = peer::SearchResultList;
  using SearchResult = peer::SearchResult;
  using Expression = peer::Expression;
  using EvaluationResult = peer::EvaluationResult;
  using Operation = peer::Operation;
  static capnp::Text::Reader text(std::string_view text) { return {text.data(), text.size()}; }
  static const char* chars(capnp::Text::Reader text) { return text.cStr(); }
};

template <typename Case>
bool runObject(Random& random, capnp::MessageBuilder& request, capnp::MessageBuilder& response) {
  auto root = request.initRoot<typename Case::Request>();
  const auto expected = Case::setUp(random, root);
  auto responseRoot = response.initRoot<typename Case::Response>();
  Case::handle(root.asReader(), responseRoot);
  return Case::isRight(responseRoot.asReader(), expected);
}

// One side of the wire, kept from run to run.
struct ReferenceSide {
  explicit ReferenceSide(std::size_t words) : scratch(words), bytes(words), unpacked(words) {}

  kj::ArrayPtr<const capnp::word> send(capnp::MessageBuilder& message) {
    kj::ArrayOutputStream stream(bytes.words().asBytes());
    capnp::writeMessage(stream, message);
    return bytes.words().slice(0, stream.getArray().size() / sizeof(capnp::word));
  }

  kj::ArrayInputStream sendPacked(capnp::MessageBuilder& message) {
    kj::ArrayOutputStream stream(bytes.words().asBytes());
    capnp::writePackedMessage(stream, message);
    return kj::ArrayInputStream(stream.getArray());
  }

  Scratch scratch;
  Scratch bytes;
  Scratch unpacked;
};

template <typename Case>
bool runBytes(Random& random, ReferenceSide& client, ReferenceSide& server) {
  capnp::MallocMessageBuilder request(client.scratch.words());
  const auto expected = Case::setUp(random, request.initRoot<typename Case::Request>());
  capnp::FlatArrayMessageReader requestReader(client.send(request), generousOptions());
  capnp::MallocMessageBuilder response(server.scratch.words());
  Case::handle(requestReader.getRoot<typename Case::Request>(),
               response.initRoot<typename Case::Response>());
  capnp::FlatArrayMessageReader responseReader(server.send(response), generousOptions());
  return Case::isRight(responseReader.getRoot<typename Case::Response>(), expected);
}

// Its packed reader unpacks into a scratch space that is kept.
template <typename Case>
bool runPacked(Random& random, ReferenceSide& client, ReferenceSide& server) {
  capnp::MallocMessageBuilder request(client.scratch.words());
  const auto expected = Case::setUp(random, request.initRoot<typename Case::Request>());
  kj::ArrayInputStream requestBytes = client.sendPacked(request);
  capnp::PackedMessageReader requestReader(requestBytes, generousOptions(),
                                           client.unpacked.words());
  capnp::MallocMessageBuilder response(server.scratch.words());
  Case::handle(requestReader.getRoot<typename Case::Request>(),
               response.initRoot<typename Case::Response>());
  kj::ArrayInputStream responseBytes = server.sendPacked(response);
  capnp::PackedMessageReader responseReader(responseBytes, generousOptions(),
                                            server.unpacked.words());
  return Case::isRight(responseReader.getRoot<typename Case::Response>(), expected);
}

template <typename Case>
bool runFreshBytes(Random& random) {
  capnp::MallocMessageBuilder request;
  const auto expected = Case::setUp(random, request.initRoot<typename Case::Request>());
  const auto requestBytes = capnp::messageToFlatArray(request);
  capnp::FlatArrayMessageReader requestReader(requestBytes, generousOptions());
  capnp::MallocMessageBuilder response;
  Case::handle(requestReader.getRoot<typename Case::Request>(),
               response.initRoot<typename Case::Response>());
  const auto responseBytes = capnp::messageToFlatArray(response);
  capnp::FlatArrayMessageReader responseReader(responseBytes, generousOptions());
  return Case::isRight(responseReader.getRoot<typename Case::Response>(), expected);
}

template <typename Case, typename Run>
void addCaseRow(const std::string& name, Run run) {
  addRow(name, [run](benchmark::State& state) {
    ReferenceSide client(Case::kScratchWords);
    ReferenceSide server(Case::kScratchWords);
    measureCase(state, Case::kCycle, [&](Random& random) { return run(random, client, server); });
  });
}

template <typename Case>
void addCase() {
  const std::string name = Case::kName;
  addCaseRow<Case>(name + "/object/reuse/reference=scratch",
                   [](Random& random, ReferenceSide& client, ReferenceSide& server) {
                     capnp::MallocMessageBuilder request(client.scratch.words());
                     capnp::MallocMessageBuilder response(server.scratch.words());
                     return runObject<Case>(random, request, response);
                   });
  addCaseRow<Case>(name + "/object/fresh/reference=default",
                   [](Random& random, ReferenceSide&, ReferenceSide&) {
                     capnp::MallocMessageBuilder request;
                     capnp::MallocMessageBuilder response;
                     return runObject<Case>(random, request, response);
                   });
  addCaseRow<Case>(name + "/bytes/reuse/reference=scratch", runBytes<Case>);
  addCaseRow<Case>(name + "/packed/reuse/reference=scratch", runPacked<Case>);
  addCaseRow<Case>(
      name + "/bytes/fresh/reference=default",
      [](Random& random, ReferenceSide&, ReferenceSide&) { return runFreshBytes<Case>(random); });
}

const Rows kRows([] {
  addCase<CarSales<ReferenceTypes>>();
  addCase<CatRank<ReferenceTypes>>();
  addCase<Eval<ReferenceTypes>>();
});

}  // namespace
}  // namespace capstan::bench
