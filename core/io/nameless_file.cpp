#include "core/io/nameless_file.h"

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>

namespace platen::io {

tl::unexpected<Error> notWritten(const std::filesystem::path& photo, int error_number) {
  return fail(ErrorKind::writeFailed, photo, "a temporary file can't be written: " + systemReason(error_number));
}

Result<FileHandle> namelessFile(const std::filesystem::path& photo) {
  std::error_code ignored;
  std::string name = (std::filesystem::temp_directory_path(ignored) / "platen-page-XXXXXX").string();
  const int descriptor = ::mkostemp(name.data(), O_CLOEXEC);
  if (descriptor < 0) {
    return notWritten(photo, errno);
  }
  ::unlink(name.c_str());
  return FileHandle(::fdopen(descriptor, "w+b"));
}

std::string pathOf(std::FILE* file) {
  return "/proc/self/fd/" + std::to_string(::fileno(file));
}

}  // namespace platen::io
