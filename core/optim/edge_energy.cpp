#include "core/optim/edge_energy.h"

#include "core/optim/evidence_view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace platen::optim {
namespace {

constexpr std::size_t kPerSide = 40;
constexpr double kStepH = 0.1;
constexpr double kPixelH = 1.0;  // size of a pixel of the distance image, in character heights: distance is smooth

// Signed distance from a polyline whose first and last pieces go on for ever; positive on the right of its direction.
double signedDistance(const Polyline& line, Vec2 p) {
  double best = std::numeric_limits<double>::infinity();
  double sign = 1;
  for (std::size_t k = 0; k + 1 < line.size(); ++k) {
    const Vec2 along = line[k + 1] - line[k];
    const double length_square = dot(along, along);
    if (!(length_square > 0)) {
      continue;
    }
    double t = dot(p - line[k], along) / length_square;
    if (k > 0) {
      t = std::max(t, 0.0);
    }
    if (k + 2 < line.size()) {
      t = std::min(t, 1.0);
    }
    const Vec2 off = p - (line[k] + t * along);
    const double square = dot(off, off);
    if (square < best) {
      best = square;
      sign = cross(along, p - line[k]) >= 0 ? 1 : -1;
    }
  }
  return sign * std::sqrt(best);
}

Vec2 borderPoint(SideKind kind, double along) {
  switch (kind) {
    case SideKind::top:
      return {along, 0};
    case SideKind::bottom:
      return {along, 1};
    case SideKind::left:
      return {0, along};
    case SideKind::right:
      return {1, along};
  }
  return {};
}

}  // namespace

std::vector<SideImage> sideImages(const PageCues& cues, std::span<const PageSide> sides) {
  std::vector<SideImage> images;
  const double scale = 1 / (kPixelH * cues.char_height);
  const Vec2 extent = cues.frame.extent();
  const Size size{std::max(2, static_cast<int>(std::ceil(extent.x * scale))),
                  std::max(2, static_cast<int>(std::ceil(extent.y * scale)))};
  for (const PageSide& side : sides) {
    if (side.points.size() < 2) {
      continue;
    }
    SideImage made;
    made.kind = side.kind;
    made.step_h = kStepH;
    made.distance = {Image::allocate(size, 1), scale};
    for (int j = 0; j < size.height; ++j) {
      auto* row = made.distance.image.rowAs<std::uint8_t>(j);
      for (int i = 0; i < size.width; ++i) {
        const double d = signedDistance(side.points, {(i + 0.5) / scale, (j + 0.5) / scale}) / cues.char_height;
        row[i] = static_cast<std::uint8_t>(std::lround(std::clamp(128 + d / kStepH, 0.0, 255.0)));
      }
    }
    images.push_back(std::move(made));
  }
  return images;
}

EdgeEnergy::EdgeEnergy(
    double weight, std::vector<SideImage> sides, NetShape shape, const BaseMap* base, bool free_position)
    : Energy("sides", weight), sides_(std::move(sides)), shape_(shape), free_position_(free_position) {
  for (const SideImage& side : sides_) {
    for (std::size_t k = 0; k < kPerSide; ++k) {
      // Away from the corners, where a side's polyline is prolonged.
      const Vec2 page_uv = borderPoint(side.kind, 0.03 + 0.94 * static_cast<double>(k) / (kPerSide - 1));
      Point point;
      Vec2 net_uv = page_uv;
      if (base != nullptr) {
        const Vec2 sheet_uv = base->sheetFromPage(page_uv);
        point.base = base->at(sheet_uv);
        net_uv = base->netFromSheet(sheet_uv);
      }
      point.u = splineWeights(net_uv.x, shape.spans_u);
      point.v = splineWeights(net_uv.y, shape.spans_v);
      points_.push_back(point);
    }
  }
}

double EdgeEnergy::add(std::span<const double> controls, double scale, std::span<double> gradient) {
  constexpr double kSigma = 0.3;
  constexpr double kReach = 4;
  const auto cols = static_cast<std::size_t>(shape_.cols());
  double value = 0;
  for (std::size_t s = 0; s < sides_.size(); ++s) {
    const EvidenceImage& evidence = sides_[s].distance;
    std::array<float, 2 * kPerSide> at{};
    std::array<float, kPerSide> grey{}, d_dx{}, d_dy{};
    for (std::size_t k = 0; k < kPerSide; ++k) {
      const Point& p = points_[s * kPerSide + k];
      Vec2 position = p.base;
      for (std::size_t a = 0; a < 4; ++a) {
        const double* row =
            &controls[2 * ((static_cast<std::size_t>(p.v.first) + a) * cols + static_cast<std::size_t>(p.u.first))];
        for (std::size_t b = 0; b < 4; ++b) {
          position = position + p.v.value[a] * p.u.value[b] * Vec2{row[2 * b], row[2 * b + 1]};
        }
      }
      at[2 * k] = static_cast<float>(position.x * evidence.scale);
      at[2 * k + 1] = static_cast<float>(position.y * evidence.scale);
    }
    const Image& image = evidence.image;
    sampling::sampleBilinearCpu(viewOf(image), sampling::Border::replicate, at.data(), kPerSide, grey.data(),
                                d_dx.data(), d_dy.data());
    const double step = sides_[s].step_h;
    // A border point outside the photo has no evidence.
    std::array<bool, kPerSide> inside{};
    std::array<float, kPerSide> sorted{};
    std::size_t count = 0;
    for (std::size_t k = 0; k < kPerSide; ++k) {
      inside[k] = at[2 * k] >= 0 && at[2 * k] <= static_cast<float>(image.width()) && at[2 * k + 1] >= 0 &&
                  at[2 * k + 1] <= static_cast<float>(image.height());
      if (inside[k]) {
        sorted[count++] = grey[k];
      }
    }
    if (count == 0) {
      continue;
    }
    double median = 0;
    if (free_position_) {
      const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(count / 2);
      std::nth_element(sorted.begin(), middle, sorted.begin() + static_cast<std::ptrdiff_t>(count));
      median = (static_cast<double>(*middle) - 128) * step;
    }
    const double share = 1 / static_cast<double>(count * sides_.size());
    for (std::size_t k = 0; k < kPerSide; ++k) {
      if (!inside[k]) {
        continue;
      }
      const double d = (static_cast<double>(grey[k]) - 128) * step - median;
      const double soft = 1 + d * d / (kReach * kReach);
      value += share * d * d / (kSigma * kSigma) / soft;
      const double d_grey = scale * share * 2 * d / (kSigma * kSigma) / (soft * soft) * step * evidence.scale;
      const Vec2 d_position{d_grey * static_cast<double>(d_dx[k]), d_grey * static_cast<double>(d_dy[k])};
      const Point& p = points_[s * kPerSide + k];
      for (std::size_t a = 0; a < 4; ++a) {
        double* row =
            &gradient[2 * ((static_cast<std::size_t>(p.v.first) + a) * cols + static_cast<std::size_t>(p.u.first))];
        for (std::size_t b = 0; b < 4; ++b) {
          row[2 * b] += p.v.value[a] * p.u.value[b] * d_position.x;
          row[2 * b + 1] += p.v.value[a] * p.u.value[b] * d_position.y;
        }
      }
    }
  }
  return value;
}

}  // namespace platen::optim
