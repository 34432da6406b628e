#include "core/detect/vertical_book.h"

#include "core/detect/mask_contour.h"
#include "core/detect/raster.h"
#include "core/detect/reading_turn.h"
#include "core/detect/tesseract_reading.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr double kFarOut = 0.03;  // of the points of all lines, at either end

// Clockwise.
cv::Mat turnedPixels(const cv::Mat& array, int quarter_turns) {
  cv::Mat result;
  switch (quarter_turns & 3) {
    case 1:
      cv::rotate(array, result, cv::ROTATE_90_CLOCKWISE);
      break;
    case 2:
      cv::rotate(array, result, cv::ROTATE_180);
      break;
    case 3:
      cv::rotate(array, result, cv::ROTATE_90_COUNTERCLOCKWISE);
      break;
    default:
      result = array;
  }
  return result;
}

// The same in an array of this size, which a turn may miss by a pixel that the photo's border cuts.
cv::Mat turnedTo(cv::Size size, const cv::Mat& array, int quarter_turns) {
  cv::Mat result = turnedPixels(array, quarter_turns);
  if (result.size() != size) {
    cv::resize(result, result, size, 0, 0, cv::INTER_NEAREST);
  }
  return result;
}

PageMask turnedMask(const PageMask& mask, const MaskScene& scene, int quarter_turns, double text_angle) {
  return mask.empty() ? PageMask{}
                      : describeMask(scene, turnedTo(scene.lab.size(), mask.mask, quarter_turns), text_angle);
}

// The rows of a frame between which the points of lines lie that were traced in another one.
Rows rowsOfPrint(const Reading& print, const WorkFrame& frame) {
  std::vector<double> y;
  for (const TextSegment& segment : print.segments) {
    for (const Vec2& p : segment.points) {
      y.push_back(frame.workFromSource(print.frame.sourceFromWork(p)).y);
    }
  }
  if (y.empty()) {
    return {};
  }
  const double from = quantile(y, kFarOut);
  return {from - print.h, quantile(y, 1 - kFarOut) + print.h};
}

// What Tesseract, where it is installed, reads of print that nothing has flattened yet. (Without its slant, by the
// page's corners, it is read no better.)
std::optional<TesseractReading> readOnPhoto(const PrintView& print, const std::stop_token& stop) {
  constexpr double kMostMagnified = 2.5;  // beyond the level's pixels
  constexpr double kFiner = 1.6;          // of 33 photos of vertical pages 31 are read rightly, at 1 (20 pixels) 29
  const Reading& reading = print.reading;
  if (!hasTesseract()) {
    return std::nullopt;
  }
  Box box{1e30, 1e30, -1e30, -1e30};  // work_px, about all lines
  for (const TextSegment& segment : reading.segments) {
    for (const Vec2& p : segment.points) {
      box = {std::min(box.x0, p.x), std::min(box.y0, p.y), std::max(box.x1, p.x), std::max(box.y1, p.y)};
    }
  }
  // The part of the level that holds them.
  const WorkFrame& own = reading.frame;
  const double to_level = print.photo.level_scale;
  const double rim = 2 * reading.h;
  const Vec2 a = own.sourceFromWork({box.x0 - rim, box.y0 - rim}) * to_level;
  const Vec2 b = own.sourceFromWork({box.x1 + rim, box.y1 + rim}) * to_level;
  const cv::Rect part =
      cv::Rect(cv::Point(static_cast<int>(std::min(a.x, b.x)), static_cast<int>(std::min(a.y, b.y))),
               cv::Point(static_cast<int>(std::max(a.x, b.x)), static_cast<int>(std::max(a.y, b.y)))) &
      cv::Rect({}, print.photo.grey.size());
  if (part.empty()) {
    return std::nullopt;
  }
  const Size source{std::max(1, static_cast<int>(std::lround(part.width / to_level))),
                    std::max(1, static_cast<int>(std::lround(part.height / to_level)))};
  const double wanted = scaleForReading({static_cast<double>(source.width), static_cast<double>(source.height)},
                                        reading.h / own.scale / kFiner);
  const WorkFrame frame = frameNear(source, std::min(wanted, kMostMagnified * to_level), own.quarter_turns);
  const cv::Mat grey = pixelsInFrame(print.photo.grey(part), to_level, frame);
  return tesseractReading(imageFrom(reading.light_print ? cv::Mat(~grey) : grey), stop);
}

// Clockwise quarter turns from the frame of a reading to how the photo is to stand: as someone says, or as it was
// taken.
int turnsToUpright(const Reading& reading, const FitOptions& options) {
  const int upright =
      options.rotate == Rotation::automatic ? 0 : static_cast<int>(options.rotate) - static_cast<int>(Rotation::deg0);
  return (upright - reading.frame.quarter_turns + 4) & 3;
}

}  // namespace

bool isToldVertical(const Reading& reading, const FitOptions& options) {
  return options.rotate != Rotation::automatic && turnsToUpright(reading, options) % 2 != 0;
}

