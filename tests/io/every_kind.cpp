#include "tests/io/every_kind.h"

#include "tests/io/modern_photos.h"
#include "tests/io/photo_fixtures.h"

#include <cstring>
#include <png.h>
#include <tiffio.h>

namespace platen::io {
namespace {

void addJpegs(std::vector<PhotoOfAKind>& all, Size size) {
  const Image color = noiseImage(size, 3, PixelType::u8);
  const Image gray = noiseImage(size, 1, PixelType::u8);
  const auto add = [&](const char* name, const Image& image, const JpegKind& kind) {
    all.push_back({std::string("jpeg-") + name + ".jpg", Codec::jpeg, encodeJpeg(image, kind)});
  };
  add("baseline", color, {});
  add("exact", color, {.luma_samples = {1, 1}});
  add("gray", gray, {});
  add("gray-sampled", gray, {.samples_of_gray = true});
  add("progressive", color, {.progressive = true});
  add("gray-progressive", gray, {.progressive = true});
  add("scans", color, {.scan_per_component = true});
  add("restarts", color, {.restart_rows = 1, .density = 300});
  add("intervals", color, {.restart_interval = 3, .luma_samples = {2, 1}});
  add("arithmetic", color, {.arithmetic = true});
  add("cmyk", noiseImage(size, 4, PixelType::u8), {.adobe_cmyk = true});
  add("icc", color, {.icc_profile = srgbProfile()});
  all.push_back({"jpeg-exif.jpg", Codec::jpeg, jpegWithExif(encodeJpeg(color, {}), exifBytes(6, 300))});
}

// A PNG straight from libpng: depths, palettes and interlacing, which createPage() never writes.
std::string encodePng(Size size, int type, int depth, bool interlaced, bool profiled) {
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);  // aborts on errors
  png_infop info = png_create_info_struct(png);
  std::string bytes;
  png_set_write_fn(
      png, &bytes,
      [](png_structp to, png_bytep some, std::size_t count) {
        static_cast<std::string*>(png_get_io_ptr(to))->append(reinterpret_cast<const char*>(some), count);
      },
      nullptr);
  png_set_IHDR(png, info, static_cast<png_uint_32>(size.width), static_cast<png_uint_32>(size.height), depth, type,
               interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
  png_set_pHYs(png, info, 11811, 11811, PNG_RESOLUTION_METER);
  if (type == PNG_COLOR_TYPE_PALETTE) {
    std::vector<png_color> palette;
    for (int k = 0; k < 1 << depth; ++k) {
      palette.push_back({static_cast<png_byte>(k * 40), static_cast<png_byte>(k * 11), static_cast<png_byte>(255 - k)});
    }
    png_set_PLTE(png, info, palette.data(), static_cast<int>(palette.size()));
  }
  if (type == PNG_COLOR_TYPE_GRAY && interlaced) {
    const png_color_16 transparent{0, 0, 0, 0, 1};
    png_set_tRNS(png, info, nullptr, 0, &transparent);
  }
  if (profiled) {
    const std::vector<std::uint8_t> profile = srgbProfile();
    png_set_iCCP(png, info, "sRGB", PNG_COMPRESSION_TYPE_BASE, profile.data(), static_cast<unsigned>(profile.size()));
  }
  png_write_info(png, info);
  const std::size_t row_bytes = png_get_rowbytes(png, info);
  std::vector<std::vector<png_byte>> rows(static_cast<std::size_t>(size.height), std::vector<png_byte>(row_bytes));
  std::vector<png_bytep> pointers;
  unsigned random = 5;
  for (auto& row : rows) {
    for (png_byte& value : row) {
      random = random * 1664525U + 1013904223U;
      value = static_cast<png_byte>(random >> 24U);
    }
    pointers.push_back(row.data());
  }
  png_write_image(png, pointers.data());
  png_write_end(png, nullptr);
  png_destroy_write_struct(&png, &info);
  return bytes;
}

void addPngs(std::vector<PhotoOfAKind>& all, Size size) {
  const auto add = [&](const char* name, std::string bytes) {
    all.push_back({std::string("png-") + name + ".png", Codec::png, std::move(bytes)});
  };
  add("gray1", encodePng(size, PNG_COLOR_TYPE_GRAY, 1, false, false));
  add("gray8-interlaced", encodePng(size, PNG_COLOR_TYPE_GRAY, 8, true, false));
  add("gray16", encodePng(size, PNG_COLOR_TYPE_GRAY, 16, false, false));
  add("gray-alpha", encodePng(size, PNG_COLOR_TYPE_GRAY_ALPHA, 8, false, false));
  add("palette4", encodePng(size, PNG_COLOR_TYPE_PALETTE, 4, false, false));
  add("palette8-interlaced", encodePng(size, PNG_COLOR_TYPE_PALETTE, 8, true, false));
  add("rgb8", encodePng(size, PNG_COLOR_TYPE_RGB, 8, false, true));
  add("rgb16-interlaced", encodePng(size, PNG_COLOR_TYPE_RGB, 16, true, false));
  add("rgba8", encodePng(size, PNG_COLOR_TYPE_RGB_ALPHA, 8, false, false));
  add("rgba16", encodePng(size, PNG_COLOR_TYPE_RGB_ALPHA, 16, false, false));
  add("exif", pngWithExif(encodePng(size, PNG_COLOR_TYPE_RGB, 8, false, false), exifBytes(3, 200)));
}

// A TIFF of few bits a sample: `rows` are packed.
std::string bitsTiff(Size size, int bits, int photometric, int compression) {
  const ScratchFolder folder;
  TIFF* tiff = TIFFOpen((folder / "a.tif").c_str(), "w");
  TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, size.width);
  TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, size.height);
  TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, 1);
  TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, bits);
  TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, photometric);
  TIFFSetField(tiff, TIFFTAG_COMPRESSION, compression);
  TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, 9);
  std::vector<std::uint16_t> ramp(std::size_t{1} << bits);
  for (std::size_t k = 0; k < ramp.size(); ++k) {
    ramp[k] = static_cast<std::uint16_t>(k * 65535 / (ramp.size() - 1));
  }
  if (photometric == PHOTOMETRIC_PALETTE) {
    TIFFSetField(tiff, TIFFTAG_COLORMAP, ramp.data(), ramp.data(), ramp.data());
  }
  std::vector<std::uint8_t> row(static_cast<std::size_t>(TIFFScanlineSize(tiff)));
  for (int y = 0; y < size.height; ++y) {
    for (std::size_t k = 0; k < row.size(); ++k) {
      row[k] = static_cast<std::uint8_t>((k / 3 + static_cast<std::size_t>(y) / 4) * 0x35);
    }
    TIFFWriteScanline(tiff, row.data(), static_cast<std::uint32_t>(y));
  }
  TIFFClose(tiff);
  return readBytes(folder / "a.tif");
}

