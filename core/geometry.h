// Points, sizes and the frames they live in.
//
// The one coordinate convention: a point in an image is continuous, in pixels; pixel (column 0, row 0) covers [0,1) x
// [0,1), so its centre is (0.5, 0.5); x runs right, y runs down. A level scaled by s holds the same point at s*x: no
// offset between pyramid levels, DCT-scaled decodes and crops (a crop subtracts its origin). docs/coordinates in
// core/README.md.
//
// Frames, named in every public signature:
//   source_px  the stored pixel grid of the photo at full resolution, after its EXIF orientation is applied
//   level_px   source_px times the scale of a pyramid level
//   work_px    the frame of detection and fit: level_px turned by quarter turns so that text runs within 48 degrees of
//   +x (WorkFrame) page_uv    the flat page, (u, v) in [0,1] x [0,1], u right, v down, in the page's own upright
//   reading direction out_px     pixels of the exported page
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

namespace platen {

struct Vec2 {
  double x = 0;
  double y = 0;
  friend Vec2 operator+(Vec2 a, Vec2 b) { return {a.x + b.x, a.y + b.y}; }
  friend Vec2 operator-(Vec2 a, Vec2 b) { return {a.x - b.x, a.y - b.y}; }
  friend Vec2 operator*(Vec2 a, double s) { return {a.x * s, a.y * s}; }
  friend Vec2 operator*(double s, Vec2 a) { return a * s; }
  friend Vec2 operator/(Vec2 a, double s) { return {a.x / s, a.y / s}; }
  friend bool operator==(Vec2 a, Vec2 b) = default;
};

inline double dot(Vec2 a, Vec2 b) {
  return a.x * b.x + a.y * b.y;
}
inline double cross(Vec2 a, Vec2 b) {
  return a.x * b.y - a.y * b.x;
}
inline double norm(Vec2 a) {
  return std::hypot(a.x, a.y);
}

// A size in pixels of some frame.
struct Size {
  int width = 0;
  int height = 0;
  friend bool operator==(Size a, Size b) = default;
};

// An axis-aligned box: x0 <= x < x1, y0 <= y < y1, in the frame its name says.
struct Box {
  double x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  [[nodiscard]] double width() const { return x1 - x0; }
  [[nodiscard]] double height() const { return y1 - y0; }
  friend bool operator==(const Box& a, const Box& b) = default;
};

using Polyline = std::vector<Vec2>;
double lengthOf(const Polyline& line);

// Where work_px lies: work = turn(source * scale), `quarter_turns` times 90 degrees clockwise as seen on the screen.
struct WorkFrame {
  Size source_size;       // source_px
  double scale = 1;       // work pixels per source pixel
  int quarter_turns = 0;  // 0..3, clockwise

  // Size of the work image in work_px; fractional, since a scaled frame has no whole-pixel border. The image that is
  // actually held may be cut to whole pixels.
  [[nodiscard]] Vec2 extent() const {
    const Vec2 level{source_size.width * scale, source_size.height * scale};
    return quarter_turns % 2 == 0 ? level : Vec2{level.y, level.x};
  }
  [[nodiscard]] Vec2 workFromSource(Vec2 source_px) const;
  [[nodiscard]] Vec2 sourceFromWork(Vec2 work_px) const;
};

}  // namespace platen
