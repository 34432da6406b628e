#include "ui/view/renderer.h"

#include "ui/words/engine_words.h"

#include "ui/view/picture_render.h"

#include <condition_variable>
#include <map>
#include <mutex>
#include <stdexcept>
#include <stop_token>
#include <thread>
#include <utility>

#include <QMetaObject>

namespace platen::ui {

struct Renderer::Worker {
  Worker(Renderer& owner, int thread_count) : renderer(owner), threads(thread_count) {
    thread = std::jthread([this](const std::stop_token& ended) { run(ended); });
  }
  ~Worker() {
    {
      const std::lock_guard lock(mutex);
      waiting.clear();  // or one of them would begin when the one that runs has stopped
      running_stop.request_stop();
    }
    thread.request_stop();
    thread.join();
  }

  void run(const std::stop_token& ended) {
    while (!ended.stop_requested()) {
      int slot = 0;
      Waiting now;
      std::stop_token stop;
      {
        std::unique_lock lock(mutex);
        if (!changed.wait(lock, ended, [this] { return !waiting.empty(); })) {
          return;
        }
        // The one that waits longest, so that no view starves another.
        auto first = waiting.begin();
        for (auto it = waiting.begin(); it != waiting.end(); ++it) {
          if (it->second.generation < first->second.generation) {
            first = it;
          }
        }
        slot = first->first;
        now = std::move(first->second);
        waiting.erase(first);
        running_slot = slot;
        running_stop = std::stop_source();
        stop = running_stop.get_token();
      }
      Result<QImage> image = renderPicture(now.request, threads, stop);
      {
        const std::lock_guard lock(mutex);
        running_slot = -1;
      }
      if (!image && image.error().kind == ErrorKind::stopped) {
        continue;  // something newer was asked for, or nothing at all
      }
      RenderedPicture picture{slot, now.generation, now.request.picture_px, {}, {}};
      if (image) {
        picture.image = std::move(*image);
      } else {
        picture.error = describedWords(image.error());
      }
      QMetaObject::invokeMethod(
          &renderer, [this, picture = std::move(picture)] { deliver(picture); }, Qt::QueuedConnection);
    }
  }

  // On the GUI thread.
  void deliver(const RenderedPicture& picture) {
    const auto cancelled = cancelled_up_to.find(picture.slot);
    if (cancelled != cancelled_up_to.end() && picture.generation > cancelled->second) {
      Q_EMIT renderer.rendered(picture);
    }
  }

  struct Waiting {
    quint64 generation = 0;
    RenderRequest request;
  };

  Renderer& renderer;
  const int threads;
  quint64 last_generation = 0;  // GUI thread, as the two below
  int last_slot = 0;
  std::map<int, quint64> cancelled_up_to;  // of every slot there is
  std::mutex mutex;
  std::condition_variable_any changed;
  std::map<int, Waiting> waiting;  // guarded, as the two below
  int running_slot = -1;
  std::stop_source running_stop;
  std::jthread thread;  // last: it begins when all else is there
};

Renderer::Renderer(int threads, QObject* parent) : QObject(parent), worker_(std::make_unique<Worker>(*this, threads)) {}

Renderer::~Renderer() = default;

int Renderer::addSlot() {
  const int slot = ++worker_->last_slot;
  worker_->cancelled_up_to[slot] = 0;
  return slot;
}

void Renderer::removeSlot(int slot) {
  cancel(slot);
  worker_->cancelled_up_to.erase(slot);
}

quint64 Renderer::request(int slot, RenderRequest request) {
  if (request.source.empty() || request.device_px.width <= 0 || request.device_px.height <= 0) {
    throw std::invalid_argument("Renderer: a request without a photo or without pixels");
  }
  const quint64 generation = ++worker_->last_generation;
  {
    const std::lock_guard lock(worker_->mutex);
    worker_->waiting[slot] = {generation, std::move(request)};
    if (worker_->running_slot == slot) {
      worker_->running_stop.request_stop();
    }
  }
  worker_->changed.notify_one();
  return generation;
}

void Renderer::cancel(int slot) {
  worker_->cancelled_up_to[slot] = worker_->last_generation;
  const std::lock_guard lock(worker_->mutex);
  worker_->waiting.erase(slot);
  if (worker_->running_slot == slot) {
    worker_->running_stop.request_stop();
  }
}

}  // namespace platen::ui
