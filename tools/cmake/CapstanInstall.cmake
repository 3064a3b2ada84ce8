# SPDX-License-Identifier: Apache-2.0
# Install rules, the CMake package `Capstan` and the pkg-config file `capstan`.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS capstan_runtime EXPORT CapstanTargets FILE_SET HEADERS)
install(TARGETS capstan_compiler EXPORT CapstanTargets FILE_SET HEADERS)
if(TARGET capstan)
  install(TARGETS capstan EXPORT CapstanTargets)
  install(CODE "file(CREATE_LINK capstan
    \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_BINDIR}/capnpc-capstan\" SYMBOLIC)")
endif()

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/Capstan")
install(EXPORT CapstanTargets NAMESPACE Capstan:: DESTINATION "${package_dir}")
configure_package_config_file(
  "${PROJECT_SOURCE_DIR}/tools/cmake/CapstanConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/package/CapstanConfig.cmake" INSTALL_DESTINATION "${package_dir}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/package/CapstanConfigVersion.cmake"
                                 COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/package/CapstanConfig.cmake"
              "${PROJECT_BINARY_DIR}/package/CapstanConfigVersion.cmake"
              "${PROJECT_SOURCE_DIR}/tools/cmake/CapstanSchemaLibrary.cmake"
        DESTINATION "${package_dir}")

# The prefix is relative to the file, so that the installed tree can be moved.
file(RELATIVE_PATH CAPSTAN_PC_PREFIX "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
string(REGEX REPLACE "/$" "" CAPSTAN_PC_PREFIX "${CAPSTAN_PC_PREFIX}")
configure_file("${PROJECT_SOURCE_DIR}/tools/cmake/capstan.pc.in"
               "${PROJECT_BINARY_DIR}/package/capstan.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/package/capstan.pc"
        DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
