// Desk beyond a page's edge goes from black and white pages, and nothing that is print does.
#include "core/enhance/dark_rim.h"

#include "core/enhance/clean_page.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

namespace platen::enhance {
namespace {

constexpr int kWide = 600, kHigh = 800;

// White, with lines of text well inside.
cv::Mat page() {
  cv::Mat page(kHigh, kWide, CV_8U, cv::Scalar(250));
  for (int line = 0; line < 20; ++line) {
    for (int letter = 0; letter < 50; ++letter) {
      cv::rectangle(page, {60 + 9 * letter, 60 + 25 * line, 5, 11}, cv::Scalar(20), cv::FILLED);
    }
  }
  return page;
}

void fill(cv::Mat& page, cv::Rect box, int value = 25) {
  cv::rectangle(page, box, cv::Scalar(value), cv::FILLED);
}

TEST(DarkRim, IsTheDeskBeyondEachSide) {
  cv::Mat photo = page();
  const std::vector<std::vector<cv::Point>> strips{
      {{0, 0}, {kWide, 0}, {kWide, 3}, {0, 3}},                          // as deep everywhere
      {{0, 100}, {9, 400}, {0, 700}},                                    // where the page bends away from its edge
      {{kWide, 300}, {kWide - 10, kHigh}, {kWide, kHigh}},               // crooked
      {{200, kHigh}, {200, kHigh - 6}, {260, kHigh - 2}, {260, kHigh}},  // a short one
  };
  cv::Mat desk(photo.size(), CV_8U, cv::Scalar(0));
  cv::fillPoly(desk, strips, cv::Scalar(255));
  photo.setTo(30, desk);
  fill(photo, {0, 350, 60, 2});  // a rule that runs into a strip
  const cv::Mat rim = darkRim(photo);
  cv::Mat left = desk & ~rim;
  EXPECT_LT(cv::countNonZero(left), 12);  // at the tips
  cv::Mat beyond;
  cv::dilate(desk, beyond, cv::getStructuringElement(cv::MORPH_RECT, {7, 7}));
  EXPECT_EQ(cv::countNonZero(rim & ~beyond), 0);
}

// What print reaches may be a frame's side.
TEST(DarkRim, IsLookedForAlongTheSidesThatLieBeyondPrint) {
  cv::Mat framed = page();
  cv::rectangle(framed, {0, 0, kWide, kHigh}, cv::Scalar(20), 3);
  EXPECT_EQ(cv::countNonZero(darkRim(framed, {false, false, false, false})), 0);
  const auto share = [](const cv::Mat& part) { return cv::countNonZero(part) / static_cast<double>(part.total()); };
  for (int side = 0; side < 4; ++side) {
    const cv::Mat rim = darkRim(framed, {side == 0, side == 1, side == 2, side == 3});
    const cv::Mat strips[] = {rim.colRange(0, 1), rim.rowRange(0, 1), rim.colRange(kWide - 1, kWide),
                              rim.rowRange(kHigh - 1, kHigh)};
    for (int k = 0; k < 4; ++k) {
      EXPECT_EQ(share(strips[k]) > 0.5, k == side) << side << ' ' << k;
    }
  }
}

TEST(DarkRim, IsNothingThatIsPrinted) {
  const std::vector<std::pair<std::string, std::function<void(cv::Mat&)>>> prints{
      {"nothing", [](cv::Mat&) {}},
      {"a frame",
       [](cv::Mat& p) {
         cv::rectangle(p, {3, 3, kWide - 6, kHigh - 6}, cv::Scalar(20), 3);
       }},
      {"a picture",
       [](cv::Mat& p) {
         fill(p, {kWide - 150, 500, 150, 200});
       }},
      {"a picture, black at its rim alone",
       [](cv::Mat& p) {
         fill(p, {kWide - 150, 500, 150, 200}, 120);
         cv::fillPoly(p, std::vector<std::vector<cv::Point>>{{{kWide, 500}, {kWide - 10, 700}, {kWide, 700}}},
                      cv::Scalar(20));
       }},
      {"a picture over all of a side",
       [](cv::Mat& p) {
         fill(p, {0, kHigh - 120, kWide, 120});
       }},
      {"a bar",
       [](cv::Mat& p) {
         fill(p, {0, 0, kWide, 10});
       }},
      {"text that the border cuts",
       [](cv::Mat& p) {
         for (int letter = 0; letter < 60; ++letter) {
           fill(p, {9 * letter, 0, 6, 6});
         }
       }},
      {"a heading that the border cuts",
       [](cv::Mat& p) {
         for (int letter = 0; letter < 10; ++letter) {
           fill(p, {30 + 40 * letter, kHigh - 5, 27, 5});
         }
       }},
      {"rules that end there",
       [](cv::Mat& p) {
         for (int rule = 0; rule < 20; ++rule) {
           fill(p, {0, 40 + 30 * rule, kWide, 2});
         }
       }},
      {"a table that the border cuts",
       [](cv::Mat& p) {
         for (int column = 0; column < 30; ++column) {
           fill(p, {10 + 20 * column, 300, 2, kHigh - 300});
         }
       }},
  };
  for (const auto& [what, print] : prints) {
    cv::Mat photo = page();
    print(photo);
    EXPECT_EQ(cv::countNonZero(darkRim(photo)), 0) << what;
  }
  EXPECT_EQ(cv::countNonZero(darkRim(cv::Mat(kHigh, kWide, CV_8U, cv::Scalar(10)))), 0);
  EXPECT_EQ(cv::countNonZero(darkRim(cv::Mat(1, 1, CV_8U, cv::Scalar(10)))), 0);
}

// The strips of a page of twice the small picture's size, in the shade.
TEST(DarkRim, IsWhiteOnBitonalPages) {
  cv::Mat light(3 * kHigh, 3 * kWide, CV_8U);
  cv::resize(page(), light, light.size(), 0, 0, cv::INTER_NEAREST);
  for (int y = 0; y < light.rows; ++y) {
    light.row(y) *= 0.9 - 0.3 * y / light.rows;
  }
  cv::Mat photo = light.clone();
  cv::fillPoly(photo, std::vector<std::vector<cv::Point>>{{{0, 200}, {24, 1200}, {0, 2200}}}, cv::Scalar(25));
  const auto bitonal = [](const cv::Mat& pixels, PixelType type) {
    Image image = Image::allocate({pixels.cols, pixels.rows}, 1, type);
    for (int y = 0; y < pixels.rows; ++y) {
      for (int x = 0; x < pixels.cols; ++x) {
        const unsigned char value = pixels.at<unsigned char>(y, x);
        if (type == PixelType::u8) {
          image.rowAs<std::uint8_t>(y)[x] = value;
        } else {
          image.rowAs<std::uint16_t>(y)[x] = static_cast<std::uint16_t>(257 * value);
        }
      }
    }
    const Image black = toBitonal(image);
    return cv::Mat(black.height(), black.width(), CV_8U, const_cast<std::byte*>(black.row(0)),
                   static_cast<std::size_t>(black.strideBytes()))
        .clone();
  };
  const cv::Mat without = bitonal(light, PixelType::u8);
  for (const PixelType type : {PixelType::u8, PixelType::u16}) {
    const cv::Mat with = bitonal(photo, type);
    EXPECT_LT(cv::countNonZero(with.colRange(0, 60) == 0), 40);
    EXPECT_LT(cv::countNonZero(with.colRange(60, with.cols) != without.colRange(60, with.cols)), 50);
  }
}

}  // namespace
}  // namespace platen::enhance
