// Registration to a known form: the energies against central differences and at the truth, and the descent on photos
// whose offset is known.
#include "core/optim/form_fit.h"

#include "core/optim/canvas_camera.h"
#include "core/optim/canvas_lines.h"
#include "core/optim/form_energy.h"
#include "core/optim/net_sum.h"
#include "tests/optim/known_form_cues.h"
#include "tests/optim/known_sheet.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace platen::optim {
namespace {

using test::curledOffset;
using test::FormRecipe;
using test::gradientError;
using test::KnownFormCues;
using test::makeFormCues;
using test::netOf;
using test::offsetError;
using test::randomControls;
using test::wavyForm;
using test::wavyOffset;
using test::wavyRecipe;

constexpr NetShape kShape{4, 5};

double gradientErrorOf(Energy& energy, std::size_t n, double amplitude_px, double step) {
  const std::vector<double> at = randomControls(n, amplitude_px);
  std::vector<double> gradient(n, 0.0);
  energy.add(at, 1, gradient);
  return gradientError([&](std::span<const double> controls) { return energy.add(controls, 0, {}); }, at, gradient,
                       step);
}

TEST(FormEnergies, GradientsAreThoseOfTheValues) {
  const FormCues& cues = wavyForm().cues;
  const Vec2 extent = cues.frame.canvas_extent;
  FormPrintEnergy print(1, cues.levels[0], kShape, extent);
  // Sampled in float from 8-bit steps, whose slope jumps from pixel to pixel.
  EXPECT_LT(gradientErrorOf(print, kShape.size(), 3, 0.02), 0.02);
  FormMatchEnergy matches(1, 8, cues.matches, kShape, extent);
  EXPECT_LT(gradientErrorOf(matches, kShape.size(), 3, 1e-4), 1e-6);
  FormBendingEnergy bending("bending", 1, kShape, cues.frame);
  EXPECT_LT(gradientErrorOf(bending, kShape.size(), 3, 1e-4), 1e-6);
  FormCues known = cues;
  known.sheet_is_known = true;
  FormEdgeEnergy edges(1, 8, known, kShape);
  EXPECT_LT(gradientErrorOf(edges, kShape.size(), 3, 1e-4), 0.02);
}

TEST(FormFit, OneOfTwoIsBetterByPrintPaperAndEdges) {
  const FormEvidence one{0.9, 4, 0.9};
  EXPECT_NEAR(advantage(one, one), 0, 1e-12);
  // Both lie where the print is; the other's paper is stretched.
  const FormEvidence stretched{0.9, 8, 0.9};
  EXPECT_GT(advantage(one, stretched), 0.5);
  EXPECT_DOUBLE_EQ(advantage(one, stretched), -advantage(stretched, one));
  // Or the photo has no edge where the other has one of four.
  EXPECT_GT(advantage(one, {0.9, 4, 0.65}), 0.5);
  // A little more agreement does not outweigh that, much more does.
  EXPECT_GT(advantage(one, {0.905, 8, 0.65}), 0.5);
  EXPECT_LT(advantage(one, {0.98, 8, 0.9}), -0.5);
  // No stretch at all is not infinitely better than hardly any.
  EXPECT_LT(advantage({0.9, 0, 0.9}, {0.9, 0.002, 0.9}), 0.3);
  const FormEvidence nothing{std::numeric_limits<double>::quiet_NaN(), 0, 0};
  EXPECT_LT(advantage(nothing, one), -1e9);
  EXPECT_GT(advantage(one, nothing), 1e9);
}

TEST(FormFit, AFitThatNoEdgeHoldsIsNoWitnessAgainstAnOutline) {
  const FormEvidence with{0.98, 2, 0.04};
  EXPECT_DOUBLE_EQ(advantageWithoutOutline({0.98, 0.9, 0}, with), 0);
  EXPECT_GT(advantage({0.98, 0.9, 0}, with), 0.3);  // by its strain alone
  // Held by edges, or with more of the print, it is one.
  EXPECT_GT(advantageWithoutOutline({0.98, 0.9, 0.5}, with), 0.3);
  EXPECT_GT(advantageWithoutOutline({0.99, 0.9, 0}, with), 0.3);
  const FormEvidence nothing{std::numeric_limits<double>::quiet_NaN(), 1, 1};
  EXPECT_GT(advantageWithoutOutline({0.98, 0.9, 0}, nothing), 1e9);
}

TEST(FormFit, APlaceThatPaperCannotHaveIsAStrain) {
  // Nothing is printed on the left; where its edge is said to be 60 px off, the print stays and the paper pays.
  FormRecipe recipe;
  recipe.offset = [](Vec2) { return Vec2{}; };
  recipe.with_matches = false;
  KnownFormCues form = makeFormCues(recipe);
  form.cues.sheet_is_known = true;
  for (FormLevel& level : form.cues.levels) {
    std::erase_if(level.points, [](const FormPoint& point) { return point.canvas_px.x < 400; });
  }
  for (FormEdge& edge : form.cues.edges) {
    edge.from_side = true;
  }
  FormCues wrong = form.cues;
  for (FormEdge& edge : wrong.edges) {
    if (edge.kind == SideKind::left) {
      for (double& across : edge.across) {
        across += 60;
      }
    }
  }
  const FormFit fitted = fitForm(form.cues, {}, {}, {});
  const FormFit led_astray = fitForm(wrong, {}, {}, {});
  EXPECT_NEAR(led_astray.likeness.agreement, fitted.likeness.agreement, 0.05);
  EXPECT_GT(led_astray.strain, 2 * fitted.strain);
}

TEST(FormFit, ABlankPartThatCurlsFarIsBroughtBackByItsEdge) {
  // Towards the left everything is seen up to 110 px further right, but nothing is printed there: only the edge says
  // so.
  FormRecipe recipe;
  recipe.offset = [](Vec2 p) {
    const double t = std::max(0.0, (300 - p.x) / 300);
    return Vec2{110 * t * t, 0};
  };
  recipe.with_matches = false;
  KnownFormCues form = makeFormCues(recipe);
  form.cues.sheet_is_known = true;
  for (FormLevel& level : form.cues.levels) {
    std::erase_if(level.points, [](const FormPoint& point) { return point.canvas_px.x < 250; });
  }
  const Vec2 extent = form.cues.frame.canvas_extent;
  const auto error = [&](const FormCues& cues) {
    const FormFit fitted = fitForm(cues, {}, {}, {});
    return offsetError(form, [&](Vec2 p) { return offsetAt(fitted.paper.offsets, {p.x / extent.x, p.y / extent.y}); });
  };
  for (FormEdge& edge : form.cues.edges) {
    edge.from_side = true;
  }
  FormCues without = form.cues;
  std::erase_if(without.edges, [](const FormEdge& edge) { return edge.kind == SideKind::left; });
  const double with_edge = error(form.cues);
  const double without_edge = error(without);
  EXPECT_LT(with_edge, 4);
  EXPECT_GT(without_edge, 3 * with_edge);
}

// Nothing is printed in the middle, which is seen up to 6 px further right, or down; what was filled in stands in
// columns, or on lines.
class FormFitGoesOn : public ::testing::TestWithParam<bool> {};

TEST_P(FormFitGoesOn, FromAnEarlierFitByWhatIsFilledIn) {
  const bool level = GetParam();
  const auto crossed = [level](double along, double across) {
    return level ? Vec2{along, across} : Vec2{across, along};
  };
  FormRecipe recipe;
  const auto bulge = [&](Vec2 p) {
    const double d = norm(p - Vec2{260, 330});
    return crossed(0, 6 * std::exp(-d * d / (2 * 70 * 70)));
  };
  recipe.offset = bulge;
  KnownFormCues form = makeFormCues(recipe);
  const auto inMiddle = [](Vec2 p) { return std::abs(p.x - 260) < 160 && std::abs(p.y - 330) < 160; };
  for (FormLevel& level_of : form.cues.levels) {
    std::erase_if(level_of.points, [&](const FormPoint& point) { return inMiddle(point.canvas_px); });
  }
  std::erase_if(form.cues.matches, [&](const FormMatch& match) { return inMiddle(match.form); });
  const Vec2 extent = form.cues.frame.canvas_extent;
  const Vec2 middle = level ? Vec2{260, 330} : Vec2{330, 260};  // along, across
  // How far from straight what stands there is.
  const auto bend = [&](const FormFit& fitted) {
    double most = 0;
    for (int k = 0; k <= 15; ++k) {
      const Vec2 p = crossed(middle.x - 150 + 20 * k, middle.y);
      const Vec2 off = offsetAt(fitted.paper.offsets, {p.x / extent.x, p.y / extent.y}) - bulge(p);
      most = std::max(most, std::abs(level ? off.y : off.x));
    }
    return most;
  };
  const FormFit before = fitForm(form.cues, {}, {}, {});
  EXPECT_GT(bend(before), 3);
  FormCues cues = form.cues;
  for (const double aside : {-60.0, 0.0, 60.0}) {
    Polyline line;
    for (int k = 0; k <= 19; ++k) {
      const Vec2 p = crossed(middle.x - 190 + 20 * k, middle.y + aside);
      line.push_back(p + bulge(p));
    }
    if (level) {
      cues.baselines.push_back({line, 0, {}});
    } else {
      cues.columns.push_back({line, {}});
    }
  }
  const FormFit after = fitForm(cues, before.paper, {}, {}, {});
  EXPECT_LT(bend(after), 0.6 * bend(before));
  EXPECT_NEAR(after.likeness.agreement, before.likeness.agreement, 0.01);
  EXPECT_LT(after.fit.steps, before.fit.steps / 2);
  // What is known of their place counts.
  for (FormColumn& column : cues.columns) {
    column.place = column.seen.front().x + 2;
  }
  for (FormBaseline& line : cues.baselines) {
    line.place = line.seen.front().y + 2;
  }
  const FormFit placed = fitForm(cues, before.paper, {}, {}, {});
  const auto aside = [&](const FormFit& fitted) {
    const Vec2 at = crossed(middle.x / (level ? extent.x : extent.y), middle.y / (level ? extent.y : extent.x));
    return level ? offsetAt(fitted.paper.offsets, at).y : offsetAt(fitted.paper.offsets, at).x;
  };
  EXPECT_NEAR(aside(placed), aside(after) - 2, 0.8);
  // Without new evidence it stays where it was.
  const FormFit again = fitForm(form.cues, before.paper, {}, {}, {});
  EXPECT_NEAR(bend(again), bend(before), 0.3);
}
INSTANTIATE_TEST_SUITE_P(ColumnsAndLines, FormFitGoesOn, ::testing::Bool());

// The lower part of a form is blank, and seen shorter than it is: what was filled in there is of the same size as
// above. On a sheet that is not crumpled it may as well be smaller.
TEST(FormFit, PrintOnACrumpledSheetIsOfOneSize) {
  constexpr double kBlank = 330, kShorter = 0.1;
  FormRecipe recipe;
  recipe.with_edges = false;
  recipe.offset = [](Vec2 p) { return Vec2{0, -kShorter * std::max(0.0, p.y - kBlank)}; };
  KnownFormCues form = makeFormCues(recipe);
  for (FormLevel& level : form.cues.levels) {
    std::erase_if(level.points, [&](const FormPoint& point) { return point.canvas_px.y > kBlank; });
  }
  std::erase_if(form.cues.matches, [&](const FormMatch& match) { return match.form.y > kBlank; });
  FormCues cues = form.cues;
  for (int y = 80; y < 600; y += 18) {
    for (int x = 70; x < 450; x += 14) {
      const Vec2 foot{1.0 * x, 1.0 * y}, top{foot.x, foot.y - (cues.characters.size() % 3 == 0 ? 14 : 10)};
      cues.characters.push_back({top + recipe.offset(top), foot + recipe.offset(foot)});
    }
  }
  const Vec2 extent = form.cues.frame.canvas_extent;
  const auto error = [&](const FormFit& fitted) {
    return offsetError(form, [&](Vec2 p) { return offsetAt(fitted.paper.offsets, {p.x / extent.x, p.y / extent.y}); });
  };
  PaperState start = fitForm(form.cues, {}, {}, {}).paper;
  EXPECT_EQ(fitForm(cues, start, {}, {}, {}).fit.grid.points, fitForm(form.cues, start, {}, {}, {}).fit.grid.points);
  start.depths = netOf(start.depths.shape, extent, [](Vec2 p) {
    return Vec2{6 * std::sin(p.x / 25) * std::sin(p.y / 25), 0};
  });
  const double with = error(fitForm(cues, start, {}, {}, {}));
  const double without = error(fitForm(form.cues, start, {}, {}, {}));
  EXPECT_LT(with, 0.8 * without);
  EXPECT_GT(without, 5);
}

TEST(FormFit, EvidenceThatIsLeftOutIsNotLookedAt) {
  const FormCues& cues = wavyForm().cues;
  FitOptions options;
  options.steps = 30;
  const auto energiesWithout = [&](std::vector<Evidence> kinds) {
    options.without = std::move(kinds);
    std::set<std::string> names;
    for (const FitEnergy& energy : fitForm(cues, options, {}, {}).fit.energies) {
      names.insert(energy.name);
    }
    return names;
  };
  const std::set<std::string> all = energiesWithout({});
  const FormPrintEnergy print(1, cues.levels[0], kShape, cues.frame.canvas_extent);
  const FormMatchEnergy matches(1, 8, cues.matches, kShape, cues.frame.canvas_extent);
  const FormEdgeEnergy edges(1, 8, cues, kShape);
  for (const auto& [kind, name] :
       {std::pair{Evidence::print, print.name()}, std::pair{Evidence::matches, matches.name()},
        std::pair{Evidence::sides, edges.name()}, std::pair{Evidence::isometry, std::string("paper")}}) {
    std::set<std::string> others = all;
    EXPECT_EQ(others.erase(name), 1U) << name;
    EXPECT_EQ(energiesWithout({kind}), others) << name;
  }
  std::set<std::string> limp = all;
  EXPECT_EQ(limp.erase("offset bending") + limp.erase("depth bending"), 2U);
  EXPECT_EQ(energiesWithout({Evidence::bending}), limp);
}

TEST(FormEnergies, RowsPullTowardsLinesOfTheirSlope) {
  const FormCues& cues = wavyForm().cues;
  const Vec2 extent = cues.frame.canvas_extent;
  const OffsetNet truth = netOf(kShape, extent, wavyOffset);
  const std::vector<double> zero(kShape.size(), 0.0);
  for (const double slope : {0.0, 0.2}) {
    std::vector<CanvasLine> lines;
    for (const double y : {150.0, 300.0, 450.0}) {
      CanvasLine line;
      line.weight = 1.0 / 3;
      line.slope = slope;
      for (int k = 0; k < 30; ++k) {
        const double x = 100 + 10 * k;
        const Vec2 p{x, y + slope * (x - 250)};
        line.seen.push_back(p + wavyOffset(p));
      }
      lines.push_back(line);
    }
    CanvasLineEnergy energy("rows", 1, 2, lines, kShape, extent);
    const double at_truth = energy.add(truth.controls, 0, {});
    const double at_zero = energy.add(zero, 0, {});
    EXPECT_LT(at_truth, 0.02);
    EXPECT_GT(at_zero, 10 * at_truth);
    // The gradient leaves out that a point moves while it is followed: nearly that of the value, where offsets are
    // smooth.
    std::vector<double> gradient(kShape.size(), 0.0);
    energy.add(zero, 1, gradient);
    EXPECT_LT(gradientError([&](std::span<const double> c) { return energy.add(c, 0, {}); }, zero, gradient, 1e-4), 0.1)
        << slope;
  }
}

TEST(FormEnergies, LeastAtTheTruth) {
  const KnownFormCues& form = wavyForm();
  const Vec2 extent = form.cues.frame.canvas_extent;
  constexpr NetShape kFine{16, 20};
  const OffsetNet truth = netOf(kFine, extent, wavyOffset);
  ASSERT_LT(offsetError(form, [&](Vec2 p) { return offsetAt(truth, {p.x / extent.x, p.y / extent.y}); }), 0.05);
  FormPrintEnergy print(1, form.cues.levels[1], kFine, extent);
  FormMatchEnergy matches(1, 8, form.cues.matches, kFine, extent);
  FormEdgeEnergy edges(1, 8, form.cues, kFine);
  for (Energy* energy : {static_cast<Energy*>(&print), static_cast<Energy*>(&matches), static_cast<Energy*>(&edges)}) {
    const double least = energy->add(truth.controls, 0, {});
    double before = least;
    for (const double off : {1.0, 3.0, 6.0}) {
      std::vector<double> controls = truth.controls;
      const std::vector<double> random = randomControls(controls.size(), off);
      for (std::size_t k = 0; k < controls.size(); ++k) {
        controls[k] += random[k];
      }
      const double value = energy->add(controls, 0, {});
      EXPECT_GT(value, before) << energy->name() << ' ' << off;
      before = value;
    }
  }
}

TEST(NetSum, IsTheObjectiveOfTheSum) {
  const FormCues& cues = wavyForm().cues;
  const Vec2 extent = cues.frame.canvas_extent;
  constexpr NetShape kFine{8, 10};
  Objective objective;
  objective.add(std::make_unique<FormMatchEnergy>(1, 8, cues.matches, kFine, extent));
  objective.add(std::make_unique<FormBendingEnergy>("second", 1, kFine, cues.frame, kFine.size()));
  const std::vector<double> start = randomControls(2 * kFine.size() + 3, 2);
  NetSum nets(objective, kShape, 1, 2, start);
  ASSERT_EQ(nets.size(), 2 * kShape.size() + 2 * kFine.size() + 3);
  std::vector<double> unknowns(nets.size(), 0.0);
  EXPECT_EQ(nets.sum(unknowns), start);
  unknowns = randomControls(nets.size(), 1);
  const std::vector<double> sum = nets.sum(unknowns);
  const auto net = [](NetShape shape, const std::vector<double>& all, std::size_t first) {
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(first);
    return OffsetNet{shape, {begin, begin + static_cast<std::ptrdiff_t>(shape.size())}};
  };
  const Vec2 uv{0.37, 0.61};
  for (const std::size_t plane : {0U, 1U}) {
    const Vec2 expected = offsetAt(net(kShape, unknowns, plane * kShape.size()), uv) +
                          offsetAt(net(kFine, unknowns, 2 * kShape.size() + plane * kFine.size()), uv) +
                          offsetAt(net(kFine, start, plane * kFine.size()), uv);
    EXPECT_LT(norm(offsetAt(net(kFine, sum, plane * kFine.size()), uv) - expected), 1e-9);
  }
  EXPECT_DOUBLE_EQ(sum.back(), start.back() + unknowns.back());
  EXPECT_LT(gradientErrorOf(nets, nets.size(), 1, 1e-4), 1e-6);
  EXPECT_THROW(NetSum(objective, kShape, 2, 2, start), std::invalid_argument);
}

class FormFits : public ::testing::TestWithParam<bool> {};

TEST_P(FormFits, RecoverAKnownOffset) {
  FormRecipe recipe;
  recipe.offset = curledOffset;
  recipe.with_matches = GetParam();
  const KnownFormCues form = makeFormCues(recipe);
  const FormFit fitted = fitForm(form.cues, {}, {}, {});
  const Vec2 extent = form.cues.frame.canvas_extent;
  EXPECT_LT(offsetError(form,
                        [&](Vec2 p) {
                          return offsetAt(fitted.paper.offsets, {p.x / extent.x, p.y / extent.y});
                        }),
            0.8);
  EXPECT_GT(fitted.likeness.agreement, 0.95);
  // The result: the form's rectangle, twice as many photo pixels as canvas pixels, the reference's proportions.
  const Vec2 middle = sourceFromPage(splineNet(fitted.fit.grid), {0.5, 0.5});
  const Vec2 p = form.cues.frame.margin + form.cues.frame.form_extent * 0.5;
  EXPECT_LT(norm(middle - 2 * (p + curledOffset(p))), 2.0);
  EXPECT_NEAR(fitted.fit.page_extent_px.x, 800, 80);
  EXPECT_NEAR(fitted.fit.page_extent_px.y / fitted.fit.page_extent_px.x, 1.25, 1e-9);
  EXPECT_EQ(fitted.fit.model, WarpModel::free);
}

INSTANTIATE_TEST_SUITE_P(Starts, FormFits, ::testing::Values(true, false));

TEST(FormFit, GoesOnWithACamera) {
  FormRecipe recipe;
  recipe.offset = curledOffset;
  const KnownFormCues form = makeFormCues(recipe);
  const Vec2 extent = form.cues.frame.canvas_extent;
  const auto energy = [](const FormFit& fitted, const std::string& name) {
    const auto at = std::ranges::find(fitted.fit.energies, name, &FitEnergy::name);
    return at == fitted.fit.energies.end() ? FitEnergy{name, -1, -1} : *at;
  };
  const FormFit first = fitForm(form.cues, {}, {}, {});
  EXPECT_LT(energy(first, "camera").last, 0);
  EXPECT_EQ(first.strain, energy(first, "paper").last);
  const FormFit then = fitForm(form.cues, first.paper, {}, {}, {});
  EXPECT_LT(offsetError(form,
                        [&](Vec2 p) {
                          return offsetAt(then.paper.offsets, {p.x / extent.x, p.y / extent.y});
                        }),
            0.8);
  EXPECT_GE(energy(then, "camera").last, 0);
  EXPECT_EQ(then.strain, energy(then, "paper").last + energy(then, "camera").last);
  FitOptions options;
  options.steps = 20;
  options.without = {Evidence::camera};
  const FormFit any = fitForm(form.cues, first.paper, options, {}, {});
  EXPECT_LT(energy(any, "camera").last, 0) << "no camera is more usual than another";
  EXPECT_EQ(any.strain, energy(any, "paper").last);
}

TEST(FormFit, ACameraIsKept) {
  FormRecipe recipe;
  recipe.offset = curledOffset;
  const KnownFormCues form = makeFormCues(recipe);
  FormFit start = fitForm(form.cues, {}, {}, {});
  EXPECT_TRUE(start.paper.view.empty());
  FitOptions few;
  few.steps = 1;
  const double usual = fitForm(form.cues, start.paper, few, {}, {}).fit.parameters.at("form_camera")[0];
  EXPECT_NEAR(usual, 1.2, 0.1);
  start.paper.view = {std::log(1.5) / kCameraUnits[0], 0, 0, 0, 0};
  EXPECT_NEAR(fitForm(form.cues, start.paper, few, {}, {}).fit.parameters.at("form_camera")[0], 1.8, 0.1);
}

// The homography to the print of a bent sheet may take the part in view for all of its width: a camera sees that the
// canvas is narrower.
TEST(FormFit, ACameraExplainsANarrowedCanvas) {
  constexpr double kNarrower = 0.94;
  FormRecipe recipe;
  recipe.offset = [](Vec2 p) {
    const Vec2 seen = p + curledOffset(p);
    return Vec2{(seen.x - 260) / kNarrower + 260, seen.y} - p;
  };
  KnownFormCues form = makeFormCues(recipe);
  Homography& h = form.cues.frame.source_from_canvas;
  h.m[0] *= kNarrower;
  h.m[2] = (1 - kNarrower) * form.cues.frame.source_size.width / 2;
  const FormFit first = fitForm(form.cues, {}, {}, {});
  const FormFit then = fitForm(form.cues, first.paper, {}, {}, {});
  EXPECT_LT(then.strain, 0.5 * first.strain);
}

TEST(FormFit, AnotherFormDoesNotAgree) {
  FormRecipe recipe = wavyRecipe();
  recipe.other_form = true;
  recipe.with_matches = false;
  const FormFit fitted = fitForm(makeFormCues(recipe).cues, {}, {}, {});
  EXPECT_LT(fitted.likeness.agreement, 0.35);
}

TEST(FormFit, SameCuesSameGridAndAStopIsHeard) {
  const FormFit first = fitForm(wavyForm().cues, {}, {}, {});
  const FormFit again = fitForm(wavyForm().cues, {}, {}, {});
  EXPECT_EQ(first.fit.grid, again.fit.grid);
  std::stop_source source;
  FitHooks hooks;
  int calls = 0;
  hooks.onStep = [&](const FitProgress& progress) {
    EXPECT_NE(progress.grid, nullptr);
    if (++calls == 5) {
      source.request_stop();
    }
  };
  const FormFit stopped = fitForm(wavyForm().cues, {}, hooks, source.get_token());
  EXPECT_EQ(calls, 5);
  EXPECT_EQ(stopped.fit.termination, Termination::stopped);
}

TEST(FormFit, MeasuresWhereTheSheetLies) {
  FormRecipe recipe;
  recipe.offset = curledOffset;
  KnownFormCues form = makeFormCues(recipe);
  form.cues.sheet.edges_px = {-6, 5, 404, 492};  // expected a few pixels off
  const FormFit fitted = fitForm(form.cues, {}, {}, {});
  EXPECT_NEAR(fitted.sheet.edges_px.x0, 0, 2);
  EXPECT_NEAR(fitted.sheet.edges_px.y0, 0, 2);
  EXPECT_NEAR(fitted.sheet.edges_px.x1, 400, 2);
  EXPECT_NEAR(fitted.sheet.edges_px.y1, 500, 2);
}

}  // namespace
}  // namespace platen::optim
