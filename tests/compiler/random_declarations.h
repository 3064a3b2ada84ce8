// SPDX-License-Identifier: Apache-2.0
// Random schemas that are in order: every kind of declaration, generics in each other, methods,
// constants that refer to constants, annotations everywhere. random_schema.h is about layout.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/seed.h"

namespace capstan::support {

class RandomDeclarations {
 public:
  std::string next() {
    for (Generic& type : structs_) type.parameters = random_.below(3);
    for (Generic& type : interfaces_) type.parameters = random_.below(3);
    std::string out = "@0x8123456789abcdef;\n";
    out += "annotation mark (*) :Void;\nannotation label (*) :Text;\n";
    out += "annotation shape (*) :Shape;\nstruct Shape { side @0 :Int8; name @1 :Text; }\n";
    out += "const number :Int32 = " + number() + ";\nconst text :Text = \"some\" \" text\";\n";
    out += "enum Kind { one @1" + marks() + "; two @0; three @2" + marks() + "; }\n";
    out += "const kind :Kind = two;\nconst copy :Int32 = .number;\nusing Alias = Kind;\n";
    out += "const shapes :List(Shape) = [(side = 1), (name = .text)];\n";
    for (std::size_t i = 0; i < structs_.size(); ++i) out += structText(i);
    for (std::size_t i = 0; i < interfaces_.size(); ++i) out += interfaceText(i);
    if (random_.flip()) out += "$label(\"file\");\n";
    return out;
  }

 private:
  struct Generic {
    std::string name;
    std::uint64_t parameters = 0;
  };
  using Names = std::vector<std::string>;

  template <std::size_t size>
  std::string oneOf(const std::string_view (&choices)[size]) {
    return std::string(choices[random_.below(size)]);
  }

  std::string number() { return (random_.flip() ? "-" : "") + std::to_string(random_.below(99)); }

  std::string marks() {
    constexpr std::string_view kMarks[] = {
        "",
        "",
        "",
        "",
        " $mark",
        " $label(\"x\")",
        " $shape(side = 3)",
        " $shape((name = .text))",
        " $mark $label(.text)",
    };
    return oneOf(kMarks);
  }

  std::string comment() { return random_.below(4) == 0 ? "  # Says something.\n" : "\n"; }

  // `(A, B)`, as declared; empty without any.
  static std::string declared(std::string_view prefix, std::uint64_t count, Names& names) {
    std::string out;
    for (std::uint64_t i = 0; i < count; ++i) {
      std::string name(prefix);
      name += std::to_string(i);
      out += (out.empty() ? "" : ", ") + name;
      names.push_back(std::move(name));
    }
    return out;
  }
  static std::string inParentheses(const std::string& text) {
    return text.empty() ? "" : "(" + text + ")";
  }

  // A use of a generic type: with arguments for all of its parameters, or bare.
  std::string use(const Generic& type, const Names& parameters, int depth) {
    std::string arguments;
    if (random_.below(4) != 0) {
      for (std::uint64_t i = 0; i < type.parameters; ++i) {
        arguments += (i == 0 ? "" : ", ") + pointerType(parameters, depth + 1);
      }
    }
    std::string out = type.name;
    out += inParentheses(arguments);
    return out;
  }

  std::string pointerType(const Names& parameters, int depth) {
    std::uint64_t pick = random_.below(depth < 3 ? 9 : 4);
    if (pick < 2) return "Text";
    if (pick == 2) return "Data";
    if (pick == 3) return "AnyPointer";
    if (pick == 4) return "List(" + elementType(parameters, depth + 1) + ")";
    if (pick < 7 && !parameters.empty()) return parameters[random_.below(parameters.size())];
    if (pick == 7) return use(interfaces_[random_.below(interfaces_.size())], parameters, depth);
    return use(structs_[random_.below(structs_.size())], parameters, depth);
  }

  // What a list can be of everywhere: no parameters, no AnyPointer. (The reference refuses lists
  // of AnyList and Capability as type arguments.)
  std::string elementType(const Names& parameters, int depth) {
    constexpr std::string_view kTypes[] = {"Void", "Bool", "Int16", "UInt64", "Float32",
                                           "Kind", "Text", "Data",  "Shape"};
    std::uint64_t pick = random_.below(depth < 4 ? 6 : 3);
    if (pick < 3) return oneOf(kTypes);
    if (pick == 3) return "List(" + elementType(parameters, depth + 1) + ")";
    if (pick == 4) return use(interfaces_[random_.below(interfaces_.size())], parameters, depth);
    return use(structs_[random_.below(structs_.size())], parameters, depth);
  }

