#include "core/detect/filled_places.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

namespace platen::detect {
namespace {

constexpr double kAgree = 2.5;           // px: places of copies that agree
constexpr double kReach = 14;            // px: how far off its place print is looked for
constexpr double kFarReach = 32;         // px: likewise, if what is above and below it says so
constexpr double kClear = 2;             // times as far: the next place that it could be at
constexpr double kOverlap = 0.4;         // of the shorter piece, of pieces on one line
constexpr double kAbout = 80;            // px up and down: print near a piece
constexpr double kStretch = 0.12;        // of the distance to it: how much further off it may be
constexpr double kAsLong = 0.02;         // of a line's length: how much longer a piece on it may be
constexpr std::size_t kLeastCopies = 2;  // that agree
constexpr double kLoose = 1.5;           // px, RMS: copies are moved by more where paper was fed a second time
constexpr double kOfLines = 0.5;         // of the trust in copies that have print there
constexpr double kOfEnds = 0.75;         // likewise: two of some lines end alike by chance
constexpr std::size_t kLeastPairs = 4;   // that tell by how much a copy is moved

bool overlaps(const FilledPiece& a, const FilledPiece& b) {
  return std::min(a.right, b.right) - std::max(a.left, b.left) >
         kOverlap * std::min(a.right - a.left, b.right - b.left);
}

double medianOf(std::vector<double> x) {
  const auto middle = x.begin() + static_cast<std::ptrdiff_t>(x.size() / 2);
  std::nth_element(x.begin(), middle, x.end());
  return *middle;
}

// The nearest of some places within reach, where no other lies about as near. `distance(k)`: of place k, infinite where
// it is none.
template <typename Distance>
std::optional<std::size_t> clearlyNearest(std::size_t count, double reach, const Distance& distance) {
  std::optional<std::size_t> nearest;
  double least = reach, next = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < count; ++k) {
    const double off = distance(k);
    if (off < least) {
      next = nearest ? least : next;
      least = off;
      nearest = k;
    } else {
      next = std::min(next, off);
    }
  }
  return next >= kClear * least ? nearest : std::nullopt;
}

std::optional<std::size_t> nearestLine(const FilledPiece& piece, std::span<const FilledLine> lines, double reach) {
  return clearlyNearest(lines.size(), reach, [&](std::size_t k) {
    const FilledPiece& span = lines[k].span;
    return overlaps(piece, span) ? std::abs(piece.foot - span.foot) : std::numeric_limits<double>::infinity();
  });
}

std::optional<std::size_t> nearestEnd(double x, const std::vector<double>& ends, double reach) {
  return clearlyNearest(ends.size(), reach, [&](std::size_t k) { return std::abs(x - ends[k]); });
}

// How far a copy is moved off the lines.
Vec2 shiftOf(std::span<const FilledPiece> pieces, std::span<const FilledLine> lines) {
  std::vector<double> dx, dy;
  for (const FilledPiece& piece : pieces) {
    const std::optional<std::size_t> nearest = nearestLine(piece, lines, kReach);
    if (!nearest) {
      continue;
    }
    const FilledLine& line = lines[*nearest];
    dy.push_back(piece.foot - line.span.foot);
    if (const auto left = nearestEnd(piece.left, line.lefts, kReach)) {
      dx.push_back(piece.left - line.lefts[*left]);
    }
    if (const auto right = nearestEnd(piece.right, line.rights, kReach)) {
      dx.push_back(piece.right - line.rights[*right]);
    }
  }
  return {dx.size() < kLeastPairs ? 0 : medianOf(std::move(dx)), dy.size() < kLeastPairs ? 0 : medianOf(std::move(dy))};
}

std::vector<FilledPiece> movedBack(std::span<const FilledPiece> pieces, Vec2 shift) {
  std::vector<FilledPiece> moved;
  moved.reserve(pieces.size());
  for (const FilledPiece& piece : pieces) {
    moved.push_back({piece.left - shift.x, piece.right - shift.x, piece.foot - shift.y});
  }
  return moved;
}

// The mean of what copies say of one place.
struct Votes {
  double sum = 0, trust = 0;
  std::size_t copies = 0, last = 0;
  void add(double at, double trusted, std::size_t copy) {
    if (copies > 0 && last == copy) {
      return;  // it has said so already
    }
    sum += trusted * at;
    trust += trusted;
    ++copies;
    last = copy;
  }
  [[nodiscard]] double mean() const { return sum / trust; }
};

// All that any copy shows, whoever agrees; and who does.
class Ballot {
 public:
  void add(const FilledCopy& copy, std::size_t index) {
    const std::vector<FilledLine> before = lines_;
    for (const FilledPiece& piece : copy.pieces) {
      std::optional<std::size_t> k = nearestLine(piece, before, kAgree);
      if (!k) {
        k = lines_.size();
        lines_.push_back({piece, {}, {}});
        votes_.emplace_back();
      }
      FilledLine& line = lines_[*k];
      LineVotes& votes = votes_[*k];
      votes.foot.add(piece.foot, copy.trust, index);
      line.span = {std::min(line.span.left, piece.left), std::max(line.span.right, piece.right), votes.foot.mean()};
      addEnd(piece.left, copy.trust, index, line.lefts, votes.lefts);
      addEnd(piece.right, copy.trust, index, line.rights, votes.rights);
    }
  }

