# nvcc, where there is one: core/sampling's CUDA kernels are then compiled and their tests built (target platen_sampling_cuda). They
# need no torch and no GPU to build. Sets PLATEN_HAS_NVCC. Without nvcc nothing changes.
set(PLATEN_HAS_NVCC OFF)
if(NOT PLATEN_CUDA_KERNELS)
  return()
endif()

include(CheckLanguage)
if(NOT CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX})
  find_program(PLATEN_NVCC nvcc PATHS /usr/local/cuda/bin)
  if(PLATEN_NVCC)
    set(CMAKE_CUDA_COMPILER ${PLATEN_NVCC})
  endif()
endif()
check_language(CUDA)
if(NOT CMAKE_CUDA_COMPILER)
  message(STATUS "No nvcc: the CUDA kernels of core/sampling are not compiled")
  return()
endif()

# Machine code for these GPUs, and for later ones what the driver compiles from the last. A toolkit does not know all of them.
if(NOT CMAKE_CUDA_ARCHITECTURES)
  execute_process(COMMAND ${CMAKE_CUDA_COMPILER} --list-gpu-arch OUTPUT_VARIABLE platen_nvcc_archs ERROR_QUIET)
  set(CMAKE_CUDA_ARCHITECTURES "")
  foreach(arch IN ITEMS 75 80 86 90 120)
    if(platen_nvcc_archs MATCHES "compute_${arch}(\n|$)")
      list(APPEND CMAKE_CUDA_ARCHITECTURES ${arch}-real)
      set(platen_last_arch ${arch})
    endif()
  endforeach()
  if(NOT CMAKE_CUDA_ARCHITECTURES)
    message(STATUS "${CMAKE_CUDA_COMPILER} knows no GPU that Platen names: the CUDA kernels of core/sampling are not compiled")
    return()
  endif()
  list(REMOVE_ITEM CMAKE_CUDA_ARCHITECTURES ${platen_last_arch}-real)
  list(APPEND CMAKE_CUDA_ARCHITECTURES ${platen_last_arch})
endif()
if(PLATEN_CCACHE AND NOT CMAKE_CUDA_COMPILER_LAUNCHER)
  set(CMAKE_CUDA_COMPILER_LAUNCHER ${PLATEN_CCACHE})
endif()
enable_language(CUDA)
if(CMAKE_CUDA_COMPILER_VERSION VERSION_LESS 12.0)
  message(STATUS "nvcc ${CMAKE_CUDA_COMPILER_VERSION} has no C++20 (12.0 has): the CUDA kernels of core/sampling are not compiled")
  return()
endif()
if(NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION)  # CMake 3.25 does not know that nvcc has it
  set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION -std=c++20)
  set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION -std=c++20)
endif()
set(CMAKE_CUDA_STANDARD 20)
set(CMAKE_CUDA_VISIBILITY_PRESET hidden)
set(PLATEN_HAS_NVCC ON)

# nvcc's own output is not pedantic, and its host compiler sees that output.
target_compile_options(platen_settings INTERFACE
  $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Wall,-Wextra>
  $<$<AND:$<COMPILE_LANGUAGE:CUDA>,$<CXX_COMPILER_ID:GNU>>:-Xcompiler=-fno-gnu-unique>
  $<$<AND:$<COMPILE_LANGUAGE:CUDA>,$<BOOL:${PLATEN_WERROR}>>:-Werror=all-warnings;-Xcompiler=-Werror>)
message(STATUS "CUDA kernels of core/sampling: nvcc ${CMAKE_CUDA_COMPILER_VERSION}, GPUs ${CMAKE_CUDA_ARCHITECTURES}")
