// The spline in properties: what cubic splines reproduce, what a transpose is, what refinement may not change.
#include "core/sampling/spline_grid.h"

#include "tests/sampling/random_images.h"

#include <cmath>
#include <stdexcept>

#include <gtest/gtest.h>

namespace platen::sampling::test {
namespace {

constexpr NetShape kShape{5, 3};

std::vector<double> randomNumbers(std::size_t n, std::uint64_t seed) {
  Random random(seed);
  std::vector<double> numbers(n);
  for (double& number : numbers) {
    number = random.uniform(-1, 1);
  }
  return numbers;
}

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    sum += a[k] * b[k];
  }
  return sum;
}

// Controls of the affine surface x = 3 + 2 u - v, y = u + 4 v: its values at the controls' own knots.
std::vector<double> affineNet(NetShape shape) {
  std::vector<double> net;
  for (int a = 0; a < shape.controlRows(); ++a) {
    for (int b = 0; b < shape.controlCols(); ++b) {
      const double u = (b - 1.0) / shape.cols, v = (a - 1.0) / shape.rows;
      net.push_back(3 + 2 * u - v);
      net.push_back(u + 4 * v);
    }
  }
  return net;
}

std::vector<double> expandPoints(const std::vector<double>& net,
                                 const std::vector<double>& points_uv,
                                 NetShape shape = kShape,
                                 int order_u = 0,
                                 int order_v = 0) {
  const SplinePoints<double> points(shape, points_uv.data(), points_uv.size() / 2, order_u, order_v);
  std::vector<double> out(points_uv.size());
  points.expand(net.data(), out.data());
  return out;
}

TEST(SplineGrid, AffineSurfacesAreExactInsideAndOutside) {
  const std::vector<double> net = affineNet(kShape);
  const auto points = Random(71).positions<double>(200, 1, 1, 0.7);
  const auto value = expandPoints(net, points), du = expandPoints(net, points, kShape, 1, 0),
             dv = expandPoints(net, points, kShape, 0, 1), duu = expandPoints(net, points, kShape, 2, 0);
  for (std::size_t k = 0; k < 200; ++k) {
    const double u = points[2 * k], v = points[2 * k + 1];
    ASSERT_NEAR(value[2 * k], 3 + 2 * u - v, 1e-12);
    ASSERT_NEAR(value[2 * k + 1], u + 4 * v, 1e-12);
    ASSERT_NEAR(du[2 * k], 2, 1e-12);
    ASSERT_NEAR(du[2 * k + 1], 1, 1e-12);
    ASSERT_NEAR(dv[2 * k], -1, 1e-12);
    ASSERT_NEAR(dv[2 * k + 1], 4, 1e-12);
    ASSERT_NEAR(duu[2 * k], 0, 1e-11);
  }
}

TEST(SplineGrid, ReproducesCubicPolynomials) {
  // The blossom of t^3 at three knots in a row, (k-1)(k)(k+1) in cells about the control's knot, gives the control.
  std::vector<double> net;
  for (int a = 0; a < kShape.controlRows(); ++a) {
    for (int b = 0; b < kShape.controlCols(); ++b) {
      const double knot_u = b - 1, knot_v = a - 1;
      net.push_back((knot_u - 1) * knot_u * (knot_u + 1) / std::pow(kShape.cols, 3));
      net.push_back((knot_v - 1) * knot_v * (knot_v + 1) / std::pow(kShape.rows, 3));
    }
  }
  const auto points = Random(72).positions<double>(200, 1, 1, 0);
  const auto value = expandPoints(net, points), du = expandPoints(net, points, kShape, 1, 0),
             dvv = expandPoints(net, points, kShape, 0, 2);
  for (std::size_t k = 0; k < 200; ++k) {
    const double u = points[2 * k], v = points[2 * k + 1];
    ASSERT_NEAR(value[2 * k], u * u * u, 1e-12);
    ASSERT_NEAR(value[2 * k + 1], v * v * v, 1e-12);
    ASSERT_NEAR(du[2 * k], 3 * u * u, 1e-11);
    ASSERT_NEAR(dvv[2 * k + 1], 6 * v, 1e-10);
  }
}

