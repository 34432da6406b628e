#include "core/pipeline/batch_books.h"

#include "core/optim/fit.h"
#include "core/pipeline/book_fits.h"
#include "core/pipeline/guided_cues.h"
#include "core/pipeline/photo_images.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace platen::pipeline {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kFewestPhotos = 8;  // of a book
constexpr std::size_t kNeighbours = 3;    // looked at on either side

// How sure its least sure page is.
double leastConfidence(const FittedPhoto& photo) {
  double least = 1;
  for (const FittedPhoto::Page& page : photo.pages) {
    least = std::min(least, page.fit ? page.fit->fit.confidence : 0.0);
  }
  return least;
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

// The folder, or the file whose image it is.
fs::path folderOfPhoto(const fs::path& photo) {
  const fs::path file = fileOf(photo);
  return file == photo ? photo.parent_path() : file;
}

}  // namespace

class BatchBooks::Folder {
 public:
  Folder(const Photos& photos, const FitOptions& options, MemoryShares& memory)
      : photos_(photos.files),
        positions_(photos.positions),
        options_(options),
        memory_(memory),
        fits_(photos.files, options, memory) {}

  Result<FittedPhoto> fit(const FoundPhoto& photo, const std::stop_token& stop, const BookFits::Looking& looking) {
    if (photos_.size() < kFewestPhotos) {
      return fitPhoto(photo.file, options_, memory_);
    }
    if (!fits_.findBook(stop, looking)) {
      return fail(ErrorKind::stopped, photo.file, "stopped before it was done");
    }
    const std::size_t position = positions_.at(photo.file);
    const std::shared_ptr<const Result<FittedPhoto>> alone = fits_.at(position);
    if (!*alone || !fits_.known()) {
      return *alone;
    }
    return withinBook(position, **alone);
  }

 private:
  [[nodiscard]] const Book& book() const { return *fits_.known(); }

  // Of a photo that is as the book's are, and sure; none where it is not.
  [[nodiscard]] std::optional<std::size_t> kindOf(std::size_t position, const FittedPhoto& photo) const {
    return isWhole(photo) && leastConfidence(photo) >= optim::kUnsureConfidence ? book().kindOf(seenOf(position, photo))
                                                                                : std::nullopt;
  }

  struct Neighbour {
    std::size_t position = 0;
    std::size_t kind = 0;
    std::shared_ptr<const Result<FittedPhoto>> photo;
    [[nodiscard]] const FittedPhoto& operator*() const { return **photo; }
  };
  // The nearest photo that is as the book's are and of the kind that the photo at `position` should be: of that which
  // the nearest one says, where the kinds take turns.
  std::optional<Neighbour> neighbourOf(std::size_t position) {
    const auto away = [position](std::size_t k) { return k > position ? k - position : position - k; };
    std::vector<std::size_t> places;
    for (std::size_t k = 1; k <= kNeighbours * book().kinds(); ++k) {
      if (position >= k) {
        places.push_back(position - k);
      }
      if (position + k < photos_.size()) {
        places.push_back(position + k);
      }
    }
    std::vector<std::size_t> further;
    std::copy_if(fits_.samples().begin(), fits_.samples().end(), std::back_inserter(further),
                 [&](std::size_t k) { return away(k) > kNeighbours * book().kinds(); });
    std::stable_sort(further.begin(), further.end(), [&](std::size_t a, std::size_t b) { return away(a) < away(b); });
    places.insert(places.end(), further.begin(), further.end());
    std::optional<std::size_t> wanted;
    for (const std::size_t place : places) {
      const std::shared_ptr<const Result<FittedPhoto>> photo = fits_.at(place);
      const std::optional<std::size_t> kind = *photo ? kindOf(place, **photo) : std::nullopt;
      if (!kind) {
        continue;
      }
      wanted = wanted.value_or((*kind + away(place)) % book().kinds());
      if (kind == wanted) {
        return Neighbour{place, *kind, photo};
      }
    }
    return std::nullopt;
  }

