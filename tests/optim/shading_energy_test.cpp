// Shape from shading: sheets whose light is known exactly. The energy is least at the sheet that was photographed, what
// is no slope (lamps, cast shadows) hardly matters, and a sheet without print is unbent by its light alone.
#include "core/optim/shading_energy.h"

#include "core/optim/form_energy.h"
#include "core/optim/form_fit.h"
#include "core/optim/form_paper_energy.h"
#include "core/optim/net_descent.h"
#include "core/optim/objective.h"
#include "core/optim/paper_net.h"
#include "core/optim/paper_net_fit.h"
#include "tests/optim/known_form_cues.h"
#include "tests/optim/known_sheet.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace platen::optim {
namespace {

using test::gradientError;
using test::netOf;
using test::randomControls;

constexpr Vec2 kExtent{520, 660};  // canvas_px
constexpr Box kSheet{20, 30, 500, 630};
constexpr NetShape kShape{8, 10};
constexpr double kScale = 0.25;
const Homography kImageFromCanvas{{kScale, 0, 0, 0, kScale, 0, 0, 0, 1}};

// What light falls where: of a lamp far away, (x, y) across the canvas and z onto it, in logarithms of the level.
struct Light {
  double x = 0.3, y = -0.2, z = 0.4;
};

// The slope of the depths at a point of the canvas.
Vec2 slopeAt(const OffsetNet& depths, Vec2 p, Vec2 extent) {
  const auto depth = [&](Vec2 at) { return kDepthUnit * offsetAt(depths, {at.x / extent.x, at.y / extent.y}).x; };
  constexpr double kStep = 0.5;
  return {(depth(p + Vec2{kStep, 0}) - depth(p - Vec2{kStep, 0})) / (2 * kStep),
          (depth(p + Vec2{0, kStep}) - depth(p - Vec2{0, kStep})) / (2 * kStep)};
}

double shineOf(const Light& light, Vec2 slope) {
  return (light.x * slope.x + light.y * slope.y + light.z) / std::sqrt(1 + dot(slope, slope));
}

using LogLevel = std::function<double(Vec2 canvas_px)>;

EvidenceImage imageOf(const LogLevel& level, Vec2 extent, const Homography& image_from_canvas, Vec2 size) {
  const Homography canvas_from_image = inverse(image_from_canvas);
  Image image = Image::allocate({static_cast<int>(size.x), static_cast<int>(size.y)}, 3);
  for (int j = 0; j < image.height(); ++j) {
    for (int i = 0; i < image.width(); ++i) {
      const Vec2 p = canvas_from_image({i + 0.5, j + 0.5});
      auto* pixel = image.rowAs<std::uint8_t>(j) + 3 * i;
      const bool is_inside = p.x >= 0 && p.y >= 0 && p.x < extent.x && p.y < extent.y;
      pixel[0] = static_cast<std::uint8_t>(std::clamp(std::lround(128 + 127 * level(p)), 0L, 255L));
      pixel[1] = is_inside ? 255 : 0;
      pixel[2] = 0;
    }
  }
  return {std::move(image), kScale};
}

Vec2 dented(Vec2 p) {
  const Vec2 d{(p.x - 200) / 90, (p.y - 300) / 120};
  const Vec2 e{(p.x - 380) / 70, (p.y - 420) / 70};
  return Vec2{30 * std::exp(-dot(d, d)) - 24 * std::exp(-dot(e, e)), 0} / kDepthUnit;
}

// A dented sheet that is seen straight from above.
struct DentedSheet {
  OffsetNet depths = netOf(kShape, kExtent, dented);
  LogLevel level = [this](Vec2 p) { return shineOf({}, slopeAt(depths, p, kExtent)) - Light{}.z; };

