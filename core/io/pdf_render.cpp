#include "core/io/pdf_render.h"

#include "core/io/nameless_file.h"
#include "core/io/photo_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <string_view>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>

namespace platen::io {
namespace {

// Of a page; a file may well be made so that it takes forever, or all memory: the largest that is asked for has 3 GB of
// pixels.
constexpr std::chrono::seconds kLongest{120};
constexpr rlim_t kMostMemory = rlim_t{8} << 30;

struct Child {
  std::vector<char*> arguments;  // null at the end
  int in, out, said;             // its standard streams
  pid_t parent;
  int failed;  // where it writes errno to, if it can't become what it should be
};

// Between fork() and exec: nothing here takes memory or a lock. Signals that this program ignores or holds back are not
// to be so there; and it ends with the thread that waits for it.
[[noreturn]] void become(const Child& child) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != child.parent) {
    ::_exit(127);
  }
  for (const int number : {SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGALRM, SIGTERM, SIGCHLD, SIGXCPU, SIGXFSZ}) {
    ::signal(number, SIG_DFL);
  }
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  const rlimit time{kLongest.count(), kLongest.count()};
  const rlimit memory{kMostMemory, kMostMemory};
  ::setrlimit(RLIMIT_CPU, &time);  // these fail where less is allowed already
  ::setrlimit(RLIMIT_AS, &memory);
  ::dup2(child.in, STDIN_FILENO);
  ::dup2(child.out, STDOUT_FILENO);
  ::dup2(child.said, STDERR_FILENO);
  ::execvp(child.arguments.front(), child.arguments.data());
  const int error = errno;
  static_cast<void>(!::write(child.failed, &error, sizeof error));
  ::_exit(127);
}

// errno, or 0 when it runs.
int start(Child child, pid_t& id) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    return errno;
  }
  child.failed = ends[1];
  child.parent = ::getpid();
  id = ::fork();
  int error = id < 0 ? errno : 0;
  if (id == 0) {
    become(child);
  }
  ::close(ends[1]);
  if (id > 0 && ::read(ends[0], &error, sizeof error) == sizeof error) {
    ::waitpid(id, nullptr, 0);
  }
  ::close(ends[0]);
  return error;
}

// The child's status; nothing when it had to be ended.
bool waitFor(pid_t child, int& status) {
  const auto end = std::chrono::steady_clock::now() + kLongest;
  for (auto pause = std::chrono::milliseconds(2);; pause = std::min(pause * 2, std::chrono::milliseconds(50))) {
    const pid_t ended = ::waitpid(child, &status, WNOHANG);
    if (ended == child || (ended < 0 && errno != EINTR)) {
      return !(WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU);
    }
    if (std::chrono::steady_clock::now() > end) {
      ::kill(child, SIGKILL);
      ::waitpid(child, &status, 0);
      return false;
    }
    std::this_thread::sleep_for(pause);
  }
}

std::string firstLineOf(std::FILE* file) {
  std::array<char, 200> text{};
  std::rewind(file);
  std::string line = std::fgets(text.data(), text.size(), file) != nullptr ? text.data() : "no reason is given";
  while (!line.empty() && line.back() == '\n') {
    line.pop_back();
  }
  return line;
}

// pdftoppm may end well although its disk was full.
bool isWholePng(int file) {
  constexpr std::string_view kEnd("\0\0\0\0IEND\xAE\x42\x60\x82", 12);
  std::array<char, kEnd.size()> last{};
  const off_t size = ::lseek(file, 0, SEEK_END);
  return size > static_cast<off_t>(last.size()) &&
         ::pread(file, last.data(), last.size(), size - static_cast<off_t>(last.size())) ==
             static_cast<ssize_t>(last.size()) &&
         std::string_view(last.data(), last.size()) == kEnd;
}

// Why no more can be written behind what there is; 0 when it can.
int writingError(int file) {
  const std::vector<char> some(1 << 16);
  const ssize_t done = ::pwrite(file, some.data(), some.size(), ::lseek(file, 0, SEEK_END));
  return done < 0 ? errno : done < static_cast<ssize_t>(some.size()) ? ENOSPC : 0;
}

}  // namespace

Result<void> renderPdfPage(
    const std::filesystem::path& pdf, int page, double dpi, std::FILE* out, const std::filesystem::path& photo) {
  std::error_code ignored;
  std::vector<std::string> words{"pdftoppm",
                                 "-png",
                                 "-cropbox",
                                 "-singlefile",
                                 "-r",
                                 fmt::format("{:.6f}", dpi),
                                 "-f",
                                 std::to_string(page),
                                 "-l",
                                 std::to_string(page),
                                 std::filesystem::absolute(pdf, ignored).string()};
  const Result<FileHandle> said = namelessFile(photo);
  if (!said) {
    return tl::unexpected(said.error());
  }
  const FileHandle nothing(std::fopen("/dev/null", "rbe"));
  if (!nothing) {
    return fail(ErrorKind::unreadable, photo, "cannot be read: " + systemReason(errno));
  }
  const int png = ::fileno(out);
  Child child{.arguments = {},
              .in = ::fileno(nothing.get()),
              .out = png,
              .said = ::fileno(said->get()),
              .parent = 0,
              .failed = -1};
  for (std::string& word : words) {
    child.arguments.push_back(word.data());
  }
  child.arguments.push_back(nullptr);
  pid_t id = 0;
  if (const int error = start(child, id); error != 0) {
    return fail(ErrorKind::unsupported, photo,
                "has to be rendered, and pdftoppm can't be run: " + systemReason(error) + " (install poppler-utils)");
  }
  int status = 0;
  if (!waitFor(id, status)) {
    return fail(ErrorKind::unreadable, photo, "takes too long to render (save its pages as images)");
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0 && isWholePng(png)) {
    return {};
  }
  if (const int error = writingError(png); error != 0) {
    return notWritten(photo, error);
  }
  return fail(ErrorKind::unreadable, photo, "can't be rendered: " + firstLineOf(said->get()));
}

}  // namespace platen::io
