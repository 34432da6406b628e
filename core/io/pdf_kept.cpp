#include "core/io/pdf_kept.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <limits>
#include <system_error>

namespace platen::io {
namespace {

constexpr std::size_t kMostFiles = 200;  // a program may have a thousand open

}  // namespace

std::uint64_t freeTemporaryBytes() {
  std::error_code error;
  const std::filesystem::space_info space = std::filesystem::space(std::filesystem::temp_directory_path(error), error);
  return error ? std::numeric_limits<std::uint64_t>::max() : std::uint64_t{space.available};
}

std::shared_ptr<const TakenPage> KeptPdfPages::find(const ImageKey& key) {
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(pages_.begin(), pages_.end(), [&](const auto& page) { return page.first == key; });
  if (found == pages_.end()) {
    return nullptr;
  }
  std::rotate(pages_.begin(), found, std::next(found));
  return pages_.front().second;
}

void KeptPdfPages::keep(const ImageKey& key, std::shared_ptr<const TakenPage> page) {
  const std::lock_guard lock(mutex_);
  bytes_ += page->bytes;
  const std::uint64_t most_bytes = std::min(most_bytes_, free_bytes_() / 4 + bytes_ / 4);
  pages_.emplace_front(key, std::move(page));
  while (pages_.size() > at_work_ && (bytes_ > most_bytes || pages_.size() > kMostFiles)) {
    bytes_ -= pages_.back().second->bytes;
    pages_.pop_back();
  }
}

void KeptPdfPages::keepFor(std::size_t photos) {
  const std::lock_guard lock(mutex_);
  at_work_ = std::max(at_work_, photos);
}

}  // namespace platen::io
