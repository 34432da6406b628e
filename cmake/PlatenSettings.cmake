# Language level, warnings, symbol visibility, sanitizers and ccache: the settings that every target of ours shares.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
set_property(GLOBAL PROPERTY GLOBAL_DEPENDS_NO_CYCLES ON)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

find_program(PLATEN_CCACHE ccache)
if(PLATEN_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${PLATEN_CCACHE})
endif()

add_library(platen_settings INTERFACE)
target_compile_options(platen_settings INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wcast-align
                            -fno-math-errno -fno-trapping-math>
  $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<CXX_COMPILER_ID:GNU>>:-fno-gnu-unique>
  $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<BOOL:${PLATEN_WERROR}>>:-Werror>)
if(CMAKE_CXX_COMPILER_ID STREQUAL Clang AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 17)
  target_compile_options(platen_settings INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-include${PROJECT_SOURCE_DIR}/cmake/clang_tidy_vector.h>)
endif()
if(PLATEN_SANITIZE)
  target_compile_options(platen_settings INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-fsanitize=${PLATEN_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all>
    # Instrumented, std::regex of GCC 12 seems uninitialised to it (GCC bug 105562).
    $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<CXX_COMPILER_ID:GNU>>:-Wno-maybe-uninitialized>)
  target_link_options(platen_settings INTERFACE -fsanitize=${PLATEN_SANITIZE})
endif()
