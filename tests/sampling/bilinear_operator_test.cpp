// The tensor operator: shapes, strides, what it refuses and how it says so, its registration.
#include "core/sampling/bilinear.h"

#include <limits>
#include <string>
#include <utility>

#include <ATen/ATen.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platen::sampling::test {
namespace {

using ::testing::HasSubstr;

at::Tensor randomImage(std::int64_t height, std::int64_t width, std::int64_t channels) {
  return at::randint(0, 256, {height, width, channels}, at::kByte);
}

std::string refusal(const at::Tensor& image, const at::Tensor& coords) {
  try {
    sampleBilinear(image, coords);
  } catch (const c10::Error& error) {
    return error.what_without_backtrace();
  }
  return "accepted";
}

TEST(SampleBilinear, ShapeFollowsTheCoords) {
  const at::Tensor image = randomImage(8, 9, 3);
  EXPECT_EQ(sampleBilinear(image, at::rand({2})).sizes(), (at::IntArrayRef{3}));
  EXPECT_EQ(sampleBilinear(image, at::rand({4, 5, 6, 2})).sizes(), (at::IntArrayRef{4, 5, 6, 3}));
  EXPECT_EQ(sampleBilinear(image, at::rand({0, 2})).sizes(), (at::IntArrayRef{0, 3}));
  EXPECT_EQ(sampleBilinear(image.select(2, 0), at::rand({7, 2})).sizes(), (at::IntArrayRef{7, 1}));
}

TEST(SampleBilinear, EmptyCoordsHaveAnEmptyGradient) {
  const at::Tensor coords = at::rand({0, 2}).requires_grad_(true);
  sampleBilinear(randomImage(4, 4, 1), coords).sum().backward();
  EXPECT_EQ(coords.grad().sizes(), coords.sizes());
}

TEST(SampleBilinear, AnyStrides) {
  at::manual_seed(61);
  const at::Tensor big = randomImage(40, 50, 3);
  const at::Tensor coords = at::rand({2, 30, 20}).mul_(20).permute({2, 1, 0});
  ASSERT_FALSE(coords.is_contiguous());
  const auto expectSame = [&](const at::Tensor& view) {
    const at::Tensor a = coords.detach().requires_grad_(true), b = coords.contiguous().requires_grad_(true);
    const at::Tensor ours = sampleBilinear(view, a), truth = sampleBilinear(view.contiguous(), b);
    EXPECT_TRUE(at::equal(ours, truth));
    (ours * ours).sum().backward();
    (truth * truth).sum().backward();
    EXPECT_TRUE(at::equal(a.grad(), b.grad()));
  };
  expectSame(big.narrow(0, 3, 25).narrow(1, 7, 30));                   // a crop
  expectSame(big.flip(1));                                             // turned round
  expectSame(big.transpose(0, 1));                                     // rows are columns
  expectSame(big.permute({2, 0, 1}).contiguous().permute({1, 2, 0}));  // channels first in memory
  expectSame(big.slice(0, 0, 40, 2));                                  // every second row
  expectSame(big.slice(1, 0, 50, 2));                                  // every second column
  expectSame(big.narrow(2, 1, 1));                                     // one channel of three
  expectSame(big.narrow(0, 0, 1).expand({6, 50, 3}));                  // one row six times
  expectSame(big.select(2, 2));                                        // [H, W] with gaps
}

TEST(SampleBilinear, ExpandedGradientsArrive) {
  const at::Tensor coords = (at::rand({5, 2}) * 6).requires_grad_(true);
  const at::Tensor image = randomImage(8, 8, 4);
  sampleBilinear(image, coords).sum().backward();  // sum sends back an expanded, stride-0 gradient
  const at::Tensor by_sum = coords.grad().clone();
  coords.mutable_grad() = at::Tensor();
  (sampleBilinear(image, coords) * at::ones({5, 4})).sum().backward();
  EXPECT_TRUE(at::allclose(by_sum, coords.grad()));
}

TEST(SampleBilinear, NoGraphWhereNoneIsWanted) {
  const at::Tensor image = randomImage(8, 8, 1);
  const at::Tensor coords = at::rand({5, 2}).requires_grad_(true);
  EXPECT_TRUE(sampleBilinear(image, coords).requires_grad());
  EXPECT_FALSE(sampleBilinear(image, coords.detach()).requires_grad());
  const at::NoGradGuard guard;
  EXPECT_FALSE(sampleBilinear(image, coords).requires_grad());
}

TEST(SampleBilinear, TheGradientIgnoresLaterChangesOfTheImage) {
  // Only derivatives are saved, not the image: overwriting it between forward and backward changes nothing.
  at::manual_seed(62);
  at::Tensor image = randomImage(8, 8, 1);
  const at::Tensor coords = (at::rand({50, 2}) * 7).requires_grad_(true);
  sampleBilinear(image, coords).sum().backward();
  const at::Tensor truth = coords.grad().clone();
  coords.mutable_grad() = at::Tensor();
  const at::Tensor energy = sampleBilinear(image, coords).sum();
  image.zero_();
  energy.backward();
  EXPECT_TRUE(at::equal(truth, coords.grad()));
}

TEST(SampleBilinear, NotFinitePositionsHaveZeroGradient) {
  at::Tensor coords = at::full({4, 2}, 3.3F);
  coords[1][0] = std::numeric_limits<float>::quiet_NaN();
  coords[2][1] = std::numeric_limits<float>::infinity();
  coords.requires_grad_(true);
  const at::Tensor values = sampleBilinear(randomImage(8, 8, 1), coords);
  values.sum().backward();
  EXPECT_EQ(values[1].item<float>(), 0);
  EXPECT_EQ(values[2].item<float>(), 0);
  EXPECT_TRUE(at::equal(coords.grad()[1], at::zeros({2})));
  EXPECT_TRUE(at::equal(coords.grad()[2], at::zeros({2})));
  EXPECT_TRUE(at::equal(coords.grad()[0], coords.grad()[3]));
}

TEST(SampleBilinear, RefusesAndSaysWhatItGot) {
  const at::Tensor coords = at::rand({5, 2});
  const at::Tensor image = randomImage(6, 7, 3);
  EXPECT_THAT(refusal(at::rand({6, 7, 3}).requires_grad_(true), coords),
              ::testing::AllOf(HasSubstr("positions only"), HasSubstr("[6, 7, 3]"), HasSubstr("requires_grad")));
  EXPECT_THAT(refusal(randomImage(6, 7, 2), coords), HasSubstr("[6, 7, 2]"));
  EXPECT_THAT(refusal(at::zeros({6}, at::kByte), coords), HasSubstr("[6]"));
  EXPECT_THAT(refusal(at::zeros({0, 7, 1}, at::kByte), coords), HasSubstr("[0, 7, 1]"));
  EXPECT_THAT(refusal(at::zeros({6, 7, 1}, at::kShort), coords), HasSubstr("Short"));
  EXPECT_THAT(refusal(image, at::rand({5, 3})), HasSubstr("[5, 3]"));
  EXPECT_THAT(refusal(image, at::zeros({5, 2}, at::kLong)), HasSubstr("Long"));
  EXPECT_THAT(refusal(image.to(at::kDouble), coords), HasSubstr("Float"));
  EXPECT_THAT(refusal(at::Tensor(), coords), HasSubstr("undefined"));
  EXPECT_EQ(refusal(image, coords), "accepted");
}

TEST(SampleBilinear, RefusesASecondDerivativeInsteadOfLosingIt) {
  const at::Tensor coords = at::rand({5, 2}).requires_grad_(true);
  const at::Tensor energy = sampleBilinear(randomImage(8, 8, 1), coords).sum();
  EXPECT_THROW(energy.backward({}, /*retain_graph=*/true, /*create_graph=*/true), c10::Error);
}

TEST(SampleBilinear, IsRegisteredForPython) {
  const auto schema = c10::Dispatcher::singleton().findSchemaOrThrow("platen::sample_bilinear", "");
  const auto op = schema.typed<at::Tensor(const at::Tensor&, const at::Tensor&, c10::string_view)>();
  const at::Tensor image = randomImage(8, 9, 3);
  const at::Tensor coords = (at::rand({5, 2}) * 14 - 3).requires_grad_(true);
  for (const auto& [border, name] :
       {std::pair{Border::replicate, "replicate"}, {Border::zeros, "zeros"}, {Border::reflection, "reflection"}}) {
    const at::Tensor called = op.call(image, coords, name);
    EXPECT_TRUE(at::equal(called, sampleBilinear(image, coords, border)));
    called.sum().backward();
    EXPECT_TRUE(coords.grad().defined());
  }
  EXPECT_THROW(op.call(image, coords, "mirror"), c10::Error);
}

}  // namespace
}  // namespace platen::sampling::test
