#include "core/detect/cues.h"
#include "core/detect/reading_turn.h"
#include "core/optim/facing_page.h"
#include "core/optim/fit.h"
#include "core/optim/page_extent.h"
#include "core/optim/paper_size.h"
#include "core/pipeline/camera_lens.h"
#include "core/pipeline/guard.h"
#include "core/pipeline/guided_cues.h"
#include "core/pipeline/page.h"
#include "core/pipeline/way_up.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

namespace platen::pipeline {
namespace {

constexpr double kInch_mm = 25.4;
constexpr double kAnotherSheet = 1.25;  // of proportions: no page that looks so far off a paper is a sheet of it

// The page's content box after the page has been turned clockwise by a quarter.
Box turnedBox(const Box& uv) {
  return {1 - uv.y1, uv.x0, 1 - uv.y0, uv.x1};
}

// Clockwise quarter turns from the work frame to how the page reads, as far as that is known before it is fitted.
int knownTurns(const PageCues& cues, const FitOptions& options) {
  if (options.rotate == Rotation::automatic) {
    return cues.reading_turns.value_or(0);
  }
  return (static_cast<int>(options.rotate) - static_cast<int>(Rotation::deg0) - cues.frame.quarter_turns + 4) & 3;
}

// Whether the gutter of a page that was found alone says that it is the left or the right one, as was asked for.
bool isThePageAskedFor(const PageCues& cues, const FitOptions& options) {
  const SideKind inner = options.page.choice == PageChoice::left ? SideKind::right : SideKind::left;
  const int turns = knownTurns(cues, options);
  return std::any_of(cues.sides.begin(), cues.sides.end(),
                     [&](const PageSide& side) { return side.is_gutter && turned(side.kind, turns) == inner; });
}

void turnPage(FitResult& fit, int quarter_turns) {
  quarter_turns &= 3;
  fit.grid = turned(fit.grid, quarter_turns);
  for (int turn = 0; turn < quarter_turns; ++turn) {
    fit.content_uv = turnedBox(fit.content_uv);
    std::swap(fit.page_extent_px.x, fit.page_extent_px.y);
  }
  fit.reading_rotation = (fit.reading_rotation + 90 * quarter_turns) % 360;
}

// The clockwise turn in degrees from the photo to the page that a guide speaks of.
struct PinnedTurn {
  int degrees = 0;
  bool is_sure = true;
};
PinnedTurn turnOfPins(const PageCues& cues, const PageGuide& guide, const Pyramid& photo, const FitOptions& options) {
  if (guide.reading_rotation) {
    return {*guide.reading_rotation};
  }
  if (options.rotate != Rotation::automatic) {
    return {90 * (static_cast<int>(options.rotate) - static_cast<int>(Rotation::deg0))};
  }
  if (cues.reading_turns) {
    return {90 * ((cues.frame.quarter_turns + *cues.reading_turns) & 3)};
  }
  // What was traced on a sheet without lines of text may be creases. Tesseract has no flat page to read yet.
  const std::optional<int> turns = detect::readingTurn(detect::uprightness(cues, photo), std::nullopt, cues.has_text);
  return {90 * ((cues.frame.quarter_turns + turns.value_or(0)) & 3), cues.has_text && turns.has_value()};
}

bool isUsable(const FitResult& fit) {
  const Vec2 e = fit.page_extent_px;
  if (fit.grid.rows < 2 || fit.grid.cols < 2 || !(e.x >= 1) || !(e.y >= 1) || !(e.x * e.y < 4e9)) {
    return false;
  }
  return std::all_of(fit.grid.points.begin(), fit.grid.points.end(),
                     [](Vec2 p) { return std::isfinite(p.x) && std::isfinite(p.y); });
}

}  // namespace

double densityDpi(const PhotoInfo& info, Vec2 page_extent_px, const std::string& paper) {
  const double longer = std::max(page_extent_px.x, page_extent_px.y);
  const double shorter = std::min(page_extent_px.x, page_extent_px.y);
  if (!(shorter > 0)) {
    return 0;
  }
  // A scanner's file has no lens; 72 is what software writes when it knows nothing; paper is 1.5 to 48 inches long.
  const bool is_camera = info.focal_length_35mm.has_value() || !info.camera_model.empty();
  if (info.dpi && !is_camera && std::abs(*info.dpi - 72) > 0.5) {
    const double inches = longer / *info.dpi;
    if (inches > 1.5 && inches < 48) {
      return *info.dpi;
    }
  }
  if (const std::optional<optim::PaperSize> sheet = optim::paperNamed(paper)) {
    return longer / (std::max(sheet->width_mm, sheet->height_mm) / kInch_mm);
  }
  return 0;
}

// Whether the page's rectangle is a sheet from edge to edge, whose size someone can know: its edges were found or
// pinned by the corners, or its proportions say so, as a scan's do. Else it is print on some part of one.
bool showsWholeSheet(const FitResult& fit, const PageGuide* guide, const PaperChoice& paper) {
  const auto is_pinned = [guide](Vec2 corner) {
    return guide != nullptr && std::any_of(guide->pins.begin(), guide->pins.end(),
                                           [corner](const Pin& pin) { return norm(pin.page_uv - corner) < 1e-9; });
  };
  return fit.is_full_page || (is_pinned({0, 0}) && is_pinned({1, 0}) && is_pinned({1, 1}) && is_pinned({0, 1})) ||
         optim::paperIfClose(paper, fit.page_extent_px.y / fit.page_extent_px.x).has_value();
}

bool saysTurnIsUnknown(const FitResult& fit) {
  return std::find(fit.warnings.begin(), fit.warnings.end(), kTurnUnknown) != fit.warnings.end();
}

std::string onlyFirstImage(int images) {
  return "the file holds " + std::to_string(images) + " images: only the first is used (split it to have them all)";
}

std::vector<std::string> photoWarnings(const PhotoInfo& info) {
  std::vector<std::string> warnings;
  if (info.pages > 1 && info.image == 0) {
    warnings.push_back(onlyFirstImage(info.pages));
  }
  if (!info.rendering_doubt.empty()) {
    warnings.push_back("pdftoppm has doubts about this page of the PDF: " + info.rendering_doubt +
                       " (compare the page with the PDF)");
  }
  return warnings;
}

Result<FittedPage> fitPage(const OpenedPhoto& photo,
                           int page,
                           const FitOptions& options,
                           const FitHooks& hooks,
                           std::stop_token stop,
                           const Guide& given) {
  return guarded(photo.info.file, [&]() -> Result<FittedPage> {
    const PageCues& found = photo.pages.at(static_cast<std::size_t>(page));
    const PageGuide* guide = given.ofPage(found.index);
    const bool has_pins = guide != nullptr && !guide->pins.empty();
    const bool has_strokes = guide != nullptr && !guide->strokes.empty();
    const bool says_turn = has_pins || (has_strokes && guide->reading_rotation);
    std::optional<PageCues> guided;
    PinnedTurn pinned;
    if (guide != nullptr && !guide->empty()) {
      pinned.degrees = 90 * found.frame.quarter_turns;
      if (has_pins || has_strokes) {
        pinned = turnOfPins(found, *guide, photo.pyramid, options);
      }
      guided = guidedCues(found, *guide, pinned.degrees / 90 - found.frame.quarter_turns);
    }
    const PageCues& cues = guided ? *guided : found;
    FittedPage fitted;
    fitted.index = cues.index;
    const double focal_prior = photo.focal > 0 ? photo.focal : focalPrior(photo.info);
    const Stopwatch listening;
    const std::optional<FacingPage> facing =
        optim::heardBy(static_cast<std::size_t>(page), photo.pages, options, focal_prior, stop);
    if (facing) {
      fitted.seconds.emplace_back("facing", listening.seconds());
    }
    const optim::FitStart start = guide != nullptr ? optim::startFrom(guide->parameters) : optim::FitStart{};
    const Stopwatch fitting;
    fitted.fit = optim::fit(cues, start, options, focal_prior, hooks, stop, facing.value_or(FacingPage{}));
    fitted.seconds.emplace_back("fit", fitting.seconds());
    FitResult& fit = fitted.fit;
    if (photo.focal > 0 && fit.focal_length.from == FocalSource::exif) {
      fit.focal_length.from = FocalSource::book;
    }
    if (!isUsable(fit)) {
      return stop.stop_requested()
                 ? Result<FittedPage>(stoppedAt(photo.info.file))
                 : fail(ErrorKind::noPage, photo.info.file,
                        "no page could be fitted to it (try --model plane, or a photo that shows the page whole)");
    }
    if (fit.termination == Termination::diverged) {
      fit.warnings.emplace_back("the fit came to nothing; the first model is used");
    }
    for (std::string& warning : photoWarnings(photo.info)) {
      fit.warnings.push_back(std::move(warning));
    }
    const bool one_of_two = options.page.choice == PageChoice::left || options.page.choice == PageChoice::right;
    if (one_of_two && photo.pages.size() == 1 && !isThePageAskedFor(found, options)) {
      fit.warnings.emplace_back(
          "only one page was found on the photo, and it was taken (to divide it, give the spine by --pins or in the "
          "viewer)");
    }
    const Stopwatch turning;
    if (options.rotate != Rotation::automatic) {
      const int wanted = 90 * (static_cast<int>(options.rotate) - static_cast<int>(Rotation::deg0));
      turnPage(fit, (wanted - fit.reading_rotation + 720) / 90);
    } else if (says_turn) {
      turnPage(fit, (pinned.degrees - fit.reading_rotation + 720) / 90);
      if (!pinned.is_sure) {
        fit.warnings.emplace_back(
            "which way up the page reads could not be told (say what the pins mean by \"rotation\")");
      }
    } else if (cues.reading_turns) {
      turnPage(fit, *cues.reading_turns);
    } else if (!stop.stop_requested()) {
      // Lines that someone drew are level or upright in the frame in which they were used.
      const std::optional<int> turns = turnToUpright(cues, fit, photo.pyramid, has_strokes, options.threads, stop);
      if (turns) {
        turnPage(fit, *turns);
      } else {
        fit.warnings.emplace_back(kTurnUnknown);
      }
    }
    fitted.seconds.emplace_back("upright", turning.seconds());
    if (options.paper.kind == PaperKind::sheet && !showsWholeSheet(fit, guide, options.paper)) {
      if (fit.is_whole_photo) {
        fit.warnings.push_back(optim::otherThan(fit.page_extent_px, options.paper));
      } else {
        fit.warnings.push_back("not all of the sheet's edges are known: it was measured, not taken to be " +
                               textOf(options.paper));
      }
    } else if (options.paper.kind == PaperKind::sheet) {
      // What someone says is more than what a scan says of itself.
      if (!(fit.measured.longer > 0)) {
        const auto [shorter, longer] = std::minmax(fit.page_extent_px.x, fit.page_extent_px.y);
        fit.measured.longer = longer / shorter;
      }
      if (std::string stretched = optim::stretchedBy(fit.measured, options.paper); !stretched.empty()) {
        fit.warnings.push_back(std::move(stretched));
      }
      if (optim::stretchTo(fit.measured, options.paper) > kAnotherSheet) {
        fit.confidence = std::min(fit.confidence, optim::kUnsureConfidence);
      }
      optim::PageExtent extent = optim::extentOfPaper(fit.page_extent_px, options.paper);
      fit.page_extent_px = extent.px;
      fit.paper = std::move(extent.paper);
      fit.paper_is_assumed = false;
      const double longer_mm = std::max(options.paper.width_mm, options.paper.height_mm);
      fitted.density_dpi = std::max(extent.px.x, extent.px.y) / longer_mm * kInch_mm;
      return fitted;
    }
    fitted.density_dpi = densityDpi(photo.info, fit.page_extent_px, fit.paper);
    if (fitted.density_dpi > 0 && !fit.paper.empty()) {
      // The shape says A4, the scan's own resolution which of that shape.
      const double longer = std::max(fit.page_extent_px.x, fit.page_extent_px.y);
      fit.paper = optim::paperAtSize(fit.paper, longer / fitted.density_dpi * kInch_mm);
      fit.paper_is_assumed = fit.paper_is_assumed && !fit.paper.empty();
    }
    return fitted;
  });
}

PageToExport exported(const FittedPage& page) {
  return {page.index, page.fit.grid, page.fit.page_extent_px, page.fit.content_uv, page.density_dpi};
}

}  // namespace platen::pipeline
