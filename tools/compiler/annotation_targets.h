// SPDX-License-Identifier: Apache-2.0
// The kinds of declarations that annotations apply to.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "tools/compiler/ast.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

// In the order of the schema for schemas.
enum class AnnotationTarget : std::uint8_t {
  kFile,
  kConst,
  kEnum,
  kEnumerant,
  kStruct,
  kField,
  kUnion,
  kGroup,
  kInterface,
  kMethod,
  kParam,
  kAnnotation,
};

inline constexpr std::string_view kAnnotationTargetNames[] = {
    "file",  "const", "enum",      "enumerant", "struct", "field",
    "union", "group", "interface", "method",    "param",  "annotation",
};

constexpr std::optional<AnnotationTarget> annotationTarget(std::string_view name) {
  for (std::size_t i = 0; i < std::size(kAnnotationTargetNames); ++i) {
    if (kAnnotationTargetNames[i] == name) return static_cast<AnnotationTarget>(i);
  }
  return std::nullopt;
}

// Tells whether an annotation's declaration names the target, or '*'.
inline bool appliesTo(const Declaration& annotation, AnnotationTarget target) {
  for (const Name& name : annotation.targets) {
    if (name.text == "*" || annotationTarget(name.text) == target) return true;
  }
  return false;
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
