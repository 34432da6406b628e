// An unsharp mask beside its formula, in double and without any order of its own; and what must not change.
#include "core/enhance/sharpen.h"

#include "core/enhance/clean_page.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace platen::enhance {
namespace {

struct Kind {
  int channels;
  PixelType type;
};
constexpr std::array kKinds{Kind{1, PixelType::u8},  Kind{3, PixelType::u8},  Kind{4, PixelType::u8},
                            Kind{1, PixelType::u16}, Kind{3, PixelType::u16}, Kind{4, PixelType::u16}};

int most(const Image& image) {
  return image.type() == PixelType::u8 ? 255 : 65535;
}
int valueAt(const Image& image, int x, int y, int c = 0) {
  const int at = x * image.channels() + c;
  return image.type() == PixelType::u8 ? image.rowAs<std::uint8_t>(y)[at] : image.rowAs<std::uint16_t>(y)[at];
}
void put(Image& image, int x, int y, int c, int value) {
  const int at = x * image.channels() + c;
  if (image.type() == PixelType::u8) {
    image.rowAs<std::uint8_t>(y)[at] = static_cast<std::uint8_t>(value);
  } else {
    image.rowAs<std::uint16_t>(y)[at] = static_cast<std::uint16_t>(value);
  }
}

Image drawn(Size size, Kind kind, const std::function<int(int x, int y, int c)>& value) {
  Image image = Image::allocate(size, kind.channels, kind.type);
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x) {
      for (int c = 0; c < kind.channels; ++c) {
        put(image, x, y, c, value(x, y, c));
      }
    }
  }
  return image;
}
Image noise(Size size, Kind kind, int low, int high, unsigned seed = 5) {
  std::mt19937 random(seed);
  std::uniform_int_distribution<int> of(low, high);
  return drawn(size, kind, [&](int, int, int) { return of(random); });
}

bool sameRow(const Image& a, int a_row, const Image& b, int b_row) {
  return std::equal(a.row(a_row), a.row(a_row) + static_cast<std::size_t>(a.width()) * a.bytesPerPixel(), b.row(b_row));
}
bool same(const Image& a, const Image& b) {
  bool equal = a.size() == b.size() && a.channels() == b.channels() && a.type() == b.type();
  for (int y = 0; equal && y < a.height(); ++y) {
    equal = sameRow(a, y, b, y);
  }
  return equal;
}

// amount (L - G L) by the formula.
double stepAt(const Image& image, const Sharpening& sharpening, int x, int y) {
  const auto luma = [&](int i, int j) -> double {
    i = std::clamp(i, 0, image.width() - 1);
    j = std::clamp(j, 0, image.height() - 1);
    if (image.channels() == 1) {
      return valueAt(image, i, j);
    }
    const double color =
        0.299 * valueAt(image, i, j, 0) + 0.587 * valueAt(image, i, j, 1) + 0.114 * valueAt(image, i, j, 2);
    const double alpha = image.channels() == 4 ? valueAt(image, i, j, 3) / static_cast<double>(most(image)) : 1;
    return most(image) + (color - most(image)) * alpha;
  };
  const int reach = static_cast<int>(std::ceil(3 * sharpening.sigma_px));
  double sum = 0;
  double weights = 0;
  for (int j = -reach; j <= reach; ++j) {
    for (int i = -reach; i <= reach; ++i) {
      const double weight = std::exp(-(i * i + j * j) / (2 * sharpening.sigma_px * sharpening.sigma_px));
      sum += weight * luma(x + i, y + j);
      weights += weight;
    }
  }
  return sharpening.amount * (luma(x, y) - sum / weights);
}

TEST(Sharpen, IsTheFormulaEverywhereUpToTheEdges) {
  for (const Kind kind : kKinds) {
    for (const Sharpening& sharpening : {Sharpening{1, 1.5}, Sharpening{2.5, 0.8}, Sharpening{0.5, 6}}) {
      const int top = kind.type == PixelType::u8 ? 255 : 65535;
      const Image page = noise({61, 43}, kind, 0, top);
      const Image sharp = sharpen(page, sharpening);
      ASSERT_EQ(sharp.size(), page.size());
      ASSERT_EQ(sharp.channels(), kind.channels);
      ASSERT_EQ(sharp.type(), kind.type);
      // Half a step of rounding, and the floats' own.
      const double bound = 0.5 + 1e-6 * top * (1 + sharpening.amount);
      for (int y = 0; y < page.height(); ++y) {
        for (int x = 0; x < page.width(); ++x) {
          const double step = stepAt(page, sharpening, x, y);
          for (int c = 0; c < std::min(kind.channels, 3); ++c) {
            const double wanted = std::clamp<double>(valueAt(page, x, y, c) + step, 0, top);
            ASSERT_NEAR(valueAt(sharp, x, y, c), wanted, bound)
                << x << ", " << y << ", channel " << c << " of " << kind.channels << ", sigma " << sharpening.sigma_px;
          }
          if (kind.channels == 4) {
            ASSERT_EQ(valueAt(sharp, x, y, 3), valueAt(page, x, y, 3));
          }
        }
      }
    }
  }
}

