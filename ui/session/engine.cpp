#include "ui/session/engine.h"

#include "core/pipeline/photo_region.h"
#include "ui/session/open_photos.h"
#include "ui/session/photo_files.h"

#include <cstdint>
#include <utility>

namespace platen::ui {
namespace {

// The photo in view and the one before it: some 20 MB each.
constexpr std::size_t kOpenPhotos = 2;
constexpr int kPreviewSide = 960;
// Of photos that are decoded as a whole: three of 24 megapixels.
constexpr std::uint64_t kPictureBytes = std::uint64_t{256} << 20;

// What a fit shows of its grid stands as the work frame stands; the page has been turned from there to read upright.
int turnsToUpright(const PageCues& cues, const FitRequest& request) {
  int degrees = 90 * cues.frame.quarter_turns;
  const PageGuide* guide = request.guide.ofPage(cues.index);
  if (request.options.rotate != Rotation::automatic) {
    degrees = 90 * (static_cast<int>(request.options.rotate) - static_cast<int>(Rotation::deg0));
  } else if (guide != nullptr && guide->reading_rotation) {
    degrees = *guide->reading_rotation;
  } else if (guide != nullptr && !guide->shape.empty()) {
    degrees = guide->shape_rotation;
  }
  return (degrees / 90 - cues.frame.quarter_turns + 8) & 3;
}

// Puts each step of one page's fit into the mailbox.
class Watcher {
 public:
  Watcher(FrameMailbox& frames, JobNumber job, int page, int turns, std::function<void()> tell)
      : frames_(frames), job_(job), page_(page), turns_(turns), tell_(std::move(tell)) {}

  void step(const FitProgress& progress) {
    if (progress.stage != stage_ || progress.round != round_ || progress.step <= step_) {
      ++rounds_;
    }
    stage_ = progress.stage;
    round_ = progress.round;
    step_ = progress.step;
    FitFrame frame;
    frame.job = job_;
    frame.page = page_;
    frame.stage = progress.stage;
    frame.step = progress.step;
    frame.steps = progress.steps;
    frame.made = std::chrono::steady_clock::now();
    frame.energy = progress.energy;
    if (progress.grid != nullptr) {
      frame.grid = turned(*progress.grid, turns_);
      frame.aspect = turns_ % 2 != 0 && progress.aspect > 0 ? 1 / progress.aspect : progress.aspect;
    }
    frame.course.push_back({rounds_ - 1, progress.step, progress.energy});
    if (frames_.put(std::move(frame))) {
      tell_();
    }
  }

