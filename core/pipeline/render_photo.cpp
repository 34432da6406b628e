#include "core/pipeline/render_photo.h"

#include "core/pipeline/render.h"
#include "core/pipeline/threads.h"

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>

namespace platen::pipeline {
namespace {

// Jobs are taken in turn by whoever is free. One that needs rows which are not there yet decodes them itself, one at a
// time; the window moves on when nobody looks at it. Bands wait in a ring until the calling thread has given them on.
class RenderRun {
 public:
  RenderRun(SourceRows& source,
            const RenderSchedule& schedule,
            const Renderers& pages,
            const std::vector<PageSink>& sinks,
            int threads,
            const std::stop_token& stop)
      : source_(source),
        jobs_(schedule.jobs),
        ordered_(schedule.ordered),
        pages_(pages),
        sinks_(sinks),
        threads_(threads),
        stop_(stop),
        done_(schedule.jobs.size(), false),
        dead_(pages.size(), false) {
    int width = 1;
    for (const StripRenderer* page : pages) {
      width = std::max(width, page->outPx().width);
    }
    const std::size_t slots = !ordered_      ? 0
                              : threads == 1 ? 1
                                             : std::min(jobs_.size(), 2 * static_cast<std::size_t>(threads));
    for (std::size_t k = 0; k < slots; ++k) {
      bands_.push_back(Image::allocate({width, kBandRows}, pages.front()->channels(), pages.front()->type()));
    }
  }

  Result<void> run() {
    const int helpers = threads_ > 1 && ordered_ ? threads_ : threads_ - 1;
    if (const std::vector<std::jthread> others = startThreads(helpers, [this] { work(); }); others.empty()) {
      workAlone();
    } else if (ordered_) {
      giveAll();
    } else {
      work();
    }
    if (exception_) {
      std::rethrow_exception(exception_);
    }
    if (error_) {
      return tl::unexpected(*error_);
    }
    return std::all_of(dead_.begin(), dead_.end(), [](bool dead) { return dead; }) ? Result<void>()
                                                                                   : source_.finish(stop_);
  }

 private:
  // What one thread renders with.
  class Worker {
   public:
    explicit Worker(RenderRun& run) : run_(run) {}

    // False: it is all over.
    bool render(std::size_t index) {
      const RenderSchedule::Job& job = run_.jobs_[index];
      const auto page = static_cast<std::size_t>(job.page);
      bool dead = false;
      if (!run_.begin(index, dead)) {
        return false;
      }
      bool kept = true;
      if (!dead) {
        Image to = run_.ordered_ ? run_.bands_[index % run_.bands_.size()] : block(*run_.pages_[page]);
        to = to.crop(0, 0, {job.columns, job.rows});
        run_.pages_[page]->render(run_.source_.view(), job.first_column, job.columns, job.first_row, job.rows, to,
                                  scratch_);
        kept = run_.ordered_ || run_.sinks_[page].store->put(job.first_column, job.first_row, to);
      }
      run_.finish(index, kept);
      return true;
    }

   private:
    Image& block(const StripRenderer& page) {
      if (block_.empty()) {
        block_ = Image::allocate({kTileColumns, kBandRows}, page.channels(), page.type());
      }
      return block_;
    }

    RenderRun& run_;
    StripRenderer::Scratch scratch_;
    Image block_;
  };

  void workAlone() {
    Worker worker(*this);
    for (std::size_t job = 0; job < jobs_.size() && worker.render(job); ++job) {
      next_ = job + 1;
      if (ordered_ && !give(job)) {
        return;
      }
    }
  }

