// A page made sharper by an unsharp mask, for soft photos that are to be read by OCR. It makes edges steeper, and noise
// and what JPEG left of it stronger; it brings back nothing that is not there.
//
//   out = in + round(amount (L - G L)),  clamped to the pixel's range
//
// L is the page's luma (ITU-R BT.601, white behind transparency, as toGray() has it) and G L its mean under a Gaussian
// of standard deviation sigma, cut off at 3 sigma and normalised (R. C. Gonzalez, R. E. Woods, Digital Image
// Processing, 3.6: unsharp masking; above an amount of 1, highboost filtering). The difference is the same for all
// colours of a pixel, so that hues stay and noise of colour is not amplified; alpha is copied. Where all of the mask
// sees one value, nothing changes. Beyond the page's edges its outermost pixels are repeated.
//
// Threads: no state besides that of a SharpenedRows, which belongs to one of them. The same page gives the same bytes,
// however its rows come, on every x86-64 machine. Images with 1, 3 (RGB) or 4 (RGBA) channels, u8 or u16.
#pragma once

#include "core/geometry.h"
#include "core/image.h"

#include <cstdint>
#include <vector>

namespace platen::enhance {

// A soft photo's blur, and what lenses and cameras leave, is about this wide, in pixels of the photo.
inline constexpr double kPhotoSigma = 1.5;
// In pixels of the page. Narrower than the first, pixels are too coarse for a Gaussian, and little but their noise
// differs from it. Wider than the last, which is a photo enlarged four times, halos spread over the gaps between
// letters, and ever more rows must be kept.
inline constexpr double kLeastSigma = 0.8;
inline constexpr double kMostSigma = 6;

struct Sharpening {
  double amount = 0;  // 0: pixels stay as they are
  double sigma_px = kPhotoSigma;
};

// `out_per_source`: pixels of the page to one of the photo, where the photo shows it.
Sharpening sharpeningOf(double amount, double out_per_source);

// How many rows above and below a row its result depends on; 0 without an amount.
int sharpenReach(const Sharpening& sharpening);

// All of a page, or some rows of one: then the outermost sharpenReach() rows where the page goes on are not right.
Image sharpen(const Image& page, const Sharpening& sharpening);

// A page that is not held, row after row. It keeps sharpenReach() + 1 rows as they were, and the luma of twice as many
// as floats.
class SharpenedRows {
 public:
  SharpenedRows(const Sharpening& sharpening, Size page, int channels, PixelType type);

  // The page's next rows, from the top. What is done by then, in order: up to sharpenReach() rows before the last that
  // has come, all with the page's last one; empty where that is none.
  Image add(const Image& rows);

 private:
  void keep(const Image& rows, int from);
  void finish(Image& out, int to);
  template <class Neighbour>
  void addMask(const float* here, const Neighbour& at);
  [[nodiscard]] float* lumaOf(int row);

  Sharpening sharpening_;
  Size page_;
  int reach_ = 0;
  int next_ = 0;  // that comes
  int done_ = 0;
  std::vector<float> weights_;  // of the pixel itself and of those one further each
  std::vector<float> luma_;     // of row k at k modulo their number, as are the pixels
  Image waiting_;
  std::vector<float> across_, mask_;
  std::vector<std::int32_t> steps_;
};

}  // namespace platen::enhance
