#include "app/batch_told.h"

#include "core/pipeline/batch.h"
#include "core/pipeline/page.h"

#include <algorithm>

#include <fmt/format.h>

namespace platen::app {

namespace fs = std::filesystem;

namespace {

ErrorKind kindNamed(const std::string& name) {
  for (int k = 0; k < static_cast<int>(ErrorKind::internal); ++k) {
    if (nameOf(static_cast<ErrorKind>(k)) == name) {
      return static_cast<ErrorKind>(k);
    }
  }
  return ErrorKind::internal;
}

}  // namespace

std::string counted(std::size_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

PageReport reportOf(const fs::path& photo, const BatchPage& page, const fs::path& out) {
  PageReport report;
  report.photo = photo;
  report.page = page.page;
  report.pages = page.pages;
  report.source_px = page.source_px;
  report.confidence = page.confidence;
  report.paper = page.paper;
  report.paper_is_assumed = page.paper_is_assumed;
  report.warnings = page.warnings;
  report.seconds = page.seconds;
  for (const WarpModel model : {WarpModel::plane, WarpModel::sheet, WarpModel::free}) {
    if (nameOf(model) == page.model) {
      report.model = model;
    }
  }
  if (page.done) {
    report.output = out / page.output;
    report.saved = pipeline::SavedPage{page.out_px, page.dpi, pipeline::formatOfName(page.output), {}, {}};
  } else {
    report.error = Error{kindNamed(page.kind), page.unwritten.empty() ? photo : page.unwritten, page.reason};
  }
  return report;
}

std::string toldOf(const pipeline::AbsentPhotos& absent, const fs::path& out, const std::string& who) {
  if (absent.pages == 0) {
    return {};
  }
  const std::size_t photos = absent.all.size(), moved = absent.moved.size();
  return fmt::format(
      "{} in {} and {} {} of {} that {} not given{}", counted(static_cast<std::size_t>(absent.pages), "page", "pages"),
      (out / pipeline::kManifestName).string(), pipeline::kReportName, absent.pages == 1 ? "is" : "are",
      counted(photos, "photo", "photos"), who,
      moved == 0 ? ""
      : moved == photos
          ? fmt::format(" and that {} no longer where {} lay", moved == 1 ? "is" : "are", moved == 1 ? "it" : "they")
          : fmt::format(" ({} no longer where {} lay)", counted(moved, "of these photos is", "of these photos are"),
                        moved == 1 ? "it" : "they"));
}

std::string toldOfFormer(const std::vector<fs::path>& left, const fs::path& out) {
  if (left.empty()) {
    return {};
  }
  constexpr std::size_t kNamed = 3;
  std::string names;
  for (std::size_t k = 0; k < std::min(kNamed, left.size()); ++k) {
    names += (k == 0 ? "" : ", ") + left[k].string();
  }
  return fmt::format(
      "{} in {} that no record names any more ({}{}): of another format, or of a photo that has failed since",
      counted(left.size(), "former page stays", "former pages stay"), out.string(), names,
      left.size() > kNamed ? ", …" : "");
}

}  // namespace platen::app
