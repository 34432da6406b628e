// Worker: one thread that does a session's work in order of urgency. Knows no Qt and no page: tasks are functions that
// listen to a stop token.
//
// Lanes, most urgent first: what the user looks at, what he asked to be written or listed, small pictures for the list,
// and the photos that wait. A more urgent task stops a small picture's or a waiting photo's, which begins again later;
// nothing else is ever cut short but by being asked to.
//
// Threads: every member may be called from any thread. Tasks run on the worker's own, one at a time. The destructor
// stops what runs, forgets what waits and returns when the thread has ended.
#pragma once

#include <array>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

namespace platen::ui {

enum class Lane : std::uint8_t { foreground, writing, thumbnails, waiting };
inline constexpr std::size_t kLanes = 4;

struct Task {
  std::uint64_t number = 0;  // chosen by the caller, unique
  // May be called again from its beginning, if it was stopped by a more urgent one.
  std::function<void(const std::stop_token&)> run;
  // Once for each task that was given, when it will not run (again); not while the worker is being destroyed. On the
  // worker's thread, or of a task that never began on that of the caller who dropped it. May be empty.
  std::function<void()> ended;
};

class Worker {
 public:
  // niceness: added to that of its thread (see nice(2); elsewhere of no effect), and so of those that its tasks begin.
  explicit Worker(int niceness = 0);
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  // Behind what is in the lane, or before it.
  void add(Lane lane, Task task);
  void addFirst(Lane lane, Task task);
  // Instead of all that is in the lane, and of what runs in it, which is stopped.
  void replace(Lane lane, Task task);
  // Instead of what waits in the lane; what runs in it may end.
  void replaceWaiting(Lane lane, Task task);
  // The task is forgotten, or stopped if it runs. It is not begun again.
  void stop(std::uint64_t number);
  void clear(Lane lane);

  // The number of the running task; 0: none.
  [[nodiscard]] std::uint64_t running() const;
  [[nodiscard]] std::size_t waiting(Lane lane) const;
  // Returns when nothing runs and nothing waits.
  void waitUntilIdle() const;

 private:
  struct Running {
    std::uint64_t number = 0;
    Lane lane = Lane::waiting;
    std::stop_source stop;
    bool again = false;
  };

  std::deque<Task>& of(Lane lane) { return lanes_[static_cast<std::size_t>(lane)]; }
  void put(Lane lane, Task task, bool stops_running);  // alone in its lane
  void makeWay(Lane lane);                             // with the lock held
  void stopRunning();                                  // with the lock held; it is not begun again
  static void tell(const std::deque<Task>& dropped);
  void work(int niceness, const std::stop_token& end);

  mutable std::mutex mutex_;
  mutable std::condition_variable_any changed_;
  std::array<std::deque<Task>, kLanes> lanes_;
  std::optional<Running> running_;
  std::jthread thread_;  // last: ends before what it uses
};

}  // namespace platen::ui
