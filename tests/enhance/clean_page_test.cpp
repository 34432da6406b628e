// Pages of known paper, print and light: the light goes, print and figures stay.
#include "core/enhance/clean_page.h"

#include "core/enhance/area_shrink.h"
#include "core/geometry.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

namespace platen::enhance {
namespace {

constexpr Size kPage{600, 800};

// Reflectance 0..1 of a page: lines of strokes, a solid figure on the lower right, white elsewhere.
bool inFigure(int x, int y) {
  return x >= 330 && x < 540 && y >= 520 && y < 720;
}
bool isInk(int x, int y) {
  const bool in_text = x >= 60 && x < 540 && y >= 60 && y < 500;
  return in_text && (y - 60) % 20 < 9 && (x * 7 + (y - 60) / 20 * 3) % 13 < 4;
}
double reflectance(int x, int y) {
  if (inFigure(x, y)) {
    return 0.3;
  }
  return isInk(x, y) ? 0.1 : 0.92;
}

// Light 0..1: falls to a third across the page, with a soft shadow.
double light(int x, int y) {
  const double across = 1 - 0.5 * x / kPage.width - 0.15 * y / kPage.height;
  const double shadow = 1 - 0.3 / (1 + std::exp((x + y - 700) / 25.0));
  return across * shadow;
}

Image photographed(int channels,
                   PixelType type,
                   const std::function<double(int, int)>& paper,
                   const std::function<double(int, int)>& lamp) {
  constexpr std::array<double, 3> kLampColor{1.0, 0.9, 0.7};
  Image image = Image::allocate(kPage, channels, type);
  for (int y = 0; y < kPage.height; ++y) {
    for (int x = 0; x < kPage.width; ++x) {
      for (int c = 0; c < channels; ++c) {
        double value =
            250.0 / 255 * paper(x, y) * lamp(x, y) * (channels >= 3 ? kLampColor[static_cast<std::size_t>(c % 3)] : 1);
        value = c == 3 ? 0.5 : value;
        const int at = x * channels + c;
        if (type == PixelType::u8) {
          image.rowAs<std::uint8_t>(y)[at] = static_cast<std::uint8_t>(std::lround(value * 255));
        } else {
          image.rowAs<std::uint16_t>(y)[at] = static_cast<std::uint16_t>(std::lround(value * 65535));
        }
      }
    }
  }
  return image;
}

double valueAt(const Image& image, int x, int y, int c) {
  const int at = x * image.channels() + c;
  return image.type() == PixelType::u8 ? image.rowAs<std::uint8_t>(y)[at] / 255.0
                                       : image.rowAs<std::uint16_t>(y)[at] / 65535.0;
}

struct Kind {
  int channels;
  PixelType type;
};
class EvenIllumination : public testing::TestWithParam<Kind> {};

TEST_P(EvenIllumination, WhitensPaperAndKeepsPrint) {
  const auto [channels, type] = GetParam();
  const Image page = photographed(channels, type, reflectance, light);
  const Image even = evenIllumination(page);
  ASSERT_EQ(even.size(), page.size());
  ASSERT_EQ(even.channels(), channels);
  ASSERT_EQ(even.type(), type);
  double paper_low = 1;
  double ink_high = 0;
  double figure_low = 1;
  double figure_high = 0;
  for (int y = 20; y < kPage.height - 20; ++y) {
    for (int x = 20; x < kPage.width - 20; ++x) {
      for (int c = 0; c < std::min(channels, 3); ++c) {
        const double value = valueAt(even, x, y, c);
        if (inFigure(x, y)) {
          figure_low = std::min(figure_low, value);
          figure_high = std::max(figure_high, value);
        } else if (isInk(x, y)) {
          ink_high = std::max(ink_high, value);
        } else {
          paper_low = std::min(paper_low, value);
        }
      }
      if (channels == 4) {
        ASSERT_EQ(valueAt(even, x, y, 3), valueAt(page, x, y, 3));
      }
    }
  }
  EXPECT_GT(paper_low, 0.9);     // from 0.3 in the dark corner
  EXPECT_LT(ink_high, 0.2);      // true: 0.1 / 0.92
  EXPECT_GT(figure_low, 0.26);   // true: 0.3 / 0.92 = 0.33
  EXPECT_LT(figure_high, 0.42);  // a figure is not taken for paper in the shade
}

INSTANTIATE_TEST_SUITE_P(Kinds,
                         EvenIllumination,
                         testing::Values(Kind{1, PixelType::u8},
                                         Kind{3, PixelType::u8},
                                         Kind{4, PixelType::u8},
                                         Kind{1, PixelType::u16},
                                         Kind{3, PixelType::u16}));

TEST(EvenIlluminationAlone, LeavesAnEvenWhitePageNearlyAsItIs) {
  const Image page = photographed(
      1, PixelType::u8, [](int x, int y) { return isInk(x, y) ? 0.1 : 1.0; }, [](int, int) { return 1.0; });
  const Image even = evenIllumination(page);
  double worst = 0;
  for (int y = 0; y < kPage.height; ++y) {
    for (int x = 0; x < kPage.width; ++x) {
      worst = std::max(worst, std::abs(valueAt(even, x, y, 0) - valueAt(page, x, y, 0)));
    }
  }
  EXPECT_LT(worst, 0.03);
}

TEST(EvenIlluminationAlone, KeepsAColouredBoxColoured) {
  const auto boxed = [](int x, int y) { return isInk(x, y) ? 0.1 : 0.95; };
  Image page = photographed(3, PixelType::u8, boxed, [](int, int) { return 1.0; });
  for (int y = 520; y < 720; ++y) {
    for (int x = 100; x < 500; ++x) {
      page.rowAs<std::uint8_t>(y)[x * 3 + 2] = 60;  // blue is missing: a yellow box
    }
  }
  const Image even = evenIllumination(page);
  EXPECT_LT(valueAt(even, 300, 620, 2), 0.5);
  EXPECT_GT(valueAt(even, 300, 620, 0), 0.9);
}

// The darkest of the paper in a box, away from ink.
double darkestPaper(const Image& page, Box box, int channel) {
  double darkest = 1;
  for (int y = static_cast<int>(box.y0); y < static_cast<int>(box.y1); ++y) {
    for (int x = static_cast<int>(box.x0); x < static_cast<int>(box.x1); ++x) {
      const bool near_ink = isInk(x, y) || isInk(x - 1, y) || isInk(x + 1, y) || isInk(x, y - 1) || isInk(x, y + 1);
      darkest = near_ink ? darkest : std::min(darkest, valueAt(page, x, y, channel));
    }
  }
  return darkest;
}

// A hand between the lamp and the page: a third of the light is left, which is less than a grey box would keep.
TEST(EvenIlluminationAlone, PaperInAHardShadeIsPaper) {
  const auto isFree = [](int x, int y) { return isInk(x, y) ? 0.1 : 0.92; };
  const auto fromTheEdge = [](int x, int y) { return 2 * x + y < 700 ? 0.33 : 1.0; };
  EXPECT_GT(darkestPaper(evenIllumination(photographed(3, PixelType::u8, isFree, fromTheEdge)), {10, 10, 120, 400}, 1),
            0.85);
  const auto inside = [](int x, int y) { return std::hypot(x - 300, y - 280) < 150 ? 0.33 : 1.0; };
  const Image even = evenIllumination(photographed(3, PixelType::u8, isFree, inside));
  EXPECT_GT(darkestPaper(even, {220, 200, 380, 360}, 1), 0.85);
  // The same without print on it is a grey disc.
  const auto disc = [](int x, int y) { return std::hypot(x - 300, y - 640) < 120 ? 0.3 : isInk(x, y) ? 0.1 : 0.92; };
  const Image kept = evenIllumination(photographed(3, PixelType::u8, disc, [](int, int) { return 1.0; }));
  EXPECT_LT(valueAt(kept, 300, 640, 1), 0.42);
}

// Heads of tables and the like, light and dark, to the page's sides or not, with print on them; and a panel of folded
// paper, which is as grey and as straight, is paper.
TEST(EvenIlluminationAlone, APrintedBandStaysGreyAndAPanelOfFoldedPaperDoesNot) {
  for (const double gray : {0.45, 0.7}) {
    for (const int margin : {0, 60}) {
      const auto with_bands = [&](int x, int y) {
        const bool in_rows = (y >= 100 && y < 150) || (y >= 400 && y < 470);
        const bool in_band = in_rows && x >= margin && x < kPage.width - margin;
        return isInk(x, y) ? 0.1 : in_band ? gray : 0.92;
      };
      const Image even = evenIllumination(photographed(3, PixelType::u8, with_bands, light));
      for (const auto& [x, y] : {std::pair{300, 145}, {100, 465}, {500, 465}}) {
        EXPECT_FALSE(isInk(x, y));
        EXPECT_NEAR(valueAt(even, x, y, 1), gray / 0.92, 0.12)
            << gray << " from " << margin << " at " << x << ", " << y;
      }
    }
  }
  const auto panels = [](int x, int y) { return light(x, y) * (y >= 260 && y < 530 ? 0.75 : 1.0); };
  const auto letter = [](int x, int y) { return isInk(x, y) ? 0.1 : 0.92; };
  const Image even = evenIllumination(photographed(3, PixelType::u8, letter, panels));
  EXPECT_GT(darkestPaper(even, {60, 300, 540, 480}, 1), 0.85);
}

// Red has next to no light, so what it says is noise.
TEST(EvenIlluminationAlone, PaperUnderAColouredLampIsWhiteAndInkDark) {
  Image page = photographed(3, PixelType::u8, reflectance, [](int, int) { return 0.8; });
  for (int y = 0; y < kPage.height; ++y) {
    for (int x = 0; x < kPage.width; ++x) {
      page.rowAs<std::uint8_t>(y)[3 * x] = static_cast<std::uint8_t>((x * 7 + y * 5) % 9);
    }
  }
  const Image even = evenIllumination(page);
  EXPECT_GT(darkestPaper(even, {20, 20, 300, 480}, 0), 0.9);
  double ink = 0;
  for (int y = 60; y < 480; ++y) {
    for (int x = 60; x < 540; ++x) {
      ink = isInk(x, y) ? std::max(ink, valueAt(even, x, y, 0)) : ink;
    }
  }
  EXPECT_LT(ink, 0.25);
}

TEST(EvenIlluminationAlone, TakesTinyAndDarkImages) {
  for (const Size size : {Size{1, 1}, Size{3, 200}, Size{500, 2}}) {
    Image image = Image::allocate(size, 3);
    for (int y = 0; y < size.height; ++y) {
      std::fill_n(image.rowAs<std::uint8_t>(y), size.width * 3, std::uint8_t{0});
    }
    const Image even = evenIllumination(image);
    EXPECT_EQ(even.size(), size);
    EXPECT_EQ(valueAt(even, 0, 0, 0), 0);
    EXPECT_EQ(toBitonal(image).size(), size);
  }
}

TEST(ToGray, IsLumaInBothDepthsAndWhiteBehindTransparency) {
  for (const PixelType type : {PixelType::u8, PixelType::u16}) {
    const Image rgb = photographed(3, type, reflectance, light);
    const Image gray = toGray(rgb);
    const Image gray_over_white = toGray(photographed(4, type, reflectance, light));  // alpha 0.5
    ASSERT_EQ(gray.channels(), 1);
    ASSERT_EQ(gray.type(), type);
    for (int k = 0; k < 500; ++k) {
      const int x = k;
      const int y = 13 + k;
      const double luma = 0.299 * valueAt(rgb, x, y, 0) + 0.587 * valueAt(rgb, x, y, 1) + 0.114 * valueAt(rgb, x, y, 2);
      EXPECT_NEAR(valueAt(gray, x, y, 0), luma, 0.004);
      EXPECT_NEAR(valueAt(gray_over_white, x, y, 0), 0.5 + 0.5 * luma, 0.006);
    }
  }
}

TEST(ToBitonal, FindsTheInkUnderUnevenLight) {
  const Image page = photographed(3, PixelType::u8, reflectance, light);
  const Image bitonal = toBitonal(page);
  ASSERT_EQ(bitonal.channels(), 1);
  ASSERT_EQ(bitonal.type(), PixelType::u8);
  int wrong = 0;
  int hollow = 0;
  for (int y = 0; y < kPage.height; ++y) {
    for (int x = 0; x < kPage.width; ++x) {
      const int value = bitonal.rowAs<std::uint8_t>(y)[x];
      ASSERT_TRUE(value == 0 || value == 255);
      if (inFigure(x, y)) {
        hollow += value != 0 ? 1 : 0;
      } else {
        wrong += (value == 0) != isInk(x, y) ? 1 : 0;
      }
    }
  }
  EXPECT_LT(wrong, 0.002 * kPage.width * kPage.height);
  EXPECT_LT(hollow, 0.01 * 210 * 200);
}

// Pixels that are ink.
int inkOf(const Image& bitonal, Box box) {
  int ink = 0;
  for (int y = static_cast<int>(box.y0); y < static_cast<int>(box.y1); ++y) {
    for (int x = static_cast<int>(box.x0); x < static_cast<int>(box.x1); ++x) {
      ink += bitonal.rowAs<std::uint8_t>(y)[x] == 0 ? 1 : 0;
    }
  }
  return ink;
}

TEST(ToBitonal, ABlurThickensNoStrokes) {
  const auto isStroke = [](int x, int y) {
    return x >= 60 && x < 540 && y >= 60 && y < 500 && y % 20 < 12 && x % 12 < 4;
  };
  Image page = photographed(
      1, PixelType::u8, [&](int x, int y) { return isStroke(x, y) ? 0.05 : 0.95; }, light);
  const cv::Mat pixels(kPage.height, kPage.width, CV_8U, page.row(0), static_cast<std::size_t>(page.strideBytes()));
  cv::GaussianBlur(pixels, pixels, {}, 1.3);
  int truth = 0;
  for (int y = 0; y < kPage.height; ++y) {
    for (int x = 0; x < kPage.width; ++x) {
      truth += isStroke(x, y) ? 1 : 0;
    }
  }
  EXPECT_NEAR(inkOf(toBitonal(page), {0, 0, 600, 800}), truth, 0.1 * truth);
}

TEST(ToBitonal, FaintPrintIsInkAndThePapersGrainIsNot) {
  const auto print = [](int x, int y) { return isInk(x, y) ? 0.66 : 0.95; };
  Image page = photographed(1, PixelType::u8, print, [](int x, int y) { return 0.5 + 0.5 * light(x, y); });
  const cv::Mat pixels(kPage.height, kPage.width, CV_8U, page.row(0), static_cast<std::size_t>(page.strideBytes()));
  cv::Mat grain(pixels.size(), CV_16S);
  cv::theRNG().state = 5;
  cv::randn(grain, 0, 4);
  cv::add(pixels, grain, pixels, cv::noArray(), CV_8U);
  const Image bitonal = toBitonal(page);
  int missed = 0;
  int truth = 0;
  for (int y = 60; y < 500; ++y) {
    for (int x = 60; x < 540; ++x) {
      truth += isInk(x, y) ? 1 : 0;
      missed += isInk(x, y) && bitonal.rowAs<std::uint8_t>(y)[x] != 0 ? 1 : 0;
    }
  }
  EXPECT_LT(missed, 0.02 * truth);
  EXPECT_EQ(inkOf(bitonal, {20, 540, 580, 780}), 0);
}

TEST(CleanPage, NobodyWaitsForAPageThatNobodyWants) {
  std::stop_source stop;
  stop.request_stop();
  for (const int channels : {1, 3, 4}) {
    const Image page = photographed(channels, PixelType::u8, reflectance, light);
    EXPECT_TRUE(evenIllumination(page, stop.get_token()).empty());
    EXPECT_TRUE(toGray(page, stop.get_token()).empty());
    EXPECT_TRUE(toBitonal(page, stop.get_token()).empty());
  }
}

TEST(ToBitonal, IsTheSameEveryTime) {
  const Image page = photographed(3, PixelType::u8, reflectance, light);
  const Image a = toBitonal(page);
  const Image b = toBitonal(page);
  for (int y = 0; y < kPage.height; ++y) {
    ASSERT_TRUE(std::equal(a.row(y), a.row(y) + kPage.width, b.row(y)));
  }
}

// What OpenCV makes of all of a page at once. The sizes: whole ratios, others, one of each, hardly any.
TEST(AreaShrink, IsWhatResizingAllOfThePageGives) {
  const std::pair<Size, Size> sizes[] = {{{300, 420}, {100, 140}}, {{301, 421}, {97, 136}}, {{400, 333}, {200, 111}},
                                         {{400, 333}, {200, 110}}, {{128, 97}, {127, 96}},  {{50, 60}, {50, 60}},
                                         {{490, 98}, {10, 2}},     {{7, 400}, {7, 399}},    {{5, 3}, {1, 1}}};
  cv::RNG random(3);
  for (const auto& [from, to] : sizes) {
    for (const int type : {CV_8UC1, CV_8UC3, CV_8UC4, CV_16UC1, CV_16UC3}) {
      cv::Mat page(from.height, from.width, type);
      random.fill(page, cv::RNG::UNIFORM, 0, CV_MAT_DEPTH(type) == CV_8U ? 256 : 65536);
      cv::Mat whole;
      cv::resize(page, whole, {to.width, to.height}, 0, 0, cv::INTER_AREA);
      AreaShrink shrink(from, to, type);
      for (int top = 0, rows = 1; top < from.height; top += rows, rows = rows % 60 + 13) {
        shrink.add(page.rowRange(top, std::min(top + rows, from.height)));
      }
      EXPECT_EQ(cv::norm(shrink.result(), whole, cv::NORM_INF), 0)
          << from.width << " x " << from.height << " to " << to.width << " x " << to.height << ", type " << type;
    }
  }
}

TEST(CleanPage, APageThatIsNotHeldIsCleanedTheSame) {
  for (const int channels : {1, 3, 4}) {
    for (const PixelType type : {PixelType::u8, PixelType::u16}) {
      const Image page = photographed(channels, type, reflectance, light);
      int longest = 0;
      const PageRows rows{page.size(), channels, type, [&](int first, int count) {
                            longest = std::max(longest, count);
                            return page.crop(0, first, {page.width(), count}).clone();
                          }};
      const auto expectRowsOf = [](const Image& whole) {
        return [&whole, next = 0](const Image& band) mutable {
          for (int j = 0; j < band.height(); ++j, ++next) {
            const std::size_t bytes = static_cast<std::size_t>(band.width()) * band.bytesPerPixel();
            EXPECT_TRUE(std::equal(band.row(j), band.row(j) + bytes, whole.row(next))) << next;
          }
          return true;
        };
      };
      const Image even = evenIllumination(page);
      EXPECT_TRUE(evenIllumination(rows, expectRowsOf(even), {}));
      const Image bitonal = toBitonal(page);
      EXPECT_TRUE(toBitonal(rows, expectRowsOf(bitonal), {}));
      EXPECT_LT(longest, 900);
    }
  }
  const PageRows gone{{400, 300}, 1, PixelType::u8, [](int, int) { return Image(); }};
  const auto never = [](const Image&) -> bool { throw std::logic_error("there is nothing to take"); };
  EXPECT_FALSE(evenIllumination(gone, never, {}));
  EXPECT_FALSE(toBitonal(gone, never, {}));
}

}  // namespace
}  // namespace platen::enhance
