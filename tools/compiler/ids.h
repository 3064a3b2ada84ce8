// SPDX-License-Identifier: Apache-2.0
// Node ids: derived ones, fresh ones, and how they are written.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "capstan/base/config.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

// All ids have it.
inline constexpr std::uint64_t kIdTopBit = std::uint64_t{1} << 63;

// The id of a declaration that does not give one.
std::uint64_t childId(std::uint64_t parentId, std::string_view name);

// The id of a group or named union: the place of its field in the parent's list of fields.
std::uint64_t groupId(std::uint64_t parentId, std::uint16_t fieldIndex);

// The id of the struct made for a method's parameters or results.
std::uint64_t methodStructId(std::uint64_t interfaceId, std::uint16_t ordinal, bool isResults);

// A new id, from the system's random source.
// Returns: nothing if the system gives no random bytes.
std::optional<std::uint64_t> freshId();

// Returns: such as `@0xd08dc2a2a4d8a5f1`.
std::string idText(std::uint64_t id);

}  // namespace capstan::inline CAPSTAN_ABI::compiler
