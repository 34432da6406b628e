#include "core/io/tiff_reader.h"

#include <algorithm>
#include <sys/stat.h>
#include <utility>

namespace platen::io {
namespace {

// No strip or tile of a photo within probe()'s limits needs more in one piece.
constexpr tmsize_t kLargestBlock = tmsize_t{4} << 30;
// Colours, inks and whatever a scanner adds. A few bytes may claim 65535, all of them to be gone through in each pixel.
constexpr int kMostSamples = 32;

}  // namespace

int TiffReader::number(ttag_t tag) const {
  std::uint16_t value = 0;
  TIFFGetFieldDefaulted(tiff_.get(), tag, &value);
  return value;
}

tl::unexpected<Error> TiffReader::failure() const {
  return fail(
      ErrorKind::unreadable, path_,
      "is damaged or cut off" + (message_.empty() ? std::string() : ": " + message_) + " (copy the photo again)");
}

tl::unexpected<Error> TiffReader::unsupported(const std::string& what) const {
  return fail(ErrorKind::unsupported, path_,
              "is a TIFF with " + what + ", which Platen does not read (save it as plain RGB)");
}

Result<std::unique_ptr<TiffReader>> TiffReader::openFile(const PhotoFile& file, const std::filesystem::path& path) {
  std::unique_ptr<TiffReader> reader(new TiffReader(path));
  TIFFOpenOptions* options = TIFFOpenOptionsAlloc();
  TIFFOpenOptionsSetMaxSingleMemAlloc(options, kLargestBlock);
  TIFFOpenOptionsSetErrorHandlerExtR(options, &TiffReader::keepError, reader.get());
  TIFFOpenOptionsSetWarningHandlerExtR(options, &TiffReader::lookAtWarning, reader.get());
  // "m": no memory mapping, since a file that shrinks on a network drive would end the program.
  reader->tiff_.reset(TIFFOpenExt(file.file.c_str(), "rm", options));
  TIFFOpenOptionsFree(options);
  if (!reader->tiff_) {
    return reader->failure();
  }
  return reader;
}

Result<void> TiffReader::readLayout() {
  TIFF* tiff = tiff_.get();
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::uint16_t photometric = 0;
  if (TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &width) == 0 || TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &height) == 0) {
    return fail(ErrorKind::unreadable, path_, "is a TIFF without a picture in it");
  }
  if (lost_palette_) {
    return fail(ErrorKind::unreadable, path_,
                "is damaged or cut off: its palette can't be read (copy the photo again)");
  }
  bits_ = number(TIFFTAG_BITSPERSAMPLE);
  samples_ = number(TIFFTAG_SAMPLESPERPIXEL);
  if (TIFFGetField(tiff, TIFFTAG_PHOTOMETRIC, &photometric) == 0) {
    photometric = samples_ >= 3 ? PHOTOMETRIC_RGB : PHOTOMETRIC_MINISBLACK;
  }
  photometric_ = photometric;
  planar_ = samples_ > 1 && number(TIFFTAG_PLANARCONFIG) == PLANARCONFIG_SEPARATE;
  tiled_ = TIFFIsTiled(tiff) != 0;
  const int compression = number(TIFFTAG_COMPRESSION);
  // Runs of PackBits may go on into the next row, which libtiff's rows do not; JBIG comes as a whole.
  constexpr std::uint64_t kSmall = std::uint64_t{64} << 20;
  by_strip_ = !tiled_ && (compression == COMPRESSION_JBIG ||
                          (compression == COMPRESSION_PACKBITS && TIFFStripSize64(tiff) <= kSmall));
  constexpr auto kLargest = static_cast<std::uint32_t>(INT32_MAX);
  size_ = {static_cast<int>(std::min(width, kLargest)), static_cast<int>(std::min(height, kLargest))};
  return {};
}

