// InitModule (init_module.h) for a program that is not linked with torch: a library's table of functions, in plain C
// values. The library, libplaten_init_module.so, shows its entry alone.
#pragma once

#include "core/module_interface.h"

#include <cstddef>
#include <cstdint>

namespace platen::optim {

class InitModule;  // opaque outside the library

// As init_module.h says; nothing throws. Threads: any number of calls at once.
struct InitModuleInterface {
  // Another layout has another number.
  static constexpr std::uint32_t kLayout = 1;
  static constexpr int kMostPoints = 65;  // along a side of a map

  std::uint32_t layout = kLayout;
  // `module` is what unload() takes.
  ModuleStatus (*load)(const char* file, const InitModule** module, ModuleMessage* why) = nullptr;
  void (*unload)(const InitModule* module) = nullptr;
  void (*inputSize)(const InitModule* module, int* width, int* height) = nullptr;
  // pixels: u8, interleaved, 1 or 3 channels, rows `stride_bytes` apart. points: room for kMostPoints squared (x, y),
  // of which rows x cols are set: source_px, row by row.
  ModuleStatus (*map)(const InitModule* module,
                      const std::uint8_t* pixels,
                      int width,
                      int height,
                      int channels,
                      std::size_t stride_bytes,
                      int source_width,
                      int source_height,
                      double* points,
                      int* rows,
                      int* cols,
                      ModuleMessage* why) = nullptr;
};

using InitModuleEntry = const InitModuleInterface* (*)();

}  // namespace platen::optim
