# libtorch, as the target platen_torch.
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
  # Torch's package writes flags of its own into these; our kernels are compiled without them (PlatenCuda.cmake).
  set(platen_saved_cxx_flags "${CMAKE_CXX_FLAGS}")
  set(platen_saved_cuda_flags "${CMAKE_CUDA_FLAGS}")
  set(platen_saved_cuda_architectures "${CMAKE_CUDA_ARCHITECTURES}")
  find_package(Torch QUIET)
  if(NOT Torch_FOUND)
    message(FATAL_ERROR "libtorch was not found: install libtorch-dev, or name a pip torch's folder: "
                        "-DCMAKE_PREFIX_PATH=.../site-packages/torch")
  endif()
  set(CMAKE_CXX_FLAGS "${platen_saved_cxx_flags}")
  set(CMAKE_CUDA_FLAGS "${platen_saved_cuda_flags}")
  set(CMAKE_CUDA_ARCHITECTURES "${platen_saved_cuda_architectures}")
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
  message(STATUS "PLATEN_CUDA: Platen is linked with a CUDA libtorch")
endif()
