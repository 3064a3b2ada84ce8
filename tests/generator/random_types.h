// SPDX-License-Identifier: Apache-2.0
// Random schemas whose structs, interfaces, parameters and constants speak of each other in every
// way.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tests/support/seed.h"

namespace capstan::support {

// Each type T<n> has up to two parameters; what it may name is declared anywhere in the file, or in
// any of the files.
class RandomTypes {
 public:
  std::string next() {
    makeTypes();
    return fileText(0, 1);
  }

  // Files that import each other, by name.
  std::map<std::string, std::string> nextCircle() {
    makeTypes();
    std::map<std::string, std::string> out;
    const std::size_t files = 2 + random_.below(2);
    for (std::size_t i = 0; i < files; ++i) out[fileName(i)] = fileText(i, files);
    return out;
  }

 private:
  struct Named {
    std::string name;
    std::uint64_t parameters;
    bool isInterface;
    bool hasInner;  // has N, Plain and K in it
  };
  using Scope = std::vector<std::string>;  // the parameters that can be named

  void makeTypes() {
    types_.clear();
    const std::uint64_t count = 3 + random_.below(5);
    for (std::uint64_t i = 0; i < count; ++i) {
      const bool isInterface = random_.below(4) == 0;
      types_.push_back({.name = "T" + std::to_string(i),
                        .parameters = random_.below(3),
                        .isInterface = isInterface,
                        .hasInner = !isInterface && random_.flip()});
    }
  }

  static std::string fileName(std::size_t file) {
    return file == 0 ? "main.capnp" : "other" + std::to_string(file) + ".capnp";
  }
  static std::string import(const std::string& name, std::size_t file) {
    return "using " + name + " = import \"" + fileName(file) + "\"." + name + ";\n";
  }

  // Types go round the files.
  std::string fileText(std::size_t file, std::size_t files) {
    std::string out = "@0x8123456789abcde" + std::to_string(file) + ";\n";
    out += file == 0 ? "enum E { a @0; b @1; }\n" : import("E", 0);
    for (std::size_t i = 0; i < types_.size(); ++i) {
      const Named& type = types_[i];
      if (i % files != file) {
        out += import(type.name, i % files);
      } else {
        out += type.isInterface ? printInterface(type) : printStruct(type);
      }
    }
    return out;
  }

  static Scope parametersOf(const Named& type) {
    Scope result;
    for (std::uint64_t i = 0; i < type.parameters; ++i) {
      result.push_back(type.name + "P" + std::to_string(i));
    }
    return result;
  }
  static std::string head(const Named& type, const Scope& own) {
    std::string out = type.name;
    for (std::size_t i = 0; i < own.size(); ++i) out += (i == 0 ? "(" : ", ") + own[i];
    return out + (own.empty() ? "" : ")");
  }

  std::string printStruct(const Named& type) {
    const Scope own = parametersOf(type);
    std::string out = "struct " + head(type, own) + " {\n" + fields(own, 0, 2 + random_.below(5));
    if (type.hasInner) {
      Scope inner = own;
      inner.push_back("Q");
      out += "struct N(Q) {\n" + fields(inner, 0, 1 + random_.below(4)) + constants(inner) +
             "}\nstruct Plain { u @0 :" + pointer(own, 2) + "; k @1 :K; }\nenum K { k0 @0; }\n" +
             "const plain :Plain = (k = k0);\nconst number :UInt8 = 3;\n";
    }
    return out + constants(own) + "}\n";
  }

  std::string printInterface(const Named& type) {
    const Scope own = parametersOf(type);
    Scope inner = own;
    inner.push_back("M");
    return "interface " + head(type, own) + " {\ncall @0 (a :" + any(own) + ", b :" + any(own) +
           ") -> (c :" + any(own) + ");\nmap @1 [M] (a :" + any(inner) + ") -> (b :M);\n" +
           "struct N { n @0 :" + any(own) + "; }\nuse @2 (n :N);\n" + constants(own) + "}\n";
  }

  // Of structs and of what is in them.
  std::string constants(const Scope& scope) {
    std::string out;
    for (std::uint64_t i = random_.below(4); i > 0; --i) {
      const Named& type = types_[random_.below(types_.size())];
      const std::string head = "const c" + std::to_string(i) + " :";
      const std::string& name = type.name;
      if (type.isInterface) {
        out += head + "List(" + name + ".N) = [()];\n";
      } else if (!type.hasInner) {
        out += head + bound(type, scope, 1) + " = ();\n";
      } else if (random_.flip()) {
        out += head + name + ".K = k0;\n";
      } else {
        const std::string inner = random_.flip() ? ".Plain" : ".N(" + pointer(scope, 1) + ")";
        out += head + bound(type, scope, 1) + inner + " = ();\n";
      }
    }
    return out;
  }

  // Plain fields, then a group and a union that hold the rest.
  std::string fields(const Scope& scope, int first, std::uint64_t count) {
    std::string out;
    int ordinal = first;
    const auto field = [&] {
      const std::string number = std::to_string(ordinal++);
      return "f" + number + " @" + number + " :" + any(scope) + ";\n";
    };
    for (std::uint64_t i = 0; i < count; ++i) out += field();
    out += "g :group {\n" + field() + field() + "}\n";
    out += "union {\n" + field() + field() + "u :group {\n" + field() + "}\n}\n";
    return out;
  }

  std::string any(const Scope& scope) {
    constexpr std::string_view kValues[] = {"Void", "Bool", "UInt8", "Int64", "Float32", "E"};
    return random_.below(4) == 0 ? std::string(kValues[random_.below(std::size(kValues))])
                                 : pointer(scope, 3);
  }

  std::string pointer(const Scope& scope, int depth) {
    constexpr std::string_view kPlain[] = {"Text",    "Data",       "List(Bool)",
                                           "List(E)", "AnyPointer", "List(Text)"};
    const std::uint64_t pick = random_.below(8);
    if (pick < 2 && !scope.empty()) return scope[random_.below(scope.size())];
    if (pick < 6 && depth > 0) {
      return bound(types_[random_.below(types_.size())], scope, depth);
    }
    if (pick < 7 && depth > 0) {
      const std::string element = pointer(scope, depth - 1);
      return element == "AnyPointer" ? element : "List(" + element + ")";
    }
    return std::string(kPlain[random_.below(std::size(kPlain))]);
  }

  // A type with what its parameters stand for, or without.
  std::string bound(const Named& type, const Scope& scope, int depth) {
    std::string out = type.name;
    if (random_.below(4) == 0) return out;
    for (std::uint64_t i = 0; i < type.parameters; ++i) {
      out += (i == 0 ? "(" : ", ") + pointer(scope, depth - 1);
    }
    return out + (type.parameters == 0 ? "" : ")");
  }

  std::vector<Named> types_;
  Random random_;
};

}  // namespace capstan::support
