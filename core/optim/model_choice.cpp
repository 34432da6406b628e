// How much sheet the curves ask for: a soft mean surface where they are no cylinder, a plane or a mere turn where those
// explain them about as well (FIT section 12).
#include "core/optim/row_sharpness.h"
#include "core/optim/sheet_fitter.h"
#include "core/optim/text_straightness.h"
#include "core/optim/turn_between.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace platen::optim {
namespace {

constexpr double kSteepest = 1.4;  // radians, at which a descent may start

}  // namespace

// On a sheet that is no cylinder hardly any line is straight from end to end. Where those that fit are, the others are
// no lines of text.
bool SheetFitter::onlySomeLinesAreWrong() const {
  constexpr double kWholly = 0.97;  // crumpled and folded sheets have .8 to .94
  const SheetModel sheet(frame_, now_);
  double near_length = 0;
  double length = 0;
  for (std::size_t i = 0; i < text_.size(); ++i) {
    if (text_good_[i]) {
      near_length += solver_.judge(sheet, text_[i]).share * text_[i].length_h;
      length += text_[i].length_h;
    }
  }
  return near_length > kWholly * length;
}

// Not a cylinder: a smooth mean surface, everything else is left to the grid.
void SheetFitter::soften() {  // never for lines that wander: of those a sheet explains no more
  if (!textual_ || cues_.linesWander() || inlier_share_ >= 0.86 || onlySomeLinesAreWrong()) {
    return;
  }
  soft_ = true;
  SheetPriors priors = priors_;
  priors.bend = options_.bending ? 0.03 : 0;
  priors.log_focal_sigma = 0.1;
  priors.pitch_sigma = 0.2;
  std::vector<Curve> longest;
  for (const std::size_t i : spreadSegments(cues_, 5)) {
    longest.push_back(textCurve(cues_, i));
  }
  if (longest.size() >= 3) {
    text_ = std::move(longest);
    leading_.clear();  // of the lines before
  }
  text_good_.assign(text_.size(), true);
  solver_ = solverOf(true);
  // Few values are a poor picture of a profile that is wild at its ends.
  SheetParameters start = now_.withBendSize(5, frame_);
  for (double& bend : start.bend) {
    bend = std::clamp(bend, -kSteepest, kSteepest);
  }
  now_ = refine(start, std::array{6.0, 3.0, 2.0}, priors, "sheet");
  judgeText();
}

// A scan is turned so that its text runs level, whatever the copier did to its borders: scanners shear, and the black
// edge of a copy is no side of a page.
void SheetFitter::levelText(const SheetPriors& priors) {
  CurveSolver text(frame_, cues_.char_height);
  for (std::size_t i = 0; i < text_.size(); ++i) {
    if (text_good_[i]) {
      text.add(text_[i]);
    }
  }
  if (!textual_ || sideCount() > 0) {
    return;
  }
  std::swap(solver_, text);
  now_ = refine(now_, std::array{0.5, 0.25}, priors, "plane", true);
  std::swap(solver_, text);
}

// Whether a scan that was turned level lay level before: its rows of ink are sharper in the photo as it is.
bool SheetFitter::layLevel() const {
  return sideCount() == 0 && !cues_.isGuided() && isSharperLevel(cues_.ink, now_.roll);
}

