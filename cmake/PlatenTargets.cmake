# platen_library(NAME HEADERS ... SOURCES ... PUBLIC targets ... PRIVATE targets ...)
#   One static library per folder of core/ (and app/, ui/). Each of its headers compiles alone, with nothing but what this layer
#   links. Most are the first include of the source of their name (the layers test sees to that), so they are only compiled once
#   more, all together, without what the library links for itself (target header_check); the others are each verified
#   (all_verify_interface_header_sets).
add_custom_target(header_check)
function(platen_library name)
  cmake_parse_arguments(ARG "" "" "HEADERS;SOURCES;PUBLIC;PRIVATE" ${ARGN})
  set(alone "")
  set(with_source "")
  set(together "")
  foreach(header IN LISTS ARG_HEADERS)
    string(REGEX REPLACE "\\.h$" ".cpp" source ${header})
    if(source IN_LIST ARG_SOURCES)
      list(APPEND with_source ${header})
      string(APPEND together "#include \"${CMAKE_CURRENT_SOURCE_DIR}/${header}\"\n")
    else()
      list(APPEND alone ${header})
    endif()
  endforeach()
  add_library(platen_${name} STATIC ${ARG_SOURCES})
  target_sources(platen_${name} PUBLIC FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR} FILES ${alone}
                                       FILE_SET with_source TYPE HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR} FILES ${with_source})
  target_link_libraries(platen_${name} PUBLIC ${ARG_PUBLIC} PRIVATE platen_settings ${ARG_PRIVATE})
  set_target_properties(platen_${name} PROPERTIES VERIFY_INTERFACE_HEADER_SETS ON INTERFACE_HEADER_SETS_TO_VERIFY HEADERS LINKER_LANGUAGE CXX)
  if(with_source)
    file(CONFIGURE OUTPUT ${name}_headers.cpp CONTENT "${together}" @ONLY)
    add_library(platen_${name}_headers OBJECT EXCLUDE_FROM_ALL ${CMAKE_CURRENT_BINARY_DIR}/${name}_headers.cpp)
    target_link_libraries(platen_${name}_headers PRIVATE platen_${name})
    set_target_properties(platen_${name}_headers PROPERTIES AUTOMOC OFF)
    add_dependencies(header_check platen_${name}_headers)
  endif()
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
