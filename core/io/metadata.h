// What files say about themselves besides pixels: EXIF fields (through Exiv2) and the resolution that can be believed.
#pragma once

#include "core/photo_info.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace platen::io {

// The EXIF fields that Platen uses. `resolution` is in pixels per inch, as stated, not yet judged.
struct ExifFields {
  int orientation = 1;
  std::string date_time, camera_make, camera_model;
  std::optional<double> focal_length_35mm;
  std::optional<double> resolution;
};

// `tiff_block`: from its byte-order mark ("II" or "MM") on. Damaged EXIF is no reason to refuse a photo: what can't be
// read is left out.
ExifFields readExif(std::span<const std::uint8_t> tiff_block);

// The block that an output carries: orientation 1, date and camera of the source. Empty when there is nothing to say.
std::vector<std::uint8_t> exifBlock(const std::string& date_time,
                                    const std::string& camera_make,
                                    const std::string& camera_model);

// Fills the photo's EXIF fields; orientations out of 1..8 count as 1.
void takeExif(const ExifFields& exif, PhotoInfo& photo);

// Which stated resolution is believed, asked in order of preference. To be believed it lies in 20..4800 px/inch and is
// the same along both axes. 72 and 96 are what cameras and programs write when they know nothing: they are believed
// only where no camera is named and the photo would be no larger than A3 (17 inches) at that resolution.
struct StatedResolution {
  double x = 0, y = 0;  // pixels per inch
};
std::optional<double> believedDpi(std::span<const StatedResolution> stated, const PhotoInfo& photo);

// Does an ICC profile describe this many channels (1: GRAY, 3 and 4: RGB)? A profile that does not fit is not written.
bool profileFits(std::span<const std::uint8_t> icc_profile, int channels);

}  // namespace platen::io
