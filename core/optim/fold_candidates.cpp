#include "core/optim/fold_candidates.h"

#include "core/optim/folded_sheet.h"
#include "core/optim/sheet_fit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <optional>
#include <span>
#include <utility>

namespace platen::optim {
namespace {

constexpr double kCreaseGain = 0.8;  // of the cost at sigma .5: what each further crease must leave at most
constexpr double kArrived = 0.02;    // at sigma .5: nothing left to explain
constexpr double kOwnBending = 0.9;  // of the cost: what a parallel crease's own direction must leave at most
constexpr std::size_t kMostCreases = 5;
constexpr std::size_t kMostTrials = 3;  // places of a crease that are looked at more closely
constexpr int kPlaces = 6;              // where a crease is looked for, in each direction
constexpr double kDegree = std::numbers::pi / 180;

std::size_t creasesOf(const FoldedParameters& p) {
  std::size_t count = 0;
  for (const Bending& bending : p.bendings) {
    count += bending.creases.size();
  }
  return count;
}

class Candidates {
 public:
  Candidates(const FoldEvidence& evidence, const SheetFrame& frame, const std::stop_token& stop)
      : solver_(evidence.curves), rough_(evidence.rough), frame_(frame), stop_(stop) {}

  [[nodiscard]] std::vector<FoldState> all(const FlatStart& start, const SheetParameters& cylinder) const;
  [[nodiscard]] std::vector<FoldState> creased(const FoldState& flat) const;
  [[nodiscard]] FoldState plane(const FlatStart& start) const;

 private:
  [[nodiscard]] FoldState withCreases(FoldState state, std::span<const double> sigmas) const;
  [[nodiscard]] FoldState withBestCrease(const FoldState& state, std::span<const double> sigmas) const;
  [[nodiscard]] FoldState withCrease(const FoldState& state,
                                     std::optional<std::size_t> bending,
                                     double ruling,
                                     double position) const;
  [[nodiscard]] Bending smoothBending(double ruling, std::size_t values) const;
  [[nodiscard]] FoldState smoothFromCylinder(const SheetParameters& cylinder) const;
  [[nodiscard]] FoldState smoothFromPlane(const FoldState& flat) const;

