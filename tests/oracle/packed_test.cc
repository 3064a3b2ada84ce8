// SPDX-License-Identifier: Apache-2.0
// Packing against the reference: random segments and real messages come to the same bytes, and each
// reads what the other has packed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "capstan/codec/packed.h"
#include "capstan/message/packed.h"
#include "tests/codec/packed_words.h"
#include "tests/oracle/field_kinds.h"
#include "tests/support/capnp_tool.h"
#include "tests/support/files.h"

#if CAPSTAN_HAVE_ORACLE_LIBRARY
#include <capnp/serialize-packed.h>
#include <kj/io.h>
#endif

namespace capstan {
namespace {

using support::asText;
using support::capnpConvert;
using support::CapnpType;
using support::sourcePath;
using test_types::AllTypes;

const CapnpType& allTypes() {
  static const CapnpType kType = {sourcePath("tests/schemas/all_types.capnp"), "AllTypes"};
  return kType;
}

std::vector<ArenaOptions> someOptions() {
  return {{},
          {.firstSegmentWords = 1, .maxSegmentWords = 64},
          {.firstSegmentWords = 1, .maxSegmentWords = 1}};
}

// The table and the one segment of a framed message, packed.
std::string packedOf(std::string_view framed) {
  std::string packed;
  for (const std::string_view piece : {framed.substr(0, 8), framed.substr(8)}) {
    ByteVector room(packedBound(piece.size() / 8));
    packed += asText(std::span(room).first(pack(piece, room).packedBytes));
  }
  return packed;
}

// The tool lays a message out again, in one segment: what it packs is compared with what it does
// not.
TEST(PackedByTheTool, HasOurBytesAndIsReadByEither) {
  CAPSTAN_REQUIRE_ORACLE_OR_SKIP();
  for (const ArenaOptions& options : someOptions()) {
    MessageBuilder message(options);
    fillAllTypes(message.initRoot<AllTypes>(), 2);
    std::string ours;
    appendPackedTo(message, ours);
    const auto framed = capnpConvert(allTypes(), "packed:binary", ours);
    ASSERT_TRUE(framed.ok()) << framed.err;
    const auto packed = capnpConvert(allTypes(), "binary:packed", framed.out);
    ASSERT_TRUE(packed.ok()) << packed.err;
    EXPECT_TRUE(packed.out == packedOf(framed.out));

    PackedMessageReader reader;
    ASSERT_TRUE(reader.reopen(packed.out).ok());
    expectAllTypes(reader.getRoot<AllTypes>(), 2);
    EXPECT_TRUE(reader.status().ok());
  }
}

#if CAPSTAN_HAVE_ORACLE_LIBRARY

kj::ArrayPtr<const kj::byte> kjBytes(Bytes bytes) {
  return {reinterpret_cast<const kj::byte*>(bytes.data()), bytes.size()};
}

// The reference's packing of a message of these segments, table included.
ByteVector packedByReference(const std::vector<kj::Array<capnp::word>>& segments) {
  kj::Vector<kj::ArrayPtr<const capnp::word>> views;
  for (const auto& segment : segments) views.add(segment);
  kj::VectorOutputStream out;
  capnp::writePackedMessage(out, views.asPtr());
  const auto packed = out.getArray();
  const auto* begin = reinterpret_cast<const std::byte*>(packed.begin());
  return {begin, begin + packed.size()};
}

ByteVector packedByUs(const PackedKernel& kernel,
                      const std::vector<kj::Array<capnp::word>>& segments) {
  ByteVector table(segmentTableBytes(segments.size()));
  SegmentTableWriter writer(table.data(), static_cast<std::uint32_t>(segments.size()));
  for (const auto& segment : segments) writer.put(static_cast<std::uint32_t>(segment.size()));
  ByteVector packed;
  const auto append = [&](Bytes piece) {
    ByteVector room(packedBound(piece.size() / 8));
    const PackedPart part = pack(piece, room, kernel);
    packed.insert(packed.end(), room.begin(),
                  room.begin() + static_cast<std::ptrdiff_t>(part.packedBytes));
  };
  append(table);
  for (const auto& segment : segments) {
    append({reinterpret_cast<const std::byte*>(segment.begin()), segment.size() * 8});
  }
  return packed;
}

class EachKernelAgainstReference : public EachKernel {};
INSTANTIATE_TEST_SUITE_P(Packed, EachKernelAgainstReference, testing::ValuesIn(usableKernels()),
                         kernelName);

TEST_P(EachKernelAgainstReference, RandomSegmentsComeToTheSameBytes) {
  support::Random random;
  for (const WordMix& mix : kWordMixes) {
    for (int round = 0; round < 60; ++round) {
      std::vector<kj::Array<capnp::word>> segments;
      for (std::uint64_t more = 1 + random.below(4); more > 0; --more) {
        const ByteVector words = randomWords(random, mix, random.below(700));
        auto segment = kj::heapArray<capnp::word>(words.size() / 8);
        std::copy_n(words.data(), words.size(), reinterpret_cast<std::byte*>(segment.begin()));
        segments.push_back(kj::mv(segment));
      }
      const ByteVector packed = packedByReference(segments);
      ASSERT_EQ(packedByUs(kernel(), segments), packed) << mix.name;

      std::size_t words = segmentTableBytes(segments.size()) / 8;
      for (const auto& segment : segments) words += segment.size();
      EXPECT_EQ(capnp::computeUnpackedSizeInWords(kjBytes(packed)), words);
      EXPECT_EQ(unpackedSize(packed).words, words);
      ByteVector unpacked(words * 8);
      ASSERT_EQ(unpack(packed, unpacked, kernel()).fault, FaultKind::kNone);
      kj::ArrayInputStream in(kjBytes(packed));
      capnp::PackedMessageReader theirs(in);
      const std::byte* ours = unpacked.data() + segmentTableBytes(segments.size());
      for (unsigned id = 0; id < segments.size(); ++id) {
        const auto segment = theirs.getSegment(id);
        ASSERT_EQ(std::memcmp(segment.begin(), ours, segment.size() * 8), 0);
        ours += segment.size() * 8;
      }
    }
  }
}

TEST(PackedByTheLibrary, ReadsWhatWeMarshal) {
  for (const ArenaOptions& options : someOptions()) {
    MessageBuilder message(options);
    fillAllTypes(message.initRoot<AllTypes>(), 2);
    const auto packed = marshalPacked(message);
    ASSERT_TRUE(packed.ok());
    kj::ArrayInputStream in(kjBytes(*packed));
    capnp::PackedMessageReader theirs(in);
    const auto segments = message.segments();
    for (unsigned id = 0; id < segments.size(); ++id) {
      const auto segment = theirs.getSegment(id);
      ASSERT_EQ(segment.size() * 8, segments[id].size());
      EXPECT_EQ(std::memcmp(segment.begin(), segments[id].data(), segments[id].size()), 0);
    }
  }
}

#endif

}  // namespace
}  // namespace capstan
