// torch's grid_sample as the oracle: an implementation that shares nothing with ours. It takes normalised coordinates;
// with align_corners = false they are 2 x / W - 1 for x in our pixels (corner of the image at 0), so no half pixel
// appears here.
#include "core/sampling/bilinear.h"
#include "tests/sampling/random_images.h"

#include <string>
#include <tuple>

#include <ATen/ATen.h>
#include <gtest/gtest.h>

namespace platen::sampling::test {
namespace {

// grid_sampler's own codes.
constexpr std::int64_t kBilinear = 0;

std::int64_t codeOf(Border border) {
  return border == Border::zeros ? 0 : border == Border::replicate ? 1 : 2;
}

at::Tensor gridSample(const at::Tensor& image, const at::Tensor& coords, Border border) {
  const auto height = static_cast<double>(image.size(0)), width = static_cast<double>(image.size(1));
  const at::Tensor grid =
      at::stack({coords.select(-1, 0) * (2 / width) - 1, coords.select(-1, 1) * (2 / height) - 1}, -1);
  const at::Tensor input = image.to(coords.scalar_type()).permute({2, 0, 1}).unsqueeze(0);
  return at::grid_sampler(input, grid.unsqueeze(0), kBilinear, codeOf(border), false).squeeze(0).permute({1, 2, 0});
}

using Parameter = std::tuple<at::ScalarType, at::ScalarType, int, Border>;
class GridSampleOracle : public ::testing::TestWithParam<Parameter> {};

TEST_P(GridSampleOracle, SameValuesAndSamePositionGradients) {
  const auto [pixel_type, coords_type, channels, border] = GetParam();
  at::manual_seed(51);
  const std::int64_t height = 23, width = 31;
  const at::Tensor image = at::randint(0, 256, {height, width, channels}, at::kFloat).to(pixel_type);
  at::Tensor coords = at::rand({12, 17, 2}, at::kDouble);
  // Beyond the edges; for mirror images, several of them.
  const double beyond = border == Border::reflection ? 70 : 3;
  coords.select(-1, 0).mul_(width + 2 * beyond).sub_(beyond);
  coords.select(-1, 1).mul_(height + 2 * beyond).sub_(beyond);
  // Off the kinks, where each implementation may choose its one-sided derivative: to .1 .. .9 between two centres.
  const at::Tensor index = (coords - 0.5).floor();
  coords = (index + 0.5 + (coords - 0.5 - index) * 0.8 + 0.1).to(coords_type);
  const at::Tensor ours_at = coords.clone().requires_grad_(true), torch_at = coords.clone().requires_grad_(true);
  const at::Tensor ours = sampleBilinear(image, ours_at, border), theirs = gridSample(image, torch_at, border);
  const bool is_double = coords_type == at::kDouble;
  // f32: the oracle itself loses about 1e-6 * width px in its normalised coordinates.
  const double value_slack = is_double ? 1e-10 : 2e-2;
  ASSERT_EQ(ours.sizes(), theirs.sizes());
  EXPECT_EQ(ours.scalar_type(), coords_type);
  EXPECT_LT((ours - theirs).abs().max().item<double>(), value_slack);
  const at::Tensor weights = at::randn(ours.sizes(), ours.options());
  (ours * weights).sum().backward();
  (theirs * weights).sum().backward();
  EXPECT_GT(ours_at.grad().abs().max().item<double>(), 1);
  EXPECT_LT((ours_at.grad() - torch_at.grad()).abs().max().item<double>(), is_double ? 1e-10 : 5e-2);
}

INSTANTIATE_TEST_SUITE_P(All,
                         GridSampleOracle,
                         ::testing::Combine(::testing::Values(at::kByte, at::kHalf, at::kFloat),
                                            ::testing::Values(at::kFloat, at::kDouble),
                                            ::testing::Values(1, 3, 4),
                                            ::testing::Values(Border::replicate, Border::zeros, Border::reflection)),
                         [](const auto& tested) {
                           return std::string(std::get<0>(tested.param) == at::kByte   ? "U8"
                                              : std::get<0>(tested.param) == at::kHalf ? "F16"
                                                                                       : "F32") +
                                  "At" + (std::get<1>(tested.param) == at::kFloat ? "F32" : "F64") + "C" +
                                  std::to_string(std::get<2>(tested.param)) + borderName(std::get<3>(tested.param));
                         });

TEST(GridSampleOracle, DoubleImages) {
  at::manual_seed(52);
  const at::Tensor image = at::randn({9, 8, 3}, at::kDouble);
  const at::Tensor coords = at::rand({40, 5, 2}, at::kDouble) * 12 - 2;
  for (const Border border : {Border::replicate, Border::zeros, Border::reflection}) {
    EXPECT_LT((sampleBilinear(image, coords, border) - gridSample(image, coords, border)).abs().max().item<double>(),
              1e-12);
  }
}

}  // namespace
}  // namespace platen::sampling::test
