#include "app/photo_batch.h"

#include "app/command_line.h"
#include "core/pipeline/photo_images.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <CLI/CLI.hpp>

namespace platen::app {

void PhotoBatch::addOut(CLI::App& command) {
  command
      .add_option(
          "-o,--out", out,
          "a file (one photo), a folder (made if it is missing), or a .pdf or .tif (the pages of all photos, in order)")
      ->required()
      ->type_name("OUT");
}

void PhotoBatch::addExport(CLI::App& command) {
  addOptions(command, save);
  addWarpNames(command, warp);
  addPixelLimit(command);
  addTalk(command, talk);
}

void PhotoBatch::takeEachImage() {
  const std::vector<std::filesystem::path> images = pipeline::eachImage({photos.begin(), photos.end()});
  photos.clear();
  std::transform(images.begin(), images.end(), std::back_inserter(photos),
                 [](const std::filesystem::path& image) { return image.native(); });
}

pipeline::Outputs PhotoBatch::outputs(std::vector<std::filesystem::path> also_read) const {
  pipeline::Outputs outputs({photos.begin(), photos.end()}, out, save, std::move(also_read));
  outputs.alsoWrites(warp.warp_out);
  outputs.alsoWrites(warp.map_out);
  return outputs;
}

void PhotoBatch::run(
    const FitOne& fitOne, Exporter& exporter, pipeline::Outputs& outputs, Report& report, const std::stop_token& stop) {
  for (const std::string& photo : photos) {
    if (stop.stop_requested()) {
      break;
    }
    report.start(photo);
    FittedPhoto fitted = fitOne(photo);
    if (stop.stop_requested()) {
      break;  // a photo that was stopped is not among those done
    }
    if (!fitted.pages.empty()) {
      keepWarp(warp, fitted, save, outputs, report);
      std::vector<pipeline::PageToExport> pages;
      for (const pipeline::FittedPage& page : fitted.pages) {
        pages.push_back(pipeline::exported(page));
      }
      if (!exporter.exportPages(fitted.info, pages, std::move(fitted.reports), stop)) {
        break;
      }
    }
    report.endPhoto();
  }
  is_through_ = !stop.stop_requested();
  exporter.finish(!is_through_);
}

std::string PhotoBatch::afterStop(const std::string& instead) const {
  if (is_through_) {
    return "all photos had been gone through";
  }
  const pipeline::OutputTarget target = outputs().target();
  const std::string begins =
      photos.size() == 1 ? "run the same command again" : "the same command begins again with the first photo";
  if (target == pipeline::OutputTarget::document) {
    return out + " was not written; " + begins;
  }
  return photos.size() == 1 || instead.empty() ? begins : begins + "; " + instead;
}

}  // namespace platen::app
