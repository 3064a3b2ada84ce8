# SPDX-License-Identifier: Apache-2.0
# An address book: the schema of the README, of tools/quickstart and of the example application.
@0xae6cefabb8567e3b;

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("addressbook");

struct Person {
  # Somebody to keep in touch with.

  id @0 :UInt32;
  name @1 :Text;
  email @2 :Text;
  phones @3 :List(PhoneNumber);

  employment :union {
    # What fills this person's days.

    unemployed @4 :Void;
    employer @5 :Text;
    school @6 :Text;
    selfEmployed @7 :Void;
  }

  struct PhoneNumber {
    number @0 :Text;
    type @1 :Type = mobile;

    enum Type {
      mobile @0;
      home @1;
      work @2;
    }
  }
}

struct AddressBook {
  people @0 :List(Person);
}
