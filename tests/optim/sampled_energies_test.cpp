// The energies that are sampled from images: against forms composed from torch's own operators, and what they say of
// known pages.
#include "core/optim/direction_energy.h"
#include "core/optim/edge_energy.h"
#include "core/optim/grid_descent.h"
#include "core/optim/profile_energy.h"
#include "tests/optim/known_sheet.h"

#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>
#include <vector>

#include <ATen/ATen.h>
#include <gtest/gtest.h>
#include <torch/nn/functional/vision.h>

namespace platen::optim {
namespace {

using test::gradientError;
using test::knownSheet;
using test::makeSyntheticPage;
using test::randomControls;
using test::SyntheticPage;
using test::SyntheticRecipe;
using test::wavedRecipe;

SyntheticRecipe bentRecipe() {
  SyntheticRecipe recipe = wavedRecipe();
  recipe.images = true;
  return recipe;
}

// E_dir written with torch's operators on doubles; `lattice` gives positions and tangents as a linear map of the net.
at::Tensor composedDirection(const EvidenceImage& image,
                             const at::Tensor& positions,
                             const at::Tensor& tangents,
                             double reach) {
  const int height = image.image.height();
  const int width = image.image.width();
  at::Tensor pixels = at::empty({1, 3, height, width}, at::kDouble);
  auto access = pixels.accessor<double, 4>();
  for (int j = 0; j < height; ++j) {
    const auto* row = image.image.rowAs<std::uint8_t>(j);
    for (int i = 0; i < width; ++i) {
      for (int c = 0; c < 3; ++c) {
        access[0][c][j][i] = row[3 * i + c];
      }
    }
  }
  const at::Tensor size = at::tensor({static_cast<double>(width), static_cast<double>(height)}, at::kDouble);
  const at::Tensor normalised = positions * image.scale * 2 / size - 1;
  namespace F = torch::nn::functional;
  const at::Tensor sampled =
      F::grid_sample(
          pixels, normalised.unsqueeze(0),
          F::GridSampleFuncOptions().mode(torch::kBilinear).padding_mode(torch::kBorder).align_corners(false))
          .squeeze(0);
  const at::Tensor c = (sampled[0] - 128) / 127;
  const at::Tensor s = (sampled[1] - 128) / 127;
  const at::Tensor inside = (normalised.abs() <= 1).all(-1);
  const at::Tensor w =
      at::where(inside & (sampled[2] / 255 > 0.02), sampled[2] / 255, at::zeros_like(sampled[2])).detach();
  const at::Tensor tx = tangents.select(-1, 0);
  const at::Tensor ty = tangents.select(-1, 1);
  const at::Tensor square = tx * tx + ty * ty;
  const at::Tensor c2 = (tx * tx - ty * ty) / square;
  const at::Tensor s2 = 2 * tx * ty / square;
  const double sine = std::sin(std::numbers::pi / 180);
  const at::Tensor z = (1 - (c * c2 + s * s2) / (c * c + s * s).clamp_min(1e-6).sqrt()) / (2 * sine * sine);
  return (w * z / (1 + z / (reach * reach))).sum() / w.sum();
}

class SampledEnergies : public ::testing::Test {
 protected:
  SampledEnergies()
      : page_(makeSyntheticPage(bentRecipe())),
        sheet_(knownSheet(page_)),
        base_(SheetModel(sheet_.frame, sheet_.parameters), sheet_.rect) {}

