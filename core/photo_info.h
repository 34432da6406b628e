// What is known of a photo without decoding its pixels: what `platen inspect` prints and what an export carries over.
#pragma once

#include "core/geometry.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace platen {

enum class Codec : std::uint8_t { jpeg, png, tiff, webp, jpeg2000, heif };
enum class ColorModel : std::uint8_t { gray, rgb, rgba, palette, cmyk, ycck };

inline constexpr double kFilm_mm = 36;  // the longer side of the frame that equivalent focal lengths are of

struct PhotoInfo {
  std::filesystem::path file;  // FILE[K] where one of several images is meant (io/image_address.h)
  std::uintmax_t file_bytes = 0;
  Codec codec = Codec::jpeg;
  ColorModel color = ColorModel::rgb;
  int bits_per_channel = 8;               // as stored: 1, 2, 4, 8, 16
  Size stored_size;                       // as stored in the file, before the EXIF orientation
  int exif_orientation = 1;               // 1..8 (EXIF 2.32, tag 0x0112); 1 = as stored
  Size size;                              // source_px: after the orientation is applied
  std::optional<double> dpi;              // of the file, if it states one that can be believed (20..4800)
  std::vector<std::uint8_t> icc_profile;  // empty: none
  // EXIF fields that are carried to the output or that the fit uses.
  std::string date_time;  // "YYYY:MM:DD HH:MM:SS"
  std::string camera_make, camera_model;
  std::optional<double> focal_length_35mm;  // mm, equivalent on a 36 x 24 mm frame
  bool progressive = false;                 // JPEG: coefficients of the whole photo are held while decoding
  bool lossy = false;                       // stored with losses, as all JPEGs are
  int pages = 1;                            // images that the file holds: pages of a TIFF, of a PDF
  int image = 0;                            // which of them `file` names, from 1; 0: none, which is the first
  // Codec and colours of a page of a PDF are those of what was taken out of it.
  enum class PdfPage : std::uint8_t { none, image, rendered };
  PdfPage pdf_page = PdfPage::none;
  std::string rendering_doubt;  // of a rendered page: what its renderer complained of; empty: nothing
};

}  // namespace platen