  [[nodiscard]] const std::vector<FilledLine>& all() const { return lines_; }

  // Those that copies agree on. A copy is against a place where it has print near, but none there.
  [[nodiscard]] std::vector<FilledLine> shared(std::span<const FilledCopy> copies) const {
    std::vector<FilledLine> shared;
    for (std::size_t k = 0; k < lines_.size(); ++k) {
      const FilledPiece& span = lines_[k].span;
      double near = 0;  // trust of all that have print there
      for (const FilledCopy& copy : copies) {
        near += std::any_of(copy.pieces.begin(), copy.pieces.end(),
                            [&span](const FilledPiece& piece) {
                              return overlaps(piece, span) && std::abs(piece.foot - span.foot) < kReach;
                            })
                    ? copy.trust
                    : 0;
      }
      if (!isShared(votes_[k].foot, kOfLines * near)) {
        continue;
      }
      FilledLine& line = shared.emplace_back();
      line.span = span;
      for (const Votes& left : votes_[k].lefts) {
        if (isShared(left, kOfEnds * near)) {
          line.lefts.push_back(left.mean());
        }
      }
      for (const Votes& right : votes_[k].rights) {
        if (isShared(right, kOfEnds * near)) {
          line.rights.push_back(right.mean());
        }
      }
    }
    return shared;
  }

 private:
  struct LineVotes {
    Votes foot;
    std::vector<Votes> lefts, rights;
  };

  static void addEnd(
      double x, double trust, std::size_t copy, std::vector<double>& ends, std::vector<Votes>& votes) {
    std::optional<std::size_t> k = nearestEnd(x, ends, kAgree);
    if (!k) {
      k = ends.size();
      ends.push_back(x);
      votes.emplace_back();
    }
    votes[*k].add(x, trust, copy);
    ends[*k] = votes[*k].mean();
  }

  static bool isShared(const Votes& votes, double enough) {
    return votes.copies >= kLeastCopies && votes.trust > enough;
  }

