// The schedule of stage 1: plane, ruling candidates (ruling_choice.cpp), the full profile, its reversal in depth, a
// wider search (false_valley.cpp), dropping what does not fit, margins and rules, refits, the choice among the nested
// models (model_choice.cpp), and what of the sheet is the page (page_choice.cpp).
#include "core/optim/sheet_fit.h"

#include "core/optim/known_places.h"
#include "core/optim/margins.h"
#include "core/optim/page_rect.h"
#include "core/optim/paper_size.h"
#include "core/optim/rules.h"
#include "core/optim/sheet_fitter.h"
#include "core/optim/shown_sheet.h"
#include "core/optim/text_straightness.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>

namespace platen::optim {
namespace {

constexpr double kDegree = M_PI / 180;
// Of the logarithm of a paper's aspect. A4 stands for A5 and B5 as well, which are longer by .3 and .4 %, and paper is
// cut to 1 or 2 mm: a sheet that is held to a false aspect more tightly bends for it.
constexpr double kPaperSigma = 0.0025;
constexpr std::size_t kManyLines = 50;  // of text, where a search is thinned
constexpr double kLeadingLine_h = 8;    // shorter ones are words, whose ascenders move their middle
// As wide a reach as that of the grid's sides, and so much weight that what is left of it near the end is as stiff.
constexpr SideTrust kHeldSides{4, 2};

// The box of points in the frame turned by `angle`, outliers of 1 % a side left out: centre (work_px), half extents.
struct EvidenceBox {
  Vec2 centre;
  double half_width = 0, half_height = 0;
};

EvidenceBox evidenceBox(const std::vector<Curve>& curves, double angle) {
  const Vec2 right{std::cos(angle), std::sin(angle)};
  const Vec2 down{-right.y, right.x};
  std::vector<double> x;
  std::vector<double> y;
  for (const Curve& curve : curves) {
    for (const Vec2 point : curve.points) {
      x.push_back(dot(point, right));
      y.push_back(dot(point, down));
    }
  }
  std::sort(x.begin(), x.end());
  std::sort(y.begin(), y.end());
  const std::size_t cut = x.size() / 100;
  const double x0 = x[cut];
  const double x1 = x[x.size() - 1 - cut];
  const double y0 = y[cut];
  const double y1 = y[y.size() - 1 - cut];
  EvidenceBox box;
  box.centre = (x0 + x1) / 2 * right + (y0 + y1) / 2 * down;
  box.half_width = (x1 - x0) / 2;
  box.half_height = (y1 - y0) / 2;
  return box;
}

}  // namespace

// Evidence as curves; false where there is too little of it.
bool SheetFitter::gather() {
  for (std::size_t i = 0; i < cues_.sides.size(); ++i) {
    if (cues_.sides[i].points.size() >= 2) {
      sides_.push_back(sideCurve(cues_, i));
    }
  }
  textual_ = cues_.has_text && cues_.segments.size() >= 3;
  if (fitsText(cues_)) {
    for (const std::size_t i : spreadSegments(cues_, 0)) {
      text_.push_back(textCurve(cues_, i));
    }
  }
  strokes_ = knownLines(cues_);
  text_good_.assign(text_.size(), true);
  side_good_.assign(sides_.size(), true);
  return sides_.size() >= 3 || cues_.rules.size() >= 6 || text_.size() >= 3 || strokes_.size() >= 3;
}

void SheetFitter::makeFrame(const SheetStart* start) {
  const Vec2 extent = cues_.frame.extent();
  if (start != nullptr) {
    frame_ = start->frame;
    now_ = start->parameters;
    solver_ = emptySolver();
    return;
  }
  frame_.centre = extent / 2;
  frame_.norm = std::max(extent.x, extent.y);
  std::vector<Curve> evidence = text_;
  evidence.insert(evidence.end(), sides_.begin(), sides_.end());
  evidence.insert(evidence.end(), strokes_.begin(), strokes_.end());
  if (evidence.size() < 2) {  // one side spans no frame
    for (std::size_t i = 0; i < cues_.rules.size(); ++i) {
      evidence.push_back(ruleCurve(cues_, i, true));
    }
  }
  const EvidenceBox box = evidenceBox(evidence, cues_.text_angle);
  frame_.origin_q = (box.centre - frame_.centre) / frame_.norm;
  frame_.half_width_q = std::max(box.half_width, 0.02 * frame_.norm) / frame_.norm;
  frame_.aspect = std::clamp(box.half_height / (frame_.half_width_q * frame_.norm), 0.2, 4.0);
  now_ = {};
  now_.roll = cues_.text_angle;
  now_.log_focal = priors_.log_focal;
  solver_ = emptySolver();
  if (text_.empty()) {  // rules are all the inner evidence there is; their direction is only roughly known yet
    rules_ = classifyRules(cues_, SheetModel(frame_, now_), 25 * kDegree, std::nullopt);
  }
}

CurveSolver SheetFitter::emptySolver() const {
  return {frame_, cues_.char_height, options_.hold_sides ? kHeldSides : SideTrust{}};
}

CurveSolver SheetFitter::solverOf(bool with_dropped, std::size_t thinning, bool fewer_lines) const {
  CurveSolver solver = emptySolver();
  std::vector<std::size_t> entry(text_.size(), text_.size());  // of each line, in the solver
  // Lines of a full page repeat each other.
  const std::size_t every = fewer_lines ? std::max<std::size_t>(1, (text_.size() + kManyLines - 1) / kManyLines) : 1;
  for (std::size_t i = 0; i < text_.size(); i += every) {
    if (text_good_[i] || with_dropped) {
      entry[i] = solver.size();
      solver.add(text_[i], thinning);
    }
  }
  std::vector<LinePair> neighbours;
  for (const LinePair& pair : leading_) {
    const std::size_t above = entry.at(pair.above);
    const std::size_t below = entry.at(pair.below);
    if (above < text_.size() && below < text_.size()) {
      neighbours.push_back({above, below});
    }
  }
  solver.keepLeading(std::move(neighbours));
  for (std::size_t i = 0; i < sides_.size(); ++i) {
    if (side_good_[i] || with_dropped) {
      solver.add(sides_[i], thinning);
    }
  }
  for (const std::vector<Curve>* curves : {&margins_, &rules_, &strokes_}) {
    for (const Curve& curve : *curves) {
      solver.add(curve, thinning);
    }
  }
  return solver;
}

int SheetFitter::sideCount() const {
  return static_cast<int>(std::count(side_good_.begin(), side_good_.end(), true));
}

SheetParameters SheetFitter::refine(const SheetParameters& start,
                                    std::span<const double> sigmas,
                                    const SheetPriors& priors,
                                    const char* stage,
                                    bool only_roll) {
  CurveSolver::Options options;
  options.only_roll = only_roll;
  options.stay_at_steepest = stay_at_steepest_;
  int taken = 0;
  options.steps_taken = &taken;
  if (hooks_.onStep) {
    int step = 0;
    int round = 0;
    double round_sigma = sigmas.front();
    options.onStep = [&, step, round, round_sigma](const SheetParameters& p, double cost, double sigma) mutable {
      round += std::exchange(round_sigma, sigma) != sigma ? 1 : 0;
      WarpGrid grid;
      FitProgress progress;
      if (hooks_.wantsGrid()) {
        const SheetModel sheet(frame_, p);
        const Box rect = shownRect(sheet);
        grid = shownSheet(sheet, rect, cues_.frame);
        progress.aspect = aspectOf(rect);
      }
      progress.stage = stage;
      progress.step = ++step;
      progress.steps = static_cast<int>(sigmas.size()) * 8;
      progress.energy = cost;
      progress.grid = grid.empty() ? nullptr : &grid;
      progress.round = round;
      hooks_.onStep(progress);
    };
  }
  SheetParameters result = solver_.refine(start, sigmas, priors, options, stop_);
  steps_ += taken;
  return result;
}

// The page as the final sheet will have it, so that what is seen of the fit does not jump at its end: from the lines
// and sides that are believed, each by a few of its points.
Box SheetFitter::shownRect(const SheetModel& sheet) const {
  constexpr std::size_t kPoints = 6;
  std::vector<Curve> curves;
  std::vector<bool> believed;
  const auto add = [&](const std::vector<Curve>& from, const std::vector<bool>& good) {
    for (std::size_t i = 0; i < from.size(); ++i) {
      if (from[i].points.empty()) {
        continue;
      }
      Curve few;
      few.kind = from[i].kind;
      few.is_h = from[i].is_h;
      few.side = from[i].side;
      const std::size_t last = from[i].points.size() - 1;
      for (std::size_t k = 0; k < kPoints; ++k) {
        few.points.push_back(from[i].points[k * last / (kPoints - 1)]);
      }
      curves.push_back(std::move(few));
      believed.push_back(good[i]);
    }
  };
  add(text_, text_good_);
  add(sides_, side_good_);
  return roughPageRect(cues_, sheet, curves, believed);
}

void SheetFitter::fitPlane(bool from_start) {
  if (from_start) {
    return;
  }
  solver_ = solverOf(true);
  if (sides_.size() >= 3 || !textual_) {
    now_ = refine(now_, std::array{6.0, 2.0, 1.0}, priors_, "plane");
  } else {
    now_ = refine(now_, std::array{1.5, 0.7}, priors_, "plane");
  }
}

void SheetFitter::judgeText() {
  const TextStraightness text = straightnessOf(text_, SheetModel(frame_, now_), solver_);
  for (std::size_t i = 0; i < text_.size(); ++i) {
    text_good_[i] = text.states[i].median_h < kGoodSegment_h;
  }
  inlier_share_ = text.share;
  rms_h_ = text.rms_h;
}

void SheetFitter::dropBad() {
  judgeText();
  const SheetModel sheet(frame_, now_);
  const auto good = std::count(text_good_.begin(), text_good_.end(), true);
  for (std::size_t i = 0; i < sides_.size(); ++i) {
    const double limit = (good > 10 ? 2.0 : 6.0) * (sides_[i].is_h ? 1 : 2);
    side_good_[i] = isGiven(cues_, sides_[i]) || solver_.judge(sheet, sides_[i]).median_h < limit;
  }
}

void SheetFitter::refineProfile() {
  now_ = refine(now_.withBendSize(9, frame_), std::array{0.7, 0.35}, priors_, "sheet");
  now_ = refine(now_.withBendSize(kFineProfile, frame_), std::array{0.35, 0.2}, priors_, "sheet");
}

// Once the sheet is known, lines of running text are to keep their distance on it. Only where the curves agree: a sheet
// that they do not explain as well then has been told of distances that are none.
void SheetFitter::keepLeading() {
  constexpr double kSigma = 0.25;
  constexpr double kAgrees = 1.05;
  if (!textual_ || !options_.leading || options_.model == ModelLimit::plane) {
    return;
  }
  const SheetParameters before = now_;
  const double cost_before = solver_.cost(now_, kSigma, nullptr);
  findNeighbours();
  if (leading_.empty()) {
    return;
  }
  solver_ = solverOf(false);
  now_ = refine(now_, std::array{0.3, 0.15}, priors_, "sheet");
  if (solver_.cost(now_, kSigma, nullptr) > kAgrees * cost_before + 5e-4) {
    leading_.clear();
    solver_ = solverOf(false);
    now_ = before;
  }
}

// Which lines of text lie at the usual distance from each other, as the sheet has them.
void SheetFitter::findNeighbours() {
  const SheetModel sheet(frame_, now_);
  std::vector<LevelLine> lines;
  for (std::size_t i = 0; i < text_.size(); ++i) {
    const SheetModel::Seen first = sheet.sheetFromWork(text_[i].points.front());
    const SheetModel::Seen last = sheet.sheetFromWork(text_[i].points.back());
    const bool seen = text_good_[i] && text_[i].length_h >= kLeadingLine_h && first.visible && last.visible;
    lines.push_back({solver_.judge(sheet, text_[i]).position, first.sheet_uv.x, last.sheet_uv.x, seen});
  }
  leading_ = findLeading(lines, cues_.char_height / (frame_.norm * frame_.half_width_q)).pairs;
}

void SheetFitter::addMarginsAndRules(double max_slope) {
  const SheetModel sheet(frame_, now_);
  if (textual_ && options_.margins) {
    std::vector<bool> usable(cues_.segments.size(), false);
    for (std::size_t i = 0; i < usable.size(); ++i) {
      usable[i] = cues_.segments[i].length >= 3 && solver_.judge(sheet, textCurve(cues_, i)).median_h < kGoodSegment_h;
    }
    bool has_side = false;
    for (std::size_t i = 0; i < sides_.size(); ++i) {
      has_side = has_side || (side_good_[i] && !sides_[i].is_h);
    }
    margins_ = findMargins(cues_, sheet, usable, max_slope, has_side);
  }
  const Box near{-1.4, -frame_.aspect - 0.4, 1.4, frame_.aspect + 0.4};
  rules_ =
      classifyRules(cues_, sheet, (textual_ ? 6 : 12) * kDegree, textual_ ? std::optional<Box>(near) : std::nullopt);
}

// Margins that agree with each other, but lie beyond what the next sigmas feel.
bool SheetFitter::marginsAreFar() const {
  constexpr double kFar_h = 1;
  const SheetModel sheet(frame_, now_);
  return std::any_of(margins_.begin(), margins_.end(),
                     [&](const Curve& margin) { return solver_.judge(sheet, margin).median_h > kFar_h; });
}

// A page whose four edges were found, and whose aspect is that of a standard sheet within what can be told, has that
// aspect: the sheet is fitted once more under it, so that camera and bend take up what was wrong. So does one that is
// known to be of some paper, unless that is far from what is seen: then its proportions alone are taken, by whoever
// said so. A page of a book takes the shape, but is no sheet of that name. Of an open book whose gutter is in view only
// the print is believed: books have any shape, and the page goes on into the gutter. One that is kept whole is of no
// sheet's shape, unless someone says so.
void SheetFitter::takePaper(SheetFit& fit) {
  constexpr double kNoise = 0.2;  // a share of what is left that bends this little is mere noise
  const bool open_book = cues_.hasGutter();
  const bool is_kept_book = cues_.is_spread && options_.paper.kind == PaperKind::automatic;
  if (kind_ == SheetKind::similarity && !open_book) {
    fit.aspect_sigma = aspectSigmaOfModel(0);  // a scan's proportions are those of the paper
  }
  if (soft_ || open_book || is_kept_book || fit.edgeCount() < 4 || options_.paper.kind == PaperKind::measured) {
    return;
  }
  const bool noise = kind_ != SheetKind::similarity && solver_.withOrdinarySides().bentShare(now_, 0.25) < kNoise;
  if (cost_ > kMostUnexplained && !noise) {
    return;
  }
  const double measured = fit.rect.height() / fit.rect.width();
  const double model_sigma = aspectSigmaOfModel(noise ? 0 : cost_);
  if (kind_ == SheetKind::similarity) {
    fit.aspect_sigma = model_sigma;
    const std::optional<PaperSize> paper = paperOfAspect(measured, model_sigma, bound_);
    fit.paper = paper && !bound_ ? paper->name : "";
    return;
  }
  adoptRect(fit);
  solver_ = solverOf(false);
  const std::optional<CurveSolver::Aspect> aspect = solver_.aspect(now_, 0.15, priors_);
  if (!aspect) {
    return;
  }
  const double sigma = std::hypot(aspect->sigma, model_sigma);
  fit.aspect_sigma = sigma;
  const std::optional<PaperSize> paper = options_.paper.kind == PaperKind::sheet
                                             ? paperIfClose(options_.paper, measured)
                                             : paperOfAspect(measured, sigma, bound_);
  if (!paper) {
    fit.aspect_is_told = noise;
    return;
  }
  priors_.aspect = AspectBelief{std::log(paper->aspect()) + aspect->log_aspect - std::log(measured), kPaperSigma};
  now_ = refine(now_, std::array{0.3, 0.15}, priors_, kind_ == SheetKind::plane ? "plane" : "sheet");
  sharpenSheet();
  judgeText();
  settled_ = true;
  fit = {};
  describe(fit);
  fit.aspect_seen = measured;
  fit.aspect_sigma = sigma;
  fit.paper = bound_ ? "" : paper->name;
}

// A sheet that its curves leave unexplained says no more of the lens than was known before; a scan has none. How far
// such a sheet's map may be off is what the equations say and more; of a soft one they say nothing, for it was found
// under others. And who guides a fit knows more than its lines: an outline by hand is four strokes, which leave all
// between them open.
void SheetFitter::findSigmas(SheetFit& fit) const {
  constexpr double kSigma = 0.15;
  if (kind_ == SheetKind::similarity) {
    return;
  }
  const CurveSolver solver = solverOf(false);
  const std::optional<double> told =
      soft_ || cost_ > kMostUnexplained ? std::nullopt : solver.focalSigma(now_, kSigma, priors_);
  fit.log_focal_sigma = told.value_or(priors_.log_focal_sigma);
  constexpr double kAnything = 1;
  fit.map_sigma = soft_ || cues_.isGuided() ? 0 : solver.mapSigma(now_, kSigma, priors_, fit.rect).value_or(kAnything);
}

SheetFit SheetFitter::run(const SheetStart* start) {
  SheetFit fit;
  if (!gather()) {
    return fit;
  }
  makeFrame(start);
  fitPlane(start != nullptr);
  if (options_.model == ModelLimit::plane) {
    now_ = refine(now_.withBendSize(1, frame_), std::array{0.7, 0.35, 0.2}, priors_, "plane");
  } else {
    if (start == nullptr) {
      stay_at_steepest_ = false;
      chooseRuling();
      stay_at_steepest_ = true;
      refineProfile();
      reverseRelief();
      leaveFalseValley();
    } else {
      priors_.ruling = now_.ruling;
      solver_ = solverOf(true);
      refineGiven();
    }
  }
  dropBad();
  const auto refit = [&](std::span<const double> sigmas) {
    solver_ = solverOf(false);
    now_ = refine(now_, sigmas, priors_, options_.model == ModelLimit::plane ? "plane" : "sheet");
  };
  addMarginsAndRules(0.35);
  if (marginsAreFar()) {
    refit(std::array{4.0, 2.0, 1.0});
    addMarginsAndRules(0.35);
  }
  refit(std::array{0.5, 0.3, 0.15});
  addMarginsAndRules(0.05);
  refit(std::array{0.3, 0.15});
  keepLeading();
  judgeText();
  chooseModel();
  if (kind_ == SheetKind::cylinder) {
    soften();
    sharpenSheet();
  } else {
    judgeText();
    sharpenPlane();
  }
  describe(fit);
  if (textual_ && kind_ != SheetKind::similarity && addMissedSides(fit)) {
    fit = {};
    if (kind_ == SheetKind::cylinder && !soft_) {
      refit(std::array{0.5, 0.3, 0.15});
      sharpenSheet();
      judgeText();
    }
    describe(fit);
  }
  takePaper(fit);
  takeFacingPage(fit);
  findSigmas(fit);
  return fit;
}

SheetPriors priorsOf(const SheetFitOptions& options) {
  constexpr double kAnything = 10;  // times what is believed
  SheetPriors priors = priorsWithFocal(options.focal_prior);
  if (!options.bending) {
    priors.bend = 0;
  }
  if (!options.camera) {
    priors.log_focal_sigma *= kAnything;
    priors.pitch_sigma *= kAnything;
  }
  return priors;
}

double toleranceHeight(const PageCues& cues) {
  constexpr double kMost = 0.009;  // of the longer side of the photo
  const Vec2 extent = cues.frame.extent();
  return cues.has_text ? cues.char_height : std::min(cues.char_height, kMost * std::max(extent.x, extent.y));
}

bool fitsText(const PageCues& cues) {
  const auto sides =
      std::count_if(cues.sides.begin(), cues.sides.end(), [](const PageSide& side) { return side.points.size() >= 2; });
  return (cues.has_text && cues.segments.size() >= 3) || (sides < 3 && cues.rules.size() < 6);
}

SheetFit fitSheet(const PageCues& cues,
                  const SheetFitOptions& options,
                  const SheetStart* start,
                  const FitHooks& hooks,
                  std::stop_token stop) {
  const double height = toleranceHeight(cues);
  if (height < cues.char_height) {
    PageCues scaled = cues;
    scaled.char_height = height;
    return SheetFitter(scaled, options, hooks, std::move(stop)).run(start);
  }
  return SheetFitter(cues, options, hooks, std::move(stop)).run(start);
}

}  // namespace platen::optim
