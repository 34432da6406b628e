#include "core/io/image_address.h"

#include <charconv>
#include <string>
#include <sys/stat.h>

namespace platen::io {

ImageAddress addressOf(const std::filesystem::path& photo) {
  const std::string& name = photo.native();
  const std::size_t open = name.rfind('[');
  if (open == std::string::npos || open == 0 || name[open - 1] == '/' || name.back() != ']' || name[open + 1] == '0') {
    return {photo, 0};
  }
  const char* const end = name.data() + name.size() - 1;
  int image = 0;
  const auto [parsed, error] = std::from_chars(name.data() + open + 1, end, image);
  struct stat status {};
  if (error != std::errc() || parsed != end || image <= 0 || ::lstat(photo.c_str(), &status) == 0) {
    return {photo, 0};
  }
  return {name.substr(0, open), image};
}

std::filesystem::path addressed(const std::filesystem::path& file, int image) {
  return file.native() + "[" + std::to_string(image) + "]";
}

}  // namespace platen::io
