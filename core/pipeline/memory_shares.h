// The memory bound of a batch, shared among its jobs: whoever works on a photo holds a share; a photo that needs more
// than a share waits until it is alone and gets all of it. Threads: any; a thread holds one at a time.
#pragma once

#include "core/pipeline/page.h"
#include "core/result.h"

#include <cstdint>
#include <filesystem>
#include <mutex>
#include <shared_mutex>

namespace platen::pipeline {

class MemoryShares {
 public:
  // `memory_bytes` 0: no bound.
  MemoryShares(std::uint64_t memory_bytes, int jobs)
      : all_(memory_bytes), share_(memory_bytes / static_cast<std::uint64_t>(jobs)) {}

  struct Held {
    std::uint64_t memory_bytes = 0;
    std::shared_lock<std::shared_mutex> together;
    std::unique_lock<std::shared_mutex> alone;
  };
  // Error: tooLarge, for a photo that can't be fitted in all of it; what checkFitMemory() says of a file.
  Result<Held> hold(const std::filesystem::path& photo) {
    Held held{share_, std::shared_lock(mutex_, std::defer_lock), std::unique_lock(mutex_, std::defer_lock)};
    if (checkFitMemory(photo, share_)) {
      held.together.lock();
      return held;
    }
    if (const Result<void> affordable = checkFitMemory(photo, all_); !affordable) {
      return tl::unexpected(affordable.error());
    }
    held.alone.lock();
    held.memory_bytes = all_;
    return held;
  }

 private:
  std::uint64_t all_, share_;
  std::shared_mutex mutex_;
};

}  // namespace platen::pipeline
