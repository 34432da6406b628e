#include "core/pipeline/paper_fill.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace platen::pipeline {
namespace {

constexpr int kMostCells = 64;   // along the longer side
constexpr int kLeastCell = 12;   // pixels
constexpr int kLooks = 8;        // samples of a cell, each way
constexpr double kPaper = 0.75;  // quantile of a cell's pixels: paper, not the print on it
constexpr int kSmoothings = 4;   // rounds along the border

int cellsOf(int pixels, int longer) {
  return std::clamp(static_cast<int>(std::lround(static_cast<double>(pixels) * kMostCells / longer)), 2,
                    std::max(2, pixels / kLeastCell));
}

template <class T>
double quantileOf(const Image& source, int x0, int x1, int y0, int y1, int channel, std::vector<T>& values) {
  values.clear();
  for (int j = 0; j < kLooks; ++j) {
    const T* row = source.rowAs<T>(std::min(source.height() - 1, y0 + (y1 - y0) * j / kLooks));
    for (int i = 0; i < kLooks; ++i) {
      const int x = std::min(source.width() - 1, x0 + (x1 - x0) * i / kLooks);
      values.push_back(row[static_cast<std::ptrdiff_t>(x) * source.channels() + channel]);
    }
  }
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(kPaper * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

}  // namespace

PaperFill::PaperFill(const Image& source)
    : type_(source.type()),
      channels_(source.channels()),
      columns_(cellsOf(source.width(), std::max(source.width(), source.height()))),
      rows_(cellsOf(source.height(), std::max(source.width(), source.height()))),
      cell_x_(static_cast<double>(source.width()) / columns_),
      cell_y_(static_cast<double>(source.height()) / rows_),
      colour_(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_) *
              static_cast<std::size_t>(channels_)) {
  // The outermost cells, once around.
  struct Cell {
    int column, row;
  };
  std::vector<Cell> around;
  for (int i = 0; i + 1 < columns_; ++i) {
    around.push_back({i, 0});
  }
  for (int j = 0; j + 1 < rows_; ++j) {
    around.push_back({columns_ - 1, j});
  }
  for (int i = columns_ - 1; i > 0; --i) {
    around.push_back({i, rows_ - 1});
  }
  for (int j = rows_ - 1; j > 0; --j) {
    around.push_back({0, j});
  }
  const std::size_t n = around.size();
  std::vector<std::uint8_t> bytes;
  std::vector<std::uint16_t> words;
  std::vector<double> ring(n);
  std::vector<double> smooth(n);
  for (int c = 0; c < channels_; ++c) {
    for (std::size_t k = 0; k < n; ++k) {
      const int x0 = static_cast<int>(around[k].column * cell_x_);
      const int x1 = static_cast<int>((around[k].column + 1) * cell_x_);
      const int y0 = static_cast<int>(around[k].row * cell_y_);
      const int y1 = static_cast<int>((around[k].row + 1) * cell_y_);
      ring[k] = c == 3                   ? (type_ == PixelType::u8 ? 255 : 65535)
                : type_ == PixelType::u8 ? quantileOf(source, x0, x1, y0, y1, c, bytes)
                                         : quantileOf(source, x0, x1, y0, y1, c, words);
    }
    for (int round = 0; round < kSmoothings; ++round) {
      for (std::size_t k = 0; k < n; ++k) {
        smooth[k] = (ring[(k + n - 1) % n] + 2 * ring[k] + ring[(k + 1) % n]) / 4;
      }
      ring.swap(smooth);
    }
    for (std::size_t k = 0; k < n; ++k) {
      colour_[(static_cast<std::size_t>(around[k].row) * static_cast<std::size_t>(columns_) +
               static_cast<std::size_t>(around[k].column)) *
                  static_cast<std::size_t>(channels_) +
              static_cast<std::size_t>(c)] = static_cast<float>(ring[k]);
    }
  }
}

void PaperFill::write(double x, double y, std::byte* pixel) const {
  // Where the point lies among the cells' centres; outside the photo one of the two is at its end.
  const double column = std::clamp((x + 0.5) / cell_x_ - 0.5, 0.0, columns_ - 1.0);
  const double row = std::clamp((y + 0.5) / cell_y_ - 0.5, 0.0, rows_ - 1.0);
  const int i = std::min(static_cast<int>(column), columns_ - 2);
  const int j = std::min(static_cast<int>(row), rows_ - 2);
  const double fx = column - i;
  const double fy = row - j;
  for (int c = 0; c < channels_; ++c) {
    const double value = (1 - fy) * ((1 - fx) * at(i, j, c) + fx * at(i + 1, j, c)) +
                         fy * ((1 - fx) * at(i, j + 1, c) + fx * at(i + 1, j + 1, c));
    if (type_ == PixelType::u8) {
      reinterpret_cast<std::uint8_t*>(pixel)[c] = static_cast<std::uint8_t>(std::lround(value));
    } else {
      reinterpret_cast<std::uint16_t*>(pixel)[c] = static_cast<std::uint16_t>(std::lround(value));
    }
  }
}

}  // namespace platen::pipeline
