#include "core/io/jpeg_description.h"

#include "core/io/metadata.h"

#include <cstring>
#include <vector>

namespace platen::io {
namespace {

constexpr int kExifMarker = JPEG_APP0 + 1;

}  // namespace

void describe(JpegReader& reader, PhotoInfo& photo) {
  jpeg_decompress_struct& codec = reader.codec();
  photo.codec = Codec::jpeg;
  photo.lossy = true;
  photo.bits_per_channel = codec.data_precision;
  photo.stored_size = reader.storedSize();
  photo.progressive = jpeg_has_multiple_scans(&codec) != 0;
  switch (codec.jpeg_color_space) {
    case JCS_GRAYSCALE:
      photo.color = ColorModel::gray;
      break;
    case JCS_CMYK:
      photo.color = ColorModel::cmyk;
      break;
    case JCS_YCCK:
      photo.color = ColorModel::ycck;
      break;
    default:
      photo.color = ColorModel::rgb;
  }
  ExifFields exif;
  for (const jpeg_marker_struct* marker = codec.marker_list; marker != nullptr; marker = marker->next) {
    if (marker->marker == kExifMarker && marker->data_length > 6 && std::memcmp(marker->data, "Exif\0", 6) == 0) {
      exif = readExif({marker->data + 6, marker->data_length - 6});
      break;
    }
  }
  takeExif(exif, photo);
  std::vector<StatedResolution> stated;
  if (codec.saw_JFIF_marker && (codec.density_unit == 1 || codec.density_unit == 2)) {
    const double per_inch = codec.density_unit == 1 ? 1 : 2.54;
    stated.push_back({codec.X_density * per_inch, codec.Y_density * per_inch});
  }
  if (exif.resolution) {
    stated.push_back({*exif.resolution, *exif.resolution});
  }
  photo.dpi = believedDpi(stated, photo);
  photo.icc_profile = reader.iccProfile();
}

}  // namespace platen::io