Result<void> TiffReader::start() {
  TIFF* tiff = tiff_.get();
  const int sample_format = number(TIFFTAG_SAMPLEFORMAT);
  if (sample_format != SAMPLEFORMAT_UINT && sample_format != SAMPLEFORMAT_VOID) {
    return unsupported("signed or floating point samples");
  }
  if (bits_ != 1 && bits_ != 2 && bits_ != 4 && bits_ != 8 && bits_ != 16) {
    return unsupported(std::to_string(bits_) + " bits a sample");
  }
  if (number(TIFFTAG_COMPRESSION) == COMPRESSION_OJPEG) {
    return unsupported("an outdated kind of JPEG inside");
  }
  if (photometric_ == PHOTOMETRIC_YCBCR && number(TIFFTAG_COMPRESSION) == COMPRESSION_JPEG) {
    TIFFSetField(tiff, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
    photometric_ = PHOTOMETRIC_RGB;
  }
  const int compression = number(TIFFTAG_COMPRESSION);
  // libtiff does not read CCITT RLE/W that it wrote itself.
  if (TIFFIsCODECConfigured(static_cast<std::uint16_t>(compression)) == 0 || compression == COMPRESSION_CCITTRLEW) {
    return unsupported("compression " + std::to_string(compression));
  }
  int needed = 1;
  type_ = bits_ == 16 ? PixelType::u16 : PixelType::u8;
  switch (photometric_) {
    case PHOTOMETRIC_MINISBLACK:
    case PHOTOMETRIC_MINISWHITE:
      channels_ = 1;
      break;
    case PHOTOMETRIC_PALETTE: {
      std::uint16_t *red = nullptr, *green = nullptr, *blue = nullptr;
      if (bits_ > 8 || TIFFGetField(tiff, TIFFTAG_COLORMAP, &red, &green, &blue) == 0) {
        return unsupported("a palette of " + std::to_string(bits_) + " bits");
      }
      // 16 bits a colour; but some programs write bytes.
      const auto is_byte = [](std::uint16_t value) { return value < 256; };
      const bool bytes = std::all_of(red, red + (1 << bits_), is_byte) &&
                         std::all_of(green, green + (1 << bits_), is_byte) &&
                         std::all_of(blue, blue + (1 << bits_), is_byte);
      for (const std::uint16_t* map : {red, green, blue}) {
        for (int k = 0; k < 1 << bits_; ++k) {
          palette_.push_back(bytes ? map[k] : static_cast<std::uint16_t>((map[k] + 128) / 257));
        }
      }
      channels_ = 3;
      break;
    }
    case PHOTOMETRIC_RGB:
      channels_ = needed = 3;
      break;
    case PHOTOMETRIC_SEPARATED: {
      if (number(TIFFTAG_INKSET) != INKSET_CMYK) {
        return unsupported("inks other than CMYK");
      }
      std::uint32_t profile_bytes = 0;
      void* profile = nullptr;
      TIFFGetField(tiff, TIFFTAG_ICCPROFILE, &profile_bytes, &profile);
      cmyk_ = std::make_unique<CmykToRgb>(std::span(static_cast<const std::uint8_t*>(profile), profile_bytes), false);
      channels_ = 3;
      needed = 4;
      type_ = PixelType::u8;
      break;
    }
    case PHOTOMETRIC_CIELAB:
    case PHOTOMETRIC_ICCLAB:
    case PHOTOMETRIC_ITULAB:
      return unsupported("L*a*b* colours");
    case PHOTOMETRIC_YCBCR:
      return unsupported("YCbCr colours without JPEG");
    default:
      return unsupported("colours of kind " + std::to_string(photometric_));
  }
  if (samples_ < needed || samples_ > kMostSamples) {
    return unsupported(std::to_string(samples_) + " samples a pixel for its kind of colour");
  }
  std::uint16_t extras = 0;
  std::uint16_t* kinds = nullptr;
  TIFFGetFieldDefaulted(tiff, TIFFTAG_EXTRASAMPLES, &extras, &kinds);
  const bool plain = photometric_ != PHOTOMETRIC_PALETTE && photometric_ != PHOTOMETRIC_SEPARATED;
  alpha_ = plain && samples_ > needed && extras > 0 && kinds != nullptr && kinds[0] != EXTRASAMPLE_UNSPECIFIED;
  if (alpha_) {
    channels_ = 4;
    premultiplied_ = kinds[0] == EXTRASAMPLE_ASSOCALPHA;
  }
  row_.resize(static_cast<std::size_t>(size_.width) * static_cast<std::size_t>(samples_));
  return {};
}

Result<void> TiffReader::readRows(Image& band) {
  reads_rows_ = true;
  for (int j = 0; j < band.height(); ++j) {
    if (!fetchRow(next_++)) {
      return claims_much_ ? failure() : lostRows();
    }
    convertRow(band.row(j));
  }
  return {};
}

std::uint64_t TiffReader::heldBytes() const {
  TIFF* tiff = tiff_.get();
  // A strip or tile as it is stored, while its rows come out of it; no two need be of one size.
  std::uint64_t stored = 0;
  const std::uint32_t count = tiled_ ? TIFFNumberOfTiles(tiff) : TIFFNumberOfStrips(tiff);
  for (std::uint32_t k = 0; k < count; ++k) {
    stored = std::max(stored, TIFFGetStrileByteCount(tiff, k));
  }
  // What is claimed beyond the file is not read.
  struct stat status {};
  if (::fstat(TIFFFileno(tiff), &status) == 0) {
    stored = std::min(stored, static_cast<std::uint64_t>(status.st_size));
  }
  const std::uint64_t planes = planar_ ? static_cast<std::uint64_t>(samples_) : 1;
  if (tiled_) {
    std::uint32_t tile_width = 0;
    TIFFGetField(tiff, TIFFTAG_TILEWIDTH, &tile_width);
    const std::uint64_t across =
        tile_width > 0 ? (static_cast<std::uint64_t>(size_.width) + tile_width - 1) / tile_width : 0;
    return stored + planes * across * static_cast<std::uint64_t>(TIFFTileSize(tiff));
  }
  // Where they are not read row by row, also a strip's rows.
  return stored + (readsBlocks() ? planes * static_cast<std::uint64_t>(TIFFStripSize(tiff)) : 0);
}

Result<void> TiffReader::skipRows(int count, const std::stop_token& stop) {
  if (looks_at_all_) {
    return RowReader::skipRows(count, stop);
  }
  const int wanted = next_ + count;
  if (readsBlocks()) {
    next_ = wanted;  // fetchRow() fetches by blocks
    return {};
  }
  // Rows of one strip come in order.
  std::uint32_t strip_rows = 0;
  TIFFGetFieldDefaulted(tiff_.get(), TIFFTAG_ROWSPERSTRIP, &strip_rows);
  const auto rows = static_cast<int>(std::min(strip_rows, static_cast<std::uint32_t>(size_.height)));
  if (rows > 0) {
    next_ = std::max(next_, wanted / rows * rows);
  }
  return RowReader::skipRows(wanted - next_, stop);
}

}  // namespace platen::io