void addTiffs(std::vector<PhotoOfAKind>& all, Size size) {
  const ScratchFolder folder;
  const auto add = [&](const std::string& name, std::string bytes) {
    all.push_back({"tiff-" + name + ".tif", Codec::tiff, std::move(bytes)});
  };
  const TiffLayout layouts[] = {
      {.name = "strips"},
      {.name = "big", .mode = "w8"},
      {.name = "other-endian", .mode = "wb"},
      {.name = "lzw", .compression = COMPRESSION_LZW},
      {.name = "deflate-tiles", .compression = COMPRESSION_ADOBE_DEFLATE, .tile = 16},
      {.name = "packbits", .compression = COMPRESSION_PACKBITS, .orientation = 6},
      {.name = "planes", .planar = true},
      {.name = "plane-tiles", .compression = COMPRESSION_LZW, .planar = true, .tile = 16},
      {.name = "jpeg", .compression = COMPRESSION_JPEG, .tile = 16},
  };
  for (const TiffLayout& layout : layouts) {
    for (const auto& [channels, type] : {std::pair{3, PixelType::u8}, {4, PixelType::u16}, {1, PixelType::u8}}) {
      if (layout.compression == COMPRESSION_JPEG && channels == 4) {
        continue;
      }
      writeTiff(folder / "a.tif", noiseImage(size, channels, type), layout);
      add(std::string(layout.name) + std::to_string(channels), readBytes(folder / "a.tif"));
    }
  }
  add("bilevel", bitsTiff(size, 1, PHOTOMETRIC_MINISBLACK, COMPRESSION_NONE));
  add("g4", bitsTiff(size, 1, PHOTOMETRIC_MINISWHITE, COMPRESSION_CCITTFAX4));
  add("g3", bitsTiff(size, 1, PHOTOMETRIC_MINISWHITE, COMPRESSION_CCITTFAX3));
  add("gray4", bitsTiff(size, 4, PHOTOMETRIC_MINISBLACK, COMPRESSION_LZW));
  add("palette2", bitsTiff(size, 2, PHOTOMETRIC_PALETTE, COMPRESSION_NONE));
  add("palette8", bitsTiff(size, 8, PHOTOMETRIC_PALETTE, COMPRESSION_PACKBITS));
}

void addWebps(std::vector<PhotoOfAKind>& all, Size size) {
  const Image image = noiseImage(size, 3, PixelType::u8);
  const auto add = [&](const char* name, const Image& pixels, const WebpKind& kind) {
    all.push_back({std::string("webp-") + name + ".webp", Codec::webp, encodeWebp(pixels, kind)});
  };
  add("lossless", image, {});
  add("lossy", image, {.lossless = false});
  add("alpha", noiseImage(size, 4, PixelType::u8), {.lossless = false});
  add("exif-icc", image, {.exif = exifBytes(6, 300), .icc_profile = srgbProfile()});
}

void addJpeg2000s(std::vector<PhotoOfAKind>& all, Size size) {
  const auto add = [&](const char* name, const Image& pixels, const Jpeg2000Kind& kind) {
    all.push_back({std::string("jpeg2000-") + name + ".jp2", Codec::jpeg2000, encodeJpeg2000(pixels, kind)});
  };
  const Image image = noiseImage(size, 3, PixelType::u8);
  add("rgb8", image, {});
  add("gray16", noiseImage(size, 1, PixelType::u16), {});
  add("lossy-tiles", image, {.reversible = false, .tile = 16});
  add("bare", image, {.bare = true});
  add("ycc", image, {.subsampled_ycc = true});
  add("boxes", noiseImage(size, 4, PixelType::u8), {.dpi = 300, .exif = exifBytes(6), .icc_profile = srgbProfile()});
}

}  // namespace

std::vector<PhotoOfAKind> photosOfEveryKind(Size size) {
  std::vector<PhotoOfAKind> all;
  addJpegs(all, size);
  addPngs(all, size);
  addTiffs(all, size);
  addWebps(all, size);
  addJpeg2000s(all, size);
  return all;
}

}  // namespace platen::io
