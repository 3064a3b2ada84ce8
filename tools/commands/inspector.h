// SPDX-License-Identifier: Apache-2.0
// Inspector: messages, whole or broken, written out word by word.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "capstan/base/bytes.h"
#include "capstan/base/config.h"
#include "capstan/codec/byte_stream.h"
#include "capstan/codec/framing.h"
#include "tools/commands/schema_places.h"

namespace capstan::inline CAPSTAN_ABI::commands {

class Inspector {
 public:
  // `schema` may be null. Lifetime: `to` and `schema` must outlive this.
  Inspector(ByteSink& to, SchemaPlaces* schema, const ExpectedType& root)
      : to_(to), schema_(schema), root_(root) {}

  // Writes out framed messages that stand one behind the other, or one segment without a table.
  // What is faulty is marked. Errors: those of the sink. Cost: linear in the bytes.
  absl::Status inspectStream(Bytes bytes);
  absl::Status inspectSegment(Bytes bytes);

  // Adds a line about a fault of the whole. Errors: those of the sink.
  absl::Status addFault(std::string_view what);

  // How many faults have been marked.
  std::uint64_t faults() const { return faults_; }

 private:
  // The segments of a message that may be cut. What is missing of it stands as zeros, unless it is
  // too much, so that pointers to it lead somewhere.
  struct Part {
    std::vector<Bytes> segments;
    std::vector<std::byte> filled = {};
    std::uint64_t hereWords = 0;  // of all segments
    std::uint64_t missingBytes = 0;
  };

  static Part partOf(const SegmentTable& table, Bytes content);
  bool inspectMessage(Bytes bytes, std::size_t& usedBytes);
  void writeTable(const SegmentTable& table, Bytes bytes);
  void writeSegments(const Part& part, std::uint64_t offsetBytes);
  void writeRest(Bytes bytes);
  void line(std::uint64_t number, Bytes word, std::string_view what);
  void title(std::string_view text);
  void fault(std::string_view what);
  void flush();

  ByteSink& to_;
  SchemaPlaces* schema_;
  ExpectedType root_;
  std::string text_;               // not written yet
  std::uint64_t offsetBytes_ = 0;  // of the message at hand
  std::uint64_t messages_ = 0;
  std::uint64_t faults_ = 0;
  absl::Status status_;  // of the sink
};

}  // namespace capstan::inline CAPSTAN_ABI::commands
