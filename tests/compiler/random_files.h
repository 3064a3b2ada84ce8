// SPDX-License-Identifier: Apache-2.0
// Random files that import each other, every declaration of which can name any other: what decides
// in which order nodes are reached.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "tests/support/seed.h"

namespace capstan::support {

class RandomFiles {
 public:
  static constexpr std::uint64_t kFiles = 4;

  // Returns: texts by name, of which the first is to be compiled.
  std::map<std::string, std::string> next() {
    std::map<std::string, std::string> out;
    for (std::uint64_t i = 0; i < kFiles; ++i) out[fileName(i)] = fileText(i);
    return out;
  }

 private:
  static std::string fileName(std::uint64_t file) { return letter('f', file) + ".capnp"; }
  static std::string letter(char stem, std::uint64_t number) {
    return {stem, static_cast<char>('0' + number)};
  }

  std::string fileText(std::uint64_t file) {
    std::string out = "@0xb0000000000000" + letter('0', file) + ";\n";
    for (std::uint64_t i = 0; i < kFiles; ++i) {
      out += "using " + letter('F', i) + " = import \"" + fileName(i) + "\";\n";
    }
    if (random_.flip()) out += "$" + any() + "mark;\n";
    out += "annotation mark (*) :Void;\nannotation label (*) :Label $" + any() + "mark;\n";
    out += "struct Label {}\n";
    out += "const number :Int8 = 1" + marks(3) + ";\nconst empty :Label = ()" + marks(3) + ";\n";
    out += "enum E" + marks(2) + " { a @0" + marks(2) + "; b @1" + marks(2) + "; }\n";
    for (const char* name : {"S", "T"}) out += structText(name, 0);
    out += "struct Box(T)" + marks(2) + " { t @0 :T; }\n";
    return out + interfaceText("I") + interfaceText("J");
  }

  std::string any() { return letter('F', random_.below(kFiles)) + "."; }

  // None, or some annotations; the fewer, the larger `rarity` is.
  std::string marks(std::uint64_t rarity) {
    std::string out;
    if (random_.below(rarity) == 0) out += " $" + any() + "mark";
    if (random_.below(rarity) == 0) out += " $" + any() + "label(())";
    return out;
  }

  std::string type() {
    constexpr std::string_view kNames[] = {"S", "T", "I", "J", "E", "Label"};
    std::string name = any();
    switch (random_.below(8)) {
      case 0:
        return "Text";
      case 1:
        return "List(" + name + "E)";
      case 2:
        return name + "Box(" + any() + std::string(kNames[random_.below(4)]) + ")";
      case 3:
        return "List(" + name + std::string(kNames[random_.below(2)]) + ")";
      default:
        return name + std::string(kNames[random_.below(std::size(kNames))]);
    }
  }

  std::string field() {
    std::string ordinal = std::to_string(ordinal_++);
    return "m" + ordinal + " @" + ordinal + " :" + type() + marks(4) + ";\n";
  }

  // Of a struct, a group or a union; a union has no union without a name.
  std::string members(int depth, bool isUnion) {
    std::string out = field();
    for (std::uint64_t i = random_.below(3); i > 0; --i) out += field();
    if (depth == 3) return isUnion ? out + field() : out;
    for (const char* kind : {"group", "union"}) {
      if (random_.below(3) != 0) continue;
      out += kind[0] + std::to_string(ordinal_) + " :" + kind + marks(3) + " {\n";
      out += members(depth + 1, kind[0] == 'u') + field() + "}\n";
    }
    if (!isUnion && random_.flip()) out += "union {\n" + members(depth + 1, true) + field() + "}\n";
    return out;
  }

  std::string structText(const std::string& name, int depth) {
    ordinal_ = 0;
    std::string out = "struct " + name + marks(2) + " {\n" + members(0, false);
    if (depth < 2 && random_.flip()) out += structText(name + "Inner", depth + 1);
    return out + "}\n";
  }

  std::string parameters() {
    if (random_.below(5) == 0) return any() + "S";
    std::string out;
    for (std::uint64_t i = random_.below(3); i > 0; --i) {
      out += "p" + std::to_string(i) + " :" + type() + marks(4) + ", ";
    }
    return "(" + out + ")";
  }

  std::string interfaceText(const std::string& name) {
    std::string out = "interface " + name;
    if (name == "J" && random_.flip()) out += " extends(" + any() + "I)";
    out += marks(2) + " {\n";
    for (std::uint64_t i = random_.below(4); i > 0; --i) {
      std::string ordinal = std::to_string(i - 1);
      out += "c" + ordinal + " @" + ordinal + " " + parameters() + " -> " + parameters();
      out += marks(3) + ";\n";
    }
    if (random_.flip()) out += structText(name + "Inner", 1);
    return out + "}\n";
  }

  Random random_;
  int ordinal_ = 0;
};

}  // namespace capstan::support
