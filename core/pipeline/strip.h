// One strip of the page (kStripRows output rows): the warp's spline evaluated on the fly and the photo resampled along
// it. Columns first: in a tile the four spline rows around the strip are expanded once per column, then each output row
// costs four multiply-adds per coordinate. Bytes depend on the strip's place on the page alone, never on who renders
// it, nor on how much of the photo is there beside the pixels that reach() names.
#pragma once

#include "core/image.h"
#include "core/options.h"
#include "core/pipeline/column_weights.h"
#include "core/pipeline/paper_fill.h"
#include "core/pipeline/resample.h"
#include "core/warp_grid.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace platen::pipeline {

inline constexpr int kStripRows = 16;
inline constexpr int kTileColumns = 512;

// What a photo's pixels are, wherever they lie.
struct SourceKind {
  Size size;
  int channels = 0;
  PixelType type = PixelType::u8;
  friend bool operator==(const SourceKind&, const SourceKind&) = default;
};

inline SourceKind kindOf(const Image& image) {
  return {image.size(), image.channels(), image.type()};
}
inline SourceView viewOf(const Image& image) {
  return {image.row(0), image.strideBytes(), image.width(), image.height()};
}

// Array pixels [x0, x1) x [y0, y1) of the photo; none where x0 >= x1.
struct SourceReach {
  int x0 = std::numeric_limits<int>::max(), y0 = std::numeric_limits<int>::max(), x1 = 0, y1 = 0;
  bool beyond = false;  // some may lie outside the photo

  [[nodiscard]] bool empty() const { return x0 >= x1; }
  void add(const SourceReach& other);
};

// What is the same for all strips of a page. Const once the paper goes on as it should: shared by threads.
class StripRenderer {
 public:
  // Arguments as in renderPage (render.h). `portable`: plain C++ kernels only. Throws std::invalid_argument.
  StripRenderer(const SourceKind& source,
                double source_scale,
                const WarpGrid& source_from_page,
                Size out_px,
                Filter filter,
                bool portable = false);
  // What stands where the photo ends, in place of white.
  void continuePaper(PaperFill fill) { beyond_ = std::move(fill); }

  // Buffers of one thread.
  struct Scratch {
    std::vector<float> columns[8];  // x of four spline rows, then y
    std::vector<std::int32_t> x, y;
    ColumnWeights weights;
    std::vector<std::byte> samples;
    std::vector<std::uint32_t> sums;
  };

  // Renders out columns [first_column, first_column + columns) of rows [first_row, first_row + rows) to dest, whose
  // pixel (0, 0) is the first of them. The first column is a multiple of kTileColumns, the first row one of kStripRows;
  // columns and rows end with a tile and a strip, or with the page. `source`: the photo of which all that reach() says
  // of these is there; its size is that of the whole photo.
  void render(const SourceView& source,
              int first_column,
              int columns,
              int first_row,
              int rows,
              Image& dest,
              Scratch& scratch) const;

  // The pixels of the photo that render() of the same arguments may read. Strict: it never reads another one.
  [[nodiscard]] SourceReach reach(int first_column, int columns, int first_row, int rows) const;

  [[nodiscard]] const SourceKind& source() const { return source_; }
  [[nodiscard]] int channels() const { return source_.channels; }
  [[nodiscard]] PixelType type() const { return source_.type; }
  [[nodiscard]] Size outPx() const { return out_; }

 private:
  struct Tile {
    int first_column = 0, columns = 0;
    int first_row = 0, rows = 0;
    int across = 1, down = 1;  // samples per output pixel
  };
  struct Kernels {
    TapTable taps;
    ResampleRow inside = nullptr, anywhere = nullptr;
  };

  [[nodiscard]] Kernels kernels(Filter filter, bool portable) const;
  void chooseSamples(Tile& tile) const;
  void renderTile(const SourceView& source, const Tile& tile, Image& dest, Scratch& scratch) const;
  void expandColumns(const Tile& tile, int cell_row, Vec2 origin, Scratch& scratch) const;
  void resampleRow(const SourceView& source,
                   const Kernels& with,
                   const PositionRange& range_x,
                   const PositionRange& range_y,
                   int n,
                   Scratch& scratch,
                   std::byte* out) const;
  [[nodiscard]] SourceReach reachOf(const Box& hull) const;

  SourceKind source_;
  SplineNet net_;  // array coordinates of the source: source_px * source_scale - 0.5
  Size out_;
  ColumnWeights columns_;  // of the whole page, the same for all its strips
  int most_samples_ = 0;   // of a pixel, each way
  double slack_ = 0;       // px that a position may lie beside the spline's, by float's rounding; < 0: any distance
  Kernels exact_, area_;
  std::optional<PaperFill> beyond_;  // else white
  PositionRow positions_;
};

}  // namespace platen::pipeline
