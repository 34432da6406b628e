// Paper that bends in more than one direction: the model by itself (maps, derivatives), and what the fit makes of it.
#include "core/optim/folded_sheet.h"

#include "core/optim/bake.h"
#include "core/optim/fit_start.h"
#include "core/optim/fold_candidates.h"
#include "core/optim/fold_choice.h"
#include "core/optim/fold_solver.h"
#include "tests/optim/parameter_differences.h"
#include "tests/support/synthetic_cues.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <numbers>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

namespace platen::optim {
namespace {

using test::makeSyntheticPage;
using test::sheetErrorPercent;
using test::SyntheticPage;
using test::SyntheticRecipe;

constexpr double kPi = std::numbers::pi;

SheetFrame someFrame() {
  return {{600, 800}, 1600, {0.01, -0.02}, 0.31, 1.3};
}

// A letter folded in four: a crease down the middle, one across, and a gentle bend.
FoldedParameters letter() {
  FoldedParameters p;
  p.roll = 0.04;
  p.pitch = 0.25;
  p.yaw = -0.1;
  p.log_focal = std::log(1.6);
  const SheetFrame frame = someFrame();
  p.bendings.push_back({0.05, reachAcross(frame, 0.05), {0.05, 0.0, -0.04, 0.02, 0.06}, {{-0.1, 0.6}}});
  p.bendings.push_back({kPi / 2 - 0.06, reachAcross(frame, kPi / 2), {}, {{0.3, -0.45}}});
  return p;
}

SyntheticPage letterPage(double first_angle, double second_angle) {
  SyntheticRecipe recipe;
  recipe.source_size = {2400, 3200};
  FoldedParameters folded;
  folded.pitch = 0.28;
  folded.yaw = -0.08;
  folded.log_focal = std::log(1.5);
  folded.bendings.push_back({-0.05, 1.1, {}, {{0.12, first_angle}}});
  folded.bendings.push_back({kPi / 2 + 0.04, 1.4, {}, {{-0.2, second_angle}}});
  recipe.truth.folded = std::make_shared<const FoldedParameters>(folded);
  return makeSyntheticPage(recipe);
}

double errorOf(const SyntheticPage& page, const SheetFit& fit) {
  return sheetErrorPercent(page, SheetModel(fit.frame, fit.parameters));
}

// Points every `step` in the box from -half to half.
std::vector<Vec2> lattice(Vec2 half, Vec2 step) {
  const int columns = static_cast<int>(2 * half.x / step.x + 1e-9);
  const int rows = static_cast<int>(2 * half.y / step.y + 1e-9);
  std::vector<Vec2> points;
  for (int j = 0; j <= rows; ++j) {
    for (int i = 0; i <= columns; ++i) {
      points.push_back({i * step.x - half.x, j * step.y - half.y});
    }
  }
  return points;
}

TEST(FoldedSheet, OneBendingIsTheCylinder) {
  const SheetFrame frame = someFrame();
  SheetParameters cylinder;
  cylinder.roll = 0.05;
  cylinder.pitch = -0.3;
  cylinder.log_focal = 0.4;
  cylinder.ruling = 0.7;
  cylinder.bend = {0.4, 0.3, 0.35, 0.1, -0.2, -0.1, 0.1};
  const SheetModel model(frame, cylinder);
  const FoldedSheet folded(frame, foldedFrom(frame, cylinder));
  for (const auto [u, v] : lattice({1.1, 1.4}, {0.275, 0.35})) {
    EXPECT_NEAR(norm(model.workFromSheet({u, v}) - folded.jet({u, v}).point), 0, 0.05) << u << ", " << v;
  }
}

TEST(FoldedSheet, TheInverseFindsThePointAndTheJetIsTheSlope) {
  const FoldedSheet sheet(someFrame(), letter());
  for (const auto [u, v] : lattice({1.1, 1.4}, {0.1987, 0.2345})) {
    const SheetModel::Jet jet = sheet.jet({u, v});
    Vec2 found{0, 0};
    ASSERT_TRUE(sheet.invert(jet.point, found)) << u << ", " << v;
    EXPECT_NEAR(found.x, u, 1e-6);
    EXPECT_NEAR(found.y, v, 1e-6);
    constexpr double kStep = 1e-5;
    const Vec2 du = (sheet.jet({u + kStep, v}).point - sheet.jet({u - kStep, v}).point) / (2 * kStep);
    const Vec2 dv = (sheet.jet({u, v + kStep}).point - sheet.jet({u, v - kStep}).point) / (2 * kStep);
    EXPECT_NEAR(norm(du - jet.du) + norm(dv - jet.dv), 0, 1e-3 * norm(du)) << u << ", " << v;
  }
}

// From starts near and far, to points on the sheet and beside it, behind the camera too.
TEST(FoldedSheet, SearchesSideBySideEndWhereEachEndsAlone) {
  FoldedParameters steep = letter();
  steep.pitch = 1.1;
  steep.log_focal = -0.6;
  for (const FoldedParameters& p : {letter(), steep}) {
    const FoldedSheet sheet(someFrame(), p);
    std::vector<Vec2> work_px;
    std::vector<Vec2> together;
    for (const auto [u, v] : lattice({3, 3}, {0.193, 0.171})) {
      work_px.push_back(sheet.jet({u, v}).point);
      const double off = 0.4 * std::sin(7 * u + 3 * v);
      together.push_back({0.7 * u + off, 0.8 * v - off});
    }
    std::vector<Vec2> alone = together;
    std::vector<std::uint8_t> seen(work_px.size());
    sheet.invert(work_px, together, seen);
    std::size_t found = 0;
    for (std::size_t k = 0; k < work_px.size(); ++k) {
      EXPECT_EQ(seen[k] != 0, sheet.invert(work_px[k], alone[k])) << k;
      found += seen[k];
    }
    EXPECT_EQ(together, alone);
    EXPECT_GT(found, work_px.size() / 4);
    EXPECT_LT(found, work_px.size());
  }
}

// Beyond a crease the sheet shows its back, as a mirror would its face: no search ends there, nor leaves a trace.
TEST(FoldedSheet, TheBackOfTheSheetIsNotFound) {
  FoldedParameters p;
  p.yaw = 0.3;
  p.log_focal = std::log(1.6);
  p.bendings.push_back({0, 1.1, {}, {{0, 2.9}}});
  const FoldedSheet sheet(someFrame(), p);
  std::vector<Vec2> work_px;
  std::vector<Vec2> starts;
  for (const double v : {-1.0, -0.75, -0.5, -0.25, 0.0, 0.25, 0.5, 0.75, 1.0}) {
    for (const double u : {-0.6, -0.3, 0.3, 0.6}) {
      work_px.push_back(sheet.jet({u, v}).point);
      starts.push_back(Vec2{u, v} + Vec2{0.004, -0.003});
    }
  }
  std::vector<Vec2> together = starts;
  std::vector<std::uint8_t> seen(work_px.size());
  sheet.invert(work_px, together, seen);
  std::size_t backs = 0;
  for (std::size_t k = 0; k < work_px.size(); ++k) {
    const SheetModel::Jet jet = sheet.jet(starts[k]);
    const bool is_back = cross(jet.du, jet.dv) < 0;
    backs += is_back ? 1 : 0;
    Vec2 alone = starts[k];
    EXPECT_EQ(sheet.invert(work_px[k], alone), !is_back) << k;
    EXPECT_EQ(seen[k] != 0, !is_back) << k;
    EXPECT_EQ(alone == starts[k], is_back) << k;
    EXPECT_EQ(alone, together[k]) << k;
  }
  EXPECT_EQ(backs, work_px.size() / 2);
}

TEST(FoldedSheet, TheInversesDerivativesAreItsDifferences) {
  const SheetFrame frame = someFrame();
  const FoldedParameters p = letter();
  const std::size_t size = sizeOf(p);
  const std::array places{Vec2{-0.83, -1.1}, Vec2{0.41, -0.32}, Vec2{0.77, 0.93}, Vec2{-0.42, 0.61}, Vec2{-0.09, 0.31}};
  FoldedSheet sheet(frame, p);
  sheet.differentiateAt(places);
  ASSERT_EQ(sheet.size(), size);
  std::vector<double> du(size);
  std::vector<double> dv(size);
  for (const Vec2 at : places) {
    const Vec2 work_px = sheet.jet(at).point;
    ASSERT_TRUE(sheet.derivatives(at, du.data(), dv.data()));
    std::vector<double> one(size);
    ASSERT_TRUE(sheet.derivatives(at, one.data(), nullptr));
    EXPECT_EQ(one, du);
    ASSERT_TRUE(sheet.derivatives(at, nullptr, one.data()));
    EXPECT_EQ(one, dv);
    constexpr double kStep = 2e-6;
    test::eachParameterMoved(p, kStep,
                             [&](std::size_t k, const FoldedParameters& behind, const FoldedParameters& ahead) {
                               std::array<Vec2, 2> found{at, at};
                               ASSERT_TRUE(FoldedSheet(frame, behind).invert(work_px, found[0]));
                               ASSERT_TRUE(FoldedSheet(frame, ahead).invert(work_px, found[1]));
                               const Vec2 slope = (found[1] - found[0]) / (2 * kStep);
                               EXPECT_NEAR(du[k], slope.x, 3e-3 * (norm(slope) + 0.1)) << at.x << ", " << at.y;
                               EXPECT_NEAR(dv[k], slope.y, 3e-3 * (norm(slope) + 0.1)) << at.x << ", " << at.y;
                             });
  }
}

TEST(FoldedSheet, HasNoDerivativesBeyondItsTables) {
  const FoldedParameters p = letter();
  FoldedSheet sheet(someFrame(), p);
  std::vector<double> du(sizeOf(p));
  EXPECT_THROW(sheet.derivatives({0, 0}, du.data(), nullptr), std::invalid_argument);
  const std::array places{Vec2{0.4, 0.3}};
  sheet.differentiateAt(places);
  EXPECT_TRUE(sheet.derivatives({0.4, 0.3}, du.data(), nullptr));
  EXPECT_TRUE(sheet.derivatives({0.2, 0.1}, du.data(), nullptr));  // the tables begin in the middle
  for (const Vec2 beyond : {Vec2{0.8, 0.3}, Vec2{-0.4, 0.3}, Vec2{0.4, 0.9}, Vec2{0.4, -0.3}}) {
    EXPECT_THROW(sheet.derivatives(beyond, du.data(), nullptr), std::invalid_argument) << beyond.x << ", " << beyond.y;
  }
}

TEST(FoldedSheet, RefusesWhatIsNoProfile) {
  FoldedParameters p = letter();
  p.bendings[1].profile = {0.1, 0.2};
  EXPECT_THROW(FoldedSheet(someFrame(), p), std::invalid_argument);
}

TEST(FoldSolver, DescendsToTheTruthFromNearby) {
  const SyntheticPage page = letterPage(0.6, 0.4);
  SheetFit fit = fitSheet(page.cues, {}, nullptr, {}, {});
  FoldSolver solver(fit.frame, page.cues.char_height, {});
  for (std::size_t i = 0; i < page.cues.segments.size(); ++i) {
    solver.add(textCurve(page.cues, i));
  }
  for (std::size_t i = 0; i < page.cues.sides.size(); ++i) {
    solver.add(sideCurve(page.cues, i));
  }
  FoldedParameters start;
  start.log_focal = 0.2;
  start.bendings.push_back({0, 1.1, {}, {{0, 0.05}}});
  start.bendings.push_back({kPi / 2, 1.4, {}, {{0, 0.05}}});
  const FoldState first = solver.refine(solver.stateOf(start), std::array{4.0}, 1, {});
  const FoldState last = solver.refine(first, std::array{4.0, 2.0, 1.0, 0.5}, 15, {});
  ASSERT_EQ(last.parameters.bendings.size(), 2U);
  fit.parameters.folded = std::make_shared<const FoldedParameters>(last.parameters);
  EXPECT_LT(errorOf(page, fit), 0.1);
  EXPECT_NEAR(std::abs(last.parameters.bendings[0].creases[0].angle), 0.6, 0.05);
  EXPECT_NEAR(std::abs(last.parameters.bendings[1].creases[0].angle), 0.4, 0.05);
}

// Creases are added one by one, the narrow search going on where the wide one ends: it must end in the valley to which
// a descent from the planted creases leads, also where the second crease is a fraction of the first.
TEST(FoldCandidates, EndWhereADescentFromThePlantedCreasesEnds) {
  for (const double second_angle : {0.4, 0.18, -0.12}) {
    const SyntheticPage page = letterPage(0.6, second_angle);
    const SheetFit fit = fitSheet(page.cues, {}, nullptr, {}, {});
    const FoldSolver none(fit.frame, page.cues.char_height, {});
    FoldEvidence evidence{none, none};
    for (std::size_t i = 0; i < page.cues.segments.size(); ++i) {
      evidence.curves.add(textCurve(page.cues, i), 6);
      if (i % 2 == 0) {
        evidence.rough.add(textCurve(page.cues, i), 6);
      }
    }
    for (std::size_t i = 0; i < page.cues.sides.size(); ++i) {
      evidence.curves.add(sideCurve(page.cues, i), 6);
      evidence.rough.add(sideCurve(page.cues, i), 6);
    }
    FoldedParameters planted;
    planted.bendings.push_back({0, 1.1, {}, {{0.12, 0.3}}});
    planted.bendings.push_back({kPi / 2, 1.4, {}, {{-0.2, second_angle / 2}}});
    const FoldSolver& solver = evidence.curves;
    const FoldState known = solver.refine(solver.stateOf(planted), std::array{4.0, 2.0, 1.0, 0.5}, 20, {});
    const std::vector<FoldState> candidates =
        foldCandidates(evidence, fit.frame, {page.cues.text_angle, 0}, fit.parameters, {});
    ASSERT_FALSE(candidates.empty());
    double least = 1;
    for (const FoldState& candidate : candidates) {
      least = std::min(least, candidate.cost);
    }
    EXPECT_LT(known.cost, 0.02) << second_angle;
    EXPECT_LT(least, 1.05 * known.cost + 2e-4) << second_angle;
  }
}

TEST(FoldChoice, FindsCreasesThatCross) {
  const SyntheticPage page = letterPage(0.55, -0.4);
  SheetFit fit = fitSheet(page.cues, {}, nullptr, {}, {});
  const double before = errorOf(page, fit);
  ASSERT_TRUE(addFolds(page.cues, {}, {}, {}, fit));
  ASSERT_TRUE(fit.parameters.folded);
  EXPECT_EQ(fit.parameters.folded->bendings.size(), 2U);
  EXPECT_LT(errorOf(page, fit), 0.08);
  EXPECT_GT(before, 5 * errorOf(page, fit)) << "the cylinder alone must have failed for this to mean anything";
  EXPECT_GT(fit.inlier_share, 0.98);
  EXPECT_EQ(fit.curves.size(), fit.inlier.size());
  EXPECT_EQ(fit.curves.size(), fit.residual_h.size());
}

// Lines run level on a plane, however the paper is creased along them: without sides to its left and right the page is
// told by nothing but its kinked margins.
TEST(FoldChoice, FindsACreaseAlongTheLinesByTheMargins) {
  SyntheticRecipe recipe;
  recipe.sides[2] = recipe.sides[3] = false;
  FoldedParameters folded;
  folded.pitch = 0.3;
  folded.yaw = -0.15;
  folded.log_focal = std::log(0.8);
  folded.bendings.push_back({kPi / 2, 1.5, {}, {{0.1, -0.6}}});
  recipe.truth.folded = std::make_shared<const FoldedParameters>(folded);
  const SyntheticPage page = makeSyntheticPage(recipe);
  SheetFit fit = fitSheet(page.cues, {}, nullptr, {}, {});
  ASSERT_LT(fit.cost, 0.01) << "the plane explains all that it was told of";
  ASSERT_GT(errorOf(page, fit), 3);
  SheetFitOptions without;
  without.margins = false;
  SheetFit unfolded = fit;
  EXPECT_FALSE(addFolds(page.cues, without, {}, {}, unfolded));
  SheetFit again = fit;
  ASSERT_TRUE(addFolds(page.cues, {}, {}, {}, fit));
  EXPECT_LT(errorOf(page, fit), 0.05);
  ASSERT_TRUE(addFolds(page.cues, {}, {}, {}, again, fit.parameters.folded.get()));
  EXPECT_LT(2 * (again.steps - unfolded.steps), fit.steps - unfolded.steps);
  EXPECT_LT(errorOf(page, again), 0.05);
}

TEST(FoldChoice, GoesOnFromFoldsThatWereFound) {
  const SyntheticPage page = letterPage(0.55, -0.4);
  const SheetFit cylinder = fitSheet(page.cues, {}, nullptr, {}, {});
  SheetFit first = cylinder;
  ASSERT_TRUE(addFolds(page.cues, {}, {}, {}, first));
  SheetFit again = cylinder;
  ASSERT_TRUE(addFolds(page.cues, {}, {}, {}, again, first.parameters.folded.get()));
  EXPECT_LT(4 * (again.steps - cylinder.steps), first.steps - cylinder.steps);
  EXPECT_LT(furthestMove(SheetModel(first.frame, first.parameters), first.rect,
                         SheetModel(again.frame, again.parameters), again.rect),
            0.1 * page.cues.char_height);
  EXPECT_LT(errorOf(page, again), 1.1 * errorOf(page, first) + 0.005);
  // Another page's are one candidate among the others.
  FoldedParameters other = *first.parameters.folded;
  for (Bending& bending : other.bendings) {
    for (Crease& crease : bending.creases) {
      crease.position += 0.5;
      crease.angle = -crease.angle;
    }
  }
  SheetFit led_astray = cylinder;
  ASSERT_TRUE(addFolds(page.cues, {}, {}, {}, led_astray, &other));
  EXPECT_LT(errorOf(page, led_astray), 1.1 * errorOf(page, first) + 0.005);
}

TEST(FoldChoice, ShowsItsCandidatesAndIsTheSameWatched) {
  const SyntheticPage page = letterPage(0.55, -0.4);
  const SheetFit cylinder = fitSheet(page.cues, {}, nullptr, {}, {});
  SheetFit unwatched = cylinder;
  ASSERT_TRUE(addFolds(page.cues, {}, {}, {}, unwatched));
  int steps = 0;
  int grids = 0;
  double aspect = 0;
  WarpGrid last;
  FitHooks hooks;
  hooks.wants_grid = [&] { return ++steps % 5 == 0; };
  hooks.onStep = [&](const FitProgress& progress) {
    EXPECT_EQ(progress.stage, "folds");
    EXPECT_GE(progress.step, 1);
    EXPECT_LE(progress.step, progress.steps);
    EXPECT_GT(progress.energy, 0);
    if (progress.grid != nullptr) {
      ++grids;
      last = *progress.grid;
      aspect = progress.aspect;
    }
  };
  SheetFit watched = cylinder;
  ASSERT_TRUE(addFolds(page.cues, {}, hooks, {}, watched));
  EXPECT_EQ(flatten(watched.parameters), flatten(unwatched.parameters));
  EXPECT_EQ(watched.rect, unwatched.rect);
  EXPECT_EQ(watched.steps, unwatched.steps);
  EXPECT_GT(steps, 50);
  EXPECT_GT(grids, 10);
  // The one that was taken comes last.
  const WarpGrid end =
      sampleSheet(SheetModel(watched.frame, watched.parameters), watched.rect, page.cues.frame, last.rows, last.cols);
  const double side = norm(end.at(0, end.cols - 1) - end.at(0, 0));
  for (std::size_t k = 0; k < end.points.size(); ++k) {
    EXPECT_LT(norm(end.points[k] - last.points[k]), 0.08 * side);
  }
  EXPECT_NEAR(aspect, watched.rect.height() / watched.rect.width(), 0.15);
}

// A letter in thirds, folded once more along its middle: parallel creases are one bending.
TEST(FoldChoice, FindsParallelCreases) {
  SyntheticRecipe recipe;
  FoldedParameters folded;
  folded.pitch = 0.3;
  folded.yaw = 0.1;
  folded.log_focal = std::log(1.4);
  folded.bendings.push_back({kPi / 2, 1.4, {}, {{-0.5, 0.5}, {0.45, 0.4}}});
  folded.bendings.push_back({0.0, 1.1, {}, {{0.02, -0.35}}});
  recipe.truth.folded = std::make_shared<const FoldedParameters>(folded);
  const SyntheticPage page = makeSyntheticPage(recipe);
  SheetFit fit = fitSheet(page.cues, {}, nullptr, {}, {});
  const double before = errorOf(page, fit);
  ASSERT_TRUE(addFolds(page.cues, {}, {}, {}, fit));
  ASSERT_TRUE(fit.parameters.folded);
  EXPECT_EQ(fit.parameters.folded->bendings.size(), 2U);
  EXPECT_LT(errorOf(page, fit), 0.15);
  EXPECT_GT(before, 3 * errorOf(page, fit));
}

TEST(FoldChoice, DoesNotFoldWhereOnlyBendingIsAllowed) {
  const SyntheticPage page = letterPage(0.55, -0.4);
  for (const ModelLimit limit : {ModelLimit::plane, ModelLimit::sheet}) {
    SheetFitOptions options;
    options.model = limit;
    SheetFit fit = fitSheet(page.cues, options, nullptr, {}, {});
    EXPECT_FALSE(addFolds(page.cues, options, {}, {}, fit));
  }
}

TEST(FoldChoice, LeavesSmoothPagesAlone) {
  for (const double ruling : {0.0, 0.6, kPi / 2}) {
    SyntheticRecipe recipe;
    recipe.truth.pitch = 0.2;
    recipe.truth.ruling = ruling;
    recipe.truth.bend = {-0.4, -0.35, -0.2, 0.0, 0.15, 0.25, 0.3, 0.3, 0.3};
    recipe.outlier_lines = 0.1;
    const SyntheticPage page = makeSyntheticPage(recipe);
    SheetFit fit = fitSheet(page.cues, {}, nullptr, {}, {});
    const Box rect = fit.rect;
    EXPECT_FALSE(addFolds(page.cues, {}, {}, {}, fit)) << "ruling " << ruling;
    EXPECT_FALSE(fit.parameters.folded);
    EXPECT_EQ(fit.rect, rect);
  }
}

TEST(FoldChoice, StopsWhenAsked) {
  const SyntheticPage page = letterPage(0.55, -0.4);
  SheetFit fit = fitSheet(page.cues, {}, nullptr, {}, {});
  std::stop_source source;
  source.request_stop();
  EXPECT_FALSE(addFolds(page.cues, {}, {}, source.get_token(), fit));
  EXPECT_TRUE(fit.usable);
}

}  // namespace
}  // namespace platen::optim
