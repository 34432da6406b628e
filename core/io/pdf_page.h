// A page of a PDF as a photo: the image that was scanned, taken out as it is, where the page is one image (pdf_look.h,
// pdf_image.h); else the page, rendered (pdf_render.h). Either becomes a nameless temporary file that the codecs read.
// The last few are kept, for a photo is opened several times on its way.
#pragma once

#include "core/io/photo_file.h"

namespace platen::io {

// Rendered pages have 300 pixels an inch, or as many as the densest of their images, up to twice as many.
inline constexpr double kRenderDpi = 300;

// Precondition: file.is_pdf. Errors: notFound (no such page), unreadable, unsupported (a password, no pdftoppm),
// tooLarge, writeFailed (no room for the temporary file).
Result<PhotoFile> openPdfPage(const PhotoFile& file, const std::filesystem::path& photo);
Result<int> pdfPagesOf(const PhotoFile& file, const std::filesystem::path& photo);

}  // namespace platen::io
