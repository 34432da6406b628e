#include "core/io/locked_file.h"

#include "core/io/photo_file.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace platen::io {

namespace fs = std::filesystem;

namespace {

constexpr int kOpenTries = 100;

// An errno, or 0.
int writeAllAt(int descriptor, std::uint64_t offset, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t done = ::pwrite(descriptor, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (done < 0 && errno == EINTR) {
      continue;
    }
    if (done < 0) {
      return errno;
    }
    offset += static_cast<std::uint64_t>(done);
    bytes.remove_prefix(static_cast<std::size_t>(done));
  }
  return 0;
}

void syncFolderOf(const fs::path& file) {
  const fs::path folder = file.has_parent_path() ? file.parent_path() : ".";
  if (const int directory = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); directory >= 0) {
    ::fsync(directory);
    ::close(directory);
  }
}

bool isStillThere(int descriptor, const fs::path& file) {
  struct stat held {};
  struct stat named {};
  return ::fstat(descriptor, &held) == 0 && ::stat(file.c_str(), &named) == 0 && held.st_ino == named.st_ino &&
         held.st_dev == named.st_dev;
}

tl::unexpected<Error> unwritable(const fs::path& file, int error) {
  return fail(ErrorKind::writeFailed, file, "cannot be written: " + systemReason(error));
}

}  // namespace

Result<std::unique_ptr<LockedFile>> LockedFile::open(const fs::path& file,
                                                     const std::string& kind,
                                                     const std::string& holder) {
  std::unique_ptr<LockedFile> locked(new LockedFile);
  locked->file_ = file;
  for (int attempt = 0; attempt < kOpenTries; ++attempt) {
    locked->descriptor_ = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666);
    if (locked->descriptor_ < 0) {
      return unwritable(file, errno);
    }
    struct stat status {};
    if (::fstat(locked->descriptor_, &status) != 0 || !S_ISREG(status.st_mode)) {
      return fail(ErrorKind::badInput, file, "is a device or a pipe, not " + kind);
    }
    if (::flock(locked->descriptor_, LOCK_EX | LOCK_NB) != 0) {
      return errno == EWOULDBLOCK ? fail(ErrorKind::inUse, file, holder) : unwritable(file, errno);
    }
    // Between open and lock another one may have put a new file in its place, or taken it away.
    if (isStillThere(locked->descriptor_, file)) {
      return locked;
    }
    ::close(std::exchange(locked->descriptor_, -1));
  }
  return fail(ErrorKind::inUse, file, "is being changed by another Platen (close it there first)");
}

LockedFile::~LockedFile() {
  if (descriptor_ >= 0) {
    ::close(descriptor_);
  }
}

Result<std::uint64_t> LockedFile::size() const {
  struct stat status {};
  if (::fstat(descriptor_, &status) != 0) {
    return fail(ErrorKind::unreadable, file_, "cannot be read: " + systemReason(errno));
  }
  return static_cast<std::uint64_t>(status.st_size);
}

std::string LockedFile::bytesAt(std::uint64_t offset, std::uint64_t count) const {
  std::string bytes(count, '\0');
  std::size_t done = 0;
  while (done < count) {
    const ssize_t got = ::pread(descriptor_, bytes.data() + done, count - done, static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) {
      continue;
    }
    if (got <= 0) {
      break;
    }
    done += static_cast<std::size_t>(got);
  }
  bytes.resize(done);
  return bytes;
}

Result<void> LockedFile::append(std::uint64_t offset, std::string_view bytes) {
  const Result<std::uint64_t> now = size();
  int error = 0;
  if (now && *now > offset && ::ftruncate(descriptor_, static_cast<off_t>(offset)) != 0) {
    error = errno;
  }
  if (error == 0) {
    error = writeAllAt(descriptor_, offset, bytes);
  }
  if (error == 0 && ::fdatasync(descriptor_) != 0) {
    error = errno;
  }
  if (error != 0) {
    static_cast<void>(::ftruncate(descriptor_, static_cast<off_t>(offset)) == 0);
    return unwritable(file_, error);
  }
  return {};
}

Result<void> LockedFile::replace(const std::function<bool(const Put& put)>& write) {
  // One name, ours while we hold the lock: what a crash leaves of it is written over next time.
  fs::path next = file_;
  next += ".new";
  const int descriptor = ::open(next.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0) {
    return unwritable(file_, errno);
  }
  int error = ::flock(descriptor, LOCK_EX | LOCK_NB) == 0 ? 0 : errno;
  std::uint64_t end = 0;
  const Put put = [&](std::string_view bytes) {
    if (error == 0) {
      error = writeAllAt(descriptor, end, bytes);
      end += bytes.size();
    }
  };
  if (!write(put) && error == 0) {
    error = EIO;
  }
  if (error == 0 && (::fsync(descriptor) != 0 || ::rename(next.c_str(), file_.c_str()) != 0)) {
    error = errno;
  }
  if (error != 0) {
    ::close(descriptor);
    ::unlink(next.c_str());
    return unwritable(file_, error);
  }
  syncFolderOf(file_);
  ::close(std::exchange(descriptor_, descriptor));
  return {};
}

void LockedFile::remove() {
  ::unlink(file_.c_str());
}

}  // namespace platen::io
