#include "core/io/pdf_render.h"

#include "core/io/photo_file.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <memory>
#include <spawn.h>
#include <string>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>

#include <fmt/format.h>

namespace platen::io {
namespace {

// Of a page; a file may well be made so that it takes forever.
constexpr std::chrono::seconds kLongest{120};

// The child's status; nothing when it had to be ended.
bool waitFor(pid_t child, int& status) {
  const auto end = std::chrono::steady_clock::now() + kLongest;
  for (auto pause = std::chrono::milliseconds(2);; pause = std::min(pause * 2, std::chrono::milliseconds(50))) {
    const pid_t ended = ::waitpid(child, &status, WNOHANG);
    if (ended == child || (ended < 0 && errno != EINTR)) {
      return true;
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

}  // namespace

Result<void> renderPdfPage(
    const std::filesystem::path& pdf, int page, double dpi, std::FILE* out, const std::filesystem::path& photo) {
  std::error_code ignored;
  std::array<std::string, 13> words{"pdftoppm",
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
  std::array<char*, 12> arguments{};
  for (std::size_t k = 0; k < 11; ++k) {
    arguments[k] = words[k].data();
  }
  const FileHandle said(std::tmpfile());
  if (!said) {
    return fail(ErrorKind::writeFailed, photo, "a temporary file can't be written: " + systemReason(errno));
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, ::fileno(out), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, ::fileno(said.get()), STDERR_FILENO);
  pid_t child = 0;
  const int error = ::posix_spawnp(&child, "pdftoppm", &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) {
    return fail(ErrorKind::unsupported, photo,
                "has to be rendered, and pdftoppm can't be run: " + systemReason(error) + " (install poppler-utils)");
  }
  int status = 0;
  if (!waitFor(child, status)) {
    return fail(ErrorKind::unreadable, photo, "takes too long to render (save its pages as images)");
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || std::fseek(out, 0, SEEK_END) != 0 || std::ftell(out) <= 0) {
    return fail(ErrorKind::unreadable, photo, "can't be rendered: " + firstLineOf(said.get()));
  }
  return {};
}

}  // namespace platen::io
