#include "core/pipeline/book.h"

#include "core/median.h"
#include "core/optim/fit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include <fmt/format.h>

namespace platen::pipeline {
namespace {

constexpr std::size_t kFewest = 3;    // pages that agree
constexpr double kMajority = 0.6;     // of the samples
constexpr double kOtherSize = 0.08;   // of a side, relative: what trimming and the binding never explain
constexpr double kSameSize = 0.03;    // what they may explain in a book whose pages are all alike
constexpr double kOutlier = 4;        // times what is usual
constexpr double kOtherPlace = 0.06;  // of the photo's diagonal: the mean distance of the outlines
constexpr double kStill = 0.006;      // of the photo's diagonal
constexpr std::size_t kNearest = 5;   // pages that say what is expected: the leaves wander through the book

// Of each number by itself.
PageShape middleShape(const std::vector<const PageShape*>& shapes) {
  const auto of = [&](const auto& number) {
    std::vector<double> all;
    std::transform(shapes.begin(), shapes.end(), std::back_inserter(all),
                   [&](const PageShape* s) { return number(*s); });
    return medianOf(std::move(all));
  };
  PageShape shape = *shapes.front();
  shape.extent_px = {of([](const PageShape& s) { return s.extent_px.x; }),
                     of([](const PageShape& s) { return s.extent_px.y; })};
  for (std::size_t k = 0; k < shape.outline.size(); ++k) {
    shape.outline[k] = {of([k](const PageShape& s) { return s.outline[k].x; }),
                        of([k](const PageShape& s) { return s.outline[k].y; })};
  }
  return shape;
}

double distance(const PageShape& a, const PageShape& b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.outline.size(); ++k) {
    sum += norm(a.outline[k] - b.outline[k]);
  }
  return sum / static_cast<double>(a.outline.size());
}

// Of the sides, relative; the larger.
double sizeDifference(const PageShape& a, const PageShape& b) {
  return std::max(std::abs(std::log(a.extent_px.x / b.extent_px.x)), std::abs(std::log(a.extent_px.y / b.extent_px.y)));
}

template <class Key>
Key mostFrequent(const std::vector<Key>& keys) {
  std::map<Key, std::size_t> counts;
  for (const Key& key : keys) {
    ++counts[key];
  }
  return std::max_element(counts.begin(), counts.end(),
                          [](const auto& a, const auto& b) { return a.second < b.second; })
      ->first;
}

std::string turnOf(int degrees) {
  return degrees == 180 ? "upside down" : "on its side";
}

}  // namespace

PageShape shapeOf(const FittedPage& page) {
  static constexpr std::array<Vec2, 8> kPlaces{
      {{0, 0}, {0.5, 0}, {1, 0}, {1, 0.5}, {1, 1}, {0.5, 1}, {0, 1}, {0, 0.5}}};
  const SplineNet net = splineNet(page.fit.grid);
  PageShape shape{
      page.fit.page_extent_px, page.fit.reading_rotation, {}, page.fit.confidence, !saysTurnIsUnknown(page.fit)};
  std::transform(kPlaces.begin(), kPlaces.end(), std::back_inserter(shape.outline),
                 [&](Vec2 uv) { return sourceFromPage(net, uv); });
  return shape;
}

double Book::diagonal() const {
  return std::hypot(size_px_.width, size_px_.height);
}

std::optional<Book> Book::of(const std::vector<BookPhoto>& samples) {
  if (samples.size() < kFewest) {
    return std::nullopt;
  }
  std::vector<std::pair<int, int>> sizes;
  std::vector<std::size_t> numbers;
  for (const BookPhoto& photo : samples) {
    sizes.emplace_back(photo.size_px.width, photo.size_px.height);
    numbers.push_back(photo.pages.size());
  }
  Book book;
  const auto [width, height] = mostFrequent(sizes);
  book.size_px_ = {width, height};
  book.pages_ = mostFrequent(numbers);
  std::vector<const BookPhoto*> alike;
  for (const BookPhoto& photo : samples) {
    if (photo.size_px == book.size_px_ && photo.pages.size() == book.pages_) {
      alike.push_back(&photo);
    }
  }
  if (book.pages_ == 0 || static_cast<double>(alike.size()) < kMajority * static_cast<double>(samples.size())) {
    return std::nullopt;
  }
  // Left and right pages that are photographed one by one mostly take turns, and where they do not, every other photo
  // tells no less.
  constexpr double kClearly = 0.1;
  double agreeing = book.fill(alike, 1);
  if (book.pages_ == 1) {
    const double together = agreeing;
    agreeing = book.fill(alike, 2);
    if (agreeing <= together - kClearly) {
      agreeing = book.fill(alike, 1);
    }
  }
  return agreeing >= kMajority ? std::optional(std::move(book)) : std::nullopt;
}

// Returns the share of their pages that agree.
double Book::fill(const std::vector<const BookPhoto*>& photos, std::size_t kinds) {
  kinds_ = kinds;
  slots_.clear();
  std::size_t agreeing = 0, all = 0;
  for (std::size_t kind = 0; kind < kinds; ++kind) {
    for (std::size_t page = 0; page < pages_; ++page) {
      std::vector<Seen> seen;
      for (const BookPhoto* photo : photos) {
        if (photo->position % kinds == kind) {
          seen.push_back({photo->position, photo->pages[page]});
        }
      }
      all += seen.size();
      slots_.push_back(slotOf(std::move(seen)));
      agreeing += slots_.back().seen.size();
    }
  }
  return all > 0 ? static_cast<double>(agreeing) / static_cast<double>(all) : 0.0;
}

