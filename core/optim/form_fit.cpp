#include "core/optim/form_fit.h"

#include "core/optim/canvas_camera.h"
#include "core/optim/canvas_lines.h"
#include "core/optim/form_energy.h"
#include "core/optim/form_paper_energy.h"
#include "core/optim/net_descent.h"
#include "core/optim/objective.h"
#include "core/optim/place_energy.h"
#include "core/optim/print_sizes.h"
#include "core/optim/shading_energy.h"
#include "core/optim/withheld_evidence.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace platen::optim {
namespace {

struct Stage {
  std::size_t look;  // index of the blur
  int refinements;   // of the coarsest net
  int steps;
  double rate_px;  // canvas_px
  double bending;
  double matches, match_reach;
  double print_with_matches;  // weight of the print where there are enough matches to place the form by them
  double stretch;             // of the paper, that costs little
  double rows;                // traced lines are not as exact as print
  double edges, edge_reach;   // of edges that were looked for beside an outline, however bent
};
constexpr Stage kStages[] = {
    {0, 0, 60, 8.0, 0.15, 1.0, 40, 0.0, 0.32, 0.03, 1.0, 60},
    {0, 0, 40, 4.0, 0.02, 0.5, 8, 0.1, 0.16, 0.03, 0.3, 25},
    {1, 1, 50, 2.5, 0.02, 0.5, 8, 0.1, 0.08, 0.03, 0.3, 12},
    {2, 2, 60, 1.5, 0.015, 0.2, 8, 1.0, 0.04, 0.003, 0.3, 8},
    {3, 3, 60, 0.8, 0.015, 0.05, 3, 1.0, 0.02, 0.003, 0.3, 8},
    {4, 3, 40, 0.4, 0.015, 0.05, 3, 1.0, 0.01, 0.003, 0.3, 8},
};
constexpr int kCoarsestSpans = 4;           // across the canvas
constexpr std::size_t kEnoughMatches = 40;  // to place the coarse form by them
constexpr double kPaperStep = 18;           // canvas_px between the points where lengths are compared
constexpr double kShadingWeight = 0.06;
constexpr double kShadingStep = 40;  // canvas_px between the points whose light is looked at
constexpr double kEdgeWeight = 0.3;
constexpr double kEdgeReach = 8;  // canvas_px: of edges that were looked for about straight lines
constexpr double kRowReach = 2;
// What someone set by hand is meant so: print beside it yields.
constexpr double kPinWeight = 0.1, kPinSigma = 1.5;      // canvas_px
constexpr double kStrokeWeight = 0.3, kStrokeStep = 15;  // canvas_px between its points
// What is seen of print on the page as an earlier fit has it.
struct PrintWeight {
  double each, most;  // of a place, and of all of them
  double reach;       // canvas_px
};
constexpr PrintWeight kColumnPlace{0.0016, 0.1, 2};
constexpr PrintWeight kBaselinePlace{0.005, 0.3, 5};  // words lean on crumpled paper
constexpr double kSizeWeight = 0.06, kSizeReach = 0.12, kSizesApart = 0.23;
constexpr double kCrumpled = 4.5;  // bending of the depths: fonts differ in size by less than crumpled sheets make them
constexpr std::size_t kLastLevels = 2;  // of kStages: by which an earlier fit is gone on with
constexpr double kDepthBending = 0.1;   // relative to that of the offsets
// How the sheet in space is held.
struct Hold {
  std::shared_ptr<const ViewModel> view;
  double paper;    // weight
  double bending;  // of the offsets, relative to the stage's
  bool is_camera;  // the view
};
// The first fit takes the canvas' plane for the form's: whether the photo shows this form is decided by it, and a
// camera would bend a sheet further to make another layout fit.
Hold firstHold(const FormFrame& frame) {
  // More, and bends that this view can't have of the sheet count as stretch.
  return {std::make_shared<PlaneView>(frame), 0.003, 1, false};
}
Hold laterHold(const FormFrame& frame) {
  return {std::make_shared<CanvasCamera>(frame), 0.009, 0.75, true};
}

NetShape coarsestShape(const FormFrame& frame) {
  const double aspect = frame.canvas_extent.y / frame.canvas_extent.x;
  return {kCoarsestSpans, std::clamp(static_cast<int>(std::lround(kCoarsestSpans * aspect)), 2, 16)};
}

// A sheet so strongly bent that print and reach of the first stages would not find each other: only then do the matches
// and the sheet's edges go first, for the matches know nothing of the blank parts.
bool isFarOff(const FormCues& cues, NetShape shape) {
  constexpr double kFar = 45;  // canvas_px, of every tenth match or place of an edge
  FormEdgeEnergy edges(1, 1, cues, shape);
  edges.add(OffsetNet::zero(shape).controls, 0, {});
  if (cues.followsOutline() && edges.shareBeyond(kFar) > 0.1) {
    return true;
  }
  const auto far = std::count_if(cues.matches.begin(), cues.matches.end(),
                                 [](const FormMatch& m) { return norm(m.photo - m.form) > kFar; });
  return cues.matches.size() >= kEnoughMatches && 10 * far > static_cast<std::ptrdiff_t>(cues.matches.size());
}

// Where there is paper: the sheet, and the form itself.
Box paperArea(const FormCues& cues) {
  const Vec2 m = cues.frame.margin;
  const Box& sheet = cues.sheet.edges_px;
  const Vec2 form = cues.frame.form_extent;
  return {std::max(1.0, m.x + std::min(0.0, sheet.x0)), std::max(1.0, m.y + std::min(0.0, sheet.y0)),
          std::min(cues.frame.canvas_extent.x - 1, m.x + std::max(form.x, sheet.x1)),
          std::min(cues.frame.canvas_extent.y - 1, m.y + std::max(form.y, sheet.y1))};
}

// Lines of text traced on the photo are level on the form, each point counting the same.
std::vector<CanvasLine> levelLines(const std::vector<Polyline>& rows) {
  std::size_t points = 0;
  for (const Polyline& row : rows) {
    points += row.size();
  }
  std::vector<CanvasLine> lines;
  for (const Polyline& row : rows) {
    if (!row.empty()) {
      lines.push_back({row, true, static_cast<double>(row.size()) / static_cast<double>(points), std::nullopt});
    }
  }
  return lines;
}

// Each place counts the same.
std::vector<CanvasLine> weighted(std::vector<CanvasLine> lines, const PrintWeight& weight) {
  std::size_t places = 0;
  for (const CanvasLine& line : lines) {
    places += line.seen.size();
  }
  const double each = std::min(weight.each, weight.most / static_cast<double>(std::max<std::size_t>(places, 1)));
  for (CanvasLine& line : lines) {
    line.weight = each * static_cast<double>(line.seen.size());
  }
  return lines;
}

// Pins, as the net has them where it is zero: on the plane.
std::vector<PlaceEnergy::Place> pinnedPlaces(const FormCues& cues) {
  const Vec2 extent = cues.frame.canvas_extent;
  std::vector<PlaceEnergy::Place> places;
  places.reserve(cues.pins.size());
  for (const Pin& pin : cues.pins) {
    const Vec2 at = cues.frame.canvasFromPage(pin.page_uv);
    places.push_back({{at.x / extent.x, at.y / extent.y}, at - pin.point});
  }
  return places;
}

// Lines drawn by hand, all of them of one weight together.
std::vector<CanvasLine> drawnLines(const std::vector<Stroke>& strokes) {
  const auto drawn = std::count_if(strokes.begin(), strokes.end(), [](const Stroke& s) { return s.points.size() > 1; });
  std::vector<CanvasLine> lines;
  for (const Stroke& stroke : strokes) {
    CanvasLine line{{}, stroke.is_level, 1 / static_cast<double>(drawn), std::nullopt};
    for (std::size_t k = 0; k + 1 < stroke.points.size(); ++k) {
      const Vec2 way = stroke.points[k + 1] - stroke.points[k];
      const int steps = std::max(1, static_cast<int>(norm(way) / kStrokeStep));
      for (int step = 0; step < steps; ++step) {
        line.seen.push_back(stroke.points[k] + way * (static_cast<double>(step) / steps));
      }
    }
    if (!line.seen.empty()) {
      line.seen.push_back(stroke.points.back());
      lines.push_back(std::move(line));
    }
  }
  return lines;
}

// What lies one below the other.
std::vector<CanvasLine> uprightLines(const std::vector<FormColumn>& columns) {
  std::vector<CanvasLine> lines;
  lines.reserve(columns.size());
  for (const FormColumn& column : columns) {
    lines.push_back({column.seen, false, 0, column.place, 0});
  }
  return weighted(std::move(lines), kColumnPlace);
}

std::vector<CanvasLine> straightLines(const std::vector<FormBaseline>& baselines) {
  std::vector<CanvasLine> lines;
  lines.reserve(baselines.size());
  for (const FormBaseline& line : baselines) {
    lines.push_back({line.seen, true, 0, line.place, line.slope});
  }
  return weighted(std::move(lines), kBaselinePlace);
}

// Of cues.characters: those that are of one size as an earlier fit shows them (print_sizes.h); indices.
using PrintSizes = std::vector<std::vector<std::size_t>>;
PrintSizes printSizes(const FormCues& cues, const PaperState& state) {
  const FormFrame& frame = cues.frame;
  const NetShape shape = state.offsets.shape;
  FormBendingEnergy bending("depth bending", 1, shape, frame, shape.size(), kDepthUnit);
  if (cues.characters.empty() || bending.add(flatten(state), 0, {}) < kCrumpled) {
    return {};
  }
  const Vec2 half = frame.form_extent * 0.5;
  return sizeGroups(cues.characters, state.offsets, frame.canvas_extent, frame.margin + half, half, kSizesApart);
}

Objective objectiveOf(const FormCues& cues,
                      const PrintSizes& sizes,
                      const Stage& stage,
                      const Hold& hold,
                      NetShape shape,
                      const FitOptions& options) {
  const Vec2 extent = cues.frame.canvas_extent;
  const bool by_matches = cues.matches.size() >= kEnoughMatches;
  Objective objective;
  if (!isWithheld(options, Evidence::print)) {
    objective.add(
        std::make_unique<FormPrintEnergy>(by_matches || stage.print_with_matches == 0 ? stage.print_with_matches : 1,
                                          cues.levels[stage.look], shape, extent));
  }
  if (stage.matches > 0 && !cues.matches.empty()) {
    objective.add(std::make_unique<FormMatchEnergy>(stage.matches, stage.match_reach, cues.matches, shape, extent));
  }
  auto edges = std::make_unique<FormEdgeEnergy>(cues.followsOutline() ? stage.edges : kEdgeWeight,
                                                cues.followsOutline() ? stage.edge_reach : kEdgeReach, cues, shape);
  if (!edges->empty()) {
    objective.add(std::move(edges));
  }
  if (!cues.pins.empty()) {
    objective.add(std::make_unique<PlaceEnergy>("pins", kPinWeight, pinnedPlaces(cues), kPinSigma, 0, shape));
  }
  if (std::vector<CanvasLine> drawn = drawnLines(cues.strokes); !drawn.empty()) {
    objective.add(std::make_unique<CanvasLineEnergy>("drawn lines", kStrokeWeight, stage.match_reach, std::move(drawn),
                                                     shape, extent));
  }
  if (!cues.rows.empty()) {
    objective.add(
        std::make_unique<CanvasLineEnergy>("rows", stage.rows, kRowReach, levelLines(cues.rows), shape, extent));
  }
  if (!cues.columns.empty() || !cues.ends.empty()) {
    std::vector<CanvasLine> upright = uprightLines(cues.columns);
    std::ranges::copy(uprightLines(cues.ends), std::back_inserter(upright));
    objective.add(
        std::make_unique<CanvasLineEnergy>("columns", 1, kColumnPlace.reach, std::move(upright), shape, extent));
  }
  if (!cues.baselines.empty()) {
    objective.add(std::make_unique<CanvasLineEnergy>("baselines", 1, kBaselinePlace.reach,
                                                     straightLines(cues.baselines), shape, extent));
  }
  if (!sizes.empty()) {
    objective.add(std::make_unique<PrintSizeEnergy>(kSizeWeight, kSizeReach, cues.characters, sizes, shape, extent));
  }
  if (!isWithheld(options, Evidence::bending)) {
    objective.add(
        std::make_unique<FormBendingEnergy>("offset bending", stage.bending * hold.bending, shape, cues.frame));
    objective.add(std::make_unique<FormBendingEnergy>("depth bending", stage.bending * kDepthBending, shape, cues.frame,
                                                      shape.size(), kDepthUnit));
  }
  if (!isWithheld(options, Evidence::isometry)) {
    objective.add(std::make_unique<FormPaperEnergy>(
        hold.paper, stage.stretch, CanvasLattice(paperArea(cues), extent, kPaperStep), hold.view, shape));
  }
  if (hold.is_camera && !cues.shading.empty()) {
    const double k = cues.shading.scale;
    objective.add(std::make_unique<ShadingEnergy>(kShadingWeight, cues.shading, Homography{{k, 0, 0, 0, k, 0, 0, 0, 1}},
                                                  CanvasLattice(paperArea(cues), extent, kShadingStep), shape));
  }
  if (hold.is_camera && !isWithheld(options, Evidence::camera)) {
    objective.add(std::make_unique<CameraEnergy>(hold.paper, cues.frame, 2 * shape.size()));
  }
  return objective;
}

// The form's proportions at the photo's own density: the upper quartile of the local ones, so that little is lost.
Vec2 extentOf(const WarpGrid& grid, Size reference) {
  const SplineNet net = splineNet(grid);
  const double aspect = static_cast<double>(reference.height) / reference.width;
  std::vector<double> widths;
  constexpr int kPlaces = 16;
  for (int i = 0; i < kPlaces; ++i) {
    for (int j = 0; j < kPlaces; ++j) {
      const WarpJet jet = warpJet(net, {(j + 0.5) / kPlaces, (i + 0.5) / kPlaces});
      widths.push_back(std::max(norm(jet.du), norm(jet.dv) / aspect));
    }
  }
  const auto quartile = widths.begin() + static_cast<std::ptrdiff_t>(widths.size() * 3 / 4);
  std::nth_element(widths.begin(), quartile, widths.end());
  return {*quartile, *quartile * aspect};
}

}  // namespace

