# SPDX-License-Identifier: Apache-2.0
# The reference implementation as the other side of tests and benches, where it is installed:
#   capstan_oracle  INTERFACE target; links its library and defines CAPSTAN_HAVE_ORACLE_LIBRARY to
#                   1, or to 0 without linking anything where it is absent.
#   capstan_oracle_schema_library(<name> SCHEMAS <file.capnp>... [BASE_DIR <dir>])
#                   its accessors for our schemas, included as "oracle/<file>.capnp.h", in the
#                   namespace oracle::<ours>, so that both fit in one program. Without the reference
#                   it makes an empty INTERFACE target.

add_library(capstan_oracle INTERFACE)
set(CAPSTAN_ORACLE_FOUND OFF)
if(CAPSTAN_WITH_ORACLE)
  # The archives, so that its calls cost no more than ours.
  find_program(CAPSTAN_CAPNP_EXECUTABLE capnp)
  find_path(CAPSTAN_CAPNP_INCLUDE_DIR capnp/message.h)
  find_library(CAPSTAN_CAPNP_LIBRARY NAMES libcapnp.a capnp)
  find_library(CAPSTAN_KJ_LIBRARY NAMES libkj.a kj)
  if(CAPSTAN_CAPNP_EXECUTABLE AND CAPSTAN_CAPNP_INCLUDE_DIR AND CAPSTAN_CAPNP_LIBRARY
     AND CAPSTAN_KJ_LIBRARY)
    set(CAPSTAN_ORACLE_FOUND ON)
    target_link_libraries(capstan_oracle INTERFACE "${CAPSTAN_CAPNP_LIBRARY}"
                                                   "${CAPSTAN_KJ_LIBRARY}" Threads::Threads)
  endif()
endif()
if(CAPSTAN_ORACLE_FOUND)
  target_compile_definitions(capstan_oracle INTERFACE CAPSTAN_HAVE_ORACLE_LIBRARY=1)
else()
  target_compile_definitions(capstan_oracle INTERFACE CAPSTAN_HAVE_ORACLE_LIBRARY=0)
  message(STATUS "Reference implementation not found: tests against it will be skipped")
endif()

function(capstan_oracle_schema_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "BASE_DIR" "SCHEMAS")
  if(NOT CAPSTAN_ORACLE_FOUND)
    add_library(${name} INTERFACE)
    target_link_libraries(${name} INTERFACE capstan_oracle)
    return()
  endif()
  file(REAL_PATH "${arg_BASE_DIR}" base BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
  set(out "${CMAKE_CURRENT_BINARY_DIR}/${name}.generated")
  set(copies "")
  set(sources "")
  foreach(schema IN LISTS arg_SCHEMAS)
    file(REAL_PATH "${schema}" schema BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
    file(RELATIVE_PATH relative "${base}" "${schema}")
    set(copy "${out}/oracle/${relative}")
    add_custom_command(OUTPUT "${copy}"
      COMMAND ${CMAKE_COMMAND} -DFROM=${schema} -DTO=${copy}
              -P "${PROJECT_SOURCE_DIR}/tools/cmake/move_schema_namespace.cmake"
      DEPENDS "${schema}" VERBATIM)
    list(APPEND copies "${copy}")
    list(APPEND sources "${copy}.c++" "${copy}.h")
  endforeach()
  add_custom_command(OUTPUT ${sources}
    COMMAND ${CAPSTAN_CAPNP_EXECUTABLE} compile -I${out}/oracle --src-prefix=${out} -oc++:${out}
            ${copies}
    DEPENDS ${copies} COMMENT "Compiling schemas with the reference" VERBATIM)
  add_library(${name} STATIC ${sources})
  target_include_directories(${name} SYSTEM PUBLIC "${out}" "${out}/oracle")
  target_link_libraries(${name} PUBLIC capstan_oracle)
endfunction()
