#include "core/io/guide_file.h"
#include "core/io/page_writer.h"
#include "core/io/sidecar.h"
#include "core/io/source_digest.h"
#include "core/pipeline/export_plan.h"
#include "core/pipeline/guard.h"
#include "core/pipeline/page.h"
#include "core/pipeline/warp_doubts.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace platen::pipeline {

Result<void> saveWarp(const std::filesystem::path& file,
                      const PhotoInfo& info,
                      const std::vector<FittedPage>& pages,
                      IfThere if_there,
                      const ExportOptions* exported) {
  return guarded(file, [&]() -> Result<void> {
    const Result<std::string> digest = io::sourceSha256(info.file);
    if (!digest) {
      return tl::unexpected(digest.error());
    }
    io::Sidecar sidecar;
    sidecar.source_file = info.file.string();
    sidecar.source_sha256 = *digest;
    sidecar.source_size = info.size;
    sidecar.exif_orientation = info.exif_orientation;
    // The warp may be applied to another file, of which other things are to be said.
    const std::vector<std::string> of_photo = photoWarnings(info);
    const auto is_of_photo = [&](const std::string& warning) {
      return std::find(of_photo.begin(), of_photo.end(), warning) != of_photo.end();
    };
    for (const FittedPage& fitted : pages) {
      const FitResult& fit = fitted.fit;
      io::SidecarPage page;
      page.index = fitted.index;
      page.reading_rotation = fit.reading_rotation;
      page.model = fit.model;
      page.confidence = fit.confidence;
      std::remove_copy_if(fit.warnings.begin(), fit.warnings.end(), std::back_inserter(page.warnings), is_of_photo);
      page.output_px = fit.page_extent_px;
      page.output_dpi = fitted.density_dpi;
      page.map = fit.grid;
      page.parameters = fit.parameters;
      page.paper = fit.paper;
      page.paper_is_assumed = fit.paper_is_assumed;
      page.focal_length = fit.focal_length;
      page.steps = fit.steps;
      page.energy_first = fit.energy_first;
      page.energy_last = fit.energy_last;
      page.seconds = fit.seconds;
      if (fit.content_uv.width() > 0 && fit.content_uv.height() > 0) {  // else nothing was found that is printed
        page.content_uv = fit.content_uv;
      }
      if (exported != nullptr) {
        if (const Result<ExportPlan> plan = planExport(pipeline::exported(fitted), info, *exported)) {
          page.exported = ExportedPage{plan->out_px, plan->page_uv, plan->known_dpi};
        }
      }
      sidecar.pages.push_back(std::move(page));
    }
    return io::writeSidecar(file, sidecar, if_there);
  });
}

Result<SavedWarp> loadWarp(const std::filesystem::path& file) {
  return guarded(file, [&]() -> Result<SavedWarp> {
    const Result<io::Sidecar> sidecar = io::readSidecar(file);
    if (!sidecar) {
      return tl::unexpected(sidecar.error());
    }
    SavedWarp warp;
    warp.source_file = sidecar->source_file;
    warp.source_sha256 = sidecar->source_sha256;
    warp.source_size = sidecar->source_size;
    warp.exif_orientation = sidecar->exif_orientation;
    for (const io::SidecarPage& kept : sidecar->pages) {
      SavedWarp::Page page;
      page.page = {kept.index, kept.map, kept.output_px, kept.content_uv, kept.output_dpi};
      page.model = kept.model;
      page.confidence = kept.confidence;
      page.reading_rotation = kept.reading_rotation;
      page.warnings = kept.warnings;
      if (std::optional<MapDoubt> doubt = doubtOf(kept.map, sidecar->source_size)) {
        const std::string_view words = doubt->said_already;
        const bool is_said = !words.empty() && std::any_of(page.warnings.begin(), page.warnings.end(),
                                                           [words](const std::string& warning) {
                                                             return warning.find(words) != std::string::npos;
                                                           });
        if (!is_said) {
          page.warnings.push_back(std::move(doubt->sentence));
        }
        page.confidence = std::min(page.confidence, doubt->confidence);
      }
      page.steps = kept.steps;
      page.energy_first = kept.energy_first;
      page.energy_last = kept.energy_last;
      page.seconds = kept.seconds;
      page.parameters = kept.parameters;
      page.paper = kept.paper;
      page.paper_is_assumed = kept.paper_is_assumed;
      page.focal_length = kept.focal_length;
      page.exported = kept.exported;
      warp.pages.push_back(std::move(page));
    }
    return warp;
  });
}

