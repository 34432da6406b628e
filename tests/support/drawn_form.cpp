#include "tests/support/drawn_form.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string>

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

namespace platen::test {
namespace {

constexpr int kFont = cv::FONT_HERSHEY_SIMPLEX;

Image imageOf(const cv::Mat& array) {
  auto owner = std::make_shared<cv::Mat>(array);
  return Image::wrap(owner, owner->data, {owner->cols, owner->rows}, 1, PixelType::u8,
                     static_cast<std::ptrdiff_t>(owner->step));
}

cv::Mat arrayOf(const Image& image) {
  cv::Mat array(image.height(), image.width(), CV_8UC1);
  for (int j = 0; j < image.height(); ++j) {
    std::copy_n(image.rowAs<std::uint8_t>(j), image.width(), array.ptr<std::uint8_t>(j));
  }
  return array;
}

std::string word(cv::RNG& random) {
  static const std::array kSyllables{"na", "tor", "lim", "ver", "ads", "que", "bol", "Fer", "ix", "um", "sta", "Gro"};
  std::string text;
  for (int k = random.uniform(2, 4); k > 0; --k) {
    text += kSyllables[static_cast<std::size_t>(random.uniform(0, static_cast<int>(kSyllables.size())))];
  }
  return text;
}

}  // namespace

Image drawForm(Size size, std::uint64_t seed) {
  cv::RNG random((seed + 1) * 0x9E3779B97F4A7C15ULL);
  const double unit = size.width / 1000.0;
  cv::Mat page(size.height, size.width, CV_8UC1, cv::Scalar(255));
  const auto px = [&](double v) { return static_cast<int>(std::lround(v * unit)); };
  const double height = size.height / unit;
  const auto write = [&](const std::string& text, double x, double y, double scale, int thickness) {
    cv::putText(page, text, {px(x), px(y)}, kFont, scale * unit, cv::Scalar(30), std::max(1, px(thickness)),
                cv::LINE_AA);
  };
  write(word(random) + " " + word(random), 70 + random.uniform(0, 200), 110, 1.5, 3);
  double y = 150;
  for (int row = 0; row < 3; ++row) {
    const double tall = random.uniform(55, 95);
    double x = 70;
    while (x < 900) {
      const double wide = std::min<double>(random.uniform(150, 420), 930 - x);
      cv::rectangle(page, {px(x), px(y)}, {px(x + wide), px(y + tall)}, cv::Scalar(60), std::max(1, px(2)),
                    cv::LINE_AA);
      write(word(random), x + 8, y + 22, 0.5, 1);
      x += wide;
    }
    y += tall;
  }
  y += random.uniform(60, 110);
  const double bar = 34;
  cv::rectangle(page, {px(70), px(y)}, {px(930), px(y + bar)}, cv::Scalar(90), cv::FILLED);
  std::array<double, 5> columns{70, 170.0 + random.uniform(0, 60), 400.0 + random.uniform(0, 120),
                                640.0 + random.uniform(0, 100), 930};
  const double step = random.uniform(44, 62);
  const double end = std::min(height - 240, y + bar + step * random.uniform(6, 10));
  for (double line = y + bar + step; line <= end; line += step) {
    cv::line(page, {px(70), px(line)}, {px(930), px(line)}, cv::Scalar(60), std::max(1, px(2)), cv::LINE_AA);
  }
  for (const double x : columns) {
    cv::line(page, {px(x), px(y)}, {px(x), px(end)}, cv::Scalar(60), std::max(1, px(2)), cv::LINE_AA);
  }
  for (int line = 0; line < 3; ++line) {
    write(word(random) + " " + word(random) + " " + word(random), 90 + random.uniform(0, 80), end + 60 + 34 * line, 0.6,
          2);
  }
  write(word(random), 600, height - 60, 0.9, 2);
  return imageOf(page);
}

Image joinedForms(const Image& upper, const Image& lower, double share) {
  const cv::Mat top = arrayOf(upper);
  cv::Mat page = arrayOf(lower);
  const cv::Rect part{0, 0, page.cols, static_cast<int>(std::lround(share * page.rows))};
  top(part).copyTo(page(part));
  return imageOf(page);
}

Image filledIn(const Image& form, std::uint64_t seed) {
  cv::RNG random((seed + 77) * 0x9E3779B97F4A7C15ULL);
  cv::Mat page = arrayOf(form);
  const double unit = page.cols / 1000.0;
  for (int k = 0; k < 26; ++k) {
    const int x = static_cast<int>(random.uniform(80, 800) * unit);
    const int y = static_cast<int>(random.uniform(160.0, page.rows / unit - 80) * unit);
    cv::putText(page, word(random), {x, y}, cv::FONT_HERSHEY_SCRIPT_COMPLEX, random.uniform(0.7, 1.0) * unit,
                cv::Scalar(70), std::max(1, static_cast<int>(std::lround(1.6 * unit))), cv::LINE_AA);
  }
  return imageOf(page);
}

Image columnsFilledIn(const Image& form, double share, double scattered, std::uint64_t seed) {
  cv::RNG random((seed + 177) * 0x9E3779B97F4A7C15ULL);
  cv::Mat page = arrayOf(form);
  const double unit = page.cols / 1000.0;
  for (double y = share * page.rows / unit + 30; y < page.rows / unit - 40; y += 40) {
    for (const double x : {120.0, 430.0, 740.0}) {
      const double beside = random.uniform(-scattered, scattered);
      cv::putText(page, word(random), {static_cast<int>((x + beside) * unit), static_cast<int>(y * unit)},
                  cv::FONT_HERSHEY_SIMPLEX, 0.7 * unit, cv::Scalar(40), std::max(1, static_cast<int>(2 * unit)),
                  cv::LINE_AA);
    }
  }
  return imageOf(page);
}

Image filledInAslant(const Image& form, double share, double slope, std::uint64_t seed) {
  cv::Mat page = arrayOf(form);
  const cv::Mat level =
      arrayOf(columnsFilledIn(imageOf(cv::Mat(page.size(), CV_8U, cv::Scalar(255))), share, 60, seed));
  const cv::Mat shear = (cv::Mat_<double>(2, 3) << 1, 0, 0, slope, 1, -slope * level.cols / 2);
  cv::Mat slanted;
  cv::warpAffine(level, slanted, shear, level.size(), cv::INTER_CUBIC, cv::BORDER_CONSTANT, cv::Scalar(255));
  cv::min(page, slanted, page);
  return imageOf(page);
}

Image onLargerSheet(const Image& form, int left, int top, int right, int bottom) {
  cv::Mat page;
  cv::copyMakeBorder(arrayOf(form), page, top, bottom, left, right, cv::BORDER_CONSTANT, cv::Scalar(255));
  return imageOf(page);
}

}  // namespace platen::test
