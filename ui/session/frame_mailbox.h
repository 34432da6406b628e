// FrameMailbox: how a running fit is watched without waiting for the watcher: one slot, in which a newer frame takes
// the place of an older one. The watcher says that it wants one (after it has painted the last); only then is it told
// that there is one. So frames never queue up behind a slow painter (a queue of them was measured to be 20 s late, the
// slot 38 ms).
//
// What may not be lost, the course of the energy, is kept between frames, bounded.
// Threads: put() on the fit's thread, all else on any.
#pragma once

#include "core/warp_grid.h"

#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace platen::ui {

// One step of a fit.
struct EnergyStep {
  int round = 0;  // of one stage and strictness, counted from 0 as they are met
  int step = 0;
  double energy = 0;  // comparable inside one round
};

struct FitFrame {
  std::uint64_t job = 0;
  int page = 1;  // index on the photo
  std::string stage;
  int step = 0, steps = 0;
  double energy = 0;
  WarpGrid grid;      // source_px, upright as the page is known to be; empty: the stage has none to show
  double aspect = 0;  // of the flat page that it shows: height over width; 0: not known
  std::chrono::steady_clock::time_point made;  // when the step was taken
  std::vector<EnergyStep> course;              // all steps since the last frame that was taken, oldest first
};

class FrameMailbox {
 public:
  // Whether somebody waits for it, who is then to be told, once: of a frame without a grid only when none has come for
  // so long that the stage seems to have none.
  bool put(FitFrame frame) {
    const std::lock_guard lock(mutex_);
    if (slot_ && slot_->job == frame.job) {
      std::vector<EnergyStep> course = std::move(slot_->course);
      course.insert(course.end(), frame.course.begin(), frame.course.end());
      if (course.size() > kLongestCourse) {
        course.erase(course.begin(), course.end() - kLongestCourse);
      }
      frame.course = std::move(course);
      if (frame.grid.empty()) {
        frame.grid = std::move(slot_->grid);
        frame.aspect = slot_->aspect;
      }
    }
    const bool is_late = frame.made - wanted_since_ > kPatience;
    slot_ = std::move(frame);
    return (is_late || !slot_->grid.empty()) && std::exchange(wanted_, false);
  }
  // Whether there is one to show already. Otherwise the next put() says that it is waited for.
  bool want() {
    const std::lock_guard lock(mutex_);
    wanted_ = !slot_ || slot_->grid.empty();
    wanted_since_ = std::chrono::steady_clock::now();
    return !wanted_;
  }
  // Whether the next frame will be looked at: a grid need not be made for those that are not.
  bool isWanted() {
    const std::lock_guard lock(mutex_);
    return wanted_;
  }
  // A put() that nobody asked for any more tells nobody.
  void forget() {
    const std::lock_guard lock(mutex_);
    wanted_ = false;
    slot_.reset();
  }
  std::optional<FitFrame> take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(slot_, std::nullopt);
  }

 private:
  static constexpr std::size_t kLongestCourse = 4096;
  static constexpr std::chrono::milliseconds kPatience{200};
  std::mutex mutex_;
  std::optional<FitFrame> slot_;
  bool wanted_ = false;
  std::chrono::steady_clock::time_point wanted_since_;
};

}  // namespace platen::ui
