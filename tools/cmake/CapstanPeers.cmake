# SPDX-License-Identifier: Apache-2.0
# The peers of the benchmarks, each where it is installed and as an archive where there is one:
#   capstan_peer_reference    the reference library and its accessors for schemas/
#   capstan_peer_flatbuffers  FlatBuffers and its accessors for bench/peers/*.fbs
#   capstan_peer_protobuf     protobuf and its accessors for bench/peers/*.proto
# A target that does not exist is a peer that is not there.
option(CAPSTAN_WITH_PEERS "Use FlatBuffers and protobuf, where found, in benchmarks" ON)

set(capstan_peer_schemas "${PROJECT_SOURCE_DIR}/bench/peers")
set(capstan_peer_out "${CMAKE_CURRENT_BINARY_DIR}/peers")
file(MAKE_DIRECTORY "${capstan_peer_out}")

if(CAPSTAN_ORACLE_FOUND AND TARGET capstan_oracle_schemas)
  add_library(capstan_peer_reference ALIAS capstan_oracle_schemas)
endif()

find_program(CAPSTAN_FLATC_EXECUTABLE flatc)
find_path(CAPSTAN_FLATBUFFERS_INCLUDE_DIR flatbuffers/flatbuffers.h)
if(CAPSTAN_WITH_PEERS AND CAPSTAN_FLATC_EXECUTABLE AND CAPSTAN_FLATBUFFERS_INCLUDE_DIR)
  file(GLOB schemas CONFIGURE_DEPENDS "${capstan_peer_schemas}/*.fbs")
  set(headers "")
  foreach(schema IN LISTS schemas)
    cmake_path(GET schema STEM stem)
    set(header "${capstan_peer_out}/${stem}_generated.h")
    add_custom_command(OUTPUT "${header}"
      COMMAND ${CAPSTAN_FLATC_EXECUTABLE} --cpp -o "${capstan_peer_out}" "${schema}"
      DEPENDS "${schema}" COMMENT "Compiling ${stem}.fbs with flatc" VERBATIM)
    list(APPEND headers "${header}")
  endforeach()
  add_custom_target(capstan_flatbuffers_headers DEPENDS ${headers})
  add_library(capstan_peer_flatbuffers INTERFACE)
  add_dependencies(capstan_peer_flatbuffers capstan_flatbuffers_headers)
  target_include_directories(capstan_peer_flatbuffers SYSTEM INTERFACE
    "${capstan_peer_out}" "${CAPSTAN_FLATBUFFERS_INCLUDE_DIR}")
else()
  message(STATUS "FlatBuffers not found: its benchmark rows are left out")
endif()

find_program(CAPSTAN_PROTOC_EXECUTABLE protoc)
find_path(CAPSTAN_PROTOBUF_INCLUDE_DIR google/protobuf/arena.h)
find_library(CAPSTAN_PROTOBUF_LIBRARY NAMES libprotobuf.a protobuf)
if(CAPSTAN_WITH_PEERS AND CAPSTAN_PROTOC_EXECUTABLE AND CAPSTAN_PROTOBUF_INCLUDE_DIR
   AND CAPSTAN_PROTOBUF_LIBRARY)
  file(GLOB schemas CONFIGURE_DEPENDS "${capstan_peer_schemas}/*.proto")
  set(sources "")
  foreach(schema IN LISTS schemas)
    cmake_path(GET schema STEM stem)
    set(generated "${capstan_peer_out}/${stem}.pb.cc" "${capstan_peer_out}/${stem}.pb.h")
    add_custom_command(OUTPUT ${generated}
      COMMAND ${CAPSTAN_PROTOC_EXECUTABLE} -I "${capstan_peer_schemas}"
              --cpp_out=${capstan_peer_out} "${schema}"
      DEPENDS "${schema}" COMMENT "Compiling ${stem}.proto with protoc" VERBATIM)
    list(APPEND sources ${generated})
  endforeach()
  add_library(capstan_peer_protobuf STATIC ${sources})
  target_include_directories(capstan_peer_protobuf SYSTEM PUBLIC
    "${capstan_peer_out}" "${CAPSTAN_PROTOBUF_INCLUDE_DIR}")
  target_link_libraries(capstan_peer_protobuf PUBLIC "${CAPSTAN_PROTOBUF_LIBRARY}" Threads::Threads)
else()
  message(STATUS "Protobuf not found: its benchmark rows are left out")
endif()
