// Derivatives against central differences in double precision, probes kept off pixel centres (gradcheck.h says why).
#include "core/sampling/bilinear.h"
#include "tests/sampling/random_images.h"
#include "tests/support/gradcheck.h"

#include <string>

#include <ATen/ATen.h>
#include <gtest/gtest.h>

namespace platen::sampling::test {
namespace {

using platen::test::checkGradient;
using platen::test::GradcheckOptions;
using platen::test::GradcheckResult;
using platen::test::probePositions;

constexpr std::size_t kProbes = 60;
constexpr int kWidth = 14, kHeight = 10;

struct Case {
  int channels;
  Border border;
};

class BilinearGradient : public ::testing::TestWithParam<Case> {
 protected:
  // sum of weights * values, and its gradient by the kernels; `scale` and `offset` plant errors.
  GradcheckResult check(const ImageView& image, double scale = 1, double offset = 0) {
    const auto [channels, border] = GetParam();
    const std::vector<double> positions = probePositions(kProbes, kWidth, kHeight, 0.9, 0.05, 41);
    Random random(42);
    std::vector<double> weights(kProbes * static_cast<std::size_t>(channels));
    for (double& weight : weights) {
      weight = random.uniform(0.5, 1.5);
    }
    const auto function = [&](const std::vector<double>& at) {
      const Samples<double> out = sampleAll(image, border, at);
      double sum = 0;
      for (std::size_t k = 0; k < weights.size(); ++k) {
        sum += weights[k] * out.values[k];
      }
      return sum;
    };
    const Samples<double> out = sampleAll(image, border, positions);
    std::vector<double> gradient(2 * kProbes);
    backwardToPositionsCpu(weights.data(), out.d_dx.data(), out.d_dy.data(), kProbes, channels, gradient.data());
    for (double& g : gradient) {
      g = g * scale + offset;
    }
    return checkGradient(function, positions, gradient);
  }
};

TEST_P(BilinearGradient, U8) {
  TestImage<std::uint8_t> image(kWidth, kHeight, GetParam().channels);
  Random(43).fill(image);
  const GradcheckResult result = check(image.view());
  EXPECT_TRUE(result.passed) << result.report;
}

TEST_P(BilinearGradient, F64) {
  TestImage<double> image(kWidth, kHeight, GetParam().channels);
  Random random(44);
  for (double& pixel : image.pixels) {
    pixel = random.uniform(-1, 1);
  }
  const GradcheckResult result = check(image.view());
  EXPECT_TRUE(result.passed) << result.report;
  EXPECT_FALSE(check(image.view(), 1 + 1e-7).passed) << "a planted factor went unnoticed";
  EXPECT_FALSE(check(image.view(), 1, 1e-7).passed) << "a planted offset went unnoticed";
  EXPECT_FALSE(check(image.view(), -1).passed) << "a planted sign went unnoticed";
}

INSTANTIATE_TEST_SUITE_P(All,
                         BilinearGradient,
                         ::testing::Values(Case{1, Border::replicate},
                                           Case{3, Border::replicate},
                                           Case{4, Border::replicate},
                                           Case{1, Border::zeros},
                                           Case{3, Border::zeros},
                                           Case{4, Border::zeros},
                                           Case{1, Border::reflection},
                                           Case{3, Border::reflection},
                                           Case{4, Border::reflection}),
                         [](const auto& tested) {
                           return std::string(borderName(tested.param.border)) + std::to_string(tested.param.channels);
                         });

TEST(BilinearGradientOnCentres, IsOneSidedToTheRightAndDown) {
  TestImage<double> image(4, 4, 1);
  Random(45).fill(image);
  const auto out = sampleAll<double>(image.view(), Border::replicate, {1.5, 2.5, 0.5, 0.5, 3.5, 3.5});
  EXPECT_DOUBLE_EQ(out.d_dx[0], image.at(2, 2) - image.at(1, 2));
  EXPECT_DOUBLE_EQ(out.d_dy[0], image.at(1, 3) - image.at(1, 2));
  EXPECT_DOUBLE_EQ(out.d_dx[1], image.at(1, 0) - image.at(0, 0));
  EXPECT_DOUBLE_EQ(out.d_dx[2], 0);
  EXPECT_DOUBLE_EQ(out.d_dy[2], 0);
}

// Through autograd, as a fit would use it: any function of the samples.
TEST(BilinearGradientOperator, ChainsThroughAutograd) {
  at::manual_seed(46);
  for (const Border border : kAllBorders) {
    const at::Tensor image = at::randint(0, 256, {kHeight, kWidth, 3}, at::kByte);
    const std::vector<double> positions = probePositions(kProbes, kWidth, kHeight, 0.9, 0.05, 47);
    const auto tensorOf = [](const std::vector<double>& at_px) {
      at::Tensor tensor = at::empty({6, 10, 2}, at::kDouble);
      std::copy(at_px.begin(), at_px.end(), tensor.data_ptr<double>());
      return tensor;
    };
    const auto energy = [&](const at::Tensor& coords) {
      const at::Tensor values = sampleBilinear(image, coords, border) / 255;
      return (values.narrow(-1, 0, 1) * values.narrow(-1, 1, 1) + values.narrow(-1, 2, 1)).sum();
    };
    const auto function = [&](const std::vector<double>& at_px) { return energy(tensorOf(at_px)).item<double>(); };
    const at::Tensor coords = tensorOf(positions).requires_grad_(true);
    energy(coords).backward();
    const at::Tensor grad = coords.grad().contiguous();
    GradcheckOptions options;
    options.step = 1e-4;  // the energy is quadratic along an axis: central differences stay exact
    const GradcheckResult result =
        checkGradient(function, positions,
                      std::vector<double>(grad.data_ptr<double>(), grad.data_ptr<double>() + grad.numel()), options);
    EXPECT_TRUE(result.passed) << result.report;
  }
}

}  // namespace
}  // namespace platen::sampling::test
