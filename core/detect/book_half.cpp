#include "core/detect/book_half.h"

#include "core/detect/given_spine.h"
#include "core/detect/print_outside.h"
#include "core/detect/raster.h"
#include "core/detect/spread.h"
#include "core/detect/text_lines.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr double kFarOut = 0.03;   // of the lines' length, at either end
constexpr double kClearRms = 0.2;  // of a line, in h
constexpr double kOneSheet = 0.8;  // of a half's area
constexpr double kBetter = 0.05;   // of a mask's quality

void measureWidth(BookHalf& half, const MaskScene& scene, const Rows& rows) {
  if (half.mask.empty()) {
    return;
  }
  std::vector<double> width;
  int cut = 0;
  const cv::Mat& mask = half.mask.mask;
  const int from = std::clamp(static_cast<int>(rows.from * scene.k), 0, mask.rows - 1);
  const int to = std::clamp(static_cast<int>(rows.to * scene.k), from, mask.rows - 1);
  for (int j = from; j <= to; ++j) {
    const std::uint8_t* row = mask.ptr<std::uint8_t>(j);
    const double gutter = half.facing.edgeAt((j + 0.5) / scene.k) * scene.k;
    double outermost = 0;
    for (int i = 0; i < mask.cols; ++i) {
      if (row[i] != 0) {
        outermost = std::max(outermost, half.facing.is_right ? gutter - i : i + 1 - gutter);
      }
    }
    width.push_back(outermost / scene.k);
    // The flood leaves two pixels of the photo's border to the background.
    cut += row[half.facing.is_right ? 3 : mask.cols - 4] != 0 ? 1 : 0;
  }
  half.cut_by_frame = cut > 0.3 * static_cast<double>(width.size());
  half.width = quantile(width, 0.5);
}

// What of the photo is surely the page across the gutter from one whose mask is good: leaves of a book are of one size.
cv::Mat besideFacingPage(const BookHalf& page, const BookHalf& facing, const MaskScene& scene, double off) {
  constexpr double kInner = 0.1;  // of the height, at either end
  constexpr double kWide = 0.7;   // of the width
  cv::Mat marker = cv::Mat::zeros(scene.lab.size(), CV_8UC1);
  const std::optional<Rows> ends = endsBeside(facing, scene, off);
  if (!ends || kWide * facing.width < 2 * off) {
    return marker;
  }
  const int from = static_cast<int>((ends->from + kInner * ends->height()) * scene.k);
  const int to = static_cast<int>((ends->to - kInner * ends->height()) * scene.k);
  for (int j = std::max(0, from); j < std::min(to, marker.rows); ++j) {
    const double gutter = page.facing.edgeAt((j + 0.5) / scene.k);
    const double outwards = page.facing.is_right ? -1 : 1;
    const double a = (gutter + outwards * off) * scene.k;
    const double b = (gutter + outwards * kWide * facing.width) * scene.k;
    const int first = std::clamp(static_cast<int>(std::min(a, b)), 0, marker.cols);
    const int last = std::clamp(static_cast<int>(std::max(a, b)), first, marker.cols);
    marker.row(j).colRange(first, last) = 255;
  }
  return marker;
}

}  // namespace

Rows rowsOf(const std::vector<TextSegment>& segments, double h) {
  std::vector<double> strength;
  strength.reserve(segments.size());
  for (const TextSegment& segment : segments) {
    strength.push_back(segment.strength);
  }
  const double least = 0.5 * quantile(strength, 0.75);
  std::vector<std::pair<double, double>> lines;  // height on the photo, length
  double total = 0;
  for (const TextSegment& segment : segments) {
    if (segment.strength > least && segment.rms < kClearRms) {
      lines.emplace_back(segment.points[segment.points.size() / 2].y, segment.length);
      total += segment.length;
    }
  }
  std::sort(lines.begin(), lines.end());
  Rows rows{1e30, -1e30};
  double above = 0;
  for (const auto& [y, length] : lines) {
    if (above + length > kFarOut * total && above < (1 - kFarOut) * total) {
      rows.from = std::min(rows.from, y - h);
      rows.to = std::max(rows.to, y + h);
    }
    above += length;
  }
  return rows;
}

