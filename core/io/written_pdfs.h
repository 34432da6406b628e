// OUT/.platen/pdfs.json of a batch: the PDFs that were made of its pages, which are no photos of it where they lie
// among them. `{"platen_pdfs": 1, "pdfs": [{"file": NAME, "bytes": N, "modified_ns": N}]}`, names as kept_names.h has
// them. Whole or absent.
#pragma once

#include "core/result.h"

#include <filesystem>
#include <vector>

namespace platen::io {

// Adds `pdf`, as it is now, to those of `out`, and forgets those that are gone. Errors: notFound, writeFailed. Not for
// two threads or programs at a time.
Result<void> noteWrittenPdf(const std::filesystem::path& out, const std::filesystem::path& pdf);
// Absolute; those that are still as they were written (size and time). None where nothing, or nothing that can be read,
// is kept.
std::vector<std::filesystem::path> writtenPdfs(const std::filesystem::path& out);

}  // namespace platen::io
