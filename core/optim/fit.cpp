// The orchestration: which model, which rectangle, which grid, how sure.
#include "core/optim/fit.h"

#include "core/box_side.h"
#include "core/optim/bake.h"
#include "core/optim/baked_sheet.h"
#include "core/optim/curve_solver.h"
#include "core/optim/fit_confidence.h"
#include "core/optim/fit_device.h"
#include "core/optim/fit_worth.h"
#include "core/optim/grid_fit.h"
#include "core/optim/guided_start.h"
#include "core/optim/hand_outline.h"
#include "core/optim/known_places.h"
#include "core/optim/page_extent.h"
#include "core/optim/page_score.h"
#include "core/optim/paper_choice.h"
#include "core/optim/paper_net_fit.h"
#include "core/optim/place_energy.h"
#include "core/optim/printed_box.h"
#include "core/optim/refused_lines.h"
#include "core/optim/row_sharpness.h"
#include "core/optim/sampled_sheet_fit.h"
#include "core/optim/sheet_fit.h"
#include "core/optim/stage_one.h"
#include "core/optim/start_through.h"
#include "core/optim/wandering_lines.h"
#include "core/optim/withheld_evidence.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <optional>
#include <utility>

namespace platen::optim {
namespace {

Vec2 turnedSize(const WorkFrame& frame) {
  const Vec2 size{static_cast<double>(frame.source_size.width), static_cast<double>(frame.source_size.height)};
  return frame.quarter_turns % 2 == 0 ? size : Vec2{size.y, size.x};
}

// What of the photo lies on the page's side of a spine that someone put there: straight rows (columns, where the spine
// is level), from the photo's border to the spine.
void takePartBeside(const PageSide& spine, const WorkFrame& frame, FitResult& result) {
  const bool is_level = isLevel(spine.kind);
  const bool is_beyond = spine.kind == SideKind::left || spine.kind == SideKind::top;
  const auto alongAndAcross = [is_level](Vec2 p) { return is_level ? p : Vec2{p.y, p.x}; };
  const Vec2 extent = alongAndAcross(frame.extent());
  const Vec2 first = alongAndAcross(spine.points.front());
  const Vec2 run = alongAndAcross(spine.points.back()) - first;
  WarpGrid& grid = result.grid;
  double across = 0;
  for (int i = 0; i < grid.rows; ++i) {
    for (int j = 0; j < grid.cols; ++j) {
      const Vec2 at = alongAndAcross({j / (grid.cols - 1.0), i / (grid.rows - 1.0)});
      const double along = at.x * extent.x;
      const double edge = std::clamp(first.y + (along - first.x) * run.y / run.x, 1.0, extent.y - 1);
      const double from = is_beyond ? edge : 0;
      const double to = is_beyond ? extent.y : edge;
      grid.points[static_cast<std::size_t>(i * grid.cols + j)] =
          frame.sourceFromWork(alongAndAcross({along, from + at.y * (to - from)}));
      across += (to - from) / (grid.rows * grid.cols);
    }
  }
  result.page_extent_px = alongAndAcross({extent.x, across}) / frame.scale;
}

FitResult photoAsItIs(const PageCues& cues, const char* why) {
  FitResult result;
  result.grid = wholePhoto(cues.frame);
  result.page_extent_px = turnedSize(cues.frame);
  for (const PageSide& side : cues.sides) {
    if (!side.is_gutter || !side.is_given || side.points.size() < 2) {
      continue;
    }
    const Vec2 run = side.points.back() - side.points.front();
    if ((isLevel(side.kind) ? run.x : run.y) > 0) {
      takePartBeside(side, cues.frame, result);
    }
  }
  result.reading_rotation = 90 * cues.frame.quarter_turns;
  result.warnings = cues.notes;
  result.warnings.emplace_back(why);
  return result;
}

// Returns by how much they were missed, in heights of a character; 0: they were not.
double tellMissedGuides(const PageCues& cues, FitResult& result) {
  double off_h = 0;
  for (const MissedGuide& missed :
       {missedPins(cues, result.grid), missedStrokes(cues, result.grid, result.page_extent_px)}) {
    if (!missed.sentence.empty()) {
      result.warnings.push_back(missed.sentence);
    }
    off_h = std::max(off_h, missed.off_h);
  }
  return off_h;
}

// What comes out where the page itself tells nothing: the shape that was given beforehand, or the photo.
FitResult asItWas(const PageCues& cues, const char* why, const FitOptions& options) {
  const bool may_be_free = options.model == ModelLimit::automatic || options.model == ModelLimit::free;
  std::optional<FitResult> given = may_be_free ? shapeAsGiven(cues) : std::nullopt;
  FitResult result = given ? std::move(*given) : photoAsItIs(cues, why);
  tellMissedGuides(cues, result);
  return result;
}

// PageScore::waviness_h of lines that are not straight on a flat page: copies of a book's pages, paper that swelled. A
// good scan has 0.02 to 0.03. Where only a few lines have more, those were not traced along one: entries of two
// columns and the parts of displayed formulas do not stand level.
constexpr double kWavy_h = 0.04;
constexpr double kMostlyWavy_h = 0.03;  // the median line
bool isWavy(const PageScore& score) {
  return score.waviness_h > kWavy_h && score.median_waviness_h > kMostlyWavy_h;
}

// No page comes out worse than it went in: where the photo itself looks flatter than what was made of it (scorePage),
// it is the result, turned level.
// Returns whether it is. Never for one page of several: the photo shows them all.
bool takeFlatterPhoto(FitResult& result, const PageCues& cues, const PageScore& score) {
  const bool one_of_several = cues.index > 1 || cues.hasGutter();
  std::optional<DeskewedPhoto> photo;
  if (!one_of_several) {
    photo = flatterPhoto(cues, score);
  }
  if (!photo) {
    return false;
  }
  result.grid = std::move(photo->grid);
  result.page_extent_px = photo->extent_px;
  result.content_uv = {0, 0, 1, 1};
  result.model = WarpModel::plane;
  result.is_full_page = false;
  result.measured = {};
  result.focal_length = {};
  result.paper.clear();
  result.paper_is_assumed = false;
  result.confidence = std::min(result.confidence, 0.2);
  result.warnings.emplace_back("no shape was found on which the page looks flatter: the photo was only turned level");
  return true;
}

// Whose folds, where it has some, moved it: then it is known no better than that.
FocalLength focalLengthOf(const SheetFit& sheet, double focal_prior) {
  if (sheet.kind == SheetKind::similarity || !(sheet.log_focal_sigma > 0)) {
    return {};
  }
  const double smooth = sheet.parameters.log_focal;
  const double log_focal = sheet.parameters.folded ? sheet.parameters.folded->log_focal : smooth;
  const double told = priorsWithFocal(focal_prior).log_focal_sigma;
  const bool page_tells = 2 * sheet.log_focal_sigma * sheet.log_focal_sigma < told * told;
  return {std::exp(log_focal), std::hypot(sheet.log_focal_sigma, log_focal - smooth),
          page_tells ? FocalSource::page : (focal_prior > 0 ? FocalSource::exif : FocalSource::assumed)};
}

// A photo that was turned level by more than scanners and hands are off.
bool isTurnedFar(const SheetFit& sheet) {
  constexpr double kFar = 0.1;  // radians
  return std::abs(sheet.parameters.roll) > kFar;
}

// The photo where its fit is not worth it (fit_worth.h): turned level where its lines of text say so; as the camera
// held it where they may be none.
FitResult leftAsItWas(const PageCues& cues, double confidence_of_fit) {
  constexpr const char* kWhy = "too little tells what shape the page has: the photo is left as it was";
  if (!cues.has_text || confidence_of_fit < kHopelessConfidence) {
    PageCues untold = cues;
    untold.frame.quarter_turns = 0;
    return photoAsItIs(untold, kWhy);
  }
  FitResult result = photoAsItIs(cues, kWhy);
  if (std::optional<DeskewedPhoto> level = flatterPhoto(cues, scorePage(cues, result.grid, result.page_extent_px))) {
    result.grid = std::move(level->grid);
    result.page_extent_px = level->extent_px;
  }
  result.confidence = std::min(confidence_of_fit, 0.2);
  return result;
}

// RMS distance of two grids of one page, source_px.
double distanceOf(const WarpGrid& grid, const WarpGrid& other) {
  const SplineNet net = splineNet(other);
  double squares = 0;
  for (int i = 0; i < grid.rows; ++i) {
    for (int j = 0; j < grid.cols; ++j) {
      const Vec2 uv{static_cast<double>(j) / (grid.cols - 1), static_cast<double>(i) / (grid.rows - 1)};
      const Vec2 off = grid.at(i, j) - sourceFromPage(net, uv);
      squares += dot(off, off) / static_cast<double>(grid.points.size());
    }
  }
  return std::sqrt(squares);
}

// Whether the free form bends a scan that was only turned for little: it moves it by little, and what is left of its
// lines' waves is not much less. Leaders of dots, figures in a column and letters do not lie at one height
// (SheetFitter::isFlatScan); a page of a book that curled at its spine is straight once it is unbent. left: what the
// turn left bent.
bool bendsForLittle(const PageCues& cues,
                    const SheetFit& sheet,
                    const WarpGrid& bent,
                    const WarpGrid& turned_only,
                    const PageScore& left) {
  constexpr double kLittle_h = 0.6;
  constexpr double kMuchLess = 0.35;
  constexpr std::size_t kFewLines = 12;
  if (!cues.fills_photo || sheet.kind != SheetKind::similarity || cues.isGuided() ||
      distanceOf(bent, turned_only) > kLittle_h * cues.char_height / cues.frame.scale) {
    return false;
  }
  return cues.segments.size() < kFewLines ||
         scoreSheet(cues, bent, sheet).median_waviness_h > kMuchLess * left.median_waviness_h;
}

// Whether the rows of a scan that was only turned, or lay level, are less sharp once it is bent: what was traced does
// not lie at one height. Of scans that are bent, wavy copies, they are sharper by .08 and more.
bool blursRows(const PageCues& cues, const SheetFit& sheet, const WarpGrid& bent, const WarpGrid& turned_only) {
  constexpr double kAsSharp = 0.95;
  if (sheet.kind != SheetKind::similarity || cues.isGuided()) {
    return false;
  }
  const Vec2 extent_px = extentOf(cues, sheet);
  return rowSharpness(cues, bent, extent_px) < kAsSharp * rowSharpness(cues, turned_only, extent_px);
}

// The grid stage on top of the sheet; the result keeps the sheet's grid where the free form does not win. Returns
// what it judged.
GridFit addFreeForm(const PageCues& cues,
                    const SheetFit& sheet,
                    const FitOptions& options,
                    const FitHooks& hooks,
                    const std::stop_token& stop,
                    FitDevice& device,
                    const GridNet* start,
                    const PageScore& left,
                    FitResult& result,
                    FittedShape& shape) {
  GridFit free_form = fitGrid(cues, sheet, options, hooks, stop, &device, start);
  result.steps += free_form.steps;
  if (!free_form.kept || free_form.termination == Termination::diverged) {
    return free_form;
  }
  WarpGrid grid = sourceGrid(free_form.grid, cues.frame);
  if (foldsOver(grid)) {
    result.warnings.emplace_back("the free form folded over itself: the bent sheet alone was used");
    return free_form;
  }
  if (options.model != ModelLimit::free &&
      (bendsForLittle(cues, sheet, grid, result.grid, left) || blursRows(cues, sheet, grid, result.grid))) {
    GridFit none;  // what it left unexplained says nothing of the page as it is
    none.steps = free_form.steps;
    return none;
  }
  result.grid = std::move(grid);
  result.model = WarpModel::free;
  result.energies = free_form.energies;
  shape.grid = free_form.net;
  return free_form;
}

// Whether a sheet misses the corners that someone set, and for no good reason: hardly a line of text is straight on it.
bool straysFromOutline(const PageCues& cues, const SheetFit& sheet) {
  constexpr double kOff_h = 1;
  constexpr double kExplained = 0.6;
  if (cues.segments.empty() && cues.rules.empty()) {
    return false;
  }
  if (!sheet.usable || !(sheet.rect.width() > 0) || !(sheet.rect.height() > 0)) {
    return true;
  }
  SheetFit pinned = sheet;
  takePins(cues, pinned);
  const SheetModel model(pinned.frame, pinned.parameters);
  const BaseMap base(model, pinned.rect);
  std::vector<KnownPlace> corners;
  std::copy_if(cues.pins.begin(), cues.pins.end(), std::back_inserter(corners), [](const Pin& pin) {
    return (liesOn(pin, SideKind::left) || liesOn(pin, SideKind::right)) &&
           (liesOn(pin, SideKind::top) || liesOn(pin, SideKind::bottom));
  });
  return sheet.inlier_share < kExplained &&
         furthestPlace(corners, base, OffsetNet::zero({1, 1})) > kOff_h * toleranceHeight(cues);
}

FitResult fitAll(FitDevice& device,
                 const PageCues& all_cues,
                 const FitStart& start,
                 const FitOptions& options,
                 double focal_prior,
                 const FitHooks& hooks,
                 const std::stop_token& stop,
                 const FacingPage& facing) {
  const auto began = std::chrono::steady_clock::now();
  const auto seconds = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count(); };