// Whether, without a side in view, lines of text and rules call for no more than a turn. What else there is are
// margins, and ragged ends, indents and headings make slanting ones: rendered pages and scans came out sheared. And
// where all is at its noise, a sheet explains some of that. Of 90 rendered pages that margins or noise had bent or
// tilted all of text of usual size have a cost of .076 at most, 1.8 times that of the best sheet; photos that show no
// side have .16 and more.
bool SheetFitter::isFlatWithoutSides(const SheetParameters& similarity,
                                     const SheetParameters& plane,
                                     const SheetPriors& priors) {
  constexpr double kSigma = 0.25;
  constexpr double kMost = 0.1;
  constexpr double kMuchMore = 1.8;
  constexpr double kNoise = 0.005;
  if (sideCount() > 0 || cues_.isGuided()) {
    return false;
  }
  std::vector<Curve> margins = std::exchange(margins_, {});
  CurveSolver all = std::exchange(solver_, solverOf(false));
  const std::array last{kSigma};
  const auto cost = [&](const SheetParameters& sheet) { return solver_.cost(sheet, kSigma, nullptr); };
  const SheetParameters turn = refine(similarity, last, priors, "plane", true);
  const double flat = cost(turn);
  const bool is_flat =
      flat < kMost && flat < kMuchMore * std::min({cost(refine(plane, last, priors, "plane")),
                                                   cost(refine(turn, last, priors, "plane")), cost(now_)}) +
                                 kNoise;
  margins_ = std::move(margins);
  solver_ = std::move(all);
  return is_flat;
}

// Whether what fills the photo with paper, as a scan does, is bent by less than its lines tell: leaders of dots,
// figures in a column and letters do not lie at one height, and a page of them looks bent by a quarter of a character.
// cost: of the page that is only turned; photos without a side in view have more (isFlatWithoutSides).
bool SheetFitter::isFlatScan(const SheetParameters& chosen, double cost) const {
  constexpr double kMost = 0.16;
  constexpr double kLess_h = 0.35;
  constexpr double kNowhere_h = 1.5;
  if (!cues_.fills_photo || sideCount() > 0 || cues_.isGuided() || cost > kMost) {
    return false;
  }
  const SheetModel model(frame_, chosen);
  std::vector<Vec2> flat;
  std::vector<Vec2> seen;
  for (const Curve& line : text_) {
    for (const Vec2 point : line.points) {
      if (const SheetModel::Seen at = model.sheetFromWork(point); at.visible) {
        flat.push_back(at.sheet_uv);
        seen.push_back(point);
      }
    }
  }
  if (flat.size() < 3) {
    return false;
  }
  const TurnBetween turn = turnBetween(flat, seen);
  return turn.rms < kLess_h * cues_.char_height && turn.most < kNowhere_h * cues_.char_height;
}

