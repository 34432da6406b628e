#include "core/pipeline/render.h"

#include "core/pipeline/strip.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace platen::pipeline {
namespace {

int stripCount(Size out_px) {
  return (out_px.height + kStripRows - 1) / kStripRows;
}

void renderRows(const StripRenderer& renderer,
                int first_row,
                int rows,
                Image& dest,
                int dest_row,
                StripRenderer::Scratch& scratch) {
  for (int done = 0; done < rows; done += kStripRows) {
    renderer.render(first_row + done, std::min(kStripRows, rows - done), dest, dest_row + done, scratch);
  }
}

// The first exception of any worker, for the thread that asked.
class FirstException {
 public:
  void keep() {
    const std::lock_guard lock(mutex_);
    if (!exception_) {
      exception_ = std::current_exception();
    }
  }
  void rethrow() const {
    if (exception_) {
      std::rethrow_exception(exception_);
    }
  }

 private:
  std::mutex mutex_;
  std::exception_ptr exception_;
};

// A ring of bands between the workers, who take band numbers in turn, and the caller, who drains it in order.
class BandRing {
 public:
  BandRing(const StripRenderer& renderer, int slots)
      : bands_((renderer.outPx().height + kBandRows - 1) / kBandRows),
        ready_(static_cast<std::size_t>(std::min(slots, bands_)), false) {
    for (std::size_t i = 0; i < ready_.size(); ++i) {
      images_.push_back(Image::allocate({renderer.outPx().width, kBandRows}, renderer.channels(), renderer.type()));
    }
  }

  void work(const StripRenderer& renderer, const std::stop_token& stop) {
    StripRenderer::Scratch scratch;
    for (;;) {
      int band = 0;
      {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return over_ || next_ >= bands_ || next_ < drained_ + slots(); });
        if (over_ || next_ >= bands_) {
          return;
        }
        band = next_++;
      }
      if (stop.stop_requested()) {
        end();
        return;
      }
      const int first_row = band * kBandRows;
      renderRows(renderer, first_row, std::min(kBandRows, renderer.outPx().height - first_row), images_[slot(band)], 0,
                 scratch);
      const std::lock_guard lock(mutex_);
      ready_[slot(band)] = true;
      changed_.notify_all();
    }
  }

  bool drain(const StripRenderer& renderer, const std::function<bool(const Image& band)>& sink) {
    for (int band = 0; band < bands_; ++band) {
      {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return over_ || ready_[slot(band)]; });
        if (over_) {
          return false;
        }
      }
      const int rows = std::min(kBandRows, renderer.outPx().height - band * kBandRows);
      if (!sink(images_[slot(band)].crop(0, 0, {renderer.outPx().width, rows}))) {
        return false;
      }
      const std::lock_guard lock(mutex_);
      ready_[slot(band)] = false;
      ++drained_;
      changed_.notify_all();
    }
    return true;
  }

  void end() {
    const std::lock_guard lock(mutex_);
    over_ = true;
    changed_.notify_all();
  }

 private:
  [[nodiscard]] int slots() const { return static_cast<int>(ready_.size()); }
  [[nodiscard]] std::size_t slot(int band) const { return static_cast<std::size_t>(band) % ready_.size(); }

  const int bands_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Image> images_;
  std::vector<bool> ready_;  // guarded, like the three below
  int next_ = 0;
  int drained_ = 0;
  bool over_ = false;
};

}  // namespace

int threadCount(int requested) {
  return requested > 0 ? requested : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

Image renderPage(const Image& source,
                 double source_scale,
                 const WarpGrid& source_from_page,
                 Size out_px,
                 const RenderOptions& options,
                 std::stop_token stop) {
  const StripRenderer renderer(source, source_scale, source_from_page, out_px, options.filter, options.fill);
  Image page = Image::allocate(out_px, renderer.channels(), renderer.type());
  const int strips = stripCount(out_px);
  std::atomic<int> next{0};
  FirstException failure;
  const auto work = [&] {
    try {
      StripRenderer::Scratch scratch;
      for (int strip = next++; strip < strips && !stop.stop_requested(); strip = next++) {
        const int first_row = strip * kStripRows;
        renderer.render(first_row, std::min(kStripRows, out_px.height - first_row), page, first_row, scratch);
      }
    } catch (...) {
      failure.keep();
      next = strips;
    }
  };
  {
    std::vector<std::jthread> others;
    for (int i = 1; i < std::min(threadCount(options.threads), strips); ++i) {
      others.emplace_back(work);
    }
    work();
  }
  failure.rethrow();
  return stop.stop_requested() ? Image{} : page;
}

bool renderBands(const Image& source,
                 double source_scale,
                 const WarpGrid& source_from_page,
                 Size out_px,
                 const RenderOptions& options,
                 const std::function<bool(const Image& band)>& sink,
                 std::stop_token stop) {
  const StripRenderer renderer(source, source_scale, source_from_page, out_px, options.filter, options.fill);
  const int threads = threadCount(options.threads);
  if (threads == 1) {
    Image band =
        Image::allocate({out_px.width, std::min(kBandRows, out_px.height)}, renderer.channels(), renderer.type());
    StripRenderer::Scratch scratch;
    for (int first_row = 0; first_row < out_px.height; first_row += kBandRows) {
      const int rows = std::min(kBandRows, out_px.height - first_row);
      if (stop.stop_requested()) {
        return false;
      }
      renderRows(renderer, first_row, rows, band, 0, scratch);
      if (!sink(band.crop(0, 0, {out_px.width, rows}))) {
        return false;
      }
    }
    return true;
  }
  BandRing ring(renderer, 2 * threads);
  FirstException failure;
  bool whole = false;
  {
    std::vector<std::jthread> workers;
    const auto work = [&] {
      try {
        ring.work(renderer, stop);
      } catch (...) {
        failure.keep();
        ring.end();
      }
    };
    workers.reserve(static_cast<std::size_t>(threads));
    for (int i = 0; i < threads; ++i) {
      workers.emplace_back(work);
    }
    try {
      whole = ring.drain(renderer, sink);
    } catch (...) {
      failure.keep();
    }
    ring.end();
  }
  failure.rethrow();
  return whole;
}

}  // namespace platen::pipeline
