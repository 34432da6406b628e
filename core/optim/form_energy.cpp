#include "core/optim/form_energy.h"

#include "core/optim/evidence_view.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>

namespace platen::optim {
namespace {

sampling::NetShape gridShape(NetShape shape) {
  return {shape.spans_v, shape.spans_u};
}

sampling::SplinePoints<double> pointsAt(NetShape shape, Vec2 extent, const std::vector<Vec2>& canvas_px) {
  std::vector<double> uv;
  uv.reserve(2 * canvas_px.size());
  for (const Vec2& p : canvas_px) {
    uv.push_back(p.x / extent.x);
    uv.push_back(p.y / extent.y);
  }
  return {gridShape(shape), uv.data(), canvas_px.size()};
}

std::vector<Vec2> placesOf(const FormLevel& level) {
  std::vector<Vec2> places;
  places.reserve(level.points.size());
  for (const FormPoint& p : level.points) {
    places.push_back(p.canvas_px);
  }
  return places;
}

std::vector<Vec2> placesOf(const std::vector<FormMatch>& matches) {
  std::vector<Vec2> places;
  places.reserve(matches.size());
  for (const FormMatch& m : matches) {
    places.push_back(m.form);
  }
  return places;
}

}  // namespace

FormPrintEnergy::FormPrintEnergy(double weight, const FormLevel& level, NetShape shape, Vec2 canvas_extent)
    : Energy("print", weight), level_(level), points_(pointsAt(shape, canvas_extent, placesOf(level))) {
  if (level.photo.empty() || level.photo.image.channels() != 4 || level.photo.image.type() != PixelType::u8) {
    throw std::invalid_argument("FormPrintEnergy: the features are four 8-bit channels");
  }
}

double FormPrintEnergy::add(std::span<const double> controls, double scale, std::span<double> gradient) {
  const std::size_t n = level_.points.size();
  if (n == 0) {
    return 0;
  }
  const double share = 1 / (4.0 * static_cast<double>(n));
  double sum = 0;
  Band band;
  for (std::size_t first = 0; first < n; first += Band::kPoints) {
    band.first = first;
    band.end = std::min(n, first + Band::kPoints);
    points_.expand(controls.data(), band.first, band.end, band.offsets.data());
    sample(band, scale != 0);
    addTerm(band, scale * share * level_.photo.scale, sum);
    if (scale != 0) {
      points_.addTranspose(band.d_offsets.data(), band.first, band.end, gradient.data());
    }
  }
  return sum * share;
}

void FormPrintEnergy::sample(Band& band, bool wants_gradient) const {
  const double to_image = level_.photo.scale;
  for (std::size_t k = band.first; k < band.end; ++k) {
    const Vec2 p = level_.points[k].canvas_px;
    const std::size_t at = 2 * (k - band.first);
    band.at[at] = static_cast<float>((p.x + band.offsets[at]) * to_image);
    band.at[at + 1] = static_cast<float>((p.y + band.offsets[at + 1]) * to_image);
  }
  sampling::sampleBilinearCpu(viewOf(level_.photo.image), sampling::Border::replicate, band.at.data(),
                              static_cast<std::int64_t>(band.end - band.first), band.values.data(),
                              wants_gradient ? band.d_dx.data() : nullptr, wants_gradient ? band.d_dy.data() : nullptr);
}

void FormPrintEnergy::addTerm(Band& band, double factor, double& sum) const {
  for (std::size_t k = 0; k < band.end - band.first; ++k) {
    const FormPoint& p = level_.points[band.first + k];
    double gx = 0;
    double gy = 0;
    for (std::size_t c = 0; c < kFeatures; ++c) {
      const float r = band.values[kFeatures * k + c] * level_.gains[c] - p.features[c];
      const float soft = std::sqrt(r * r + 0.25F);
      sum += static_cast<double>(soft - 0.5F);
      const float d = r / soft * level_.gains[c];
      gx += static_cast<double>(d * band.d_dx[kFeatures * k + c]);
      gy += static_cast<double>(d * band.d_dy[kFeatures * k + c]);
    }
    band.d_offsets[2 * k] = factor * gx;
    band.d_offsets[2 * k + 1] = factor * gy;
  }
}

FormMatchEnergy::FormMatchEnergy(
    double weight, double reach_px, const std::vector<FormMatch>& matches, NetShape shape, Vec2 canvas_extent)
    : Energy("matches", weight),
      matches_(matches),
      reach_(reach_px),
      points_(pointsAt(shape, canvas_extent, placesOf(matches))),
      offsets_(2 * matches.size()),
      d_offsets_(2 * matches.size()) {}

double FormMatchEnergy::add(std::span<const double> controls, double scale, std::span<double> gradient) {
  const std::size_t n = matches_.size();
  if (n == 0) {
    return 0;
  }
  points_.expand(controls.data(), offsets_.data());
  const double per_reach = 1 / (reach_ * reach_);
  double sum = 0;
  for (std::size_t k = 0; k < n; ++k) {
    const Vec2 off = matches_[k].form + Vec2{offsets_[2 * k], offsets_[2 * k + 1]} - matches_[k].photo;
    const double z = dot(off, off) * per_reach;
    sum += std::log1p(z);
    const double d = scale / static_cast<double>(n) * 2 * per_reach / (1 + z);
    d_offsets_[2 * k] = d * off.x;
    d_offsets_[2 * k + 1] = d * off.y;
  }
  if (scale != 0) {
    points_.addTranspose(d_offsets_.data(), gradient.data());
  }
  return sum / static_cast<double>(n);
}

FormBendingEnergy::FormBendingEnergy(
    std::string name, double weight, NetShape shape, const FormFrame& frame, std::size_t first, double unit)
    : Energy(std::move(name), weight), shape_(shape), first_(first) {
  const double form_px = frame.form_extent.x / kFormWidth;
  unit /= form_px;
  const double hx = frame.canvas_extent.x / shape.spans_u / (100 * form_px);
  const double hy = frame.canvas_extent.y / shape.spans_v / (100 * form_px);
  per_xx_ = unit / (hx * hx);
  per_yy_ = unit / (hy * hy);
  per_xy_ = unit / (hx * hy);
}

double FormBendingEnergy::add(std::span<const double> controls, double scale, std::span<double> gradient) {
  const auto cols = static_cast<std::size_t>(shape_.cols());
  const auto rows = static_cast<std::size_t>(shape_.rows());
  double value = 0;
  // A term over `taps` of (row, column) offsets and factors, for all places where it fits.
  struct Tap {
    std::size_t row, col;
    double factor;
  };
  const auto term = [&](std::span<const Tap> taps, std::size_t high, std::size_t wide, double weight) {
    const std::size_t count = 2 * (rows - high) * (cols - wide);
    const double share = weight / static_cast<double>(count);
    for (std::size_t i = 0; i + high < rows; ++i) {
      for (std::size_t j = 0; j + wide < cols; ++j) {
        for (std::size_t xy = 0; xy < 2; ++xy) {
          double a = 0;
          for (const Tap& tap : taps) {
            a += tap.factor * controls[first_ + 2 * ((i + tap.row) * cols + j + tap.col) + xy];
          }
          const double soft = std::sqrt(a * a + 4);
          value += share * (soft - 2);
          if (scale != 0) {
            const double d = scale * share * a / soft;
            for (const Tap& tap : taps) {
              gradient[first_ + 2 * ((i + tap.row) * cols + j + tap.col) + xy] += d * tap.factor;
            }
          }
        }
      }
    }
  };
  const Tap xx[] = {{0, 0, per_xx_}, {0, 1, -2 * per_xx_}, {0, 2, per_xx_}};
  const Tap yy[] = {{0, 0, per_yy_}, {1, 0, -2 * per_yy_}, {2, 0, per_yy_}};
  const Tap xy[] = {{0, 0, per_xy_}, {0, 1, -per_xy_}, {1, 0, -per_xy_}, {1, 1, per_xy_}};
  term(xx, 0, 2, 1);
  term(yy, 2, 0, 1);
  term(xy, 1, 1, 2);
  return value;
}

}  // namespace platen::optim
