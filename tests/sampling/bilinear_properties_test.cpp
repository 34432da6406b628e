// What a bilinear sampler is, in properties: each holds for every pixel type, position type and border rule it names.
#include "tests/sampling/random_images.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include <gtest/gtest.h>

namespace platen::sampling::test {
namespace {

template <class Types>
class BilinearProperties : public ::testing::Test {};

template <class PixelType, class ScalarType>
struct Types {
  using Pixel = PixelType;
  using Scalar = ScalarType;
};
using AllTypes = ::testing::Types<Types<std::uint8_t, float>,
                                  Types<c10::Half, float>,
                                  Types<float, float>,
                                  Types<std::uint8_t, double>,
                                  Types<c10::Half, double>,
                                  Types<float, double>,
                                  Types<double, double>>;
TYPED_TEST_SUITE(BilinearProperties, AllTypes);

TYPED_TEST(BilinearProperties, ConstantsStayConstantEverywhere) {
  using Scalar = typename TypeParam::Scalar;
  for (const int channels : {1, 3, 4}) {
    TestImage<typename TypeParam::Pixel> image(13, 9, channels);
    std::fill(image.pixels.begin(), image.pixels.end(), static_cast<typename TypeParam::Pixel>(137));
    const auto positions = Random(1).positions<Scalar>(333, 13, 9, 50);
    for (const Border border : {Border::replicate, Border::reflection}) {
      const auto out = sampleAll(image.view(), border, positions);
      for (std::size_t k = 0; k < out.values.size(); ++k) {
        ASSERT_EQ(out.values[k], Scalar(137));
        ASSERT_EQ(out.d_dx[k], Scalar(0));
        ASSERT_EQ(out.d_dy[k], Scalar(0));
      }
    }
  }
}

TYPED_TEST(BilinearProperties, AffineRampsAreExactInValueAndSlope) {
  using Scalar = typename TypeParam::Scalar;
  // value = 3 x + 2 y + 5 at the centres, x and y in pixels: slopes (3, 2) everywhere between the outermost centres.
  TestImage<typename TypeParam::Pixel> image(41, 33, 1);
  for (std::int64_t j = 0; j < image.height; ++j) {
    for (std::int64_t i = 0; i < image.width; ++i) {
      image.at(i, j) = static_cast<typename TypeParam::Pixel>(3 * i + 2 * j + 5);
    }
  }
  const auto positions = Random(2).positions<Scalar>(500, 40, 32, -0.6);
  for (const Border border : kAllBorders) {
    const auto out = sampleAll(image.view(), border, positions);
    const Scalar slack = 600 * std::numeric_limits<Scalar>::epsilon();
    for (std::size_t k = 0; k < out.values.size(); ++k) {
      const Scalar expected = 3 * (positions[2 * k] - Scalar(0.5)) + 2 * (positions[2 * k + 1] - Scalar(0.5)) + 5;
      ASSERT_NEAR(out.values[k], expected, slack);
      ASSERT_NEAR(out.d_dx[k], 3, slack);
      ASSERT_NEAR(out.d_dy[k], 2, slack);
    }
  }
}

TYPED_TEST(BilinearProperties, PixelCentresGiveThePixelsAndShiftsAreCrops) {
  using Scalar = typename TypeParam::Scalar;
  TestImage<typename TypeParam::Pixel> image(17, 11, 3);
  Random(3).fill(image);
  for (const Border border : kAllBorders) {
    for (const int shift : {0, 4}) {
      std::vector<Scalar> positions;
      for (std::int64_t j = 0; j + shift < image.height; ++j) {
        for (std::int64_t i = 0; i + shift < image.width; ++i) {
          positions.push_back(static_cast<Scalar>(i + shift) + Scalar(0.5));
          positions.push_back(static_cast<Scalar>(j + shift) + Scalar(0.5));
        }
      }
      const auto out = sampleAll(image.view(), border, positions);
      std::size_t k = 0;
      for (std::int64_t j = shift; j < image.height; ++j) {
        for (std::int64_t i = shift; i < image.width; ++i) {
          for (int c = 0; c < 3; ++c) {
            ASSERT_EQ(out.values[k++], static_cast<Scalar>(image.at(i, j, c))) << i << ' ' << j;
          }
        }
      }
    }
  }
}

TYPED_TEST(BilinearProperties, LinearInTheImage) {
  using Scalar = typename TypeParam::Scalar;
  using Pixel = typename TypeParam::Pixel;
  TestImage<Pixel> a(19, 7, 1), b(19, 7, 1), sum(19, 7, 1);
  Random random(4);
  random.fill(a);
  random.fill(b);
  for (std::size_t k = 0; k < a.pixels.size(); ++k) {
    const int quarter_a = static_cast<int>(a.pixels[k]) / 4, quarter_b = static_cast<int>(b.pixels[k]) / 4;
    a.pixels[k] = static_cast<Pixel>(quarter_a);
    b.pixels[k] = static_cast<Pixel>(quarter_b);
    sum.pixels[k] = static_cast<Pixel>(3 * a.pixels[k] + b.pixels[k]);
  }
  const auto positions = random.positions<Scalar>(400, 19, 7);
  const Scalar slack = 1000 * std::numeric_limits<Scalar>::epsilon();
  for (const Border border : kAllBorders) {
    const auto out_a = sampleAll(a.view(), border, positions), out_b = sampleAll(b.view(), border, positions);
    const auto out = sampleAll(sum.view(), border, positions);
    for (std::size_t k = 0; k < out.values.size(); ++k) {
      ASSERT_NEAR(out.values[k], 3 * out_a.values[k] + out_b.values[k], slack);
      ASSERT_NEAR(out.d_dx[k], 3 * out_a.d_dx[k] + out_b.d_dx[k], slack);
      ASSERT_NEAR(out.d_dy[k], 3 * out_a.d_dy[k] + out_b.d_dy[k], slack);
    }
  }
}

TYPED_TEST(BilinearProperties, AnyRowStride) {
  using Pixel = typename TypeParam::Pixel;
  for (const int channels : {1, 3, 4}) {
    TestImage<Pixel> packed(15, 10, channels), padded(15, 10, channels, 23);
    Random(5).fill(packed);
    std::fill(padded.pixels.begin(), padded.pixels.end(), static_cast<Pixel>(99));
    for (std::int64_t j = 0; j < 10; ++j) {
      for (std::int64_t i = 0; i < 15; ++i) {
        for (int c = 0; c < channels; ++c) {
          padded.at(i, j, c) = packed.at(i, j, c);
        }
      }
    }
    const auto positions = Random(6).positions<typename TypeParam::Scalar>(200, 15, 10);
    for (const Border border : kAllBorders) {
      const auto out = sampleAll(packed.view(), border, positions), same = sampleAll(padded.view(), border, positions);
      ASSERT_EQ(out.values, same.values);
      ASSERT_EQ(out.d_dx, same.d_dx);
      ASSERT_EQ(out.d_dy, same.d_dy);
    }
  }
}

TYPED_TEST(BilinearProperties, NotFinitePositionsGiveZeroAndLeaveTheirNeighboursAlone) {
  using Scalar = typename TypeParam::Scalar;
  TestImage<typename TypeParam::Pixel> image(9, 8, 1);
  Random(7).fill(image);
  constexpr Scalar kNan = std::numeric_limits<Scalar>::quiet_NaN(), kInf = std::numeric_limits<Scalar>::infinity();
  const auto good = Random(8).positions<Scalar>(40, 9, 8, 0);
  for (const Border border : kAllBorders) {
    const auto expected = sampleAll(image.view(), border, good);
    int bad_pair = 0;
    for (const auto& [x, y] : {std::pair<Scalar, Scalar>{kNan, 3}, {3, kNan}, {kInf, 3}, {3, -kInf}, {-kInf, kNan}}) {
      auto positions = good;
      const std::size_t at = 11 + static_cast<std::size_t>(bad_pair++);
      positions[2 * at] = x;
      positions[2 * at + 1] = y;
      const auto out = sampleAll(image.view(), border, positions);
      for (std::size_t k = 0; k < out.values.size(); ++k) {
        ASSERT_EQ(out.values[k], k == at ? Scalar(0) : expected.values[k]) << x << ' ' << y;
        ASSERT_EQ(out.d_dx[k], k == at ? Scalar(0) : expected.d_dx[k]);
        ASSERT_EQ(out.d_dy[k], k == at ? Scalar(0) : expected.d_dy[k]);
      }
    }
  }
}

TYPED_TEST(BilinearProperties, HugeFinitePositionsFollowTheBorderRule) {
  using Scalar = typename TypeParam::Scalar;
  TestImage<typename TypeParam::Pixel> image(9, 8, 1);
  Random(9).fill(image);
  constexpr Scalar kFar = std::numeric_limits<Scalar>::max();
  const std::vector<Scalar> positions{-kFar, -kFar, kFar, -kFar, -kFar, kFar, kFar, kFar, kFar, Scalar(2.5)};
  const auto replicated = sampleAll(image.view(), Border::replicate, positions);
  const std::vector<Scalar> corners{static_cast<Scalar>(image.at(0, 0)), static_cast<Scalar>(image.at(8, 0)),
                                    static_cast<Scalar>(image.at(0, 7)), static_cast<Scalar>(image.at(8, 7)),
                                    static_cast<Scalar>(image.at(8, 2))};
  EXPECT_EQ(replicated.values, corners);
  EXPECT_EQ(replicated.d_dx, std::vector<Scalar>(5, 0));
  const auto reflected = sampleAll(image.view(), Border::reflection, positions);  // some pixel: none can be told there
  EXPECT_LE(*std::max_element(reflected.values.begin(), reflected.values.end()), Scalar(255));
  EXPECT_GE(*std::min_element(reflected.values.begin(), reflected.values.end()), Scalar(0));
  const auto faded = sampleAll(image.view(), Border::zeros, positions);
  EXPECT_EQ(faded.values, std::vector<Scalar>(5, 0));
  EXPECT_EQ(faded.d_dx, std::vector<Scalar>(5, 0));
  EXPECT_EQ(faded.d_dy, std::vector<Scalar>(5, 0));
}

TYPED_TEST(BilinearProperties, ReflectionTilesThePlaneWithMirrorImages) {
  using Scalar = typename TypeParam::Scalar;
  TestImage<typename TypeParam::Pixel> image(6, 5, 1);
  Random random(13);
  random.fill(image);
  const auto inside = random.positions<Scalar>(100, 6, 5, -0.25);
  const auto truth = sampleAll(image.view(), Border::reflection, inside);
  EXPECT_EQ(truth.values, sampleAll(image.view(), Border::replicate, inside).values);
  for (const int tile_x : {-3, -2, -1, 0, 1, 4}) {
    for (const int tile_y : {-1, 0, 3}) {
      const bool mirrored_x = tile_x % 2 != 0, mirrored_y = tile_y % 2 != 0;
      auto positions = inside;
      for (std::size_t k = 0; k < positions.size(); k += 2) {
        positions[k] = static_cast<Scalar>(6 * tile_x) + (mirrored_x ? 6 - inside[k] : inside[k]);
        positions[k + 1] = static_cast<Scalar>(5 * tile_y) + (mirrored_y ? 5 - inside[k + 1] : inside[k + 1]);
      }
      const auto out = sampleAll(image.view(), Border::reflection, positions);
      const Scalar slack = 30000 * std::numeric_limits<Scalar>::epsilon();
      for (std::size_t k = 0; k < 100; ++k) {
        ASSERT_NEAR(out.values[k], truth.values[k], slack) << tile_x << ' ' << tile_y;
        ASSERT_NEAR(out.d_dx[k], mirrored_x ? -truth.d_dx[k] : truth.d_dx[k], slack);
        ASSERT_NEAR(out.d_dy[k], mirrored_y ? -truth.d_dy[k] : truth.d_dy[k], slack);
      }
    }
  }
}

TYPED_TEST(BilinearProperties, ZerosFadeOverOnePixel) {
  using Scalar = typename TypeParam::Scalar;
  TestImage<typename TypeParam::Pixel> image(6, 5, 1);
  std::fill(image.pixels.begin(), image.pixels.end(), static_cast<typename TypeParam::Pixel>(100));
  // Left of the first centre by .25, .75 and 1.25 px; right of the last one likewise; then above and below.
  const std::vector<Scalar> positions{0.25, 2, -0.25, 2, -0.75, 2, 5.75, 2, 6.25, 2, 6.75, 2, 3, 0.25, 3, 5.25};
  const auto out = sampleAll(image.view(), Border::zeros, positions);
  EXPECT_EQ(out.values, (std::vector<Scalar>{75, 25, 0, 75, 25, 0, 75, 25}));
  EXPECT_EQ(out.d_dx, (std::vector<Scalar>{100, 100, 0, -100, -100, 0, 0, 0}));
  EXPECT_EQ(out.d_dy, (std::vector<Scalar>{0, 0, 0, 0, 0, 0, 100, -100}));
}

TYPED_TEST(BilinearProperties, OnePixelWideTallAndSingle) {
  using Scalar = typename TypeParam::Scalar;
  using Pixel = typename TypeParam::Pixel;
  for (const int channels : {1, 3, 4}) {
    for (const auto& [width, height] : {std::pair<int, int>{1, 7}, {7, 1}, {1, 1}, {2, 1}, {1, 2}}) {
      TestImage<Pixel> image(width, height, channels), around(width + 2, height + 2, channels);
      Random random(10);
      random.fill(image);
      // The border rule by hand: the same image with a frame of its outermost pixels (a mirror image starts with
      // them), or of zeros.
      for (const Border border : kAllBorders) {
        for (int j = 0; j < height + 2; ++j) {
          for (int i = 0; i < width + 2; ++i) {
            for (int c = 0; c < channels; ++c) {
              const int ii = std::clamp(i - 1, 0, width - 1), jj = std::clamp(j - 1, 0, height - 1);
              const bool inside = ii == i - 1 && jj == j - 1;
              around.at(i, j, c) = inside || border != Border::zeros ? image.at(ii, jj, c) : Pixel(0);
            }
          }
        }
        auto positions = random.positions<Scalar>(200, width, height, 0.45);
        auto shifted = positions;
        for (Scalar& coordinate : shifted) {
          coordinate += 1;
        }
        const auto out = sampleAll(image.view(), border, positions), truth = sampleAll(around.view(), border, shifted);
        const Scalar slack = 3000 * std::numeric_limits<Scalar>::epsilon();
        for (std::size_t k = 0; k < out.values.size(); ++k) {
          ASSERT_NEAR(out.values[k], truth.values[k], slack) << width << 'x' << height;
          ASSERT_NEAR(out.d_dx[k], truth.d_dx[k], slack);
          ASSERT_NEAR(out.d_dy[k], truth.d_dy[k], slack);
        }
      }
    }
  }
}

TYPED_TEST(BilinearProperties, ValuesDontDependOnWhetherDerivativesAreWanted) {
  using Scalar = typename TypeParam::Scalar;
  for (const int channels : {1, 3, 4}) {
    TestImage<typename TypeParam::Pixel> image(21, 14, channels);
    Random random(11);
    random.fill(image);
    const auto positions = random.positions<Scalar>(155, 21, 14);
    for (const Border border : kAllBorders) {
      const auto out = sampleAll(image.view(), border, positions);
      std::vector<Scalar> values(out.values.size());
      sampleBilinearCpu(image.view(), border, positions.data(), 155, values.data(), static_cast<Scalar*>(nullptr),
                        static_cast<Scalar*>(nullptr));
      const Scalar slack = 600 * std::numeric_limits<Scalar>::epsilon();
      for (std::size_t k = 0; k < values.size(); ++k) {
        ASSERT_NEAR(values[k], out.values[k], slack);
      }
    }
  }
}

TEST(BilinearPixels, NotFinitePixelsSpreadToTheSamplesThatTouchThemOnly) {
  TestImage<float> image(8, 8, 1);
  Random(12).fill(image);
  image.at(3, 3) = std::numeric_limits<float>::quiet_NaN();
  const auto out = sampleAll<float>(image.view(), Border::replicate, {3.2F, 3.1F, 4.6F, 4.6F, 1.0F, 6.2F});
  EXPECT_TRUE(std::isnan(out.values[0]));
  EXPECT_TRUE(std::isfinite(out.values[1]));
  EXPECT_TRUE(std::isfinite(out.values[2]));
}

TEST(BilinearBackward, IsTheSumOverChannelsOfGradientTimesDerivative) {
  const std::vector<double> grad{1, 2, 3, -4, 5, 6}, dx{7, 8, 9, 10, 11, 12}, dy{-1, 0.5, 2, 3, 1, 0};
  std::vector<double> out(4, 99);
  backwardToPositionsCpu(grad.data(), dx.data(), dy.data(), 2, 3, out.data());
  EXPECT_EQ(out, (std::vector<double>{7 + 16 + 27, -1 + 1 + 6, -40 + 55 + 72, -12 + 5}));
  std::vector<float> single(4, 99);
  const std::vector<float> g{2, -3}, x{5, 7}, y{11, 13};
  backwardToPositionsCpu(g.data(), x.data(), y.data(), 2, 1, single.data());
  EXPECT_EQ(single, (std::vector<float>{10, 22, -21, -39}));
}

TEST(BilinearArguments, ImpossibleViewsAreRefusedAndNamed) {
  TestImage<double> image(4, 3, 1);
  const float position[2] = {1, 1};
  float value = 0, slope = 0;
  const auto attempt = [&](const ImageView& view, float* d_dx) {
    sampleBilinearCpu(view, Border::replicate, position, 1, &value, d_dx, nullptr);
  };
  ImageView view = image.view();
  EXPECT_THROW(attempt(view, nullptr), std::invalid_argument);  // f64 pixels, f32 positions
  view.kind = PixelKind::f32;
  EXPECT_NO_THROW(attempt(view, nullptr));
  EXPECT_THROW(attempt(view, &slope), std::invalid_argument);
  ImageView wrong = view;
  wrong.channels = 2;
  try {
    attempt(wrong, nullptr);
    FAIL() << "two channels were accepted";
  } catch (const std::invalid_argument& error) {
    EXPECT_NE(std::string(error.what()).find("4 x 3 pixels, 2 channels"), std::string::npos) << error.what();
  }
  wrong = view;
  wrong.row_stride = 3;
  EXPECT_THROW(attempt(wrong, nullptr), std::invalid_argument);
  wrong = view;
  wrong.height = 0;
  EXPECT_THROW(attempt(wrong, nullptr), std::invalid_argument);
  wrong = view;
  wrong.pixels = nullptr;
  EXPECT_THROW(attempt(wrong, nullptr), std::invalid_argument);
  wrong = view;
  wrong.width = kMaxSideF32 + 1;
  wrong.row_stride = wrong.width;
  EXPECT_THROW(attempt(wrong, nullptr), std::invalid_argument);
  wrong.width = kMaxSide + 1;
  wrong.row_stride = wrong.width;
  EXPECT_THROW(attempt(wrong, nullptr), std::invalid_argument);
}

}  // namespace
}  // namespace platen::sampling::test
