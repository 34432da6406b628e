// The loops in plain C++: one position at a time, 64-bit offsets, any image that fits in memory, any processor; and the
// only double-precision ones.
#include "core/sampling/bilinear_loops.h"
#include "core/sampling/half_float.h"

namespace platen::sampling {

namespace {

template <class ScalarType>
struct PortableLanes {
  using Scalar = ScalarType;
  using Real = Scalar;
  using Int = std::int32_t;
  static constexpr int kCount = 1;

  PLATEN_TAPS_INLINE static void loadPositions(const Scalar* positions, Real& x, Real& y) {
    x = positions[0];
    y = positions[1];
  }
  template <int kChannels>
  PLATEN_TAPS_INLINE static void store(const Real (&from)[kChannels], Scalar* to) {
    for (int c = 0; c < kChannels; ++c) {
      to[c] = from[c];
    }
  }

  template <class Pixel, int kChannels>
  class Fetch {
   public:
    explicit Fetch(const ImageView& image)
        : pixels_(static_cast<const Pixel*>(image.pixels)),
          row_stride_(image.row_stride),
          column_step_(image.width > 1 ? kChannels : 0),
          row_step_(image.height > 1 ? image.row_stride : 0) {}

    PLATEN_TAPS_INLINE void operator()(Int column, Int row, Real (&to)[4][kChannels]) const {
      const Pixel* top = pixels_ + row * row_stride_ + static_cast<std::int64_t>(column) * kChannels;
      const Pixel* bottom = top + row_step_;
      for (int c = 0; c < kChannels; ++c) {
        to[0][c] = numberOf<Real>(top[c]);
        to[1][c] = numberOf<Real>(top[column_step_ + c]);
        to[2][c] = numberOf<Real>(bottom[c]);
        to[3][c] = numberOf<Real>(bottom[column_step_ + c]);
      }
    }

   private:
    const Pixel* pixels_;
    std::int64_t row_stride_, column_step_, row_step_;
  };

  class TileFetch {
   public:
    explicit TileFetch(const ImageView& image)
        : tiles_(static_cast<const std::uint8_t*>(image.pixels)), row_stride_(image.row_stride) {}

    PLATEN_TAPS_INLINE void operator()(Int column, Int row, Real (&to)[4][1]) const {
      const Int across = column / kTileCore, down = row / kTileCore;
      const std::uint8_t* top = tiles_ + down * row_stride_ + static_cast<std::int64_t>(across) * kTileBytes +
                                (row - down * kTileCore) * kTileSide + (column - across * kTileCore);
      const std::uint8_t* bottom = top + kTileSide;
      to[0][0] = static_cast<Real>(top[0]);
      to[1][0] = static_cast<Real>(top[1]);
      to[2][0] = static_cast<Real>(bottom[0]);
      to[3][0] = static_cast<Real>(bottom[1]);
    }

   private:
    const std::uint8_t* tiles_;
    std::int64_t row_stride_;
  };
};

constexpr KernelTable<float> makeTable() {
  KernelTable<float> table{};
  fillKind<PortableLanes<float>, std::uint8_t>(table, PixelKind::u8);
  fillKind<PortableLanes<float>, Half>(table, PixelKind::f16);
  fillKind<PortableLanes<float>, float>(table, PixelKind::f32);
  fillTiles<PortableLanes<float>>(table);
  return table;
}

constexpr KernelTable<double> makeTableF64() {
  KernelTable<double> table{};
  fillKind<PortableLanes<double>, std::uint8_t>(table, PixelKind::u8);
  fillKind<PortableLanes<double>, Half>(table, PixelKind::f16);
  fillKind<PortableLanes<double>, float>(table, PixelKind::f32);
  fillKind<PortableLanes<double>, double>(table, PixelKind::f64);
  fillTiles<PortableLanes<double>>(table);
  return table;
}

}  // namespace

extern const KernelTable<float> kPortableTable = makeTable();
extern const KernelTable<double> kPortableTableF64 = makeTableF64();

}  // namespace platen::sampling
