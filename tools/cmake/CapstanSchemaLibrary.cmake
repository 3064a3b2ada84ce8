# SPDX-License-Identifier: Apache-2.0
# capstan_schema_library(<name> SCHEMAS <file.capnp>... [BASE_DIR <dir>] [IMPORT_DIRS <dir>...])
#
# Makes the static library <name> of the accessors generated from the schemas. Linking it is all
# that a user does: `#include "<path below BASE_DIR>.capnp.h"` then works. BASE_DIR defaults to the
# current source directory; IMPORT_DIRS are searched for absolute imports. Editing a schema, or one
# that it imports, regenerates what depends on it.
#
# The tool is Capstan::capstan, or CAPSTAN_TOOL_EXECUTABLE where that is set (cross builds).

function(capstan_schema_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "BASE_DIR" "SCHEMAS;IMPORT_DIRS")
  if(NOT arg_SCHEMAS OR arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "capstan_schema_library(${name}): expected SCHEMAS <file.capnp>...")
  endif()
  if(NOT arg_BASE_DIR)
    set(arg_BASE_DIR "${CMAKE_CURRENT_SOURCE_DIR}")
  endif()
  file(REAL_PATH "${arg_BASE_DIR}" base BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
  set(out "${CMAKE_CURRENT_BINARY_DIR}/${name}.generated")
  set(generated "")
  foreach(schema IN LISTS arg_SCHEMAS)
    file(REAL_PATH "${schema}" schema BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
    capstan_generate_accessors("${schema}" "${base}" "${out}" "${arg_IMPORT_DIRS}")
    list(APPEND generated ${outputs})
  endforeach()

  add_library(${name} STATIC ${generated})
  target_include_directories(${name} PUBLIC "${out}")
  target_link_libraries(${name} PUBLIC Capstan::runtime)
  if(COMMAND capstan_warnings)
    capstan_warnings(${name} LIBRARY)
  endif()
endfunction()

# Adds the command that compiles one schema; sets `outputs` in the caller.
function(capstan_generate_accessors schema base out import_dirs)
  file(RELATIVE_PATH relative "${base}" "${schema}")
  if(relative MATCHES "^\\.\\./")
    message(FATAL_ERROR "capstan_schema_library: ${schema} is not below BASE_DIR ${base}")
  endif()
  set(stem "${out}/${relative}")
  cmake_path(GET stem PARENT_PATH folder)
  file(MAKE_DIRECTORY "${folder}")

  set(tool Capstan::capstan)
  set(tool_dependency Capstan::capstan)
  if(CAPSTAN_TOOL_EXECUTABLE)
    set(tool "${CAPSTAN_TOOL_EXECUTABLE}")
    set(tool_dependency "${CAPSTAN_TOOL_EXECUTABLE}")
  endif()
  list(TRANSFORM import_dirs PREPEND "-I")
  add_custom_command(
    OUTPUT "${stem}.h" "${stem}.cc"
    COMMAND ${tool} compile -I${base} ${import_dirs} --src-prefix ${base} --depfile ${stem}.d
            -o c++:${out} ${schema}
    DEPENDS "${schema}" ${tool_dependency}
    DEPFILE "${stem}.d"
    COMMENT "Compiling schema ${relative}"
    VERBATIM)
  set(outputs "${stem}.h" "${stem}.cc" PARENT_SCOPE)
endfunction()