  static constexpr NetShape kShape{4, 5};
  SyntheticPage page_;
  SheetFit sheet_;
  BaseMap base_;
};

TEST_F(SampledEnergies, latticeIsTheMapAndItsTangent) {
  const std::vector<double> controls = randomControls(kShape, 5, 5);
  PageLattice lattice(kShape, 13, 9, &base_);
  lattice.expand(controls);
  const OffsetNet net{kShape, controls};
  const auto mapAt = [&](Vec2 page_uv) {
    const Vec2 sheet_uv = base_.sheetFromPage(page_uv);
    return base_.at(sheet_uv) + offsetAt(net, base_.netFromSheet(sheet_uv));
  };
  for (int i = 0; i < 9; ++i) {
    for (int j = 0; j < 13; ++j) {
      const Vec2 page_uv{(j + 0.5) / 13, (i + 0.5) / 9};
      const auto k = 2 * static_cast<std::size_t>(i * 13 + j);
      const Vec2 here = mapAt(page_uv);
      EXPECT_NEAR(lattice.positions()[k], here.x, 1e-3);
      EXPECT_NEAR(lattice.positions()[k + 1], here.y, 1e-3);
      const Vec2 tangent = (mapAt({page_uv.x + 0.004, page_uv.y}) - mapAt({page_uv.x - 0.004, page_uv.y})) / 0.008;
      EXPECT_NEAR(lattice.tangents()[k], tangent.x, 2e-3 * norm(tangent));
      EXPECT_NEAR(lattice.tangents()[k + 1], tangent.y, 2e-3 * norm(tangent));
    }
  }
}

TEST_F(SampledEnergies, latticeTransposeIsTheAdjoint) {
  PageLattice lattice(kShape, 13, 9, nullptr);
  const std::vector<double> controls = randomControls(kShape, 1, 5);
  std::mt19937 generator(3);
  std::uniform_real_distribution<float> uniform(-1, 1);
  std::vector<float> d_positions(2 * lattice.size());
  std::vector<float> d_tangents(2 * lattice.size());
  for (std::size_t k = 0; k < d_positions.size(); ++k) {
    d_positions[k] = uniform(generator);
    d_tangents[k] = uniform(generator);
  }
  lattice.expand(controls);
  double forward = 0;
  for (std::size_t k = 0; k < d_positions.size(); ++k) {
    forward += static_cast<double>(d_positions[k] * lattice.positions()[k] + d_tangents[k] * lattice.tangents()[k]);
  }
  std::vector<double> gradient(controls.size(), 0.0);
  lattice.pullBack(d_positions, d_tangents, gradient);
  double backward = 0;
  for (std::size_t k = 0; k < controls.size(); ++k) {
    backward += gradient[k] * controls[k];
  }
  EXPECT_NEAR(backward, forward, 1e-4 * (1 + std::abs(forward)));
}

TEST_F(SampledEnergies, directionAgreesWithItsComposedForm) {
  const std::vector<double> start = randomControls(kShape, 4, 5);
  const int cols = 40;
  const int rows = 50;
  DirectionEnergy energy(1, page_.cues.direction, 4, PageLattice(kShape, cols, rows, &base_));
  std::vector<double> gradient(start.size(), 0.0);
  const double value = energy.add(start, 1.0, gradient);

  // The lattice as dense matrices, one column for each control, through the lattice itself.
  PageLattice lattice(kShape, cols, rows, &base_);
  const auto n = static_cast<std::int64_t>(2 * lattice.size());
  const auto tensorOf = [n](const std::vector<float>& v) {
    at::Tensor t = at::empty({n}, at::kDouble);
    std::copy(v.begin(), v.end(), t.data_ptr<double>());
    return t;
  };
  std::vector<double> unit(start.size(), 0.0);
  lattice.expand(unit);
  const at::Tensor base_positions = tensorOf(lattice.positions());
  const at::Tensor base_tangents = tensorOf(lattice.tangents());
  PageLattice pure(kShape, cols, rows,
                   nullptr);  // slopes differ by the net's border, so the base's own lattice is used
  at::Tensor position_map = at::zeros({static_cast<std::int64_t>(start.size()), n}, at::kDouble);
  at::Tensor tangent_map = at::zeros_like(position_map);
  constexpr double kProbe = 4096;  // a power of two, large against the base's float rounding
  for (std::size_t k = 0; k < start.size(); ++k) {
    unit[k] = kProbe;
    lattice.expand(unit);
    unit[k] = 0;
    position_map[static_cast<std::int64_t>(k)] = (tensorOf(lattice.positions()) - base_positions) / kProbe;
    tangent_map[static_cast<std::int64_t>(k)] = (tensorOf(lattice.tangents()) - base_tangents) / kProbe;
  }
  at::Tensor controls = at::empty({static_cast<std::int64_t>(start.size())}, at::kDouble);
  std::copy(start.begin(), start.end(), controls.data_ptr<double>());
  controls.requires_grad_(true);
  const at::Tensor positions = (base_positions + at::matmul(controls, position_map)).view({rows, cols, 2});
  const at::Tensor tangents = (base_tangents + at::matmul(controls, tangent_map)).view({rows, cols, 2});
  const at::Tensor composed = composedDirection(page_.cues.direction, positions, tangents, 4);
  composed.backward();
  EXPECT_NEAR(value, composed.item<double>(), 1e-4 * value);
  const at::Tensor expected = controls.grad();
  const double largest = expected.abs().max().item<double>();
  ASSERT_GT(largest, 0);
  for (std::size_t k = 0; k < start.size(); ++k) {
    EXPECT_NEAR(gradient[k], expected[static_cast<std::int64_t>(k)].item<double>(), 5e-3 * largest) << k;
  }
}

TEST_F(SampledEnergies, directionIsLowAtTheTruthAndGrowsWithTheError) {
  DirectionEnergy energy(1, page_.cues.direction, 8, PageLattice(kShape, 100, 140, &base_));
  std::vector<double> controls(kShape.size(), 0.0);
  std::vector<double> gradient(kShape.size(), 0.0);
  const double truth = energy.add(controls, 0.0, gradient);
  EXPECT_LT(truth, 0.3);
  EXPECT_GT(energy.coverage(), 0.4);
  const std::vector<double> error = randomControls(kShape, 1, 5);
  double last = truth;
  for (const double amplitude : {2.0, 5.0, 10.0, 20.0}) {
    for (std::size_t k = 0; k < controls.size(); ++k) {
      controls[k] = amplitude * error[k];
    }
    const double now = energy.add(controls, 0.0, gradient);
    EXPECT_GT(now, last);
    last = now;
  }
}

TEST_F(SampledEnergies, directionOffTheImageIsZeroWithoutGradient) {
  DirectionEnergy energy(1, page_.cues.direction, 8, PageLattice(kShape, 10, 10, nullptr));
  const std::vector<double> far(kShape.size(), -1e4);
  std::vector<double> gradient(kShape.size(), 0.0);
  EXPECT_EQ(energy.add(far, 1.0, gradient), 0);
  EXPECT_EQ(energy.coverage(), 0);
  for (const double g : gradient) {
    EXPECT_EQ(g, 0);
  }
  EXPECT_THROW(DirectionEnergy(1, page_.cues.ink, 8, PageLattice(kShape, 10, 10, nullptr)), std::invalid_argument);
}

TEST_F(SampledEnergies, edgesAreLowAtTheTruthAndGrowWithTheError) {
  for (const bool free_position : {false, true}) {
    EdgeEnergy energy(1, sideImages(page_.cues, page_.cues.sides), kShape, &base_, free_position);
    std::vector<double> controls(kShape.size(), 0.0);
    std::vector<double> gradient(kShape.size(), 0.0);
    const double truth = energy.add(controls, 0.0, gradient);
    EXPECT_LT(truth, 0.1) << free_position;  // .1 h off would be .11
    const std::vector<double> error = randomControls(kShape, 1, 5);
    double last = truth;
    for (const double amplitude : {4.0, 8.0, 16.0, 30.0}) {
      for (std::size_t k = 0; k < controls.size(); ++k) {
        controls[k] = amplitude * error[k];
      }
      const double now = energy.add(controls, 0.0, gradient);
      EXPECT_GT(now, last);
      last = now;
    }
  }
}

TEST_F(SampledEnergies, edgesIgnoreAShiftOnlyWhereAsked) {
  std::vector<double> shifted(kShape.size(), 0.0);
  for (std::size_t k = 1; k < shifted.size(); k += 2) {
    shifted[k] = 12;
  }
  std::vector<double> gradient(kShape.size(), 0.0);
  EdgeEnergy fixed(1, sideImages(page_.cues, page_.cues.sides), kShape, &base_, false);
  EdgeEnergy loose(1, sideImages(page_.cues, page_.cues.sides), kShape, &base_, true);
  EXPECT_GT(fixed.add(shifted, 0.0, gradient), 4);
  EXPECT_LT(loose.add(shifted, 0.0, gradient), 0.5);
}

TEST_F(SampledEnergies, edgeGradientMatchesCentralDifferences) {
  EdgeEnergy energy(1, sideImages(page_.cues, page_.cues.sides), kShape, &base_, false);
  const std::vector<double> at = randomControls(kShape, 6, 5);
  std::vector<double> gradient(at.size(), 0.0);
  energy.add(at, 1.0, gradient);
  std::vector<double> unused(at.size());
  const auto valueAt = [&](std::span<const double> controls) { return energy.add(controls, 0.0, unused); };
  // The image's bilinear surface has kinks between pixels, and the sampler works in floats.
  EXPECT_LT(gradientError(valueAt, at, gradient, 5e-2), 3e-2);
}

TEST_F(SampledEnergies, profileIsLeastAtTheTruth) {
  ProfileEnergy energy(1, page_.cues.ink, page_.cues.char_height, 9, 5, PageLattice(kShape, 120, 280, &base_));
  std::vector<double> controls(kShape.size(), 0.0);
  std::vector<double> gradient(kShape.size(), 0.0);
  const double truth = energy.add(controls, 0.0, gradient);
  const std::vector<double> error = randomControls(kShape, 1, 5);
  double last = truth;
  for (const double amplitude : {6.0, 12.0, 24.0}) {
    for (std::size_t k = 0; k < controls.size(); ++k) {
      controls[k] = amplitude * error[k];
    }
    const double now = energy.add(controls, 0.0, gradient);
    EXPECT_GT(now, last + 0.01);
    last = now;
  }
}

TEST_F(SampledEnergies, profileGradientMatchesCentralDifferences) {
  ProfileEnergy energy(1, page_.cues.ink, page_.cues.char_height, 9, 5, PageLattice(kShape, 120, 280, &base_));
  const std::vector<double> at = randomControls(kShape, 3, 5);
  std::vector<double> gradient(at.size(), 0.0);
  energy.add(at, 1.0, gradient);
  std::vector<double> unused(at.size());
  const auto valueAt = [&](std::span<const double> controls) { return energy.add(controls, 0.0, unused); };
  EXPECT_LT(gradientError(valueAt, at, gradient, 2e-2), 3e-2);
}

TEST_F(SampledEnergies, everyTermTakesPartWhereItsWeightSaysSo) {
  GridWeights weights;
  weights.direction = weights.edge = weights.profile = 0.1;
  const GridProblem with{base_, page_.cues, sheet_.curves, weights};
  const GridProblem without{base_, page_.cues, sheet_.curves, {}};
  const GridLevel level = gridLevels(1, 0).front();
  EXPECT_EQ(makeObjective(with, level).size(), makeObjective(without, level).size() + 3);
}

}  // namespace
}  // namespace platen::optim
