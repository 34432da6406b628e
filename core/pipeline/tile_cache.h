// TileCache: decoded squares of a photo, the latest used first, never more bytes than its bound. Any thread.
#pragma once

#include "core/image.h"

#include <cstddef>
#include <list>
#include <map>
#include <mutex>
#include <optional>
#include <tuple>

namespace platen::pipeline {

class TileCache {
 public:
  struct Key {
    int reduction = 1;  // source pixels per pixel
    int column = 0, row = 0;
    friend auto operator<=>(const Key&, const Key&) = default;
  };

  explicit TileCache(std::size_t most_bytes) : most_bytes_(most_bytes) {}

  // The tile, which is now the latest used; empty where it is not held.
  [[nodiscard]] Image find(const Key& key);
  // Lets go of the longest unused until there is room; a tile larger than the bound is not kept.
  void keep(const Key& key, const Image& tile);
  [[nodiscard]] std::size_t bytes() const;

 private:
  struct Held {
    Key key;
    Image tile;
  };
  static std::size_t bytesOf(const Image& tile);

  const std::size_t most_bytes_;
  mutable std::mutex mutex_;
  std::list<Held> by_use_;  // guarded, as the two below; latest first
  std::map<Key, std::list<Held>::iterator> held_;
  std::size_t bytes_ = 0;
};

}  // namespace platen::pipeline
