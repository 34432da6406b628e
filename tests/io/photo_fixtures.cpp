#include "tests/io/photo_fixtures.h"

#include "core/io/decode.h"
#include "core/io/probe.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <jpeglib.h>
#include <lcms2.h>
#include <sstream>
#include <stdexcept>
#include <tiffio.h>
#include <zlib.h>

#include <gtest/gtest.h>

namespace platen::io {

Image noiseImage(Size size, int channels, PixelType type) {
  Image image = Image::allocate(size, channels, type);
  for (int y = 0; y < size.height; ++y) {
    for (int k = 0; k < size.width * channels; ++k) {
      std::uint32_t h = static_cast<std::uint32_t>(y) * 2654435761U + static_cast<std::uint32_t>(k) * 40503U;
      h = (h ^ (h >> 15)) * 2246822519U;
      h ^= h >> 13;
      if (type == PixelType::u8) {
        image.rowAs<std::uint8_t>(y)[k] = static_cast<std::uint8_t>(h >> 7);
      } else {
        image.rowAs<std::uint16_t>(y)[k] = static_cast<std::uint16_t>(h >> 7);
      }
    }
  }
  return image;
}

Image rampImage(Size size, int channels) {
  Image image = Image::allocate(size, channels);
  for (int y = 0; y < size.height; ++y) {
    auto* row = image.rowAs<std::uint8_t>(y);
    for (int x = 0; x < size.width; ++x) {
      for (int c = 0; c < channels; ++c) {
        const double across = static_cast<double>(x) / size.width;
        const double down = static_cast<double>(y) / size.height;
        row[x * channels + c] = static_cast<std::uint8_t>(40 + (c == 1 ? 150 * across : 70 * across + 80 * down));
      }
    }
  }
  return image;
}

unsigned sample(const Image& image, int x, int y, int channel) {
  const int at = x * image.channels() + channel;
  return image.type() == PixelType::u8 ? image.rowAs<std::uint8_t>(y)[at] : image.rowAs<std::uint16_t>(y)[at];
}

unsigned greatestDifference(const Image& a, const Image& b) {
  if (a.empty() || b.empty() || !(a.size() == b.size()) || a.channels() != b.channels() || a.type() != b.type()) {
    return 1000000000;
  }
  unsigned greatest = 0;
  for (int y = 0; y < a.height(); ++y) {
    for (int x = 0; x < a.width(); ++x) {
      for (int c = 0; c < a.channels(); ++c) {
        const unsigned p = sample(a, x, y, c);
        const unsigned q = sample(b, x, y, c);
        greatest = std::max(greatest, p > q ? p - q : q - p);
      }
    }
  }
  return greatest;
}

PageFormat formatOf(const Image& image, FileFormat format) {
  PageFormat f;
  f.format = format;
  f.size = image.size();
  f.channels = image.channels();
  f.type = image.type();
  return f;
}

void writeImage(const std::filesystem::path& file, const Image& image, const PageFormat& format) {
  auto page = createPage(file, format);
  ASSERT_TRUE(page) << describe(page.error());
  int height = 7;
  for (int y = 0; y < image.height(); y += height, height = height * 2 % 31 + 1) {
    height = std::min(height, image.height() - y);
    const auto wrote = (*page)->writeRows(image.crop(0, y, {image.width(), height}));
    ASSERT_TRUE(wrote) << describe(wrote.error());
  }
  const auto done = (*page)->commit();
  ASSERT_TRUE(done) << describe(done.error());
}

namespace {

std::string little(unsigned value, int bytes) {
  std::string out;
  for (int k = 0; k < bytes; ++k) {
    out.push_back(static_cast<char>(value >> 8 * k & 0xFF));
  }
  return out;
}

std::string big(unsigned value, int bytes) {
  std::string out = little(value, bytes);
  std::reverse(out.begin(), out.end());
  return out;
}

std::string entry(unsigned tag, unsigned type, unsigned value) {
  return little(tag, 2) + little(type, 2) + little(1, 4) + little(value, 4);
}

}  // namespace

std::string exifBytes(int orientation, unsigned dpi) {
  constexpr unsigned kShort = 3;
  constexpr unsigned kRational = 5;
  const unsigned entries = dpi != 0 ? 4 : 1;
  const unsigned data = 8 + 2 + 12 * entries + 4;
  std::string block = std::string("II") + little(42, 2) + little(8, 4) + little(entries, 2);
  block += entry(0x0112, kShort, static_cast<unsigned>(orientation));
  if (dpi != 0) {
    block += entry(0x011A, kRational, data) + entry(0x011B, kRational, data) + entry(0x0128, kShort, 2);
  }
  block += little(0, 4);
  return dpi != 0 ? block + little(dpi, 4) + little(1, 4) : block;
}

std::string exifOfLens(unsigned focal_mm) {
  constexpr unsigned kShort = 3;
  constexpr unsigned kLong = 4;
  constexpr unsigned kInner = 8 + 2 + 12 + 4;  // where the photo's own directory begins
  return std::string("II") + little(42, 2) + little(8, 4) + little(1, 2) + entry(0x8769, kLong, kInner) + little(0, 4) +
         little(1, 2) + entry(0xA405, kShort, focal_mm) + little(0, 4);
}

std::string jpegWithExif(const std::string& jpeg, const std::string& exif) {
  const std::string body = std::string("Exif\0\0", 6) + exif;
  return jpeg.substr(0, 2) + "\xFF\xE1" + big(static_cast<unsigned>(body.size()) + 2, 2) + body + jpeg.substr(2);
}

std::string pngWithExif(const std::string& png, const std::string& exif) {
  constexpr std::size_t kAfterHeader = 33;
  const std::string body = "eXIf" + exif;
  const auto crc = crc32(0, reinterpret_cast<const Bytef*>(body.data()), static_cast<uInt>(body.size()));
  return png.substr(0, kAfterHeader) + big(static_cast<unsigned>(exif.size()), 4) + body +
         big(static_cast<unsigned>(crc), 4) + png.substr(kAfterHeader);
}

std::string encodeJpeg(const Image& image, const JpegKind& kind) {
  jpeg_compress_struct codec{};
  jpeg_error_mgr errors{};
  codec.err = jpeg_std_error(&errors);  // exits on errors: these files are ours
  jpeg_create_compress(&codec);
  unsigned char* bytes = nullptr;
  unsigned long length = 0;
  jpeg_mem_dest(&codec, &bytes, &length);
  codec.image_width = static_cast<JDIMENSION>(image.width());
  codec.image_height = static_cast<JDIMENSION>(image.height());
  codec.input_components = image.channels();
  codec.in_color_space = kind.adobe_cmyk ? JCS_CMYK : image.channels() == 1 ? JCS_GRAYSCALE : JCS_RGB;
  jpeg_set_defaults(&codec);
  if (kind.adobe_cmyk) {
    jpeg_set_colorspace(&codec, JCS_YCCK);  // writes the Adobe marker
  }
  if (image.channels() == 3 || kind.samples_of_gray) {
    codec.comp_info[0].h_samp_factor = kind.luma_samples.width;
    codec.comp_info[0].v_samp_factor = kind.luma_samples.height;
  }
  jpeg_set_quality(&codec, 95, TRUE);
  if (kind.progressive) {
    jpeg_simple_progression(&codec);
  }
  std::vector<jpeg_scan_info> scans(kind.scan_per_component ? static_cast<std::size_t>(image.channels()) : 0);
  for (std::size_t k = 0; k < scans.size(); ++k) {
    scans[k].comps_in_scan = 1;
    scans[k].component_index[0] = static_cast<int>(k);
    scans[k].Se = 63;
    codec.scan_info = scans.data();
    codec.num_scans = static_cast<int>(scans.size());
  }
  codec.restart_in_rows = kind.restart_rows;
  codec.restart_interval = static_cast<unsigned>(kind.restart_interval);
  codec.arith_code = kind.arithmetic ? TRUE : FALSE;
  if (kind.density > 0) {
    codec.density_unit = 1;
    codec.X_density = codec.Y_density = static_cast<UINT16>(kind.density);
  }
  jpeg_start_compress(&codec, TRUE);
  if (!kind.icc_profile.empty()) {
    jpeg_write_icc_profile(&codec, kind.icc_profile.data(), static_cast<unsigned>(kind.icc_profile.size()));
  }
  for (int y = 0; y < image.height(); ++y) {
    auto* row = const_cast<JSAMPLE*>(image.rowAs<JSAMPLE>(y));
    jpeg_write_scanlines(&codec, &row, 1);
  }
  jpeg_finish_compress(&codec);
  jpeg_destroy_compress(&codec);
  std::string out(reinterpret_cast<char*>(bytes), length);
  std::free(bytes);
  return out;
}

void writeUnevenTiff(const std::filesystem::path& file, Size size, int strip_rows) {
  TIFF* tiff = TIFFOpen(file.c_str(), "w");
  ASSERT_NE(tiff, nullptr);
  TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, size.width);
  TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, size.height);
  TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 8);
  TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, 3);
  TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_RGB);
  TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, strip_rows);
  TIFFSetField(tiff, TIFFTAG_COMPRESSION, COMPRESSION_PACKBITS);
  std::vector<std::uint8_t> row(static_cast<std::size_t>(size.width) * 3, 255);
  std::uint32_t random = 1;
  for (int y = 0; y < size.height; ++y) {
    for (std::size_t k = 0; k < row.size() && y >= size.height - strip_rows; ++k) {
      random = random * 1664525U + 1013904223U;
      row[k] = static_cast<std::uint8_t>(random >> 24U);
    }
    ASSERT_EQ(TIFFWriteScanline(tiff, row.data(), static_cast<std::uint32_t>(y)), 1);
  }
  TIFFClose(tiff);
}

