// The C interface of libtesseract 5 (capi.h): its functions are looked up by name. Version 4 ends the program where a
// locale is set.
#include "core/detect/tesseract_reading.h"

#include "core/detect/raster.h"

#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <dlfcn.h>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace platen::detect {
namespace {

struct Engine;  // TessBaseAPI

struct Library {
  Engine* (*create)() = nullptr;
  void (*destroy)(Engine*) = nullptr;
  int (*setVariable)(Engine*, const char* name, const char* value) = nullptr;
  int (*init)(Engine*, const char* data_path, const char* language) = nullptr;
  void (*setImage)(Engine*, const unsigned char* pixels, int width, int height, int bytes_per_pixel, int stride) =
      nullptr;
  void (*setResolution)(Engine*, int dpi) = nullptr;
  void (*clear)(Engine*) = nullptr;
  void (*forget)(Engine*) = nullptr;
  int (*detect)(Engine*, int* degrees, float* confidence, const char** script, float* script_confidence) = nullptr;
  bool complete = false;
};

template <class Function>
bool look(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  return function != nullptr;
}

Library open() {
  Library found;
  void* library = dlopen("libtesseract.so.5", RTLD_LAZY | RTLD_LOCAL);
  found.complete =
      library != nullptr && look(library, "TessBaseAPICreate", found.create) &&
      look(library, "TessBaseAPIDelete", found.destroy) && look(library, "TessBaseAPISetVariable", found.setVariable) &&
      look(library, "TessBaseAPIInit3", found.init) && look(library, "TessBaseAPISetImage", found.setImage) &&
      look(library, "TessBaseAPISetSourceResolution", found.setResolution) &&
      look(library, "TessBaseAPIClear", found.clear) &&
      look(library, "TessBaseAPIClearAdaptiveClassifier", found.forget) &&
      look(library, "TessBaseAPIDetectOrientationScript", found.detect);
  return found;
}

// Opened once, never closed.
const Library& theLibrary() {
  static const Library library = open();
  return library;
}

using EnginePointer = std::unique_ptr<Engine, void (*)(Engine*)>;

EnginePointer makeEngine() {
  const Library& library = theLibrary();
  EnginePointer none(nullptr, [](Engine*) {});
  if (!library.complete) {
    return none;
  }
  EnginePointer engine(library.create(), library.destroy);
  // Its complaints about missing data or little text are no concern of our user's.
  if (engine == nullptr || library.setVariable(engine.get(), "debug_file", "/dev/null") == 0 ||
      library.init(engine.get(), nullptr, "osd") != 0) {
    return none;
  }
  return engine;
}

// A core that reads all its pages spends a tenth of its time on them here.
constexpr unsigned kCoresAnEngine = 4;

// Engines are kept: to load one's data takes as long as to read a page. They are few, since each holds its own copy of
// that data: who finds none idle waits for the next. Never destroyed: at the end of a process the library may be gone
// before they are.
class Engines {
 public:
  // One engine for one page. Where the reading does not end as it should, that engine is not used again.
  class Lease {
   public:
    Lease(Engines& from, EnginePointer engine) : from_(&from), engine_(std::move(engine)) {}
    Lease(Lease&& other) noexcept : from_(other.from_), engine_(std::move(other.engine_)) {}
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    Lease& operator=(Lease&&) = delete;
    ~Lease() {
      if (engine_) {
        engine_.reset();
        from_->lost();
      }
    }
    explicit operator bool() const { return engine_ != nullptr; }
    [[nodiscard]] Engine* get() const { return engine_.get(); }
    // It remembers nothing of the page that it read.
    void giveBack() {
      theLibrary().clear(get());
      theLibrary().forget(get());
      from_->giveBack(std::move(engine_));
    }

   private:
    Engines* from_;
    EnginePointer engine_;
  };

  Engines() { idle_.reserve(static_cast<std::size_t>(most_)); }

  // None where none can be made, or where a stop came first.
  Lease take(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);  // what makeEngine() sets is global to the library
    const auto canTake = [this] { return !idle_.empty() || made_ < most_; };
    while (given_back_.wait(lock, stop, canTake) && idle_.empty()) {
      EnginePointer made = makeEngine();
      if (made || made_ == 0) {
        made_ += made ? 1 : 0;
        return {*this, std::move(made)};
      }
      most_ = made_;  // there is no room for more
    }
    if (idle_.empty()) {
      return {*this, EnginePointer(nullptr, [](Engine*) {})};
    }
    EnginePointer engine = std::move(idle_.back());
    idle_.pop_back();
    return {*this, std::move(engine)};
  }

  TesseractEngines count() {
    const std::lock_guard lock(mutex_);
    return {made_, most_};
  }

 private:
  void giveBack(EnginePointer engine) {
    {
      const std::lock_guard lock(mutex_);
      idle_.push_back(std::move(engine));
    }
    given_back_.notify_one();
  }
  void lost() {
    {
      const std::lock_guard lock(mutex_);
      --made_;
    }
    given_back_.notify_one();
  }

  int most_ = static_cast<int>(std::max(1U, std::thread::hardware_concurrency() / kCoresAnEngine));
  std::mutex mutex_;
  std::condition_variable_any given_back_;
  std::vector<EnginePointer> idle_;
  int made_ = 0;
};

Engines& theEngines() {
  static auto* const engines = new Engines;
  return *engines;
}

bool canMakeEngine() {
  Engines::Lease engine = theEngines().take({});
  const bool made = static_cast<bool>(engine);
  if (made) {
    engine.giveBack();
  }
  return made;
}

}  // namespace

bool hasTesseract() {
  static const bool there = canMakeEngine();
  return there;
}

TesseractEngines tesseractEngines() {
  return theEngines().count();
}

std::optional<TesseractReading> tesseractReading(const Image& page, const std::stop_token& stop) {
  constexpr int kDpi = 200;  // what the size of the letters corresponds to
  if (page.empty() || page.type() != PixelType::u8 || (page.channels() != 1 && page.channels() != 3)) {
    return std::nullopt;
  }
  Engines::Lease engine = theEngines().take(stop);
  if (!engine) {
    return std::nullopt;
  }
  const Library& library = theLibrary();
  const cv::Mat grey = greyOf(page);  // of colours it keeps 32 bits a pixel
  library.setImage(engine.get(), grey.data, grey.cols, grey.rows, 1, static_cast<int>(grey.step));
  library.setResolution(engine.get(), kDpi);
  int degrees = 0;
  float confidence = 0;
  const char* script = nullptr;
  float script_confidence = 0;
  const bool read = library.detect(engine.get(), &degrees, &confidence, &script, &script_confidence) != 0;
  engine.giveBack();
  if (!read || !std::isfinite(confidence)) {
    return std::nullopt;
  }
  // `degrees` is how far the page stands turned clockwise.
  return TesseractReading{(4 - degrees / 90) & 3, confidence};
}

}  // namespace platen::detect
