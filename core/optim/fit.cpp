// The orchestration: which model, which rectangle, which grid, how sure.
#include "core/optim/fit.h"

#include "core/optim/bake.h"
#include "core/optim/curve_solver.h"
#include "core/optim/fold_choice.h"
#include "core/optim/grid_fit.h"
#include "core/optim/page_score.h"
#include "core/optim/paper_size.h"
#include "core/optim/sheet_choice.h"
#include "core/optim/sheet_fit.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <optional>
#include <utility>

namespace platen::optim {
namespace {

constexpr std::size_t kMostParameters = 64;      // of a sheet in a file; our own have 21
constexpr double kTinyTurn = 0.05 * M_PI / 180;  // a deskew below this is not worth a resampling

bool finite(const WarpGrid& grid) {
  return std::all_of(grid.points.begin(), grid.points.end(),
                     [](Vec2 p) { return std::isfinite(p.x) && std::isfinite(p.y); });
}

bool foldsOver(const WarpGrid& grid) {
  return !finite(grid) || minRelativeDeterminant(splineNet(grid)) <= 0;
}

// The whole photo, upright in the work frame.
WarpGrid wholePhoto(const WorkFrame& frame) {
  return turned(identityGrid(frame.source_size), frame.quarter_turns);
}

Vec2 turnedSize(const WorkFrame& frame) {
  const Vec2 size{static_cast<double>(frame.source_size.width), static_cast<double>(frame.source_size.height)};
  return frame.quarter_turns % 2 == 0 ? size : Vec2{size.y, size.x};
}

Box pageBox(const Box& part, const Box& whole) {
  return {(part.x0 - whole.x0) / whole.width(), (part.y0 - whole.y0) / whole.height(),
          (part.x1 - whole.x0) / whole.width(), (part.y1 - whole.y0) / whole.height()};
}

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

// A flat scan that shows no edge of its sheet inside the frame: all of it, turned upright (FIT section 12).
void takeWholePhoto(SheetFit& sheet, const WorkFrame& frame) {
  const SheetModel model(sheet.frame, sheet.parameters);
  const Vec2 extent = frame.extent();
  const Vec2 centre = model.sheetFromWork(extent / 2).sheet_uv;
  const double unit = sheet.frame.norm * sheet.frame.half_width_q;
  const Box photo{centre.x - extent.x / 2 / unit, centre.y - extent.y / 2 / unit, centre.x + extent.x / 2 / unit,
                  centre.y + extent.y / 2 / unit};
  sheet.rect = {std::min(photo.x0, sheet.content.x0), std::min(photo.y0, sheet.content.y0),
                std::max(photo.x1, sheet.content.x1), std::max(photo.y1, sheet.content.y1)};
}

int edgeCount(const SheetFit& sheet) {
  return static_cast<int>(std::count(std::begin(sheet.edge_found), std::end(sheet.edge_found), true));
}

// How sure, 0..1: the share of the text (or sides and rules) that the sheet explains, times how much holds its frame,
// less what casts doubt on it:
//   what a sheet that does not stretch leaves unexplained: there the free form straightens lines, but how far apart
//   things lie is a guess (on the bench's pages no other number follows the true map error so closely);
//   lines held out of the free form's fit that are not straight on it;
//   a direction of print that the image shows otherwise, beyond what figures and music always do;
//   few lines; and lines whose distance grows down the page, which a page seen at the right slant seldom shows.
double confidenceOf(
    const SheetFit& sheet, const PageCues& cues, double held_out_lines, double direction, double stretch) {
  const int support = std::min(4, edgeCount(sheet) + sheet.margin_count);
  const bool textual = cues.has_text && sheet.inlier_share > 0;
  // Without text the sides and rules speak for themselves: how many sides, and how well the sheet explains them.
  const double explained = textual ? sheet.inlier_share : std::max(0.0, 1 - sheet.cost) * (support >= 3 ? 0.9 : 0.5);
  double confidence = explained * (0.6 + 0.1 * support);
  if (sheet.kind == SheetKind::similarity && textual && sheet.margin_count == 0) {
    confidence = std::max(confidence, 0.8 * explained);  // a flat page has no metric to get wrong
  }
  double doubt = held_out_lines / 4 + std::max(0.0, direction - 4) / 20;
  if (textual) {
    doubt += 1 / std::max(1.0, static_cast<double>(cues.segments.size()));
    // A page that was only turned claims nothing that could have been stretched.
    if (sheet.kind != SheetKind::similarity) {
      doubt += std::pow(sheet.cost / 0.2, 2) + std::clamp(std::abs(stretch) - 0.02, 0.0, 0.3);
    }
  }
  confidence /= 1 + doubt;
  return std::clamp(sheet.soft ? std::min(confidence, 0.5) : confidence, 0.0, 1.0);
}

void addWarnings(FitResult& result, const SheetFit& sheet, const PageCues& cues, bool whole_photo) {
  if (!cues.has_text) {
    result.warnings.emplace_back(
        "no text lines were found: the page was fitted to its outline and printed lines alone");
  } else if (cues.segments.size() < 12) {
    result.warnings.emplace_back("few text lines were found: the shape of the page is uncertain");
  }
  const int edges = edgeCount(sheet);
  if (!whole_photo && edges == 0) {
    result.warnings.emplace_back("no page edges were found: cropped to the printed content");
  } else if (!whole_photo && edges < 4) {
    result.warnings.emplace_back(
        "not all page edges were found: cropped to the printed content where they are missing");
  }
  if (cues.outline_touches_frame && !whole_photo) {
    result.warnings.emplace_back("part of the page lies outside the photo");
  }
  if (sheet.soft) {
    result.warnings.emplace_back("the paper is folded or crumpled: small waves may remain");
  }
}

std::map<std::string, std::vector<double>> parametersOf(const SheetFit& sheet, const WorkFrame& work) {
  const SheetFrame& f = sheet.frame;
  return {{"frame", {f.centre.x, f.centre.y, f.norm, f.origin_q.x, f.origin_q.y, f.half_width_q, f.aspect}},
          {"sheet", sheet.parameters.flatten()},
          {"rect", {sheet.rect.x0, sheet.rect.y0, sheet.rect.x1, sheet.rect.y1}},
          {"work", {work.scale, static_cast<double>(work.quarter_turns)}}};
}

FitResult photoAsItIs(const PageCues& cues, const char* why) {
  FitResult result;
  result.grid = wholePhoto(cues.frame);
  result.page_extent_px = turnedSize(cues.frame);
  result.reading_rotation = 90 * cues.frame.quarter_turns;
  result.warnings = cues.notes;
  result.warnings.emplace_back(why);
  return result;
}

bool contains(const std::vector<Evidence>& kinds, Evidence kind) {
  return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

// What is left to see when kinds of evidence are taken away (FitOptions::without). Margins, leading and the focal
// length are no cues: whoever uses them asks the options.
PageCues withoutEvidence(PageCues cues, const std::vector<Evidence>& kinds) {
  for (const Evidence kind : kinds) {
    switch (kind) {
      case Evidence::lines:
        cues.segments.clear();
        cues.has_text = false;
        break;
      case Evidence::sides:
        cues.sides.clear();
        cues.outline.clear();
        cues.quad.reset();
        cues.is_sheet = false;
        cues.photo = {};  // or they would be looked for there
        break;
      case Evidence::rules:
        cues.rules.clear();
        break;
      case Evidence::direction:
        cues.direction = {};
        break;
      case Evidence::surface:
        cues.photo = {};
        break;
      case Evidence::leading:
      case Evidence::margins:
      case Evidence::focal:
        break;
    }
  }
  return cues;
}

// The start in this work frame: another scale only stretches it; another turn makes it useless.
std::optional<SheetStart> startIn(const WorkFrame& frame, const FitStart& start) {
  if (!start.sheet || (start.work_scale > 0 && start.quarter_turns != (frame.quarter_turns & 3))) {
    return std::nullopt;
  }
  SheetStart from = *start.sheet;
  if (start.work_scale > 0) {
    const double ratio = frame.scale / start.work_scale;
    from.frame.centre = from.frame.centre * ratio;
    from.frame.norm *= ratio;
  }
  return from;
}

// The sheet as a grid in source_px, falling back to poorer sheets where it folds over itself.
struct BakedSheet {
  SheetFit sheet;
  WarpGrid grid;
  bool ok = false;
  bool whole_photo = false;
  bool poorer = false;
};

BakedSheet bakeOrFallBack(const PageCues& cues,
                          SheetFit sheet,
                          const SheetFitOptions& options,
                          const std::stop_token& stop) {
  BakedSheet baked;
  for (int attempt = 0; attempt < 3; ++attempt) {
    baked.sheet = sheet;
    baked.whole_photo = false;
    if (!sheet.usable || !(sheet.rect.width() > 0) || !(sheet.rect.height() > 0)) {
      return baked;
    }
    if (sheet.kind == SheetKind::similarity && edgeCount(sheet) == 0) {
      takeWholePhoto(baked.sheet, cues.frame);
      baked.whole_photo = true;
      if (std::abs(baked.sheet.parameters.roll) < kTinyTurn) {
        baked.grid = wholePhoto(cues.frame);
        baked.ok = true;
        return baked;
      }
    }
    const SheetModel model(baked.sheet.frame, baked.sheet.parameters);
    const WarpGrid probe = sampleSheet(model, baked.sheet.rect, cues.frame, 17, 17);
    if (!foldsOver(probe)) {
      baked.grid = bakeToSource(model, baked.sheet.rect, cues.frame);
      if (!foldsOver(baked.grid)) {
        baked.ok = true;
        return baked;
      }
    }
    baked.poorer = true;
    if (attempt == 0) {
      sheet.paper.clear();
      sheet.rect = sheet.content;  // what lies beyond the evidence may fold where the evidence does not
    } else {
      SheetFitOptions plane = options;
      plane.model = ModelLimit::plane;
      sheet = fitSheet(cues, plane, nullptr, {}, stop);
    }
  }
  return baked;
}

// Lines of a flat page that are not straight on it: copies of a book's pages, paper that swelled. A good scan has 0.02
// to 0.03 h.
bool looksWavy(const PageCues& cues, const WarpGrid& grid, const SheetFit& sheet) {
  constexpr double kWavy_h = 0.04;
  const double unit_px = sheet.frame.norm * sheet.frame.half_width_q / cues.frame.scale;
  return cues.has_text &&
         scorePage(cues, grid, {sheet.rect.width() * unit_px, sheet.rect.height() * unit_px}).waviness_h > kWavy_h;
}

// No page comes out worse than it went in: where the photo itself looks flatter than what was made of it (scorePage),
// it is the result, turned level.
// Returns whether it is. Never for one page of several: the photo shows them all.
bool takeFlatterPhoto(FitResult& result, const PageCues& cues, const PageScore& score) {
  const bool one_of_several = cues.index > 1 || std::any_of(cues.sides.begin(), cues.sides.end(),
                                                            [](const PageSide& side) { return side.is_gutter; });
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
  result.paper.clear();
  result.confidence = std::min(result.confidence, 0.2);
  result.warnings.emplace_back("no shape was found on which the page looks flatter: the photo was only turned level");
  return true;
}

// The grid stage on top of the sheet; the result keeps the sheet's grid where the free form does not win. Returns
// what it judged.
GridFit addFreeForm(const PageCues& cues,
                    const SheetFit& sheet,
                    const FitOptions& options,
                    const FitHooks& hooks,
                    const std::stop_token& stop,
                    FitResult& result) {
  GridFit free_form = fitGrid(cues, sheet, options, hooks, stop);
  result.steps += free_form.steps;
  if (!free_form.kept || free_form.termination == Termination::diverged) {
    return free_form;
  }
  WarpGrid grid = sourceGrid(free_form.grid, cues.frame);
  if (foldsOver(grid)) {
    result.warnings.emplace_back("the free form folded over itself: the bent sheet alone was used");
    return free_form;
  }
  result.grid = std::move(grid);
  result.model = WarpModel::free;
  result.energies = free_form.energies;
  return free_form;
}

}  // namespace

FitStart startFrom(const std::map<std::string, std::vector<double>>& parameters) {
  FitStart start;
  const auto frame = parameters.find("frame");
  const auto sheet = parameters.find("sheet");
  if (frame == parameters.end() || sheet == parameters.end() || frame->second.size() != 7 || sheet->second.size() < 5 ||
      sheet->second.size() == 6 || sheet->second.size() == 7 || sheet->second.size() > kMostParameters) {
    return start;
  }
  const auto all_finite = [](const std::vector<double>& values) {
    return std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); });
  };
  const std::vector<double>& f = frame->second;
  if (!all_finite(f) || !all_finite(sheet->second) || !(f[2] > 0) || !(f[5] > 0) || !(f[6] > 0)) {
    return start;
  }
  SheetStart from;
  from.frame = {{f[0], f[1]}, f[2], {f[3], f[4]}, f[5], f[6]};
  from.parameters = SheetParameters::unflatten(sheet->second);
  if (!CurveSolver::inBounds(from.parameters)) {
    return start;
  }
  start.sheet = std::move(from);
  const auto work = parameters.find("work");
  if (work != parameters.end() && work->second.size() == 2 && work->second[0] > 0) {
    start.work_scale = work->second[0];
    start.quarter_turns = static_cast<int>(work->second[1]) & 3;
  }
  return start;
}