  FittedPhoto withinBook(std::size_t position, const FittedPhoto& alone) {
    FittedPhoto photo = alone;
    if (photo.info.size != book().sizePx()) {
      return photo;  // of such photos the book knows nothing
    }
    if (const std::optional<std::size_t> kind = kindOf(position, photo)) {
      forgetDoubtsAboutTurns(*kind, photo);
      return photo;
    }
    const std::optional<Neighbour> like = neighbourOf(position);
    if (photo.pages.size() != book().pagesPerPhoto()) {
      return withPagesOf(position, like, std::move(photo));
    }
    if (!like) {
      return photo;
    }
    for (std::size_t k = 0; k < photo.pages.size(); ++k) {
      fitAgain(position, k, *like, photo);
    }
    forgetDoubtsAboutTurns(like->kind, photo);
    return photo;
  }

  // As many pages as the others have, where that comes out as the others lie.
  FittedPhoto withPagesOf(std::size_t position, const std::optional<Neighbour>& like, FittedPhoto photo) {
    const std::size_t pages = book().pagesPerPhoto();
    if (like && options_.page.choice == PageChoice::all && pages <= 2) {
      FitOptions options = options_;
      Beforehand known = knownFrom(**like);
      if (pages == 1) {
        options.page.choice = PageChoice::whole;
      } else {
        const std::vector<FittedPhoto::Page>& two = (**like).pages;
        const bool left_first = options.reading_order == ReadingOrder::leftToRight;
        known.spine = spineBetween(*two[left_first ? 0 : 1].fit, *two[left_first ? 1 : 0].fit);
      }
      Result<FittedPhoto> again = fitPhoto(photos_[position], options, memory_, known);
      if (again && kindOf(position, *again)) {
        for (FittedPhoto::Page& page : again->pages) {
          page.note = fmt::format("taken for {} as the others of the book (like {})",
                                  pages == 1 ? "one page" : "two pages", photos_[like->position].filename().string());
        }
        return std::move(*again);
      }
    }
    for (FittedPhoto::Page& page : photo.pages) {
      page.odd = fmt::format("the photo has {} page{}, the others of the book have {}", photo.pages.size(),
                             photo.pages.size() == 1 ? "" : "s", pages);
    }
    return photo;
  }

  [[nodiscard]] Beforehand knownFrom(const FittedPhoto& like) const {
    Beforehand known;
    known.focal = fits_.focal();
    for (const FittedPhoto::Page& page : like.pages) {
      known.guide.pages.push_back(shapeFrom(*page.fit));
    }
    return known;
  }

  // What is odd about page `k` of a photo, were it this one.
  [[nodiscard]] std::string oddPage(std::size_t position,
                                    std::size_t k,
                                    std::size_t kind,
                                    const FittedPage& page) const {
    BookPhoto seen{position, book().sizePx(), std::vector<PageShape>(book().pagesPerPhoto())};
    seen.pages[k] = shapeOf(page);
    return book().oddPage(seen, k, kind);
  }

  // Page `k` with what the book knows, where that is better.
  void fitAgain(std::size_t position, std::size_t k, const Neighbour& neighbour, FittedPhoto& photo) {
    FittedPhoto::Page& page = photo.pages[k];
    const FittedPhoto& like = *neighbour;
    const bool is_fitted = page.fit.has_value();
    const double confidence = is_fitted ? page.fit->fit.confidence : 0;
    const bool is_sure = confidence >= optim::kUnsureConfidence;
    page.odd = is_fitted ? oddPage(position, k, neighbour.kind, *page.fit) : std::string();
    if (is_sure && page.odd.empty()) {
      return;
    }
    const bool is_odd = !is_fitted || !page.odd.empty();
    const std::string name = photos_[neighbour.position].filename().string();
    FitOptions options = options_;
    const std::optional<int> turn = book().readingRotation(neighbour.kind, k);
    const bool may_turn = !is_fitted || saysTurnIsUnknown(page.fit->fit);
    if (turn && may_turn && options.rotate == Rotation::automatic) {
      options.rotate = static_cast<Rotation>(static_cast<int>(Rotation::deg0) + *turn / 90);
    }
    if (options.paper.kind == PaperKind::automatic && like.pages[k].fit->fit.paper.empty()) {
      options.paper.kind = PaperKind::measured;  // the book is not of standard paper, whatever this page looks like
    }
    const Beforehand known = knownFrom(like);
    const auto take = [&](FittedPhoto::Page again) {
      page = std::move(again);
      page.odd.clear();
    };
    std::optional<FittedPhoto::Page> again = pageAgain(position, k, neighbour.kind, photo.pages.size(), options, known);
    if (again && (is_odd || again->fit->fit.confidence > confidence)) {
      take(std::move(*again));
      page.note = fmt::format("fitted with the shape of its neighbour in the book as a start ({})", name);
      return;
    }
    if (is_sure || !is_odd || !book().isStill(neighbour.kind, k)) {
      return;
    }
    // Nothing but what the neighbour is.
    options.without = allEvidence();
    again = pageAgain(position, k, neighbour.kind, photo.pages.size(), options, known);
    if (again) {
      take(std::move(*again));
      page.odd = fmt::format("has the shape of its neighbour in the book ({}): its own was not found", name);
    }
  }

