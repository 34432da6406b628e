// The photos of a book fitted each on its own, those at least that were needed last, and what some of them, spread over
// the book, say that all have in common. Threads: any number.
#pragma once

#include "core/pipeline/batch_fit.h"
#include "core/pipeline/book.h"

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

namespace platen::pipeline {

// What a book sees of a photo, of all its pages that were fitted.
BookPhoto seenOf(std::size_t position, const FittedPhoto& photo);
// Whether all its pages were fitted.
bool isWhole(const FittedPhoto& photo);

class BookFits {
 public:
  // `photos`, in their order, `options` and `memory` must outlive this.
  BookFits(const std::vector<std::filesystem::path>& photos, const FitOptions& options, MemoryShares& memory)
      : photos_(photos), options_(options), memory_(memory) {}

  // How many of the samples are done; on any of the threads that fit them.
  using Looking = std::function<void(std::size_t done, std::size_t of)>;
  // Fits samples, with all the others who came here, and returns when all are done and known() says what they have in
  // common; false: stopped before. Nothing below may be called earlier.
  bool findBook(const std::stop_token& stop, const Looking& looking = {});

  // None: the photos have too little in common.
  [[nodiscard]] const std::optional<Book>& known() const { return book_; }
  // Of the camera, in units of the photo's longer side, where the samples agree about it; else 0.
  [[nodiscard]] double focal() const { return focal_; }
  [[nodiscard]] const std::vector<std::size_t>& samples() const { return samples_; }

  // The photo at that position on its own, as it was fitted for itself or for another one.
  std::shared_ptr<const Result<FittedPhoto>> at(std::size_t position);

 private:
  [[nodiscard]] double commonFocal() const;

  const std::vector<std::filesystem::path>& photos_;
  const FitOptions& options_;
  MemoryShares& memory_;

  std::mutex mutex_;  // what follows, until known_; kept_ always
  std::condition_variable_any changed_;
  std::vector<std::size_t> samples_;
  std::size_t next_sample_ = 0;
  std::map<std::size_t, std::shared_ptr<const Result<FittedPhoto>>> sampled_;
  std::deque<std::pair<std::size_t, std::shared_ptr<const Result<FittedPhoto>>>> kept_;
  bool known_ = false;
  std::optional<Book> book_;
  double focal_ = 0;
};

}  // namespace platen::pipeline
