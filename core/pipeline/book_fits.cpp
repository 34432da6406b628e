#include "core/pipeline/book_fits.h"

#include "core/optim/fit.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace platen::pipeline {
namespace {

constexpr std::size_t kSamplePairs = 8;  // a left and a right page each
constexpr std::size_t kKept = 16;        // photos that were fitted for their neighbours
constexpr double kOneCamera = 0.05;      // of log focal lengths: what they may differ

// Pairs of photos that lie beside each other, spread evenly.
std::set<std::size_t> samplesOf(std::size_t photos) {
  std::set<std::size_t> samples;
  for (std::size_t k = 0; k < kSamplePairs; ++k) {
    const std::size_t first = k * (photos - 2) / (kSamplePairs - 1);
    samples.insert({first, first + 1});
  }
  return samples;
}

}  // namespace

BookPhoto seenOf(std::size_t position, const FittedPhoto& photo) {
  BookPhoto seen{position, photo.info.size, {}};
  for (const FittedPhoto::Page& page : photo.pages) {
    if (page.fit) {
      seen.pages.push_back(shapeOf(*page.fit));
    }
  }
  return seen;
}

bool isWhole(const FittedPhoto& photo) {
  return std::all_of(photo.pages.begin(), photo.pages.end(),
                     [](const FittedPhoto::Page& page) { return bool(page.fit); });
}

bool BookFits::findBook(const std::stop_token& stop, const Looking& looking) {
  std::unique_lock lock(mutex_);
  if (known_) {
    return true;
  }
  const auto tell = [&] {
    if (looking) {
      looking(sampled_.size(), samples_.size());
    }
  };
  if (samples_.empty()) {
    const std::set<std::size_t> chosen = samplesOf(photos_.size());
    samples_.assign(chosen.begin(), chosen.end());
    tell();
  }
  while (next_sample_ < samples_.size() && !stop.stop_requested()) {
    const std::size_t position = samples_[next_sample_++];
    lock.unlock();
    auto sample = std::make_shared<const Result<FittedPhoto>>(fitPhoto(photos_[position], options_, memory_));
    lock.lock();
    sampled_[position] = std::move(sample);
    tell();
  }
  changed_.notify_all();
  if (!changed_.wait(lock, stop, [&] { return sampled_.size() == samples_.size(); })) {
    return false;
  }
  if (known_) {
    return true;
  }
  known_ = true;
  std::vector<BookPhoto> seen;
  for (const auto& [position, sample] : sampled_) {
    if (*sample && isWhole(**sample)) {
      seen.push_back(seenOf(position, **sample));
    }
  }
  book_ = Book::of(seen);
  focal_ = commonFocal();
  return true;
}

double BookFits::commonFocal() const {
  std::vector<double> log_focals;
  for (const auto& [position, sample] : sampled_) {
    if (!*sample) {
      continue;
    }
    for (const FittedPhoto::Page& page : (*sample)->pages) {
      if (!page.fit || page.fit->fit.confidence < optim::kUnsureConfidence) {
        continue;
      }
      // Roll, pitch, log focal (docs/interfaces.md).
      const auto sheet = page.fit->fit.parameters.find("sheet");
      if (sheet != page.fit->fit.parameters.end() && sheet->second.size() > 2) {
        log_focals.push_back(sheet->second[2]);
      }
    }
  }
  if (log_focals.size() < 3) {
    return 0;
  }
  std::sort(log_focals.begin(), log_focals.end());
  const std::size_t n = log_focals.size();
  const double quartiles = log_focals[3 * n / 4] - log_focals[n / 4];
  return quartiles < kOneCamera ? std::exp(log_focals[n / 2]) : 0;
}

std::shared_ptr<const Result<FittedPhoto>> BookFits::at(std::size_t position) {
  {
    const std::lock_guard lock(mutex_);
    if (const auto sample = sampled_.find(position); sample != sampled_.end()) {
      return sample->second;
    }
    const auto kept = std::find_if(kept_.begin(), kept_.end(), [&](const auto& one) { return one.first == position; });
    if (kept != kept_.end()) {
      return kept->second;
    }
  }
  auto photo = std::make_shared<const Result<FittedPhoto>>(fitPhoto(photos_[position], options_, memory_));
  const std::lock_guard lock(mutex_);
  kept_.emplace_back(position, photo);
  if (kept_.size() > kKept) {
    kept_.pop_front();
  }
  return photo;
}

}  // namespace platen::pipeline
