# SPDX-License-Identifier: Apache-2.0
# What a command-line tool of a few milliseconds needs: not to be put together by the dynamic linker
# on each start. Measured on `capstan compile` of a small schema: 5.6 million instructions, 4.7
# million of them the dynamic linker's; 1.0 million in all with the libraries linked statically.

# Makes the imported Abseil targets mean the static libraries that lie beside the shared ones. Only
# for our own build tree: what is installed names the targets, not files. Sets
# CAPSTAN_HAS_STATIC_ABSEIL if all of them have one.
function(capstan_use_static_abseil)
  set(CAPSTAN_HAS_STATIC_ABSEIL ON PARENT_SCOPE)
  get_property(targets DIRECTORY "${PROJECT_SOURCE_DIR}" PROPERTY IMPORTED_TARGETS)
  list(FILTER targets INCLUDE REGEX "^absl::")
  foreach(target IN LISTS targets)
    get_target_property(configurations ${target} IMPORTED_CONFIGURATIONS)
    foreach(configuration IN LISTS configurations)
      get_target_property(shared ${target} IMPORTED_LOCATION_${configuration})
      string(REGEX REPLACE "\\.so[.0-9]*$" ".a" static "${shared}")
      if(EXISTS "${static}")
        set_target_properties(${target} PROPERTIES IMPORTED_LOCATION_${configuration} "${static}")
      elseif(shared)
        set(CAPSTAN_HAS_STATIC_ABSEIL OFF PARENT_SCOPE)
      endif()
    endforeach()
  endforeach()
endfunction()

# Tells whether whole programs can be linked statically: some systems have no static C library.
# Sets CAPSTAN_LINKS_STATIC_PROGRAMS in the cache.
function(capstan_check_static_programs)
  include(CheckCXXSourceCompiles)
  set(CMAKE_REQUIRED_LINK_OPTIONS -static)
  check_cxx_source_compiles("int main() { return 0; }" CAPSTAN_LINKS_STATIC_PROGRAMS)
endfunction()

# Links a program statically, without the sections that nothing uses: a start takes 88 page faults
# instead of 118. Where a library has no static form, only the C++ library is linked so. Sanitizers
# come with their own way to link.
function(capstan_link_statically target)
  if(CAPSTAN_SANITIZE OR CAPSTAN_FUZZ OR APPLE)
    return()
  endif()
  capstan_check_static_programs()
  if(CAPSTAN_LINKS_STATIC_PROGRAMS AND CAPSTAN_HAS_STATIC_ABSEIL)
    target_link_options(${target} PRIVATE -static -Wl,--gc-sections)
  else()
    target_link_options(${target} PRIVATE -static-libstdc++ -static-libgcc)
  endif()
endfunction()