std::vector<TextSegment> printOn(const PageMask& page, const MaskScene& scene, std::vector<TextSegment> segments) {
  if (page.believable() && !page.empty()) {
    std::erase_if(segments, [&](const TextSegment& segment) { return !isOn(page, segment, scene.k); });
  }
  return segments;
}

std::optional<Rows> endsBeside(const BookHalf& half, const MaskScene& scene, double off) {
  if (half.mask.empty()) {
    return std::nullopt;
  }
  const cv::Mat& mask = half.mask.mask;
  std::optional<Rows> ends;
  for (int j = 0; j < mask.rows; ++j) {
    const double y = (j + 0.5) / scene.k;
    const double x = half.facing.edgeAt(y) + (half.facing.is_right ? -off : off);
    const int i = static_cast<int>(x * scene.k);
    if (i >= 0 && i < mask.cols && mask.at<std::uint8_t>(j, i) != 0) {
      ends = ends ? Rows{ends->from, y} : Rows{y, y};
    }
  }
  return ends;
}

BookHalf halfBeside(const Reading& reading,
                    const MaskScene& scene,
                    const GutterCurve& gutter,
                    std::size_t half,
                    const std::stop_token& stop) {
  BookHalf made;
  made.facing = {gutter, half == 0};
  made.inner = half == 0 ? SideKind::right : SideKind::left;
  made.reading = readingWithout(reading, made.facing, stop);
  made.mask = findPageMask(scene, made.reading.segments, {}, made.reading.h, made.reading.theta, made.facing);
  return made;
}

std::array<BookHalf, 2> halvesBeside(const Reading& reading,
                                     const MaskScene& scene,
                                     const PageMask& page,
                                     const GutterCurve& gutter,
                                     const Rows& rows,
                                     bool is_one_sheet,
                                     const std::stop_token& stop) {
  std::array<BookHalf, 2> halves;
  for (std::size_t k = 0; k < 2; ++k) {
    BookHalf& half = halves[k];
    half = halfBeside(reading, scene, gutter, k, stop);
    if (is_one_sheet || !half.mask.believable() || (page.isClear() && !half.mask.isClear())) {
      PageMask cut = maskBeside(scene, page, half.facing, half.reading.theta);
      if (is_one_sheet || cut.quality > half.mask.quality) {
        half.mask = std::move(cut);
      }
    }
    measureWidth(half, scene, rows);
  }
  // The page that can be told from the desk says where the other one lies.
  const std::size_t good = halves[0].mask.quality > halves[1].mask.quality ? 0 : 1;
  BookHalf& other = halves[1 - good];
  if (!is_one_sheet && halves[good].mask.believable() && !other.mask.isClear()) {
    const cv::Mat marker = besideFacingPage(other, halves[good], scene, kBesideGutter_h * reading.h);
    if (cv::countNonZero(marker) > 0) {
      PageMask grown = growPageMask(scene, marker, other.reading.theta, other.facing);
      if (!grown.empty() && grown.quality > other.mask.quality + kBetter) {
        other.mask = std::move(grown);
        measureWidth(other, scene, rows);
      }
    }
  }
  // What is read anew beside a sheet that is clear is no print of it.
  if (page.isClear() && (is_one_sheet || areOneSheet(halves, page))) {
    for (BookHalf& half : halves) {
      half.reading.segments = printOn(page, scene, std::move(half.reading.segments));
    }
  }
  return halves;
}

bool areOneSheet(const std::array<BookHalf, 2>& halves, const PageMask& page) {
  return !page.empty() && std::all_of(halves.begin(), halves.end(), [&](const BookHalf& half) {
    if (half.mask.empty()) {
      return false;
    }
    cv::Mat shared;
    cv::bitwise_and(half.mask.mask, page.mask, shared);
    return cv::countNonZero(shared) > kOneSheet * cv::countNonZero(half.mask.mask);
  });
}

}  // namespace platen::detect
