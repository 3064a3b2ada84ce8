// SPDX-License-Identifier: Apache-2.0
// What the tests of the commands share: messages and files.
#pragma once

#include <filesystem>
#include <string>

#include "addressbook.capnp.h"
#include "capstan/message/marshal.h"
#include "capstan/message/message_builder.h"
#include "tests/support/files.h"
#include "tools/commands/convert_command.h"

namespace capstan {

// Two people of an address book, framed; segments of at most `segmentWords`, or one.
inline std::string smallAddressBook(std::uint32_t segmentWords = 0) {
  std::vector<std::uint64_t> first(segmentWords);
  MessageBuilder message(
      segmentWords == 0 ? ArenaOptions()
                        : ArenaOptions{.maxSegmentWords = segmentWords,
                                       .firstSegment = std::as_writable_bytes(std::span(first))});
  auto people = message.initRoot<addressbook::AddressBook>().initPeople(2);
  people[0].setId(123);
  people[0].setName("Alice");
  people[0].initPhones(1)[0].setNumber("555-1212");
  people[0].getEmployment().setSchool("MIT");
  people[1].setId(456);
  people[1].setName("Bob");
  std::string framed;
  appendTo(message, framed);
  return framed;
}

// Converts through files.
class Files {
 public:
  absl::Status convert(commands::ConvertCommand command, std::string_view input) {
    // A new file: some file systems write one that is cut and filled again to the disk at once.
    std::filesystem::remove(in());
    support::writeFile(in(), input);
    command.input = in();
    command.output = out();
    return commands::convertMessages(command);
  }
  // Requires: the conversion succeeds.
  std::string converted(const std::string& formats, std::string_view input,
                        std::uint32_t segmentWords = 0) {
    absl::Status status = convert({.formats = formats, .segmentWords = segmentWords}, input);
    EXPECT_TRUE(status.ok()) << formats << ": " << status;
    return output();
  }
  std::string output() const { return support::readFile(out()); }

  std::string in() const { return folder_.file("in"); }
  std::string out() const { return folder_.file("out"); }
  const std::string& folder() const { return folder_.path(); }

 private:
  support::TempFolder folder_;
};

constexpr const char* kConvertibleFormats[] = {"binary", "packed", "flat", "flat-packed",
                                               "canonical"};

}  // namespace capstan