Book::Slot Book::slotOf(std::vector<Seen> seen) const {
  std::erase_if(seen, [](const Seen& one) { return one.shape.confidence < optim::kUnsureConfidence; });
  if (seen.size() < kFewest) {
    return {};
  }
  constexpr std::ptrdiff_t kFewestTold = 2;
  std::vector<int> turns, told;
  for (const Seen& one : seen) {
    turns.push_back(one.shape.reading_rotation);
    if (one.shape.turn_is_known) {
      told.push_back(one.shape.reading_rotation);
    }
  }
  // Pages of which it could not be told lie as they were photographed, however many they are.
  Slot slot;
  slot.reading_rotation = mostFrequent(told.empty() ? turns : told);
  slot.turn_is_known = std::count(told.begin(), told.end(), slot.reading_rotation) >= kFewestTold;
  // Its outline begins at another corner.
  std::erase_if(seen, [&](const Seen& one) { return one.shape.reading_rotation != slot.reading_rotation; });
  std::vector<const PageShape*> shapes;
  std::transform(seen.begin(), seen.end(), std::back_inserter(shapes), [](const Seen& one) { return &one.shape; });
  const PageShape middle = middleShape(shapes);
  std::erase_if(seen, [&](const Seen& one) {
    return sizeDifference(one.shape, middle) > kOtherSize || distance(one.shape, middle) > kOtherPlace * diagonal();
  });
  if (seen.size() < kFewest) {
    return {};
  }
  slot.seen = std::move(seen);
  std::vector<double> off, sizes_off;
  for (const Seen& one : slot.seen) {
    const PageShape like = expected(slot, one.position);
    off.push_back(distance(one.shape, like) / diagonal());
    sizes_off.push_back(sizeDifference(one.shape, like));
  }
  slot.spread = medianOf(std::move(off));
  slot.size_spread = medianOf(std::move(sizes_off));
  return slot;
}

const Book::Slot* Book::known(std::size_t kind, std::size_t page) const {
  const std::size_t slot = kind * pages_ + page;
  return kind < kinds_ && page < pages_ && !slots_[slot].seen.empty() ? &slots_[slot] : nullptr;
}

PageShape Book::expected(const Slot& slot, std::size_t position) {
  const auto away = [position](std::size_t other) { return other > position ? other - position : position - other; };
  std::vector<const Seen*> nearest;
  std::transform(slot.seen.begin(), slot.seen.end(), std::back_inserter(nearest), [](const Seen& one) { return &one; });
  std::stable_sort(nearest.begin(), nearest.end(),
                   [&](const Seen* a, const Seen* b) { return away(a->position) < away(b->position); });
  nearest.resize(std::min(nearest.size(), kNearest));
  std::vector<const PageShape*> shapes;
  std::transform(nearest.begin(), nearest.end(), std::back_inserter(shapes),
                 [](const Seen* one) { return &one->shape; });
  return middleShape(shapes);
}

std::optional<std::size_t> Book::kindOf(const BookPhoto& photo) const {
  if (photo.size_px != size_px_ || photo.pages.size() != pages_) {
    return std::nullopt;
  }
  // What its number says, first.
  for (std::size_t k = 0; k < kinds_; ++k) {
    const std::size_t kind = (photo.position + k) % kinds_;
    bool is_like = true;
    for (std::size_t page = 0; page < pages_; ++page) {
      is_like = is_like && known(kind, page) != nullptr && oddPage(photo, page, kind).empty();
    }
    if (is_like) {
      return kind;
    }
  }
  return std::nullopt;
}

std::string Book::oddPage(const BookPhoto& photo, std::size_t page, std::size_t kind) const {
  const Slot* slot = known(kind, page);
  if (slot == nullptr) {
    return {};
  }
  const PageShape& shape = photo.pages[page];
  const int turn = (shape.reading_rotation - slot->reading_rotation + 360) % 360;
  if (turn != 0) {
    return "the page lies " + turnOf(turn) + " beside the others of the book";
  }
  const PageShape like = expected(*slot, photo.position);
  const Vec2 times{shape.extent_px.x / like.extent_px.x, shape.extent_px.y / like.extent_px.y};
  if (sizeDifference(shape, like) > std::clamp(kOutlier * slot->size_spread, kSameSize, kOtherSize)) {
    const bool wide = std::abs(std::log(times.x)) > std::abs(std::log(times.y));
    const double by = wide ? times.x : times.y;
    return fmt::format("the page is {:.0f} % {} than the others of the book", 100 * std::abs(by - 1),
                       wide ? (by > 1 ? "wider" : "narrower") : (by > 1 ? "taller" : "shorter"));
  }
  const double off = distance(shape, like) / diagonal();
  if (off > std::max(kOtherPlace, kOutlier * slot->spread)) {
    return fmt::format("the page lies {:.0f} % of the photo away from where the others of the book lie", 100 * off);
  }
  return {};
}

std::optional<int> Book::readingRotation(std::size_t kind, std::size_t page) const {
  const Slot* slot = known(kind, page);
  return slot != nullptr && slot->turn_is_known ? std::optional(slot->reading_rotation) : std::nullopt;
}

bool Book::isStill(std::size_t kind, std::size_t page) const {
  const Slot* slot = known(kind, page);
  return slot != nullptr && slot->spread < kStill;
}

}  // namespace platen::pipeline
