#include "core/io/png_reader.h"

#include "core/io/guarded_call.h"
#include "core/io/metadata.h"
#include "core/io/whole_reader.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <string_view>
#include <utility>
#include <vector>

namespace platen::io {

namespace {

constexpr png_alloc_size_t kLargestChunk = 8'000'000;
// Chunks without which pixels and colours are the same here.
constexpr std::array<std::string_view, 22> kNotNeeded{"acTL", "bKGD", "cHRM", "cICP", "fcTL", "fdAT", "gAMA", "hIST",
                                                      "iDOT", "iTXt", "oFFs", "pCAL", "pHYs", "sBIT", "sCAL", "sPLT",
                                                      "sRGB", "sTER", "tEXt", "tIME", "vpAg", "zTXt"};

tl::unexpected<Error> unreadHeader(const std::filesystem::path& path) {
  return fail(ErrorKind::unreadable, path, "is damaged: its header can't be read (copy the photo again)");
}

}  // namespace

PngReader::PngReader(PhotoFile file, std::filesystem::path path) : file_(std::move(file)), path_(std::move(path)) {}

PngReader::~PngReader() {
  png_destroy_read_struct(&png_, &info_, nullptr);
}

tl::unexpected<Error> PngReader::failure() const {
  const std::string_view said = message_;
  if (said.ends_with("Out of memory") || said.ends_with("out of memory") || said.ends_with("insufficient memory")) {
    throw std::bad_alloc();
  }
  if (ended_early_) {
    return is_open_ ? cutOff(path_)
                    : fail(ErrorKind::unreadable, path_, "is cut off before its picture begins (copy the photo again)");
  }
  if (is_open_) {
    return lostPixels(path_);
  }
  // Its checksum is right, so that it is no damage: Apple's CgBI, say.
  if (said.ends_with("unhandled critical chunk")) {
    return fail(ErrorKind::unsupported, path_, "is a kind of PNG that Platen does not read (save it as a plain PNG)");
  }
  return unreadHeader(path_);
}

void PngReader::lookAtWarning(std::string_view said) {
  if (!said.ends_with(": CRC error")) {
    return;
  }
  const std::string_view chunk = said.substr(0, said.find(':'));
  lost_transparency_ = lost_transparency_ || chunk == "tRNS";
  lost_profile_ = lost_profile_ || chunk == "iCCP";
  // One whose name is damaged may have been any of them; the orientation is in eXIf.
  lost_header_ = lost_header_ || std::find(kNotNeeded.begin(), kNotNeeded.end(), chunk) == kNotNeeded.end();
}

Result<std::unique_ptr<PngReader>> PngReader::open(PhotoFile file, const std::filesystem::path& path) {
  std::unique_ptr<PngReader> reader(new PngReader(std::move(file), path));
  PngReader* self = reader.get();
  const png_error_ptr on_error = [](png_structp png, png_const_charp message) {
    auto* me = static_cast<PngReader*>(png_get_error_ptr(png));
    std::snprintf(me->message_, sizeof me->message_, "%s", message);
    std::longjmp(me->jump_, 1);
  };
  // Chunks that a picture can do without are left out where their checksum is another one.
  const png_error_ptr on_warning = [](png_structp png, png_const_charp message) {
    static_cast<PngReader*>(png_get_error_ptr(png))->lookAtWarning(message);
  };
  const png_rw_ptr on_read = [](png_structp png, png_bytep bytes, std::size_t count) {
    auto* me = static_cast<PngReader*>(png_get_io_ptr(png));
    if (std::fread(bytes, 1, count, me->file_.handle.get()) != count) {
      me->ended_early_ = true;
      png_error(png, "end of file");
    }
  };
  // libpng asks for a chunk's whole length, which a damaged file may claim to be gigabytes, before it reads of it; only
  // afterwards does it ask for rows, as long as the picture has them.
  const png_malloc_ptr on_malloc = [](png_structp png, png_alloc_size_t bytes) -> png_voidp {
    const auto* me = static_cast<PngReader*>(png_get_mem_ptr(png));
    return me->is_open_ || bytes <= 2 * kLargestChunk ? std::malloc(bytes) : nullptr;
  };
  const png_free_ptr on_free = [](png_structp, png_voidp bytes) { std::free(bytes); };
  self->png_ = png_create_read_struct_2(PNG_LIBPNG_VER_STRING, self, on_error, on_warning, self, on_malloc, on_free);
  self->info_ = self->png_ != nullptr ? png_create_info_struct(self->png_) : nullptr;
  if (self->info_ == nullptr) {
    throw std::bad_alloc();
  }
  const bool ok = guarded(self->jump_, [&] {
    png_set_read_fn(self->png_, self, on_read);
    // probe() judges sizes itself, with a sentence that says what the limit is.
    png_set_user_limits(self->png_, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    // A profile or a text that grows beyond this is left out: few bytes may hold gigabytes of zeros.
    png_set_chunk_malloc_max(self->png_, kLargestChunk);
    png_set_benign_errors(self->png_, 1);
    png_read_info(self->png_, self->info_);
  });
  if (!ok) {
    return self->failure();
  }
  if (self->lost_transparency_) {
    return lostPixels(path);
  }
  if (self->lost_profile_) {
    return fail(ErrorKind::unreadable, path, "is damaged: its colour profile can't be read (copy the photo again)");
  }
  if (self->lost_header_) {
    return unreadHeader(path);
  }
  self->is_open_ = true;
  return reader;
}

void PngReader::describe(PhotoInfo& photo) {
  photo.codec = Codec::png;
  photo.bits_per_channel = png_get_bit_depth(png_, info_);
  photo.stored_size = {static_cast<int>(png_get_image_width(png_, info_)),
                       static_cast<int>(png_get_image_height(png_, info_))};
  const int type = png_get_color_type(png_, info_);
  const bool transparent = (type & PNG_COLOR_MASK_ALPHA) != 0 || png_get_valid(png_, info_, PNG_INFO_tRNS) != 0;
  if (type == PNG_COLOR_TYPE_PALETTE) {
    photo.color = ColorModel::palette;
  } else if (transparent) {
    photo.color = ColorModel::rgba;
  } else {
    photo.color = type == PNG_COLOR_TYPE_GRAY ? ColorModel::gray : ColorModel::rgb;
  }
  ExifFields exif;
  png_uint_32 exif_bytes = 0;
  png_bytep exif_block = nullptr;
  if (png_get_eXIf_1(png_, info_, &exif_bytes, &exif_block) != 0 && exif_bytes > 8) {
    exif = readExif({exif_block, exif_bytes});
  }
  takeExif(exif, photo);
  std::vector<StatedResolution> stated;
  png_uint_32 x = 0;
  png_uint_32 y = 0;
  int unit = 0;
  if (png_get_pHYs(png_, info_, &x, &y, &unit) != 0 && unit == PNG_RESOLUTION_METER) {
    stated.push_back({x * 0.0254, y * 0.0254});
  }
  if (exif.resolution) {
    stated.push_back({*exif.resolution, *exif.resolution});
  }
  photo.dpi = believedDpi(stated, photo);
  png_charp name = nullptr;
  int compression = 0;
  png_bytep profile = nullptr;
  png_uint_32 profile_bytes = 0;
  if (png_get_iCCP(png_, info_, &name, &compression, &profile, &profile_bytes) != 0) {
    photo.icc_profile.assign(profile, profile + profile_bytes);
  }
}

Result<void> PngReader::start() {
  bool wide = false;
  const bool ok = guarded(jump_, [&] {
    png_set_expand(png_);  // palettes to RGB, 1, 2, 4 bits to 8, transparent colours to alpha
    const int type = png_get_color_type(png_, info_);
    if (type == PNG_COLOR_TYPE_GRAY_ALPHA ||
        (type == PNG_COLOR_TYPE_GRAY && png_get_valid(png_, info_, PNG_INFO_tRNS) != 0)) {
      png_set_gray_to_rgb(png_);
    }
    wide = png_get_bit_depth(png_, info_) == 16;
    if (wide && std::endian::native == std::endian::little) {
      png_set_swap(png_);
    }
    interlaced_ = png_set_interlace_handling(png_) > 1;
    png_read_update_info(png_, info_);
  });
  if (!ok) {
    return failure();
  }
  size_ = {static_cast<int>(png_get_image_width(png_, info_)), static_cast<int>(png_get_image_height(png_, info_))};
  channels_ = png_get_channels(png_, info_);
  type_ = wide ? PixelType::u16 : PixelType::u8;
  return {};
}

std::uint64_t PngReader::heldBytes() const {
  return interlaced_ ? static_cast<std::uint64_t>(size_.width) * static_cast<std::uint64_t>(size_.height) *
                           static_cast<std::uint64_t>(channels_) * bytesPer(type_)
                     : 0;
}

Result<void> PngReader::readInterlaced() {
  Image image = Image::allocate(size_, channels_, type_);
  std::vector<png_bytep> rows(static_cast<std::size_t>(size_.height));
  for (int j = 0; j < size_.height; ++j) {
    rows[static_cast<std::size_t>(j)] = image.rowAs<png_byte>(j);
  }
  if (!guarded(jump_, [&] { png_read_image(png_, rows.data()); })) {
    return failure();
  }
  whole_ = std::make_unique<ImageRows>(std::move(image));
  return {};
}

Result<void> PngReader::readRows(Image& band) {
  if (interlaced_) {
    if (!whole_) {
      if (Result<void> read = readInterlaced(); !read) {
        return read;
      }
    }
    return whole_->readRows(band);
  }
  const bool ok = guarded(jump_, [&] {
    for (int j = 0; j < band.height(); ++j) {
      png_read_row(png_, band.rowAs<png_byte>(j), nullptr);
    }
  });
  if (!ok) {
    return failure();
  }
  return {};
}

}  // namespace platen::io
