// SPDX-License-Identifier: Apache-2.0
// The wording of one word of a mapped message.
#pragma once

#include <string>

#include "capstan/base/bytes.h"
#include "capstan/base/config.h"
#include "capstan/wire/pointer.h"
#include "tools/commands/message_map.h"
#include "tools/commands/schema_places.h"

namespace capstan::inline CAPSTAN_ABI::commands {

// The bytes of up to a word in hexadecimal, in two groups, as wide as a word's.
std::string hexText(Bytes bytes);

// Says what a pointer word holds, as in "list -> word 8 (6 bytes)". `word` is where it stands.
std::string pointerText(WirePointer pointer, std::uint32_t word);

// Says what the word at `at`, of value `bytes`, is. `schema` may be null.
std::string wordText(const MessageMap& map, SchemaPlaces* schema, WordAt at, Bytes bytes);

}  // namespace capstan::inline CAPSTAN_ABI::commands
