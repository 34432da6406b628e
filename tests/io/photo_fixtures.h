// What the io tests share: images with known pixels, and files that createPage() never writes.
#pragma once

#include "core/image.h"
#include "core/io/page_writer.h"
#include "tests/support/photo_files.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <tiff.h>
#include <vector>

namespace platen::io {

using test::readBytes;
using test::readImage;
using test::ScratchFolder;
using test::writeBytes;

// Every sample differs from its neighbours: channel c of pixel (x, y) is a hash of the three.
Image noiseImage(Size size, int channels, PixelType type);
// Slow ramps in x and y, one per channel, which JPEG keeps within a few levels.
Image rampImage(Size size, int channels);
unsigned sample(const Image& image, int x, int y, int channel);
// Greatest difference of two samples; 1e9 where sizes, channels or types differ.
unsigned greatestDifference(const Image& a, const Image& b);

PageFormat formatOf(const Image& image, FileFormat format);
// Through createPage(), in bands of uneven heights as a renderer may give them; fails the test when that fails.
void writeImage(const std::filesystem::path& file, const Image& image, const PageFormat& format);

// A bare EXIF block (little-endian TIFF) with orientation and, unless 0, a resolution in pixels per inch.
std::string exifBytes(int orientation, unsigned dpi = 0);
// The same with nothing but a focal length in 35 mm film, in mm.
std::string exifOfLens(unsigned focal_mm);
// The same file with an EXIF block put in.
std::string jpegWithExif(const std::string& jpeg, const std::string& exif);
std::string pngWithExif(const std::string& png, const std::string& exif);

// A TIFF straight from libtiff, of an image as it is, one sample after another.
struct TiffLayout {
  const char* name = "";
  const char* mode = "w";
  int compression = COMPRESSION_NONE;
  bool planar = false;
  int tile = 0;  // 0: strips of 7 rows
  int orientation = 1;
};
// Fails the test where that does not work.
void writeTiff(const std::filesystem::path& file, const Image& image, const TiffLayout& layout);

// A JPEG straight from libjpeg, for what createPage() never writes.
struct JpegKind {
  bool progressive = false;
  bool scan_per_component = false;  // sequential, all the same
  int restart_rows = 0;
  int restart_interval = 0;      // MCUs, where restart_rows is 0
  bool adobe_cmyk = false;       // 4 channels in, 255 = no ink, as Adobe writes them
  int density = 0;               // JFIF, pixels per inch
  Size luma_samples{2, 2};       // of a colour photo, for one of chroma: {2, 2} is 4:2:0
  bool samples_of_gray = false;  // a grey photo too has luma_samples, for none of chroma
  bool arithmetic = false;
  std::vector<std::uint8_t> icc_profile = {};
};
std::string encodeJpeg(const Image& image, const JpegKind& kind);

// An RGB TIFF in strips of so many rows, white but for noise in the last one: those before it pack to next to nothing.
void writeUnevenTiff(const std::filesystem::path& file, Size size, int strip_rows);

// An sRGB profile as lcms2 makes it.
std::vector<std::uint8_t> srgbProfile();
// A CMYK profile of an odd press: cyan is a grey ink of half the weight of black, the other two can't be seen.
std::vector<std::uint8_t> grayInksProfile();

}  // namespace platen::io
