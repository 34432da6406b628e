// OpenPhotos: the last photos that were opened, so that a page that is being steered is not decoded again at each step,
// and that a folder of hundreds does not stay in memory.
#pragma once

#include "core/options.h"
#include "core/pipeline/page.h"

#include <deque>
#include <filesystem>
#include <memory>

namespace platen::ui {

// Would detection answer the same? It hears these options alone.
bool findTheSame(const FitOptions& a, const FitOptions& b);

class OpenPhotos {
 public:
  explicit OpenPhotos(std::size_t capacity) : capacity_(capacity) {}

  // Null where it is not held, was opened under options that detection would answer otherwise or with another spine, or
  // has changed on disk.
  std::shared_ptr<const pipeline::OpenedPhoto> find(const std::filesystem::path& file,
                                                    const FitOptions& options,
                                                    const Polyline& spine);
  void keep(std::shared_ptr<const pipeline::OpenedPhoto> photo, const FitOptions& options, Polyline spine);
  [[nodiscard]] std::size_t size() const { return held_.size(); }

 private:
  struct Held {
    std::shared_ptr<const pipeline::OpenedPhoto> photo;
    FitOptions options;
    Polyline spine;
    std::filesystem::file_time_type written;
  };
  std::size_t capacity_;
  std::deque<Held> held_;  // the last used first
};

}  // namespace platen::ui