  std::optional<PageCues> own;
  if (!options.without.empty()) {
    own = withoutEvidence(all_cues, options.without);
  }
  std::optional<PageCues> outlined = withinHandOutline(own ? *own : all_cues);
  const bool has_outline = outlined.has_value();
  if (has_outline) {
    own = std::move(outlined);
  }
  const PageCues& found = own ? *own : all_cues;
  SheetFitOptions sheet_options = sheetOptionsOf(options, focal_prior);
  sheet_options.facing = facing;
  sheet_options.device = &device;
  OutlineSheet outline;
  sheet_options.outline = &outline;
  const std::optional<FitStart> from =
      startIn(found.frame, found.shape_is_guess ? startThrough(found, sheet_options, stop) : start);
  const SheetStart* const start_sheet = from ? &*from->sheet : nullptr;
  StageOne stage_one = fitFromStart(found, sheet_options, start_sheet, hooks, stop);
  if (has_outline && straysFromOutline(found, stage_one.sheet) && !stop.stop_requested()) {
    // What looks like print agrees with itself no better than with the outline.
    own = outlineAlone(std::move(*own));
    outline = {};
    stage_one = fitFromStart(found, sheet_options, start_sheet, hooks, stop);
  }
  std::optional<StageOneAnew> distrusting;
  if (!stop.stop_requested()) {
    distrusting = fitWanderingLines(found, stage_one.sheet, sheet_options, start_sheet, hooks, stop);
  }
  if (!distrusting && !stop.stop_requested()) {
    distrusting = fitWithoutLines(found, stage_one.sheet, sheet_options, start_sheet, hooks, stop);
  }
  if (distrusting) {
    const int steps = stage_one.sheet.steps;
    stage_one = std::move(distrusting->stage_one);
    stage_one.sheet.steps += steps;
  }
  const bool without_lines = distrusting && distrusting->without_lines;
  const PageCues& cues = distrusting ? distrusting->cues : found;
  const SheetFit& first = stage_one.sheet;
  const std::optional<SheetFit>& unfolded = stage_one.unfolded;
  if (!first.usable) {
    FitResult result =
        asItWas(cues, "neither text lines nor page edges were found: the photo is left as it was", options);
    result.termination = stop.stop_requested() ? Termination::stopped : Termination::converged;
    result.seconds = seconds();
    return result;
  }
  BakedSheet baked = bakeOrFallBack(cues, first, sheet_options, stop);
  if (unfolded && (!baked.ok || baked.poorer)) {
    baked = bakeOrFallBack(cues, *unfolded, sheet_options, stop);  // folds that can't be unfolded: without them
  }
  if (!baked.ok) {
    FitResult result = asItWas(cues, "the page's shape could not be found: the photo is left as it was", options);
    result.termination = cues.shape.empty() ? Termination::diverged : Termination::converged;
    result.seconds = seconds();
    return result;
  }
  const SheetFit& sheet = baked.sheet;

