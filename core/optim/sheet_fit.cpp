// The schedule of stage 1: plane, ruling candidates, the full profile, dropping what does not fit, margins and rules,
// refits, the soft mode, and the choice among the nested models.
#include "core/optim/sheet_fit.h"

#include "core/optim/bake.h"
#include "core/optim/curve_solver.h"
#include "core/optim/margins.h"
#include "core/optim/page_rect.h"
#include "core/optim/rules.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>

namespace platen::optim {
namespace {

constexpr double kDegree = M_PI / 180;
constexpr double kGoodSegment_h = 0.35;
// Values of the profile once the sheet is roughly known. 17 over text and sides resolve a corner curl or a tight spine
// (on the bench's pages: median map error .44 % of the width at 9, .34 at 13, .31 at 17).
constexpr int kFineProfile = 17;

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

class SheetFitter {
 public:
  SheetFitter(const PageCues& cues, const SheetFitOptions& options, const FitHooks& hooks, std::stop_token stop)
      : cues_(cues), options_(options), hooks_(hooks), stop_(std::move(stop)), solver_({}, 1) {
    if (options.focal_prior > 0) {
      // Strictly inside the solver's bounds, or no step would be taken at all: a longer lens than that sees no
      // perspective.
      priors_.log_focal =
          std::clamp(std::log(options.focal_prior), CurveSolver::kMinLogFocal + 0.2, CurveSolver::kMaxLogFocal - 0.2);
      priors_.log_focal_sigma = 0.12;
    }
  }

  SheetFit run(const SheetStart* start);

 private:
  bool gather();
  void makeFrame(const SheetStart* start);
  void fitPlane(bool from_start);
  void chooseRuling();
  void refineProfile();
  void addMarginsAndRules(double max_slope);
  void soften();
  void chooseModel();
  void describe(SheetFit& fit) const;

  [[nodiscard]] SheetParameters refine(const SheetParameters& start,
                                       std::span<const double> sigmas,
                                       const SheetPriors& priors,
                                       const char* stage,
                                       bool only_roll = false);
  [[nodiscard]] CurveSolver solverOf(bool with_dropped, std::size_t thinning = 1) const;
  [[nodiscard]] int sideCount() const;
  void judgeText();
  [[nodiscard]] double shareOfText(const SheetParameters& p) const;
  void dropBad();

  const PageCues& cues_;
  const SheetFitOptions& options_;
  const FitHooks& hooks_;
  std::stop_token stop_;

