#include "core/optim/sheet_spline.h"

#include "core/warp_grid.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>

namespace platen::optim {
namespace {

// The controls of a spline along one axis, as a matrix on its n samples.
std::vector<double> filterOf(int n) {
  const auto size = static_cast<std::size_t>(n);
  std::vector<double> filter((size + 2) * size);
  for (std::size_t k = 0; k < size; ++k) {
    WarpGrid unit;
    unit.rows = n;
    unit.cols = 2;
    unit.points.assign(2 * size, {});
    unit.points[2 * k].x = unit.points[2 * k + 1].x = 1;
    const SplineNet net = splineNet(unit);
    for (std::size_t i = 0; i < size + 2; ++i) {
      filter[i * size + k] = net.controls[i * static_cast<std::size_t>(net.cols) + 1].x;
    }
  }
  return filter;
}

}  // namespace

SheetSpline::SheetSpline(int rows, int cols) : rows_(rows), cols_(cols) {
  if (rows < 2 || cols < 2) {
    throw std::invalid_argument("SheetSpline: at least 2 x 2 samples are needed");
  }
  filter_v_ = filterOf(rows);
  filter_u_ = filterOf(cols);
}

Vec2 SheetSpline::pageAt(int i, int j) const {
  return {static_cast<double>(j) / (cols_ - 1), static_cast<double>(i) / (rows_ - 1)};
}

Vec2 SheetSpline::sheetAt(Vec2 page_uv) const {
  return {rect_.x0 + page_uv.x * rect_.width(), rect_.y0 + page_uv.y * rect_.height()};
}

const std::vector<double>& SheetSpline::controlsOf(const SheetFrame& frame,
                                                   const SheetParameters& sheet,
                                                   const Box& rect) {
  sheet_.emplace(frame, sheet, true);
  rect_ = rect;
  WarpGrid samples;
  samples.rows = rows_;
  samples.cols = cols_;
  controls_.clear();
  for (int i = 0; i < rows_; ++i) {
    for (int j = 0; j < cols_; ++j) {
      const Vec2 at = sheet_->workFromSheet(sheetAt(pageAt(i, j)));
      if (!std::isfinite(at.x) || !std::isfinite(at.y)) {
        return controls_;
      }
      samples.points.push_back(at);
    }
  }
  for (const Vec2 control : splineNet(samples).controls) {
    controls_.push_back(control.x);
    controls_.push_back(control.y);
  }
  return controls_;
}

void SheetSpline::pullBack(std::span<const double> d_controls, std::span<double> gradient) const {
  const std::size_t n = sheet_ ? sheet_->parameters().bend.size() + 4 : 0;
  const auto rows = static_cast<std::size_t>(rows_);
  const auto cols = static_cast<std::size_t>(cols_);
  const std::size_t wide = cols + 2;
  if (!sheet_ || d_controls.size() != 2 * (rows + 2) * wide || gradient.size() != n + 4) {
    throw std::invalid_argument("SheetSpline::pullBack: another number of controls or parameters");
  }
  std::vector<Vec2> d_lines(rows * wide);  // the controls along u of each row of samples
  for (std::size_t c = 0; c < rows + 2; ++c) {
    for (std::size_t i = 0; i < rows; ++i) {
      const double weight = filter_v_[c * rows + i];
      for (std::size_t k = 0; k < wide; ++k) {
        const double* d = &d_controls[2 * (c * wide + k)];
        d_lines[i * wide + k] = d_lines[i * wide + k] + weight * Vec2{d[0], d[1]};
      }
    }
  }
  std::vector<Vec2> moved(n);
  for (int i = 0; i < rows_; ++i) {
    for (int j = 0; j < cols_; ++j) {
      Vec2 d_sample;
      for (std::size_t k = 0; k < wide; ++k) {
        d_sample = d_sample +
                   filter_u_[k * cols + static_cast<std::size_t>(j)] * d_lines[static_cast<std::size_t>(i) * wide + k];
      }
      const Vec2 page = pageAt(i, j);
      const SheetModel::Jet jet = sheet_->workDerivatives(sheetAt(page), moved.data());
      for (std::size_t k = 0; k < n; ++k) {
        gradient[k] += dot(d_sample, moved[k]);
      }
      const double by_u = dot(d_sample, jet.du);
      const double by_v = dot(d_sample, jet.dv);
      gradient[n] += by_u * (1 - page.x);
      gradient[n + 1] += by_v * (1 - page.y);
      gradient[n + 2] += by_u * page.x;
      gradient[n + 3] += by_v * page.y;
    }
  }
}

}  // namespace platen::optim
