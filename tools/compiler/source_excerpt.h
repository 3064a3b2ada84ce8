// SPDX-License-Identifier: Apache-2.0
// The line of a source that a message is about, with a mark below it.
#pragma once

#include <string>

#include "tools/compiler/source_file.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

// Returns: two lines, each after a line feed: the source line in which the range begins, and a '^'
// below its first character with a '~' below each further one of that line. Of a long line, the
// part around the range. Tabs stay in both lines; what does not print is '?'.
std::string sourceExcerpt(const SourceFile& file, ByteRange range);

}  // namespace capstan::inline CAPSTAN_ABI::compiler