TEST(SplineGrid, IsSmoothAcrossCellsAndContinuesLinearly) {
  const std::vector<double> net = randomNumbers(kShape.size(), 73);
  const double tiny = 1e-9;
  for (int knot = 0; knot <= kShape.cols; ++knot) {
    const double u = static_cast<double>(knot) / kShape.cols;
    const std::vector<double> sides{u - tiny, 0.4, u + tiny, 0.4};
    for (const int order : {0, 1}) {
      const auto out = expandPoints(net, sides, kShape, order, 0);
      EXPECT_NEAR(out[0], out[2], 1e-6);
      EXPECT_NEAR(out[1], out[3], 1e-6);
    }
    if (knot > 0 && knot < kShape.cols) {
      const auto curvature = expandPoints(net, sides, kShape, 2, 0);
      EXPECT_NEAR(curvature[0], curvature[2], 1e-5);
    }
  }
  const auto line = expandPoints(net, {1, 0.3, 1.5, 0.3, 2, 0.3});
  EXPECT_NEAR(line[4] - line[2], line[2] - line[0], 1e-12);
}

TEST(SplineGrid, LatticePointsAndRowsAgree) {
  const std::vector<double> net = randomNumbers(kShape.size(), 74);
  const std::vector<double> u{-0.2, 0, 0.11, 0.5, 2.0 / 3, 0.99, 1, 1.3}, v = latticePositions(13);
  for (const auto& [order_u, order_v] : {std::pair<int, int>{0, 0}, {1, 0}, {0, 1}, {2, 0}, {1, 1}}) {
    SplineLattice<double> lattice({kShape.cols, u, order_u}, {kShape.rows, v, order_v});
    EXPECT_EQ(lattice.shape(), kShape);
    std::vector<double> whole(2 * u.size() * v.size()), points;
    lattice.expand(net.data(), whole.data());
    for (const double at_v : v) {
      for (const double at_u : u) {
        points.push_back(at_u);
        points.push_back(at_v);
      }
    }
    const auto truth = expandPoints(net, points, kShape, order_u, order_v);
    for (std::size_t k = 0; k < whole.size(); ++k) {
      ASSERT_NEAR(whole[k], truth[k], 1e-10);
    }
    std::vector<double> row(2 * u.size());
    lattice.expandRows(7, 8, row.data());
    EXPECT_TRUE(std::equal(row.begin(), row.end(), whole.begin() + static_cast<std::ptrdiff_t>(7 * row.size())));
  }
}

TEST(SplineGrid, TransposesAreAdjoint) {
  const std::vector<double> net = randomNumbers(kShape.size(), 75);
  const std::vector<double> u = latticePositions(9), v = latticePositions(14);
  SplineLattice<double> lattice({kShape.cols, u}, {kShape.rows, v});
  std::vector<double> out(2 * 9 * 14), back(kShape.size(), 0.0);
  lattice.expand(net.data(), out.data());
  const std::vector<double> covector = randomNumbers(out.size(), 76);
  lattice.addTranspose(covector.data(), back.data());
  EXPECT_NEAR(dot(out, covector), dot(net, back), 1e-11);
  lattice.addTranspose(covector.data(), back.data());
  EXPECT_NEAR(2 * dot(out, covector), dot(net, back), 1e-11) << "the transpose adds to what is there";

  const auto at_points = Random(77).positions<double>(100, 1, 1, 0.3);
  const SplinePoints<double> points(kShape, at_points.data(), 100, 1, 0);
  std::vector<double> values(200), from_points(kShape.size(), 0.0);
  points.expand(net.data(), values.data());
  const std::vector<double> weights = randomNumbers(200, 78);
  points.addTranspose(weights.data(), from_points.data());
  EXPECT_NEAR(dot(values, weights), dot(net, from_points), 1e-10);

  std::vector<double> coarse(kShape.size(), 0.0);
  const std::vector<double> fine = refine(kShape, net.data()), fine_weights = randomNumbers(fine.size(), 79);
  addRefineTranspose(kShape, fine_weights.data(), coarse.data());
  EXPECT_NEAR(dot(fine, fine_weights), dot(net, coarse), 1e-11);
}

