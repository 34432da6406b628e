// Threads beside the calling one, which gets on without them.
#pragma once

#include <algorithm>
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

}  // namespace platen::pipeline