namespace {

std::vector<std::uint8_t> savedAndClosed(cmsHPROFILE profile) {
  cmsUInt32Number length = 0;
  cmsSaveProfileToMem(profile, nullptr, &length);
  std::vector<std::uint8_t> bytes(length);
  cmsSaveProfileToMem(profile, bytes.data(), &length);
  cmsCloseProfile(profile);
  return bytes;
}

// Lightness 100 (1 - K) (1 - C / 2), neutral, in the 16-bit Lab of version 2 profiles.
cmsInt32Number grayInks(const cmsUInt16Number in[], cmsUInt16Number out[], void* /*unused*/) {
  const double lightness = 100 * (1 - in[3] / 65535.0) * (1 - in[0] / 131070.0);
  const cmsCIELab lab{lightness, 0, 0};
  cmsFloat2LabEncodedV2(out, &lab);
  return TRUE;
}

}  // namespace

std::vector<std::uint8_t> srgbProfile() {
  // Once: it has the time at which it was made.
  static const std::vector<std::uint8_t> kProfile = savedAndClosed(cmsCreate_sRGBProfile());
  return kProfile;
}

std::vector<std::uint8_t> grayInksProfile() {
  cmsHPROFILE profile = cmsCreateProfilePlaceholder(nullptr);
  cmsSetProfileVersion(profile, 2.1);
  cmsSetDeviceClass(profile, cmsSigOutputClass);
  cmsSetColorSpace(profile, cmsSigCmykData);
  cmsSetPCS(profile, cmsSigLabData);
  cmsPipeline* pipeline = cmsPipelineAlloc(nullptr, 4, 3);
  cmsStage* table = cmsStageAllocCLut16bit(nullptr, 9, 4, 3, nullptr);
  cmsStageSampleCLut16bit(table, grayInks, nullptr, 0);
  cmsPipelineInsertStage(pipeline, cmsAT_BEGIN, table);
  for (const cmsTagSignature tag : {cmsSigAToB0Tag, cmsSigAToB1Tag}) {
    cmsWriteTag(profile, tag, pipeline);
  }
  cmsPipelineFree(pipeline);
  return savedAndClosed(profile);
}