  FitResult result;
  result.grid = baked.grid;
  result.model = sheet.kind == SheetKind::cylinder ? WarpModel::sheet : WarpModel::plane;
  if (sheet.parameters.folded) {
    result.model = WarpModel::free;  // --model sheet never folds
  }
  result.steps = sheet.steps;
  FittedShape shape = shapeOf(sheet);
  FitDoubts doubts;
  const bool free_asked = options.model == ModelLimit::free;
  const bool free_allowed = free_asked || options.model == ModelLimit::automatic;
  const bool guided = cues.isGuided();
  const bool is_bent = sheet.kind == SheetKind::cylinder;
  const bool is_smooth = is_bent && !sheet.parameters.folded;
  const PageScore left = is_smooth || !free_allowed ? PageScore{} : scoreSheet(cues, result.grid, sheet);
  const bool is_unexplained = !guided && isUnexplainedPaper(cues, sheet, left.sides_h);
  const bool may_bend = is_bent || guided || free_asked || is_unexplained || (cues.has_text && isWavy(left));
  if (free_allowed && may_bend && !stop.stop_requested()) {
    constexpr double kSame_h = 0.25;
    const bool goes_on = from && isSameSheet(sheet, *from, kSame_h * cues.char_height);
    const GridNet* kept_grid = goes_on && from->grid ? &*from->grid : nullptr;
    const PaperNets* kept_paper = goes_on && from->paper ? &*from->paper : nullptr;
    const GridFit free_form = addFreeForm(cues, sheet, options, hooks, stop, device, kept_grid, left, result, shape);
    doubts.held_out_lines = free_form.held_out_lines;
    doubts.direction = free_form.direction;
    doubts.bent_lines = free_form.bent_lines;
    if (is_unexplained && !stop.stop_requested()) {
      takePaperNet(cues, sheet, options, hooks, stop, kept_paper, result, shape);
    }
  }
  result.termination = stop.stop_requested() ? Termination::stopped : Termination::converged;
  result.reading_rotation = 90 * cues.frame.quarter_turns;
  result.is_full_page = sheet.edgeCount() == 4;
  result.is_whole_photo = baked.whole_photo;
  result.paper = sheet.paper;
  result.warnings.insert(result.warnings.begin(), cues.notes.begin(), cues.notes.end());
  const std::vector<std::string> warnings = warningsOf(sheet, found, baked.whole_photo);
  result.warnings.insert(result.warnings.end(), warnings.begin(), warnings.end());
  if (without_lines) {
    result.warnings.emplace_back("the lines of text do not fit the page's edges: the page was fitted without them");
  }
  if (baked.poorer) {
    result.warnings.emplace_back("the bent page folded over itself in the fit: a simpler shape was used");
  }
  result.measured = measuredShape(sheet);
  result.focal_length = focalLengthOf(sheet, sheet_options.focal_prior);
  if (result.grid.rows == 2 && result.grid.cols == 2) {
    result.page_extent_px = turnedSize(cues.frame);
  } else {
    PageExtent extent = pageExtent(cues, sheet, result.grid, options.paper.kind);
    result.page_extent_px = extent.px;
    result.paper = std::move(extent.paper);
    result.paper_is_assumed = extent.paper_is_assumed;
  }
  result.content_uv = printedBox(found, result, sheet, without_lines);
  const PageScore score = scorePage(found, result.grid, result.page_extent_px);
  doubts.stretch = score.stretch;
  doubts.missed_h = tellMissedGuides(cues, result);
  result.confidence = confidenceOf(sheet, cues, doubts);
  // Which of page and photo has the straighter lines does not say which is flatter where lines are not believed.
  const bool may_be_flatter = sheet.kind != SheetKind::similarity && !guided && !distrusting;
  const bool photo_taken = may_be_flatter && !stop.stop_requested() && takeFlatterPhoto(result, cues, score);
  // What someone drew, and what a spine says, is no guess.
  const bool is_guess = !photo_taken && !guided && !from && cues.shape.empty() && !cues.hasGutter() &&
                        cues.index == 1 && (sheet.kind != SheetKind::similarity || isTurnedFar(sheet));
  if (is_guess && !stop.stop_requested() &&
      !isWorthIt(cues, result.grid, result.page_extent_px, {sheet.edgeCount(), sheet.cost, result.confidence})) {
    FitResult photo = leftAsItWas(found, result.confidence);
    photo.termination = result.termination;
    photo.steps = result.steps;
    photo.seconds = seconds();
    return photo;
  }
  const bool print_is_cut = has_outline ? cutsThroughPrint(all_cues) : found.has_text && score.lost > 0.1;
  if (!photo_taken && print_is_cut) {
    result.warnings.emplace_back(
        "some of the printed lines lie outside the page that was found (--crop none keeps all)");
  }
  if (result.confidence < kUnsureConfidence) {
    result.warnings.emplace_back("the fit is uncertain: please look at this page");
  }
  result.energy_last = sheet.cost;
  const auto first_cost = sheet.diagnostics.find("cost_similarity");
  result.energy_first = first_cost != sheet.diagnostics.end() ? first_cost->second : sheet.cost;
  result.energies.push_back({"curves", result.energy_first, result.energy_last});
  if (!photo_taken) {  // else a fit continued from them would end in the shape that was refused
    result.parameters = parametersOf(shape, cues.frame);
  }
  result.seconds = seconds();
  return result;
}

}  // namespace

FitResult fit(const PageCues& cues,
              const FitStart& start,
              const FitOptions& options,
              double focal_prior,
              const FitHooks& hooks,
              const std::stop_token& stop,
              const FacingPage& facing) {
  FitDevice device(options.device);
  return fitOn(device, cues, start, options, focal_prior, hooks, stop, facing);
}

FitResult fitOn(FitDevice& device,
                const PageCues& cues,
                const FitStart& start,
                const FitOptions& options,
                double focal_prior,
                const FitHooks& hooks,
                const std::stop_token& stop,
                const FacingPage& facing) {
  FitResult result = fitAll(device, cues, start, options, focal_prior, hooks, stop, facing);
  if (device.warning()) {
    result.warnings.push_back(*device.warning());
  }
  return result;
}

}  // namespace platen::optim
