#include "core/io/pdf_image.h"

#include "core/io/pdf_pipelines.h"
#include "core/io/pdf_values.h"

#include <algorithm>
#include <cstdarg>
#include <memory>
#include <string>
#include <tiffio.h>

#define POINTERHOLDER_TRANSITION 4  // qpdf 11: std::shared_ptr throughout
#include <qpdf/Buffer.hh>
#include <qpdf/QPDFObjectHandle.hh>

namespace platen::io {
namespace {

constexpr std::size_t kMostProfile = std::size_t{16} << 20;
constexpr std::size_t kMostPalette = 3 * 256;

struct Colors {
  int components = 1;
  std::vector<std::uint8_t> icc_profile;
  std::string palette;         // of Indexed: base's bytes, one entry after the other
  int palette_components = 0;  // 1 or 3; 0: no palette
};

// Grey and RGB alone: nothing where it is something else.
std::optional<Colors> colorsOf(QPDFObjectHandle space, bool in_palette = false) {
  if (space.isNameAndEquals("/DeviceGray") || space.isNameAndEquals("/G")) {
    return Colors{};
  }
  if (space.isNameAndEquals("/DeviceRGB") || space.isNameAndEquals("/RGB")) {
    return Colors{.components = 3, .icc_profile = {}, .palette = {}};
  }
  if (!space.isArray() || space.getArrayNItems() < 2) {
    return std::nullopt;
  }
  QPDFObjectHandle kind = space.getArrayItem(0);
  if (kind.isNameAndEquals("/CalGray")) {
    return Colors{};
  }
  if (kind.isNameAndEquals("/CalRGB")) {
    return Colors{.components = 3, .icc_profile = {}, .palette = {}};
  }
  if (kind.isNameAndEquals("/ICCBased") && space.getArrayItem(1).isStream()) {
    QPDFObjectHandle components = space.getArrayItem(1).getDict().getKey("/N");
    const int n = components.isInteger() ? components.getIntValueAsInt() : 0;
    if (n != 1 && n != 3) {
      return std::nullopt;
    }
    const std::optional<std::string> profile = unpacked(space.getArrayItem(1), kMostProfile);
    if (!profile) {
      return std::nullopt;
    }
    return Colors{.components = n, .icc_profile = {profile->begin(), profile->end()}, .palette = {}};
  }
  if (kind.isNameAndEquals("/Indexed") && !in_palette && space.getArrayNItems() == 4) {
    std::optional<Colors> base = colorsOf(space.getArrayItem(1), true);
    if (!base) {
      return std::nullopt;
    }
    QPDFObjectHandle entries = space.getArrayItem(3);
    base->palette =
        entries.isString() ? entries.getStringValue() : unpacked(entries, kMostPalette).value_or(std::string());
    base->palette_components = base->components;
    base->components = 1;
    return base->palette.empty() ? std::nullopt : base;
  }
  return std::nullopt;
}

// Whether samples are turned round; nothing where they are stretched otherwise.
std::optional<bool> isInverted(QPDFObjectHandle decode, const Colors& colors) {
  if (decode.isNull()) {
    return false;
  }
  if (!decode.isArray() || decode.getArrayNItems() < 2 || colors.palette_components > 0) {
    return std::nullopt;
  }
  const auto at = [&](int k) { return numberOf(decode.getArrayItem(k), -1); };
  const bool inverted = at(0) == 1;
  for (int k = 0; k + 1 < decode.getArrayNItems(); k += 2) {
    if (at(k) != (inverted ? 1 : 0) || at(k + 1) != (inverted ? 0 : 1)) {
      return std::nullopt;
    }
  }
  if (inverted && colors.components != 1) {
    return std::nullopt;
  }
  return inverted;
}

// The filter, where it is a single one or none.
std::optional<std::string> filterOf(QPDFObjectHandle& image, QPDFObjectHandle& parameters) {
  QPDFObjectHandle filter = image.getDict().getKey("/Filter");
  parameters = image.getDict().getKey("/DecodeParms");
  if (filter.isArray()) {
    if (filter.getArrayNItems() > 1) {
      return std::nullopt;
    }
    filter = filter.getArrayNItems() == 1 ? filter.getArrayItem(0) : QPDFObjectHandle::newNull();
    parameters = parameters.isArray() && parameters.getArrayNItems() == 1 ? parameters.getArrayItem(0) : parameters;
  }
  return filter.isName() ? filter.getName() : std::string();
}

using TiffHandle = std::unique_ptr<TIFF, decltype(&TIFFClose)>;

int passOver(TIFF* /*tiff*/, void* /*data*/, const char* /*module*/, const char* /*format*/, va_list /*arguments*/) {
  return 1;  // what went wrong is said once, by the photo's error
}

TiffHandle openTiff(const char* name, Size size, const Colors& colors, int bits) {
  TIFFOpenOptions* options = TIFFOpenOptionsAlloc();
  TIFFOpenOptionsSetErrorHandlerExtR(options, passOver, nullptr);
  TIFFOpenOptionsSetWarningHandlerExtR(options, passOver, nullptr);
  TiffHandle tiff(TIFFOpenExt(name, "w", options), &TIFFClose);
  TIFFOpenOptionsFree(options);
  require(tiff != nullptr);
  TIFFSetField(tiff.get(), TIFFTAG_IMAGEWIDTH, size.width);
  TIFFSetField(tiff.get(), TIFFTAG_IMAGELENGTH, size.height);
  TIFFSetField(tiff.get(), TIFFTAG_BITSPERSAMPLE, bits);
  TIFFSetField(tiff.get(), TIFFTAG_SAMPLESPERPIXEL, colors.components);
  TIFFSetField(tiff.get(), TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
  return tiff;
}

void setPalette(TIFF* tiff, const Colors& colors, int bits) {
  std::vector<std::uint16_t> maps[3];
  const auto parts = static_cast<std::size_t>(colors.palette_components);
  for (std::size_t k = 0; k < std::size_t{1} << bits; ++k) {
    for (std::size_t c = 0; c < 3; ++c) {
      const std::size_t at = k * parts + (parts == 3 ? c : 0);
      const auto value = at < colors.palette.size() ? static_cast<std::uint8_t>(colors.palette[at]) : std::uint8_t{0};
      maps[c].push_back(static_cast<std::uint16_t>(value * 257));
    }
  }
  TIFFSetField(tiff, TIFFTAG_COLORMAP, maps[0].data(), maps[1].data(), maps[2].data());
}

bool flag(QPDFObjectHandle parameters, const char* key, bool otherwise) {
  QPDFObjectHandle value = parameters.isDictionary() ? parameters.getKey(key) : QPDFObjectHandle::newNull();
  return value.isBool() ? value.getBoolValue() : otherwise;
}

int integer(QPDFObjectHandle parameters, const char* key, int otherwise) {
  QPDFObjectHandle value = parameters.isDictionary() ? parameters.getKey(key) : QPDFObjectHandle::newNull();
  return value.isInteger() ? value.getIntValueAsInt() : otherwise;
}

// What decoders of JPEGs do by themselves (table 13): 1 is the default for three components.
bool isJpegsOwnTransform(int transform, const Colors& colors) {
  return transform == -1 || (transform == 1 && colors.components == 3);
}

}  // namespace

std::optional<TakenImage> takeImage(
    QPDFObjectHandle& image, Size size, std::FILE* file, const char* name, const std::stop_token& stop) {
  QPDFObjectHandle dictionary = image.getDict();
  QPDFObjectHandle parameters;
  const std::optional<std::string> filter = filterOf(image, parameters);
  if (!filter || !dictionary.getKey("/SMask").isNull() || !dictionary.getKey("/Mask").isNull() ||
      integer(dictionary, "/SMaskInData", 0) != 0) {
    return std::nullopt;
  }
  const bool is_stencil = flag(dictionary, "/ImageMask", false);
  QPDFObjectHandle space = dictionary.getKey("/ColorSpace");
  const bool own_colors = *filter == "/JPXDecode" && space.isNull();
  const std::optional<Colors> colors = is_stencil || own_colors ? Colors{} : colorsOf(space);
  if (!colors) {
    return std::nullopt;
  }
  const std::optional<bool> inverted = isInverted(dictionary.getKey("/Decode"), *colors);
  if (!inverted) {
    return std::nullopt;
  }
  TakenImage taken{.icc_profile = colors->icc_profile};
  if (*filter == "/DCTDecode" || *filter == "/JPXDecode") {
    if (*inverted || colors->palette_components > 0 ||
        !isJpegsOwnTransform(integer(parameters, "/ColorTransform", -1), *colors)) {
      return std::nullopt;
    }
    IntoFile into(file, stop);
    image.pipeStreamData(&into, 0, qpdf_dl_none, true);
    into.check();
    require(std::fflush(file) == 0);
    taken.codec = *filter == "/DCTDecode" ? Codec::jpeg : Codec::jpeg2000;
    return taken;
  }
  const int bits = is_stencil ? 1 : integer(dictionary, "/BitsPerComponent", 8);
  if (*filter == "/CCITTFaxDecode") {
    if (integer(parameters, "/K", 0) >= 0 || flag(parameters, "/EncodedByteAlign", false) || bits != 1 ||
        integer(parameters, "/Columns", 1728) != size.width || colors->components != 1 ||
        colors->palette_components > 0) {
      return std::nullopt;
    }
    const TiffHandle tiff = openTiff(name, size, *colors, 1);
    // In the codes' own colours white is 0, in a PDF's samples it is 1 unless BlackIs1 or the array of Decode say
    // otherwise.
    const bool white_is_zero = flag(parameters, "/BlackIs1", false) == *inverted;
    TIFFSetField(tiff.get(), TIFFTAG_PHOTOMETRIC, white_is_zero ? PHOTOMETRIC_MINISWHITE : PHOTOMETRIC_MINISBLACK);
    TIFFSetField(tiff.get(), TIFFTAG_COMPRESSION, COMPRESSION_CCITTFAX4);
    TIFFSetField(tiff.get(), TIFFTAG_ROWSPERSTRIP, size.height);
    const std::shared_ptr<Buffer> codes = image.getRawStreamData();
    require(TIFFWriteRawStrip(tiff.get(), 0, codes->getBuffer(), static_cast<tmsize_t>(codes->getSize())) >= 0 &&
            TIFFFlush(tiff.get()) == 1);
    return taken;
  }
  const bool is_lossless = filter->empty() || *filter == "/FlateDecode" || *filter == "/LZWDecode" ||
                           *filter == "/RunLengthDecode" || *filter == "/ASCII85Decode" || *filter == "/ASCIIHexDecode";
  if (!is_lossless || (bits != 1 && bits != 2 && bits != 4 && bits != 8 && bits != 16) ||
      (colors->palette_components > 0 && bits > 8)) {
    return std::nullopt;
  }
  const TiffHandle tiff = openTiff(name, size, *colors, bits);
  const int photometric = colors->palette_components > 0 ? PHOTOMETRIC_PALETTE
                          : colors->components == 3      ? PHOTOMETRIC_RGB
                          : *inverted                    ? PHOTOMETRIC_MINISWHITE
                                                         : PHOTOMETRIC_MINISBLACK;
  TIFFSetField(tiff.get(), TIFFTAG_PHOTOMETRIC, photometric);
  if (colors->palette_components > 0) {
    setPalette(tiff.get(), *colors, bits);
  }
  TIFFSetField(tiff.get(), TIFFTAG_COMPRESSION, COMPRESSION_ADOBE_DEFLATE);
  TIFFSetField(tiff.get(), TIFFTAG_ZIPQUALITY, 1);
  TIFFSetField(tiff.get(), TIFFTAG_ROWSPERSTRIP, TIFFDefaultStripSize(tiff.get(), 0));
  IntoTiff rows(tiff.get(), size.height, bits == 16, stop);
  image.pipeStreamData(&rows, 0, qpdf_dl_specialized, true);
  rows.check();
  if (!rows.isWhole()) {
    return std::nullopt;
  }
  require(TIFFFlush(tiff.get()) == 1);
  return taken;
}

}  // namespace platen::io
