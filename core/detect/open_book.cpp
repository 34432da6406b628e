#include "core/detect/open_book.h"

#include "core/detect/light_valley.h"
#include "core/detect/raster.h"
#include "core/detect/text_lines.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace platen::detect {
namespace {

constexpr std::size_t kLeastSegments = 6;
constexpr double kFacingPageShare = 0.3;  // of the other page's text: less is no print to compare
constexpr double kAlikeContrast = 0.6;    // of the other page's: print of one book is equally dark on both pages
constexpr double kGlimpse = 0.55;         // of the other page's width: less of a page that the photo cuts is a glimpse
constexpr double kWholePage = 0.6;        // of the other page's width, for a page that the photo shows to its edge
constexpr double kFarOut = 0.03;          // of the lines' length, at either end
constexpr double kClearRms = 0.2;         // of a line, in h
constexpr double kDeepValley = 0.15;      // of light: no crease is as dark
constexpr double kMeet = 0.08;            // of their height: how well two pages meet at their ends of the gutter
constexpr double kPaperColor = 10;        // Lab, of 255
constexpr double kStrip_h = 4;            // beside the gutter, where pages are compared

// Rows between which the text lies, work_px.
struct Rows {
  double from = 0, to = 0;
  [[nodiscard]] double height() const { return to - from; }
};

// Of print, less what lies far out: wood and cloth around the book have lines too, but pale or short ones.
Rows rowsOf(const Reading& reading) {
  std::vector<double> strength;
  for (const TextSegment& segment : reading.segments) {
    strength.push_back(segment.strength);
  }
  const double least = 0.5 * quantile(strength, 0.75);
  std::vector<std::pair<double, double>> lines;  // height on the photo, length
  double total = 0;
  for (const TextSegment& segment : reading.segments) {
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
      rows.from = std::min(rows.from, y - reading.h);
      rows.to = std::max(rows.to, y + reading.h);
    }
    above += length;
  }
  return rows;
}

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

// The ends of a page along a line beside the gutter, work_px; nothing where the mask is not there.
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

// Is the paper (or what else lies there) on both sides of the gutter of one colour?
bool sameColor(const MaskScene& scene, const GutterCurve& gutter, const Rows& rows, double off) {
  std::array<std::vector<double>, 2> difference;
  const double step = 2 / scene.k;
  const int count = static_cast<int>((rows.to - rows.from) / step);
  for (int k = 0; k <= count; ++k) {
    const double y = rows.from + k * step;
    const int j = static_cast<int>(y * scene.k);
    const int l = static_cast<int>((gutter.x(y) - off) * scene.k);
    const int r = static_cast<int>((gutter.x(y) + off) * scene.k);
    if (j < 0 || j >= scene.lab.rows || l < 0 || r >= scene.lab.cols) {
      continue;
    }
    const cv::Vec3b left = scene.lab.at<cv::Vec3b>(j, l);
    const cv::Vec3b right = scene.lab.at<cv::Vec3b>(j, r);
    difference[0].push_back(std::abs(left[1] - right[1]));
    difference[1].push_back(std::abs(left[2] - right[2]));
  }
  return !difference[0].empty() && std::hypot(quantile(difference[0], 0.5), quantile(difference[1], 0.5)) < kPaperColor;
}

// A gutter parts print from print, or print from a glimpse of the facing page. Where one side holds much that looks
// like lines but isn't print (carpet, wood, cloth beside a sheet), what was found is not a gutter.
bool partsPrint(const std::array<BookHalf, 2>& halves) {
  const double left = totalLength(halves[0].reading.segments);
  const double right = totalLength(halves[1].reading.segments);
  if (std::min(left, right) < kFacingPageShare * std::max(left, right)) {
    return true;
  }
  const auto printed = [](const BookHalf& half) { return hasText(half.reading.segments, half.reading.contrast); };
  const double a = medianStrength(halves[0].reading.segments);
  const double b = medianStrength(halves[1].reading.segments);
  return printed(halves[0]) && printed(halves[1]) && std::min(a, b) > kAlikeContrast * std::max(a, b);
}

// Without text on both sides a gutter must part two pages: both are there beside it, of one colour, and their upper and
// lower edges meet at it.
bool partsPages(const std::array<BookHalf, 2>& halves, const MaskScene& scene, const Rows& rows, double h) {
  const double off = kStrip_h * h;
  const std::optional<Rows> left = endsBeside(halves[0], scene, off);
  const std::optional<Rows> right = endsBeside(halves[1], scene, off);
  if (!left || !right || !halves[0].mask.believable() || !halves[1].mask.believable()) {
    return false;
  }
  const double most = kMeet * std::max(left->height(), right->height());
  return std::abs(left->from - right->from) < most && std::abs(left->to - right->to) < most &&
         std::min(left->height(), right->height()) > 0.9 * rows.height() &&
         sameColor(scene, halves[0].facing.gutter, rows, off);
}

// Which halves are pages of their own.
void chooseHalves(std::array<BookHalf, 2>& halves) {
  const double left = totalLength(halves[0].reading.segments);
  const double right = totalLength(halves[1].reading.segments);
  for (std::size_t k = 0; k < 2; ++k) {
    BookHalf& half = halves[k];
    const BookHalf& other = halves[1 - k];
    const double text = k == 0 ? left / std::max(right, 1.0) : right / std::max(left, 1.0);
    if (half.width > 0 && other.width > 0) {
      half.is_page = half.width > (half.cut_by_frame ? kGlimpse : kWholePage) * other.width || text > 1;
    } else {
      half.is_page = text >= kFacingPageShare;
    }
  }
}

