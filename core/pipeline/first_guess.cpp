#include "core/pipeline/first_guess.h"

#include "core/optim/baked_sheet.h"
#include "core/optim/init_module.h"
#include "core/pipeline/guard.h"

#include <algorithm>
#include <new>
#include <sstream>
#include <string>
#include <utility>

namespace platen::pipeline {
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

// What torch throws is the module's fault: a sentence about the file, no bug to report.
template <class Step>
auto ofModule(const std::filesystem::path& file, const std::string& what, Step&& step) -> decltype(step()) {
  return guarded(file, [&]() -> decltype(step()) {
    try {
      return std::forward<Step>(step)();
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const std::exception& e) {
      return fail(ErrorKind::badInput, file, what + ": " + reasonIn(e.what()));
    }
  });
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

FirstGuess::FirstGuess(std::filesystem::path file, std::shared_ptr<const optim::InitModule> module)
    : file_(std::move(file)), module_(std::move(module)) {}

Result<FirstGuess> FirstGuess::load(const std::filesystem::path& module) {
  std::error_code error;
  if (!std::filesystem::exists(module, error)) {
    return fail(ErrorKind::notFound, module, "there is no such file");
  }
  if (!std::filesystem::is_regular_file(module, error)) {
    return fail(ErrorKind::badInput, module, "is no file that a TorchScript module could be in");
  }
  return ofModule(module, "can't be used as a TorchScript module", [&]() -> Result<FirstGuess> {
    return FirstGuess(module, std::make_shared<const optim::InitModule>(module.string()));
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
  const Size input = module_->inputSize();
  const double scale = std::max(static_cast<double>(input.width) / photo.info.size.width,
                                static_cast<double>(input.height) / photo.info.size.height);
  Result<WarpGrid> map = ofModule(file_, "failed on this photo", [&]() -> Result<WarpGrid> {
    return module_->map(photo.pyramid.atLeast(scale).image, photo.info.size);
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
