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

}  // namespace

PaperLooks::PaperLooks(Size photo, int channels, PixelType type)
    : photo_(photo),
      channels_(channels),
      type_(type),
      columns_(cellsOf(photo.width, std::max(photo.width, photo.height))),
      rows_(cellsOf(photo.height, std::max(photo.width, photo.height))) {
  for (int i = 0; i + 1 < columns_; ++i) {
    around_.push_back({i, 0});
  }
  for (int j = 0; j + 1 < rows_; ++j) {
    around_.push_back({columns_ - 1, j});
  }
  for (int i = columns_ - 1; i > 0; --i) {
    around_.push_back({i, rows_ - 1});
  }
  for (int j = rows_ - 1; j > 0; --j) {
    around_.push_back({0, j});
  }
  const double cell_x = static_cast<double>(photo.width) / columns_;
  const double cell_y = static_cast<double>(photo.height) / rows_;
  for (const Cell& cell : around_) {
    const int x0 = static_cast<int>(cell.column * cell_x);
    const int x1 = static_cast<int>((cell.column + 1) * cell_x);
    const int y0 = static_cast<int>(cell.row * cell_y);
    const int y1 = static_cast<int>((cell.row + 1) * cell_y);
    for (int j = 0; j < kLooks; ++j) {
      for (int i = 0; i < kLooks; ++i) {
        pixels_.push_back({std::min(photo.width - 1, x0 + (x1 - x0) * i / kLooks),
                           std::min(photo.height - 1, y0 + (y1 - y0) * j / kLooks)});
      }
    }
  }
  values_.resize(pixels_.size() * static_cast<std::size_t>(channels));
}

void PaperLooks::take(std::size_t k, const std::byte* pixel) {
  for (int c = 0; c < channels_; ++c) {
    values_[k * static_cast<std::size_t>(channels_) + static_cast<std::size_t>(c)] =
        type_ == PixelType::u8 ? reinterpret_cast<const std::uint8_t*>(pixel)[c]
                               : reinterpret_cast<const std::uint16_t*>(pixel)[c];
  }
}

namespace {

PaperLooks looksAt(const Image& source) {
  PaperLooks looks(source.size(), source.channels(), source.type());
  for (std::size_t k = 0; k < looks.pixels().size(); ++k) {
    const auto [x, y] = looks.pixels()[k];
    looks.take(k, source.row(y) + static_cast<std::ptrdiff_t>(source.bytesPerPixel()) * x);
  }
  return looks;
}

}  // namespace

PaperFill::PaperFill(const Image& source) : PaperFill(looksAt(source)) {}

PaperFill::PaperFill(const PaperLooks& looks)
    : type_(looks.type_),
      channels_(looks.channels_),
      columns_(looks.columns_),
      rows_(looks.rows_),
      cell_x_(static_cast<double>(looks.photo_.width) / columns_),
      cell_y_(static_cast<double>(looks.photo_.height) / rows_),
      colour_(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_) *
              static_cast<std::size_t>(channels_)) {
  const std::vector<PaperLooks::Cell>& around = looks.around_;
  const std::size_t n = around.size();
  const std::size_t each = looks.pixels_.size() / n;
  std::vector<std::uint16_t> values(each);
  std::vector<double> ring(n);
  std::vector<double> smooth(n);
  for (int c = 0; c < channels_; ++c) {
    for (std::size_t k = 0; k < n; ++k) {
      for (std::size_t i = 0; i < each; ++i) {
        values[i] = looks.values_[(k * each + i) * static_cast<std::size_t>(channels_) + static_cast<std::size_t>(c)];
      }
      const auto at = values.begin() + static_cast<std::ptrdiff_t>(kPaper * static_cast<double>(each - 1));
      std::nth_element(values.begin(), at, values.end());
      ring[k] = c == 3 ? (type_ == PixelType::u8 ? 255 : 65535) : *at;
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
