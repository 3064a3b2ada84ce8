# SPDX-License-Identifier: Apache-2.0
# Small helpers that every folder's CMakeLists.txt uses.

# Sets <out> to the sources matching the globs; an empty folder still makes a library.
function(capstan_glob_sources out)
  file(GLOB_RECURSE found CONFIGURE_DEPENDS LIST_DIRECTORIES false ${ARGN})
  if(NOT found)
    set(found "${PROJECT_BINARY_DIR}/empty.cc")
    file(WRITE "${found}" "")
  endif()
  set(${out} "${found}" PARENT_SCOPE)
endfunction()

# Warnings of our own code; <kind> is LIBRARY (strict) or TEST (tests and benches).
function(capstan_warnings target kind)
  if(NOT CAPSTAN_DEVELOPER)
    return()
  endif()
  target_compile_options(${target} PRIVATE -Wall -Wextra -Werror)
  if(kind STREQUAL "LIBRARY")
    target_compile_options(${target} PRIVATE -Wpedantic -Wconversion -Wno-sign-conversion
                                             -Wnon-virtual-dtor)
  endif()
endfunction()
