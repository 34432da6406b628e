#include "core/pipeline/batch_books.h"

#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace platen::pipeline {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kFewestPhotos = 8;  // of a book
constexpr std::size_t kSamplePairs = 8;   // a left and a right page each
constexpr std::size_t kNeighbours = 3;    // looked at on either side
constexpr std::size_t kKept = 16;         // photos that were fitted for their neighbours
constexpr double kSure = 0.5;             // confidence
constexpr double kOneCamera = 0.05;       // of log focal lengths: what they may differ
constexpr double kFilm_mm = 36;

// Pairs of photos that lie beside each other, spread evenly.
std::set<std::size_t> samplesOf(std::size_t photos) {
  std::set<std::size_t> samples;
  for (std::size_t k = 0; k < kSamplePairs; ++k) {
    const std::size_t first = k * (photos - 2) / (kSamplePairs - 1);
    samples.insert({first, first + 1});
  }
  return samples;
}

BookPhoto seenOf(std::size_t position, const FittedPhoto& photo) {
  BookPhoto seen{position, photo.info.size, {}};
  for (const FittedPhoto::Page& page : photo.pages) {
    if (page.fit) {
      seen.pages.push_back(shapeOf(*page.fit));
    }
  }
  return seen;
}

// How sure its least sure page is.
double leastConfidence(const FittedPhoto& photo) {
  double least = 1;
  for (const FittedPhoto::Page& page : photo.pages) {
    least = std::min(least, page.fit ? page.fit->fit.confidence : 0.0);
  }
  return least;
}

PageGuide startFrom(const FittedPage& page, int index) {
  PageGuide guide;
  guide.index = index;
  guide.shape = page.fit.grid;
  guide.shape_rotation = page.fit.reading_rotation;
  guide.shape_extent_px = page.fit.page_extent_px;
  guide.parameters = page.fit.parameters;
  return guide;
}

// Where two pages of an open book meet: between the right side of the left one and the left side of the right one.
Polyline spineBetween(const FittedPage& left, const FittedPage& right) {
  const SplineNet of_left = splineNet(left.fit.grid), of_right = splineNet(right.fit.grid);
  Polyline spine;
  for (const double v : {0.0, 0.5, 1.0}) {
    spine.push_back((sourceFromPage(of_left, {1, v}) + sourceFromPage(of_right, {0, v})) / 2);
  }
  return spine;
}

bool saysTurnIsUnknown(const FitResult& fit) {
  return std::find(fit.warnings.begin(), fit.warnings.end(), kTurnUnknown) != fit.warnings.end();
}

}  // namespace

class BatchBooks::Folder {
 public:
  Folder(const Photos& photos, const FitOptions& options, MemoryShares& memory)
      : photos_(photos.files), positions_(photos.positions), options_(options), memory_(memory) {}

  Result<FittedPhoto> fit(const FoundPhoto& photo, const std::stop_token& stop) {
    if (photos_.size() < kFewestPhotos) {
      return fitPhoto(photo.file, options_, memory_);
    }
    if (!findBook(stop)) {
      return fail(ErrorKind::stopped, photo.file, "stopped before it was done");
    }
    const std::size_t position = positions_.at(photo.place);
    const std::shared_ptr<const Result<FittedPhoto>> alone = fitted(position);
    if (!*alone || !book_) {
      return *alone;
    }
    return withinBook(position, **alone);
  }

 private:
  // All who come here fit samples; returns when the book is known, or false when it is stopped.
  bool findBook(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    if (known_) {
      return true;
    }
    if (samples_.empty()) {
      const std::set<std::size_t> chosen = samplesOf(photos_.size());
      samples_.assign(chosen.begin(), chosen.end());
    }
    while (next_sample_ < samples_.size() && !stop.stop_requested()) {
      const std::size_t position = samples_[next_sample_++];
      lock.unlock();
      auto sample = std::make_shared<const Result<FittedPhoto>>(fitPhoto(photos_[position], options_, memory_));
      lock.lock();
      sampled_[position] = std::move(sample);
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
      if (*sample) {
        seen.push_back(seenOf(position, **sample));
      }
    }
    book_ = Book::of(seen);
    focal_35mm_ = commonFocal();
    return true;
  }

