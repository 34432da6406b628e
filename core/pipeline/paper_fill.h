// What a page shows where the photo ends. White wedges look like damage and are read as letters by OCR; so the paper's
// own colour goes on from the photo's nearest border, smooth and without any print: a colour, no invented content.
#pragma once

#include "core/image.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace platen::pipeline {

// Where PaperFill looks at a photo: a few thousand pixels beside its border, and what they are, in whatever order they
// come. u8 or u16, not empty.
class PaperLooks {
 public:
  struct Pixel {
    int x = 0, y = 0;
  };
  PaperLooks(Size photo, int channels, PixelType type);

  [[nodiscard]] const std::vector<Pixel>& pixels() const { return pixels_; }
  void take(std::size_t k, const std::byte* pixel);

 private:
  friend class PaperFill;
  struct Cell {
    int column, row;
  };
  Size photo_;
  int channels_;
  PixelType type_;
  int columns_, rows_;                 // cells over the photo
  std::vector<Cell> around_;           // the outermost ones, once around
  std::vector<Pixel> pixels_;          // as many of each cell
  std::vector<std::uint16_t> values_;  // [pixel][channel]
};

// The paper's colour along the photo's border. Const after construction: shared by threads.
class PaperFill {
 public:
  // Of four channels the last is opaque. Precondition: all pixels were taken.
  explicit PaperFill(const PaperLooks& looks);
  explicit PaperFill(const Image& source);

  // The colour at a point outside the photo, in array coordinates (pixel centres are whole): that of the nearest point
  // of the border, as one pixel of the source's kind.
  void write(double x, double y, std::byte* pixel) const;

 private:
  [[nodiscard]] float at(int column, int row, int channel) const {
    return colour_[(static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) +
                    static_cast<std::size_t>(column)) *
                       static_cast<std::size_t>(channels_) +
                   static_cast<std::size_t>(channel)];
  }

  PixelType type_;
  int channels_;
  int columns_, rows_;         // cells over the photo
  double cell_x_, cell_y_;     // pixels of a cell
  std::vector<float> colour_;  // [row][column][channel], the outermost cells only
};

}  // namespace platen::pipeline
