# Every package that Platen looks for. The kernels preset needs libtorch alone (and CUDA, where asked for), so that core/sampling
# and core/optim build and test on a bare GPU machine.
find_package(Threads REQUIRED)

# Debian's libtorch-dev is found by default. A pip torch is named in CMAKE_PREFIX_PATH (the package's `torch` folder, not its
# share/cmake: with that, Debian's libraries would be taken). Without PLATEN_CUDA two of its libraries are all that is linked; its
# CMake package is not asked, because that of a CUDA wheel wants the whole CUDA toolkit.
add_library(platen_torch INTERFACE)
if(CMAKE_PREFIX_PATH AND NOT PLATEN_CUDA)
  foreach(library IN ITEMS torch_cpu c10)
    find_library(PLATEN_LIB_${library} ${library} PATHS ${CMAKE_PREFIX_PATH} PATH_SUFFIXES lib NO_DEFAULT_PATH NO_CACHE)
  endforeach()
  find_path(PLATEN_TORCH_DIR share/cmake/Torch/TorchConfigVersion.cmake PATHS ${CMAKE_PREFIX_PATH} NO_DEFAULT_PATH NO_CACHE)
endif()
if(PLATEN_TORCH_DIR AND PLATEN_LIB_torch_cpu AND PLATEN_LIB_c10)
  include(${PLATEN_TORCH_DIR}/share/cmake/Torch/TorchConfigVersion.cmake)
  set(Torch_VERSION ${PACKAGE_VERSION})
  message(STATUS "libtorch ${Torch_VERSION} of ${PLATEN_TORCH_DIR}, its CPU side alone")
  target_include_directories(platen_torch SYSTEM INTERFACE ${PLATEN_TORCH_DIR}/include
    ${PLATEN_TORCH_DIR}/include/torch/csrc/api/include)
  # A CUDA wheel's libtorch_cpu loads CUDA's runtime through its own search path when a program starts.
  target_link_libraries(platen_torch INTERFACE ${PLATEN_LIB_torch_cpu} ${PLATEN_LIB_c10} -Wl,--allow-shlib-undefined)
else()
  set(platen_saved_cxx_flags "${CMAKE_CXX_FLAGS}")
  find_package(Torch QUIET)
  if(NOT Torch_FOUND)
    message(FATAL_ERROR "libtorch was not found: install libtorch-dev, or name a pip torch's folder: "
                        "-DCMAKE_PREFIX_PATH=.../site-packages/torch")
  endif()
  set(CMAKE_CXX_FLAGS "${platen_saved_cxx_flags}")
  target_link_libraries(platen_torch INTERFACE torch)
  target_include_directories(platen_torch SYSTEM INTERFACE ${TORCH_INCLUDE_DIRS})
  if(TORCH_CXX_FLAGS)
    separate_arguments(platen_torch_flags UNIX_COMMAND "${TORCH_CXX_FLAGS}")
    target_compile_options(platen_torch INTERFACE $<$<COMPILE_LANGUAGE:CXX>:${platen_torch_flags}>)
  endif()
endif()

if(PLATEN_CUDA)
  include(CheckLanguage)
  check_language(CUDA)
  if(NOT CMAKE_CUDA_COMPILER)
    message(FATAL_ERROR "PLATEN_CUDA is on, but there is no CUDA compiler: put nvcc on the PATH, set CUDACXX, or "
                        "configure without CUDA (preset release)")
  endif()
  find_library(PLATEN_TORCH_CUDA torch_cuda HINTS ${TORCH_INSTALL_PREFIX}/lib NO_CACHE)
  if(NOT PLATEN_TORCH_CUDA)
    message(FATAL_ERROR "PLATEN_CUDA is on, but this libtorch (${TORCH_LIBRARY}) has no CUDA: name a CUDA torch in "
                        "CMAKE_PREFIX_PATH, or configure without CUDA (preset release)")
  endif()
  message(STATUS "PLATEN_CUDA: Platen is linked with a CUDA libtorch, but this version has no CUDA kernels: it computes on the "
                 "CPU, and --device cuda is refused")
endif()

if(PLATEN_BUILD_TESTS)
  find_package(GTest QUIET)
  if(NOT GTest_FOUND)
    # A machine without a registry can bring GoogleTest's sources (Debian: /usr/src/googletest).
    set(PLATEN_GTEST_SOURCE "" CACHE PATH "GoogleTest's source folder, used where no GTest package is found")
    if(NOT PLATEN_GTEST_SOURCE)
      message(FATAL_ERROR "GoogleTest was not found: install libgtest-dev and libgmock-dev, or set PLATEN_GTEST_SOURCE")
    endif()
    add_subdirectory(${PLATEN_GTEST_SOURCE} ${PROJECT_BINARY_DIR}/googletest EXCLUDE_FROM_ALL)
    add_library(GTest::gmock ALIAS gmock)
    add_library(GTest::gtest_main ALIAS gtest_main)
  endif()
  include(GoogleTest)
endif()
if(PLATEN_BUILD_BENCHMARKS)
  find_package(benchmark QUIET)
endif()
if(PLATEN_KERNELS_ONLY)
  return()
endif()

find_package(JPEG REQUIRED)  # libjpeg-turbo
find_package(TIFF REQUIRED)
find_package(PNG REQUIRED)
find_package(exiv2 REQUIRED)
find_package(OpenSSL REQUIRED COMPONENTS Crypto)
find_package(nlohmann_json REQUIRED)
find_package(spdlog REQUIRED)
find_package(fmt REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(LCMS2 REQUIRED IMPORTED_TARGET lcms2)
pkg_check_modules(QPDF REQUIRED IMPORTED_TARGET libqpdf)
find_path(PLATEN_TL_EXPECTED_DIR tl/expected.hpp REQUIRED)
find_path(PLATEN_CLI11_DIR CLI/CLI.hpp REQUIRED)

# Only OpenCV's core and imgproc are used. Its CMake package comes with all of its modules (Debian: libopencv-dev, some 300
# packages); where that is not installed, the two libraries are looked for by name.
add_library(platen_opencv INTERFACE)
find_package(OpenCV 4.5 QUIET COMPONENTS core imgproc)
if(OpenCV_FOUND)
  target_link_libraries(platen_opencv INTERFACE opencv_core opencv_imgproc)
  target_include_directories(platen_opencv SYSTEM INTERFACE ${OpenCV_INCLUDE_DIRS})
else()
  find_path(PLATEN_OPENCV_DIR opencv2/imgproc.hpp PATH_SUFFIXES opencv4 REQUIRED)
  find_library(PLATEN_OPENCV_CORE opencv_core REQUIRED)
  find_library(PLATEN_OPENCV_IMGPROC opencv_imgproc REQUIRED)
  target_link_libraries(platen_opencv INTERFACE ${PLATEN_OPENCV_CORE} ${PLATEN_OPENCV_IMGPROC})
  target_include_directories(platen_opencv SYSTEM INTERFACE ${PLATEN_OPENCV_DIR})
endif()