bool FormFit::cameToNothing() const {
  return fit.termination == Termination::diverged || !std::isfinite(likeness.agreement);
}

double advantage(const FormEvidence& one, const FormEvidence& other) {
  constexpr double kAgreement = 20, kEdges = 3;  // beside the logarithm of the strain
  constexpr double kEven = 0.01;                 // strain: less of it is none
  if (!std::isfinite(one.agreement) || !std::isfinite(other.agreement)) {
    const double most = std::numeric_limits<double>::infinity();
    return std::isfinite(one.agreement) ? most : -most;
  }
  return kAgreement * (one.agreement - other.agreement) + kEdges * (one.edges_seen - other.edges_seen) +
         std::log((other.strain + kEven) / (one.strain + kEven));
}

double advantageWithoutOutline(const FormEvidence& without, const FormEvidence& with) {
  constexpr double kSomeEdges = 0.1;
  constexpr double kMoreAgreement = 0.001;
  const bool sees_no_more = without.agreement <= with.agreement + kMoreAgreement;
  return without.edges_seen < kSomeEdges && sees_no_more ? 0 : advantage(without, with);
}

namespace {

// From kStages[first] on.
FormFit descend(const FormCues& cues,
                const PrintSizes& sizes,
                PaperState state,
                const Hold& hold,
                std::size_t first,
                const FitOptions& options,
                const FitHooks& hooks,
                const std::stop_token& stop) {
  const auto begin = std::chrono::steady_clock::now();
  FormFit result;
  FitResult& fit = result.fit;
  fit.termination = Termination::stepsUsed;
  fit.model = WarpModel::free;
  const NetShape coarsest = coarsestShape(cues.frame);
  if (state.view.empty()) {
    state.view.assign(hold.view->size(), 0.0);
  }
  int planned = 0;
  for (const Stage& stage : kStages) {
    planned += stage.steps;
  }
  for (std::size_t s = first; s < std::size(kStages); ++s) {
    const Stage& stage = kStages[s];
    if (stage.print_with_matches == 0 && !isFarOff(cues, coarsest)) {
      continue;
    }
    const NetShape shape{coarsest.spans_u << stage.refinements, coarsest.spans_v << stage.refinements};
    while (state.offsets.shape.spans_u < shape.spans_u) {
      state.offsets = refined(state.offsets);
      state.depths = refined(state.depths);
    }
    const int steps = options.steps > 0 ? std::max(1, stage.steps * options.steps / planned) : stage.steps;
    Objective objective = objectiveOf(cues, sizes, stage, hold, shape, options);
    NetStep on_step;
    if (hooks.onStep) {
      on_step = [&](int step, double energy, const std::vector<double>& unknowns) {
        const WarpGrid grid =
            hooks.wantsGrid() ? canvasGrid(cues.frame, unflatten(state, unknowns).offsets) : WarpGrid{};
        hooks.onStep({"form " + std::to_string(s + 1) + "/" + std::to_string(std::size(kStages)), step, steps, energy,
                      grid.empty() ? nullptr : &grid});
      };
    }
    NetDescent descent =
        descendNets(objective, coarsest, stage.refinements, flatten(state), stage.rate_px, steps, on_step, stop);
    fit.steps += descent.steps;
    fit.termination = descent.termination;
    if (fit.termination == Termination::diverged) {
      break;
    }
    state = unflatten(std::move(state), descent.unknowns);
    fit.energy_first = descent.energy_first;
    fit.energy_last = descent.energy_last;
    fit.energies = std::move(descent.energies);
    if (fit.termination == Termination::stopped) {
      break;
    }
  }
  fit.grid = canvasGrid(cues.frame, state.offsets);
  fit.page_extent_px = extentOf(fit.grid, cues.frame.reference_size);
  result.likeness = likeness(cues, state.offsets);
  for (const FitEnergy& energy : fit.energies) {  // both have one weight
    result.strain += energy.name == "paper" || energy.name == "camera" ? energy.last : 0;
  }
  result.sheet = measuredSheet(cues, state.offsets);
  const Vec2 extent = cues.frame.form_extent;
  const Box& edges = result.sheet.edges_px;
  const auto& m = cues.frame.source_from_canvas.m;
  fit.parameters["form"] = {static_cast<double>(cues.frame.reference_size.width),
                            static_cast<double>(cues.frame.reference_size.height)};
  fit.parameters["form_sheet"] = {edges.x0 / extent.x, edges.y0 / extent.y, edges.x1 / extent.x, edges.y1 / extent.y};
  fit.parameters["form_homography"] = {m.begin(), m.end()};
  fit.parameters["form_matches"] = {static_cast<double>(cues.matches.size()), static_cast<double>(cues.inliers)};
  fit.parameters["form_agreement"] = {result.likeness.agreement, result.likeness.elsewhere, result.likeness.regions};
  result.paper = std::move(state);
  fit.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return result;
}

}  // namespace

