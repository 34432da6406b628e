#include "core/io/metadata.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <mutex>

#include <exiv2/exiv2.hpp>

namespace platen::io {
namespace {

constexpr double kLowestDpi = 20;
constexpr double kHighestDpi = 4800;
constexpr double kA3Inches = 17;

void silenceExiv2() {
  static std::once_flag once;
  std::call_once(once, [] { Exiv2::LogMsg::setLevel(Exiv2::LogMsg::mute); });
}

std::string text(const Exiv2::ExifData& data, const char* key) {
  const auto found = data.findKey(Exiv2::ExifKey(key));
  if (found == data.end()) {
    return {};
  }
  std::string value = found->toString();
  while (!value.empty() && (value.back() == ' ' || value.back() == '\0')) {
    value.pop_back();
  }
  return value;
}

std::optional<double> number(const Exiv2::ExifData& data, const char* key) {
  const auto found = data.findKey(Exiv2::ExifKey(key));
  if (found == data.end() || found->count() == 0) {
    return std::nullopt;
  }
  const auto value = static_cast<double>(found->toFloat());
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

}  // namespace

ExifFields readExif(std::span<const std::uint8_t> tiff_block) {
  silenceExiv2();
  ExifFields fields;
  // Exiv2 reports damage by exceptions; fields read before it are kept.
  try {
    Exiv2::ExifData data;
    Exiv2::ExifParser::decode(data, tiff_block.data(), static_cast<uint32_t>(tiff_block.size()));
    fields.orientation = static_cast<int>(number(data, "Exif.Image.Orientation").value_or(1));
    fields.camera_make = text(data, "Exif.Image.Make");
    fields.camera_model = text(data, "Exif.Image.Model");
    fields.date_time = text(data, "Exif.Photo.DateTimeOriginal");
    if (fields.date_time.empty()) {
      fields.date_time = text(data, "Exif.Image.DateTime");
    }
    if (const auto focal = number(data, "Exif.Photo.FocalLengthIn35mmFilm"); focal && *focal > 0) {
      fields.focal_length_35mm = focal;
    }
    const auto x = number(data, "Exif.Image.XResolution");
    const auto y = number(data, "Exif.Image.YResolution");
    if (x && std::abs(y.value_or(*x) - *x) <= 0.02 * *x) {
      // ResolutionUnit: 2 inch (the default), 3 centimetre.
      const bool centimetre = number(data, "Exif.Image.ResolutionUnit").value_or(2) == 3;
      fields.resolution = centimetre ? *x * 2.54 : *x;
    }
  } catch (const Exiv2::AnyError&) {
    return fields;
  }
  return fields;
}

std::vector<std::uint8_t> exifBlock(const std::string& date_time,
                                    const std::string& camera_make,
                                    const std::string& camera_model) {
  if (date_time.empty() && camera_make.empty() && camera_model.empty()) {
    return {};
  }
  silenceExiv2();
  Exiv2::ExifData data;
  if (!camera_make.empty()) {
    data["Exif.Image.Make"] = camera_make;
  }
  if (!camera_model.empty()) {
    data["Exif.Image.Model"] = camera_model;
  }
  data["Exif.Image.Orientation"] = static_cast<uint16_t>(1);
  if (!date_time.empty()) {
    data["Exif.Image.DateTime"] = date_time;
    data["Exif.Photo.DateTimeOriginal"] = date_time;
  }
  Exiv2::Blob blob;
  Exiv2::ExifParser::encode(blob, Exiv2::littleEndian, data);
  return {blob.begin(), blob.end()};
}

void takeExif(const ExifFields& exif, PhotoInfo& photo) {
  photo.exif_orientation = exif.orientation >= 1 && exif.orientation <= 8 ? exif.orientation : 1;
  photo.date_time = exif.date_time;
  photo.camera_make = exif.camera_make;
  photo.camera_model = exif.camera_model;
  photo.focal_length_35mm = exif.focal_length_35mm;
}

std::optional<double> believedDpi(std::span<const StatedResolution> stated, const PhotoInfo& photo) {
  const bool names_camera =
      !photo.camera_make.empty() || !photo.camera_model.empty() || photo.focal_length_35mm.has_value();
  const int long_side = std::max(photo.stored_size.width, photo.stored_size.height);
  for (const StatedResolution& s : stated) {
    if (!std::isfinite(s.x) || !std::isfinite(s.y) || s.x < kLowestDpi || s.x > kHighestDpi ||
        std::abs(s.x - s.y) > 0.02 * s.x) {
      continue;
    }
    // PNG counts pixels per metre: 300 dpi comes back as 299.9994. Half a pixel per metre is 0.0127 dpi.
    const double whole = std::round(s.x);
    const double dpi = std::abs(s.x - whole) < 0.02 ? whole : s.x;
    if ((dpi == 72 || dpi == 96) && (names_camera || long_side > kA3Inches * dpi)) {
      continue;
    }
    return dpi;
  }
  return std::nullopt;
}

bool profileFits(std::span<const std::uint8_t> icc_profile, int channels) {
  // ICC.1:2010, 7.2: a header of 128 bytes, the colour space of the data at byte 16.
  if (icc_profile.size() < 128) {
    return false;
  }
  return std::memcmp(icc_profile.data() + 16, channels == 1 ? "GRAY" : "RGB ", 4) == 0;
}

}  // namespace platen::io
