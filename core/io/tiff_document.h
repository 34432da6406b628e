// TIFF files of several pages, each with its number and its photo's name (tags PageNumber and PageName of TIFF 6.0,
// section 12); BigTIFF where they could pass 4 GB. Pages wait encoded in temporary files without a name beside the
// TIFF, so memory does not grow with their pixels: a page in one of its own until it is committed, then all in one.
#pragma once

#include "core/io/document_writer.h"

namespace platen::io {

// Errors: writeFailed.
Result<std::unique_ptr<DocumentWriter>> createTiffDocument(const std::filesystem::path& file, IfThere if_there);

}  // namespace platen::io
