// SPDX-License-Identifier: Apache-2.0
// An address book in a file: `addressbook write FILE` and `addressbook read FILE`.
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "addressbook.capnp.h"
#include "capstan/layout/to_text.h"
#include "capstan/message/marshal.h"
#include "capstan/message/message_builder.h"
#include "capstan/message/read.h"

namespace {

using addressbook::AddressBook;
using addressbook::Person;

void fillAlice(Person::Builder alice) {
  alice.setId(123);
  alice.setName("Alice");
  alice.setEmail("alice@example.com");
  auto phones = alice.initPhones(1);
  phones[0].setNumber("555-1212");
  phones[0].setType(Person::PhoneNumber::Type::MOBILE);
  alice.getEmployment().setSchool("MIT");
}

void fillBob(Person::Builder bob) {
  bob.setId(456);
  bob.setName("Bob");
  bob.setEmail("bob@example.com");
  auto phones = bob.initPhones(2);
  phones[0].setNumber("555-4567");
  phones[0].setType(Person::PhoneNumber::Type::HOME);
  phones[1].setNumber("555-7654");
  phones[1].setType(Person::PhoneNumber::Type::WORK);
  bob.getEmployment().setUnemployed();
}

absl::Status writeBook(const std::string& path) {
  capstan::MessageBuilder message;
  auto people = message.initRoot<AddressBook>().initPeople(2);
  fillAlice(people[0]);
  fillBob(people[1]);

  auto framed = capstan::marshal(message);
  if (!framed.ok()) return framed.status();
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(reinterpret_cast<const char*>(framed->data()),
             static_cast<std::streamsize>(framed->sizeBytes()));
  file.close();
  return file ? absl::OkStatus() : absl::UnavailableError("cannot write " + path);
}

std::string_view wordFor(Person::PhoneNumber::Type type) {
  switch (type) {
    case Person::PhoneNumber::Type::MOBILE:
      return "mobile";
    case Person::PhoneNumber::Type::HOME:
      return "home";
    case Person::PhoneNumber::Type::WORK:
      return "work";
    default:  // a type that a newer schema added
      return "other";
  }
}

void printEmployment(Person::Employment::Reader employment) {
  switch (employment.which()) {
    case Person::Employment::Which::EMPLOYER:
      std::cout << "  works at " << std::string_view(employment.getEmployer()) << '\n';
      break;
    case Person::Employment::Which::SCHOOL:
      std::cout << "  studies at " << std::string_view(employment.getSchool()) << '\n';
      break;
    case Person::Employment::Which::SELF_EMPLOYED:
      std::cout << "  is self-employed\n";
      break;
    case Person::Employment::Which::UNEMPLOYED:
    default:
      std::cout << "  is unemployed\n";
  }
}

void printPerson(Person::Reader person) {
  std::cout << std::string_view(person.getName()) << " <" << std::string_view(person.getEmail())
            << ">\n";
  for (Person::PhoneNumber::Reader phone : person.getPhones()) {
    std::cout << "  " << wordFor(phone.getType()) << ": " << std::string_view(phone.getNumber())
              << '\n';
  }
  printEmployment(person.getEmployment());
}

absl::Status readBook(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return absl::NotFoundError("cannot read " + path);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(file),
                                std::istreambuf_iterator<char>()};
  return capstan::read<AddressBook>(bytes, [](AddressBook::Reader book) {
    for (Person::Reader person : book.getPeople()) printPerson(person);
    std::cout << "\nAs text:\n" << capstan::toText(book) << '\n';
  });
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view verb = argc == 3 ? argv[1] : "";
  if (verb != "write" && verb != "read") {
    std::cerr << "usage: addressbook write FILE\n       addressbook read FILE\n";
    return 2;
  }
  const absl::Status status = verb == "write" ? writeBook(argv[2]) : readBook(argv[2]);
  if (!status.ok()) std::cerr << "addressbook: " << status << '\n';
  return status.ok() ? 0 : 1;
}
