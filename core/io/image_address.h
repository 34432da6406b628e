// One image of a file that holds several, the pages of a TIFF or a PDF: FILE[3] is the third of FILE. Counted from 1,
// as all pages here are (other programs that write names so count from 0). A file that is really called so is meant
// itself.
#pragma once

#include <filesystem>

namespace platen::io {

struct ImageAddress {
  std::filesystem::path file;
  int image = 0;  // 0: none is named, which is the first one
};

// The one place that reads such names. Looks for the file.
ImageAddress addressOf(const std::filesystem::path& photo);

std::filesystem::path addressed(const std::filesystem::path& file, int image);

}  // namespace platen::io
