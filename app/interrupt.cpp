#include "app/interrupt.h"

#include "core/pipeline/page.h"

#include <pthread.h>
#include <signal.h>

namespace platen::app {
namespace {

sigset_t stopSignals() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  return set;
}

}  // namespace

Interrupt::Interrupt() {
  const sigset_t set = stopSignals();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  // A reader of --json that goes away must not end the work on the pages.
  signal(SIGPIPE, SIG_IGN);
  waiter_ = std::thread([this] { wait(); });
}

Interrupt::~Interrupt() {
  over_ = true;
  pthread_kill(waiter_.native_handle(), SIGINT);
  waiter_.join();
}

void Interrupt::wait() {
  const sigset_t set = stopSignals();
  for (;;) {
    int number = 0;
    if (sigwait(&set, &number) != 0 || over_) {
      return;
    }
    if (signal_ != 0) {
      pipeline::removeUnfinishedFiles();
      signal(number, SIG_DFL);
      pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
      raise(number);
    }
    signal_ = number;
    source_.request_stop();
  }
}

}  // namespace platen::app
