#include "core/io/leftovers.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <ctime>
#include <fcntl.h>
#include <mutex>
#include <set>
#include <string_view>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace platen::io {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kBeginning = ".platen-";
constexpr std::string_view kEnd = ".part";
constexpr std::time_t kDay = 24 * 60 * 60;

// FNV-1a of the machine's name, as 8 digits.
std::string hostDigits() {
  std::array<char, 256> name{};
  ::gethostname(name.data(), name.size() - 1);
  std::uint32_t hash = 2166136261U;
  for (const char* c = name.data(); *c != '\0'; ++c) {
    hash = (hash ^ static_cast<unsigned char>(*c)) * 16777619U;
  }
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string digits;
  for (int k = 7; k >= 0; --k) {
    digits += kDigits[hash >> (4 * k) & 15U];
  }
  return digits;
}

std::string ownBeginning() {
  static const std::string beginning = std::string(kBeginning) + hostDigits() + "-";
  return beginning;
}

bool isTemporary(const std::string& name) {
  return name.starts_with(kBeginning) && name.ends_with(kEnd);
}

void removeIfLeft(const fs::path& file) {
  const int descriptor = ::open(file.c_str(), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) {
    return;
  }
  struct stat held {};
  struct stat named {};
  const bool is_ours = file.filename().native().starts_with(ownBeginning());
  // Who locks it while it has its name owns it: a writer renames its file before it lets go.
  if (::fstat(descriptor, &held) == 0 && S_ISREG(held.st_mode) &&
      (is_ours || held.st_mtime + kDay < std::time(nullptr)) && ::flock(descriptor, LOCK_EX | LOCK_NB) == 0 &&
      ::lstat(file.c_str(), &named) == 0 && named.st_ino == held.st_ino && named.st_dev == held.st_dev) {
    ::unlink(file.c_str());
  }
  ::close(descriptor);
}

}  // namespace

std::string temporaryName() {
  static std::atomic<unsigned> counter{0};
  return ownBeginning() + std::to_string(::getpid()) + "-" + std::to_string(counter++) + std::string(kEnd);
}

bool ownTemporary(int descriptor) {
  struct stat status {};
  if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    return errno != EWOULDBLOCK;  // a file system without locks: nobody takes it away either
  }
  return ::fstat(descriptor, &status) != 0 || status.st_nlink > 0;
}

void removeLeftovers(const fs::path& folder) {
  std::error_code error;
  for (fs::directory_iterator entry(folder.empty() ? "." : folder, error), end; !error && entry != end;
       entry.increment(error)) {
    if (isTemporary(entry->path().filename().native())) {
      removeIfLeft(entry->path());
    }
  }
}

void removeLeftoversOnce(const fs::path& folder) {
  static std::mutex mutex;
  static std::set<fs::path> seen;
  {
    const std::lock_guard lock(mutex);
    if (!seen.insert(folder).second) {
      return;
    }
  }
  removeLeftovers(folder);
}

}  // namespace platen::io
