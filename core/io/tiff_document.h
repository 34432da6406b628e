// TIFF files of several pages, each with its number and its photo's name (tags PageNumber and PageName of TIFF 6.0,
// section 12); BigTIFF where they could pass 4 GB. Pages wait encoded in temporary files without a name beside the
// TIFF, so memory does not grow with their pixels: a page in one of its own until it is committed, then all in one.
#pragma once

#include "core/io/document_writer.h"
#include "core/io/tiff_file.h"

#include <cstdint>

namespace platen::io {

// `classic_bytes`: a file that could pass these is a BigTIFF. Errors: writeFailed.
Result<std::unique_ptr<DocumentWriter>> createTiffDocument(const std::filesystem::path& file,
                                                           IfThere if_there,
                                                           std::uint64_t classic_bytes = kClassicTiffBytes);

}  // namespace platen::io
