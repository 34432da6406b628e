#include "core/io/probe.h"

#include "core/io/heif_reader.h"
#include "core/io/image_address.h"
#include "core/io/jpeg_description.h"
#include "core/io/metadata.h"
#include "core/io/orientation.h"
#include "core/io/pdf_page.h"
#include "core/io/photo_file.h"
#include "core/io/photo_reader.h"
#include "core/io/size_limits.h"
#include "core/io/tiff_reader.h"

#include <memory>
#include <utility>

namespace platen::io {
namespace {

Result<int> imagesIn(const PhotoFile& file, const std::filesystem::path& photo) {
  if (file.is_pdf) {
    return pdfPagesOf(file, photo);
  }
  switch (file.codec) {
    case Codec::tiff:
      return TiffReader::pagesOf(file, photo);
    case Codec::heif:
      return HeifReader::imagesOf(file, photo);
    default:
      return 1;
  }
}

// What a page of a PDF says, in place of the image on it.
void takePdfFacts(const PdfFacts& facts, PhotoInfo& photo) {
  photo.pdf_page = facts.kind;
  photo.rendering_doubt = facts.rendering_doubt;
  photo.exif_orientation = facts.exif_orientation;
  const StatedResolution stated{facts.dpi_x, facts.dpi_y};
  photo.dpi = believedDpi({&stated, 1}, photo);
  if (!facts.icc_profile.empty()) {
    photo.icc_profile = facts.icc_profile;
  }
}

Result<void> describeFile(PhotoFile file, PhotoInfo& photo) {
  if (file.codec == Codec::jpeg) {
    const auto reader = JpegReader::open({.memory = {}, .file = std::move(file.handle)}, photo.file);
    if (!reader) {
      return tl::unexpected(reader.error());
    }
    describe(**reader, photo);
    return {};
  }
  const auto reader = openReader(std::move(file), photo.file);
  if (!reader) {
    return tl::unexpected(reader.error());
  }
  (*reader)->describe(photo);
  return {};
}

}  // namespace

Result<PhotoInfo> probe(const std::filesystem::path& file, const std::stop_token& stop) {
  Result<PhotoFile> opened = openPhotoFile(file, stop);
  if (!opened) {
    return tl::unexpected(opened.error());
  }
  PhotoInfo photo;
  photo.file = file;
  photo.file_bytes = opened->bytes;
  photo.image = addressOf(file).image;
  const std::shared_ptr<const PdfFacts> pdf = opened->pdf;
  const Result<int> images = pdf ? Result<int>(pdf->pages) : imagesIn(*opened, file);
  if (!images) {
    return tl::unexpected(images.error());
  }
  photo.pages = *images;
  if (const Result<void> there = checkImage(*opened, photo.pages, file); !there) {
    return tl::unexpected(there.error());
  }
  if (Result<void> described = describeFile(std::move(*opened), photo); !described) {
    return tl::unexpected(described.error());
  }
  if (pdf) {
    takePdfFacts(*pdf, photo);
  }
  if (Result<void> fits = checkSize(photo.stored_size, file); !fits) {
    return tl::unexpected(fits.error());
  }
  photo.size = uprightSize(photo.stored_size, photo.exif_orientation);
  return photo;
}

Result<int> imagesOf(const std::filesystem::path& photo) {
  const Result<PhotoFile> opened = openContainer(photo);
  return opened ? imagesIn(*opened, photo) : tl::unexpected(opened.error());
}

}  // namespace platen::io
