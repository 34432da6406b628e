// libplaten_init_module.so: InitModule behind plain C values, for programs that load torch only when it is asked for.
#include "core/optim/init_module.h"
#include "core/optim/init_module_interface.h"

#include <algorithm>
#include <memory>
#include <sstream>
#include <string>

namespace platen::optim {
namespace {

// The line of torch's message that says why: the last one of what a module threw, below the trace of its code; else the
// first one.
std::string reasonIn(const std::string& what) {
  std::istringstream lines(what);
  std::string first, last;
  for (std::string line; std::getline(lines, line) && !line.starts_with("Exception raised from");) {
    const std::size_t begin = line.find_first_not_of(" \t");
    if (begin != std::string::npos) {
      last = line.substr(begin);
      first = first.empty() ? last : first;
    }
  }
  const std::string& reason = what.find("TorchScript interpreter") != std::string::npos ? last : first;
  return reason.empty() ? "an exception without a message" : reason;
}

ModuleStatus load(const char* file, const InitModule** module, ModuleMessage* why) {
  *module = nullptr;
  return withoutThrowing(
      *why, [&] { *module = std::make_unique<const InitModule>(file).release(); }, reasonIn);
}

void unload(const InitModule* module) {
  const std::unique_ptr<const InitModule> ended(module);
}

void inputSize(const InitModule* module, int* width, int* height) {
  *width = module->inputSize().width;
  *height = module->inputSize().height;
}

ModuleStatus map(const InitModule* module,
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
                 ModuleMessage* why) {
  *rows = *cols = 0;
  return withoutThrowing(
      *why,
      [&] {
        // Only read, though a view is of pixels that could be written.
        const Image photo = Image::wrap(nullptr, const_cast<std::uint8_t*>(pixels), {width, height}, channels,
                                        PixelType::u8, static_cast<std::ptrdiff_t>(stride_bytes));
        const WarpGrid grid = module->map(photo, {source_width, source_height});
        for (const Vec2& point : grid.points) {
          *points++ = point.x;
          *points++ = point.y;
        }
        *rows = grid.rows;
        *cols = grid.cols;
      },
      reasonIn);
}

constexpr InitModuleInterface kInterface{.load = load, .unload = unload, .inputSize = inputSize, .map = map};

}  // namespace
}  // namespace platen::optim

extern "C" [[gnu::visibility("default")]] const platen::optim::InitModuleInterface* platenInitModule() {
  return &platen::optim::kInterface;
}
