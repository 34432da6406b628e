#include "core/detect/filled_places.h"

#include "core/median.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <iterator>
#include <limits>
#include <utility>

namespace platen::detect {
namespace {

constexpr double kAgree = 2.5;           // px: places of copies that agree
constexpr double kReach = 14;            // px: how far off its place print is looked for, at most
constexpr double kFarReach = 32;         // px: likewise, if what is above and below it says so
constexpr double kClear = 2;             // times as far: the next place that it could be at
constexpr double kOverlap = 0.4;         // of the shorter piece, of pieces on one line
constexpr double kAbout = 80;            // px up and down: print near a piece
constexpr double kStretch = 0.12;        // of the distance to it: how much further off it may be
constexpr double kAsLong = 0.02;         // of a line's length: how much longer a piece on it may be
constexpr std::size_t kLeastCopies = 2;  // that agree
constexpr double kOfLines = 0.5;         // of the trust in copies that have print there
constexpr double kOfEnds = 0.75;         // likewise: two of some lines end alike by chance
constexpr double kOfAbout = 0.6;         // of what copies show around a line that is shared: as much is
constexpr double kTrusted = 0.5;         // of the trust in the copy that is trusted most
constexpr double kLoose = 1.5;           // px: copies lie beside each other by more where paper was fed a second time
constexpr std::size_t kLeastPairs = 4;   // that tell whether a copy does

bool overlaps(const FilledPiece& a, const FilledPiece& b) {
  return std::min(a.right, b.right) - std::max(a.left, b.left) >
         kOverlap * std::min(a.right - a.left, b.right - b.left);
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

// Whether a copy lies beside the lines of the others as a whole.
bool liesAside(std::span<const FilledPiece> pieces, std::span<const FilledLine> lines) {
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
  const auto isMoved = [](std::vector<double> off) {
    if (off.size() < kLeastPairs) {
      return false;
    }
    const double median = medianOf(off);
    const auto alike = std::count_if(off.begin(), off.end(), [&](double x) { return std::abs(x - median) < kAgree; });
    return std::abs(median) > kLoose && 2 * static_cast<std::size_t>(alike) > off.size();
  };
  return isMoved(std::move(dx)) || isMoved(std::move(dy));
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

  // Those that copies agree on, whatever is around. A copy is against a place where it has print near, but none there.
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

  static void addEnd(double x, double trust, std::size_t copy, std::vector<double>& ends, std::vector<Votes>& votes) {
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

// Whether most of what copies show around a line is on shared lines, too.
bool isAmongShared(const FilledLine& line, std::span<const FilledLine> shared, std::span<const FilledCopy> copies) {
  double on = 0, all = 0;  // trust
  for (const FilledCopy& copy : copies) {
    for (const FilledPiece& piece : copy.pieces) {
      if (!overlaps(piece, line.span) || std::abs(piece.foot - line.span.foot) > kAbout) {
        continue;
      }
      all += copy.trust;
      on += std::any_of(shared.begin(), shared.end(),
                        [&](const FilledLine& other) {
                          return overlaps(piece, other.span) && std::abs(piece.foot - other.span.foot) < kAgree;
                        })
                ? copy.trust
                : 0;
    }
  }
  return on > kOfAbout * all;
}

// By how much a piece is longer or shorter than between two ends, in units of what it may be.
double lengthOff(const FilledPiece& piece, double left, double right) {
  const double length = right - left;
  return std::abs(length - (piece.right - piece.left)) / (kAgree + kAsLong * std::abs(length));
}

// How well a piece would stand on a line: the print above and below it should be about as far off other lines as it,
// for what lies a whole line off has a line near, too, but what is about it has none; and where copies share both ends
// of the line, it should be as long.
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
    const double allowed = kAgree + kStretch * gap;
    support += std::any_of(lines.begin(), lines.end(),
                           [&](const FilledLine& other) {
                             return overlaps(pieces[k], other.span) &&
                                    std::abs(pieces[k].foot - off - other.span.foot) < allowed;
                           })
                   ? 1
                   : -1;
  }
  double longer = std::numeric_limits<double>::infinity();  // than it may be, or shorter
  for (const double left : line.lefts) {
    for (const double right : line.rights) {
      if (std::abs(left - piece.left) < kReach && right > left) {
        longer = std::min(longer, lengthOff(piece, left, right));
      }
    }
  }
  return std::isfinite(longer) ? support + (longer < 1 ? 1 : -1) : support;
}

// How far off its place print is looked for on a copy that is so far from flat; on a flat one it is where it is seen.
double reachOf(double bend_px) {
  return std::min(kReach, kAgree + bend_px / 2);
}

// The line that a piece stands on, where it is clear.
std::optional<std::size_t> lineOf(std::size_t at,
                                  std::span<const FilledPiece> pieces,
                                  std::span<const FilledLine> lines,
                                  double bend_px) {
  const double far_reach = std::min(kFarReach, kAgree + bend_px);
  struct Candidate {
    std::size_t line = 0;
    double off = 0;
    int support = 0;
  };
  std::vector<Candidate> candidates;
  for (std::size_t k = 0; k < lines.size(); ++k) {
    const double off = std::abs(pieces[at].foot - lines[k].span.foot);
    if (off < far_reach && overlaps(pieces[at], lines[k].span)) {
      candidates.push_back({k, off, supportOf(at, lines[k], pieces, lines)});
    }
  }
  if (candidates.empty()) {
    return std::nullopt;
  }
  // Where it is seen on a line, and so is what is about it.
  const auto on_line = std::ranges::find_if(
      candidates, [](const Candidate& candidate) { return candidate.off < kAgree && candidate.support > 0; });
  if (on_line != candidates.end()) {
    return on_line->line;
  }
  const Candidate best =
      *std::min_element(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
        return a.support != b.support ? a.support > b.support : a.off < b.off;
      });
  const bool stands = best.support > 0 || (best.support == 0 && best.off < reachOf(bend_px));
  const bool is_clear = std::all_of(candidates.begin(), candidates.end(), [&](const Candidate& other) {
    const bool is_the_same = std::abs(lines[other.line].span.foot - lines[best.line].span.foot) < kAgree;
    return is_the_same || best.support >= other.support + 2 || kClear * best.off <= other.off;
  });
  return stands && is_clear ? std::optional(best.line) : std::nullopt;
}

}  // namespace

std::vector<FilledLine> sharedLines(std::vector<FilledCopy> copies) {
  std::ranges::stable_sort(copies, std::ranges::greater{}, &FilledCopy::trust);
  Ballot ballot;
  for (std::size_t k = 0; k < copies.size(); ++k) {
    const bool is_trusted = copies[k].trust > kTrusted * copies.front().trust;
    if (is_trusted && liesAside(copies[k].pieces, ballot.all())) {
      return {};
    }
    ballot.add(copies[k], k);
  }
  const std::vector<FilledLine> shared = ballot.shared(copies);
  std::vector<FilledLine> sure;
  std::ranges::copy_if(shared, std::back_inserter(sure),
                       [&](const FilledLine& line) { return isAmongShared(line, shared, copies); });
  return sure;
}

std::vector<PlacedPiece> placesOf(std::span<const FilledPiece> pieces,
                                  std::span<const FilledLine> shared,
                                  double bend_px) {
  std::vector<PlacedPiece> placed(pieces.size());
  for (std::size_t k = 0; k < pieces.size(); ++k) {
    const FilledPiece& piece = pieces[k];
    const std::optional<std::size_t> at = lineOf(k, pieces, shared, bend_px);
    if (!at) {
      continue;
    }
    const FilledLine& line = shared[*at];
    placed[k].foot = line.span.foot;
    const auto left = nearestEnd(piece.left, line.lefts, reachOf(bend_px));
    const auto right = nearestEnd(piece.right, line.rights, reachOf(bend_px));
    if (left && right && lengthOff(piece, line.lefts[*left], line.rights[*right]) > 1) {
      continue;  // a number with more digits: one of the two is another's
    }
    if (left) {
      placed[k].left = line.lefts[*left];
    }
    if (right) {
      placed[k].right = line.rights[*right];
    }
  }
  return placed;
}

}  // namespace platen::detect
