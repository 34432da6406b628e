// Temporary files without a name, in $TMPDIR: nothing of them is left, whatever ends the program.
#pragma once

#include "core/io/photo_file.h"
#include "core/result.h"

#include <cstdio>
#include <filesystem>
#include <string>

namespace platen::io {

// Open for reading and writing, and closed in programs that this one runs. Errors: writeFailed, which names `photo`.
Result<FileHandle> namelessFile(const std::filesystem::path& photo);
// What writeFailed says of one.
tl::unexpected<Error> notWritten(const std::filesystem::path& photo, int error_number);
// A name under which this process can open it once more.
std::string pathOf(std::FILE* file);

}  // namespace platen::io
