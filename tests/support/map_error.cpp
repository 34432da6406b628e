#include "tests/support/map_error.h"

#include "core/page_inverse.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <optional>
#include <vector>

namespace platen::test {
namespace {

constexpr double kBeside = 1;  // page_uv beyond the page where points are still looked for

bool inside(Vec2 page_uv, const Box& part) {
  return page_uv.x >= part.x0 && page_uv.x <= part.x1 && page_uv.y >= part.y0 && page_uv.y <= part.y1;
}

struct Pair {
  Vec2 flat_mm, out_px;
};

// The least-squares similarity flat = a out + b over complex numbers.
void score(const std::vector<Pair>& pairs, double diagonal_mm, MapError& error) {
  if (pairs.size() < 3) {
    error.rms_percent = error.worst_percent = std::numeric_limits<double>::infinity();
    return;
  }
  Vec2 flat_mean;
  Vec2 out_mean;
  for (const Pair& pair : pairs) {
    flat_mean = flat_mean + pair.flat_mm;
    out_mean = out_mean + pair.out_px;
  }
  const auto n = static_cast<double>(pairs.size());
  flat_mean = flat_mean / n;
  out_mean = out_mean / n;
  double along = 0;
  double across = 0;
  double spread = 0;
  for (const Pair& pair : pairs) {
    const Vec2 f = pair.flat_mm - flat_mean;
    const Vec2 o = pair.out_px - out_mean;
    along += dot(o, f);
    across += cross(o, f);
    spread += dot(o, o);
  }
  const double c = along / spread;
  const double s = across / spread;
  error.turn_degrees = std::atan2(s, c) * 180 / std::numbers::pi;
  double sum = 0;
  double worst = 0;
  for (const Pair& pair : pairs) {
    const Vec2 o = pair.out_px - out_mean;
    const double distance = norm(Vec2{c * o.x - s * o.y, s * o.x + c * o.y} + flat_mean - pair.flat_mm);
    sum += distance * distance;
    worst = std::max(worst, distance);
  }
  error.rms_percent = 100 * std::sqrt(sum / n) / diagonal_mm;
  error.worst_percent = 100 * worst / diagonal_mm;
}

}  // namespace

MapError mapError(const BentPage& truth, const FitResult& fit, const Box& part) {
  MapError error;
  const SplineNet net = splineNet(fit.grid);
  std::vector<Pair> pairs;
  constexpr int kLattice = 40;
  for (int i = 0; i < kLattice; ++i) {
    for (int j = 0; j < kLattice; ++j) {
      const Vec2 true_uv{part.x0 + part.width() * (j + 0.5) / kLattice, part.y0 + part.height() * (i + 0.5) / kLattice};
      const auto page_uv = pageFromSource(fit.grid, net, truth.sourceFromPage(true_uv), kBeside);
      if (page_uv && inside(*page_uv, {0, 0, 1, 1})) {
        pairs.push_back({{true_uv.x * truth.sizeMm().x, true_uv.y * truth.sizeMm().y},
                         {page_uv->x * fit.page_extent_px.x, page_uv->y * fit.page_extent_px.y}});
      }
    }
  }
  error.shown = static_cast<double>(pairs.size()) / (kLattice * kLattice);
  score(pairs, std::hypot(truth.sizeMm().x * part.width(), truth.sizeMm().y * part.height()), error);

  const WarpGrid true_grid = truth.grid(65, 49);
  const SplineNet true_net = splineNet(true_grid);
  int outside = 0;
  for (int i = 0; i < kLattice; ++i) {
    for (int j = 0; j < kLattice; ++j) {
      const Vec2 source_px = sourceFromPage(net, {(j + 0.5) / kLattice, (i + 0.5) / kLattice});
      const auto true_uv = pageFromSource(true_grid, true_net, source_px, kBeside);
      outside += true_uv && inside(*true_uv, part) ? 0 : 1;
    }
  }
  error.outside = static_cast<double>(outside) / (kLattice * kLattice);
  return error;
}

MapError mapErrorOfPhoto(const BentPage& truth, Size source_px, const Box& part) {
  FitResult untouched;
  untouched.grid = identityGrid(source_px);
  untouched.page_extent_px = {static_cast<double>(source_px.width), static_cast<double>(source_px.height)};
  return mapError(truth, untouched, part);
}

Pyramid pyramidOf(const Image& photo) {
  Pyramid pyramid{photo.size(), {{photo, 1.0}}};
  while (std::max(pyramid.levels.front().image.width(), pyramid.levels.front().image.height()) > 900) {
    const Level& fine = pyramid.levels.front();
    const int channels = photo.channels();
    const Size size{fine.image.width() / 2, fine.image.height() / 2};
    Level coarse{Image::allocate(size, channels), fine.scale / 2};
    for (int y = 0; y < size.height; ++y) {
      const auto* a = fine.image.rowAs<std::uint8_t>(2 * y);
      const auto* b = fine.image.rowAs<std::uint8_t>(2 * y + 1);
      auto* out = coarse.image.rowAs<std::uint8_t>(y);
      for (int x = 0; x < size.width; ++x) {
        for (int c = 0; c < channels; ++c) {
          const int k = 2 * x * channels + c;
          out[x * channels + c] = static_cast<std::uint8_t>((a[k] + a[k + channels] + b[k] + b[k + channels] + 2) / 4);
        }
      }
    }
    pyramid.levels.insert(pyramid.levels.begin(), std::move(coarse));
  }
  return pyramid;
}

}  // namespace platen::test
