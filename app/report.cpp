#include "app/report.h"

#include "core/shown_text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <memory>
#include <sys/ioctl.h>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

namespace platen::app {
namespace {

using nlohmann::ordered_json;

double total(const pipeline::Seconds& seconds) {
  double sum = 0;
  for (const auto& [stage, s] : seconds) {
    sum += s;
  }
  return sum;
}

std::string jsonLine(const PageReport& report) {
  ordered_json line;
  line["file"] = report.photo.string();
  if (report.page > 0) {
    line["page"] = report.page;
    line["pages"] = report.pages;
  }
  line["status"] = report.error ? "failed" : "ok";
  if (report.error) {
    line["error"] = {{"kind", nameOf(report.error->kind)}, {"message", report.error->message}};
  }
  if (!report.output.empty() && !report.error) {
    line["output"] = report.output.string();
  }
  if (report.source_px.width > 0) {
    line["source"] = {{"width", report.source_px.width}, {"height", report.source_px.height}};
  }
  if (report.saved && !report.error) {
    line["width"] = report.saved->out_px.width;
    line["height"] = report.saved->out_px.height;
    line["dpi"] = report.saved->dpi > 0 ? ordered_json(report.saved->dpi) : ordered_json(nullptr);
    line["format"] = nameOf(report.saved->format);
  }
  if (report.model) {
    line["model"] = nameOf(*report.model);
    line["confidence"] = report.confidence;
    line["reading_rotation"] = report.reading_rotation;
    line["paper"] = report.paper.empty() ? ordered_json(nullptr) : ordered_json(report.paper);
    line["paper_assumed"] = report.paper_is_assumed;
  }
  line["warnings"] = report.warnings;
  ordered_json seconds = ordered_json::object();
  for (const auto& [stage, s] : report.seconds) {
    seconds[stage] = s;
  }
  seconds["total"] = total(report.seconds);
  line["seconds"] = seconds;
  // File names need not be UTF-8; what is not becomes U+FFFD.
  return line.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

std::string duration(double seconds) {
  const auto s = std::lround(seconds);
  return s < 60     ? fmt::format("{} s", s)
         : s < 3600 ? fmt::format("{}:{:02} min", s / 60, s % 60)
                    : fmt::format("{}:{:02} h", s / 3600, s / 60 % 60);
}

int terminalWidth() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 20 ? size.ws_col : 80;
}

// The message, fit for a line: what is told holds names of files.
class ShownMessage : public spdlog::custom_flag_formatter {
 public:
  void format(const spdlog::details::log_msg& message, const std::tm& /*time*/, spdlog::memory_buf_t& line) override {
    const std::string shown = shownText({message.payload.data(), message.payload.size()});
    line.append(shown.data(), shown.data() + shown.size());
  }
  [[nodiscard]] std::unique_ptr<custom_flag_formatter> clone() const override {
    return std::make_unique<ShownMessage>();
  }
};

std::shared_ptr<spdlog::logger> makeLogger(const Talk& talk) {
  auto log = std::make_shared<spdlog::logger>("platen", std::make_shared<spdlog::sinks::stderr_sink_mt>());
  auto line = std::make_unique<spdlog::pattern_formatter>();
  line->add_flag<ShownMessage>('*').set_pattern("platen: %*");
  log->set_formatter(std::move(line));
  log->set_level(talk.quiet ? spdlog::level::err : talk.verbose ? spdlog::level::debug : spdlog::level::info);
  log->flush_on(spdlog::level::debug);
  return log;
}

}  // namespace

std::string_view nameOf(FileFormat format) {
  return EnumNames<FileFormat>::kNames[static_cast<std::size_t>(format)];
}

void complain(const std::string& sentence) {
  std::fprintf(stderr, "platen: %s\n", shownText(sentence).c_str());
}

bool refused(const std::vector<std::string>& problems) {
  for (const std::string& sentence : problems) {
    complain(sentence);
  }
  return !problems.empty();
}

void PageReport::add(const pipeline::FittedPage& fitted) {
  model = fitted.fit.model;
  confidence = fitted.fit.confidence;
  reading_rotation = fitted.fit.reading_rotation;
  paper = fitted.fit.paper;
  paper_is_assumed = fitted.fit.paper_is_assumed;
  warnings = fitted.fit.warnings;
  seconds.insert(seconds.end(), fitted.seconds.begin(), fitted.seconds.end());
}

Report::Report(const Talk& talk, int photos)
    : talk_(talk), photos_(photos), has_bar_(!talk.quiet && isatty(STDERR_FILENO) == 1), log_(makeLogger(talk)) {}

Report::~Report() {
  clearBar();
  // Where a bar stood, nothing would be left to tell what became of a row of photos.
  if (has_bar_ && photos_ > 1) {
    const double elapsed = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
    log_->info("{} of {} photos, {} page{} done{} in {}", photos_done_, photos_, pages_done_,
               pages_done_ == 1 ? "" : "s", failed_ > 0 ? fmt::format(", {} failed,", failed_) : "", duration(elapsed));
  }
}

void Report::start(const std::filesystem::path& photo) {
  current_ = photo;
  drawBar();
}

void Report::looking(const std::string& where, std::size_t done, std::size_t of) {
  if (done == 0 && !has_bar_) {
    log_->info("looking at what the photos{} have in common", where);
  }
  looking_ = done < of ? fmt::format("looking at what they have in common: {}/{}", done, of) : "";
  if (done == of && photos_done_ == 0) {
    first_begin_ = std::chrono::steady_clock::now();
  }
  drawBar();
}

void Report::page(const PageReport& report) {
  clearBar();
  if (talk_.json) {
    std::printf("%s\n", jsonLine(report).c_str());
    std::fflush(stdout);
  }
  const std::string photo = report.photo.string();
  for (const std::string& warning : report.warnings) {
    log_->warn("{}{}: warning: {}", photo, report.pages > 1 ? fmt::format(" page {}", report.page) : "", warning);
  }
  if (report.error) {
    ++failed_;
    log_->error("{}", describe(*report.error));
  } else {
    ++pages_done_;
    std::string what = report.output.string();
    if (report.saved) {
      what += fmt::format(" ({} x {}{}", report.saved->out_px.width, report.saved->out_px.height,
                          report.saved->dpi > 0 ? fmt::format(", {:.0f} dpi", report.saved->dpi) : "");
      if (!report.paper.empty()) {  // the resolution of an assumed one nobody measured
        what += fmt::format(", {}{}", report.paper, report.paper_is_assumed ? " assumed" : "");
      }
    }
    if (report.model) {
      what +=
          fmt::format("{}{}, confidence {:.2f}", report.saved ? ", " : " (", nameOf(*report.model), report.confidence);
    }
    what += report.saved || report.model ? ")" : "";
    if (!has_bar_ || talk_.verbose || photos_ == 1) {
      log_->info("{} -> {}, {:.2f} s, photo {} of {}", photo, what, total(report.seconds), photos_done_ + 1, photos_);
    }
  }
  for (const auto& [stage, s] : report.seconds) {
    log_->debug("{}: {} {:.3f} s", photo, stage, s);
  }
  drawBar();
}

void Report::failed(const Error& error) {
  clearBar();
  ++failed_;
  log_->error("{}", describe(error));
}

void Report::note(const std::string& text) {
  if (talk_.verbose) {
    clearBar();
    log_->debug("{}", text);
    drawBar();
  }
}

void Report::remark(const std::string& text) {
  clearBar();
  log_->info("{}", text);
  drawBar();
}

void Report::endPhoto() {
  ++photos_done_;
  drawBar();
}

void Report::clearBar() {
  if (bar_is_drawn_) {
    std::fputs("\r\033[K", stderr);
    std::fflush(stderr);
    bar_is_drawn_ = false;
  }
}

void Report::drawBar() {
  if (!has_bar_ || photos_ == 0) {
    return;
  }
  const double elapsed = std::chrono::duration<double>(std::chrono::steady_clock::now() - first_begin_).count();
  constexpr int kCells = 24;
  const int full = photos_done_ * kCells / photos_;
  std::string text = fmt::format("[{:#<{}}{:-<{}}] {}/{}", "", full, "", kCells - full, photos_done_, photos_);
  if (photos_done_ > 0) {
    const double rate = photos_done_ / elapsed;
    text += fmt::format("  {:.1f}/min", 60 * rate);
    if (photos_done_ < photos_) {
      text += fmt::format("  {} left", duration((photos_ - photos_done_) / rate));
    }
  }
  if (failed_ > 0) {
    text += fmt::format("  {} failed", failed_);
  }
  if (photos_done_ < photos_) {
    text += "  " + (looking_.empty() ? shownText(current_.filename().string()) : looking_);
  }
  std::size_t end = std::min(text.size(), static_cast<std::size_t>(terminalWidth() - 1));
  while (end > 0 && end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) {
    --end;  // not in the middle of a character (UTF-8)
  }
  text.resize(end);
  std::fprintf(stderr, "\r\033[K%s", text.c_str());
  std::fflush(stderr);
  bar_is_drawn_ = true;
}

}  // namespace platen::app
