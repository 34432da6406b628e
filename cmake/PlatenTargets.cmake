# platen_library(NAME HEADERS ... SOURCES ... PUBLIC targets ... PRIVATE targets ...)
#   One static library per folder of core/ (and app/, ui/). Its headers form a FILE_SET that is verified: each header
#   must compile alone with nothing but what this layer links (target all_verify_interface_header_sets).
function(platen_library name)
  cmake_parse_arguments(ARG "" "" "HEADERS;SOURCES;PUBLIC;PRIVATE" ${ARGN})
  add_library(platen_${name} STATIC ${ARG_SOURCES})
  target_sources(platen_${name} PUBLIC FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR} FILES ${ARG_HEADERS})
  target_link_libraries(platen_${name} PUBLIC ${ARG_PUBLIC} PRIVATE platen_settings ${ARG_PRIVATE})
  set_target_properties(platen_${name} PROPERTIES VERIFY_INTERFACE_HEADER_SETS ON LINKER_LANGUAGE CXX)
endfunction()

# platen_test(NAME SOURCES ... LINK targets ... [LABELS ...])
#   One GoogleTest binary per folder, which is one test of ctest's; run it with --gtest_filter for a single one.
function(platen_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK;LABELS" ${ARGN})
  add_executable(platen_${name}_test ${ARG_SOURCES})
  target_include_directories(platen_${name}_test PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(platen_${name}_test PRIVATE platen_settings ${ARG_LINK} GTest::gmock GTest::gtest_main)
  if(NOT ARG_LABELS)
    set(ARG_LABELS unit)
  endif()
  # The whole binary at once: loading libtorch takes longer than most tests do.
  add_test(NAME ${name} COMMAND platen_${name}_test --gtest_brief=1)
  set_tests_properties(${name} PROPERTIES LABELS "${ARG_LABELS}" TIMEOUT 600)
endfunction()
