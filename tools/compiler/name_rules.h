// SPDX-License-Identifier: Apache-2.0
// Rules for names and places of declarations that need nothing but the syntax tree.
#pragma once

#include <string>
#include <string_view>

#include "tools/compiler/ast.h"
#include "tools/compiler/diagnostics.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

// Types begin with a capital letter.
bool namesType(DeclarationKind kind);

// Tells what is wrong with a name; empty if nothing is.
std::string nameProblem(std::string_view name, bool isType);

// Tells why a declaration of one kind does not belong into one of another; empty if it does.
std::string placeProblem(DeclarationKind child, DeclarationKind parent);

// Reports names that occur twice in the scope of a declaration: its children, those of its unnamed
// unions, and, as scopes of their own, those of its groups and named unions.
void checkNames(const Declaration& scope, const SourceFile& file, Diagnostics& diagnostics);

// Reports impossible, repeated and mixed annotation targets.
void checkTargets(const Declaration& annotation, const SourceFile& file, Diagnostics& diagnostics);

}  // namespace capstan::inline CAPSTAN_ABI::compiler
