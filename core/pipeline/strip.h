// One strip of the page (kStripRows output rows): the warp's spline evaluated on the fly and the photo resampled along
// it. Columns first: in a tile the four spline rows around the strip are expanded once per column, then each output row
// costs four multiply-adds per coordinate. Bytes depend on the strip's place on the page alone, never on who renders
// it.
#pragma once

#include "core/image.h"
#include "core/options.h"
#include "core/pipeline/paper_fill.h"
#include "core/pipeline/resample.h"
#include "core/warp_grid.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace platen::pipeline {

inline constexpr int kStripRows = 16;
inline constexpr int kTileColumns = 512;

// What is the same for all strips of a page. Const after construction: shared by threads.
class StripRenderer {
 public:
  // Arguments as in renderPage (render.h). `portable`: plain C++ kernels only. Throws std::invalid_argument.
  StripRenderer(const Image& source,
                double source_scale,
                const WarpGrid& source_from_page,
                Size out_px,
                Filter filter,
                Fill fill,
                bool portable = false);

  // Buffers of one thread.
  struct Scratch {
    std::vector<float> columns[8];  // x of four spline rows, then y
    std::vector<std::int32_t> x, y;
    std::vector<std::byte> samples;
    std::vector<std::uint32_t> sums;
  };

  // Renders out rows [first_row, first_row + rows) into dest's rows from dest_row; first_row is a multiple of
  // kStripRows and rows at most kStripRows.
  void render(int first_row, int rows, Image& dest, int dest_row, Scratch& scratch) const;

  [[nodiscard]] int channels() const { return source_.channels(); }
  [[nodiscard]] PixelType type() const { return source_.type(); }
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
  void renderTile(const Tile& tile, Image& dest, int dest_row, Scratch& scratch) const;
  void expandColumns(const Tile& tile, int cell_row, Vec2 origin, Scratch& scratch) const;
  void resampleRow(const Kernels& with, const std::int32_t* x, const std::int32_t* y, int n, std::byte* out) const;

  Image source_;
  SourceView view_;
  SplineNet net_;  // array coordinates of the source: source_px * source_scale - 0.5
  Size out_;
  Kernels exact_, area_;
  std::optional<PaperFill> beyond_;  // else white
  PositionRow positions_;
};

}  // namespace platen::pipeline