  // A type and, sometimes, a default.
  std::string typeAndDefault(const Names& parameters) {
    constexpr std::string_view kWithDefault[] = {
        "Int32 = .number",       "Int32 = -7",          "Text = .text",     "Text = \"\"",
        "Kind = three",          "Alias = one",         "Bool = true",      "Float64 = -inf",
        "Data = 0x\"01 ff\"",    "List(Int8) = [1, 2]", "Shape = (side=1)", "UInt8 = 0xff",
        "List(Shape) = .shapes", "AnyStruct",           "Capability",
    };
    std::uint64_t pick = random_.below(3);
    if (pick == 0) return oneOf(kWithDefault);
    return pick == 1 ? elementType(parameters, 1) : pointerType(parameters, 0);
  }

  std::string fieldText(int& ordinal, const Names& parameters) {
    std::string out = "f" + std::to_string(ordinal) + " @" + std::to_string(ordinal) + " :";
    ++ordinal;
    out += typeAndDefault(parameters) + marks() + ";" + comment();
    return out;
  }

  std::string structText(std::size_t index) {
    const Generic& type = structs_[index];
    Names parameters;
    std::string list = declared("T", type.parameters, parameters);
    std::string out =
        "struct " + type.name + " " + inParentheses(list) + marks() + " {" + comment();
    int ordinal = 0;
    for (std::uint64_t i = random_.below(4); i > 0; --i) out += fieldText(ordinal, parameters);
    for (const char* head : {"group1 :group", "choice :union", "union"}) {
      if (random_.flip()) continue;
      out += head;
      if (std::string_view(head) != "union") out += marks();
      out += " {" + comment();
      out += fieldText(ordinal, parameters);
      out += fieldText(ordinal, parameters);
      out += "}" + comment();
    }
    if (random_.flip()) {
      Names inner = parameters;
      inner.push_back("Inner");
      int innerOrdinal = 0;
      out += "struct Nested(Inner) {\n" + fieldText(innerOrdinal, inner);
      out += "again @" + std::to_string(innerOrdinal) + " :Nested(Inner); }\n";
      out += "using Bound = Nested(" + pointerType(parameters, 1) + ");\n";
      out += "n" + std::to_string(ordinal) + " @" + std::to_string(ordinal) + " :Bound;\n";
    }
    return out + "}\n";
  }

  std::string parametersText(const Names& parameters) {
    std::string out;
    for (std::uint64_t i = random_.below(4); i > 0; --i) {
      if (!out.empty()) out += ", ";
      out += "p" + std::to_string(i) + " :" + typeAndDefault(parameters) + marks();
    }
    return "(" + out + ")";
  }

  std::string interfaceText(std::size_t index) {
    const Generic& type = interfaces_[index];
    Names parameters;
    std::string list = declared("P", type.parameters, parameters);
    std::string out = "interface " + type.name + " " + inParentheses(list);
    if (index > 0 && random_.flip()) {
      out += " extends(" + use(interfaces_[random_.below(index)], parameters, 0) + ")";
    }
    out += marks() + " {" + comment();
    const std::uint64_t methods = random_.below(5);
    for (std::uint64_t i = 0; i < methods; ++i) {
      Names inner = parameters;
      std::string implicit = declared("M", random_.below(3), inner);
      out += "m" + std::to_string(i) + " @" + std::to_string(i);
      if (!implicit.empty()) out += " [" + implicit + "] ";
      out += random_.below(4) == 0 ? " " + use(structs_[0], inner, 0) : parametersText(inner);
      if (random_.below(3) != 0) out += " -> " + parametersText(inner);
      out += marks() + ";" + comment();
    }
    return out + "}\n";
  }

  Random random_;
  std::array<Generic, 4> structs_ = {{{"S0"}, {"S1"}, {"S2"}, {"S3"}}};
  std::array<Generic, 3> interfaces_ = {{{"I0"}, {"I1"}, {"I2"}}};
};

}  // namespace capstan::support
