// TiffReader: which directories are pages, and what one of them says about its picture.
#include "core/io/metadata.h"
#include "core/io/tiff_reader.h"

#include <algorithm>

#include <climits>

namespace platen::io {
namespace {

constexpr int kMostPages = 65535;

std::string textTag(TIFF* tiff, ttag_t tag) {
  char* value = nullptr;
  return TIFFGetField(tiff, tag, &value) != 0 && value != nullptr ? std::string(value) : std::string();
}

// The EXIF directory of a TIFF, as far as Platen uses it. Leaves the page's own directory current.
void readExifDirectory(TIFF* tiff, ExifFields& exif) {
  std::uint64_t offset = 0;
  if (TIFFGetField(tiff, TIFFTAG_EXIFIFD, &offset) == 0) {
    return;
  }
  const tdir_t page = TIFFCurrentDirectory(tiff);
  if (TIFFReadEXIFDirectory(tiff, offset) != 0) {
    if (const std::string taken = textTag(tiff, EXIFTAG_DATETIMEORIGINAL); !taken.empty()) {
      exif.date_time = taken;
    }
    std::uint16_t focal = 0;
    if (TIFFGetField(tiff, EXIFTAG_FOCALLENGTHIN35MMFILM, &focal) != 0 && focal > 0) {
      exif.focal_length_35mm = focal;
    }
  }
  TIFFSetDirectory(tiff, page);
}

}  // namespace

// Is the current directory a page, and not another's thumbnail, reduced copy or mask? (TIFF 6.0, NewSubfileType;
// SubfileType before it.) A JPEG thumbnail as cameras write it says nothing but its outdated compression.
bool TiffReader::isPage() const {
  TIFF* tiff = tiff_.get();
  std::uint32_t kind = 0;
  if (TIFFGetField(tiff, TIFFTAG_SUBFILETYPE, &kind) != 0 && (kind & (FILETYPE_REDUCEDIMAGE | FILETYPE_MASK)) != 0) {
    return false;
  }
  std::uint16_t old_kind = 0;
  if (TIFFGetField(tiff, TIFFTAG_OSUBFILETYPE, &old_kind) != 0 && old_kind == OFILETYPE_REDUCEDIMAGE) {
    return false;
  }
  return TIFFCurrentDirectory(tiff) == 0 || number(TIFFTAG_COMPRESSION) != COMPRESSION_OJPEG;
}

Result<int> TiffReader::goToPage(int wanted) {
  TIFF* tiff = tiff_.get();
  int pages = 0;
  for (;;) {
    pages += isPage() ? 1 : 0;
    if (pages == wanted || TIFFLastDirectory(tiff) != 0) {
      return pages;
    }
    lost_palette_ = false;
    if (TIFFReadDirectory(tiff) == 0) {
      if (pages + 1 == wanted) {
        return failure();
      }
      return pages + 1;
    }
    if (pages == kMostPages) {
      return fail(ErrorKind::tooLarge, path_, "holds more pages than Platen counts (split it)");
    }
  }
}

Result<int> TiffReader::pagesOf(const PhotoFile& file, const std::filesystem::path& path) {
  auto reader = openFile(file, path);
  return reader ? (*reader)->goToPage(INT_MAX).map([](int pages) { return std::max(1, pages); })
                : tl::unexpected(reader.error());
}

Result<std::unique_ptr<TiffReader>> TiffReader::open(const PhotoFile& file, const std::filesystem::path& path) {
  auto reader = openFile(file, path);
  if (!reader) {
    return reader;
  }
  const Result<int> page = (*reader)->goToPage(std::max(1, file.image));
  if (!page) {
    return tl::unexpected(page.error());
  }
  if (file.image <= 1 && *page == 0) {  // no directory is a page: a file with a thumbnail alone
    TIFFSetDirectory((*reader)->tiff_.get(), 0);
  } else if (const Result<void> there = checkImage(file, *page, path); !there) {
    return tl::unexpected(there.error());
  }
  if (Result<void> layout = (*reader)->readLayout(); !layout) {
    return tl::unexpected(layout.error());
  }
  return reader;
}

void TiffReader::describe(PhotoInfo& photo) {
  TIFF* tiff = tiff_.get();
  photo.codec = Codec::tiff;
  photo.bits_per_channel = bits_;
  photo.stored_size = size_;
  switch (photometric_) {
    case PHOTOMETRIC_PALETTE:
      photo.color = ColorModel::palette;
      break;
    case PHOTOMETRIC_SEPARATED:
      photo.color = ColorModel::cmyk;
      break;
    case PHOTOMETRIC_MINISBLACK:
    case PHOTOMETRIC_MINISWHITE:
      photo.color = ColorModel::gray;
      break;
    default:
      photo.color = ColorModel::rgb;
  }
  std::uint16_t extras = 0;
  std::uint16_t* kinds = nullptr;
  TIFFGetFieldDefaulted(tiff, TIFFTAG_EXTRASAMPLES, &extras, &kinds);
  if (extras > 0 && kinds != nullptr && kinds[0] != EXTRASAMPLE_UNSPECIFIED &&
      (photo.color == ColorModel::gray || photo.color == ColorModel::rgb)) {
    photo.color = ColorModel::rgba;
  }
  ExifFields exif;
  exif.orientation = number(TIFFTAG_ORIENTATION);
  exif.date_time = textTag(tiff, TIFFTAG_DATETIME);
  exif.camera_make = textTag(tiff, TIFFTAG_MAKE);
  exif.camera_model = textTag(tiff, TIFFTAG_MODEL);
  float x = 0;
  float y = 0;
  StatedResolution stated;
  if (TIFFGetField(tiff, TIFFTAG_XRESOLUTION, &x) != 0 && TIFFGetField(tiff, TIFFTAG_YRESOLUTION, &y) != 0) {
    const int unit = number(TIFFTAG_RESOLUTIONUNIT);
    if (unit == RESUNIT_INCH) {
      stated = {x, y};
    } else if (unit == RESUNIT_CENTIMETER) {
      stated = {x * 2.54, y * 2.54};
    }
  }
  std::uint32_t profile_bytes = 0;
  void* profile = nullptr;
  if (TIFFGetField(tiff, TIFFTAG_ICCPROFILE, &profile_bytes, &profile) != 0) {
    const auto* first = static_cast<const std::uint8_t*>(profile);
    photo.icc_profile.assign(first, first + profile_bytes);
  }
  readExifDirectory(tiff, exif);  // last: it moves to another directory and back
  takeExif(exif, photo);
  photo.dpi = believedDpi({&stated, 1}, photo);
}

}  // namespace platen::io
