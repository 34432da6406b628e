#include "app/guidance.h"

#include "core/pipeline/warp_doubts.h"

#include <algorithm>
#include <utility>

#include <CLI/CLI.hpp>

namespace platen::app {

void Guidance::addOptions(CLI::App& command) {
  pins_.addOption(command,
                  "places and lines of the page that are known, a book's spine among them, as JSON "
                  "(docs/interfaces.md); one photo only");
  command
      .add_option("--start", start_file_,
                  "begin from this warp: of a page before it under the same camera, or an earlier fit of this one")
      ->type_name("WARP.json");
  command
      .add_option("--init-model", module_file_,
                  "a traced TorchScript module whose first guess is tried as a start beside the fit's own")
      ->type_name("MODULE.pt");
}

std::vector<std::filesystem::path> Guidance::files() const {
  std::vector<std::filesystem::path> files = pins_.files();
  for (const std::string& file : {start_file_, module_file_}) {
    if (!file.empty()) {
      files.emplace_back(file);
    }
  }
  return files;
}

std::vector<std::string> Guidance::problems(std::size_t photos) const {
  std::vector<std::string> wrong = pins_.problems(photos);
  if (wrong.empty() && !start_file_.empty() && !module_file_.empty()) {
    wrong.emplace_back("--start and --init-model are two starts: give one of them");
  }
  return wrong;
}

Result<void> Guidance::load() {
  if (Result<void> read = pins_.load(); !read) {
    return read;
  }
  if (!start_file_.empty()) {
    Result<pipeline::SavedWarp> read = pipeline::loadWarp(start_file_);
    if (!read) {
      return tl::unexpected(read.error());
    }
    start_ = std::move(*read);
  }
  if (!module_file_.empty()) {
    Result<pipeline::FirstGuess> read = pipeline::FirstGuess::load(module_file_);
    if (!read) {
      return tl::unexpected(read.error());
    }
    first_guess_ = std::move(*read);
  }
  return {};
}

Result<void> Guidance::fits(const PhotoInfo& photo) const {
  return pins_.fits(photo);
}

Guide Guidance::of(const pipeline::OpenedPhoto& photo, std::string& warning) const {
  Guide guide = pins_.guide();
  if (start_) {
    std::optional<pipeline::MapDoubt> doubt;
    for (const pipeline::SavedWarp::Page& page : start_->pages) {
      doubt = doubt ? doubt : pipeline::doubtOf(page.page.grid, start_->source_size);
    }
    if (doubt) {
      warning = "the start was not used: " + doubt->sentence;
    } else if (const Result<void> started = pipeline::startFrom(*start_, photo.info, guide); !started) {
      warning = "the start was not used: the photo " + started.error().message;
    }
  }
  if (first_guess_) {
    const Result<void> told = first_guess_->tell(photo, guide);
    if (!told) {
      warning = "the first guess was not used: " + describe(told.error());
    }
  }
  return guide;
}

}  // namespace platen::app
