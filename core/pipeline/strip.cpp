#include "core/pipeline/strip.h"

#include "core/pipeline/resample_avx2.h"
#include "core/pipeline/sample_density.h"
#include "core/pipeline/spline_hull.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <stdexcept>

namespace platen::pipeline {
namespace {

template <class T>
void addPixels(const std::byte* samples, int columns, int across, int channels, std::uint32_t* sums) {
  const T* p = reinterpret_cast<const T*>(samples);
  for (int i = 0; i < columns; ++i, sums += channels) {
    for (int s = 0; s < across; ++s, p += channels) {
      for (int c = 0; c < channels; ++c) {
        sums[c] += p[c];
      }
    }
  }
}

template <class T>
void storeMeans(const std::uint32_t* sums, int values, std::uint32_t count, std::byte* out) {
  T* p = reinterpret_cast<T*>(out);
  for (int i = 0; i < values; ++i) {
    p[i] = static_cast<T>((sums[i] + count / 2) / count);
  }
}

}  // namespace

StripRenderer::Kernels StripRenderer::kernels(Filter filter, bool portable) const {
  Kernels k;
  k.taps = tapTable(filter, source_.type);
  k.inside = resampleInside(source_.type, source_.channels, k.taps.taps, portable);
  k.anywhere = resampleAnywhere(source_.type, source_.channels, k.taps.taps);
  return k;
}

namespace {

// How far a position may lie beside the spline's: columns, weights, products and sums are floats relative to a point of
// the tile (less than 8 roundings of what is at most the net's width), the result is rounded to a phase. Negative where
// positions may be clamped (positionRow), and so may lie anywhere.
double positionSlack(const SplineNet& net) {
  Box box{0, 0, 0, 0};
  for (const Vec2& c : net.controls) {
    if (!(std::abs(c.x) < kFarAway) || !(std::abs(c.y) < kFarAway)) {
      return -1;
    }
    box = {std::min(box.x0, c.x), std::min(box.y0, c.y), std::max(box.x1, c.x), std::max(box.y1, c.y)};
  }
  const double width = std::max(box.width(), box.height());
  return width < kFarAway ? 0.01 + width / (1 << 21) : -1;
}

}  // namespace

void SourceReach::add(const SourceReach& other) {
  x0 = std::min(x0, other.x0);
  y0 = std::min(y0, other.y0);
  x1 = std::max(x1, other.x1);
  y1 = std::max(y1, other.y1);
  beyond = beyond || other.beyond;
}

StripRenderer::StripRenderer(const SourceKind& source,
                             double source_scale,
                             const WarpGrid& source_from_page,
                             Size out_px,
                             Filter filter,
                             bool portable)
    : source_(source), net_(splineNet(source_from_page)), out_(out_px), positions_(positionRow(portable)) {
  if (source.size.width <= 0 || source.size.height <= 0 || out_px.width <= 0 || out_px.height <= 0 ||
      !(source_scale > 0)) {
    throw std::invalid_argument("renderPage: an empty source, an empty page or a scale that is not positive");
  }
  for (Vec2& control : net_.controls) {
    control = control * source_scale - Vec2{0.5, 0.5};
  }
  slack_ = positionSlack(net_);
  most_samples_ = mostSamples(net_, out_, source_.size);
  weighColumns(0, out_px.width, out_px.width, net_.cols - 3, columns_);
  exact_ = kernels(filter, portable);
  area_ = kernels(Filter::bilinear, portable);
}

void StripRenderer::render(const SourceView& source,
                           int first_column,
                           int columns,
                           int first_row,
                           int rows,
                           Image& dest,
                           Scratch& scratch) const {
  for (int down = 0; down < rows; down += kStripRows) {
    for (int across = 0; across < columns; across += kTileColumns) {
      Tile tile{first_column + across, std::min(kTileColumns, columns - across), first_row + down,
                std::min(kStripRows, rows - down)};
      chooseSamples(tile);
      Image part = dest.crop(across, down, {tile.columns, tile.rows});
      renderTile(source, tile, part, scratch);
    }
  }
}

SourceReach StripRenderer::reach(int first_column, int columns, int first_row, int rows) const {
  SourceReach reach;
  if (slack_ < 0) {
    return {0, 0, source_.size.width, source_.size.height, true};
  }
  for (int across = 0; across < columns; across += kTileColumns) {
    const double left = first_column + across;
    const double right = left + std::min(kTileColumns, columns - across);
    reach.add(reachOf(splineHull(net_, {left / out_.width, static_cast<double>(first_row) / out_.height,
                                        right / out_.width, static_cast<double>(first_row + rows) / out_.height})));
  }
  return reach;
}

SourceReach StripRenderer::reachOf(const Box& hull) const {
  const Box box{hull.x0 - slack_, hull.y0 - slack_, hull.x1 + slack_, hull.y1 + slack_};
  const int width = source_.size.width;
  const int height = source_.size.height;
  SourceReach reach;
  // As isBeyond() sees it.
  reach.beyond = box.x0 < -1 || box.y0 < -1 || box.x1 > width || box.y1 > height;
  if (box.x1 < -1 || box.y1 < -1 || box.x0 > width || box.y0 > height) {
    return reach;
  }
  const auto floorOf = [](double t) { return static_cast<int>(std::floor(t)); };
  const int before = exact_.taps.before();
  const int after = exact_.taps.taps / 2;
  reach.x0 = std::clamp(floorOf(box.x0) - before, 0, width - 1);
  reach.y0 = std::clamp(floorOf(box.y0) - before, 0, height - 1);
  reach.x1 = std::clamp(floorOf(box.x1) + after + kReadAhead, 0, width - 1) + 1;
  reach.y1 = std::clamp(floorOf(box.y1) + after, 0, height - 1) + 1;
  return reach;
}

void StripRenderer::chooseSamples(Tile& tile) const {
  double across = 0;
  double down = 0;
  // Always the full strip's height, so that the last rows of a band and of the page agree.
  for (const double v : {tile.first_row, tile.first_row + kStripRows}) {
    for (const double u : {0.0, 0.5, 1.0}) {
      const WarpJet jet = warpJet(
          net_, {std::min(1.0, (tile.first_column + u * tile.columns) / out_.width), std::min(1.0, v / out_.height)});
      across = std::max(across, norm(jet.du) / out_.width);
      down = std::max(down, norm(jet.dv) / out_.height);
    }
  }
  tile.across = samplesFor(across, most_samples_);
  tile.down = samplesFor(down, most_samples_);
}

void StripRenderer::expandColumns(const Tile& tile, int cell_row, Vec2 origin, Scratch& scratch) const {
  ColumnPart part{&columns_, tile.first_column, tile.columns};
  if (tile.across > 1) {
    part = {&scratch.weights, 0, tile.columns * tile.across};
    weighColumns(tile.first_column * tile.across, part.count, out_.width * tile.across, net_.cols - 3, scratch.weights);
  }
  for (std::size_t a = 0; a < 4; ++a) {
    const Vec2* row =
        net_.controls.data() + (static_cast<std::size_t>(cell_row) + a) * static_cast<std::size_t>(net_.cols);
    blendColumns(part, row, origin, scratch.columns[a].data(), scratch.columns[a + 4].data());
  }
}

void StripRenderer::renderTile(const SourceView& source, const Tile& tile, Image& dest, Scratch& scratch) const {
  const int n = tile.columns * tile.across;
  const std::size_t pixel_bytes = static_cast<std::size_t>(source_.channels) * bytesPer(source_.type);
  const bool one_sample = tile.across == 1 && tile.down == 1;
  const Kernels& with = std::max(tile.across, tile.down) > 2 ? area_ : exact_;
  const std::size_t padded = static_cast<std::size_t>(n) + kVectorPadding;
  for (auto& column : scratch.columns) {
    column.resize(std::max(column.size(), padded));
  }
  scratch.x.resize(std::max(scratch.x.size(), padded));
  scratch.y.resize(std::max(scratch.y.size(), padded));
  const int values = tile.columns * source_.channels;
  if (!one_sample) {
    scratch.samples.resize(std::max(scratch.samples.size(), padded * pixel_bytes));
    scratch.sums.resize(std::max(scratch.sums.size(), static_cast<std::size_t>(values)));
  }
  // Coordinates relative to a whole source pixel near the tile keep float32 good to 1/10000 px on the largest photo.
  Vec2 origin = sourceFromPage(net_, {(tile.first_column + 0.5 * tile.columns) / out_.width,
                                      std::min(1.0, (tile.first_row + 0.5 * kStripRows) / out_.height)});
  const auto whole = [](double t) { return t > -131072 && t < 131072 ? std::floor(t) : 0.0; };
  origin = {whole(origin.x), whole(origin.y)};
  const int bits = with.taps.phase_bits;
  const std::int32_t origin_x = static_cast<std::int32_t>(origin.x) * (1 << bits);
  const std::int32_t origin_y = static_cast<std::int32_t>(origin.y) * (1 << bits);
  const auto scale = static_cast<float>(1 << bits);
  const float* columns_x[4];
  const float* columns_y[4];
  for (std::size_t a = 0; a < 4; ++a) {
    columns_x[a] = scratch.columns[a].data();
    columns_y[a] = scratch.columns[a + 4].data();
  }

  int expanded_cell = -1;
  for (int j = 0; j < tile.rows; ++j) {
    std::byte* out = dest.row(j);
    if (!one_sample) {
      std::fill_n(scratch.sums.begin(), values, 0U);
    }
    for (int sub = 0; sub < tile.down; ++sub) {
      const double v = (tile.first_row + j + (sub + 0.5) / tile.down) / out_.height;
      const SplineWeights b = splineWeights(v, net_.rows - 3);
      if (b.cell != expanded_cell) {
        expandColumns(tile, b.cell, origin, scratch);
        expanded_cell = b.cell;
      }
      const float weight[4] = {static_cast<float>(b.w[0]), static_cast<float>(b.w[1]), static_cast<float>(b.w[2]),
                               static_cast<float>(b.w[3])};
      const PositionRange range_x = positions_(columns_x, weight, scale, origin_x, n, scratch.x.data());
      const PositionRange range_y = positions_(columns_y, weight, scale, origin_y, n, scratch.y.data());
      resampleRow(source, with, range_x, range_y, n, scratch, one_sample ? out : scratch.samples.data());
      if (!one_sample) {
        if (source_.type == PixelType::u8) {
          addPixels<std::uint8_t>(scratch.samples.data(), tile.columns, tile.across, source_.channels,
                                  scratch.sums.data());
        } else {
          addPixels<std::uint16_t>(scratch.samples.data(), tile.columns, tile.across, source_.channels,
                                   scratch.sums.data());
        }
      }
    }
    if (!one_sample) {
      const auto count = static_cast<std::uint32_t>(tile.across * tile.down);
      if (source_.type == PixelType::u8) {
        storeMeans<std::uint8_t>(scratch.sums.data(), values, count, out);
      } else {
        storeMeans<std::uint16_t>(scratch.sums.data(), values, count, out);
      }
    }
  }
}

void StripRenderer::resampleRow(const SourceView& source,
                                const Kernels& with,
                                const PositionRange& range_x,
                                const PositionRange& range_y,
                                int n,
                                Scratch& scratch,
                                std::byte* out) const {
  const std::int32_t* x = scratch.x.data();
  const std::int32_t* y = scratch.y.data();
  const int bits = with.taps.phase_bits;
  const int before = with.taps.before();
  const int after = with.taps.taps / 2;
  // Positions whose taps, and what a vector load reads beyond them, lie inside.
  const std::int32_t left = before << bits;
  const std::int32_t top = left;
  const std::int32_t right = (source.width - after - kReadAhead) * (1 << bits);  // exclusive
  const std::int32_t bottom = (source.height - after) * (1 << bits);
  const auto pixel_bytes =
      static_cast<std::ptrdiff_t>(source_.channels) * static_cast<std::ptrdiff_t>(bytesPer(source_.type));

  if (range_x.least >= left && range_x.most < right && range_y.least >= top && range_y.most < bottom) {
    with.inside(source, with.taps, x, y, n, out);
    return;
  }
  const auto isInside = [&](int i) { return x[i] >= left && x[i] < right && y[i] >= top && y[i] < bottom; };
  for (int first = 0; first < n;) {
    const bool inside = isInside(first);
    int end = first + 1;
    while (end < n && isInside(end) == inside) {
      ++end;
    }
    (inside ? with.inside : with.anywhere)(source, with.taps, x + first, y + first, end - first,
                                           out + pixel_bytes * first);
    for (int i = first; i < end && !inside && beyond_; ++i) {
      if (isBeyond(source, bits, x[i], y[i])) {
        beyond_->write(static_cast<double>(x[i]) / (1 << bits), static_cast<double>(y[i]) / (1 << bits),
                       out + pixel_bytes * i);
      }
    }
    first = end;
  }
}

}  // namespace platen::pipeline
