// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <thread>

#include <fcntl.h>
#include <unistd.h>

#include "capstan/layout/canonical.h"
#include "capstan/message/packed.h"
#include "capstan/message/unmarshal.h"
#include "tests/commands/small_messages.h"
#include "tests/support/process.h"
#include "tests/support/seed.h"
#include "tools/commands/standard_stream.h"

namespace capstan {
namespace {

using addressbook::AddressBook;
using testing::HasSubstr;

std::size_t fileCount(const std::string& folder) {
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder)) ++count;
  return count;
}

TEST(Convert, EveryPairOfFormatsLeadsBack) {
  Files files;
  const std::string framed = smallAddressBook();
  for (const char* from : kConvertibleFormats) {
    const std::string source = files.converted(std::string("binary:") + from, framed);
    for (const char* to : kConvertibleFormats) {
      const std::string there = files.converted(std::string(from) + ":" + to, source);
      // Canonical form drops what is empty, and the other way it stays dropped.
      const bool isCut =
          from == std::string_view("canonical") || to == std::string_view("canonical");
      const std::string back = files.converted(std::string(to) + ":binary", there);
      if (!isCut) {
        EXPECT_EQ(back, framed) << from << " to " << to;
      }
      const absl::StatusOr<MessageReader> reader = unmarshal(back);
      ASSERT_TRUE(reader.ok()) << reader.status();
      const auto people = reader->getRoot<AddressBook>().getPeople();
      ASSERT_EQ(people.size(), 2u);
      EXPECT_EQ(people[0].getEmployment().getSchool(), "MIT");
      EXPECT_EQ(people[1].getId(), 456u);
    }
  }
}

TEST(Convert, FormatsAreWhatTheLibraryMakes) {
  Files files;
  const std::string framed = smallAddressBook();
  const absl::StatusOr<MessageReader> reader = unmarshal(framed);
  ASSERT_TRUE(reader.ok());
  EXPECT_EQ(files.converted("binary:flat", framed), framed.substr(8));
  const std::string canonical = files.converted("binary:canonical", framed);
  EXPECT_TRUE(isCanonical(canonical));
  const std::string packedBytes = files.converted("binary:packed", framed);
  const absl::StatusOr<PackedMessageReader> packed = unmarshalPacked(packedBytes);
  ASSERT_TRUE(packed.ok());
  EXPECT_EQ(packed->getRoot<AddressBook>().getPeople()[0].getName(), "Alice");
}

TEST(Convert, TakesManyMessages) {
  Files files;
  std::string framed;
  for (int i = 0; i < 1000; ++i) framed += smallAddressBook();
  const std::string packed = files.converted("binary:packed", framed);
  EXPECT_LT(packed.size(), framed.size());
  EXPECT_EQ(files.converted("packed:binary", packed), framed);
  EXPECT_EQ(files.converted("binary:binary", ""), "");
  EXPECT_EQ(files.converted("packed:binary", ""), "");
}

TEST(Convert, SegmentsAreJoinedOrCut) {
  Files files;
  const std::string whole = smallAddressBook();
  const std::string cut = smallAddressBook(4);
  EXPECT_NE(cut, whole);
  const std::string joined = files.converted("binary:binary", cut);
  EXPECT_EQ(loadLittle<std::uint32_t>(reinterpret_cast<const std::byte*>(joined.data())), 0u);
  const std::string recut = files.converted("binary:binary", whole, 4);
  SegmentTable table;
  ASSERT_EQ(parseSegmentTable(recut, kUnlimited, table), FaultKind::kNone);
  EXPECT_GT(table.segments, 2u);
  // Two people with their tag are the one object that is larger.
  for (std::uint32_t i = 0; i < table.segments; ++i) EXPECT_LE(table.segmentWords(i), 13u);
  EXPECT_EQ(files.converted("binary:binary", recut), joined);
  EXPECT_THAT(files.convert({.formats = "binary:flat", .segmentWords = 4}, whole).message(),
              HasSubstr("--segment-size is for binary and packed"));
}

TEST(Convert, AFlatFileIsOneMessage) {
  Files files;
  const std::string framed = smallAddressBook();
  for (const char* to : {"flat", "flat-packed", "canonical"}) {
    const std::string formats = std::string("binary:") + to;
    EXPECT_THAT(files.convert({.formats = formats}, framed + framed).message(),
                HasSubstr("message 1, at byte " + std::to_string(framed.size())));
    EXPECT_THAT(files.convert({.formats = formats}, "").message(), HasSubstr("the input has none"));
  }
  EXPECT_FALSE(files.convert({.formats = "flat:binary"}, "").ok());
}

