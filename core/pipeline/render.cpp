#include "core/pipeline/render.h"

#include "core/pipeline/strip.h"
#include "core/pipeline/threads.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace platen::pipeline {
namespace {

int stripCount(Size out_px) {
  return (out_px.height + kStripRows - 1) / kStripRows;
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

StripRenderer rendererFor(const Image& source,
                          double source_scale,
                          const WarpGrid& source_from_page,
                          Size out_px,
                          const RenderOptions& options) {
  StripRenderer renderer(kindOf(source), source_scale, source_from_page, out_px, options.filter);
  if (options.fill == Fill::paper) {
    renderer.continuePaper(PaperFill(source));
  }
  return renderer;
}

}  // namespace

int threadCount(int requested) {
  return requested > 0 ? requested : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

bool renderPageInto(Image& page,
                    const Image& source,
                    double source_scale,
                    const WarpGrid& source_from_page,
                    const RenderOptions& options,
                    const std::stop_token& stop) {
  const StripRenderer renderer = rendererFor(source, source_scale, source_from_page, page.size(), options);
  if (page.channels() != renderer.channels() || page.type() != renderer.type()) {
    throw std::invalid_argument("renderPageInto: a page of other pixels than the photo's");
  }
  const int strips = stripCount(page.size());
  std::atomic<int> next{0};
  FirstException failure;
  const auto work = [&] {
    try {
      StripRenderer::Scratch scratch;
      for (int strip = next++; strip < strips && !stop.stop_requested(); strip = next++) {
        const int first_row = strip * kStripRows;
        const int rows = std::min(kStripRows, page.height() - first_row);
        Image part = page.crop(0, first_row, {page.width(), rows});
        renderer.render(viewOf(source), 0, page.width(), first_row, rows, part, scratch);
      }
    } catch (...) {
      failure.keep();
      next = strips;
    }
  };
  {
    const std::vector<std::jthread> others = startThreads(std::min(threadCount(options.threads), strips) - 1, work);
    work();
  }
  failure.rethrow();
  return !stop.stop_requested();
}

Image renderPage(const Image& source,
                 double source_scale,
                 const WarpGrid& source_from_page,
                 Size out_px,
                 const RenderOptions& options,
                 const std::stop_token& stop) {
  Image page = Image::allocate(out_px, source.channels(), source.type());
  return renderPageInto(page, source, source_scale, source_from_page, options, stop) ? page : Image{};
}

}  // namespace platen::pipeline
