#include "core/io/heif_reader.h"

#ifdef PLATEN_HEIF

#include "core/io/metadata.h"
#include "core/io/nclx_profile.h"

#include <algorithm>
#include <dlfcn.h>
#include <libheif/heif.h>
#include <limits>
#include <utility>
#include <vector>

namespace platen::io {
namespace {

// The functions of libheif that are used, by their own names.
struct Libheif {
#define PLATEN_HEIF_FUNCTIONS(each)                                                                                   \
  each(context_alloc) each(context_free) each(context_read_from_file) each(context_get_number_of_top_level_images)    \
      each(context_get_list_of_top_level_image_IDs) each(context_get_image_handle)                                    \
          each(context_get_primary_image_handle) each(image_handle_release) each(image_handle_get_width)              \
              each(image_handle_get_height) each(image_handle_has_alpha_channel)                                      \
                  each(image_handle_get_luma_bits_per_pixel) each(image_handle_get_number_of_metadata_blocks)         \
                      each(image_handle_get_list_of_metadata_block_IDs) each(image_handle_get_metadata_size)          \
                          each(image_handle_get_metadata) each(image_handle_get_color_profile_type)                   \
                              each(image_handle_get_raw_color_profile_size) each(image_handle_get_raw_color_profile)  \
                                  each(decode_image) each(image_release) each(image_get_width) each(image_get_height) \
                                      each(image_get_plane_readonly) each(image_get_bits_per_pixel_range)             \
                                          each(image_handle_get_nclx_color_profile) each(nclx_color_profile_free)
// NOLINTNEXTLINE(bugprone-macro-parentheses): a name that is declared can have none
#define PLATEN_HEIF_POINTER(name) decltype(&heif_##name) name = nullptr;
  PLATEN_HEIF_FUNCTIONS(PLATEN_HEIF_POINTER)
#undef PLATEN_HEIF_POINTER
};

// Null where it is not there, or is none that we know.
const Libheif* libheif() {
  static const std::unique_ptr<const Libheif> loaded = []() -> std::unique_ptr<const Libheif> {
    void* library = ::dlopen("libheif.so.1", RTLD_NOW | RTLD_LOCAL);  // for as long as the program runs
    if (library == nullptr) {
      return nullptr;
    }
    auto functions = std::make_unique<Libheif>();
    bool all = true;
#define PLATEN_HEIF_LOAD(name)                                                                 \
  functions->name = reinterpret_cast<decltype(&heif_##name)>(::dlsym(library, "heif_" #name)); \
  all = all && functions->name != nullptr;
    PLATEN_HEIF_FUNCTIONS(PLATEN_HEIF_LOAD)
#undef PLATEN_HEIF_LOAD
    return all ? std::move(functions) : nullptr;
  }();
  return loaded.get();
}
#undef PLATEN_HEIF_FUNCTIONS

class Heif final : public HeifReader {
 public:
  Heif(const Libheif& library, std::filesystem::path path)
      : heif_(library),
        path_(std::move(path)),
        context_(library.context_alloc(), library.context_free),
        handle_(nullptr, library.image_handle_release) {}

  Result<void> read(const PhotoFile& file) {
    file_bytes_ = file.bytes;
    return judged(heif_.context_read_from_file(context_.get(), file.file.c_str(), nullptr));
  }

  [[nodiscard]] int images() const { return std::max(1, heif_.context_get_number_of_top_level_images(context_.get())); }

  Result<void> choose(int image) {
    heif_image_handle* handle = nullptr;
    heif_error error{};
    if (image > 0) {
      std::vector<heif_item_id> ids(static_cast<std::size_t>(images()));
      heif_.context_get_list_of_top_level_image_IDs(context_.get(), ids.data(), static_cast<int>(ids.size()));
      error = heif_.context_get_image_handle(context_.get(), ids.at(static_cast<std::size_t>(image) - 1), &handle);
    } else {
      error = heif_.context_get_primary_image_handle(context_.get(), &handle);
    }
    handle_.reset(handle);
    return judged(error);
  }

  void describe(PhotoInfo& photo) override {
    const heif_image_handle* handle = handle_.get();
    photo.codec = Codec::heif;
    photo.lossy = true;
    photo.bits_per_channel = std::max(8, heif_.image_handle_get_luma_bits_per_pixel(handle));
    photo.color = heif_.image_handle_has_alpha_channel(handle) != 0 ? ColorModel::rgba : ColorModel::rgb;
    photo.stored_size = sizeOf(handle);
    ExifFields exif;
    if (const std::vector<std::uint8_t> block = exifBlock(handle); block.size() > 8) {
      exif = readExif(block);
    }
    exif.orientation = 1;
    takeExif(exif, photo);
    if (exif.resolution) {
      const StatedResolution stated{*exif.resolution, *exif.resolution};
      photo.dpi = believedDpi({&stated, 1}, photo);
    }
    const heif_color_profile_type kind = heif_.image_handle_get_color_profile_type(handle);
    if (kind == heif_color_profile_type_prof || kind == heif_color_profile_type_rICC) {
      photo.icc_profile.resize(heif_.image_handle_get_raw_color_profile_size(handle));
      if (heif_.image_handle_get_raw_color_profile(handle, photo.icc_profile.data()).code != heif_error_Ok) {
        photo.icc_profile.clear();
      }
    } else {
      const auto [primaries, transfer] = namedColors();
      photo.icc_profile = profileOf(primaries, transfer);
    }
  }

  Result<void> start() override {
    if (isHighDynamicRange(namedColors().second)) {
      return fail(ErrorKind::unsupported, path_,
                  "is a HEIF photo of high dynamic range (PQ or HLG), which Platen does not read (save it as JPEG)");
    }
    size_ = sizeOf(handle_.get());
    channels_ = heif_.image_handle_has_alpha_channel(handle_.get()) != 0 ? 4 : 3;
    type_ = heif_.image_handle_get_luma_bits_per_pixel(handle_.get()) > 8 ? PixelType::u16 : PixelType::u8;
    return {};
  }

 protected:
  Result<Image> decode() override {
    const bool wide = type_ == PixelType::u16;
    const heif_chroma chroma =
        wide ? (channels_ == 4 ? heif_chroma_interleaved_RRGGBBAA_LE : heif_chroma_interleaved_RRGGBB_LE)
             : (channels_ == 4 ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB);
    heif_image* raw = nullptr;
    const heif_error error = heif_.decode_image(handle_.get(), &raw, heif_colorspace_RGB, chroma, nullptr);
    const std::shared_ptr<heif_image> decoded(raw, heif_.image_release);
    if (const Result<void> fine = judged(error); !fine) {
      return tl::unexpected(fine.error());
    }
    int stride = 0;
    const std::uint8_t* pixels = heif_.image_get_plane_readonly(raw, heif_channel_interleaved, &stride);
    const Size size{heif_.image_get_width(raw, heif_channel_interleaved),
                    heif_.image_get_height(raw, heif_channel_interleaved)};
    if (pixels == nullptr || !(size == size_)) {
      return lostPixels(path_);
    }
    Image stored = Image::wrap(decoded, const_cast<std::uint8_t*>(pixels), size_, channels_, type_, stride);
    if (!wide) {
      return stored;
    }
    const int bits = std::clamp(heif_.image_get_bits_per_pixel_range(raw, heif_channel_interleaved), 1, 16);
    const unsigned most = (1U << bits) - 1;
    Image image = Image::allocate(size_, channels_, type_);
    for (int y = 0; y < size_.height; ++y) {
      const auto* from = stored.rowAs<std::uint16_t>(y);
      auto* to = image.rowAs<std::uint16_t>(y);
      for (int k = 0; k < size_.width * channels_; ++k) {
        to[k] = static_cast<std::uint16_t>((std::min<unsigned>(from[k], most) * 65535U + most / 2) / most);
      }
    }
    return image;
  }

  // The picture as the codec has it, beside the one that is interleaved.
  [[nodiscard]] std::uint64_t codecBytes() const override {
    return 2 * static_cast<std::uint64_t>(size_.width) * static_cast<std::uint64_t>(size_.height) *
               static_cast<std::uint64_t>(channels_) * bytesPer(type_) +
           file_bytes_;
  }

 private:
  [[nodiscard]] Size sizeOf(const heif_image_handle* handle) const {
    return {heif_.image_handle_get_width(handle), heif_.image_handle_get_height(handle)};
  }

  // Primaries and transfer of H.273; 2: not said.
  [[nodiscard]] std::pair<int, int> namedColors() const {
    heif_color_profile_nclx* raw = nullptr;
    if (heif_.image_handle_get_nclx_color_profile(handle_.get(), &raw).code != heif_error_Ok || raw == nullptr) {
      return {2, 2};
    }
    const std::unique_ptr<heif_color_profile_nclx, decltype(heif_.nclx_color_profile_free)> colors(
        raw, heif_.nclx_color_profile_free);
    return {colors->color_primaries, colors->transfer_characteristics};
  }

  [[nodiscard]] Result<void> judged(const heif_error& error) const {
    switch (error.code) {
      case heif_error_Ok:
        return {};
      case heif_error_Unsupported_filetype:
      case heif_error_Unsupported_feature:
      case heif_error_Plugin_loading_error:
        return fail(
            ErrorKind::unsupported, path_,
            "is a kind of HEIF that libheif does not read here: " + std::string(error.message) + " (save it as JPEG)");
      case heif_error_Memory_allocation_error:
        return fail(
            ErrorKind::tooLarge, path_,
            "needs more memory than libheif allows: " + std::string(error.message) + " (make it smaller first)");
      default:
        return fail(ErrorKind::unreadable, path_,
                    "is damaged or cut off: " + std::string(error.message) + " (copy the photo again)");
    }
  }

  // From its byte order on; empty: none.
  std::vector<std::uint8_t> exifBlock(const heif_image_handle* handle) const {
    if (heif_.image_handle_get_number_of_metadata_blocks(handle, "Exif") < 1) {
      return {};
    }
    heif_item_id id = 0;
    heif_.image_handle_get_list_of_metadata_block_IDs(handle, "Exif", &id, 1);
    std::vector<std::uint8_t> block(heif_.image_handle_get_metadata_size(handle, id));
    if (block.size() < 4 || heif_.image_handle_get_metadata(handle, id, block.data()).code != heif_error_Ok) {
      return {};
    }
    // ISO/IEC 23008-12, annex A: four bytes say how far behind them the TIFF header begins.
    std::size_t skipped = 4;
    for (int k = 0; k < 4; ++k) {
      skipped += static_cast<std::size_t>(block[static_cast<std::size_t>(k)]) << (24 - 8 * k);
    }
    block.erase(block.begin(), block.begin() + static_cast<std::ptrdiff_t>(std::min(skipped, block.size())));
    return block;
  }

  const Libheif& heif_;
  std::filesystem::path path_;
  std::unique_ptr<heif_context, decltype(&heif_context_free)> context_;
  std::unique_ptr<heif_image_handle, void (*)(const heif_image_handle*)> handle_;
  std::uint64_t file_bytes_ = 0;
};

Result<std::unique_ptr<Heif>> opened(const PhotoFile& file, const std::filesystem::path& path) {
  const Libheif* library = libheif();
  if (library == nullptr) {
    return fail(ErrorKind::unsupported, path,
                "is a HEIF photo, and libheif is not there to read it (install libheif1, or save the photo as JPEG)");
  }
  auto reader = std::make_unique<Heif>(*library, path);
  if (const Result<void> read = reader->read(file); !read) {
    return tl::unexpected(read.error());
  }
  return reader;
}

}  // namespace

Result<int> HeifReader::imagesOf(const PhotoFile& file, const std::filesystem::path& path) {
  const auto reader = opened(file, path);
  return reader ? Result<int>((*reader)->images()) : tl::unexpected(reader.error());
}

Result<std::unique_ptr<HeifReader>> HeifReader::open(const PhotoFile& file, const std::filesystem::path& path) {
  auto reader = opened(file, path);
  if (!reader) {
    return tl::unexpected(reader.error());
  }
  if (const Result<void> there = checkImage(file, (*reader)->images(), path); !there) {
    return tl::unexpected(there.error());
  }
  if (const Result<void> chosen = (*reader)->choose(file.image); !chosen) {
    return tl::unexpected(chosen.error());
  }
  return std::move(*reader);
}

}  // namespace platen::io

#else

namespace platen::io {
namespace {

tl::unexpected<Error> without(const std::filesystem::path& path) {
  return fail(ErrorKind::unsupported, path, "is a HEIF photo, which this build of Platen can't read (save it as JPEG)");
}

}  // namespace

Result<int> HeifReader::imagesOf(const PhotoFile& /*file*/, const std::filesystem::path& path) {
  return without(path);
}

Result<std::unique_ptr<HeifReader>> HeifReader::open(const PhotoFile& /*file*/, const std::filesystem::path& path) {
  return without(path);
}

}  // namespace platen::io

#endif
