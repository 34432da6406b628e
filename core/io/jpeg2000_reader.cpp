#include "core/io/jpeg2000_reader.h"

#include "core/io/cmyk.h"
#include "core/io/metadata.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

#include <climits>

namespace platen::io {
namespace {

constexpr std::size_t kStreamBuffer = 1 << 18;

void keepMessage(const char* text, void* message) {
  auto& kept = *static_cast<std::string*>(message);
  if (kept.empty()) {  // the first one is what is wrong, the others follow from it
    kept = text;
    while (!kept.empty() && (kept.back() == '\n' || kept.back() == '.')) {
      kept.pop_back();
    }
  }
}

void passOver(const char* /*text*/, void* /*data*/) {}

OPJ_SIZE_T readSome(void* buffer, OPJ_SIZE_T count, void* file) {
  const std::size_t got = std::fread(buffer, 1, count, static_cast<std::FILE*>(file));
  return got > 0 ? got : static_cast<OPJ_SIZE_T>(-1);
}

OPJ_OFF_T skipSome(OPJ_OFF_T count, void* file) {
  return ::fseeko(static_cast<std::FILE*>(file), count, SEEK_CUR) == 0 ? count : -1;
}

OPJ_BOOL seekTo(OPJ_OFF_T offset, void* file) {
  return ::fseeko(static_cast<std::FILE*>(file), offset, SEEK_SET) == 0 ? OPJ_TRUE : OPJ_FALSE;
}

}  // namespace

tl::unexpected<Error> Jpeg2000Reader::failure() const {
  return fail(
      ErrorKind::unreadable, path_,
      "is damaged or cut off" + (message_.empty() ? std::string() : ": " + message_) + " (copy the photo again)");
}

tl::unexpected<Error> Jpeg2000Reader::unsupported(const std::string& what) const {
  return fail(ErrorKind::unsupported, path_,
              "is a JPEG 2000 with " + what + ", which Platen does not read (save it as plain RGB)");
}

Result<std::unique_ptr<Jpeg2000Reader>> Jpeg2000Reader::open(PhotoFile file, const std::filesystem::path& path) {
  std::unique_ptr<Jpeg2000Reader> reader(new Jpeg2000Reader(std::move(file), path));
  const std::vector<std::uint8_t> head = reader->bytesAt(0, 4);
  reader->is_bare_ = head.size() == 4 && head[0] == 0xFF && head[1] == 0x4F;
  if (!reader->is_bare_) {
    reader->readBoxes();
  }
  if (const Result<void> fits = reader->checkCodestream(); !fits) {
    return tl::unexpected(fits.error());
  }
  if (const Result<void> begun = reader->begin(); !begun) {
    return tl::unexpected(begun.error());
  }
  return reader;
}

Result<void> Jpeg2000Reader::begin() {
  std::FILE* in = file_.handle.get();
  std::rewind(in);
  codec_.reset(opj_create_decompress(is_bare_ ? OPJ_CODEC_J2K : OPJ_CODEC_JP2));
  stream_.reset(opj_stream_create(kStreamBuffer, OPJ_TRUE));
  if (!codec_ || !stream_) {
    throw std::bad_alloc();
  }
  opj_codec_t* codec = codec_.get();
  opj_stream_t* stream = stream_.get();
  opj_set_error_handler(codec, keepMessage, &message_);
  opj_set_warning_handler(codec, passOver, nullptr);
  opj_set_info_handler(codec, passOver, nullptr);
  opj_stream_set_user_data(stream, in, nullptr);
  opj_stream_set_user_data_length(stream, file_.bytes);
  opj_stream_set_read_function(stream, readSome);
  opj_stream_set_skip_function(stream, skipSome);
  opj_stream_set_seek_function(stream, seekTo);
  opj_dparameters_t parameters;
  opj_set_default_decoder_parameters(&parameters);
  opj_image_t* image = nullptr;
  const bool ok =
      opj_setup_decoder(codec, &parameters) == OPJ_TRUE && opj_read_header(stream, codec, &image) == OPJ_TRUE;
  image_.reset(image);
  if (!ok || image == nullptr || image->numcomps == 0) {
    return failure();
  }
  if (opj_codestream_info_v2_t* info = opj_get_cstr_info(codec); info != nullptr) {
    reversible_ = info->m_default_tile_info.tccp_info == nullptr || info->m_default_tile_info.tccp_info->qmfbid == 1;
    for (OPJ_UINT32 k = 0; info->m_default_tile_info.tccp_info != nullptr && k < info->nbcomps; ++k) {
      const int halvings = static_cast<int>(std::min(info->m_default_tile_info.tccp_info[k].numresolutions, 33U)) - 1;
      halvings_ = k == 0 ? halvings : std::min(halvings_, halvings);
    }
    opj_destroy_cstr_info(&info);
  }
  return {};
}

bool Jpeg2000Reader::hasAlpha() const {
  return alpha_ != Alpha::none && (image_->numcomps == 2 || (image_->numcomps == 4 && !isCmyk()));
}

bool Jpeg2000Reader::isYcc() const {
  constexpr std::uint32_t kYcc = 18;
  return image_->numcomps >= 3 && color_space_ == kYcc;
}

bool Jpeg2000Reader::isCmyk() const {
  constexpr std::uint32_t kCmyk = 12;
  constexpr std::size_t kSpaceAt = 16;  // ICC.1:2010, 7.2
  const bool by_profile = icc_profile_.size() >= 128 && std::memcmp(icc_profile_.data() + kSpaceAt, "CMYK", 4) == 0;
  return image_->numcomps == 4 && (color_space_ == kCmyk || by_profile);
}

void Jpeg2000Reader::describe(PhotoInfo& photo) {
  photo.codec = Codec::jpeg2000;
  photo.bits_per_channel = static_cast<int>(std::min(image_->comps[0].prec, 38U));
  photo.lossy = !reversible_;
  const auto side = [](OPJ_UINT32 from, OPJ_UINT32 to) {
    return to > from ? static_cast<int>(std::min<OPJ_UINT32>(to - from, INT_MAX)) : 0;
  };
  photo.stored_size = {side(image_->x0, image_->x1), side(image_->y0, image_->y1)};
  photo.color = hasAlpha()              ? ColorModel::rgba
                : image_->numcomps <= 2 ? ColorModel::gray
                : isCmyk()              ? ColorModel::cmyk
                                        : ColorModel::rgb;
  ExifFields exif;
  if (exif_.size() > 8) {
    exif = readExif(exif_);
  }
  takeExif(exif, photo);
  std::vector<StatedResolution> stated{{dpi_x_, dpi_y_}};
  if (exif.resolution) {
    stated.push_back({*exif.resolution, *exif.resolution});
  }
  photo.dpi = believedDpi(stated, photo);
  photo.icc_profile = icc_profile_;
}

Result<void> Jpeg2000Reader::start() {
  if (has_palette_) {
    return unsupported("a palette");
  }
  constexpr std::array<std::uint32_t, 4> kKnownSpaces{12, 16, 17, 18};  // CMYK, sRGB, grey, sYCC: table I.10
  if (color_space_ && std::find(kKnownSpaces.begin(), kKnownSpaces.end(), *color_space_) == kKnownSpaces.end()) {
    return unsupported("the colour space " + std::to_string(*color_space_));
  }
  bool wide = false;
  for (OPJ_UINT32 k = 0; k < image_->numcomps; ++k) {
    const opj_image_comp_t& part = image_->comps[k];
    if (part.prec < 1 || part.prec > 16) {
      return unsupported(std::to_string(part.prec) + " bits a sample");
    }
    if (part.dx < 1 || part.dy < 1 || part.dx > 8 || part.dy > 8) {
      return unsupported("components of sampling " + std::to_string(part.dx) + " x " + std::to_string(part.dy));
    }
    wide = wide || part.prec > 8;
  }
  size_ = {static_cast<int>(image_->x1 - image_->x0), static_cast<int>(image_->y1 - image_->y0)};
  channels_ = hasAlpha() ? 4 : image_->numcomps <= 2 ? 1 : 3;
  type_ = wide && !isCmyk() ? PixelType::u16 : PixelType::u8;
  return {};
}

std::uint64_t Jpeg2000Reader::codecBytes() const {
  // OpenJPEG's samples are 32 bits; a picture of one tile is not copied, the codestream is kept.
  return static_cast<std::uint64_t>(size_.width) * static_cast<std::uint64_t>(size_.height) * image_->numcomps * 4 +
         file_.bytes;
}

double Jpeg2000Reader::sampleAt(int component, int x, int y) const {
  const opj_image_comp_t& part = image_->comps[component];
  const auto i = std::min<OPJ_UINT32>(static_cast<OPJ_UINT32>(x) / part.dx, part.w - 1);
  const auto j = std::min<OPJ_UINT32>(static_cast<OPJ_UINT32>(y) / part.dy, part.h - 1);
  const double value =
      part.data[static_cast<std::size_t>(j) * part.w + i] + (part.sgnd != 0 ? 1 << (part.prec - 1) : 0);
  return std::clamp(value / ((1 << part.prec) - 1), 0.0, 1.0);
}

template <class T>
void Jpeg2000Reader::convertRow(int y, int width, T* out) const {
  constexpr double kMost = std::numeric_limits<T>::max();
  const auto stored = [](double value) { return static_cast<T>(std::lround(std::clamp(value, 0.0, 1.0) * kMost)); };
  const auto parts = static_cast<int>(image_->numcomps);
  const bool ycc = isYcc();
  for (int x = 0; x < width; ++x, out += channels_) {
    std::array<double, 3> color{};
    if (ycc) {  // IEC 61966-2-1, amendment 1: sYCC, full range
      const double light = sampleAt(0, x, y);
      const double blue = sampleAt(1, x, y) - 0.5;
      const double red = sampleAt(2, x, y) - 0.5;
      color = {light + 1.402 * red, light - 0.344136 * blue - 0.714136 * red, light + 1.772 * blue};
    } else {
      for (int c = 0; c < std::min(channels_, 3); ++c) {
        color[static_cast<std::size_t>(c)] = sampleAt(parts <= 2 ? 0 : c, x, y);
      }
    }
    const double alpha = channels_ == 4 ? sampleAt(parts - 1, x, y) : 1;
    const double shown = alpha_ == Alpha::multiplied && alpha > 0 ? 1 / alpha : 1;
    for (int c = 0; c < std::min(channels_, 3); ++c) {
      out[c] = stored(color[static_cast<std::size_t>(c)] * shown);
    }
    if (channels_ == 4) {
      out[3] = stored(alpha);
    }
  }
}

bool Jpeg2000Reader::isPlain() const {
  bool plain = image_->x0 == 0 && image_->y0 == 0;
  for (OPJ_UINT32 k = 0; k < image_->numcomps; ++k) {
    plain = plain && image_->comps[k].dx == 1 && image_->comps[k].dy == 1;
  }
  return plain;
}

int Jpeg2000Reader::halveSize(int most) {
  const int halvings = isPlain() ? std::min(most, halvings_) : 0;
  if (halvings <= 0 || opj_set_decoded_resolution_factor(codec_.get(), static_cast<OPJ_UINT32>(halvings)) != OPJ_TRUE) {
    return 0;
  }
  const int step = 1 << halvings;
  size_ = {(size_.width + step - 1) / step, (size_.height + step - 1) / step};
  return halvings;
}

Result<Image> Jpeg2000Reader::decodePart(const StoredPart& part) {
  if (!isPlain()) {
    return Image();
  }
  const bool may = opj_set_decode_area(codec_.get(), image_.get(), part.x, part.y, part.x + part.size.width,
                                       part.y + part.size.height) == OPJ_TRUE;
  Result<Image> image = may ? decodeAs(part.size) : failure();
  if (image) {
    return image;
  }
  // OpenJPEG gives up sooner on a part of a damaged picture than on all of it.
  message_.clear();
  const Result<void> again = begin();
  return again ? Result<Image>(Image()) : tl::unexpected(again.error());
}

Result<Image> Jpeg2000Reader::decode() {
  return decodeAs(size_);
}

Result<Image> Jpeg2000Reader::decodeAs(Size size) {
  const OPJ_UINT32 parts = image_->numcomps;
  opj_codec_t* codec = codec_.get();
  opj_stream_t* stream = stream_.get();
  const bool ok = opj_decode(codec, stream, image_.get()) == OPJ_TRUE && opj_end_decompress(codec, stream) == OPJ_TRUE;
  if (!ok || image_->numcomps != parts) {
    return failure();
  }
  for (OPJ_UINT32 k = 0; k < parts; ++k) {
    if (image_->comps[k].data == nullptr || image_->comps[k].w == 0 || image_->comps[k].h == 0) {
      return failure();
    }
  }
  Image image = Image::allocate(size, channels_, type_);
  if (isCmyk()) {
    const CmykToRgb convert(icc_profile_, false);
    std::vector<std::uint8_t> row(static_cast<std::size_t>(size.width) * 4);
    for (int y = 0; y < size.height; ++y) {
      for (std::size_t k = 0; k < row.size(); ++k) {
        row[k] =
            static_cast<std::uint8_t>(std::lround(255 * sampleAt(static_cast<int>(k % 4), static_cast<int>(k / 4), y)));
      }
      convert.convert(row.data(), image.rowAs<std::uint8_t>(y), static_cast<std::size_t>(size.width));
    }
    return image;
  }
  for (int y = 0; y < size.height; ++y) {
    if (type_ == PixelType::u16) {
      convertRow(y, size.width, image.rowAs<std::uint16_t>(y));
    } else {
      convertRow(y, size.width, image.rowAs<std::uint8_t>(y));
    }
  }
  return image;
}

}  // namespace platen::io
