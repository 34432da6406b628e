// What watching costs: the preview of a running fit, and what a window full of photos holds in memory. Run by hand:
//   QT_QPA_PLATFORM=offscreen platen_viewer_bench PHOTO... [--folder FOLDER]
// Prints one JSON object per photo, and one for the folder.
#include "ui/window/main_window.h"
#include "ui/window/page_views.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <QApplication>
#include <QElapsedTimer>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

namespace platen::ui {
namespace {

using Clock = std::chrono::steady_clock;
constexpr int kRuns = 3;
constexpr int kPatience_ms = 600000;

// A machine that is too slow for this shows in the numbers.
void waitFor(const std::function<bool()>& is_there, int at_most_ms) {
  static_cast<void>(QTest::qWaitFor(is_there, at_most_ms));
}

double milliseconds(Clock::duration d) {
  return std::chrono::duration<double, std::milli>(d).count();
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values.empty() ? 0 : values[values.size() / 2];
}

double residentMegabytes() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmRSS:")) {
      return std::stod(line.substr(6)) / 1024;
    }
  }
  return 0;
}

double fitSeconds(const PhotoState& state) {
  double sum = 0;
  for (const PageState& page : state.pages) {
    for (const auto& [stage, seconds] : page.fitted.seconds) {
      sum += seconds;
    }
  }
  return sum;
}

struct Watched {
  double first_picture_ms = 0, fit_s = 0, stop_ms = 0;
  std::vector<double> latency_ms, gap_ms;
};

Watched watch(const std::filesystem::path& photo) {
  Watched seen;
  const QTemporaryDir journals;
  MainWindow window(journals.path().toStdString());
  window.resize(1400, 900);
  window.show();
  std::optional<Clock::time_point> last;
  QObject::connect(&window.views(), &PageViews::framePainted, &window, [&](Clock::time_point made) {
    const Clock::time_point now = Clock::now();
    seen.latency_ms.push_back(milliseconds(now - made));
    if (last) {
      seen.gap_ms.push_back(milliseconds(now - *last));
    }
    last = now;
  });
  const Clock::time_point begin = Clock::now();
  window.open({photo});
  PhotoSession& session = window.workspace().photo(0);
  waitFor([&] { return session.preview() || session.openedPhoto() || !session.errors().empty(); }, kPatience_ms);
  seen.first_picture_ms = milliseconds(Clock::now() - begin);
  waitFor([&] { return window.engine().isIdle(); }, kPatience_ms);
  seen.fit_s = fitSeconds(session.state());
  // Once more, and stopped as soon as the first frame is there.
  const std::size_t before = seen.latency_ms.size();
  session.goOn();
  waitFor([&] { return seen.latency_ms.size() > before || !session.isFitting(); }, kPatience_ms);
  const Clock::time_point asked = Clock::now();
  session.stopFit();
  waitFor([&] { return !session.isFitting(); }, kPatience_ms);
  seen.stop_ms = milliseconds(Clock::now() - asked);
  return seen;
}

double unwatchedFitSeconds(const std::filesystem::path& photo) {
  Engine engine;
  PhotoSession session(photo, {}, engine);
  session.fitLater();
  waitFor([&] { return engine.isIdle(); }, kPatience_ms);
  return fitSeconds(session.state());
}

void measure(const std::filesystem::path& photo) {
  std::vector<double> first, watched, unwatched, stop, rate, worst;
  for (int run = 0; run < kRuns; ++run) {
    unwatched.push_back(unwatchedFitSeconds(photo));
    const Watched seen = watch(photo);
    first.push_back(seen.first_picture_ms);
    watched.push_back(seen.fit_s);
    stop.push_back(seen.stop_ms);
    if (!seen.gap_ms.empty()) {
      rate.push_back(1000 / median(seen.gap_ms));
      worst.push_back(*std::max_element(seen.latency_ms.begin(), seen.latency_ms.end()));
    }
  }
  std::printf(
      "{\"photo\": \"%s\", \"first_picture_ms\": %.0f, \"frames_per_second\": %.1f, \"worst_latency_ms\": %.0f, "
      "\"stop_ms\": %.0f, \"fit_s\": %.3f, \"fit_unwatched_s\": %.3f, \"ratio\": %.3f}\n",
      photo.filename().c_str(), median(first), median(rate), median(worst), median(stop), median(watched),
      median(unwatched), median(watched) / std::max(1e-9, median(unwatched)));
  std::fflush(stdout);
}

void measureFolder(const std::filesystem::path& folder) {
  const QTemporaryDir journals;
  MainWindow window(journals.path().toStdString());
  window.resize(1400, 900);
  window.show();
  window.open({folder});
  double most = 0;
  QElapsedTimer since;
  since.start();
  waitFor(
      [&] {
        most = std::max(most, residentMegabytes());
        return window.engine().isIdle();
      },
      2 * kPatience_ms);
  std::printf(
      "{\"folder\": \"%s\", \"photos\": %d, \"seconds\": %.0f, \"resident_mb\": %.0f, \"most_resident_mb\": %.0f}\n",
      folder.c_str(), window.workspace().count(), since.elapsed() / 1000.0, residentMegabytes(), most);
}

}  // namespace
}  // namespace platen::ui

int main(int argc, char** argv) {
  const QTemporaryDir settings;
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings.path());
  const QApplication application(argc, argv);
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    if (arguments[k] == "--folder" && k + 1 < arguments.size()) {
      platen::ui::measureFolder(arguments[++k]);
    } else {
      platen::ui::measure(arguments[k]);
    }
  }
  return 0;
}
