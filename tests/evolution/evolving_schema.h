// SPDX-License-Identifier: Apache-2.0
// A random schema that grows: each step is a change which the format calls compatible.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/seed.h"

namespace capstan {

class EvolvingSchema {
 public:
  // A first version: the structs Root and Child.
  explicit EvolvingSchema(support::Random& random);

  // The schema's text.
  std::string text() const;
  // Makes one change, and says which.
  std::string evolve();

 private:
  // A field, group or union. Only fields have a type and an ordinal, only the others members.
  struct Member {
    enum class Kind { kField, kGroup, kUnion };
    Kind kind = Kind::kField;
    std::string name;
    std::string type;
    unsigned ordinal = 0;
    std::vector<Member> members;
  };
  struct Struct {
    std::string name;
    std::vector<Member> members;
    unsigned nextOrdinal = 0;
  };

  std::string newName(const char* stem);
  std::string randomType();
  Member newField(Struct& in);
  Member newUnion(Struct& in);
  Struct& anyStruct();
  Member* anyMember(std::vector<Member>& members, Member::Kind kind);

  bool addField();
  bool addUnion();
  bool addUnionMember();
  bool rename();
  bool reorder();
  bool wrap(Member::Kind kind);
  bool widenList();
  bool retype();

  static void print(const std::vector<Member>& members, std::string& out);

  support::Random& random_;
  std::vector<Struct> structs_;
  unsigned names_ = 0;
};

}  // namespace capstan