Result<void> saveMap(const std::filesystem::path& file, const std::vector<WarpGrid>& grids) {
  return guarded(file, [&] { return io::writeMapNpy(file, grids); });
}

Result<std::vector<PageToExport>> pagesFor(const SavedWarp& warp, const PhotoInfo& info) {
  const double across = static_cast<double>(info.size.width) / warp.source_size.width;
  const double down = static_cast<double>(info.size.height) / warp.source_size.height;
  if (!(std::abs(across / down - 1) <= 0.01)) {
    const auto size = [](Size s) { return std::to_string(s.width) + " x " + std::to_string(s.height); };
    return fail(ErrorKind::badInput, info.file,
                "is " + size(info.size) + " pixels, the warp was fitted to " + size(warp.source_size) +
                    ": not the same view (use another exposure or resolution of the same shot)");
  }
  std::vector<PageToExport> pages;
  for (const SavedWarp::Page& kept : warp.pages) {
    PageToExport page = kept.page;
    if (info.size != warp.source_size) {
      for (Vec2& point : page.grid.points) {
        point = {point.x * across, point.y * down};
      }
      const double scale = std::sqrt(across * down);
      page.extent_px = page.extent_px * scale;
      page.density_dpi *= scale;
    }
    pages.push_back(std::move(page));
  }
  return pages;
}

Result<Guide> loadPins(const std::filesystem::path& file) {
  return guarded(file, [&] { return io::readGuide(file); });
}

Result<void> checkPlaces(const std::filesystem::path& file, const Guide& pins, const PhotoInfo& info) {
  constexpr double kBeyond = 0.5;  // of the longer side
  const Vec2 size{static_cast<double>(info.size.width), static_cast<double>(info.size.height)};
  const double beyond = kBeyond * std::max(size.x, size.y);
  const auto isFarOff = [&](Vec2 p) {
    return p.x < -beyond || p.y < -beyond || p.x > size.x + beyond || p.y > size.y + beyond;
  };
  for (const PageGuide& page : pins.pages) {
    std::vector<std::pair<std::string, Vec2>> places;
    for (const Pin& pin : page.pins) {
      places.emplace_back("the pin", pin.point);
    }
    for (const Stroke& stroke : page.strokes) {
      std::transform(stroke.points.begin(), stroke.points.end(), std::back_inserter(places),
                     [](Vec2 point) { return std::pair("the line's point", point); });
    }
    std::transform(page.spine.begin(), page.spine.end(), std::back_inserter(places),
                   [](Vec2 point) { return std::pair("the spine's point", point); });
    const auto stray =
        std::find_if(places.begin(), places.end(), [&](const auto& place) { return isFarOff(place.second); });
    if (stray != places.end()) {
      const auto whole = [](double x) { return std::to_string(std::llround(x)); };
      return fail(ErrorKind::badInput, file,
                  stray->first + " at (" + whole(stray->second.x) + ", " + whole(stray->second.y) +
                      ") lies far outside the photo, which is " + std::to_string(info.size.width) + " x " +
                      std::to_string(info.size.height) + " (give it in pixels of this photo)");
    }
  }
  return {};
}

PageGuide scaledShape(PageGuide shape, Size from_px, Size to_px) {
  const double across = static_cast<double>(to_px.width) / from_px.width;
  const double down = static_cast<double>(to_px.height) / from_px.height;
  for (Vec2& point : shape.shape.points) {
    point = {point.x * across, point.y * down};
  }
  shape.shape_extent_px = shape.shape_extent_px * std::sqrt(across * down);
  // Sheets are in work_px: their scale is relative to the photo's own pixels.
  if (const auto work = shape.parameters.find("work"); work != shape.parameters.end() && !work->second.empty()) {
    work->second[0] /= across;
  }
  return shape;
}

Result<void> startFrom(const SavedWarp& warp, const PhotoInfo& info, Guide& guide) {
  if (const Result<std::vector<PageToExport>> same_view = pagesFor(warp, info); !same_view) {
    return tl::unexpected(same_view.error());
  }
  for (const SavedWarp::Page& kept : warp.pages) {
    auto page = std::find_if(guide.pages.begin(), guide.pages.end(),
                             [&](const PageGuide& other) { return other.index == kept.page.index; });
    if (page == guide.pages.end()) {
      page = guide.pages.insert(page, PageGuide{});
      page->index = kept.page.index;
    }
    page->shape = kept.page.grid;
    page->shape_rotation = kept.reading_rotation;
    page->shape_extent_px = kept.page.extent_px;
    page->parameters = kept.parameters;
    *page = scaledShape(std::move(*page), warp.source_size, info.size);
  }
  return {};
}

}  // namespace platen::pipeline
