#include "ui/view/renderer.h"

#include "ui/view/picture_render.h"
#include "ui/words/engine_words.h"

#include <array>
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
  struct Waiting {
    quint64 generation = 0;
    RenderRequest request;
  };
  // One thread, and what it renders.
  struct Lane {
    explicit Lane(bool frames) : for_frames(frames) {}
    [[nodiscard]] bool takes(const Waiting& one) const { return one.request.is_frame == for_frames; }

    const bool for_frames;
    int running_slot = -1;  // guarded, as the next
    std::stop_source running_stop;
    std::jthread thread;
  };

  Worker(Renderer& owner, int thread_count) : renderer(owner), threads(thread_count) {
    for (Lane& lane : lanes) {
      lane.thread = std::jthread([this, &lane](const std::stop_token& ended) { run(lane, ended); });
    }
  }
  ~Worker() {
    {
      const std::lock_guard lock(mutex);
      waiting.clear();  // or one of them would begin when the one that runs has stopped
      for (Lane& lane : lanes) {
        lane.running_stop.request_stop();
      }
    }
    for (Lane& lane : lanes) {
      lane.thread.request_stop();
      lane.thread.join();
    }
  }

  // The one that waits longest, so that no view starves another. With the lock held.
  std::map<int, Waiting>::iterator nextOf(const Lane& lane) {
    auto first = waiting.end();
    for (auto it = waiting.begin(); it != waiting.end(); ++it) {
      if (lane.takes(it->second) && (first == waiting.end() || it->second.generation < first->second.generation)) {
        first = it;
      }
    }
    return first;
  }

  void run(Lane& lane, const std::stop_token& ended) {
    while (!ended.stop_requested()) {
      int slot = 0;
      Waiting now;
      std::stop_token stop;
      {
        std::unique_lock lock(mutex);
        if (!changed.wait(lock, ended, [&] { return nextOf(lane) != waiting.end(); })) {
          return;
        }
        const auto first = nextOf(lane);
        slot = first->first;
        now = std::move(first->second);
        waiting.erase(first);
        lane.running_slot = slot;
        lane.running_stop = std::stop_source();
        stop = lane.running_stop.get_token();
      }
      Result<QImage> image = renderPicture(now.request, threads, stop);
      {
        const std::lock_guard lock(mutex);
        lane.running_slot = -1;
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

  // With the lock held.
  void stopRunning(int slot) {
    for (Lane& lane : lanes) {
      if (lane.running_slot == slot) {
        lane.running_stop.request_stop();
      }
    }
  }

  // On the GUI thread.
  void deliver(const RenderedPicture& picture) {
    const auto old = old_up_to.find(picture.slot);
    if (old != old_up_to.end() && picture.generation > old->second) {
      old->second = picture.generation;  // a frame of the other lane that comes late
      Q_EMIT renderer.rendered(picture);
    }
  }

  Renderer& renderer;
  const int threads;
  quint64 last_generation = 0;  // GUI thread, as the two below
  int last_slot = 0;
  std::map<int, quint64> old_up_to;  // of every slot there is: cancelled, or answered
  std::mutex mutex;
  std::condition_variable_any changed;
  std::map<int, Waiting> waiting;                      // guarded
  std::array<Lane, 2> lanes{Lane{true}, Lane{false}};  // last: they begin when all else is there
};

Renderer::Renderer(int threads, QObject* parent) : QObject(parent), worker_(std::make_unique<Worker>(*this, threads)) {}

Renderer::~Renderer() = default;

int Renderer::addSlot() {
  const int slot = ++worker_->last_slot;
  worker_->old_up_to[slot] = 0;
  return slot;
}

void Renderer::removeSlot(int slot) {
  cancel(slot);
  worker_->old_up_to.erase(slot);
}

quint64 Renderer::request(int slot, RenderRequest request) {
  if (request.source.empty() || request.device_px.width <= 0 || request.device_px.height <= 0) {
    throw std::invalid_argument("Renderer: a request without a photo or without pixels");
  }
  const quint64 generation = ++worker_->last_generation;
  {
    const std::lock_guard lock(worker_->mutex);
    worker_->waiting[slot] = {generation, std::move(request)};
    worker_->stopRunning(slot);
  }
  worker_->changed.notify_all();
  return generation;
}

void Renderer::cancel(int slot) {
  worker_->old_up_to[slot] = worker_->last_generation;
  const std::lock_guard lock(worker_->mutex);
  worker_->waiting.erase(slot);
  worker_->stopRunning(slot);
}

}  // namespace platen::ui