// Weights whose sum is not 1 to the last bit would show at 16 bits, in the largest amount and with the longest sum.
TEST(Sharpen, WhatIsFlatStaysAsItIs) {
  for (const Kind kind : kKinds) {
    const int top = kind.type == PixelType::u8 ? 255 : 65535;
    for (const double share : {0.0, 0.31, 0.77, 1.0}) {
      const auto flat = [&](int, int, int c) { return static_cast<int>(top * share) * (c + 3) / 6; };
      const Image page = drawn({70, 50}, kind, flat);
      EXPECT_TRUE(same(sharpen(page, {5, 6}), page)) << kind.channels << ", " << share;
    }
    // Beyond the mask's reach of an edge, too.
    const Image two = drawn({90, 40}, kind, [&](int x, int, int c) {
      return c == 3 ? top : x < 45 ? top / 5 : top / 2;
    });
    const Image sharp = sharpen(two, {3, 2});
    for (const int x : {0, 20, 38, 51, 70, 89}) {
      EXPECT_EQ(valueAt(sharp, x, 20), valueAt(two, x, 20)) << x;
    }
    EXPECT_LT(valueAt(sharp, 44, 20), valueAt(two, 44, 20));
    EXPECT_GT(valueAt(sharp, 45, 20), valueAt(two, 45, 20));
  }
}

TEST(Sharpen, AnEdgeGetsSteeperTheMoreIsAskedFor) {
  for (const bool across : {false, true}) {
    const auto soft = [&](int x, int y, int) {
      return static_cast<int>(std::lround(60 + 140 / (1 + std::exp(-((across ? y : x) - 30) / 2.0))));
    };
    const Image page = drawn({60, 60}, {1, PixelType::u8}, soft);
    int before = 0;
    for (const double amount : {0.0, 0.5, 1.0, 2.0}) {
      const Image sharp = sharpen(page, {amount, 1.5});
      const auto at = [&](int k) { return across ? valueAt(sharp, 30, k) : valueAt(sharp, k, 30); };
      const int slope = at(32) - at(28);
      EXPECT_GT(slope, before) << amount;
      before = slope;
    }
  }
}

TEST(Sharpen, ColoursKeepTheirHueAndTheirNoise) {
  std::mt19937 random(3);
  std::uniform_int_distribution<int> grain(-12, 12);
  for (const PixelType type : {PixelType::u8, PixelType::u16}) {
    const int unit = type == PixelType::u8 ? 1 : 257;
    const auto print = [&](int x, int y, int c) {
      return unit * ((x / 6 + y / 9) % 2 == 0 ? 150 - 20 * c : 100 + 10 * c) + unit * grain(random);
    };
    const Image page = drawn({80, 60}, {3, type}, print);
    const Image sharp = sharpen(page, {1, 1.5});
    int largest = 0;
    for (int y = 0; y < page.height(); ++y) {
      for (int x = 0; x < page.width(); ++x) {
        const int step = valueAt(sharp, x, y, 0) - valueAt(page, x, y, 0);
        ASSERT_EQ(valueAt(sharp, x, y, 1) - valueAt(page, x, y, 1), step) << x << ", " << y;
        ASSERT_EQ(valueAt(sharp, x, y, 2) - valueAt(page, x, y, 2), step) << x << ", " << y;
        largest = std::max(largest, std::abs(step));
      }
    }
    EXPECT_GT(largest, 10 * unit);
  }
  // What differs in colour alone is left as it is: as light a green beside a red.
  const Image patches = drawn({40, 20}, {3, PixelType::u8}, [](int x, int, int c) {
    constexpr std::array<std::array<int, 3>, 2> kColors{{{187, 50, 100}, {50, 120, 98}}};
    return kColors[x < 20 ? 0 : 1][static_cast<std::size_t>(c)];
  });
  EXPECT_TRUE(same(sharpen(patches, {1, 1.5}), patches));
}