SpineView spineView(const PrintView& print, int quarter_turns) {
  constexpr double kAround_h = 0.4;  // of ink, where a photo is blurred
  const Reading& read = print.reading;
  SpineView view;
  view.quarter_turns = quarter_turns;
  Reading& reading = view.reading;
  reading.frame = frameNear(read.frame.source_size, read.frame.scale, (read.frame.quarter_turns + quarter_turns) & 3);
  reading.h = read.h;
  reading.theta = read.theta;
  reading.light_print = read.light_print;
  reading.painted_over = rowsOfPrint(read, reading.frame);
  const cv::Mat grey = pixelsInFrame(print.photo.grey, print.photo.level_scale, reading.frame);
  reading.grey = read.light_print ? cv::Mat(~grey) : grey.clone();  // it may be the photo's own pixels
  reading.levels = measureInk(reading.grey);
  cv::Mat printed = turnedTo(reading.grey.size(), read.text, quarter_turns);
  const int size = 2 * static_cast<int>(std::lround(kAround_h * read.h)) + 1;
  cv::dilate(printed, printed, cv::getStructuringElement(cv::MORPH_ELLIPSE, {size, size}));
  reading.levels.paper.copyTo(reading.grey, printed);
  reading.levels.ink.setTo(0, printed);
  reading.text = cv::Mat::zeros(reading.grey.size(), CV_8UC1);
  reading.contrast = read.contrast;
  for (const TextSegment& line : read.segments) {
    reading.segments.push_back(line);
    const auto map = [&](Vec2& p) { p = reading.frame.workFromSource(read.frame.sourceFromWork(p)); };
    TextSegment& seen = reading.segments.back();
    std::for_each(seen.points.begin(), seen.points.end(), map);
    map(seen.left_end);
    map(seen.right_end);
  }
  const double k = print.scene.k;
  view.scene = prepareMaskScene(pixelsInFrame(print.colors, print.photo.level_scale, reading.frame, k), k, reading.h);
  view.page = turnedMask(print.page, view.scene, quarter_turns, reading.theta);
  return view;
}

std::optional<VerticalPrint> readVerticalPrint(const PrintView& print,
                                               const FitOptions& options,
                                               const std::stop_token& stop) {
  const int turns = turnsToUpright(print.reading, options);
  if (!hasText(print.reading.segments, print.reading.contrast)) {
    return std::nullopt;
  }
  if (options.rotate != Rotation::automatic) {
    return turns % 2 != 0 ? std::optional(VerticalPrint{spineView(print, turns), {}}) : std::nullopt;
  }
  const std::optional<TesseractReading> read = readOnPhoto(print, stop);
  return read && saysPrintIsVertical(*read, turns, true)
             ? std::optional(VerticalPrint{spineView(print, read->quarter_turns), read->quarter_turns})
             : std::nullopt;
}

std::optional<VerticalBook> findVerticalBook(const PrintView& print,
                                             const FitOptions& options,
                                             const std::stop_token& stop) {
  const int turns = turnsToUpright(print.reading, options);
  if (turns % 2 == 0 || !hasText(print.reading.segments, print.reading.contrast) || stop.stop_requested()) {
    return std::nullopt;
  }
  const auto bookIn = [&](VerticalPrint vertical) -> std::optional<VerticalBook> {
    const SpineView& view = vertical.view;
    std::optional<OpenBook> book = findOpenBook(view.reading, view.scene, view.page, options.page, stop);
    return book && !stop.stop_requested() ? std::optional(VerticalBook{std::move(vertical), std::move(*book)})
                                          : std::nullopt;
  };
  std::optional<VerticalBook> found = bookIn({spineView(print, turns), {}});
  if (!found || options.rotate != Rotation::automatic) {
    return found;
  }
  const std::optional<TesseractReading> read = readOnPhoto(print, stop);
  if (!read || !saysPrintIsVertical(*read, turns, found->book.hasTwoPages())) {
    return std::nullopt;
  }
  if (read->quarter_turns != turns) {
    if (std::optional<VerticalBook> upright = bookIn({spineView(print, read->quarter_turns), {}})) {
      found = std::move(upright);
    }
  }
  found->print.reading_turns = read->quarter_turns;
  return found;
}

PrintedHalf inPrint(const BookHalf& half, const SpineView& view, const PrintView& print, const std::stop_token& stop) {
  const int back = 4 - view.quarter_turns;
  PrintedHalf result{print.reading, {}};
  Reading& reading = result.reading;
  cv::Mat own(view.reading.text.size(), CV_8UC1, cv::Scalar::all(255));
  clearFacing(own, 1, half.facing);
  cv::bitwise_and(print.reading.text, turnedTo(print.reading.text.size(), own, back), own);
  reading.text = own;
  traceText(reading, reading.text, stop);
  reading.contrast = std::min(reading.contrast, print.reading.contrast);
  result.mask = turnedMask(half.mask, print.scene, back, reading.theta);
  return result;
}

}  // namespace platen::detect
