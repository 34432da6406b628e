#include "core/optim/page_extent.h"

#include "core/optim/paper_size.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

namespace platen::optim {
namespace {

// Source pixels per sheet unit that keep the resolution of nine tenths of the page (FIT section 7).
double densityOf(const WarpGrid& grid, const Box& rect) {
  const SplineNet net = splineNet(grid);
  std::vector<double> density;
  constexpr int kLattice = 24;
  for (int i = 0; i < kLattice; ++i) {
    for (int j = 0; j < kLattice; ++j) {
      const WarpJet jet = warpJet(net, {(j + 0.5) / kLattice, (i + 0.5) / kLattice});
      density.push_back(std::max(norm(jet.du) / rect.width(), norm(jet.dv) / rect.height()));
    }
  }
  const auto at = density.begin() + static_cast<std::ptrdiff_t>(density.size() * 9 / 10);
  std::nth_element(density.begin(), at, density.end());
  return *at;
}

// Whether its proportions may be those of a standard sheet: neither a scan, which has no metric to get wrong, nor a
// page of a book or a whole one, which have any proportions, nor a sheet whose own are known.
bool mayTakePaper(const PageCues& cues, const SheetFit& sheet) {
  return sheet.edgeCount() == 4 && !sheet.bound && !sheet.aspect_is_told && cues.index == 1 && !cues.is_spread &&
         sheet.kind != SheetKind::similarity && showsFourSides(cues);
}

// At its own density both lengths are kept on the mean. `longer`: the longer side in units of the shorter one.
Vec2 inProportions(Vec2 px, double longer) {
  const double aspect = px.y > px.x ? longer : 1 / longer;
  const double area = px.x * px.y;
  return {std::sqrt(area / aspect), std::sqrt(area * aspect)};
}

double longerOver(double a, double b) {
  return std::max(a, b) / std::min(a, b);
}

// "1.41"
std::string timesOf(double ratio) {
  const long hundredths = std::lround(100 * ratio);
  const std::string part = std::to_string(hundredths % 100);
  return std::to_string(hundredths / 100) + (part.size() < 2 ? ".0" : ".") + part;
}

}  // namespace

bool showsFourSides(const PageCues& cues) {
  constexpr double kLeastVisible = 0.4;
  return cues.sides.size() == 4 && std::all_of(cues.sides.begin(), cues.sides.end(), [](const PageSide& side) {
           return !side.is_gutter && side.points.size() >= 2 && side.valid_fraction >= kLeastVisible;
         });
}

std::string otherThan(Vec2 extent_px, const PaperChoice& paper) {
  return "the page is all of the photo and " + timesOf(longerOver(extent_px.x, extent_px.y)) +
         " times as long as wide, not " + timesOf(longerOver(paper.width_mm, paper.height_mm)) + " times as " +
         textOf(paper) + ": it was measured";
}

MeasuredShape measuredShape(const SheetFit& sheet) {
  const double aspect = sheet.aspect_seen > 0 ? sheet.aspect_seen : sheet.rect.height() / sheet.rect.width();
  // Folds, found or not, are more than the curves of the sheet that they were asked of.
  const bool is_told = sheet.aspect_sigma > 0 && !sheet.parameters.folded;
  return {std::max(aspect, 1 / aspect), is_told ? sheet.aspect_sigma : aspectSigmaOfBent(sheet.cost)};
}

double stretchTo(const MeasuredShape& seen, const PaperChoice& paper) {
  return longerOver(seen.longer, longerOver(paper.width_mm, paper.height_mm));
}

std::string stretchedBy(const MeasuredShape& seen, const PaperChoice& paper) {
  constexpr double kSeen = 1.035;
  constexpr double kFarOff = 1.1;
  constexpr double kSigmas = 3;
  const double told = longerOver(paper.width_mm, paper.height_mm);
  const double off = stretchTo(seen, paper);
  const double allowed = seen.sigma > 0 ? std::clamp(std::exp(kSigmas * seen.sigma), kSeen, kFarOff) : kFarOff;
  if (off < allowed) {
    return {};
  }
  return "the page looks " + timesOf(seen.longer) + " times as long as wide, the paper given " + timesOf(told) +
         " times: it is stretched by " + std::to_string(std::lround(100 * (off - 1))) + " % to that";
}

PageExtent extentOfPaper(Vec2 extent_px, const PaperChoice& paper) {
  return {inProportions(extent_px, longerOver(paper.width_mm, paper.height_mm)), textOf(paper)};
}

PageExtent pageExtent(const PageCues& cues, const SheetFit& sheet, const WarpGrid& source_from_page, PaperKind choice) {
  const double density = densityOf(source_from_page, sheet.rect);
  PageExtent extent{{sheet.rect.width() * density, sheet.rect.height() * density}, sheet.paper};
  std::optional<PaperSize> paper = paperNamed(sheet.paper);
  if (!paper && choice == PaperKind::automatic && mayTakePaper(cues, sheet)) {
    const bool folded = sheet.parameters.folded != nullptr;
    paper = likelyPaper(extent.px.y / extent.px.x, sheet.cost, sheet.aspect_sigma, folded);
    extent.paper_is_assumed = paper.has_value();
  }
  if (paper) {
    extent.px = inProportions(extent.px, std::max(paper->aspect(), 1 / paper->aspect()));
    extent.paper = paper->name;
  }
  return extent;
}

}  // namespace platen::optim
