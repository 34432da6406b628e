#include "core/pipeline/first_guess.h"

#include "core/optim/baked_sheet.h"
#include "core/optim/init_module_interface.h"
#include "core/pipeline/guard.h"
#include "core/pipeline/loaded_module.h"

#include <algorithm>
#include <cstdint>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace platen::pipeline {
namespace {

constexpr const char* kLibrary = "libplaten_init_module.so";

// A failure is the module's fault: a sentence about its file, no bug to report.
Result<void> resultOf(ModuleStatus status,
                      const ModuleMessage& why,
                      const std::filesystem::path& file,
                      const std::string& what) {
  switch (status) {
    case ModuleStatus::done:
      return {};
    case ModuleStatus::outOfMemory:
      throw std::bad_alloc();
    case ModuleStatus::failed:
      break;
  }
  return fail(ErrorKind::badInput, file, what + ": " + why.text);
}

// Of the middle lines of the map, in source_px.
Vec2 extentOf(const WarpGrid& map) {
  Vec2 extent;
  for (int j = 0; j + 1 < map.cols; ++j) {
    extent.x += norm(map.at(map.rows / 2, j + 1) - map.at(map.rows / 2, j));
  }
  for (int i = 0; i + 1 < map.rows; ++i) {
    extent.y += norm(map.at(i + 1, map.cols / 2) - map.at(i, map.cols / 2));
  }
  return extent;
}

}  // namespace

// What the library holds, as long as somebody may ask it.
struct FirstGuess::Module {
  const optim::InitModuleInterface& library;
  const optim::InitModule* loaded = nullptr;
  Size input;

  explicit Module(const optim::InitModuleInterface& calls) : library(calls) {}
  ~Module() { library.unload(loaded); }
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;
};

FirstGuess::FirstGuess(std::filesystem::path file, std::shared_ptr<const Module> module)
    : file_(std::move(file)), module_(std::move(module)) {}

Result<FirstGuess> FirstGuess::load(const std::filesystem::path& file) {
  std::error_code error;
  if (!std::filesystem::exists(file, error)) {
    return fail(ErrorKind::notFound, file, "there is no such file");
  }
  if (!std::filesystem::is_regular_file(file, error)) {
    return fail(ErrorKind::badInput, file, "is no file that a TorchScript module could be in");
  }
  const LoadedModule found = loadedModule(kLibrary, "platenInitModule");
  const auto entry = reinterpret_cast<optim::InitModuleEntry>(found.entry);
  const optim::InitModuleInterface* library = entry == nullptr ? nullptr : entry();
  if (library == nullptr || library->layout != optim::InitModuleInterface::kLayout) {
    std::string why = "can't be used: ";
    why += library == nullptr ? found.why + " (" + found.remedy
                              : std::string(kLibrary) + " is of another version (install Platen anew";
    why += ", or leave out --init-model)";
    return fail(ErrorKind::unsupported, file, why);
  }
  return guarded(file, [&]() -> Result<FirstGuess> {
    auto module = std::make_shared<Module>(*library);
    ModuleMessage why;
    const ModuleStatus status = library->load(file.c_str(), &module->loaded, &why);
    return resultOf(status, why, file, "can't be used as a TorchScript module").transform([&] {
      library->inputSize(module->loaded, &module->input.width, &module->input.height);
      return FirstGuess(file, std::move(module));
    });
  });
}

Result<void> FirstGuess::tell(const OpenedPhoto& photo, Guide& guide) const {
  if (photo.pages.size() != 1) {
    return {};
  }
  const int index = photo.pages.front().index;
  auto page = std::find_if(guide.pages.begin(), guide.pages.end(),
                           [&](const PageGuide& other) { return other.index == index; });
  if (page != guide.pages.end() && !page->shape.empty()) {
    return {};
  }
  const Size input = module_->input;
  const double scale = std::max(static_cast<double>(input.width) / photo.info.size.width,
                                static_cast<double>(input.height) / photo.info.size.height);
  Result<WarpGrid> map = guarded(file_, [&]() -> Result<WarpGrid> {
    constexpr std::size_t kMost = optim::InitModuleInterface::kMostPoints;
    const Image& level = photo.pyramid.atLeast(scale).image;
    if (level.type() != PixelType::u8) {
      throw std::invalid_argument("FirstGuess: levels have 8 bits");
    }
    WarpGrid grid;
    std::vector<double> points(2 * kMost * kMost);
    ModuleMessage why;
    const ModuleStatus status =
        module_->library.map(module_->loaded, level.rowAs<std::uint8_t>(0), level.width(), level.height(),
                             level.channels(), static_cast<std::size_t>(level.strideBytes()), photo.info.size.width,
                             photo.info.size.height, points.data(), &grid.rows, &grid.cols, &why);
    return resultOf(status, why, file_, "failed on this photo").transform([&] {
      for (std::size_t k = 0; k < static_cast<std::size_t>(grid.rows) * static_cast<std::size_t>(grid.cols); ++k) {
        grid.points.push_back({points[2 * k], points[2 * k + 1]});
      }
      return std::move(grid);
    });
  });
  if (!map) {
    return tl::unexpected(map.error());
  }
  const Vec2 extent = extentOf(*map);
  if (optim::foldsOver(*map) || !(extent.x >= 1 && extent.y >= 1)) {
    return fail(ErrorKind::badInput, file_, "failed on this photo: its map folds over");
  }
  if (page == guide.pages.end()) {
    page = guide.pages.insert(page, PageGuide{});
    page->index = index;
  }
  page->shape = std::move(*map);
  page->shape_rotation = 0;
  page->shape_extent_px = extent;
  page->shape_is_guess = true;
  return {};
}

}  // namespace platen::pipeline
