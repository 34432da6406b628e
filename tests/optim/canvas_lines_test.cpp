// What the paper net descends on, lines and sides of a canvas and paper that may stretch evenly: against central
// differences and at the truth.
#include "core/optim/canvas_lines.h"

#include "core/optim/form_paper_energy.h"
#include "tests/optim/known_form_cues.h"
#include "tests/optim/known_sheet.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include <gtest/gtest.h>

namespace platen::optim {
namespace {

using test::gradientError;
using test::netOf;
using test::randomControls;

constexpr NetShape kShape{4, 5};
constexpr Vec2 kExtent{520, 660};

Vec2 wavyOffset(Vec2 p) {
  return {9 * std::sin(p.y / 130) + 3, 7 * std::sin(p.x / 110 + 1) - 4 * std::cos(p.y / 140)};
}

// Lines of a page of 400 x 500 canvas_px as seen under wavyOffset.
std::vector<CanvasLine> wavyLines(bool known_place) {
  std::vector<CanvasLine> lines;
  for (const double at : {90.0, 200.0, 310.0, 430.0}) {
    for (const bool is_h : {true, false}) {
      CanvasLine line;
      line.is_h = is_h;
      line.weight = 0.1;
      for (double along = 90; along < 430; along += 10) {
        const Vec2 p = is_h ? Vec2{along, at} : Vec2{at, along};
        line.seen.push_back(p + wavyOffset(p));
      }
      if (known_place) {
        line.place = at;
      }
      lines.push_back(line);
    }
  }
  return lines;
}

class CanvasLines : public ::testing::TestWithParam<bool> {};

TEST_P(CanvasLines, PullTowardsTheTruth) {
  CanvasLineEnergy energy("lines", 1, 2, wavyLines(GetParam()), kShape, kExtent);
  const std::vector<double> zero(kShape.size(), 0.0);
  const double at_zero = energy.add(zero, 0, {});
  // The gradient leaves out that a point moves while it is followed: nearly that of the value, where offsets are
  // smooth.
  std::vector<double> gradient(kShape.size(), 0.0);
  energy.add(zero, 1, gradient);
  EXPECT_LT(gradientError([&](std::span<const double> c) { return energy.add(c, 0, {}); }, zero, gradient, 1e-4), 0.1);
  CanvasLineEnergy fresh("lines", 1, 2, wavyLines(GetParam()), kShape, kExtent);
  EXPECT_LT(fresh.add(netOf(kShape, kExtent, wavyOffset).controls, 0, {}), 0.1 * at_zero);
}

TEST_P(CanvasLines, OfUnknownPlaceMayLieAnywhere) {
  std::vector<double> shifted(kShape.size(), 25.0);  // the whole page
  std::vector<CanvasLine> lines = wavyLines(GetParam());
  for (CanvasLine& line : lines) {
    for (std::size_t k = 0; k < line.seen.size(); ++k) {
      const double along = 90 + 10 * static_cast<double>(k);
      line.seen[k] = line.is_h ? Vec2{along, 200} : Vec2{200, along};
    }
    if (GetParam()) {
      line.place = 200;
    }
  }
  CanvasLineEnergy energy("lines", 1, 2, lines, kShape, kExtent);
  const double value = energy.add(shifted, 0, {});
  if (GetParam()) {
    EXPECT_GT(value, 1);
  } else {
    EXPECT_LT(value, 1e-9);
  }
}

INSTANTIATE_TEST_SUITE_P(Places, CanvasLines, ::testing::Values(true, false));

TEST(Paper, GradientWithAnEvenStretchFree) {
  FormPaperEnergy paper(1, 0.01, CanvasLattice({50, 70, 470, 590}, kExtent, 18),
                        std::make_shared<FixedView>(std::array<double, 3>{0.2, -0.3, -4e-4}), kShape, 0.9);
  std::vector<double> at = randomControls(kShape, 4, 3);
  const std::vector<double> depths = randomControls(kShape, 4, 4);
  at.insert(at.end(), depths.begin(), depths.end());  // without the camera's numbers
  std::vector<double> gradient(at.size(), 0.0);
  paper.add(at, 1, gradient);
  EXPECT_LT(gradientError([&](std::span<const double> c) { return paper.add(c, 0, {}); }, at, gradient, 1e-5), 1e-5);
}

TEST(Paper, AnEvenStretchIsFreeWhereItMayBe) {
  const OffsetNet stretched = netOf(kShape, kExtent, [](Vec2 p) { return Vec2{0.04 * p.x, -0.03 * p.y}; });
  const OffsetNet uneven = netOf(kShape, kExtent, [](Vec2 p) { return Vec2{0.04 * p.x * std::sin(p.y / 80), 0}; });
  const auto value = [](const OffsetNet& net, double even) {
    FormPaperEnergy paper(1, 0.01, CanvasLattice({50, 70, 470, 590}, kExtent, 18),
                          std::make_shared<FixedView>(std::array<double, 3>{0, 0, 4e-4}), kShape, even);
    std::vector<double> at = net.controls;
    at.resize(2 * kShape.size(), 0.0);
    return paper.add(at, 0, {});
  };
  EXPECT_GT(value(stretched, 0), 5);
  EXPECT_LT(value(stretched, 1), 1e-6);
  EXPECT_GT(value(uneven, 1), 0.5 * value(uneven, 0));
}

}  // namespace
}  // namespace platen::optim