// Print on one side alone, on a page that reaches the gutter, and paper of its colour beyond: the other half is then no
// page of its own.
bool isOnePageBesideGutter(OpenBook& book, const MaskScene& scene, const Rows& rows, double h) {
  const auto printed = [](const BookHalf& half) { return hasText(half.reading.segments, half.reading.contrast); };
  if (printed(book.halves[0]) == printed(book.halves[1])) {
    return false;
  }
  const std::size_t page = printed(book.halves[0]) ? 0 : 1;
  book.halves[1 - page].is_page = false;
  const std::optional<Rows> ends = endsBeside(book.halves[page], scene, kStrip_h * h);
  return ends && book.halves[page].mask.believable() && ends->height() > 0.9 * rows.height() &&
         sameColor(scene, book.gutter.curve, rows, kStrip_h * h);
}

// A leaf is as wide as the other one, unless the photo cuts it: a strip that ends before is a part of a folded sheet,
// or what lies in the shadow beside a loose one.
bool isOnlyAStrip(const BookHalf& half, const BookHalf& other) {
  return !half.is_page && !half.cut_by_frame && half.width > 0 && half.width < kGlimpse * other.width;
}

// The rows in which both pages lie beside the gutter.
Rows sharedRows(const std::array<BookHalf, 2>& halves, const MaskScene& scene, const Rows& text, double h) {
  const std::optional<Rows> left = endsBeside(halves[0], scene, kStrip_h * h);
  const std::optional<Rows> right = endsBeside(halves[1], scene, kStrip_h * h);
  if (!left || !right) {
    return text;
  }
  return {std::max(left->from, right->from) + 2 * h, std::min(left->to, right->to) - 2 * h};
}

OpenBook split(const Reading& reading,
               const MaskScene& scene,
               const Gutter& gutter,
               const Rows& rows,
               const std::stop_token& stop) {
  OpenBook book;
  book.gutter = gutter;
  for (std::size_t k = 0; k < 2; ++k) {
    book.halves[k] = halfBeside(reading, scene, gutter.curve, k, stop);
    measureWidth(book.halves[k], scene, rows);
  }
  return book;
}

}  // namespace

BookHalf halfBeside(const Reading& reading,
                    const MaskScene& scene,
                    const GutterCurve& gutter,
                    std::size_t half,
                    const std::stop_token& stop) {
  BookHalf made;
  made.facing = {gutter, half == 0};
  made.inner = half == 0 ? SideKind::right : SideKind::left;
  made.reading = readingWithout(reading, made.facing, stop);
  made.mask = findPageMask(scene, made.reading.segments, made.reading.h, made.reading.theta, made.facing);
  return made;
}

std::optional<OpenBook> findOpenBook(const Reading& reading,
                                     const MaskScene& scene,
                                     const PageMask& page,
                                     const PageSelection& selection,
                                     const std::stop_token& stop) {
  if (selection.choice == PageChoice::whole || reading.segments.size() < kLeastSegments) {
    return std::nullopt;
  }
  const bool asked = selection.choice == PageChoice::left || selection.choice == PageChoice::right ||
                     selection.choice == PageChoice::number;
  const bool sheet = isFreeSheet(reading, page);
  const Rows rows = rowsOf(reading);
  const cv::Mat light = lightWithoutText(reading.grey, reading.h);
  if (rows.height() < 8 * reading.h) {
    return std::nullopt;
  }
  std::optional<OpenBook> book;
  // The light first: where it shows two pages that meet, it knows best where.
  if (const std::optional<Gutter> gutter = findLitGutter(reading, light, rows.from, rows.to, asked)) {
    book = split(reading, scene, *gutter, rows, stop);
    const auto unsure = [](const BookHalf& half) { return !half.mask.isClear(); };
    if (!partsPages(book->halves, scene, rows, reading.h) || !partsPrint(book->halves) ||
        (sheet && std::any_of(book->halves.begin(), book->halves.end(), unsure))) {
      // One page and something of the same colour beyond a deep gutter: cut there, and nothing more.
      const bool one_page =
          !sheet && gutter->depth > kDeepValley && isOnePageBesideGutter(*book, scene, rows, reading.h);
      if (!one_page) {
        book.reset();
      }
    } else {
      chooseHalves(book->halves);
    }
    if (book && (isOnlyAStrip(book->halves[0], book->halves[1]) || isOnlyAStrip(book->halves[1], book->halves[0]))) {
      return std::nullopt;
    }
  }
  if (!book && !sheet && !stop.stop_requested()) {
    if (const std::optional<Gutter> gutter = findGutter(reading, light, asked)) {
      book = split(reading, scene, *gutter, rows, stop);
      if (partsPrint(book->halves)) {
        chooseHalves(book->halves);
      } else {
        book.reset();
      }
    }
  }
  if (!book || stop.stop_requested()) {
    return std::nullopt;
  }
  if (!asked && book->halves[0].is_page && book->halves[1].is_page) {
    const Rows shared = sharedRows(book->halves, scene, rows, reading.h);
    if (pictureCrosses(light, reading.h, book->gutter.curve, shared.from, shared.to)) {
      return std::nullopt;
    }
  }
  return book;
}

}  // namespace platen::detect