// Every cut is an error, and neither output nor anything else is left.
TEST(Convert, RefusesEveryCutMessageAndLeavesNothing) {
  Files files;
  for (const char* from : kConvertibleFormats) {
    const std::string source = files.converted(std::string("binary:") + from, smallAddressBook());
    std::filesystem::remove(files.out());
    for (std::size_t size = 1; size < source.size(); ++size) {
      for (const bool trusts : {false, true}) {
        const absl::Status status =
            files.convert({.formats = std::string(from) + ":packed", .trustsFormat = trusts},
                          std::string_view(source).substr(0, size));
        EXPECT_FALSE(status.ok()) << from << " cut to " << size;
      }
      ASSERT_EQ(fileCount(files.folder()), 1u) << from << " cut to " << size;
    }
  }
}

TEST(Convert, DamagedInputIsConvertedOrRefused) {
  Files files;
  support::Random random;
  for (const char* from : kConvertibleFormats) {
    const std::string source = files.converted(std::string("binary:") + from, smallAddressBook(4));
    for (int i = 0; i < 60; ++i) {
      std::string damaged = source;
      for (int j = 0; j < 3; ++j) {
        damaged[random.below(damaged.size())] = static_cast<char>(random.next());
      }
      files.convert({.formats = std::string(from) + ":packed", .trustsFormat = true}, damaged)
          .IgnoreError();
    }
  }
}

TEST(Convert, AFailureLeavesTheOldFile) {
  Files files;
  support::writeFile(files.out(), "old");
  const std::string framed = smallAddressBook();
  const absl::Status status =
      files.convert({.formats = "binary:packed"}, framed + framed.substr(0, 20));
  EXPECT_TRUE(absl::IsDataLoss(status)) << status;
  EXPECT_THAT(status.message(), HasSubstr("at byte " + std::to_string(framed.size())));
  EXPECT_EQ(files.output(), "old");
}

TEST(Convert, LimitsAreThoseOfReading) {
  Files files;
  const std::string framed = smallAddressBook();
  for (const char* formats : {"binary:packed", "flat:packed"}) {
    const std::string source = formats[0] == 'f' ? files.converted("binary:flat", framed) : framed;
    for (const commands::ReadLimits& limits :
         {commands::ReadLimits{.maxMessageWords = 4}, commands::ReadLimits{.traversalWords = 4},
          commands::ReadLimits{.nesting = 2}}) {
      const absl::Status status = files.convert({.formats = formats, .limits = limits}, source);
      EXPECT_TRUE(absl::IsResourceExhausted(status)) << status;
      EXPECT_THAT(status.message(), HasSubstr("--max-message-words"));
    }
  }
}

TEST(Convert, FaultsHaveTheirPlace) {
  Files files;
  std::string framed = smallAddressBook();
  framed[8 + 8 + 7] = 0x7f;  // the list of people, far too long
  const absl::Status status =
      files.convert({.formats = "binary:packed"}, smallAddressBook() + framed);
  EXPECT_THAT(status.message(), HasSubstr("message 1, at byte"));
  EXPECT_THAT(status.message(), HasSubstr("(segment 0, word 1)"));
}

TEST(Convert, SaysWhichFormatTheInputLooksLike) {
  Files files;
  const std::string framed = smallAddressBook();
  for (const char* said : kConvertibleFormats) {
    for (const char* is : {"binary", "packed", "flat", "flat-packed"}) {
      const bool isSaid = std::string_view(said) == is ||
                          (std::string_view(said) == "canonical" && std::string_view(is) == "flat");
      // A segment table can be taken for a root: then there is a warning only.
      const bool isAmbiguous =
          (std::string_view(said) == "flat-packed" && std::string_view(is) == "packed") ||
          ((std::string_view(said) == "flat" || std::string_view(said) == "canonical") &&
           std::string_view(is) == "binary");
      if (isSaid || isAmbiguous) continue;
      const absl::Status status =
          files.convert({.formats = std::string(said) + ":binary"},
                        files.converted(std::string("binary:") + is, framed));
      EXPECT_FALSE(status.ok()) << said << " is " << is;
      EXPECT_THAT(status.message(), HasSubstr(std::string("but like ") + is + ": say " + is))
          << said << " is " << is;
    }
  }
  EXPECT_THAT(files.convert({.formats = "binary:packed"}, "(people = [(id = 1)])").message(),
              HasSubstr("but like text"));
  EXPECT_THAT(files.convert({.formats = "packed:binary"}, "{\"people\": []}").message(),
              HasSubstr("but like json"));
}

