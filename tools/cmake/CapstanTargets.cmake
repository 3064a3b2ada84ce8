# SPDX-License-Identifier: Apache-2.0
# Small helpers that the folders' CMakeLists.txt share.

# Sets <out> to the sources below <folder>, those matching <excluded> left out. An empty folder
# still makes a library.
function(capstan_glob_sources out folder excluded)
  file(GLOB_RECURSE found CONFIGURE_DEPENDS "${folder}/*.cc")
  list(FILTER found EXCLUDE REGEX "${excluded}")
  if(NOT found)
    set(found "${PROJECT_BINARY_DIR}/empty.cc")
    file(CONFIGURE OUTPUT "${found}" CONTENT "")
  endif()
  set(${out} "${found}" PARENT_SCOPE)
endfunction()

# Warnings of our own code: LIBRARY (strict: library, tool, generated code) or TEST.
function(capstan_warnings target kind)
  if(NOT CAPSTAN_DEVELOPER)
    return()
  endif()
  # g++ 12 warns of std::string's own code in `"text" + std::string(...)`.
  target_compile_options(${target} PRIVATE -Wall -Wextra -Werror
                                           $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
  # Under its sanitizers it takes std::regex for uninitialized.
  if(CAPSTAN_SANITIZE AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE -Wno-maybe-uninitialized)
  endif()
  if(kind STREQUAL "LIBRARY")
    target_compile_options(${target} PRIVATE -Wpedantic -Wconversion -Wno-sign-conversion
                                             -Wnon-virtual-dtor)
  endif()
endfunction()
