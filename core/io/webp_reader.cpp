#include "core/io/webp_reader.h"

#include "core/io/metadata.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>
#include <webp/mux.h>

namespace platen::io {
namespace {

// The format in WebPBitstreamFeatures.
constexpr int kLossless = 2;

std::span<const std::uint8_t> chunkOf(const WebPMux* mux, const char* name) {
  WebPData chunk{};
  return mux != nullptr && WebPMuxGetChunk(mux, name, &chunk) == WEBP_MUX_OK
             ? std::span<const std::uint8_t>(chunk.bytes, chunk.size)
             : std::span<const std::uint8_t>();
}

}  // namespace

Result<std::unique_ptr<WebpReader>> WebpReader::open(const PhotoFile& file, const std::filesystem::path& path) {
  std::unique_ptr<WebpReader> reader(new WebpReader(path));
  Result<std::vector<std::uint8_t>> bytes = bytesOf(file, path);
  if (!bytes) {
    return tl::unexpected(bytes.error());
  }
  reader->bytes_ = std::move(*bytes);
  const VP8StatusCode status = WebPGetFeatures(reader->bytes_.data(), reader->bytes_.size(), &reader->features_);
  if (status == VP8_STATUS_NOT_ENOUGH_DATA) {
    return cutOff(path);
  }
  if (status != VP8_STATUS_OK) {
    return lostPixels(path);
  }
  if (reader->features_.has_animation != 0) {
    return fail(ErrorKind::unsupported, path,
                "is an animated WebP, which Platen does not read (save one of its pictures)");
  }
  return reader;
}

void WebpReader::describe(PhotoInfo& photo) {
  photo.codec = Codec::webp;
  photo.bits_per_channel = 8;
  photo.lossy = features_.format != kLossless;
  photo.color = features_.has_alpha != 0 ? ColorModel::rgba : ColorModel::rgb;
  photo.stored_size = {features_.width, features_.height};
  const WebPData all{bytes_.data(), bytes_.size()};
  const std::unique_ptr<WebPMux, decltype(&WebPMuxDelete)> mux(WebPMuxCreate(&all, 0), &WebPMuxDelete);
  ExifFields exif;
  std::span<const std::uint8_t> block = chunkOf(mux.get(), "EXIF");
  if (block.size() > 6 && std::memcmp(block.data(), "Exif\0", 6) == 0) {  // as some programs begin it
    block = block.subspan(6);
  }
  if (block.size() > 8) {
    exif = readExif(block);
  }
  takeExif(exif, photo);
  if (exif.resolution) {
    const StatedResolution stated{*exif.resolution, *exif.resolution};
    photo.dpi = believedDpi({&stated, 1}, photo);
  }
  const std::span<const std::uint8_t> profile = chunkOf(mux.get(), "ICCP");
  photo.icc_profile.assign(profile.begin(), profile.end());
}

Result<void> WebpReader::start() {
  size_ = {features_.width, features_.height};
  channels_ = features_.has_alpha != 0 ? 4 : 3;
  type_ = PixelType::u8;
  return {};
}

std::uint64_t WebpReader::codecBytes() const {
  // Without losses all of the picture is unpacked into 32 bits a pixel first; with them, its alpha.
  const std::uint64_t beside = features_.format == kLossless ? 4 : features_.has_alpha != 0 ? 2 : 0;
  return beside * static_cast<std::uint64_t>(size_.width) * static_cast<std::uint64_t>(size_.height) + bytes_.size();
}

Result<Image> WebpReader::decode() {
  return decodeAs({0, 0, size_});
}

Result<Image> WebpReader::decodePart(const StoredPart& part) {
  // Colours are of every other pixel, and are spread from those beside it: of a part's own edge they would be others.
  constexpr int kBeside = 2;
  const int x = std::max(0, part.x - kBeside) / 2 * 2;
  const int y = std::max(0, part.y - kBeside) / 2 * 2;
  const int right = std::min(size_.width, part.x + part.size.width + kBeside);
  const int bottom = std::min(size_.height, part.y + part.size.height + kBeside);
  Result<Image> more = decodeAs({x, y, {right - x, bottom - y}});
  return more ? more->crop(part.x - x, part.y - y, part.size) : more;
}

Result<Image> WebpReader::decodeAs(const StoredPart& part) {
  Image image = Image::allocate(part.size, channels_);
  WebPDecoderConfig config;
  if (WebPInitDecoderConfig(&config) == 0) {
    return fail(ErrorKind::internal, path_, "libwebp is another one than Platen was built with");
  }
  if (!(part.size == size_)) {
    config.options.use_cropping = 1;
    config.options.crop_left = part.x;
    config.options.crop_top = part.y;
    config.options.crop_width = part.size.width;
    config.options.crop_height = part.size.height;
  }
  config.output.colorspace = channels_ == 4 ? MODE_RGBA : MODE_RGB;
  config.output.is_external_memory = 1;
  config.output.u.RGBA.rgba = image.rowAs<std::uint8_t>(0);
  config.output.u.RGBA.stride = static_cast<int>(image.strideBytes());
  config.output.u.RGBA.size = static_cast<std::size_t>(image.strideBytes()) * static_cast<std::size_t>(image.height());
  switch (WebPDecode(bytes_.data(), bytes_.size(), &config)) {
    case VP8_STATUS_OK:
      return image;
    case VP8_STATUS_OUT_OF_MEMORY:
      throw std::bad_alloc();
    case VP8_STATUS_NOT_ENOUGH_DATA:
    case VP8_STATUS_SUSPENDED:
      return cutOff(path_);
    default:
      return lostPixels(path_);
  }
}

}  // namespace platen::io
