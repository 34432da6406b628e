// A page of a PDF as a photo: the image that was scanned, taken out as it is, where the page is one image (pdf_look.h,
// pdf_image.h); else the page, rendered (pdf_render.h). Either becomes a nameless temporary file that the codecs read.
// The last ones are kept (pdf_kept.h), for a photo is opened several times on its way.
#pragma once

#include "core/io/photo_file.h"

#include <cstddef>

namespace platen::io {

// Rendered pages have 300 pixels an inch, or as many as the densest of their images, up to twice as many.
inline constexpr double kRenderDpi = 300;

// Precondition: file.is_pdf. Errors: notFound (no such page), unreadable, unsupported (a password, no pdftoppm),
// tooLarge, writeFailed (no room for the temporary file), stopped (while it was rendered).
Result<PhotoFile> openPdfPage(const PhotoFile& file, const std::filesystem::path& photo, const std::stop_token& stop);
Result<int> pdfPagesOf(const PhotoFile& file, const std::filesystem::path& photo);

// For so many photos that are at work at the same time the last pages are kept, however large; others while all of them
// have no more than 512 MB. Any thread.
void keepPdfPages(std::size_t photos);

// Bytes that the program will take, about, which renders this photo when it is opened. 0: there is nothing to render,
// for it is no page of a PDF, or one image alone that can be taken out (which it then is), or one of the last ones; or
// it can't be read, as opening it will say.
double bytesToRender(const std::filesystem::path& photo, const std::stop_token& stop = {});

}  // namespace platen::io