// The poorest of similarity, plane and cylinder that explains the curves about as well as the cylinder (FIT section
// 12).
void SheetFitter::chooseModel() {
  constexpr double kSigma = 0.25;
  const bool may_bend = options_.model != ModelLimit::plane;
  SheetParameters flat;
  flat.roll = now_.roll;
  flat.log_focal = priors_.log_focal;
  SheetParameters plane = now_;
  plane.ruling = 0;
  plane.bend = {0.0};
  SheetPriors priors = priors_;
  priors.ruling = 0;
  priors.ruling_sigma = 1e-3;  // a plane has no rulings
  // The way to their valleys on fewer points: they end on all of them.
  const std::array sigmas{1.0, 0.5};
  const std::array last{kSigma};
  CurveSolver all = std::exchange(solver_, solverOf(false, 2, true));
  SheetParameters similarity = refine(flat, sigmas, priors, "plane", true);
  plane.pitch = 0;
  SheetParameters best_plane = refine(plane, std::array{2.0, 1.0, 0.5}, priors, "plane");
  SheetParameters other = refine(similarity, sigmas, priors, "plane");
  solver_ = std::move(all);
  similarity = refine(similarity, last, priors, "plane", true);
  best_plane = refine(best_plane, last, priors, "plane");
  other = refine(other, last, priors, "plane");
  if (solver_.cost(other, kSigma, nullptr) < solver_.cost(best_plane, kSigma, nullptr)) {
    best_plane = other;
  }
  const double cost_similarity = solver_.cost(similarity, kSigma, nullptr);
  const double cost_plane = solver_.cost(best_plane, kSigma, nullptr);
  const double cost_cylinder = may_bend ? solver_.cost(now_, kSigma, nullptr) : cost_plane;
  diagnostics_["cost_similarity"] = cost_similarity;
  diagnostics_["cost_plane"] = cost_plane;
  diagnostics_["cost_cylinder"] = cost_cylinder;
  // Lines along the spine are straight on a plane as well: there a bend shows in little.
  const double enough = cues_.hasGutterAlongLines() ? 1.1 * cost_cylinder + 0.001 : 1.25 * cost_cylinder + 0.003;
  // Lines of a poor scan leave much unexplained by any sheet; flat is believed if most of its text lies straight all
  // the same.
  const auto straight = [&](const SheetParameters& p) {
    const double share = straightnessOf(text_, SheetModel(frame_, p), solver_).share;
    return share > 0.7 && share > inlier_share_ - 0.05;
  };
  const bool is_flat = cost_similarity < enough && (cost_similarity < 0.12 || !may_bend || straight(similarity));
  if (is_flat || isFlatScan(now_, cost_similarity) || isFlatWithoutSides(similarity, best_plane, priors)) {
    if (!is_flat) {  // the margins are none
      margins_.clear();
      solver_ = solverOf(false);
      similarity = refine(similarity, last, priors, "plane", true);
    }
    kind_ = SheetKind::similarity;
    now_ = similarity;
    levelText(priors);
    if (layLevel()) {
      now_.roll = 0;
    }
  } else if (!may_bend || (cost_plane < enough && (cost_plane < 0.12 || straight(best_plane)))) {
    kind_ = SheetKind::plane;
    now_ = best_plane;
  }
  // Sides that are held weigh on the descent and on this choice, not on what is said of its end: those who read a cost
  // know one scale only.
  const SheetParameters& chosen = kind_ == SheetKind::similarity ? similarity : now_;
  cost_ = solver_.withOrdinarySides().cost(chosen, kSigma, nullptr);
}

// A plane that explains its curves is exact, so they are believed as far as their own noise lets them: at the sigma
// that bent and folded pages ask for, what lenses usually are would outweigh what little of its focal length a plane
// shows.
void SheetFitter::sharpenPlane() {
  constexpr double kNoises = 3;  // sigma in standard deviations of the text
  if (kind_ != SheetKind::plane || text_.empty()) {
    return;
  }
  SheetPriors priors = priors_;
  priors.ruling = 0;
  priors.ruling_sigma = 1e-3;
  now_ = refine(now_, std::array{0.15, std::clamp(kNoises * rms_h_, 0.03, 0.15)}, priors, "plane");
  judgeText();
}

// The same of a bent sheet: where its curves are met to a few hundredths of h, as the sides of smooth paper are, they
// say more of lens, tilt and bend than is believed of all pages. A sheet that is not met so is no cylinder to that
// degree, and its points would be followed into their noise. A lens that is known, from EXIF or from other photos of a
// book, stays what the fit made of it. Leaves of an open book are not as smooth near their gutter.
void SheetFitter::sharpenSheet() {
  constexpr double kFine = 0.05;
  constexpr double kMet = 0.16;  // data cost at kFine
  constexpr double kHopeless = 2 * kMet;
  constexpr double kHeldFocal = 1e-3;
  if (kind_ != SheetKind::cylinder || soft_ || cues_.hasGutter() || cues_.isGuided() || options_.hold_sides ||
      solver_.cost(now_, kFine, nullptr) > kHopeless) {
    return;
  }
  SheetPriors priors = priors_;
  if (options_.focal_prior > 0) {
    priors.log_focal = now_.log_focal;
    priors.log_focal_sigma = kHeldFocal;
  }
  const SheetParameters sharp = refine(now_, std::array{0.15, 0.08, kFine}, priors, "sheet");
  if (solver_.cost(sharp, kFine, nullptr) < kMet) {
    now_ = sharp;
    judgeText();
  }
}

}  // namespace platen::optim
