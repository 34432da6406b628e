#include "tests/app/program_run.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <memory>
#include <stdexcept>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace platen::app {
namespace {

// A file without a name that takes what the program says: unlike a pipe it never fills up.
class Capture {
 public:
  Capture() : file_(std::tmpfile()) {
    if (file_ == nullptr) {
      throw std::runtime_error("no temporary file");
    }
  }
  ~Capture() { std::fclose(file_); }
  Capture(const Capture&) = delete;
  Capture& operator=(const Capture&) = delete;

  [[nodiscard]] int descriptor() const { return fileno(file_); }
  [[nodiscard]] std::string text() const {
    std::rewind(file_);
    std::string all;
    char buffer[4096];
    for (std::size_t n = 0; (n = std::fread(buffer, 1, sizeof buffer, file_)) > 0;) {
      all.append(buffer, n);
    }
    return all;
  }

 private:
  std::FILE* file_;
};

// Both ends of a terminal. Unlike a file it fills up: for a few lines alone.
class Terminal {
 public:
  Terminal() : ours_(posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)) {
    if (ours_ < 0 || grantpt(ours_) != 0 || unlockpt(ours_) != 0) {
      throw std::runtime_error("no terminal");
    }
    theirs_ = open(ptsname(ours_), O_RDWR | O_NOCTTY | O_CLOEXEC);
  }
  ~Terminal() {
    close(theirs_);
    close(ours_);
  }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  [[nodiscard]] int descriptor() const { return theirs_; }
  [[nodiscard]] std::string text() const {
    fcntl(ours_, F_SETFL, O_NONBLOCK);
    std::string all(4096, '\0');
    const ssize_t got = read(ours_, all.data(), all.size());
    all.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    return all;
  }

 private:
  int ours_;
  int theirs_ = -1;
};

}  // namespace

ProgramRun runPlaten(const std::vector<std::string>& arguments, const RunLimits& limits) {
  const Capture out;
  const Capture err;
  const std::unique_ptr<Terminal> terminal = limits.on_terminal ? std::make_unique<Terminal>() : nullptr;
  std::string program = PLATEN_PROGRAM;
  std::vector<std::string> words = arguments;
  std::vector<char*> argv{program.data()};
  for (std::string& word : words) {
    argv.push_back(word.data());
  }
  argv.push_back(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    // Only what is safe between fork and exec. The limit on sizes must not catch the captured texts: they are small.
    dup2(limits.out_device.empty() ? out.descriptor() : open(limits.out_device.c_str(), O_WRONLY), STDOUT_FILENO);
    dup2(terminal ? terminal->descriptor() : err.descriptor(), STDERR_FILENO);
    const int nothing = open("/dev/null", O_RDONLY);
    dup2(nothing, STDIN_FILENO);
    if (limits.file_bytes > 0) {
      const rlimit limit{static_cast<rlim_t>(limits.file_bytes), static_cast<rlim_t>(limits.file_bytes)};
      setrlimit(RLIMIT_FSIZE, &limit);
      std::signal(SIGXFSZ, SIG_IGN);
    }
    if (limits.as_nobody && geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0)) {
      _exit(126);
    }
    execv(program.c_str(), argv.data());
    _exit(127);
  }
  if (child < 0) {
    throw std::runtime_error("the program could not be started");
  }
  if (limits.while_it_runs) {
    limits.while_it_runs(child);
  }
  int status = 0;
  waitpid(child, &status, 0);
  ProgramRun run;
  run.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  run.out = out.text();
  run.err = terminal ? terminal->text() : err.text();
  return run;
}

}  // namespace platen::app
