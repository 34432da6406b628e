#include "core/optim/sheet_spline.h"

#include "core/optim/sampled_descent.h"
#include "tests/optim/parameter_differences.h"

#include <cmath>
#include <cstddef>
#include <numbers>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

namespace platen::optim {
namespace {

const SheetFrame kFrame{{600, 800}, 1600, {0.05, -0.03}, 0.31, 1.35};
constexpr Box kRect{-1.05, -1.4, 0.95, 1.3};

SheetParameters bentSheet(double ruling) {
  SheetParameters p;
  p.roll = 0.03;
  p.pitch = 0.15;
  p.log_focal = std::log(1.3);
  p.ruling = ruling;
  p.bend = {-0.5, -0.2, 0.2, 0.3, -0.1};
  return p;
}

std::vector<double> controlsOf(SheetSpline& spline, const SampledPage& page) {
  return spline.controlsOf(kFrame, page.sheet, page.rect);
}

TEST(SheetSpline, SlopesMatchDifferencesOfTheControls) {
  for (const double ruling : {0.0, std::numbers::pi / 4, -1.2}) {
    SheetSpline spline(7, 6);
    const SampledPage page{bentSheet(ruling), kRect};
    const std::vector<double> controls = controlsOf(spline, page);
    ASSERT_EQ(controls.size(), 2U * 9 * 8);
    std::vector<double> d_controls(controls.size());
    for (std::size_t c = 0; c < controls.size(); ++c) {
      d_controls[c] = std::sin(1.7 * static_cast<double>(c));
    }
    std::vector<double> gradient(sizeOf(page), 0.0);
    spline.pullBack(d_controls, gradient);
    constexpr double kProbe = 2e-4;
    test::eachParameterMoved(page, kProbe, [&](std::size_t k, const SampledPage& behind, const SampledPage& ahead) {
      const std::vector<double> high = controlsOf(spline, ahead);
      const std::vector<double> low = controlsOf(spline, behind);
      double slope = 0;
      double size = 0;  // of the motion: slopes are sums of both signs
      for (std::size_t c = 0; c < controls.size(); ++c) {
        slope += d_controls[c] * (high[c] - low[c]) / (2 * kProbe);
        size += std::abs(d_controls[c] * (high[c] - low[c]) / (2 * kProbe));
      }
      EXPECT_NEAR(gradient[k], slope, 2e-3 * size) << "ruling " << ruling;
      EXPECT_GT(size, 1);
    });
  }
}

TEST(SheetSpline, SaysWhereTheSheetIsBehindTheCamera) {
  SheetSpline spline(5, 5);
  EXPECT_TRUE(spline.controlsOf(kFrame, bentSheet(0), {-1, -300, 1, 1}).empty());
  EXPECT_THROW(SheetSpline(1, 5), std::invalid_argument);
  std::vector<double> gradient(3);
  EXPECT_THROW(SheetSpline(5, 5).pullBack({}, gradient), std::invalid_argument);
}

}  // namespace
}  // namespace platen::optim