FormFit fitForm(const FormCues& all_cues,
                const FitOptions& options,
                const FitHooks& hooks,
                const std::stop_token& stop) {
  const FormCues left = options.without.empty() ? FormCues{} : withoutEvidence(all_cues, options.without);
  const FormCues& cues = options.without.empty() ? all_cues : left;
  const OffsetNet flat = OffsetNet::zero(coarsestShape(cues.frame));
  FormFit fitted = descend(cues, {}, {flat, flat, {}}, firstHold(cues.frame), 0, options, hooks, stop);
  fitted.paper.view.clear();
  return fitted;
}

FormFit fitForm(const FormCues& all_cues,
                const PaperState& start,
                const FitOptions& options,
                const FitHooks& hooks,
                const std::stop_token& stop) {
  const FormCues left = options.without.empty() ? FormCues{} : withoutEvidence(all_cues, options.without);
  const FormCues& cues = options.without.empty() ? all_cues : left;
  FormFit fitted = descend(cues, printSizes(cues, start), start, laterHold(cues.frame),
                           std::size(kStages) - kLastLevels, options, hooks, stop);
  fitted.fit.parameters["form_camera"] = {CanvasCamera(cues.frame).focal(fitted.paper.view)};
  return fitted;
}

}  // namespace platen::optim
