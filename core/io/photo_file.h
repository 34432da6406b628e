// A photo's file before any codec looks at it: is it there, may it be read, and what do its first bytes say it is.
#pragma once

#include "core/photo_info.h"
#include "core/result.h"

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace platen::io {

struct FileCloser {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using FileHandle = std::unique_ptr<std::FILE, FileCloser>;

// What a page of a PDF says of the image that was taken out of it, in place of the image itself (pdf_page.h).
struct PdfFacts {
  int pages = 1;
  PhotoInfo::PdfPage kind = PhotoInfo::PdfPage::none;
  int exif_orientation = 1;
  double dpi_x = 0, dpi_y = 0;
  std::vector<std::uint8_t> icc_profile;  // empty: the image's own
  std::string rendering_doubt;            // PhotoInfo has it
};

struct PhotoFile {
  FileHandle handle;           // at the first byte
  std::filesystem::path file;  // what it is of: FILE of FILE[3]
  std::uintmax_t bytes = 0;
  Codec codec = Codec::jpeg;
  int image = 0;        // of several, from 1; 0: none was named
  bool is_pdf = false;  // of openContainer(): its pages are images, of codecs of their own
  std::shared_ptr<const PdfFacts> pdf;
};

// `photo`: a file, or FILE[3] (image_address.h), which the errors name. Errors: notFound (missing, no permission),
// unreadable (a folder, a device, empty, not an image by its first bytes); of a page of a PDF, which becomes a
// temporary file, those of openPdfPage(); only there the token is looked at.
Result<PhotoFile> openPhotoFile(const std::filesystem::path& photo, const std::stop_token& stop = {});
// The file itself, without looking for the page of a PDF.
Result<PhotoFile> openContainer(const std::filesystem::path& photo);
// notFound: the file holds `images`, and the one that was named is not among them.
Result<void> checkImage(const PhotoFile& file, int images, const std::filesystem::path& photo);

// The system's words for an errno, for the end of a sentence: "No space left on device".
std::string systemReason(int error_number);

}  // namespace platen::io
