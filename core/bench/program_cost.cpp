#include "core/bench/program_cost.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <fstream>
#include <spawn.h>
#include <stdexcept>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace platen::bench {
namespace {

double secondsOf(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

constexpr std::chrono::milliseconds kLook{2};  // how often memory is looked at

// Up to now, as Linux tells it; 0 where nobody does. The ru_maxrss of a child is no measure: at exec it starts with
// what the parent had.
double mostResidentMb(pid_t process) {
  std::ifstream status("/proc/" + std::to_string(process) + "/status");
  for (std::string word; status >> word;) {
    if (word == "VmHWM:") {
      double kilobytes = 0;
      status >> kilobytes;
      return 1024e-6 * kilobytes;
    }
  }
  return 0;
}

// Standard input, output and error of the child: nothing.
class Silence {
 public:
  Silence() {
    posix_spawn_file_actions_init(&actions_);
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
      posix_spawn_file_actions_addopen(&actions_, stream, "/dev/null", O_RDWR, 0);
    }
  }
  ~Silence() { posix_spawn_file_actions_destroy(&actions_); }
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;

  [[nodiscard]] const posix_spawn_file_actions_t* actions() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

}  // namespace

ProgramCost costOf(const std::filesystem::path& program, const std::vector<std::string>& arguments) {
  std::string name = program.string();
  std::vector<std::string> words = arguments;
  std::vector<char*> argv{name.data()};
  for (std::string& word : words) {
    argv.push_back(word.data());
  }
  argv.push_back(nullptr);
  const Silence silence;
  pid_t child = 0;
  const auto start = std::chrono::steady_clock::now();
  if (posix_spawn(&child, name.c_str(), silence.actions(), nullptr, argv.data(), environ) != 0) {
    throw std::runtime_error(name + " can't be started");
  }
  int status = 0;
  rusage used{};
  double resident_mb = 0;
  for (pid_t ended = 0; ended == 0;) {
    resident_mb = std::max(resident_mb, mostResidentMb(child));
    ended = wait4(child, &status, WNOHANG, &used);
    if (ended < 0 && errno != EINTR) {
      throw std::runtime_error(name + " can't be waited for");
    }
    if (ended == 0) {
      std::this_thread::sleep_for(kLook);
    }
    ended = std::max(ended, 0);
  }
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    throw std::runtime_error(name + " failed");
  }
  return {spent.count(), secondsOf(used.ru_utime) + secondsOf(used.ru_stime), resident_mb};
}

}  // namespace platen::bench