// Small ones and such as are not seen whole at the first look.
TEST(Convert, RefusesWhatIsNotCanonicalWithItsFirstSuchWord) {
  Files files;
  for (const std::uint32_t people : {2u, 4000u}) {
    MessageBuilder message({.growth = GrowthPolicy::kSingleSegment});
    auto list = message.initRoot<AddressBook>().initPeople(people);
    for (std::uint32_t i = 0; i < people; ++i) list[i].setName("somebody whose name is long");
    list[people - 1].getEmployment().setSchool("MIT");
    std::string framed;
    appendTo(message, framed);
    const std::string canonical = files.converted("binary:canonical", framed);
    EXPECT_EQ(files.converted("canonical:canonical", canonical), canonical);

    // A letter behind the end of the last text, where the padding is.
    std::string padded = canonical;
    padded.back() = 'x';
    const std::size_t words = canonical.size() / 8;
    const absl::Status status = files.convert({.formats = "canonical:binary"}, padded);
    EXPECT_TRUE(absl::IsInvalidArgument(status)) << status;
    EXPECT_THAT(status.message(),
                HasSubstr("not in canonical form: word " + std::to_string(words - 1) + " of " +
                          std::to_string(words) + " differs"));
    const std::string longer = canonical + std::string(8, '\0');
    EXPECT_THAT(files.convert({.formats = "canonical:binary"}, longer).message(),
                HasSubstr("word " + std::to_string(words) + " of " + std::to_string(words + 1)));
    EXPECT_TRUE(files.convert({.formats = "canonical:binary", .trustsFormat = true}, padded).ok());
    EXPECT_EQ(files.converted("flat:canonical", padded), canonical);
  }
}

TEST(Convert, KnowsItsFormats) {
  Files files;
  for (const char* formats : {"binary:json", "text:binary"}) {
    EXPECT_TRUE(absl::IsUnimplemented(files.convert({.formats = formats}, ""))) << formats;
  }
  for (const char* formats : {"", "binary", "binary:", "binary:wire", ":packed"}) {
    EXPECT_TRUE(absl::IsInvalidArgument(files.convert({.formats = formats}, ""))) << formats;
  }
}

TEST(Convert, WritesThroughLinksAndKeepsPermissions) {
  Files files;
  const std::string target = files.folder() + "/target";
  support::writeFile(target, "old");
  std::filesystem::permissions(target, std::filesystem::perms(0640));
  std::filesystem::create_symlink("target", files.out());
  files.converted("binary:flat", smallAddressBook());
  EXPECT_TRUE(std::filesystem::is_symlink(files.out()));
  EXPECT_EQ(support::readFile(target), smallAddressBook().substr(8));
  EXPECT_EQ(std::filesystem::status(target).permissions(), std::filesystem::perms(0640));
}

TEST(Convert, WritesToDevicesWhereTheyAre) {
  Files files;
  std::filesystem::create_symlink("/dev/null", files.out());
  EXPECT_EQ(files.converted("binary:flat", smallAddressBook()), "");
  EXPECT_TRUE(std::filesystem::is_character_file(files.out()));
}

// Pipes whose ends do not wait: they are waited for.
TEST(StandardStream, WaitsForDescriptorsThatAreNotReady) {
  std::array<int, 2> ends;
  ASSERT_EQ(::pipe2(ends.data(), O_NONBLOCK), 0);
  std::string sent(1 << 20, 'x');
  absl::Status written;
  std::thread writer([&] {
    commands::OutputStream output(ends[1]);
    written = output.write(sent);
  });
  commands::InputStream input(ends[0]);
  std::string received;
  const absl::Status status = commands::readToEnd(input, kUnlimited, received);
  writer.join();
  EXPECT_TRUE(status.ok()) << status;
  EXPECT_TRUE(written.ok()) << written;
  EXPECT_EQ(received, sent);
}

TEST(ConvertCommandLine, ReadsAndWritesStandardStreams) {
  const std::string framed = smallAddressBook();
  const std::string tool = support::programPath("capstan");
  const support::ProgramResult flat =
      support::runProgram({tool, "convert", "binary:flat"}, {.input = framed});
  EXPECT_EQ(flat.status, 0) << flat.err;
  EXPECT_EQ(flat.out, framed.substr(8));
  EXPECT_EQ(flat.err, "");
  const support::ProgramResult cut =
      support::runProgram({tool, "convert", "binary:flat"}, {.input = framed.substr(0, 40)});
  EXPECT_EQ(cut.status, 1);
  EXPECT_EQ(cut.out, "");
  EXPECT_THAT(cut.err, HasSubstr("it ends inside the message at byte 0: 40 bytes came"));
  const support::ProgramResult help = support::runProgram({tool, "convert", "--help"});
  EXPECT_THAT(help.out, HasSubstr("--segment-size"));
}

}  // namespace
}  // namespace capstan
