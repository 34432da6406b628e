// Where what libraries throw becomes an Error in one sentence; besides it there is core/module_interface.h alone. The
// what() of cv::Exception runs over several lines; the first one says what is wrong.
#pragma once

#include "core/result.h"

#include <chrono>
#include <exception>
#include <filesystem>
#include <new>
#include <string>
#include <utility>

namespace platen::pipeline {

inline std::string firstLine(const char* what) {
  std::string line(what);
  line.resize(std::min(line.find('\n'), line.size()));
  return line.empty() ? "an exception without a message" : line;
}

// Calls `step`, which returns a Result<T>.
template <class Step>
auto guarded(const std::filesystem::path& file, Step&& step) -> decltype(step()) {
  try {
    return std::forward<Step>(step)();
  } catch (const std::bad_alloc&) {
    return fail(ErrorKind::tooLarge, file, "not enough memory (close other programs, or work on a smaller photo)");
  } catch (const std::exception& e) {
    return fail(ErrorKind::internal, file, "internal error: " + firstLine(e.what()) + " (please report it)");
  } catch (...) {
    return fail(ErrorKind::internal, file, "internal error of unknown kind (please report it)");
  }
}

inline tl::unexpected<Error> stoppedAt(const std::filesystem::path& file) {
  return fail(ErrorKind::stopped, file, "stopped before it was done");
}

// Seconds since it was made.
class Stopwatch {
 public:
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace platen::pipeline
