#include "tests/fuzz/memory_file.h"

#include <cstdlib>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

namespace platen::fuzz {

std::filesystem::path memoryFile(std::span<const std::uint8_t> bytes) {
  static const int descriptor = ::memfd_create("input", MFD_CLOEXEC);
  if (descriptor < 0 || ::ftruncate(descriptor, 0) != 0 ||
      ::pwrite(descriptor, bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
    std::abort();  // the machine's fault, not the reader's
  }
  return "/proc/self/fd/" + std::to_string(descriptor);
}

}  // namespace platen::fuzz