  void work() {
    try {
      Worker worker(*this);
      for (;;) {
        std::size_t job = 0;
        {
          std::unique_lock lock(mutex_);
          changed_.wait(lock,
                        [&] { return over_ || next_ >= jobs_.size() || !ordered_ || next_ < given_ + bands_.size(); });
          if (over_ || next_ >= jobs_.size()) {
            return;
          }
          job = next_++;
        }
        if (!worker.render(job)) {
          return;
        }
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      exception_ = exception_ ? exception_ : std::current_exception();
      over_ = true;
      changed_.notify_all();
    }
  }

  // Returns when the job's rows are in the window, which stays where it is until finish(). False: it is all over.
  bool begin(std::size_t index, bool& dead) {
    std::unique_lock lock(mutex_);
    while (!over_) {
      if (stop_.stop_requested()) {
        end({ErrorKind::stopped, {}, "stopped before it was done"});
        break;
      }
      const RenderSchedule::Job& job = jobs_[index];
      dead = dead_[static_cast<std::size_t>(job.page)];
      if (!sliding_ && (source_.end() >= job.last || dead)) {
        ++rendering_;
        return true;
      }
      if (busy_) {
        changed_.wait(lock);
      } else if (job.last <= source_.room()) {
        append(job.last, lock);
      } else {
        slide(job.last, lock);
      }
    }
    return false;
  }

  void append(int last, std::unique_lock<std::mutex>& lock) {
    busy_ = true;
    lock.unlock();
    const Result<void> read = source_.append(last, stop_);
    lock.lock();
    busy_ = false;
    if (read) {
      source_.setEnd(last);
      changed_.notify_all();
    } else {
      end(read.error());
    }
  }

  void slide(int last, std::unique_lock<std::mutex>& lock) {
    if (last - jobs_[oldest_].kept > source_.room() - source_.first()) {
      changed_.wait(lock);  // for jobs that came before, whose rows are still needed
      return;
    }
    busy_ = sliding_ = true;
    changed_.wait(lock, [this] { return rendering_ == 0 || over_; });
    Result<void> slid;
    if (!over_) {
      const int kept = jobs_[oldest_].kept;
      lock.unlock();
      slid = source_.slideTo(kept, stop_);
      lock.lock();
    }
    busy_ = sliding_ = false;
    changed_.notify_all();
    if (!slid) {
      end(slid.error());
    }
  }

  void finish(std::size_t index, bool kept) {
    const std::lock_guard lock(mutex_);
    --rendering_;
    done_[index] = true;
    while (oldest_ < jobs_.size() && done_[oldest_]) {
      ++oldest_;
    }
    if (!kept) {
      bury(jobs_[index].page);
    }
    changed_.notify_all();
  }

  void giveAll() {
    try {
      for (std::size_t job = 0; job < jobs_.size(); ++job) {
        {
          std::unique_lock lock(mutex_);
          changed_.wait(lock, [&] { return over_ || done_[job]; });
          if (over_) {
            return;
          }
        }
        if (!give(job)) {
          return;
        }
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      exception_ = exception_ ? exception_ : std::current_exception();
      over_ = true;
      changed_.notify_all();
    }
  }

  bool give(std::size_t index) {
    const RenderSchedule::Job& job = jobs_[index];
    const auto page = static_cast<std::size_t>(job.page);
    const bool given =
        dead_[page] || sinks_[page].band(bands_[index % bands_.size()].crop(0, 0, {job.columns, job.rows}));
    const std::lock_guard lock(mutex_);
    if (!given) {
      bury(job.page);
    }
    given_ = index + 1;
    changed_.notify_all();
    return !over_;
  }

  // Under the lock, like end().
  void bury(int page) {
    dead_[static_cast<std::size_t>(page)] = true;
    over_ = over_ || std::all_of(dead_.begin(), dead_.end(), [](bool dead) { return dead; });
  }
  void end(Error error) {
    error_ = error_ ? error_ : std::move(error);
    over_ = true;
    changed_.notify_all();
  }

  SourceRows& source_;
  const std::vector<RenderSchedule::Job>& jobs_;
  const bool ordered_;
  const Renderers& pages_;
  const std::vector<PageSink>& sinks_;
  const int threads_;
  const std::stop_token& stop_;

  std::mutex mutex_;  // of all below
  std::condition_variable changed_;
  std::vector<Image> bands_;
  std::vector<bool> done_;
  std::vector<bool> dead_;  // pages
  std::size_t next_ = 0;    // job
  std::size_t oldest_ = 0;  // that is not done
  std::size_t given_ = 0;   // bands
  int rendering_ = 0;       // jobs that look at the window
  bool busy_ = false;       // someone reads rows or moves the window
  bool sliding_ = false;
  bool over_ = false;
  std::optional<Error> error_;
  std::exception_ptr exception_;
};

}  // namespace

Result<void> renderPhoto(SourceRows& source,
                         const RenderSchedule& schedule,
                         const Renderers& pages,
                         const std::vector<PageSink>& sinks,
                         int threads,
                         const std::stop_token& stop) {
  return RenderRun(source, schedule, pages, sinks, threads, stop).run();
}

}  // namespace platen::pipeline
