// What the program tells while it works. stderr: errors and warnings as `platen: FILE: sentence`, progress as a bar
// with rate and time left on a terminal, else one plain line per page. stdout: with --json, one object per page.
#pragma once

#include "app/command_line.h"
#include "core/fit.h"
#include "core/pipeline/page.h"
#include "core/result.h"

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace spdlog {
class logger;
}

namespace platen::app {

// All that is known of one page when it is done or has failed.
struct PageReport {
  std::filesystem::path photo;
  int page = 0;  // 0: the photo as a whole (it could not be opened)
  int pages = 1;
  Size source_px;
  std::filesystem::path output;
  std::optional<pipeline::SavedPage> saved;
  std::optional<WarpModel> model;
  double confidence = 0;
  int reading_rotation = 0;
  std::string paper;              // the sheet that the page is, or empty
  bool paper_is_assumed = false;  // the likeliest one
  std::vector<std::string> warnings;
  pipeline::Seconds seconds;
  std::optional<Error> error;

  // What a fit says of its page.
  void add(const pipeline::FittedPage& fitted);
};

class Report {
 public:
  Report(const Talk& talk, int photos);
  ~Report();
  Report(const Report&) = delete;
  Report& operator=(const Report&) = delete;

  void start(const std::filesystem::path& photo);
  // Some photos are looked at for what all of them (`where`: " of FOLDER", or empty) have in common, before any of them
  // is done: so many of them are, from 0 to all. None of them counts as done by it.
  void looking(const std::string& where, std::size_t done, std::size_t of);
  // One page is done, or has failed (report.error).
  void page(const PageReport& report);
  // What is wrong beside a page: an output folder, a map.
  void failed(const Error& error);
  void note(const std::string& text);    // --verbose
  void remark(const std::string& text);  // unless --quiet
  void endPhoto();

  [[nodiscard]] bool anyFailed() const { return failed_ > 0; }

 private:
  void clearBar();
  void drawBar();

  Talk talk_;
  int photos_;
  int photos_done_ = 0;
  int pages_done_ = 0;
  int failed_ = 0;
  bool has_bar_ = false;
  bool bar_is_drawn_ = false;
  std::filesystem::path current_;
  std::string looking_;  // what is shown in place of it
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point first_begin_ = begin_;  // of the first photo that was done
  std::shared_ptr<spdlog::logger> log_;
};

using pipeline::nameOf;
std::string_view nameOf(FileFormat format);

// `platen: sentence` on stderr, for what is wrong before there is any page.
void complain(const std::string& sentence);
// Complains of each problem of a command line; true where there are any.
[[nodiscard]] bool refused(const std::vector<std::string>& problems);

}  // namespace platen::app