FitResult fit(const PageCues& all_cues,
              const FitStart& start,
              const FitOptions& options,
              double focal_prior,
              const FitHooks& hooks,
              const std::stop_token& stop) {
  const auto began = std::chrono::steady_clock::now();
  const auto seconds = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count(); };

  std::optional<PageCues> reduced;
  if (!options.without.empty()) {
    reduced = withoutEvidence(all_cues, options.without);
  }
  const PageCues& cues = reduced ? *reduced : all_cues;
  const auto may_use = [&options](Evidence kind) { return !contains(options.without, kind); };
  SheetFitOptions sheet_options;
  sheet_options.model = options.model;
  sheet_options.focal_prior = may_use(Evidence::focal) ? focal_prior : 0;
  sheet_options.margins = may_use(Evidence::margins);
  const std::optional<SheetStart> from = startIn(cues.frame, start);
  SheetFit first = fitBestSheet(cues, sheet_options, from ? &*from : nullptr, hooks, stop);
  std::optional<SheetFit> unfolded;
  if (SheetFit folded = first; addFolds(cues, sheet_options, stop, folded)) {
    unfolded = std::exchange(first, std::move(folded));
  }
  if (!first.usable) {
    FitResult result = photoAsItIs(cues, "neither text lines nor page edges were found: the photo is left as it was");
    result.termination = stop.stop_requested() ? Termination::stopped : Termination::converged;
    result.seconds = seconds();
    return result;
  }
  BakedSheet baked = bakeOrFallBack(cues, first, sheet_options, stop);
  if (unfolded && (!baked.ok || baked.poorer)) {
    baked = bakeOrFallBack(cues, *unfolded, sheet_options, stop);  // folds that can't be unfolded: without them
  }
  if (!baked.ok) {
    FitResult result = photoAsItIs(cues, "the page's shape could not be found: the photo is left as it was");
    result.termination = Termination::diverged;
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
  double held_out_lines = 0;
  double direction = 0;
  const bool free_asked = options.model == ModelLimit::free;
  const bool free_allowed = free_asked || options.model == ModelLimit::automatic;
  if (free_allowed && (sheet.kind == SheetKind::cylinder || free_asked || looksWavy(cues, result.grid, sheet)) &&
      !stop.stop_requested()) {
    const GridFit free_form = addFreeForm(cues, sheet, options, hooks, stop, result);
    held_out_lines = free_form.held_out_lines;
    direction = free_form.direction;
  }
  result.termination = stop.stop_requested() ? Termination::stopped : Termination::converged;
  result.reading_rotation = 90 * cues.frame.quarter_turns;
  result.is_full_page = edgeCount(sheet) == 4;
  result.paper = sheet.paper;
  result.warnings.insert(result.warnings.begin(), cues.notes.begin(), cues.notes.end());
  addWarnings(result, sheet, cues, baked.whole_photo);
  if (baked.poorer) {
    result.warnings.emplace_back("the bent page folded over itself in the fit: a simpler shape was used");
  }
  if (result.grid.rows == 2 && result.grid.cols == 2) {
    result.page_extent_px = turnedSize(cues.frame);
  } else {
    const double density = densityOf(result.grid, sheet.rect);
    result.page_extent_px = {sheet.rect.width() * density, sheet.rect.height() * density};
    if (const std::optional<PaperSize> paper = paperNamed(sheet.paper)) {
      Vec2& extent = result.page_extent_px;
      const double aspect = extent.y > extent.x ? paper->aspect() : 1 / paper->aspect();
      const double area = extent.x * extent.y;
      extent = {std::sqrt(area / aspect), std::sqrt(area * aspect)};
    }
  }
  result.content_uv = pageBox(sheet.content, sheet.rect);
  const PageScore score = scorePage(cues, result.grid, result.page_extent_px);
  result.confidence = confidenceOf(sheet, cues, held_out_lines, direction, score.stretch);
  const bool photo_taken =
      sheet.kind != SheetKind::similarity && !from && !stop.stop_requested() && takeFlatterPhoto(result, cues, score);
  if (!photo_taken && cues.has_text && score.lost > 0.1) {
    result.warnings.emplace_back(
        "some of the printed lines lie outside the page that was found (--crop none keeps all)");
  }
  if (result.confidence < 0.5) {
    result.warnings.emplace_back("the fit is uncertain: please look at this page");
  }
  result.energy_last = sheet.cost;
  const auto first_cost = sheet.diagnostics.find("cost_similarity");
  result.energy_first = first_cost != sheet.diagnostics.end() ? first_cost->second : sheet.cost;
  result.energies.push_back({"curves", result.energy_first, result.energy_last});
  if (!photo_taken) {  // else a fit continued from them would end in the shape that was refused
    result.parameters = parametersOf(sheet, cues.frame);
  }
  result.seconds = seconds();
  return result;
}

}  // namespace platen::optim