void writeTiff(const std::filesystem::path& file, const Image& image, const TiffLayout& layout) {
  TIFF* tiff = TIFFOpen(file.c_str(), layout.mode);
  ASSERT_NE(tiff, nullptr);
  const int channels = image.channels();
  const auto sample_bytes = bytesPer(image.type());
  TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, image.width());
  TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, image.height());
  TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, channels);
  TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, static_cast<int>(8 * sample_bytes));
  TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, layout.planar ? PLANARCONFIG_SEPARATE : PLANARCONFIG_CONTIG);
  TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, channels >= 3 ? PHOTOMETRIC_RGB : PHOTOMETRIC_MINISBLACK);
  TIFFSetField(tiff, TIFFTAG_COMPRESSION, layout.compression);
  TIFFSetField(tiff, TIFFTAG_ORIENTATION, layout.orientation);
  if (channels == 4) {
    const std::uint16_t kind = EXTRASAMPLE_UNASSALPHA;
    TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, 1, &kind);
  }
  const int planes = layout.planar ? channels : 1;
  const int in_plane = layout.planar ? 1 : channels;
  const int block_width = layout.tile > 0 ? layout.tile : image.width();
  const int block_height = layout.tile > 0 ? layout.tile : 7;
  if (layout.tile > 0) {
    TIFFSetField(tiff, TIFFTAG_TILEWIDTH, layout.tile);
    TIFFSetField(tiff, TIFFTAG_TILELENGTH, layout.tile);
  } else {
    TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, 7);
  }
  for (int plane = 0; plane < planes; ++plane) {
    for (int top = 0; top < image.height(); top += block_height) {
      for (int left = 0; left < image.width(); left += block_width) {
        const int rows = layout.tile > 0 ? block_height : std::min(block_height, image.height() - top);
        std::vector<std::byte> block(static_cast<std::size_t>(block_width * rows * in_plane) * sample_bytes);
        for (int y = 0; y < std::min(rows, image.height() - top); ++y) {
          for (int x = 0; x < std::min(block_width, image.width() - left); ++x) {
            for (int c = 0; c < in_plane; ++c) {
              std::memcpy(
                  block.data() + static_cast<std::size_t>((y * block_width + x) * in_plane + c) * sample_bytes,
                  image.row(top + y) + static_cast<std::size_t>((left + x) * channels + plane + c) * sample_bytes,
                  sample_bytes);
            }
          }
        }
        const auto column = static_cast<std::uint32_t>(left);
        const auto row = static_cast<std::uint32_t>(top);
        const auto which = static_cast<std::uint16_t>(plane);
        const auto bytes = static_cast<tmsize_t>(block.size());
        const tmsize_t wrote =
            layout.tile > 0
                ? TIFFWriteEncodedTile(tiff, TIFFComputeTile(tiff, column, row, 0, which), block.data(), bytes)
                : TIFFWriteEncodedStrip(tiff, TIFFComputeStrip(tiff, row, which), block.data(), bytes);
        ASSERT_EQ(wrote, bytes);
      }
    }
  }
  TIFFClose(tiff);
}

}  // namespace platen::io
