# SPDX-License-Identifier: Apache-2.0
# capstan_add_test_program(<folder> <sources>...) makes <folder>_test and tells ctest of its tests:
# one per test suite, found when ctest starts (starting a process per test case would cost more than
# the tests). Under a sanitizer, where a start costs five times as much, the program is one test.
find_package(GTest REQUIRED)

# The headers that every test includes, compiled once.
function(capstan_add_test_headers)
  file(CONFIGURE OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/test_headers.cc" CONTENT "")
  add_library(capstan_test_headers STATIC "${CMAKE_CURRENT_BINARY_DIR}/test_headers.cc")
  target_link_libraries(capstan_test_headers PUBLIC GTest::gmock GTest::gtest)
  target_compile_features(capstan_test_headers PUBLIC cxx_std_20)
  target_precompile_headers(capstan_test_headers PRIVATE <gmock/gmock.h> <gtest/gtest.h>)
  capstan_warnings(capstan_test_headers TEST)
endfunction()

function(capstan_add_test_program folder)
  if(NOT TARGET capstan_test_headers)
    capstan_add_test_headers()
  endif()
  set(program ${folder}_test)
  add_executable(${program} ${ARGN})
  target_include_directories(${program} PRIVATE "${PROJECT_SOURCE_DIR}")
  target_link_libraries(${program} PRIVATE capstan_runtime capstan_test_support capstan_oracle
                                           GTest::gmock GTest::gtest_main)
  if(folder STREQUAL "compiler")
    target_link_libraries(${program} PRIVATE capstan_compiler)
  endif()
  target_precompile_headers(${program} REUSE_FROM capstan_test_headers)
  capstan_warnings(${program} TEST)

  set(labels ${folder})
  if(folder IN_LIST concurrent_folders)
    list(APPEND labels concurrent)
    add_dependencies(concurrent_tests ${program})
  endif()
  if(CAPSTAN_SANITIZE)
    add_test(NAME ${folder} COMMAND ${program})
    set_tests_properties(${folder} PROPERTIES LABELS "${labels}" TIMEOUT 900)
  else()
    capstan_add_suites(${folder} ${program} "${labels}")
  endif()
endfunction()

# Writes the script that ctest includes to learn the suites of a program.
function(capstan_add_suites folder program labels)
  set(script "${CMAKE_CURRENT_BINARY_DIR}/${program}_suites.cmake")
  file(GENERATE OUTPUT "${script}" CONTENT
"set(folder \"${folder}\")
set(program \"$<TARGET_FILE:${program}>\")
set(labels \"${labels}\")
include(\"${PROJECT_SOURCE_DIR}/tools/cmake/discover_suites.cmake\")
")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${script}")
endfunction()