  [[nodiscard]] ShadingEnergy energy(const LogLevel& of) const {
    return {1,
            imageOf(of, kExtent, kImageFromCanvas, kExtent * kScale),
            kImageFromCanvas,
            CanvasLattice(kSheet, kExtent, 16),
            kShape,
            50};
  }
  // `share`: of the true depths.
  [[nodiscard]] std::vector<double> unknowns(double share) const {
    std::vector<double> at(kShape.size(), 0.0);
    for (const double depth : depths.controls) {
      at.push_back(share * depth);
    }
    return at;
  }
};

double valueOf(ShadingEnergy& energy, const std::vector<double>& at) {
  return energy.add(at, 0, {});
}

TEST(LocalContrast, IsWhatStandsOutNearby) {
  LocalContrast contrast(9, 12, 2);
  std::vector<double> weights(108, 1.0);
  weights[40] = 0;
  contrast.setWeights(weights);
  const std::vector<double> even = contrast.of(std::vector<double>(108, 3.0));
  EXPECT_TRUE(std::all_of(even.begin(), even.end(), [](double x) { return std::abs(x) < 1e-12; }));
  std::vector<double> one(108, 0.0);
  one[40] = 5;  // of no weight: it stands out, and nothing else stands out from it
  const std::vector<double> alone = contrast.of(one);
  EXPECT_DOUBLE_EQ(alone[40], 5);
  EXPECT_DOUBLE_EQ(alone[41], 0);
}

TEST(LocalContrast, TransposedIsItsTranspose) {
  LocalContrast contrast(9, 12, 1.7);
  std::vector<double> weights = randomControls(108, 1, 3);
  for (double& w : weights) {
    w = std::max(0.0, w);
  }
  contrast.setWeights(weights);
  const std::vector<double> a = randomControls(108, 1, 5);
  const std::vector<double> b = randomControls(108, 1, 7);
  const std::vector<double> of_a = contrast.of(a);
  const std::vector<double> of_b = contrast.transposed(b);
  EXPECT_NEAR(std::inner_product(of_a.begin(), of_a.end(), b.begin(), 0.0),
              std::inner_product(a.begin(), a.end(), of_b.begin(), 0.0), 1e-10);
}

TEST(Shading, IsLeastAtTheSheetThatWasPhotographed) {
  const DentedSheet sheet;
  ShadingEnergy energy = sheet.energy(sheet.level);
  const double truth = valueOf(energy, sheet.unknowns(1));
  const double flat = valueOf(energy, sheet.unknowns(0));
  EXPECT_LT(truth, 0.1 * flat);
  // The dents' order, not their depth, is what one light tells: with half of it the light would be twice as strong. But
  // dents in other places are others.
  std::vector<double> other(kShape.size(), 0.0);
  const OffsetNet moved = netOf(kShape, kExtent, [](Vec2 p) { return dented(p - Vec2{60, 80}); });
  other.insert(other.end(), moved.controls.begin(), moved.controls.end());
  EXPECT_GT(valueOf(energy, other), 0.7 * flat);
}

TEST(Shading, LampsNearbyAndShadowsHardlyMatter) {
  const DentedSheet sheet;
  ShadingEnergy plain = sheet.energy(sheet.level);
  const double flat = valueOf(plain, sheet.unknowns(0));
  // Six tenths as bright at one corner as at the other.
  ShadingEnergy uneven =
      sheet.energy([&](Vec2 p) { return sheet.level(p) + 0.25 * (p.y / kExtent.y - p.x / kExtent.x); });
  EXPECT_LT(valueOf(uneven, sheet.unknowns(1)), 0.5 * flat);
  // A third of the light is kept off a corner: the shadow's edge is what no slope explains, but the dents stay.
  ShadingEnergy shadowed = sheet.energy([&](Vec2 p) { return sheet.level(p) - (p.x + p.y < 300 ? 0.4 : 0.0); });
  EXPECT_LT(valueOf(shadowed, sheet.unknowns(1)) + 0.5 * flat, valueOf(shadowed, sheet.unknowns(0)));
}

TEST(Shading, PrintSaysNothing) {
  const DentedSheet sheet;
  EvidenceImage image = imageOf(sheet.level, kExtent, kImageFromCanvas, kExtent * kScale);
  for (int j = 0; j < image.image.height(); ++j) {
    for (int i = 0; i < image.image.width(); ++i) {
      image.image.rowAs<std::uint8_t>(j)[3 * i + 1] = 5;
    }
  }
  ShadingEnergy energy(1, image, kImageFromCanvas, CanvasLattice(kSheet, kExtent, 16), kShape, 50);
  std::vector<double> gradient(2 * kShape.size(), 0.0);
  EXPECT_DOUBLE_EQ(energy.add(sheet.unknowns(0.4), 1, gradient), 0);
  EXPECT_TRUE(std::all_of(gradient.begin(), gradient.end(), [](double g) { return g == 0; }));
}

TEST(Shading, GradientIsThatOfTheValue) {
  const DentedSheet sheet;
  ShadingEnergy energy = sheet.energy([&](Vec2 p) { return sheet.level(p) + 0.01 * std::sin(p.x / 15); });
  std::vector<double> at = randomControls(2 * kShape.size(), 0.5);
  for (std::size_t k = 0; k < at.size(); ++k) {
    at[k] += sheet.unknowns(0.7)[k];
  }
  std::vector<double> gradient(at.size(), 0.0);
  energy.add(at, 1, gradient);
  const auto of_offsets = std::span(gradient).first(kShape.size());
  EXPECT_TRUE(std::all_of(of_offsets.begin(), of_offsets.end(), [](double g) { return g == 0; }));
  // The light is found to within a few rounds: what it is off by is what the gradient may be off by.
  const std::vector<double> offsets(at.begin(), at.begin() + static_cast<std::ptrdiff_t>(kShape.size()));
  const std::vector<double> depths(at.begin() + static_cast<std::ptrdiff_t>(kShape.size()), at.end());
  const auto value = [&](std::span<const double> of_depths) {
    std::vector<double> both = offsets;
    both.insert(both.end(), of_depths.begin(), of_depths.end());
    return energy.add(both, 0, {});
  };
  EXPECT_LT(gradientError(value, depths, std::span(gradient).last(kShape.size()), 1e-4), 0.1);
}

TEST(Shading, AsksForBothNets) {
  const DentedSheet sheet;
  ShadingEnergy energy = sheet.energy(sheet.level);
  EXPECT_THROW(energy.add(std::vector<double>(kShape.size()), 0, {}), std::invalid_argument);
}

// The light is known by the dent that is known, and so tells of the other.
TEST(Shading, TellsOfOneDentByAnother) {
  const DentedSheet sheet;
  FormFrame frame;
  frame.canvas_extent = frame.form_extent = kExtent;
  Objective objective;
  objective.add(std::make_unique<ShadingEnergy>(1, imageOf(sheet.level, kExtent, kImageFromCanvas, kExtent * kScale),
                                                kImageFromCanvas, CanvasLattice(kSheet, kExtent, 16), kShape, 50));
  objective.add(std::make_unique<FormBendingEnergy>("bending", 1e-4, kShape, frame, kShape.size(), kDepthUnit));
  const auto isLeft = [](Vec2 p) { return p.x - 200 < 380 - p.x; };
  const OffsetNet known = netOf(kShape, kExtent, [&](Vec2 p) { return isLeft(p) ? dented(p) : Vec2{}; });
  std::vector<double> start(kShape.size(), 0.0);
  start.insert(start.end(), known.controls.begin(), known.controls.end());
  const NetDescent descent = descendNets(objective, {4, 5}, 1, start, 1, 150, {}, {});
  const OffsetNet found{
      kShape, {descent.unknowns.begin() + static_cast<std::ptrdiff_t>(kShape.size()), descent.unknowns.end()}};
  // Of the slopes around the other dent, root of the sum of squares.
  const auto wrong = [&](const OffsetNet& depths) {
    double sum = 0;
    for (int i = 0; i < 8; ++i) {
      for (int j = 0; j < 8; ++j) {
        const Vec2 p{310.0 + 20 * j, 340.0 + 20 * i};
        const Vec2 d = slopeAt(depths, p, kExtent) - slopeAt(sheet.depths, p, kExtent);
        sum += dot(d, d);
      }
    }
    return std::sqrt(sum);
  };
  EXPECT_LT(wrong(found), 0.5 * wrong(known));
}

// A folded sheet with its own light, whose truth is known.
TEST(Shading, TakesPartInThePaperNet) {
  test::SyntheticPage page = test::makeSyntheticPage(test::wavedRecipe());
  const SheetFit sheet = test::knownSheet(page);
  const WarpGrid baked = test::bakedGrid(page.cues, sheet);
  const double aspect = test::aspectOf(sheet);
  const std::optional<PaperNet> truth = paperNet(page.cues, sheet, baked, aspect);
  ASSERT_TRUE(truth);
  // On the truth's own canvas; a point p of the page is seen at q = p + u(p).
  const Vec2 extent = truth->frame.canvas_extent;
  const auto level = [&](Vec2 q) {
    Vec2 p = q;
    for (int k = 0; k < 5; ++k) {
      p = q - offsetAt(truth->offsets, {p.x / extent.x, p.y / extent.y});
    }
    return shineOf({}, slopeAt(truth->depths, p, extent)) - Light{}.z;
  };
  Homography image_from_canvas = truth->shading_from_canvas;  // of a scale of 1
  for (std::size_t k = 0; k < 6; ++k) {
    image_from_canvas.m[k] *= kScale;
  }
  page.cues.shading = imageOf(level, extent, image_from_canvas, page.cues.frame.extent() * kScale);
  std::optional<PaperNet> net = paperNet(page.cues, sheet, baked, aspect);
  ASSERT_TRUE(net);
  const Vec2 middle = extent * 0.5;
  EXPECT_LT(norm(net->shading_from_canvas(middle) - image_from_canvas(middle)), 1e-6);
  std::fill(net->depths.controls.begin(), net->depths.controls.end(), 0.0);
  const PaperNetFit fit = fitPaperNet(*std::move(net), {}, {}, {});
  const auto shading = std::find_if(fit.energies.begin(), fit.energies.end(),
                                    [](const FitEnergy& energy) { return energy.name == "shading"; });
  ASSERT_NE(shading, fit.energies.end());
  EXPECT_LT(shading->last, 0.5 * shading->first);
  FitResult result;
  result.grid = sourceGrid(fit.net);
  result.page_extent_px = {page.page_sheet_uv.width(), page.page_sheet_uv.height()};
  EXPECT_LT(test::mapErrorPercent(page, result), 0.1);
}

// A curled form under its own light: not while its plane is the canvas', which has no such slopes.
TEST(Shading, TakesPartInARegistrationWithACamera) {
  test::FormRecipe recipe;
  recipe.offset = test::curledOffset;
  test::KnownFormCues form = test::makeFormCues(recipe);
  const Vec2 extent = form.cues.frame.canvas_extent;
  const OffsetNet depths = netOf(kShape, extent, [](Vec2 p) { return test::curledDepth(p) / kDepthUnit; });
  const auto level = [&](Vec2 q) {
    Vec2 p = q;
    for (int k = 0; k < 5; ++k) {
      p = q - test::curledOffset(p);
    }
    return shineOf({}, slopeAt(depths, p, extent)) - Light{}.z;
  };
  form.cues.shading = imageOf(level, extent, kImageFromCanvas, extent * kScale);
  const auto shading = [](const FormFit& fitted) {
    const auto at = std::ranges::find(fitted.fit.energies, "shading", &FitEnergy::name);
    return at == fitted.fit.energies.end() ? std::optional<FitEnergy>() : *at;
  };
  const FormFit first = fitForm(form.cues, {}, {}, {});
  EXPECT_FALSE(shading(first));
  const FormFit then = fitForm(form.cues, first.paper, {}, {}, {});
  ASSERT_TRUE(shading(then));
  std::vector<double> flat = then.paper.offsets.controls;
  flat.resize(2 * flat.size(), 0.0);
  ShadingEnergy energy(1, form.cues.shading, kImageFromCanvas, CanvasLattice(kSheet, extent, 40),
                       then.paper.offsets.shape);
  EXPECT_LT(shading(then)->last, 0.5 * valueOf(energy, flat));
  EXPECT_LT(test::offsetError(form,
                              [&](Vec2 p) {
                                return offsetAt(then.paper.offsets, {p.x / extent.x, p.y / extent.y});
                              }),
            0.8);
}

}  // namespace
}  // namespace platen::optim