  std::vector<FilledLine> lines_;
  std::vector<LineVotes> votes_;
};

// How well a piece would stand on a line: the print above and below it should be about as far off other lines as it, for
// what lies a whole line off has a line near, too, but what is about it has none; and where copies share both ends of
// the line, it should be as long.
int supportOf(std::size_t at,
              const FilledLine& line,
              std::span<const FilledPiece> pieces,
              std::span<const FilledLine> lines) {
  const FilledPiece& piece = pieces[at];
  const double off = piece.foot - line.span.foot;
  int support = 0;
  for (std::size_t k = 0; k < pieces.size(); ++k) {
    const double gap = std::abs(pieces[k].foot - piece.foot);
    if (k == at || gap > kAbout || gap < kAgree || !overlaps(pieces[k], piece)) {
      continue;
    }
    support += std::any_of(lines.begin(), lines.end(),
                           [&](const FilledLine& other) {
                             return overlaps(pieces[k], other.span) &&
                                    std::abs(pieces[k].foot - off - other.span.foot) < kAgree + kStretch * gap;
                           })
                   ? 1
                   : -1;
  }
  double longer = std::numeric_limits<double>::infinity();  // than it should be, or shorter: share
  for (const double left : line.lefts) {
    for (const double right : line.rights) {
      if (std::abs(left - piece.left) < kReach && right > left) {
        const double allowed = kAgree + kAsLong * (right - left);
        longer = std::min(longer, std::abs(right - left - (piece.right - piece.left)) / allowed);
      }
    }
  }
  return std::isfinite(longer) ? support + (longer < 1 ? 1 : -1) : support;
}

// The line that a piece stands on, where it is clear.
std::optional<std::size_t> lineOf(std::size_t at,
                                  std::span<const FilledPiece> pieces,
                                  std::span<const FilledLine> lines) {
  struct Candidate {
    std::size_t line = 0;
    double off = 0;
    int support = 0;
  };
  std::vector<Candidate> candidates;
  for (std::size_t k = 0; k < lines.size(); ++k) {
    const double off = std::abs(pieces[at].foot - lines[k].span.foot);
    if (off < kFarReach && overlaps(pieces[at], lines[k].span)) {
      candidates.push_back({k, off, supportOf(at, lines[k], pieces, lines)});
    }
  }
  if (candidates.empty()) {
    return std::nullopt;
  }
  const Candidate best = *std::min_element(
      candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
        return a.support != b.support ? a.support > b.support : a.off < b.off;
      });
  const bool stands = best.support > 0 || (best.support == 0 && best.off < kReach);
  const bool is_clear = std::all_of(candidates.begin(), candidates.end(), [&best](const Candidate& other) {
    return other.line == best.line || best.support >= other.support + 2 || kClear * best.off <= other.off;
  });
  return stands && is_clear ? std::optional(best.line) : std::nullopt;
}

}  // namespace

SharedPrint sharedPrint(std::vector<FilledCopy> copies) {
  std::ranges::stable_sort(copies, std::ranges::greater{}, &FilledCopy::trust);
  Ballot moved;
  std::vector<FilledCopy> moved_copies = copies;
  double square = 0, trust = 0;  // of how far those after the first are moved
  for (std::size_t k = 0; k < copies.size(); ++k) {
    const Vec2 shift = shiftOf(copies[k].pieces, moved.all());
    moved_copies[k].pieces = movedBack(copies[k].pieces, shift);
    moved.add(moved_copies[k], k);
    square += k > 0 ? copies[k].trust * dot(shift, shift) : 0;
    trust += k > 0 ? copies[k].trust : 0;
  }
  if (square > kLoose * kLoose * trust) {
    return {moved.shared(moved_copies), true};
  }
  Ballot ballot;
  for (std::size_t k = 0; k < copies.size(); ++k) {
    ballot.add(copies[k], k);
  }
  return {ballot.shared(copies), false};
}

std::vector<PlacedPiece> placesOf(std::span<const FilledPiece> pieces, const SharedPrint& print) {
  const std::vector<FilledLine>& shared = print.lines;
  const Vec2 shift = print.is_loose ? shiftOf(pieces, shared) : Vec2{};
  const std::vector<FilledPiece> unmoved = movedBack(pieces, shift);
  std::vector<PlacedPiece> placed(pieces.size());
  for (std::size_t k = 0; k < pieces.size(); ++k) {
    const std::optional<std::size_t> at = lineOf(k, unmoved, shared);
    if (!at) {
      continue;
    }
    const FilledLine& line = shared[*at];
    placed[k].foot = line.span.foot + shift.y;
    if (const auto left = nearestEnd(unmoved[k].left, line.lefts, kReach)) {
      placed[k].left = line.lefts[*left] + shift.x;
    }
    if (const auto right = nearestEnd(unmoved[k].right, line.rights, kReach)) {
      placed[k].right = line.rights[*right] + shift.x;
    }
  }
  return placed;
}

}  // namespace platen::detect
