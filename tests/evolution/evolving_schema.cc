// SPDX-License-Identifier: Apache-2.0
#include "tests/evolution/evolving_schema.h"

#include <algorithm>

namespace capstan {

EvolvingSchema::EvolvingSchema(support::Random& random) : random_(random) {
  for (const char* name : {"Root", "Child"}) {
    Struct& made = structs_.emplace_back();
    made.name = name;
    for (std::uint64_t n = 2 + random_.below(6); n != 0; --n) {
      made.members.push_back(random_.below(4) == 0 ? newUnion(made) : newField(made));
    }
  }
}

std::string EvolvingSchema::text() const {
  std::string out = "@0x8123456789abcdef;\nenum Color { red @0; green @1; blue @2; }\n";
  std::uint64_t id = 0x9000'0000'0000'0001;
  for (const Struct& each : structs_) {
    char number[24];
    std::snprintf(number, sizeof(number), "0x%llx", static_cast<unsigned long long>(id++));
    out += "struct " + each.name + " @" + number + " {\n";
    print(each.members, out);
    out += "}\n";
  }
  return out;
}

void EvolvingSchema::print(const std::vector<Member>& members, std::string& out) {
  for (const Member& member : members) {
    if (member.kind == Member::Kind::kField) {
      out += member.name + " @" + std::to_string(member.ordinal) + " :" + member.type + ";\n";
      continue;
    }
    out += member.name + (member.kind == Member::Kind::kGroup ? " :group {\n" : " :union {\n");
    print(member.members, out);
    out += "}\n";
  }
}

std::string EvolvingSchema::evolve() {
  for (;;) {
    switch (random_.below(9)) {
      case 0:
      case 1:
        if (addField()) return "a field";
        break;
      case 2:
        if (addUnion()) return "a union";
        break;
      case 3:
        if (addUnionMember()) return "a union member";
        break;
      case 4:
        if (rename()) return "another name";
        break;
      case 5:
        if (reorder()) return "another order";
        break;
      case 6:
        if (wrap(random_.flip() ? Member::Kind::kGroup : Member::Kind::kUnion)) return "a wrapping";
        break;
      case 7:
        if (widenList()) return "a list of structs";
        break;
      default:
        if (retype()) return "another type";
        break;
    }
  }
}

std::string EvolvingSchema::newName(const char* stem) { return stem + std::to_string(names_++); }

std::string EvolvingSchema::randomType() {
  constexpr const char* kTypes[] = {
      "Void",         "Bool",        "Bool = true", "UInt8",       "UInt8 = 200",
      "Int16",        "Int16 = -3",  "UInt32",      "UInt32 = 77", "Int64",
      "Int64 = -1",   "Float32",     "Float64",     "Color",       "Color = blue",
      "Text",         "Data",        "List(Void)",  "List(Bool)",  "List(UInt8)",
      "List(UInt16)", "List(Int64)", "List(Text)",  "Child",       "List(Child)",
  };
  return kTypes[random_.below(std::size(kTypes))];
}

EvolvingSchema::Member EvolvingSchema::newField(Struct& in) {
  return {Member::Kind::kField, newName("f"), randomType(), in.nextOrdinal++, {}};
}

EvolvingSchema::Member EvolvingSchema::newUnion(Struct& in) {
  Member made = {Member::Kind::kUnion, newName("u"), "", 0, {}};
  for (std::uint64_t n = 2 + random_.below(2); n != 0; --n) made.members.push_back(newField(in));
  return made;
}

EvolvingSchema::Struct& EvolvingSchema::anyStruct() {
  return structs_[random_.below(structs_.size())];
}

EvolvingSchema::Member* EvolvingSchema::anyMember(std::vector<Member>& members, Member::Kind kind) {
  std::vector<Member*> found;
  for (Member& member : members) {
    if (member.kind == kind) found.push_back(&member);
  }
  return found.empty() ? nullptr : found[random_.below(found.size())];
}

bool EvolvingSchema::addField() {
  Struct& in = anyStruct();
  in.members.insert(
      in.members.begin() + static_cast<std::ptrdiff_t>(random_.below(in.members.size() + 1)),
      newField(in));
  return true;
}

bool EvolvingSchema::addUnion() {
  Struct& in = anyStruct();
  in.members.push_back(newUnion(in));
  return true;
}

bool EvolvingSchema::addUnionMember() {
  Struct& in = anyStruct();
  Member* to = anyMember(in.members, Member::Kind::kUnion);
  if (to == nullptr) return false;
  if (random_.flip()) {
    to->members.push_back(newField(in));
  } else {
    Member group = {Member::Kind::kGroup, newName("g"), "", 0, {}};
    group.members.push_back(newField(in));
    group.members.push_back(newField(in));
    to->members.push_back(group);
  }
  return true;
}

bool EvolvingSchema::rename() {
  Struct& in = anyStruct();
  if (in.members.empty()) return false;
  in.members[random_.below(in.members.size())].name = newName("renamed");
  return true;
}

bool EvolvingSchema::reorder() {
  Struct& in = anyStruct();
  std::shuffle(in.members.begin(), in.members.end(), random_);
  for (Member& member : in.members) {
    std::shuffle(member.members.begin(), member.members.end(), random_);
  }
  return true;
}

// The field is older than the new ones, so that its tag is 0.
bool EvolvingSchema::wrap(Member::Kind kind) {
  Struct& in = anyStruct();
  Member* field = anyMember(in.members, Member::Kind::kField);
  if (field == nullptr) return false;
  Member wrapped = {kind, newName("w"), "", 0, {*field, newField(in)}};
  *field = std::move(wrapped);
  return true;
}

bool EvolvingSchema::widenList() {
  Struct& in = anyStruct();
  Member* field = anyMember(in.members, Member::Kind::kField);
  if (field == nullptr || !field->type.starts_with("List(")) return false;
  const std::string element = field->type.substr(5, field->type.size() - 6);
  if (element != "Void" && element != "UInt8" && element != "UInt16" && element != "Int64" &&
      element != "Text") {
    return false;
  }
  Struct widened;
  widened.name = newName("Widened");
  field->type = "List(" + widened.name + ")";
  widened.members.push_back({Member::Kind::kField, newName("f"), element, 0, {}});
  widened.nextOrdinal = 1;
  if (random_.flip()) widened.members.push_back(newField(widened));
  structs_.push_back(std::move(widened));
  return true;
}

bool EvolvingSchema::retype() {
  Member* field = anyMember(anyStruct().members, Member::Kind::kField);
  if (field == nullptr) return false;
  if (field->type == "List(UInt8)") {
    field->type = "Data";
  } else if (field->type == "Text" || field->type == "Data" || field->type == "List(Text)") {
    field->type = "AnyPointer";
  } else {
    return false;
  }
  return true;
}

}  // namespace capstan
