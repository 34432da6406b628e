#include "core/pipeline/page_places.h"

#include "core/io/page_writer.h"
#include "core/io/place_map.h"
#include "core/page_inverse.h"
#include "core/pipeline/export_plan.h"
#include "core/pipeline/guard.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace platen::pipeline {

namespace {

// How far beside the page, in pages, a place of the photo is still looked for.
constexpr double kBesidePage = 0.5;

bool isWithin(Vec2 p, const Box& box) {
  return p.x >= box.x0 && p.x <= box.x1 && p.y >= box.y0 && p.y <= box.y1;
}

}  // namespace

Result<ExportedPage> exportedAs(const SavedWarp& warp,
                                const SavedWarp::Page& page,
                                const std::optional<ExportOptions>& options,
                                Size size) {
  ExportedPage exported;
  if (!options && page.exported) {
    exported = *page.exported;
  } else {
    PhotoInfo photo;
    photo.file = warp.source_file;
    photo.size = warp.source_size;
    const Result<ExportPlan> plan = planExport(page.page, photo, options.value_or(ExportOptions()));
    if (!plan) {
      return tl::unexpected(plan.error());
    }
    exported = {plan->out_px, plan->page_uv, plan->known_dpi};
  }
  if (size != Size{}) {
    exported.dpi *= static_cast<double>(size.width) / exported.out_px.width;
    exported.out_px = size;
  }
  return exported;
}

Result<MappedText> mapText(const std::string& text,
                           const SavedWarp& warp,
                           const SavedWarp::Page& page,
                           const ExportedPage& exported,
                           PlaceWay way,
                           const std::filesystem::path& file) {
  return guarded(file, [&]() -> Result<MappedText> {
    const WarpGrid& grid = page.page.grid;
    const SplineNet net = splineNet(grid);
    const Box& uv = exported.page_uv;
    const Vec2 scale{exported.out_px.width / uv.width(), exported.out_px.height / uv.height()};
    const auto uvOf = [&](Vec2 out_px) { return Vec2{uv.x0 + out_px.x / scale.x, uv.y0 + out_px.y / scale.y}; };
    // What the page shows beside [0,1], too.
    const double margin = std::max({kBesidePage, -uv.x0, -uv.y0, uv.x1 - 1, uv.y1 - 1}) + 0.1;
    const auto pageOf = [&](Vec2 source_px) { return pageFromSource(grid, net, source_px, margin); };
    io::PlaceMap map;
    if (way == PlaceWay::toSource) {
      map.place = [&](Vec2 out_px) { return std::optional(sourceFromPage(net, uvOf(out_px))); };
      map.is_inside = [&](Vec2 out_px) {
        constexpr double kRounded = 0.5;  // of whole pixels, or of numbers
        return isWithin(out_px,
                        {-kRounded, -kRounded, exported.out_px.width + kRounded, exported.out_px.height + kRounded});
      };
      map.from_px = exported.out_px;
      map.to_px = warp.source_size;
      map.frame = "source";
    } else {
      map.place = [&](Vec2 source_px) -> std::optional<Vec2> {
        const std::optional<Vec2> at = pageOf(source_px);
        return at ? std::optional(Vec2{(at->x - uv.x0) * scale.x, (at->y - uv.y0) * scale.y}) : std::nullopt;
      };
      map.is_inside = [&](Vec2 source_px) {
        constexpr double kRounded = 0.001;  // of the page
        const std::optional<Vec2> at = pageOf(source_px);
        return at && isWithin(*at, {uv.x0 - kRounded, uv.y0 - kRounded, uv.x1 + kRounded, uv.y1 + kRounded});
      };
      map.from_px = warp.source_size;
      map.to_px = exported.out_px;
      map.frame = "page";
    }
    Result<io::MappedPlaces> mapped = io::mapPlaces(text, map, file);
    if (!mapped) {
      return tl::unexpected(mapped.error());
    }
    MappedText out{std::move(mapped->text), std::move(mapped->remarks)};
    if (mapped->outside > 0) {
      out.remarks.push_back(fmt::format("{} of {} places lie outside of the page", mapped->outside, mapped->mapped));
    }
    if (mapped->nowhere > 0) {
      out.remarks.push_back(
          fmt::format("{} of {} places have none on the page and were not mapped", mapped->nowhere, mapped->mapped));
    }
    return out;
  });
}

Result<void> writeText(const std::filesystem::path& file, const std::string& text) {
  return guarded(file, [&] { return io::writeFileAtomically(file, text); });
}

}  // namespace platen::pipeline
