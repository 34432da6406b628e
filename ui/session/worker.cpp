#include "ui/session/worker.h"

#include <algorithm>
#include <utility>

#ifdef __linux__
#include <sys/resource.h>
#include <unistd.h>
#endif

namespace platen::ui {
namespace {

void beNice([[maybe_unused]] int niceness) {
#ifdef __linux__
  const auto thread = static_cast<id_t>(gettid());
  setpriority(PRIO_PROCESS, thread, getpriority(PRIO_PROCESS, thread) + niceness);  // where it fails nothing is lost
#endif
}

}  // namespace

Worker::Worker(int niceness) : thread_([this, niceness](const std::stop_token& end) { work(niceness, end); }) {}

Worker::~Worker() {
  thread_.request_stop();
  {
    const std::lock_guard lock(mutex_);
    for (std::deque<Task>& lane : lanes_) {
      lane.clear();
    }
    if (running_) {
      stopRunning();
    }
  }
  changed_.notify_all();
}

void Worker::makeWay(Lane lane) {
  const bool gives_way = running_ && (running_->lane == Lane::waiting || running_->lane == Lane::thumbnails);
  if (gives_way && lane < running_->lane && !running_->stop.stop_requested()) {
    running_->again = true;
    running_->stop.request_stop();
  }
}

void Worker::stopRunning() {
  running_->again = false;
  running_->stop.request_stop();
}

void Worker::tell(const std::deque<Task>& dropped) {
  for (const Task& task : dropped) {
    if (task.ended) {
      task.ended();
    }
  }
}

void Worker::add(Lane lane, Task task) {
  {
    const std::lock_guard lock(mutex_);
    of(lane).push_back(std::move(task));
    makeWay(lane);
  }
  changed_.notify_all();
}

void Worker::addFirst(Lane lane, Task task) {
  {
    const std::lock_guard lock(mutex_);
    of(lane).push_front(std::move(task));
    makeWay(lane);
  }
  changed_.notify_all();
}

void Worker::replace(Lane lane, Task task) {
  put(lane, std::move(task), true);
}

void Worker::replaceWaiting(Lane lane, Task task) {
  put(lane, std::move(task), false);
}

void Worker::put(Lane lane, Task task, bool stops_running) {
  std::deque<Task> dropped;
  {
    // Under one lock: once what runs is stopped, what waited would be begun.
    const std::lock_guard lock(mutex_);
    if (stops_running && running_ && running_->lane == lane) {
      stopRunning();
    }
    dropped.swap(of(lane));
    of(lane).push_back(std::move(task));
    makeWay(lane);
  }
  changed_.notify_all();
  tell(dropped);
}

void Worker::stop(std::uint64_t number) {
  std::deque<Task> dropped;
  {
    const std::lock_guard lock(mutex_);
    for (std::deque<Task>& lane : lanes_) {
      const auto found = std::find_if(lane.begin(), lane.end(), [number](const Task& t) { return t.number == number; });
      if (found != lane.end()) {
        dropped.push_back(std::move(*found));
        lane.erase(found);
      }
    }
    if (running_ && running_->number == number) {
      stopRunning();
    }
  }
  changed_.notify_all();
  tell(dropped);
}

void Worker::clear(Lane lane) {
  std::deque<Task> dropped;
  {
    const std::lock_guard lock(mutex_);
    dropped.swap(of(lane));
    if (running_ && running_->lane == lane) {
      stopRunning();
    }
  }
  changed_.notify_all();
  tell(dropped);
}

std::uint64_t Worker::running() const {
  const std::lock_guard lock(mutex_);
  return running_ ? running_->number : 0;
}

std::size_t Worker::waiting(Lane lane) const {
  const std::lock_guard lock(mutex_);
  return lanes_[static_cast<std::size_t>(lane)].size();
}

void Worker::waitUntilIdle() const {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] {
    return !running_ && std::all_of(lanes_.begin(), lanes_.end(), [](const auto& lane) { return lane.empty(); });
  });
}

void Worker::work(int niceness, const std::stop_token& end) {
  if (niceness != 0) {
    beNice(niceness);
  }
  std::unique_lock lock(mutex_);
  while (true) {
    auto next = lanes_.end();
    changed_.wait(lock, end, [&] {
      next = std::find_if(lanes_.begin(), lanes_.end(), [](const auto& lane) { return !lane.empty(); });
      return next != lanes_.end();
    });
    if (end.stop_requested()) {
      return;
    }
    Task task = std::move(next->front());
    next->pop_front();
    running_.emplace();
    running_->number = task.number;
    running_->lane = static_cast<Lane>(next - lanes_.begin());
    const std::stop_token stop = running_->stop.get_token();
    lock.unlock();
    task.run(stop);
    lock.lock();
    if (running_->again && !end.stop_requested()) {
      of(running_->lane).push_front(std::move(task));
    } else if (task.ended && !end.stop_requested()) {
      lock.unlock();
      task.ended();
      lock.lock();
    }
    running_.reset();
    changed_.notify_all();
  }
}

}  // namespace platen::ui
