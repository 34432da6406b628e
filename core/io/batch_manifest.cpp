#include "core/io/batch_manifest.h"

#include "core/io/image_address.h"
#include "core/io/json_fields.h"
#include "core/io/photo_file.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <set>
#include <string_view>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace platen::io {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kBeginning = R"({"photo":)";
// Gives where the last whole line ends.
Result<std::uint64_t> readLines(const fs::path& file, const std::string& text, PhotoRecords& photos) {
  const auto no_manifest = [&] { return fail(ErrorKind::badInput, file, "is no manifest of Platen (move it away)"); };
  std::size_t lines = 0;
  std::uint64_t end = 0;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t to = text.find('\n', from);
    if (to == std::string::npos) {
      break;  // torn
    }
    try {
      BatchPage page = readManifestLine(text.substr(from, to - from));
      std::vector<BatchPage>& pages = photos[page.photo];
      // A photo's lines begin again with its first page.
      if (!pages.empty() && (page.page <= pages.back().page || page.pages != pages.back().pages)) {
        pages.clear();
      }
      pages.push_back(std::move(page));
      ++lines;
    } catch (const JsonProblem&) {
      if (lines == 0) {
        return no_manifest();
      }
      // A line that was damaged says nothing of its page, which is done again.
    }
    from = to + 1;
    end = from;
  }
  // A first line that was torn begins as ours do.
  const std::size_t seen = std::min(text.size(), kBeginning.size());
  if (lines == 0 && text.compare(0, seen, kBeginning, 0, seen) != 0) {
    return no_manifest();
  }
  return end;
}

}  // namespace

Result<FileStamp> stampOf(const fs::path& file) {
  struct stat status {};
  if (::stat(addressOf(file).file.c_str(), &status) != 0) {
    return fail(errno == ENOENT || errno == ENOTDIR ? ErrorKind::notFound : ErrorKind::unreadable, file,
                "cannot be looked at: " + systemReason(errno));
  }
  return FileStamp{static_cast<std::uint64_t>(status.st_size),
                   std::int64_t{1'000'000'000} * status.st_mtim.tv_sec + status.st_mtim.tv_nsec};
}

bool isWhole(const std::vector<BatchPage>& pages) {
  return !pages.empty() && (pages.front().page == 0 || static_cast<int>(pages.size()) == pages.front().pages);
}

std::int64_t endedNs(const std::vector<BatchPage>& pages) {
  std::int64_t last = 0;
  for (const BatchPage& page : pages) {
    last = std::max(last, page.ended_ns);
  }
  return last;
}

Result<PhotoRecords> readManifest(const fs::path& file) {
  PhotoRecords photos;
  std::error_code error;
  if (!fs::exists(file, error)) {
    return photos;
  }
  std::ifstream in(file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!in.is_open() || in.bad()) {
    return fail(ErrorKind::unreadable, file, "cannot be read");
  }
  if (const Result<std::uint64_t> read = readLines(file, text, photos); !read) {
    return tl::unexpected(read.error());
  }
  std::erase_if(photos, [](const auto& photo) { return !isWhole(photo.second); });
  return photos;
}

bool isBeingWritten(const fs::path& file) {
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) {
    return false;
  }
  const bool held = ::flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  ::close(descriptor);
  return held;
}

Result<std::unique_ptr<BatchManifest>> BatchManifest::open(const fs::path& file) {
  Result<std::unique_ptr<LockedFile>> locked = LockedFile::open(
      file, "a manifest of Platen", "is written by another run of platen batch (wait for its end, or stop it)");
  if (!locked) {
    return tl::unexpected(locked.error());
  }
  std::unique_ptr<BatchManifest> manifest(new BatchManifest(std::move(*locked)));
  if (Result<void> read = manifest->read(); !read) {
    return tl::unexpected(read.error());
  }
  return manifest;
}

Result<void> BatchManifest::read() {
  const Result<std::uint64_t> bytes = file_->size();
  if (!bytes) {
    return tl::unexpected(bytes.error());
  }
  const Result<std::uint64_t> end = readLines(file_->file(), file_->bytesAt(0, *bytes), photos_);
  if (!end) {
    return tl::unexpected(end.error());
  }
  end_ = *end;
  return {};
}

const std::vector<BatchPage>* BatchManifest::find(const fs::path& photo) const {
  const auto found = photos_.find(photo);
  return found != photos_.end() && isWhole(found->second) ? &found->second : nullptr;
}

void BatchManifest::adopt(const std::vector<BatchPage>& photo) {
  if (!photo.empty()) {
    photos_[photo.front().photo] = photo;
  }
}

Result<void> BatchManifest::add(const std::vector<BatchPage>& photo) {
  std::string lines;
  for (const BatchPage& page : photo) {
    lines += manifestLine(page) + "\n";
  }
  if (Result<void> written = file_->append(end_, lines); !written) {
    return written;
  }
  end_ += lines.size();
  adopt(photo);
  return {};
}

std::vector<BatchPage> BatchManifest::pages(std::vector<fs::path> photos) const {
  for (const auto& [photo, pages] : photos_) {
    photos.push_back(photo);
  }
  std::vector<BatchPage> all;
  std::set<fs::path> seen;
  for (const fs::path& photo : photos) {
    const std::vector<BatchPage>* pages = find(photo);
    if (pages != nullptr && seen.insert(photo).second) {
      all.insert(all.end(), pages->begin(), pages->end());
    }
  }
  return all;
}

Result<void> BatchManifest::arrange(const std::vector<BatchPage>& pages) {
  std::uint64_t end = 0;
  Result<void> replaced = file_->replace([&](const LockedFile::Put& put) {
    for (const BatchPage& page : pages) {
      const std::string line = manifestLine(page) + "\n";
      put(line);
      end += line.size();
    }
    return true;
  });
  if (!replaced) {
    return replaced;
  }
  end_ = end;
  return {};
}

}  // namespace platen::io
