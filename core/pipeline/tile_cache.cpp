#include "core/pipeline/tile_cache.h"

namespace platen::pipeline {

std::size_t TileCache::bytesOf(const Image& tile) {
  return static_cast<std::size_t>(tile.width()) * static_cast<std::size_t>(tile.height()) * tile.bytesPerPixel();
}

Image TileCache::find(const Key& key) {
  const std::lock_guard lock(mutex_);
  const auto found = held_.find(key);
  if (found == held_.end()) {
    return {};
  }
  by_use_.splice(by_use_.begin(), by_use_, found->second);
  return found->second->tile;
}

void TileCache::keep(const Key& key, const Image& tile) {
  const std::size_t needed = bytesOf(tile);
  const std::lock_guard lock(mutex_);
  if (needed > most_bytes_ || held_.contains(key)) {
    return;
  }
  while (bytes_ + needed > most_bytes_) {
    bytes_ -= bytesOf(by_use_.back().tile);
    held_.erase(by_use_.back().key);
    by_use_.pop_back();
  }
  by_use_.push_front({key, tile});
  held_.emplace(key, by_use_.begin());
  bytes_ += needed;
}

std::size_t TileCache::bytes() const {
  const std::lock_guard lock(mutex_);
  return bytes_;
}

}  // namespace platen::pipeline
