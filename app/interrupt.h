// SIGINT and SIGTERM as a stop token. The signals are blocked in all threads and waited for in one, because nothing
// that a stop sets in motion (locks, callbacks) may run in a signal handler. A second signal ends the program at once.
#pragma once

#include <atomic>
#include <stop_token>
#include <thread>

namespace platen::app {

class Interrupt {
 public:
  Interrupt();  // before any other thread is started
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  [[nodiscard]] std::stop_token token() const { return source_.get_token(); }
  // 0: none came; else 128 + the signal's number, the exit status that shells know.
  [[nodiscard]] int exitStatus() const { return signal_ == 0 ? 0 : 128 + signal_; }

 private:
  void wait();

  std::stop_source source_;
  std::atomic<int> signal_{0};
  std::atomic<bool> over_{false};
  std::thread waiter_;
};

}  // namespace platen::app
