// The memory bound of a batch, shared among its jobs: whoever works on a photo holds a share; a photo that needs more
// than a share waits until it is alone and gets all of it. Threads: any; a thread holds one at a time.
#pragma once

#include "core/pipeline/page.h"
#include "core/result.h"

#include <cstdint>
#include <filesystem>
#include <mutex>
#include <shared_mutex>
#include <stop_token>
#include <utility>

namespace platen::pipeline {

class MemoryShares {
 public:
  // What a photo needs, as checkFitMemory() says it.
  using Check = Result<void>(const std::filesystem::path& photo, std::uint64_t memory_bytes, std::stop_token stop);
  // `memory_bytes` 0: no bound.
  MemoryShares(std::uint64_t memory_bytes, int jobs, Check& check = checkFitMemory)
      : all_(memory_bytes), share_(memory_bytes / static_cast<std::uint64_t>(jobs)), check_(check) {}

  struct Held {
    std::uint64_t memory_bytes = 0;
    std::shared_lock<std::shared_mutex> together;
    std::unique_lock<std::shared_mutex> alone;
  };
  // Error: tooLarge, for a photo that can't be fitted in all of it; what the check says of a file. That may render it,
  // which takes memory too: so it is asked by who holds a share already.
  Result<Held> hold(const std::filesystem::path& photo, const std::stop_token& stop = {}) {
    Held held{share_, std::shared_lock(mutex_, std::defer_lock), std::unique_lock(mutex_, std::defer_lock)};
    held.together.lock();
    Result<void> affordable = check_(photo, share_, stop);
    if (!affordable && affordable.error().kind == ErrorKind::tooLarge) {
      held.together.unlock();
      held.alone.lock();
      held.memory_bytes = all_;
      affordable = check_(photo, all_, stop);
    }
    return affordable ? Result<Held>(std::move(held)) : tl::unexpected(affordable.error());
  }

 private:
  std::uint64_t all_, share_;
  Check& check_;
  std::shared_mutex mutex_;
};

}  // namespace platen::pipeline
