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

# platen_module(NAME ENTRY function SOURCES ... LINK targets ...)
#   libplaten_NAME.so in lib/platen, which programs load when they first ask for it (core/pipeline/loaded_module.h). It shows one
#   function: what its libraries' headers leave in it stays its own.
set(PLATEN_INSTALLED_MODULES ${CMAKE_INSTALL_FULL_LIBDIR}/platen)
function(platen_module name)
  cmake_parse_arguments(ARG "" "ENTRY" "SOURCES;LINK" ${ARGN})
  set(shown ${CMAKE_CURRENT_BINARY_DIR}/${name}_symbols.map)
  file(CONFIGURE OUTPUT ${shown} CONTENT "{ global: ${ARG_ENTRY}; local: *; };\n" @ONLY)
  add_library(platen_${name} MODULE ${ARG_SOURCES})
  target_link_libraries(platen_${name} PRIVATE platen_settings ${ARG_LINK})
  # A torch outside the system's folders (a pip torch) is found where it was linked, also once it is installed.
  set_target_properties(platen_${name} PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib/platen LINK_DEPENDS ${shown}
    INSTALL_RPATH_USE_LINK_PATH ON LINKER_LANGUAGE CXX)
  target_link_options(platen_${name} PRIVATE -Wl,--version-script,${shown})
  install(TARGETS platen_${name} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/platen COMPONENT torch)
endfunction()

# platen_test(NAME SOURCES ... LINK targets ... [LABELS ...] [COST seconds])
#   One GoogleTest binary per folder, which is one test of ctest's; run it with --gtest_filter for a single one. COST: about what it
#   takes, of those that take long: ctest starts the longest first, so that none is left running alone at the end.
function(platen_test name)
  cmake_parse_arguments(ARG "" "COST" "SOURCES;LINK;LABELS" ${ARGN})
  add_executable(platen_${name}_test ${ARG_SOURCES})
  target_include_directories(platen_${name}_test PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(platen_${name}_test PRIVATE platen_settings ${ARG_LINK} GTest::gmock GTest::gtest_main)
  if(NOT ARG_LABELS)
    set(ARG_LABELS unit)
  endif()
  # The whole binary at once: loading libtorch takes longer than most tests do.
  add_test(NAME ${name} COMMAND platen_${name}_test --gtest_brief=1)
  set_tests_properties(${name} PROPERTIES LABELS "${ARG_LABELS}" TIMEOUT 900)
  if(ARG_COST)
    set_tests_properties(${name} PROPERTIES COST ${ARG_COST})
  endif()
endfunction()
