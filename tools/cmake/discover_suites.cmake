# SPDX-License-Identifier: Apache-2.0
# Run by ctest: adds one test per GoogleTest suite of `program`, named <folder>.<suite>.
if(NOT EXISTS "${program}")
  add_test(${folder}_not_built "${program}")
  return()
endif()
execute_process(COMMAND "${program}" --gtest_list_tests OUTPUT_VARIABLE listing
                RESULT_VARIABLE failed)
if(failed)
  add_test(${folder}_cannot_list "${program}" --gtest_list_tests)
  return()
endif()
# A suite stands at the start of its line and ends with a dot; a comment may follow.
string(REGEX MATCHALL "\n[A-Za-z0-9_/]+\\.[ \n]" suites "\n${listing}")
foreach(suite IN LISTS suites)
  string(REGEX REPLACE "\n|\\.[ \n]$" "" suite "${suite}")
  add_test("${folder}.${suite}" "${program}" "--gtest_filter=${suite}.*" --gtest_brief=1)
  set_tests_properties("${folder}.${suite}" PROPERTIES LABELS "${labels}" TIMEOUT 300)
endforeach()
