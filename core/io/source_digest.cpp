#include "core/io/source_digest.h"

#include "core/io/file_key.h"
#include "core/io/image_address.h"
#include "core/io/sidecar.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <deque>
#include <iterator>
#include <memory>
#include <mutex>
#include <optional>
#include <sys/stat.h>
#include <utility>

namespace platen::io {
namespace {

constexpr std::size_t kKept = 32;
constexpr std::int64_t kYoungNs = 2'000'000'000;

std::optional<FileKey> keyOf(const std::filesystem::path& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0) {
    return std::nullopt;
  }
  return fileKey(status);
}

bool isYoung(const FileKey& key) {
  using std::chrono::duration_cast;
  using std::chrono::nanoseconds;
  const auto now = duration_cast<nanoseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
  return now - key.modified_ns < kYoungNs;
}

struct Entry {
  std::mutex reading;
  std::string digest;  // empty: not known
};

std::shared_ptr<Entry> entryOf(const FileKey& key) {
  static std::mutex mutex;
  static std::deque<std::pair<FileKey, std::shared_ptr<Entry>>> entries;
  const std::lock_guard lock(mutex);
  const auto found = std::find_if(entries.begin(), entries.end(), [&](const auto& one) { return one.first == key; });
  if (found != entries.end()) {
    std::rotate(entries.begin(), found, std::next(found));
  } else {
    entries.emplace_front(key, std::make_shared<Entry>());
    if (entries.size() > kKept) {
      entries.pop_back();
    }
  }
  return entries.front().second;
}

}  // namespace

Result<std::string> sourceSha256(const std::filesystem::path& photo) {
  const std::filesystem::path file = addressOf(photo).file;
  const std::optional<FileKey> key = keyOf(file);
  if (!key || isYoung(*key)) {
    return sha256(photo);
  }
  const std::shared_ptr<Entry> entry = entryOf(*key);
  const std::lock_guard lock(entry->reading);
  if (!entry->digest.empty()) {
    return entry->digest;
  }
  Result<std::string> digest = sha256(photo);
  if (digest && keyOf(file) == key) {
    entry->digest = *digest;
  }
  return digest;
}

}  // namespace platen::io
