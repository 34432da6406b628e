// A bent sheet of which little but its sides is seen has many valleys: along false rulings, or with a tilt in place of
// part of its bend, it meets its sides nearly as well. Sides are seen to a tenth of a pixel, so that only one of them
// explains all; the usual descents stop in any that is deep enough for lines of text.
#include "core/optim/sheet_fitter.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace platen::optim {
namespace {

constexpr double kFine = 0.05;   // sigma, in h, at which sides that are met to a tenth of a pixel cost nearly nothing
constexpr double kRough = 0.35;  // to choose which valleys to follow to their ground
constexpr int kDirections = 12;  // of rulings, all around
constexpr int kLevel = 5;        // the one along the rows
constexpr double kHeld = 0.05;   // standard deviation of a direction while its valleys are looked for, radians
constexpr double kFree = 0.3;    // and then
constexpr std::size_t kCurled = 10;  // of the kFineProfile values
constexpr std::size_t kFollowed = 6;
constexpr double kSameValley = 0.02;  // difference of costs, as a share: two that cost as much are taken for one

}  // namespace

// From 12 directions, each from the plane and from four curls, to the valley around it; the deepest of them to their
// ground. One is taken that explains what the sheet as it is does not, and more than a little better.
void SheetFitter::leaveFalseValley() {
  constexpr std::size_t kMostLines = 30;  // more lines of text tell the bend themselves
  constexpr double kNearlyMet = 0.1;      // at sigma .15 h: more is folds, or no sheet's side
  constexpr double kLeast = 0.005;        // data costs at kFine: less is noise,
  constexpr double kExplained = 0.13;     // as much is no valley to go to,
  constexpr double kClearly = 0.7;        // and so much of what was is none either
  // What someone drew is no edge that was seen so closely, and held sides cost on another scale.
  if (sides_.size() < 4 || text_.size() > kMostLines || cues_.hasGutter() || cues_.isGuided() || options_.hold_sides ||
      solver_.cost(now_, 0.15, nullptr) > kNearlyMet) {
    return;
  }
  // Descents end before they are at the ground: all are given the same way to it.
  constexpr std::array kToTheGround{0.5, 0.25, 0.15, 0.08, kFine};
  const SheetParameters before = refine(now_, kToTheGround, priors_, "sheet");
  const double unexplained = solver_.cost(before, kFine, nullptr);
  if (!(unexplained > kLeast)) {
    return;
  }
  std::vector<AlongRuling> valleys;
  const auto add = [&](AlongRuling valley) {
    valley.cost = solver_.cost(valley.parameters, kRough, &valley.priors);
    valleys.push_back(std::move(valley));
  };
  SheetPriors level = priors_;
  level.ruling = 0;
  SheetParameters flat = now_;
  flat.bend = {0.0};
  flat.ruling = flat.pitch = 0;
  flat.log_focal = priors_.log_focal;
  flat = refine(flat, std::array{2.0}, level, "plane");
  for (int k = 0; k < kDirections && !stop_.stop_requested(); ++k) {
    AlongRuling plane = planeAlong(M_PI * (k - kLevel) / kDirections, flat);
    plane.priors.ruling_sigma = kHeld;
    add(bentAlong(plane));
    for (const ProfileEnd end : {ProfileEnd::first, ProfileEnd::last}) {
      add(curledAlong(plane, {end, kCurled, true}));
      add(curledAlong(plane, {end, kCurled, false}));
    }
  }
  std::sort(valleys.begin(), valleys.end(), [](const AlongRuling& a, const AlongRuling& b) { return a.cost < b.cost; });
  // A thumb or a torn corner costs as much as a little bend in place of it; but then most of the side is met less well.
  const auto missOfSides = [&](const SheetParameters& p) {
    const SheetModel sheet(frame_, p);
    double sum_h = 0;
    for (const Curve& side : sides_) {
      sum_h += solver_.judge(sheet, side).median_h;
    }
    return sum_h;
  };
  const double missed = missOfSides(before);
  double best = std::min(kClearly * unexplained, kExplained);
  double last = 0;
  std::size_t followed = 0;
  for (AlongRuling& valley : valleys) {
    if (stop_.stop_requested()) {
      return;
    }
    if (valley.cost - last < kSameValley * last) {
      continue;
    }
    last = valley.cost;
    valley.priors.ruling_sigma = kFree;
    valley.parameters =
        refine(valley.parameters.withBendSize(kFineProfile, frame_), kToTheGround, valley.priors, "sheet");
    const double cost = solver_.cost(valley.parameters, kFine, nullptr);
    if (cost < best && missOfSides(valley.parameters) < missed) {
      best = cost;
      now_ = valley.parameters;
      priors_ = valley.priors;
    }
    if (++followed == kFollowed) {
      break;
    }
  }
}

// The full profile of a sheet from elsewhere, which stays as it is where it met its curves more closely: a descent at
// the wide sigmas may leave its valley.
void SheetFitter::refineGiven() {
  const SheetParameters given = now_.withBendSize(kFineProfile, frame_);
  refineProfile();
  if (solver_.cost(given, kFine, nullptr) < solver_.cost(now_, kFine, nullptr)) {
    now_ = given;
  }
}

}  // namespace platen::optim
