#include "core/io/output_file.h"

#include "core/io/leftovers.h"
#include "core/io/new_name.h"
#include "core/io/page_writer.h"
#include "core/io/photo_file.h"
#include "core/io/temporary_files.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include <climits>

namespace platen::io {

// Entries are reused and never freed, so that a signal handler can walk the list at any moment.
struct TemporaryName {
  enum State : int { unused, filling, live };
  std::atomic<int> state{unused};
  std::array<char, PATH_MAX> path{};
  TemporaryName* next = nullptr;
};

namespace {

constexpr std::size_t kBufferBytes = 1 << 18;
constexpr int kNameTries = 100;

std::atomic<TemporaryName*> first_name{nullptr};
static_assert(std::atomic<TemporaryName*>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

TemporaryName* registerName(const std::filesystem::path& file) {
  const std::string& path = file.native();
  if (path.size() >= PATH_MAX) {
    return nullptr;
  }
  TemporaryName* entry = first_name.load();
  for (; entry != nullptr; entry = entry->next) {
    int expected = TemporaryName::unused;
    if (entry->state.compare_exchange_strong(expected, TemporaryName::filling)) {
      break;
    }
  }
  const bool is_new = entry == nullptr;
  if (is_new) {
    entry = new TemporaryName;
    entry->state = TemporaryName::filling;
  }
  std::memcpy(entry->path.data(), path.c_str(), path.size() + 1);
  entry->state = TemporaryName::live;
  if (is_new) {
    entry->next = first_name.load();
    while (!first_name.compare_exchange_weak(entry->next, entry)) {
    }
  }
  return entry;
}

// Writes all of it, going on after interruptions; an errno, or 0.
int writeAll(int descriptor, const void* bytes, std::size_t count, std::uint64_t offset) {
  const auto* from = static_cast<const char*>(bytes);
  while (count > 0) {
    const ssize_t done = ::pwrite(descriptor, from, count, static_cast<off_t>(offset));
    if (done < 0) {
      if (errno == EINTR) {
        continue;
      }
      return errno;
    }
    from += done;
    count -= static_cast<std::size_t>(done);
    offset += static_cast<std::uint64_t>(done);
  }
  return 0;
}

}  // namespace

void removeTemporaryFiles() noexcept {
  for (TemporaryName* entry = first_name.load(); entry != nullptr; entry = entry->next) {
    if (entry->state.load() == TemporaryName::live) {
      ::unlink(entry->path.data());
    }
  }
}

bool MemorySink::write(const void* more, std::size_t count) {
  const auto* from = static_cast<const std::uint8_t*>(more);
  bytes.insert(bytes.end(), from, from + count);
  return true;
}

Result<std::unique_ptr<OutputFile>> OutputFile::create(const std::filesystem::path& file, IfThere if_there) {
  std::unique_ptr<OutputFile> out(new OutputFile);
  out->if_there_ = if_there;
  out->named_ = file;
  std::error_code ignored;
  const std::filesystem::path target = std::filesystem::is_symlink(file, ignored)
                                           ? std::filesystem::canonical(file, ignored)
                                           : std::filesystem::path(file);
  out->target_ = target.empty() ? file : target;
  struct stat status {};
  errno = 0;
  if (::stat(out->target_.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) {
    return fail(ErrorKind::writeFailed, file,
                S_ISDIR(status.st_mode) ? "is a folder, and a file was to be written there"
                                        : "is a device or a pipe, which is not replaced by a file");
  }
  if (errno == ENAMETOOLONG) {
    return fail(ErrorKind::writeFailed, file, "cannot be written: its name is too long (give the photo a shorter one)");
  }
  // In the same folder so that the rename is atomic.
  removeLeftoversOnce(out->target_.parent_path());
  for (int attempt = 0; attempt < kNameTries && out->descriptor_ < 0; ++attempt) {
    out->temporary_ = out->target_.parent_path() / temporaryName();
    out->registered_ = registerName(out->temporary_);
    out->descriptor_ = ::open(out->temporary_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    const int error = out->descriptor_ < 0 ? errno : 0;
    if (error == 0 && ownTemporary(out->descriptor_)) {
      break;
    }
    if (out->descriptor_ >= 0) {
      ::close(std::exchange(out->descriptor_, -1));
    }
    if (out->registered_ != nullptr) {
      std::exchange(out->registered_, nullptr)->state = TemporaryName::unused;
    }
    if (error != 0 && error != EEXIST) {
      return fail(ErrorKind::writeFailed, file, "cannot be written: " + systemReason(error));
    }
  }
  if (out->descriptor_ < 0) {
    return fail(ErrorKind::writeFailed, file, "cannot be written: no free temporary name in its folder");
  }
  return out;
}

Result<std::unique_ptr<OutputFile>> OutputFile::createNameless(const std::filesystem::path& beside) {
  Result<std::unique_ptr<OutputFile>> out = create(beside);
  if (out) {
    (*out)->removeName();
  }
  return out;
}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) {
    ::close(descriptor_);
    removeName();
  }
  if (registered_ != nullptr) {
    registered_->state = TemporaryName::unused;
  }
}

void OutputFile::removeName() {
  if (!temporary_.empty()) {
    ::unlink(temporary_.c_str());
    temporary_.clear();
  }
  if (registered_ != nullptr) {
    std::exchange(registered_, nullptr)->state = TemporaryName::unused;
  }
}

bool OutputFile::flush() {
  if (error_ == 0 && !buffer_.empty()) {
    error_ = writeAll(descriptor_, buffer_.data(), buffer_.size(), size_ - buffer_.size());
    buffer_.clear();
  }
  return error_ == 0;
}

bool OutputFile::write(const void* bytes, std::size_t count) {
  if (buffer_.size() + count > kBufferBytes && !flush()) {
    return false;
  }
  if (count >= kBufferBytes) {
    if (error_ == 0) {
      error_ = writeAll(descriptor_, bytes, count, size_);
    }
  } else {
    const auto* from = static_cast<const std::uint8_t*>(bytes);
    buffer_.insert(buffer_.end(), from, from + count);
  }
  size_ += count;
  return error_ == 0;
}

bool OutputFile::append(OutputFile& other) {
  std::vector<std::uint8_t> part(1 << 18);
  for (std::uint64_t done = 0; done < other.size();) {
    const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(part.size(), other.size() - done));
    if (other.readAt(done, part.data(), wanted) != wanted || !write(part.data(), wanted)) {
      return false;
    }
    done += wanted;
  }
  return true;
}

bool OutputFile::writeAt(std::uint64_t offset, const void* bytes, std::size_t count) {
  if (error_ == 0) {
    error_ = writeAll(descriptor_, bytes, count, offset);
    size_ = std::max(size_, offset + count);
  }
  return error_ == 0;
}

std::size_t OutputFile::readAt(std::uint64_t offset, void* bytes, std::size_t count) {
  if (!flush()) {
    return 0;
  }
  std::size_t done = 0;
  while (done < count) {
    const ssize_t got =
        ::pread(descriptor_, static_cast<char*>(bytes) + done, count - done, static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) {
      continue;
    }
    if (got <= 0) {
      break;
    }
    done += static_cast<std::size_t>(got);
  }
  return done;
}

tl::unexpected<Error> OutputFile::failure() const {
  return fail(ErrorKind::writeFailed, named_,
              "cannot be written: " + (error_ != 0 ? systemReason(error_) : std::string("its encoder failed")));
}

Result<void> OutputFile::commit() {
  const auto check = [this](int status) {
    if (status != 0 && error_ == 0) {
      error_ = errno;
    }
    return error_ == 0;
  };
  // Closed when all is over: the lock says that somebody still needs the temporary file.
  if (!flush() || !check(::fsync(descriptor_))) {
    ::unlink(temporary_.c_str());
    return failure();
  }
  if (if_there_ == IfThere::replace) {
    check(::rename(temporary_.c_str(), target_.c_str()));
  } else {
    error_ = renameToNew(temporary_.c_str(), target_.c_str());
  }
  if (error_ != 0) {
    ::unlink(temporary_.c_str());
    return error_ == EEXIST ? fail(ErrorKind::inUse, named_, "is there already and was not replaced") : failure();
  }
  temporary_.clear();
  ::close(std::exchange(descriptor_, -1));
  // Make the new name last through a power cut. Some file systems can't sync a folder: the file itself is there.
  const std::filesystem::path folder = target_.has_parent_path() ? target_.parent_path() : ".";
  if (const int directory = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); directory >= 0) {
    ::fsync(directory);
    ::close(directory);
  }
  return {};
}

Result<void> writeFileAtomically(const std::filesystem::path& file, const std::string& bytes, IfThere if_there) {
  auto out = OutputFile::create(file, if_there);
  if (!out) {
    return tl::unexpected(out.error());
  }
  if (!(*out)->write(bytes.data(), bytes.size())) {
    return (*out)->failure();
  }
  return (*out)->commit();
}

}  // namespace platen::io