  // The camera's, where the samples agree about it.
  [[nodiscard]] double commonFocal() const {
    std::vector<double> log_focals;
    for (const auto& [position, sample] : sampled_) {
      if (!*sample) {
        continue;
      }
      for (const FittedPhoto::Page& page : (*sample)->pages) {
        if (!page.fit || page.fit->fit.confidence < kSure) {
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
    return quartiles < kOneCamera ? kFilm_mm * std::exp(log_focals[n / 2]) : 0;
  }

  // A photo on its own, as it was fitted for itself or for another one.
  std::shared_ptr<const Result<FittedPhoto>> fitted(std::size_t position) {
    {
      const std::lock_guard lock(mutex_);
      if (const auto sample = sampled_.find(position); sample != sampled_.end()) {
        return sample->second;
      }
      const auto kept =
          std::find_if(kept_.begin(), kept_.end(), [&](const auto& one) { return one.first == position; });
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

  // The photo nearest to `position` whose pages are all as the book's, of the same kind where left and right pages take
  // turns; at the same distance the one before.
  std::shared_ptr<const Result<FittedPhoto>> neighbourOf(std::size_t position, std::size_t& at) {
    std::vector<std::size_t> places;
    for (std::size_t k = 1; k <= kNeighbours; ++k) {
      const std::size_t away = k * book_->step();
      if (position >= away) {
        places.push_back(position - away);
      }
      if (position + away < photos_.size()) {
        places.push_back(position + away);
      }
    }
    std::vector<std::size_t> further;
    std::copy_if(samples_.begin(), samples_.end(), std::back_inserter(further),
                 [&](std::size_t k) { return k % book_->step() == position % book_->step() && k != position; });
    std::stable_sort(further.begin(), further.end(), [&](std::size_t a, std::size_t b) {
      const auto away = [&](std::size_t k) { return k > position ? k - position : position - k; };
      return away(a) < away(b);
    });
    places.insert(places.end(), further.begin(), further.end());
    for (const std::size_t place : places) {
      std::shared_ptr<const Result<FittedPhoto>> photo = fitted(place);
      if (*photo && leastConfidence(**photo) >= kSure && isAsTheBook(seenOf(place, **photo))) {
        at = place;
        return photo;
      }
    }
    return nullptr;
  }

  [[nodiscard]] bool isAsTheBook(const BookPhoto& seen) const {
    if (!book_->oddNumber(seen).empty()) {
      return false;
    }
    for (std::size_t k = 0; k < seen.pages.size(); ++k) {
      if (!book_->oddPage(seen, k).empty()) {
        return false;
      }
    }
    return true;
  }

  FittedPhoto withinBook(std::size_t position, const FittedPhoto& alone) {
    FittedPhoto photo = alone;
    const BookPhoto seen = seenOf(position, photo);
    if (seen.pages.size() == photo.pages.size() && isAsTheBook(seen) && leastConfidence(photo) >= kSure) {
      forgetDoubtsAboutTurns(position, photo);
      return photo;
    }
    std::size_t at = 0;
    const std::shared_ptr<const Result<FittedPhoto>> neighbour = neighbourOf(position, at);
    if (neighbour == nullptr) {
      flag(seen, photo);
      return photo;
    }
    const FittedPhoto& like = **neighbour;
    const std::string name = photos_[at].filename().string();
    if (photo.pages.size() != book_->pagesPerPhoto()) {
      return withPagesOf(position, like, name, photo);
    }
    for (std::size_t k = 0; k < photo.pages.size(); ++k) {
      fitAgain(position, k, like, name, photo);
    }
    forgetDoubtsAboutTurns(position, photo);
    return photo;
  }

  // As many pages as the others have, where that comes out as the others lie.
  FittedPhoto withPagesOf(std::size_t position, const FittedPhoto& like, const std::string& name, FittedPhoto& photo) {
    const BookPhoto seen = seenOf(position, photo);
    FitOptions options = options_;
    Beforehand known = knownFrom(like);
    if (options.page.choice == PageChoice::all && like.pages.size() == 1) {
      options.page.choice = PageChoice::whole;
    } else if (options.page.choice == PageChoice::all && like.pages.size() == 2) {
      const bool left_first = options.reading_order == ReadingOrder::leftToRight;
      known.spine = spineBetween(*like.pages[left_first ? 0 : 1].fit, *like.pages[left_first ? 1 : 0].fit);
    }
    if (Result<FittedPhoto> again = fitPhoto(photos_[position], options, memory_, known)) {
      const bool whole =
          std::all_of(again->pages.begin(), again->pages.end(), [](const auto& p) { return bool(p.fit); });
      if (whole && isAsTheBook(seenOf(position, *again)) && leastConfidence(*again) >= kSure) {
        for (FittedPhoto::Page& page : again->pages) {
          page.note = fmt::format("taken for {} as the others of the book (like {})",
                                  again->pages.size() == 1 ? "one page" : "two pages", name);
        }
        return std::move(*again);
      }
    }
    flag(seen, photo);
    return std::move(photo);
  }

  [[nodiscard]] Beforehand knownFrom(const FittedPhoto& like) const {
    Beforehand known;
    known.focal_35mm = focal_35mm_;
    for (const FittedPhoto::Page& page : like.pages) {
      known.guide.pages.push_back(startFrom(*page.fit, page.index));
    }
    return known;
  }

  // Page `k` with what the book knows, where that is better.
  void fitAgain(
      std::size_t position, std::size_t k, const FittedPhoto& like, const std::string& name, FittedPhoto& photo) {
    FittedPhoto::Page& page = photo.pages[k];
    const BookPhoto seen = seenOf(position, photo);
    const bool is_fitted = static_cast<bool>(page.fit);
    const bool all_fitted = seen.pages.size() == photo.pages.size();
    const std::string odd = all_fitted ? book_->oddPage(seen, k) : std::string();
    const double confidence = is_fitted ? page.fit->fit.confidence : 0;
    if (is_fitted && odd.empty() && confidence >= kSure) {
      return;
    }
    page.odd = odd;
    FitOptions options = options_;
    const std::optional<int> turn = book_->readingRotation(position, k);
    const bool may_turn = !is_fitted || saysTurnIsUnknown(page.fit->fit);
    if (turn && may_turn && options.rotate == Rotation::automatic) {
      options.rotate = static_cast<Rotation>(static_cast<int>(Rotation::deg0) + *turn / 90);
    }
    if (options.paper.kind == PaperKind::automatic && like.pages[k].fit->fit.paper.empty()) {
      options.paper.kind = PaperKind::measured;  // the book is not of standard paper, whatever this page looks like
    }
    const Beforehand known = knownFrom(like);
    if (take(position, k, options, known, photo, [&](const FittedPage& again) {
          return !is_fitted || !odd.empty() || again.fit.confidence > confidence;
        })) {
      page.note = fmt::format("fitted with the shape of its neighbour in the book as a start ({})", name);
      return;
    }
    if (is_fitted && (odd.empty() || confidence >= kSure || !book_->isStill(position, k))) {
      return;
    }
    // Nothing but what the neighbour is.
    options.without = allEvidence();
    if (take(position, k, options, known, photo, [](const FittedPage&) { return true; })) {
      page.odd = fmt::format("has the shape of its neighbour in the book ({}): its own was not found", name);
    }
  }

  // Fits page `k` again; takes it where it lies as the book's pages do and `better` says so.
  bool take(std::size_t position,
            std::size_t k,
            const FitOptions& options,
            const Beforehand& known,
            FittedPhoto& photo,
            const std::function<bool(const FittedPage&)>& better) {
    Result<FittedPhoto> again = fitPhoto(photos_[position], options, memory_, known);
    if (!again || again->pages.size() != photo.pages.size() || !again->pages[k].fit || !better(*again->pages[k].fit)) {
      return false;
    }
    // Beside it what the photo's other pages are; one that has no shape has that of the new one, as this says nothing.
    BookPhoto seen{position, photo.info.size, {}};
    for (std::size_t other = 0; other < photo.pages.size(); ++other) {
      const Result<FittedPage>& fit =
          other != k && photo.pages[other].fit ? photo.pages[other].fit : again->pages[k].fit;
      seen.pages.push_back(shapeOf(*fit));
    }
    if (!book_->oddPage(seen, k).empty()) {
      return false;
    }
    photo.pages[k] = std::move(again->pages[k]);
    return true;
  }

  [[nodiscard]] static std::vector<Evidence> allEvidence() {
    std::vector<Evidence> all;
    for (std::size_t k = 0; k < EnumNames<Evidence>::kNames.size(); ++k) {
      all.push_back(static_cast<Evidence>(k));
    }
    return all;
  }

  void flag(const BookPhoto& seen, FittedPhoto& photo) const {
    const std::string number = book_->oddNumber(seen);
    for (std::size_t k = 0; k < photo.pages.size(); ++k) {
      photo.pages[k].odd =
          !number.empty() || seen.pages.size() != photo.pages.size() ? number : book_->oddPage(seen, k);
    }
  }

  // A page that reads as all the others do reads right, whatever could be told from itself.
  void forgetDoubtsAboutTurns(std::size_t position, FittedPhoto& photo) const {
    for (std::size_t k = 0; k < photo.pages.size(); ++k) {
      Result<FittedPage>& fit = photo.pages[k].fit;
      if (fit && book_->readingRotation(position, k) == fit->fit.reading_rotation) {
        std::erase(fit->fit.warnings, kTurnUnknown);
      }
    }
  }

  const std::vector<fs::path>& photos_;
  const std::map<fs::path, std::size_t>& positions_;
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
  double focal_35mm_ = 0;
};

BatchBooks::BatchBooks(const std::vector<FoundPhoto>& photos, const FitOptions& options, MemoryShares& memory, int jobs)
    : options_(options), memory_(memory), most_at_work_(static_cast<std::size_t>(jobs) + 1) {
  for (const FoundPhoto& photo : photos) {
    Photos& folder = photos_[photo.place.parent_path()];
    folder.positions[photo.place] = folder.files.size();
    folder.files.push_back(photo.file);
  }
}

BatchBooks::~BatchBooks() = default;

std::shared_ptr<BatchBooks::Folder> BatchBooks::folderOf(const fs::path& place) {
  const std::lock_guard lock(mutex_);
  const auto there =
      std::find_if(at_work_.begin(), at_work_.end(), [&](const auto& one) { return one.first == place; });
  if (there != at_work_.end()) {
    return there->second;
  }
  at_work_.emplace_back(place, std::make_shared<Folder>(photos_.at(place), options_, memory_));
  if (at_work_.size() > most_at_work_) {
    at_work_.pop_front();
  }
  return at_work_.back().second;
}

Result<FittedPhoto> BatchBooks::fit(const FoundPhoto& photo, const std::stop_token& stop) {
  return folderOf(photo.place.parent_path())->fit(photo, stop);
}

}  // namespace platen::pipeline
