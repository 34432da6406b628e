// Threads beside the calling one, which gets on without them.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <system_error>
#include <thread>
#include <vector>

namespace platen::pipeline {

// Up to `count` threads that each run `work`; fewer, or none, where the system gives no more. `work` does not throw.
// Joined when the vector goes.
template <class Work>
[[nodiscard]] std::vector<std::jthread> startThreads(int count, const Work& work) {
  std::vector<std::jthread> threads;
  threads.reserve(static_cast<std::size_t>(std::max(0, count)));
  try {
    while (static_cast<int>(threads.size()) < count) {
      threads.emplace_back(work);
    }
  } catch (const std::system_error&) {
    // A limit on threads or memory: those that run do.
  }
  return threads;
}

// work(0) to work(count - 1), by the calling thread and up to `threads` - 1 others, each when one is free. `work` does
// not throw.
template <class Work>
void inParallel(std::size_t count, int threads, const Work& work) {
  std::atomic<std::size_t> next{0};
  const auto go = [&] {
    for (std::size_t k = next++; k < count; k = next++) {
      work(k);
    }
  };
  const std::vector<std::jthread> others = startThreads(std::min(threads, static_cast<int>(count)) - 1, go);
  go();
}

}  // namespace platen::pipeline
