// The state of one fit of stage 1 and its steps, in the order of run(). sheet_fit.cpp holds the schedule,
// ruling_choice.cpp the search for the rulings' direction and for the side to which the sheet bends, false_valley.cpp a
// wider one where these arrive nowhere, model_choice.cpp the choice among the nested models, page_choice.cpp what of
// the sheet is the page. For these files and facing_page.cpp alone: all others call fitSheet().
#pragma once

#include "core/optim/curve_solver.h"
#include "core/optim/sheet_fit.h"

#include <cstddef>
#include <map>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace platen::optim {

class SheetFitter {
 public:
  SheetFitter(const PageCues& cues, const SheetFitOptions& options, const FitHooks& hooks, std::stop_token stop)
      : cues_(cues),
        options_(options),
        hooks_(hooks),
        stop_(std::move(stop)),
        priors_(priorsOf(options)),
        solver_({}, 1) {
    hearFacingPage();
  }

  SheetFit run(const SheetStart* start);

 private:
  // Cost: more is left unexplained by folds, perhaps, which the next stage looks for. Nothing is forced on such a
  // sheet, and it tells nothing of paper and lens.
  static constexpr double kMostUnexplained = 0.05;

  bool gather();
  void makeFrame(const SheetStart* start);
  void fitPlane(bool from_start);
  void chooseRuling();
  void refineProfile();
  void refineGiven();
  void reverseRelief();
  void leaveFalseValley();
  void addMarginsAndRules(double max_slope);
  [[nodiscard]] bool marginsAreFar() const;
  void keepLeading();
  void findNeighbours();
  [[nodiscard]] bool onlySomeLinesAreWrong() const;
  void soften();
  [[nodiscard]] bool isFlatWithoutSides(const SheetParameters& similarity,
                                        const SheetParameters& plane,
                                        const SheetPriors& priors);
  [[nodiscard]] bool isFlatScan(const SheetParameters& chosen, double cost) const;
  void chooseModel();
  void levelText(const SheetPriors& priors);
  [[nodiscard]] bool layLevel() const;
  void sharpenPlane();
  void sharpenSheet();
  void describe(SheetFit& fit);
  bool addMissedSides(const SheetFit& fit);
  void adoptRect(const SheetFit& fit);
  void takePaper(SheetFit& fit);
  void findSigmas(SheetFit& fit) const;
  void hearFacingPage();
  void takeFacingPage(SheetFit& fit);

  // A sheet that is straight in about this direction, under the priors that say so.
  struct AlongRuling {
    SheetParameters parameters;
    SheetPriors priors;
    double cost = 0;
  };
  enum class ProfileEnd { first, last };
  struct Curl {
    ProfileEnd end = ProfileEnd::first;
    std::size_t share = 0;  // of the values of the profile, kFineProfile
    bool towards_camera = true;
  };
  [[nodiscard]] AlongRuling planeAlong(double phi, const SheetParameters& plane);
  // What descents make of it, under its priors: one whose first sigma takes in a whole curl, and one from a sheet of
  // which one end is curled.
  [[nodiscard]] AlongRuling bentAlong(const AlongRuling& plane);
  [[nodiscard]] AlongRuling curledAlong(const AlongRuling& plane, const Curl& curl);

  [[nodiscard]] SheetParameters refine(const SheetParameters& start,
                                       std::span<const double> sigmas,
                                       const SheetPriors& priors,
                                       const char* stage,
                                       bool only_roll = false);
  [[nodiscard]] CurveSolver solverOf(bool with_dropped, std::size_t thinning = 1, bool fewer_lines = false) const;
  [[nodiscard]] CurveSolver emptySolver() const;
  [[nodiscard]] Box shownRect(const SheetModel& sheet) const;
  [[nodiscard]] int sideCount() const;
  void judgeText();
  void dropBad();

  const PageCues& cues_;
  const SheetFitOptions& options_;
  const FitHooks& hooks_;
  std::stop_token stop_;

  std::vector<Curve> text_, sides_, rules_, margins_, strokes_;  // text_: the thinned subset
  std::vector<bool> text_good_, side_good_;
  std::vector<LinePair> leading_;  // of text_
  bool textual_ = false;
  SheetFrame frame_;
  SheetPriors priors_;
  SheetParameters now_;
  CurveSolver solver_;
  SheetKind kind_ = SheetKind::cylinder;
  bool soft_ = false;
  bool stay_at_steepest_ = true;
  bool bound_ = false;    // the page ends at a spine
  bool settled_ = false;  // the sides are the page's own edges
  double cost_ = 0;
  double inlier_share_ = 0, rms_h_ = 0;
  int steps_ = 0;
  std::map<std::string, double> diagnostics_;
};

}  // namespace platen::optim