  // Page `k` fitted again; none unless it then is as the book's.
  std::optional<FittedPhoto::Page> pageAgain(std::size_t position,
                                             std::size_t k,
                                             std::size_t kind,
                                             std::size_t pages,
                                             const FitOptions& options,
                                             const Beforehand& known) {
    Result<FittedPhoto> again = fitPhoto(photos_[position], options, memory_, known);
    if (!again || again->pages.size() != pages || !again->pages[k].fit ||
        !oddPage(position, k, kind, *again->pages[k].fit).empty()) {
      return std::nullopt;
    }
    return std::move(again->pages[k]);
  }

  [[nodiscard]] static std::vector<Evidence> allEvidence() {
    std::vector<Evidence> all;
    for (std::size_t k = 0; k < EnumNames<Evidence>::kNames.size(); ++k) {
      all.push_back(static_cast<Evidence>(k));
    }
    return all;
  }

  // A page that reads as all the others do reads right, whatever could be told from itself.
  void forgetDoubtsAboutTurns(std::size_t kind, FittedPhoto& photo) const {
    for (std::size_t k = 0; k < photo.pages.size(); ++k) {
      Result<FittedPage>& fit = photo.pages[k].fit;
      if (fit && book().readingRotation(kind, k) == fit->fit.reading_rotation) {
        std::erase(fit->fit.warnings, kTurnUnknown);
      }
    }
  }

  const std::vector<fs::path>& photos_;
  const std::map<fs::path, std::size_t>& positions_;
  const FitOptions& options_;
  MemoryShares& memory_;
  BookFits fits_;
};

BatchBooks::BatchBooks(
    const std::vector<FoundPhoto>& photos, const FitOptions& options, MemoryShares& memory, int jobs, Looking looking)
    : options_(options),
      memory_(memory),
      looking_(std::move(looking)),
      most_at_work_(static_cast<std::size_t>(jobs) + 1) {
  for (const FoundPhoto& photo : photos) {
    Photos& folder = photos_[folderOfPhoto(photo.file)];
    if (folder.positions.emplace(photo.file, folder.files.size()).second) {
      folder.files.push_back(photo.file);
    }
  }
}

BatchBooks::~BatchBooks() = default;

std::shared_ptr<BatchBooks::Folder> BatchBooks::folderOf(const fs::path& folder) {
  const std::lock_guard lock(mutex_);
  const auto there =
      std::find_if(at_work_.begin(), at_work_.end(), [&](const auto& one) { return one.first == folder; });
  if (there != at_work_.end()) {
    std::rotate(there, std::next(there), at_work_.end());
    return at_work_.back().second;
  }
  at_work_.emplace_back(folder, std::make_shared<Folder>(photos_.at(folder), options_, memory_));
  if (at_work_.size() > most_at_work_) {
    at_work_.pop_front();
  }
  return at_work_.back().second;
}

Result<FittedPhoto> BatchBooks::fit(const FoundPhoto& photo, const std::stop_token& stop) {
  const fs::path folder = folderOfPhoto(photo.file);
  return folderOf(folder)->fit(photo, stop, [&](std::size_t done, std::size_t of) {
    if (looking_) {
      looking_(folder, done, of);
    }
  });
}

}  // namespace platen::pipeline