TEST(Sharpen, WithoutAnAmountNothingChanges) {
  for (const Kind kind : kKinds) {
    const Image page = noise({50, 40}, kind, 0, kind.type == PixelType::u8 ? 255 : 65535);
    EXPECT_TRUE(same(sharpen(page, {0, 1.5}), page));
    SharpenedRows rows({0, 1.5}, page.size(), kind.channels, kind.type);
    EXPECT_TRUE(same(rows.add(page.crop(0, 0, {50, 7})), page.crop(0, 0, {50, 7})));
  }
  EXPECT_EQ(sharpenReach({0, 6}), 0);
}

TEST(Sharpen, ThePagesRowsMayComeInAnyPieces) {
  for (const Kind kind : kKinds) {
    for (const double sigma : {0.8, 1.5, 6.0}) {
      const Sharpening sharpening{1.5, sigma};
      for (const Size size : {Size{37, 130}, Size{3, 61}, Size{1, 1}, Size{40, 5}, Size{64, 64}}) {
        const Image page = noise(size, kind, 0, kind.type == PixelType::u8 ? 255 : 65535);
        const Image whole = sharpen(page, sharpening);
        ASSERT_EQ(whole.size(), size);
        for (const int piece : {1, 4, 19, 64, 1000}) {
          SharpenedRows rows(sharpening, size, kind.channels, kind.type);
          int done = 0;
          for (int top = 0; top < size.height; top += piece) {
            const int count = std::min(piece, size.height - top);
            const Image out = rows.add(page.crop(0, top, {size.width, count}).clone());
            for (int j = 0; j < out.height(); ++j, ++done) {
              ASSERT_TRUE(sameRow(out, j, whole, done)) << "row " << done << " by " << piece << ", sigma " << sigma;
            }
            // No more waits than the mask needs.
            EXPECT_GE(done, top + count - sharpenReach(sharpening));
          }
          EXPECT_EQ(done, size.height);
        }
      }
    }
  }
}

// The rows around what is asked for are enough.
TEST(Sharpen, APartOfAPageIsThatOfThePageButForItsEdges) {
  const Sharpening sharpening{1, 2};
  const int reach = sharpenReach(sharpening);
  EXPECT_EQ(reach, 6);
  const Image page = noise({50, 90}, {3, PixelType::u8}, 0, 255);
  const Image whole = sharpen(page, sharpening);
  const Image part = sharpen(page.crop(0, 20, {50, 40}), sharpening);
  for (int y = reach; y < 40 - reach; ++y) {
    EXPECT_TRUE(sameRow(part, y, whole, 20 + y)) << y;
  }
  EXPECT_FALSE(sameRow(part, reach - 1, whole, 20 + reach - 1));
}

TEST(Sharpen, TheMaskIsAsWideAsTheOutputShowsThePhoto) {
  EXPECT_DOUBLE_EQ(sharpeningOf(1, 1).sigma_px, 1.5);
  EXPECT_DOUBLE_EQ(sharpeningOf(1, 2).sigma_px, 3);
  EXPECT_DOUBLE_EQ(sharpeningOf(1, 0.1).sigma_px, kLeastSigma);
  EXPECT_DOUBLE_EQ(sharpeningOf(1, 16).sigma_px, kMostSigma);
  EXPECT_EQ(sharpeningOf(2, 1).amount, 2);
}

// Soft strokes, which the mask makes thinner: its halo is paper.
TEST(ToBitonal, IsMadeOfWhatWasSharpened) {
  const auto strokes = [](int x, int y, int) {
    const bool row = y % 30 >= 6 && y % 30 < 24;
    const double soft = std::exp(-(x % 14 - 7) * (x % 14 - 7) / 8.0);
    return static_cast<int>(std::lround(row ? 235 - 120 * soft : 235));
  };
  const Image page = drawn({700, 1300}, {1, PixelType::u8}, strokes);
  const Image plain = toBitonal(page);
  EXPECT_TRUE(same(toBitonal(page, {}, {}, {0, 1.5}), plain));
  const Sharpening sharpening{2, 1.5};
  const Image crisp = toBitonal(page, {}, {}, sharpening);
  // The page's light is even, so that nearly the same comes of sharpening it first: also where one block of rows ends.
  const Image first = toBitonal(sharpen(evenIllumination(page), sharpening));
  int thinner = 0;
  int other = 0;
  for (int y = 0; y < page.height(); ++y) {
    for (int x = 0; x < page.width(); ++x) {
      thinner += valueAt(crisp, x, y) > valueAt(plain, x, y) ? 1 : 0;
      other += valueAt(crisp, x, y) != valueAt(first, x, y) ? 1 : 0;
    }
  }
  EXPECT_GT(thinner, 20000);
  EXPECT_LT(other, 500);
}

}  // namespace
}  // namespace platen::enhance
