#include "core/io/journal_file.h"

#include "core/io/digest.h"
#include "core/io/photo_file.h"

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <fcntl.h>
#include <optional>
#include <string_view>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace platen::io {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kLineBytes = 2 + 8 + 1 + 16 + 1;
constexpr std::size_t kCheckDigits = 16;
constexpr std::uint64_t kLongestText = 1U << 30;
// A head is shorter than this: a longer file without one is not ours, or badly damaged.
constexpr std::uint64_t kLongestTornHead = 4096;
constexpr int kOpenTries = 100;

std::string recordOf(const std::string& text) {
  std::string record(kLineBytes, '\0');
  std::snprintf(record.data(), record.size() + 1, "R %08x %.16s\n", static_cast<unsigned>(text.size()),
                sha256Of(text).c_str());
  return record + text + "\n";
}

// The length of the text that a record's line announces.
std::optional<std::uint64_t> lengthOf(std::string_view line) {
  unsigned length = 0;
  const auto [end, error] = std::from_chars(line.data() + 2, line.data() + 10, length, 16);
  if (!line.starts_with("R ") || error != std::errc{} || end != line.data() + 10 || line[10] != ' ' ||
      line.back() != '\n' || length > kLongestText) {
    return std::nullopt;
  }
  return length;
}

// As many bytes as there are from `offset` on, at most `count`.
std::string bytesAt(int descriptor, std::uint64_t offset, std::uint64_t count) {
  std::string bytes(count, '\0');
  std::size_t done = 0;
  while (done < count) {
    const ssize_t got = ::pread(descriptor, bytes.data() + done, count - done, static_cast<off_t>(offset + done));
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

// The whole record at `offset`, if there is one.
std::optional<std::string> textAt(int descriptor, std::uint64_t offset, std::uint64_t file_bytes) {
  const std::string line = bytesAt(descriptor, offset, kLineBytes);
  const std::optional<std::uint64_t> length = line.size() == kLineBytes ? lengthOf(line) : std::nullopt;
  if (!length || offset + kLineBytes + *length + 1 > file_bytes) {
    return std::nullopt;
  }
  std::string text = bytesAt(descriptor, offset + kLineBytes, *length + 1);
  if (text.size() != *length + 1 || text.back() != '\n') {
    return std::nullopt;
  }
  text.pop_back();
  return sha256Of(text).compare(0, kCheckDigits, line, 11, kCheckDigits) == 0 ? std::optional(std::move(text))
                                                                              : std::nullopt;
}

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

Result<std::unique_ptr<JournalFile>> JournalFile::open(const fs::path& file) {
  std::unique_ptr<JournalFile> journal(new JournalFile);
  journal->file_ = file;
  for (int attempt = 0; attempt < kOpenTries; ++attempt) {
    journal->descriptor_ = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666);
    if (journal->descriptor_ < 0) {
      return unwritable(file, errno);
    }
    struct stat status {};
    if (::fstat(journal->descriptor_, &status) != 0 || !S_ISREG(status.st_mode)) {
      return fail(ErrorKind::badInput, file, "is a device or a pipe, not a journal of Platen");
    }
    if (::flock(journal->descriptor_, LOCK_EX | LOCK_NB) != 0) {
      return errno == EWOULDBLOCK ? fail(ErrorKind::inUse, file, "is open in another Platen (close it there first)")
                                  : unwritable(file, errno);
    }
    // Between open and lock another one may have put a new file in its place, or taken it away.
    if (isStillThere(journal->descriptor_, file)) {
      if (Result<void> found = journal->findEnd(); !found) {
        return tl::unexpected(found.error());
      }
      return journal;
    }
    ::close(std::exchange(journal->descriptor_, -1));
  }
  return fail(ErrorKind::inUse, file, "is being changed by another Platen (close it there first)");
}

JournalFile::~JournalFile() {
  if (descriptor_ >= 0) {
    ::close(descriptor_);
  }
}

Result<void> JournalFile::findEnd() {
  struct stat status {};
  if (::fstat(descriptor_, &status) != 0) {
    return fail(ErrorKind::unreadable, file_, "cannot be read: " + systemReason(errno));
  }
  const auto bytes = static_cast<std::uint64_t>(status.st_size);
  end_ = 0;
  while (const std::optional<std::string> text = textAt(descriptor_, end_, bytes)) {
    end_ += kLineBytes + text->size() + 1;
  }
  torn_ = bytes - end_;
  if (end_ == 0 && torn_ > kLongestTornHead) {
    return fail(ErrorKind::badInput, file_, "is no journal of Platen, or its beginning is damaged (move it away)");
  }
  return {};
}

Result<void> JournalFile::read(const std::function<void(const std::string& text, JournalPlace place)>& each) {
  for (std::uint64_t offset = 0; offset < end_;) {
    const std::optional<std::string> text = textAt(descriptor_, offset, end_);
    if (!text) {
      return fail(ErrorKind::unreadable, file_, "changed while it was read (another program writes to it)");
    }
    const JournalPlace place{offset, kLineBytes + text->size() + 1};
    each(*text, place);
    offset += place.bytes;
  }
  return {};
}

Result<std::vector<JournalPlace>> JournalFile::append(const std::vector<std::string>& texts) {
  std::string bytes;
  std::vector<JournalPlace> places;
  for (const std::string& text : texts) {
    const std::string record = recordOf(text);
    places.push_back({end_ + bytes.size(), record.size()});
    bytes += record;
  }
  int error = 0;
  if (torn_ > 0 && ::ftruncate(descriptor_, static_cast<off_t>(end_)) != 0) {
    error = errno;
  }
  if (error == 0) {
    error = writeAllAt(descriptor_, end_, bytes);
  }
  if (error == 0 && ::fdatasync(descriptor_) != 0) {
    error = errno;
  }
  // What is behind the last record that counts is written over by the next.
  if (error != 0) {
    static_cast<void>(::ftruncate(descriptor_, static_cast<off_t>(end_)) == 0);
    return unwritable(file_, error);
  }
  end_ += bytes.size();
  torn_ = 0;
  return places;
}

Result<std::vector<JournalPlace>> JournalFile::replace(const std::string& head, const std::vector<JournalPlace>& kept) {
  // One name, ours while we hold the lock: what a crash leaves of it is written over next time.
  fs::path next = file_;
  next += ".new";
  const int descriptor = ::open(next.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0) {
    return unwritable(file_, errno);
  }
  std::uint64_t end = 0;
  std::vector<JournalPlace> places;
  int error = ::flock(descriptor, LOCK_EX | LOCK_NB) == 0 ? 0 : errno;
  const auto put = [&](const std::string& record) {
    if (error == 0) {
      error = writeAllAt(descriptor, end, record);
      end += record.size();
    }
  };
  put(recordOf(head));
  for (const JournalPlace& place : kept) {
    places.push_back({end, place.bytes});
    const std::string record = bytesAt(descriptor_, place.offset, place.bytes);
    error = error == 0 && record.size() != place.bytes ? EIO : error;
    put(record);
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
  end_ = end;
  torn_ = 0;
  return places;
}

void JournalFile::remove() {
  ::unlink(file_.c_str());
}

}  // namespace platen::io
