// A developer's look at what detection found: draw_cues PHOTO OUT.png [OUT.txt] draws outline, sides, segments, rules,
// followed rules and line ends over the work image; the text file lists them as numbers, in work_px.
#include "core/detect/cues.h"

#include <cmath>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <fstream>
#include <iostream>
#include <string>

#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

namespace {

using platen::Vec2;

platen::Pyramid pyramidOf(const cv::Mat& bgr) {
  cv::Mat rgb;
  cv::cvtColor(bgr, rgb, cv::COLOR_BGR2RGB);
  platen::Pyramid pyramid;
  pyramid.source_size = {rgb.cols, rgb.rows};
  double scale = 1;
  while (std::max(rgb.cols, rgb.rows) * scale > 2600) {
    scale -= 0.125;
    if (scale < 0.2) {
      break;
    }
  }
  if (scale < 1) {
    cv::Mat padded;
    // Scaled sizes round up; pad so that the exact ratio holds.
    cv::copyMakeBorder(rgb, padded, 0, 8, 0, 8, cv::BORDER_REPLICATE);
    cv::resize(padded, padded, {}, scale, scale, cv::INTER_AREA);
    rgb = padded(
        cv::Rect(0, 0, static_cast<int>(std::ceil(rgb.cols * scale)), static_cast<int>(std::ceil(rgb.rows * scale))));
  }
  platen::Image image = platen::Image::allocate({rgb.cols, rgb.rows}, 3);
  for (int j = 0; j < rgb.rows; ++j) {
    std::memcpy(image.row(j), rgb.ptr(j), static_cast<std::size_t>(rgb.cols) * 3);
  }
  pyramid.levels.push_back({image, scale});
  return pyramid;
}

// Drawing with 4 fractional bits; work_px to indices.
cv::Point fixed(Vec2 work_px) {
  return {static_cast<int>(std::lround((work_px.x - 0.5) * 16)), static_cast<int>(std::lround((work_px.y - 0.5) * 16))};
}

void draw(cv::Mat& canvas, const platen::Polyline& line, const cv::Scalar& color, int thickness, bool closed) {
  std::vector<cv::Point> points;
  for (const Vec2& p : line) {
    points.push_back(fixed(p));
  }
  cv::polylines(canvas, points, closed, color, thickness, cv::LINE_AA, 4);
}

void list(std::ostream& out, const char* what, const platen::Polyline& line) {
  out << what << ' ' << line.size();
  for (const Vec2& p : line) {
    out << ' ' << p.x << ' ' << p.y;
  }
  out << '\n';
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::cerr << "usage: draw_cues PHOTO OUT.png [OUT.txt]\n";
    return 2;
  }
  const cv::Mat photo = cv::imread(argv[1], cv::IMREAD_COLOR);
  if (std::string(argv[2]) == "upright") {
    const platen::Pyramid levels = pyramidOf(photo);
    const platen::detect::Uprightness u = platen::detect::uprightness(platen::detect::findCues(levels, {})[0], levels);
    std::printf("%s mean %.4f standard error %.4f lines %d upside down %d\n", argv[1], u.mean, u.standard_error,
                u.lines, static_cast<int>(u.upsideDown()));
    return 0;
  }
  if (photo.empty()) {
    std::cerr << argv[1] << ": can't be read\n";
    return 1;
  }
  const platen::Pyramid pyramid = pyramidOf(photo);
  platen::FitOptions options;
  const std::clock_t start = std::clock();
  const std::vector<platen::PageCues> pages = platen::detect::findCues(pyramid, options);
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;

  const platen::WorkFrame& frame = pages[0].frame;
  cv::Mat canvas;
  cv::resize(photo, canvas, {}, frame.scale, frame.scale, cv::INTER_AREA);
  if (frame.quarter_turns != 0) {
    cv::rotate(canvas, canvas, frame.quarter_turns - 1);
  }
  canvas = canvas * 0.6 + cv::Scalar::all(100);
  std::ofstream text;
  if (argc > 3) {
    text.open(argv[3]);
    text.precision(9);
    text << "frame " << frame.source_size.width << ' ' << frame.source_size.height << ' ' << frame.scale << ' '
         << frame.quarter_turns << '\n';
  }
  for (const platen::PageCues& page : pages) {
    double length = 0;
    for (const platen::PrintedRule& rule : page.rules) {
      for (std::size_t i = 1; i < rule.points.size(); ++i) {
        cv::line(canvas, fixed(rule.points[i - 1]), fixed(rule.points[i]), {0, 160, 255}, 2, cv::LINE_AA, 4);
      }
    }
    for (const platen::PrintedRule& rule : page.followed_rules) {
      draw(canvas, rule.points, {200, 180, 0}, 2, false);
      if (text.is_open()) {
        list(text, "followed", rule.points);
      }
    }
    for (const platen::TextSegment& segment : page.segments) {
      draw(canvas, segment.points, {0, 0, 255}, 1, false);
      cv::circle(canvas, fixed(segment.left_end), 40, {0, 140, 0}, -1, cv::LINE_AA, 4);
      cv::circle(canvas, fixed(segment.right_end), 40, {200, 0, 200}, -1, cv::LINE_AA, 4);
      length += segment.length;
      if (text.is_open()) {
        text << "strength " << segment.strength << " rms " << segment.rms << " length " << segment.length << '\n';
        list(text, "segment", segment.points);
      }
    }
    draw(canvas, page.outline, {255, 0, 0}, 1, true);
    for (const platen::PageSide& side : page.sides) {
      draw(canvas, side.points, side.is_gutter ? cv::Scalar(255, 0, 255) : cv::Scalar(0, 200, 0), 2, false);
      if (text.is_open()) {
        text << "kind " << static_cast<int>(side.kind) << " gutter " << side.is_gutter << " valid "
             << side.valid_fraction << '\n';
        list(text, "side", side.points);
      }
    }
    if (text.is_open()) {
      text << "h " << page.char_height << " theta " << page.text_angle << " page " << page.index << '\n';
    }
    std::printf(
        "%s page %d: %.3f s work %dx%d turns %d h %.2f theta %.1f segments %zu length %.0f text %d sides %zu iou %.3f "
        "valid %.2f sheet %d touches %d rules %zu followed %zu\n",
        argv[1], page.index, seconds, canvas.cols, canvas.rows, frame.quarter_turns, page.char_height,
        page.text_angle * 57.29578, page.segments.size(), length, static_cast<int>(page.has_text), page.sides.size(),
        page.quad_iou, page.outline_valid, static_cast<int>(page.is_sheet),
        static_cast<int>(page.outline_touches_frame), page.rules.size(), page.followed_rules.size());
  }
  cv::imwrite(argv[2], canvas);
  return 0;
}
