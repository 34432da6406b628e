#include "tests/support/bent_page.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

namespace platen::test {
namespace {

constexpr double kStep = 0.25;  // mm; of the profile's table

double tangentAngle(const Flap& flap, double d) {
  const double share = std::clamp(d / flap.length_mm, 0.0, 1.0);
  switch (flap.profile) {
    case Profile::arc:
      return flap.turn * share;
    case Profile::spine:
      return flap.turn * share * share * share;
    case Profile::crease:
      return flap.turn * share * share * (3 - 2 * share);
    case Profile::gutter:
      return flap.turn * std::exp(-d / flap.length_mm);
    case Profile::wave:
      return flap.turn * std::sin(2 * std::numbers::pi * d / flap.length_mm);
  }
  return 0;
}

std::array<double, 9> product(const std::array<double, 9>& a, const std::array<double, 9>& b) {
  std::array<double, 9> c{};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      for (std::size_t k = 0; k < 3; ++k) {
        c[3 * i + j] += a[3 * i + k] * b[3 * k + j];
      }
    }
  }
  return c;
}

}  // namespace

BentPage::BentPage(Vec2 page_mm, std::vector<Flap> flaps, const CameraPose& pose, Size source_px)
    : page_mm_(page_mm), source_px_(source_px) {
  if (page_mm.x <= 0 || page_mm.y <= 0 || source_px.width <= 0 || source_px.height <= 0 || pose.focal <= 0 ||
      pose.fill <= 0) {
    throw std::invalid_argument("BentPage: sizes, focal length and fill are positive");
  }
  const double reach = norm(page_mm);
  for (const Flap& flap : flaps) {
    if (flap.length_mm <= 0) {
      throw std::invalid_argument("BentPage: a flap's length is positive");
    }
    Bend bend{flap, std::cos(flap.direction), std::sin(flap.direction), {0}, {0}};
    // Simpson's rule in each step.
    for (double d = 0; d < 2 * reach; d += kStep) {
      const double a = tangentAngle(flap, d);
      const double m = tangentAngle(flap, d + kStep / 2);
      const double b = tangentAngle(flap, d + kStep);
      bend.x.push_back(bend.x.back() + kStep / 6 * (std::cos(a) + 4 * std::cos(m) + std::cos(b)));
      bend.z.push_back(bend.z.back() + kStep / 6 * (std::sin(a) + 4 * std::sin(m) + std::sin(b)));
    }
    bends_.push_back(std::move(bend));
  }
  const double cr = std::cos(pose.roll);
  const double sr = std::sin(pose.roll);
  const double cp = std::cos(pose.pitch);
  const double sp = std::sin(pose.pitch);
  const double cy = std::cos(pose.yaw);
  const double sy = std::sin(pose.yaw);
  // The page's top (negative y) goes away (positive z) for positive pitch, its right side for positive yaw.
  rotation_ = product({cr, -sr, 0, sr, cr, 0, 0, 0, 1},
                      product({1, 0, 0, 0, cp, sp, 0, -sp, cp}, {cy, 0, -sy, 0, 1, 0, sy, 0, cy}));
  focal_px_ = pose.focal * std::max(source_px.width, source_px.height);
  frame(pose.fill, pose.shift);
}

void BentPage::frame(double fill, Vec2 shift) {
  translation_ = {0, 0, 3 * norm(page_mm_)};
  // The box of the page's outline shrinks with the distance and moves with the translation; both settle quickly.
  for (int round = 0; round < 60; ++round) {
    Vec2 low{1e30, 1e30};
    Vec2 high{-1e30, -1e30};
    constexpr int kAround = 24;
    for (int i = 0; i <= kAround; ++i) {
      for (int j = 0; j <= kAround; ++j) {
        const Vec2 p = sourceFromPage({static_cast<double>(j) / kAround, static_cast<double>(i) / kAround});
        low = {std::min(low.x, p.x), std::min(low.y, p.y)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y)};
      }
    }
    const double now = std::max((high.x - low.x) / source_px_.width, (high.y - low.y) / source_px_.height);
    const double depth = translation_[2];
    translation_[0] += (source_px_.width * (0.5 + shift.x) - (low.x + high.x) / 2) * depth / focal_px_;
    translation_[1] += (source_px_.height * (0.5 + shift.y) - (low.y + high.y) / 2) * depth / focal_px_;
    const double ratio = std::clamp(now / fill, 0.7, 1.4);
    for (double& t : translation_) {
      t *= ratio;
    }
  }
}