TEST(SplineGrid, PointsInPiecesAreTheWhole) {
  const std::vector<double> net = randomNumbers(kShape.size(), 82), weights = randomNumbers(200, 83);
  const auto at_points = Random(84).positions<double>(100, 1, 1, 0.3);
  const SplinePoints<double> points(kShape, at_points.data(), 100);
  std::vector<double> whole(200), pieces(200), back(kShape.size(), 0.0), back_in_pieces(kShape.size(), 0.0);
  points.expand(net.data(), whole.data());
  points.addTranspose(weights.data(), back.data());
  for (const auto& [k, end] : {std::pair<std::size_t, std::size_t>{0, 37}, {37, 37}, {37, 99}, {99, 100}}) {
    points.expand(net.data(), k, end, &pieces[2 * k]);
    points.addTranspose(&weights[2 * k], k, end, back_in_pieces.data());
  }
  EXPECT_EQ(pieces, whole);
  EXPECT_EQ(back_in_pieces, back);
}

TEST(SplineGrid, RefinementChangesNothing) {
  const std::vector<double> net = randomNumbers(kShape.size(), 80);
  const auto points = Random(81).positions<double>(300, 1, 1, 0.2);
  const NetShape fine_shape = refinedShape(kShape), finest_shape = refinedShape(fine_shape);
  const std::vector<double> fine = refine(kShape, net.data()), finest = refine(fine_shape, fine.data());
  ASSERT_EQ(fine.size(), fine_shape.size());
  EXPECT_EQ(finest_shape, (NetShape{20, 12}));
  const auto truth = expandPoints(net, points), once = expandPoints(fine, points, fine_shape),
             twice = expandPoints(finest, points, finest_shape);
  for (std::size_t k = 0; k < truth.size(); ++k) {
    ASSERT_NEAR(once[k], truth[k], 1e-13);
    ASSERT_NEAR(twice[k], truth[k], 1e-13);
  }
}

TEST(SplineGrid, SinglePrecisionFollowsDouble) {
  const std::vector<double> net = randomNumbers(kShape.size(), 82);
  const std::vector<float> net_f32(net.begin(), net.end());
  const std::vector<double> u = latticePositions(37), v = latticePositions(21);  // not a multiple of any lane count
  SplineLattice<double> wide({kShape.cols, u}, {kShape.rows, v});
  SplineLattice<float> narrow({kShape.cols, u}, {kShape.rows, v});
  std::vector<double> out(2 * 37 * 21), back(kShape.size(), 0.0);
  std::vector<float> out_f32(out.size()), back_f32(kShape.size(), 0.0F);
  wide.expand(net.data(), out.data());
  narrow.expand(net_f32.data(), out_f32.data());
  wide.addTranspose(out.data(), back.data());
  narrow.addTranspose(out_f32.data(), back_f32.data());
  for (std::size_t k = 0; k < out.size(); ++k) {
    ASSERT_NEAR(out_f32[k], out[k], 1e-6);
  }
  for (std::size_t k = 0; k < back.size(); ++k) {
    ASSERT_NEAR(back_f32[k], back[k], 1e-4);
  }
}

TEST(SplineGrid, NotFinitePointsGiveNanAndStayInTheNet) {
  const std::vector<double> net = randomNumbers(kShape.size(), 83);
  const auto out = expandPoints(net, {std::nan(""), 0.5, 0.5, 0.5, -1e300, 0.5});
  EXPECT_TRUE(std::isnan(out[0]));
  EXPECT_TRUE(std::isfinite(out[2]));
}

TEST(SplineGrid, RefusesShapesWithoutCells) {
  EXPECT_THROW(SplineAxis<double>(0, {0.5}), std::invalid_argument);
  EXPECT_THROW(SplineAxis<double>(3, {0.5}, 3), std::invalid_argument);
  EXPECT_THROW(latticePositions(0), std::invalid_argument);
  const std::vector<double> net(100);
  EXPECT_THROW(refine(NetShape{0, 3}, net.data()), std::invalid_argument);
  EXPECT_EQ(latticePositions(1), std::vector<double>{0.5});
  EXPECT_EQ(latticePositions(3), (std::vector<double>{0, 0.5, 1}));
}

}  // namespace
}  // namespace platen::sampling::test