  const FoldSolver& solver_;
  const FoldSolver& rough_;
  const SheetFrame& frame_;
  const std::stop_token& stop_;
};

FoldState Candidates::plane(const FlatStart& start) const {
  FoldedParameters flat;
  flat.roll = start.roll;
  flat.log_focal = start.log_focal;
  return solver_.refine(solver_.stateOf(flat), std::array{4.0, 2.0, 1.0}, 8, stop_);
}

// In a bending that is there already (parallel creases of one sheet: still an isometry), or in one of its own.
FoldState Candidates::withCrease(const FoldState& state,
                                 std::optional<std::size_t> bending,
                                 double ruling,
                                 double position) const {
  FoldState next = state;
  const Crease crease{position, 0.02};
  if (bending) {
    next.parameters.bendings[*bending].creases.push_back(crease);
  } else {
    next.parameters.bendings.push_back({ruling, reachAcross(frame_, ruling), {}, {crease}});
    next.rulings.push_back(ruling);
  }
  return next;
}

// The state with one crease more, where that explains most of the rough evidence. All places at the first sigma, the
// best of them at the others.
FoldState Candidates::withBestCrease(const FoldState& state, std::span<const double> sigmas) const {
  struct Trial {
    FoldState state;
    bool own_bending = false;  // although a bending of its direction is there
  };
  std::vector<Trial> trials;
  for (const double ruling : {0.0, std::numbers::pi / 2}) {
    const double extent = 0.85 * (ruling == 0 ? 1 : frame_.aspect);
    const auto found = std::find(state.rulings.begin(), state.rulings.end(), ruling);
    const bool parallel = found != state.rulings.end();
    for (int place = 0; place < kPlaces; ++place) {
      const double position = extent * (2.0 * place / (kPlaces - 1) - 1);
      if (parallel) {
        const auto bending = static_cast<std::size_t>(found - state.rulings.begin());
        trials.push_back({withCrease(state, bending, ruling, position), false});
      }
      trials.push_back({withCrease(state, {}, ruling, position), parallel});
    }
  }
  const auto descendAll = [&](std::span<const double> at) {
    for (Trial& trial : trials) {
      trial.state = rough_.refine(std::move(trial.state), at, 4, stop_);
    }
  };
  descendAll(sigmas.first(1));
  if (sigmas.size() > 1) {
    std::stable_sort(trials.begin(), trials.end(),
                     [](const Trial& a, const Trial& b) { return a.state.cost < b.state.cost; });
    trials.resize(std::min(trials.size(), kMostTrials));
    descendAll(sigmas.subspan(1));
  }
  const auto weighed = [](const Trial& trial) { return trial.state.cost / (trial.own_bending ? kOwnBending : 1); };
  return std::min_element(trials.begin(), trials.end(),
                          [&](const Trial& a, const Trial& b) { return weighed(a) < weighed(b); })
      ->state;
}

// Creases one by one, each where it explains most.
FoldState Candidates::withCreases(FoldState state, std::span<const double> sigmas) const {
  while (creasesOf(state.parameters) < kMostCreases && !stop_.stop_requested()) {
    FoldState rough = rough_.stateOf(state.parameters);
    rough.rulings = state.rulings;
    rough = rough_.refine(std::move(rough), sigmas.first(1), 0, stop_);  // only looks its points up
    rough = withBestCrease(rough, sigmas);
    const FoldState before = solver_.refine(state, std::array{1.0, 0.5}, 10, stop_);
    FoldState after = std::move(rough);
    after.sheet_uv = state.sheet_uv;
    after.steps += state.steps;
    after = solver_.refine(std::move(after), std::array{1.0, 0.5}, 10, stop_);
    if (!(after.cost < kCreaseGain * before.cost)) {
      break;
    }
    state = std::move(after);
  }
  return state;
}

Bending Candidates::smoothBending(double ruling, std::size_t values) const {
  return {ruling, reachAcross(frame_, ruling), std::vector<double>(values, 0.0), {}};
}

// A second smooth bending across the cylinder's.
FoldState Candidates::smoothFromCylinder(const SheetParameters& cylinder) const {
  FoldedParameters p = foldedFrom(frame_, cylinder);
  p.bendings.push_back(smoothBending(p.bendings.front().ruling + std::numbers::pi / 2, 5));
  return solver_.refine(solver_.stateOf(p), std::array{1.0, 0.5}, 10, stop_);
}

// Two smooth bendings across each other, where the cylinder is in a false valley. The directions are compared roughly.
FoldState Candidates::smoothFromPlane(const FoldState& flat) const {
  FoldState best;
  for (const double degrees : {0.0, 22.5, 45.0, 67.5}) {
    FoldedParameters p = flat.parameters;
    const double ruling = degrees * kDegree;
    p.bendings = {smoothBending(ruling, 7), smoothBending(ruling + std::numbers::pi / 2, 7)};
    FoldState next = rough_.refine(rough_.stateOf(p), std::array{6.0, 3.0, 1.5}, 8, stop_);
    if (best.parameters.bendings.empty() || next.cost < best.cost) {
      best = std::move(next);
    }
  }
  // The stronger one gets the resolution of a cylinder.
  const auto strength = [](const Bending& bending) {
    const auto [low, high] = std::minmax_element(bending.profile.begin(), bending.profile.end());
    return *high - *low;
  };
  FoldedParameters p = best.parameters;
  Bending& strong = strength(p.bendings[0]) > strength(p.bendings[1]) ? p.bendings[0] : p.bendings[1];
  SheetParameters profile;
  profile.bend = strong.profile;
  strong.profile = profile.withBendSize(kFineProfile, frame_).bend;
  FoldState fine = solver_.stateOf(p);
  fine.steps = best.steps;
  return solver_.refine(std::move(fine), std::array{1.0, 0.5}, 10, stop_);
}

std::vector<FoldState> Candidates::creased(const FoldState& flat) const {
  std::vector<FoldState> candidates{withCreases(flat, std::array{2.0, 1.0})};
  if (!(candidates.back().cost < kArrived)) {
    // A narrower start finds small creases that a wide one smooths away. On the pages measured both found the same
    // first, largest ones, which is all that speaks for going on where the wide ones end.
    FoldState more = withCreases(candidates.back(), std::array{1.0});
    if (creasesOf(more.parameters) > creasesOf(candidates.back().parameters)) {
      candidates.push_back(std::move(more));
    }
  }
  return candidates;
}

std::vector<FoldState> Candidates::all(const FlatStart& start, const SheetParameters& cylinder) const {
  const FoldState flat = plane(start);
  std::vector<FoldState> candidates = creased(flat);
  if (cylinder.bend.size() > 4) {
    candidates.push_back(smoothFromCylinder(cylinder));
  }
  if (std::none_of(candidates.begin(), candidates.end(), [](const FoldState& c) { return c.cost < kArrived; })) {
    candidates.push_back(smoothFromPlane(flat));
  }
  return candidates;
}

}  // namespace

std::vector<FoldState> foldCandidates(const FoldEvidence& evidence,
                                      const SheetFrame& frame,
                                      const FlatStart& start,
                                      const SheetParameters& cylinder,
                                      const std::stop_token& stop) {
  return Candidates(evidence, frame, stop).all(start, cylinder);
}

std::vector<FoldState> creaseCandidates(const FoldEvidence& evidence,
                                        const SheetFrame& frame,
                                        const FlatStart& start,
                                        const std::stop_token& stop) {
  const Candidates candidates(evidence, frame, stop);
  return candidates.creased(candidates.plane(start));
}

}  // namespace platen::optim