std::array<double, 3> BentPage::spaceFromPage(Vec2 page_uv) const {
  const double x = (page_uv.x - 0.5) * page_mm_.x;
  const double y = (page_uv.y - 0.5) * page_mm_.y;
  Point moved{x, y, 0};
  bool on_flap = false;
  for (const Bend& bend : bends_) {
    const double d = x * bend.nx + y * bend.ny - bend.flap.start_mm;
    if (d <= 0 || (on_flap && !bend.flap.crosses)) {
      continue;
    }
    on_flap = on_flap || !bend.flap.crosses;
    const double t = std::min(d / kStep, static_cast<double>(bend.x.size()) - 1.001);
    const auto cell = static_cast<std::size_t>(t);
    // From the table's entry on, the rest of the step by Simpson's rule: exact to about 1e-9 mm.
    const double from = static_cast<double>(cell) * kStep;
    const double rest = d - from;
    const double a = tangentAngle(bend.flap, from);
    const double m = tangentAngle(bend.flap, from + rest / 2);
    const double b = tangentAngle(bend.flap, d);
    const double across = bend.x[cell] + rest / 6 * (std::cos(a) + 4 * std::cos(m) + std::cos(b));
    const double up = bend.z[cell] + rest / 6 * (std::sin(a) + 4 * std::sin(m) + std::sin(b));
    moved[0] += (across - d) * bend.nx;
    moved[1] += (across - d) * bend.ny;
    moved[2] -= up;
  }
  return moved;
}

BentPage::Point BentPage::inCamera(Vec2 page_uv) const {
  const Point p = spaceFromPage(page_uv);
  const auto& r = rotation_;
  return {r[0] * p[0] + r[1] * p[1] + r[2] * p[2] + translation_[0],
          r[3] * p[0] + r[4] * p[1] + r[5] * p[2] + translation_[1],
          r[6] * p[0] + r[7] * p[1] + r[8] * p[2] + translation_[2]};
}

Vec2 BentPage::sourceFromPage(Vec2 page_uv) const {
  const Point c = inCamera(page_uv);
  return {source_px_.width / 2.0 + focal_px_ * c[0] / c[2], source_px_.height / 2.0 + focal_px_ * c[1] / c[2]};
}

std::array<double, 3> BentPage::normal(Vec2 page_uv) const {
  constexpr double kSmall = 1e-4;
  const Point u0 = inCamera({page_uv.x - kSmall, page_uv.y});
  const Point u1 = inCamera({page_uv.x + kSmall, page_uv.y});
  const Point v0 = inCamera({page_uv.x, page_uv.y - kSmall});
  const Point v1 = inCamera({page_uv.x, page_uv.y + kSmall});
  const Point du{u1[0] - u0[0], u1[1] - u0[1], u1[2] - u0[2]};
  const Point dv{v1[0] - v0[0], v1[1] - v0[1], v1[2] - v0[2]};
  // dv x du: right x down would point away from the camera.
  Point n{dv[1] * du[2] - dv[2] * du[1], dv[2] * du[0] - dv[0] * du[2], dv[0] * du[1] - dv[1] * du[0]};
  const double length = std::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  for (double& c : n) {
    c /= length;
  }
  return n;
}

WarpGrid BentPage::grid(int rows, int cols) const {
  WarpGrid grid{rows, cols, {}};
  grid.points.reserve(static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols));
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < cols; ++j) {
      grid.points.push_back(sourceFromPage({static_cast<double>(j) / (cols - 1), static_cast<double>(i) / (rows - 1)}));
    }
  }
  return grid;
}

}  // namespace platen::test