 private:
  FrameMailbox& frames_;
  JobNumber job_;
  int page_, turns_;
  std::function<void()> tell_;
  std::string stage_;
  int round_ = 0, step_ = 0;
  int rounds_ = 0;
};

}  // namespace

JobListener::~JobListener() {
  engine_.forget(*this);
}

Engine::Engine(QObject* parent) : QObject(parent), open_(std::make_unique<OpenPhotos>(kOpenPhotos)) {
  pipeline::keepPictures(kPictureBytes);
}

Engine::~Engine() = default;

Task Engine::task(JobListener& listener, Work work) {
  const JobNumber job = ++last_;
  listeners_.emplace(job, &listener);
  return {job, [job, work = std::move(work)](const std::stop_token& stop) { work(job, stop); },
          [this, job] {
            answer(job, [this, job](JobListener& asked) {
              listeners_.erase(job);
              asked.jobEnded(job);
            });
          }};
}

void Engine::answer(JobNumber job, std::function<void(JobListener&)> say) {
  QMetaObject::invokeMethod(
      this,
      [this, job, say = std::move(say)] {
        if (const auto listener = listeners_.find(job); listener != listeners_.end()) {
          say(*listener->second);
        }
      },
      Qt::QueuedConnection);
}

void Engine::forget(const JobListener& listener) {
  std::vector<JobNumber> jobs;
  for (const auto& [job, asked] : listeners_) {
    if (asked == &listener) {
      jobs.push_back(job);
    }
  }
  for (const JobNumber job : jobs) {
    listeners_.erase(job);
    worker_.stop(job);
    writer_.stop(job);
  }
}

JobNumber Engine::list(std::vector<std::filesystem::path> files_or_folders, JobListener& listener) {
  Task task =
      this->task(listener, [this, given = std::move(files_or_folders)](JobNumber job, const std::stop_token& stop) {
        auto found = std::make_shared<const std::vector<std::filesystem::path>>(photoFiles(given, stop));
        answer(job, [job, found = std::move(found)](JobListener& asked) { asked.listed(job, *found); });
      });
  const JobNumber job = task.number;
  worker_.add(Lane::writing, std::move(task));
  return job;
}

JobNumber Engine::fit(FitRequest request, Urgency urgency, JobListener& listener) {
  const bool is_watched = urgency == Urgency::now || urgency == Urgency::next;
  Task task =
      this->task(listener, [this, request = std::move(request), is_watched](
                               JobNumber job, const std::stop_token& stop) { fitNow(job, request, is_watched, stop); });
  const JobNumber job = task.number;
  switch (urgency) {
    case Urgency::now:
      worker_.replace(Lane::foreground, std::move(task));
      break;
    case Urgency::next:
      worker_.replaceWaiting(Lane::foreground, std::move(task));
      break;
    case Urgency::soon:
      worker_.addFirst(Lane::waiting, std::move(task));
      break;
    case Urgency::later:
      worker_.add(Lane::waiting, std::move(task));
      break;
  }
  return job;
}

JobNumber Engine::open(std::filesystem::path photo, FitOptions options, Polyline spine, JobListener& listener) {
  Task task = this->task(
      listener, [this, photo = std::move(photo), options = std::move(options), spine = std::move(spine)](
                    JobNumber job, const std::stop_token& stop) { openNow(job, photo, options, spine, true, stop); });
  const JobNumber job = task.number;
  worker_.replace(Lane::foreground, std::move(task));
  return job;
}

JobNumber Engine::thumbnail(std::filesystem::path photo, int side, JobListener& listener) {
  Task task = this->task(listener, [this, photo = std::move(photo), side](JobNumber job, const std::stop_token& stop) {
    thumbnailNow(job, photo, side, stop);
  });
  const JobNumber job = task.number;
  worker_.add(Lane::thumbnails, std::move(task));
  return job;
}

void Engine::stop(JobNumber job) {
  worker_.stop(job);
  writer_.stop(job);
}

void Engine::wantFrame() {
  if (frames_.want()) {
    Q_EMIT frameWaiting();
  }
}

void Engine::tellFailed(JobNumber job, int page, const Error& error) {
  if (error.kind != ErrorKind::stopped) {
    answer(job, [job, page, error](JobListener& asked) { asked.failed(job, page, error); });
  }
}

void Engine::thumbnailNow(JobNumber job, const std::filesystem::path& photo, int side, const std::stop_token& stop) {
  const Result<PhotoInfo> info = pipeline::describePhoto(photo, stop);
  if (!info) {
    tellFailed(job, 0, info.error());
    return;
  }
  const Result<Pyramid> pyramid = pipeline::previewPhoto(*info, side, stop);
  if (!pyramid) {
    tellFailed(job, 0, pyramid.error());
    return;
  }
  const double scale = static_cast<double>(side) / std::max(info->size.width, info->size.height);
  answer(job, [job, picture = pyramid->atLeast(scale).image, said = *info](JobListener& asked) {
    asked.thumbnailMade(job, picture, said);
  });
}

OpenedPhotoHandle Engine::openNow(JobNumber job,
                                  const std::filesystem::path& photo,
                                  const FitOptions& options,
                                  const Polyline& spine,
                                  bool is_watched,
                                  const std::stop_token& stop) {
  OpenedPhotoHandle held = open_->find(photo, options, spine);
  if (!held) {
    if (is_watched) {
      // Something to see before all of it has been decoded and searched.
      const Result<PhotoInfo> info = pipeline::describePhoto(photo, stop);
      Result<Pyramid> coarse =
          info ? pipeline::previewPhoto(*info, kPreviewSide, stop, options.threads) : tl::unexpected(info.error());
      if (coarse) {
        const auto preview = std::make_shared<const PhotoPreview>(PhotoPreview{*info, std::move(*coarse)});
        answer(job, [job, preview](JobListener& asked) { asked.previewed(job, preview); });
      }
    }
    Result<pipeline::OpenedPhoto> opened = pipeline::openPhoto(photo, options, stop, spine);
    if (!opened) {
      tellFailed(job, 0, opened.error());
      return nullptr;
    }
    held = std::make_shared<const pipeline::OpenedPhoto>(std::move(*opened));
    if (is_watched) {
      open_->keep(held, options, spine);
    }
  }
  if (is_watched) {
    answer(job, [job, held](JobListener& asked) { asked.opened(job, held); });
  }
  return held;
}

void Engine::fitNow(JobNumber job, const FitRequest& request, bool is_watched, const std::stop_token& stop) {
  const OpenedPhotoHandle photo = openNow(job, request.photo, request.options, request.guide.spine(), is_watched, stop);
  if (!photo) {
    return;
  }
  const Result<std::vector<int>> chosen = pipeline::selectPages(*photo, request.options.page);
  if (!chosen) {
    tellFailed(job, 0, chosen.error());
    return;
  }
  for (const int page : *chosen) {
    const PageCues& cues = photo->pages[static_cast<std::size_t>(page)];
    if (request.only_page && *request.only_page != cues.index) {
      continue;
    }
    Watcher watcher(frames_, job, cues.index, turnsToUpright(cues, request), [this] { Q_EMIT frameWaiting(); });
    FitHooks hooks;
    if (is_watched) {
      hooks.wants_grid = [this] { return frames_.isWanted(); };
      hooks.onStep = [&watcher](const FitProgress& progress) { watcher.step(progress); };
    }
    answer(job, [job, page = cues.index](JobListener& asked) { asked.fitBegun(job, page); });
    Result<pipeline::FittedPage> fitted = pipeline::fitPage(*photo, page, request.options, hooks, stop, request.guide);
    // Of the photos that wait nobody has seen a half-done fit: it is done again.
    if (stop.stop_requested() && !is_watched) {
      answer(job, [job](JobListener& asked) { asked.madeWay(job); });
      return;
    }
    if (fitted) {
      const auto done = std::make_shared<const pipeline::FittedPage>(std::move(*fitted));
      answer(job, [job, done](JobListener& asked) { asked.fitted(job, done); });
    } else
      tellFailed(job, cues.index, fitted.error());
    if (stop.stop_requested()) {
      return;
    }
  }
}

}  // namespace platen::ui
