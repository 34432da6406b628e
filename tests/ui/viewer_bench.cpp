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

#include <QAbstractEventDispatcher>
#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QSettings>
#include <QTemporaryDir>
#include <QTimer>

namespace platen::ui {
namespace {

using Clock = std::chrono::steady_clock;
constexpr int kRuns = 9;
constexpr int kPatience_ms = 600000;
constexpr int kLook_ms = 20;

// In an event loop as a program has it (QTest's own waiting sleeps ten milliseconds between events, which every frame
// would wait for several times). A machine that is too slow for this shows in the numbers.
void waitFor(const std::function<bool()>& is_there, int at_most_ms) {
  QEventLoop loop;
  const auto look = [&] {
    if (is_there()) {
      loop.quit();
    }
  };
  QObject::connect(QAbstractEventDispatcher::instance(), &QAbstractEventDispatcher::aboutToBlock, &loop, look);
  QTimer now_and_then;  // for what comes without an event
  QObject::connect(&now_and_then, &QTimer::timeout, &loop, look);
  now_and_then.start(kLook_ms);
  QTimer patience;
  QObject::connect(&patience, &QTimer::timeout, &loop, &QEventLoop::quit);
  patience.start(at_most_ms);
  if (!is_there()) {
    loop.exec();
  }
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

// Of the fit that follows the opening: what was shown of it from its first moment to its last.
struct Watched {
  double first_picture_ms = 0, fit_s = 0, stop_ms = 0;
  double frames_per_second = 0;    // new frames painted over all of the fitting time, whatever the fit was at
  double longest_still_ms = 0;     // from the fit's begin to its end, without a new frame
  std::vector<double> latency_ms;  // from a frame's step to its painting
};

// When a fit began and ended, and when its frames were painted.
struct Course {
  std::optional<Clock::time_point> begun, ended;
  std::vector<Clock::time_point> painted;

  void measure(Watched& seen) const {
    if (!begun || !ended) {
      return;
    }
    Clock::time_point before = *begun;
    for (const Clock::time_point at : painted) {
      seen.longest_still_ms = std::max(seen.longest_still_ms, milliseconds(at - before));
      before = at;
    }
    seen.longest_still_ms = std::max(seen.longest_still_ms, milliseconds(*ended - before));
    seen.frames_per_second = 1000 * static_cast<double>(painted.size()) / milliseconds(*ended - *begun);
  }
};

Watched watch(const std::filesystem::path& photo) {
  Watched seen;
  Course course;
  const QTemporaryDir journals;
  MainWindow window(journals.path().toStdString());
  window.resize(1400, 900);
  window.show();
  QObject::connect(&window.views(), &PageViews::framePainted, &window, [&](Clock::time_point made) {
    seen.latency_ms.push_back(milliseconds(Clock::now() - made));
    if (course.begun && !course.ended) {
      course.painted.push_back(Clock::now());
    }
  });
  const Clock::time_point begin = Clock::now();
  window.open({photo});
  PhotoSession& session = window.workspace().photo(0);
  QObject::connect(&session, &PhotoSession::photoOpened, &window, [&] { course.begun = Clock::now(); });
  QObject::connect(&session, &PhotoSession::statusChanged, &window, [&] {
    if (course.begun && !course.ended && !session.isFitting()) {
      course.ended = Clock::now();
    }
  });
  waitFor([&] { return session.preview() || session.openedPhoto() || !session.errors().empty(); }, kPatience_ms);
  seen.first_picture_ms = milliseconds(Clock::now() - begin);
  waitFor([&] { return window.engine().isIdle(); }, kPatience_ms);
  seen.fit_s = fitSeconds(session.state());
  course.measure(seen);
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
  std::vector<double> first, watched, unwatched, stop, rate, still, worst;
  for (int run = 0; run < kRuns; ++run) {
    unwatched.push_back(unwatchedFitSeconds(photo));
    const Watched seen = watch(photo);
    first.push_back(seen.first_picture_ms);
    watched.push_back(seen.fit_s);
    stop.push_back(seen.stop_ms);
    rate.push_back(seen.frames_per_second);
    still.push_back(seen.longest_still_ms);
    if (!seen.latency_ms.empty()) {
      worst.push_back(*std::max_element(seen.latency_ms.begin(), seen.latency_ms.end()));
    }
  }
  std::printf(
      "{\"photo\": \"%s\", \"first_picture_ms\": %.0f, \"frames_per_second\": %.1f, "
      "\"longest_still_ms\": %.0f, \"worst_latency_ms\": %.0f, \"stop_ms\": %.0f, \"fit_s\": %.3f, "
      "\"fit_unwatched_s\": %.3f, \"ratio\": %.3f}\n",
      photo.filename().c_str(), median(first), median(rate), median(still), median(worst), median(stop),
      median(watched), median(unwatched), median(watched) / std::max(1e-9, median(unwatched)));
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
      12 * kPatience_ms);
  int fitted = 0;
  for (int index = 0; index < window.workspace().count(); ++index) {
    fitted += window.workspace().photo(index).state().pages.empty() ? 0 : 1;
  }
  std::printf(
      "{\"folder\": \"%s\", \"photos\": %d, \"fitted\": %d, \"seconds\": %.0f, \"resident_mb\": %.0f, "
      "\"most_resident_mb\": %.0f}\n",
      folder.c_str(), window.workspace().count(), fitted, since.elapsed() / 1000.0, residentMegabytes(), most);
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
