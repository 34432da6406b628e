// How much of the processor the program's threads leave to each other. The window's own thread and the one that renders
// frames come first, so that on few cores a frame does not wait for its turn behind a fit.
#pragma once

#ifdef __linux__
#include <sys/resource.h>
#include <unistd.h>
#endif

namespace platen::ui {

inline constexpr int kWorkNiceness = 5;      // of fits, and of pictures that may take their time
inline constexpr int kWritingNiceness = 10;  // of pages that are written meanwhile

// Adds to the niceness (see nice(2)) of the calling thread, and so of those that it begins. Elsewhere of no effect, and
// where it fails nothing is lost.
inline void beNice([[maybe_unused]] int niceness) {
#ifdef __linux__
  const auto thread = static_cast<id_t>(gettid());
  setpriority(PRIO_PROCESS, thread, getpriority(PRIO_PROCESS, thread) + niceness);
#endif
}

}  // namespace platen::ui
