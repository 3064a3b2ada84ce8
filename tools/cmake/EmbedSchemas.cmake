# SPDX-License-Identifier: Apache-2.0
# Script: writes a .cc that holds the standard schemas.
#
#   cmake -DROOT=<schemas folder> -DOUTPUT=<file.cc> -P EmbedSchemas.cmake
#
# The text is cut into raw strings of at most 8,000 bytes, which compilers concatenate.
file(GLOB_RECURSE schemas RELATIVE "${ROOT}" "${ROOT}/capnp/*.capnp")
list(SORT schemas)
set(entries "")
foreach(schema IN LISTS schemas)
  file(READ "${ROOT}/${schema}" text)
  set(literals "")
  string(LENGTH "${text}" length)
  set(at 0)
  while(at LESS length)
    string(SUBSTRING "${text}" ${at} 8000 piece)
    string(APPEND literals "\n     R\"__capnp__(${piece})__capnp__\"")
    math(EXPR at "${at} + 8000")
  endwhile()
  string(APPEND entries "    {\"${schema}\",${literals}},\n")
endforeach()
file(WRITE "${OUTPUT}.new"
  "// Made from the files below schemas/capnp/; do not edit.\n"
  "#include \"tools/compiler/standard_schemas.h\"\n\n"
  "namespace capstan::inline CAPSTAN_ABI::compiler {\n\n"
  "std::span<const StandardSchema> standardSchemas() {\n"
  "  static constexpr StandardSchema kSchemas[] = {\n${entries}  };\n"
  "  return kSchemas;\n"
  "}\n\n"
  "}  // namespace capstan::inline CAPSTAN_ABI::compiler\n")
file(RENAME "${OUTPUT}.new" "${OUTPUT}")
