// SPDX-License-Identifier: Apache-2.0
// Random schemas that are in order: structs of fields, groups and unions in each other, with the
// ordinals shuffled.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "tests/support/seed.h"

namespace capstan::support {

class RandomSchema {
 public:
  std::string next() {
    constexpr int kStructs = 3;
    std::string out = "@0x8123456789abcdef;\nenum E { a @0; b @1; }\n";
    for (int i = 0; i < kStructs; ++i) {
      std::vector<Member> members = scope(0, 1 + random_.below(8), false);
      std::vector<Member*> fields;
      collect(members, fields);
      std::vector<std::size_t> ordinals(fields.size());
      for (std::size_t j = 0; j < ordinals.size(); ++j) ordinals[j] = j;
      std::shuffle(ordinals.begin(), ordinals.end(), random_);
      for (std::size_t j = 0; j < fields.size(); ++j) fields[j]->ordinal = ordinals[j];
      out += "struct S" + std::to_string(i) + " {\n" + print(members) + "}\n";
    }
    return out;
  }

 private:
  struct Member {
    std::string head;  // such as "m5 :group"; of fields, the name
    std::string type;  // of fields
    std::size_t ordinal = 0;
    std::vector<Member> members;
  };

  std::vector<Member> scope(int depth, std::uint64_t size, bool inUnion) {
    std::vector<Member> out;
    bool hasUnnamed = inUnion;
    for (std::uint64_t i = 0; i < size; ++i) {
      std::string name = "m";
      name += std::to_string(names_++);
      std::uint64_t pick = depth < 4 ? random_.below(10) : 0;
      if (pick < 6) {
        out.push_back({name, type(), 0, {}});
      } else if (pick < 8) {
        out.push_back({name + " :group", "", 0, scope(depth + 1, 1 + random_.below(4), false)});
      } else {
        bool unnamed = pick == 9 && !hasUnnamed;
        hasUnnamed = hasUnnamed || unnamed;
        out.push_back({unnamed ? "union" : name + " :union", "", 0,
                       scope(depth + 1, 2 + random_.below(3), true)});
      }
    }
    return out;
  }

  std::string type() {
    constexpr std::string_view kTypes[] = {
        "Void",  "Bool",  "Bool",       "Int8",   "Int16",   "Int32",
        "Int64", "UInt8", "UInt16",     "UInt32", "Float32", "Float64",
        "Text",  "Data",  "List(Bool)", "S1",     "E",       "AnyPointer",
    };
    return std::string(kTypes[random_.below(std::size(kTypes))]);
  }

  static void collect(std::vector<Member>& members, std::vector<Member*>& fields) {
    for (Member& member : members) {
      if (member.members.empty()) fields.push_back(&member);
      collect(member.members, fields);
    }
  }

  static std::string print(const std::vector<Member>& members) {
    std::string out;
    for (const Member& member : members) {
      if (member.members.empty()) {
        out += member.head + " @" + std::to_string(member.ordinal) + " :" + member.type + ";\n";
      } else {
        out += member.head + " {\n" + print(member.members) + "}\n";
      }
    }
    return out;
  }

  Random random_;
  int names_ = 0;
};

}  // namespace capstan::support