  std::vector<Curve> text_, sides_, rules_, margins_;  // text_: the thinned subset
  std::vector<bool> text_good_, side_good_;
  bool textual_ = false;
  SheetFrame frame_;
  SheetPriors priors_;
  SheetParameters now_;
  CurveSolver solver_;
  SheetKind kind_ = SheetKind::cylinder;
  bool soft_ = false;
  double cost_ = 0;
  double inlier_share_ = 0, rms_h_ = 0;
  int steps_ = 0;
  std::map<std::string, double> diagnostics_;
};

// Evidence as curves; false where there is too little of it.
bool SheetFitter::gather() {
  for (std::size_t i = 0; i < cues_.sides.size(); ++i) {
    if (cues_.sides[i].points.size() >= 2) {
      sides_.push_back(sideCurve(cues_, i));
    }
  }
  textual_ = cues_.has_text && cues_.segments.size() >= 3;
  if (textual_ || (sides_.size() < 3 && cues_.rules.size() < 6)) {
    for (const std::size_t i : spreadSegments(cues_, 0)) {
      text_.push_back(textCurve(cues_, i));
    }
  }
  text_good_.assign(text_.size(), true);
  side_good_.assign(sides_.size(), true);
  return sides_.size() >= 3 || cues_.rules.size() >= 6 || text_.size() >= 3;
}

void SheetFitter::makeFrame(const SheetStart* start) {
  const Vec2 extent = cues_.frame.extent();
  if (start != nullptr) {
    frame_ = start->frame;
    now_ = start->parameters;
    solver_ = CurveSolver(frame_, cues_.char_height);
    return;
  }
  frame_.centre = extent / 2;
  frame_.norm = std::max(extent.x, extent.y);
  std::vector<Curve> evidence = text_;
  evidence.insert(evidence.end(), sides_.begin(), sides_.end());
  if (evidence.empty()) {
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
  solver_ = CurveSolver(frame_, cues_.char_height);
  if (text_.empty()) {  // rules are all the inner evidence there is; their direction is only roughly known yet
    rules_ = classifyRules(cues_, SheetModel(frame_, now_), 25 * kDegree, std::nullopt);
  }
}

CurveSolver SheetFitter::solverOf(bool with_dropped, std::size_t thinning) const {
  CurveSolver solver(frame_, cues_.char_height);
  for (std::size_t i = 0; i < text_.size(); ++i) {
    if (text_good_[i] || with_dropped) {
      solver.add(text_[i], thinning);
    }
  }
  for (std::size_t i = 0; i < sides_.size(); ++i) {
    if (side_good_[i] || with_dropped) {
      solver.add(sides_[i], thinning);
    }
  }
  for (const std::vector<Curve>* curves : {&margins_, &rules_}) {
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
  int taken = 0;
  options.steps_taken = &taken;
  if (hooks_.onStep) {
    int step = 0;
    options.onStep = [&, step](const SheetParameters& p, double cost) mutable {
      const Box box{-1.15, -frame_.aspect - 0.15, 1.15, frame_.aspect + 0.15};
      const WarpGrid grid = sampleSheet(SheetModel(frame_, p), box, cues_.frame, 13, 9);
      FitProgress progress;
      progress.stage = stage;
      progress.step = ++step;
      progress.steps = static_cast<int>(sigmas.size()) * 8;
      progress.energy = cost;
      progress.grid = &grid;
      hooks_.onStep(progress);
    };
  }
  SheetParameters result = solver_.refine(start, sigmas, priors, options, stop_);
  steps_ += taken;
  return result;
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

// Descents from several ruling angles. The quick ones, from near the plane, settle most pages; where even the best
// leaves something unexplained, wide ones follow, whose first sigma takes in the whole of a curled corner.
void SheetFitter::chooseRuling() {
  constexpr double kUnexplained = 0.01;  // data cost at sigma .5 h; pages that are cylinders end at .001 to .008
  constexpr double kFalseValley = 0.05;
  const SheetParameters plane = now_;
  struct Candidate {
    SheetParameters parameters;
    SheetPriors priors;
    double cost = 0;  // at sigma 1 (quick) or .5 (wide), with priors
  };
  enum class Reach { quick, near, wide };
  const auto run = [&](double phi, Reach reach) {
    Candidate candidate;
    candidate.priors = priors_;
    candidate.priors.ruling = phi;
    SheetParameters p = plane;
    p.ruling = phi;
    if (phi != 0) {
      // The same plane, its yaw and pitch about the turned axes: found by a short descent.
      p.bend = {0.0};
      p.pitch = 0;
      p = refine(p, std::array{2.0}, candidate.priors, "plane");
    }
    if (reach == Reach::near) {
      candidate.priors.ruling_sigma = 0.3;
      p = refine(p.withBendSize(5, frame_), std::array{4.0, 2.0}, candidate.priors, "sheet");
      p = refine(p.withBendSize(9, frame_), std::array{2.0, 1.0, 0.5}, candidate.priors, "sheet");
    } else if (reach == Reach::wide) {
      candidate.priors.ruling_sigma = 0.3;
      p = refine(p.withBendSize(5, frame_), std::array{12.0, 6.0, 3.0}, candidate.priors, "sheet");
      p = refine(p.withBendSize(9, frame_), std::array{3.0, 1.5, 0.7}, candidate.priors, "sheet");
    } else {
      p = refine(p.withBendSize(5, frame_), std::array{2.0, 1.0}, candidate.priors, "sheet");
    }
    candidate.parameters = p;
    candidate.cost = solver_.cost(p, reach == Reach::quick ? 1 : 0.5, &candidate.priors);
    return candidate;
  };
  solver_ = solverOf(true, 2);
  const Candidate straight = run(0, Reach::quick);
  Candidate best = straight;
  if (straight.cost > 0.015) {
    for (const double phi : {90.0, 45.0, -45.0}) {
      Candidate candidate = run(phi * kDegree, Reach::quick);
      if (candidate.cost < 0.75 * straight.cost && candidate.cost < best.cost) {
        best = std::move(candidate);
      }
    }
  }
  best.parameters = refine(best.parameters.withBendSize(9, frame_), std::array{1.0, 0.5}, best.priors, "sheet");
  const double unexplained = solver_.cost(best.parameters, 0.5, nullptr);
  diagnostics_["ruling_unexplained"] = unexplained;
  if (unexplained > kUnexplained) {
    best.cost = solver_.cost(best.parameters, 0.5, &best.priors);
    const Candidate narrow = best;
    std::vector<Candidate> all;
    for (const double phi : {0.0, 90.0, 30.0, -30.0, 60.0, -60.0}) {
      Candidate candidate = run(phi * kDegree, Reach::wide);
      const double needed = best.priors.ruling == 0 && phi != 0 ? 0.75 : 1.0;
      if (candidate.cost < needed * best.cost) {
        best = candidate;
      }
      all.push_back(std::move(candidate));
    }
    if (best.cost > kFalseValley) {
      // None of them arrived. Wide descents can miss a valley that one from nearer by finds, and their costs say little
      // yet: the three best rulings go down to the end, on all points.
      for (Candidate& candidate : all) {
        Candidate near = run(candidate.priors.ruling, Reach::near);
        if (near.cost < candidate.cost) {
          candidate = std::move(near);
        }
      }
      std::sort(all.begin(), all.end(), [](const Candidate& a, const Candidate& b) { return a.cost < b.cost; });
      all.resize(3);
      all.push_back(narrow);
      solver_ = solverOf(true);
      best.cost = 1e30;
      for (Candidate& candidate : all) {
        candidate.parameters = refine(candidate.parameters.withBendSize(kFineProfile, frame_),
                                      std::array{2.0, 1.0, 0.5}, candidate.priors, "sheet");
        candidate.cost = solver_.cost(candidate.parameters, 0.5, &candidate.priors);
        if (candidate.cost < best.cost) {
          best = std::move(candidate);
        }
      }
    }
  }
  solver_ = solverOf(true);
  diagnostics_["ruling_cost_0"] = straight.cost;
  diagnostics_["ruling_cost"] = best.cost;
  now_ = best.parameters;
  priors_ = best.priors;
}

void SheetFitter::judgeText() {
  const SheetModel sheet(frame_, now_);
  double length = 0;
  double near_length = 0;
  double square = 0;
  for (std::size_t i = 0; i < text_.size(); ++i) {
    const CurveState state = solver_.judge(sheet, text_[i]);
    text_good_[i] = state.median_h < kGoodSegment_h;
    length += text_[i].length_h;
    near_length += state.share * text_[i].length_h;
    square += state.share * text_[i].length_h * state.square_h;
  }
  inlier_share_ = length > 0 ? near_length / length : 0;
  rms_h_ = near_length > 0 ? std::sqrt(square / near_length) : 0;
}

// Share of the text's length within .3 h of straight.
double SheetFitter::shareOfText(const SheetParameters& p) const {
  const SheetModel sheet(frame_, p);
  double length = 0;
  double near_length = 0;
  for (const Curve& curve : text_) {
    length += curve.length_h;
    near_length += solver_.judge(sheet, curve).share * curve.length_h;
  }
  return length > 0 ? near_length / length : 0;
}

void SheetFitter::dropBad() {
  judgeText();
  const SheetModel sheet(frame_, now_);
  const auto good = std::count(text_good_.begin(), text_good_.end(), true);
  for (std::size_t i = 0; i < sides_.size(); ++i) {
    const double limit = (good > 10 ? 2.0 : 6.0) * (sides_[i].is_h ? 1 : 2);
    side_good_[i] = solver_.judge(sheet, sides_[i]).median_h < limit;
  }
}

void SheetFitter::refineProfile() {
  now_ = refine(now_.withBendSize(9, frame_), std::array{0.7, 0.35}, priors_, "sheet");
  now_ = refine(now_.withBendSize(kFineProfile, frame_), std::array{0.35, 0.2}, priors_, "sheet");
}

void SheetFitter::addMarginsAndRules(double max_slope) {
  const SheetModel sheet(frame_, now_);
  if (textual_) {
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

// Not a cylinder: a smooth mean surface, everything else is left to the grid.
void SheetFitter::soften() {
  if (!textual_ || inlier_share_ >= 0.86) {
    return;
  }
  soft_ = true;
  SheetPriors priors = priors_;
  priors.bend = 0.03;
  priors.log_focal_sigma = 0.1;
  priors.pitch_sigma = 0.2;
  const std::vector<Curve> text = std::move(text_);
  text_.clear();
  for (const std::size_t i : spreadSegments(cues_, 5)) {
    text_.push_back(textCurve(cues_, i));
  }
  if (text_.size() < 3) {
    text_ = text;
  }
  text_good_.assign(text_.size(), true);
  solver_ = solverOf(true);
  now_ = refine(now_.withBendSize(5, frame_), std::array{6.0, 3.0, 2.0}, priors, "sheet");
  judgeText();
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
  const std::array sigmas{1.0, 0.5, 0.25};
  const SheetParameters similarity = refine(flat, sigmas, priors, "plane", true);
  plane.pitch = 0;
  SheetParameters best_plane = refine(plane, std::array{2.0, 1.0, 0.5, 0.25}, priors, "plane");
  const SheetParameters other = refine(similarity, sigmas, priors, "plane");
  if (solver_.cost(other, kSigma, nullptr) < solver_.cost(best_plane, kSigma, nullptr)) {
    best_plane = other;
  }
  const double cost_similarity = solver_.cost(similarity, kSigma, nullptr);
  const double cost_plane = solver_.cost(best_plane, kSigma, nullptr);
  const double cost_cylinder = may_bend ? solver_.cost(now_, kSigma, nullptr) : cost_plane;
  diagnostics_["cost_similarity"] = cost_similarity;
  diagnostics_["cost_plane"] = cost_plane;
  diagnostics_["cost_cylinder"] = cost_cylinder;
  const double enough = 1.25 * cost_cylinder + 0.003;
  // Lines of a poor scan leave much unexplained by any sheet; flat is believed if most of its text lies straight all
  // the same.
  const auto straight = [&](const SheetParameters& p) {
    const double share = shareOfText(p);
    return share > 0.7 && share > inlier_share_ - 0.05;
  };
  cost_ = cost_cylinder;
  if (cost_similarity < enough && (cost_similarity < 0.12 || !may_bend || straight(similarity))) {
    kind_ = SheetKind::similarity;
    now_ = similarity;
    cost_ = cost_similarity;
  } else if (!may_bend || (cost_plane < enough && (cost_plane < 0.12 || straight(best_plane)))) {
    kind_ = SheetKind::plane;
    now_ = best_plane;
    cost_ = cost_plane;
  }
}

void SheetFitter::describe(SheetFit& fit) const {
  fit.frame = frame_;
  fit.parameters = now_;
  fit.kind = kind_;
  fit.soft = soft_;
  fit.usable = true;
  fit.cost = cost_;
  fit.steps = steps_;
  fit.stopped = stop_.stop_requested();
  fit.diagnostics = diagnostics_;
  fit.inlier_share = inlier_share_;
  fit.rms_h = rms_h_;
  fit.side_count = sideCount();
  fit.margin_count = static_cast<int>(margins_.size());
  if (!text_.empty()) {
    for (std::size_t i = 0; i < cues_.segments.size(); ++i) {
      if (cues_.segments[i].points.size() >= 2) {
        fit.curves.push_back(textCurve(cues_, i));
      }
    }
  }
  for (const std::vector<Curve>* curves : {&sides_, &margins_, &rules_}) {
    fit.curves.insert(fit.curves.end(), curves->begin(), curves->end());
  }
  const SheetModel sheet(frame_, now_);
  std::size_t side = 0;
  for (const Curve& curve : fit.curves) {
    const CurveState state = solver_.judge(sheet, curve);
    fit.residual_h.push_back(state.median_h);
    bool good = state.median_h < (soft_ ? 1.5 : kGoodSegment_h) * (curve.is_h ? 1 : 2);
    if (curve.kind == CurveKind::side) {
      good = side_good_[side++];
    }
    fit.inlier.push_back(good);
  }
  const PageRect rect = findPageRect(cues_, sheet, fit.curves, fit.inlier);
  fit.rect = rect.rect;
  fit.content = rect.content;
  std::copy(std::begin(rect.edge_found), std::end(rect.edge_found), std::begin(fit.edge_found));
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
      chooseRuling();
    } else {
      priors_.ruling = now_.ruling;
      solver_ = solverOf(true);
    }
    refineProfile();
  }
  dropBad();
  const auto refit = [&](std::span<const double> sigmas) {
    solver_ = solverOf(false);
    now_ = refine(now_, sigmas, priors_, options_.model == ModelLimit::plane ? "plane" : "sheet");
  };
  addMarginsAndRules(0.35);
  refit(std::array{0.5, 0.3, 0.15});
  addMarginsAndRules(0.05);
  refit(std::array{0.3, 0.15});
  judgeText();
  chooseModel();
  if (kind_ == SheetKind::cylinder) {
    soften();
  } else {
    judgeText();
  }
  describe(fit);
  return fit;
}

}  // namespace

SheetFit fitSheet(const PageCues& cues,
                  const SheetFitOptions& options,
                  const SheetStart* start,
                  const FitHooks& hooks,
                  std::stop_token stop) {
  // Without text the character height is a guess; tolerances in it must not swallow the page.
  const Vec2 extent = cues.frame.extent();
  const double most = 0.009 * std::max(extent.x, extent.y);
  if (!cues.has_text && cues.char_height > most) {
    PageCues scaled = cues;
    scaled.char_height = most;
    return SheetFitter(scaled, options, hooks, std::move(stop)).run(start);
  }
  return SheetFitter(cues, options, hooks, std::move(stop)).run(start);
}

}  // namespace platen::optim
