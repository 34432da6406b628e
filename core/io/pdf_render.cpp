#include "core/io/pdf_render.h"

#include "core/io/nameless_file.h"
#include "core/io/photo_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
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

enum class End : std::uint8_t { itself, tooLong, stopped };

// Its status, where it ended by itself.
End waitFor(pid_t child, int& status, const std::stop_token& stop) {
  const auto end = std::chrono::steady_clock::now() + kLongest;
  for (auto pause = std::chrono::milliseconds(2);; pause = std::min(pause * 2, std::chrono::milliseconds(50))) {
    const pid_t ended = ::waitpid(child, &status, WNOHANG);
    if (ended == child || (ended < 0 && errno != EINTR)) {
      return WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU ? End::tooLong : End::itself;
    }
    const bool is_stopped = stop.stop_requested();
    if (is_stopped || std::chrono::steady_clock::now() > end) {
      ::kill(child, SIGKILL);
      ::waitpid(child, &status, 0);
      return is_stopped ? End::stopped : End::tooLong;
    }
    std::this_thread::sleep_for(pause);
  }
}

// The first lines of what it said, none of them empty or twice, in printable ASCII: it may repeat bytes of the file.
std::vector<std::string> linesOf(std::FILE* file) {
  constexpr std::size_t kMost = 100;
  constexpr std::size_t kMostBytes = std::size_t{1} << 20;
  constexpr std::size_t kLongestLine = 160;
  std::vector<std::string> lines;
  std::string line;
  std::rewind(file);
  std::size_t bytes = 0;
  for (int c = std::fgetc(file); lines.size() < kMost && bytes < kMostBytes; c = std::fgetc(file), ++bytes) {
    if (c != '\n' && c != EOF) {
      if (line.size() < kLongestLine) {
        line.push_back(c >= 0x20 && c < 0x7F ? static_cast<char>(c) : '?');
      }
      continue;
    }
    if (!line.empty() && std::find(lines.begin(), lines.end(), line) == lines.end()) {
      lines.push_back(line);
    }
    line.clear();
    if (c == EOF) {
      break;
    }
  }
  return lines;
}

// An error before warnings, which mostly mean little; empty where nothing was said.
std::string worstOf(const std::vector<std::string>& lines) {
  const auto is_error = [](const std::string& line) { return line.find("Error") != std::string::npos; };
  const auto error = std::find_if(lines.begin(), lines.end(), is_error);
  return error != lines.end() ? *error : lines.empty() ? std::string() : lines.front();
}

std::string doubtOf(const std::vector<std::string>& lines) {
  return worstOf(lines) + (lines.size() > 1 ? fmt::format(" (and {} more)", lines.size() - 1) : std::string());
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

double renderingBytes(Size page_px) {
  // Measured with poppler 22.12: 4 bytes a pixel, and as many again where a group of transparent things is drawn.
  constexpr double kPixelBytes = 8;
  constexpr double kProgramBytes = 30e6;
  return kProgramBytes + kPixelBytes * page_px.width * page_px.height;
}

Result<std::string> renderPdfPage(const std::filesystem::path& pdf,
                                  int page,
                                  double dpi,
                                  std::FILE* out,
                                  const std::filesystem::path& photo,
                                  const std::stop_token& stop) {
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
  switch (waitFor(id, status, stop)) {
    case End::itself:
      break;
    case End::tooLong:
      return fail(ErrorKind::unreadable, photo, "takes too long to render (save its pages as images)");
    case End::stopped:
      return fail(ErrorKind::stopped, photo, "stopped before it was done");
  }
  const std::vector<std::string> lines = linesOf(said->get());
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0 && isWholePng(png)) {
    return doubtOf(lines);
  }
  if (const int error = writingError(png); error != 0) {
    return notWritten(photo, error);
  }
  const std::string reason = lines.empty() ? "no reason is given" : worstOf(lines);
  return fail(ErrorKind::unreadable, photo, "can't be rendered: " + reason);
}

}  // namespace platen::io
