#include "core/io/pdf_kept.h"

#include <algorithm>
#include <iterator>

namespace platen::io {
namespace {

constexpr std::size_t kMostFiles = 200;  // a program may have a thousand open

}  // namespace

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
  pages_.emplace_front(key, std::move(page));
  while (pages_.size() > at_work_ && (bytes_ > most_bytes_ || pages_.size() > kMostFiles)) {
    bytes_ -= pages_.back().second->bytes;
    pages_.pop_back();
  }
}

void KeptPdfPages::keepFor(std::size_t photos) {
  const std::lock_guard lock(mutex_);
  at_work_ = std::max(at_work_, photos);
}

}  // namespace platen::io
