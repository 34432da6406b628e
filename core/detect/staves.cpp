#include "core/detect/staves.h"

#include "core/detect/paper_ink.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>

#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr int kStep = 2;              // columns
constexpr std::size_t kLines = 5;     // of a staff
constexpr double kLeastApart = 3;     // pixels, of its lines,
constexpr double kMostApart = 40;     //
constexpr double kThick = 0.6;        // of that: a line
constexpr double kUneven = 1.35;      // the widest space to the narrowest,
constexpr double kRound = 1;          // pixels that each is off by
constexpr double kWhite = 1.5;        // spaces above and below
constexpr double kGap = 20;           // spaces without a column that shows all of its lines: notes, beams, text
constexpr double kSlope = 1;          // at most, of the paper in the photo
constexpr double kShortest = 24;      // spaces: six times as long as high
constexpr double kLeastShown = 0.25;  // of its columns
constexpr std::size_t kFewest = 2;    // staves

// Where a column crosses five lines.
struct Crossing {
  int column = 0;
  double middle = 0, apart = 0;
};

// Runs of ink in a column: where they begin and end.
struct Run {
  int begin = 0, end = 0;
  [[nodiscard]] double middle() const { return 0.5 * (begin + end - 1); }
};

// columns: the image turned over, a row for each of its columns, which lie next to each other in memory so.
std::vector<Run> runsOf(const cv::Mat& columns, int column) {
  std::vector<Run> runs;
  bool is_in = false;
  const auto* dark = columns.ptr<std::uint8_t>(column);
  for (int j = 0; j < columns.cols; ++j) {
    const bool is_dark = dark[j] != 0;
    if (is_dark && !is_in) {
      runs.push_back({j, j + 1});
    } else if (is_dark) {
      runs.back().end = j + 1;
    }
    is_in = is_dark;
  }
  return runs;
}

// Of five runs from `first` on, if they are a staff's.
std::optional<Crossing> crossingAt(const std::vector<Run>& runs, std::size_t first, int column, int rows) {
  const std::size_t last = first + kLines - 1;
  const double apart = (runs[last].middle() - runs[first].middle()) / (kLines - 1.0);
  if (apart < kLeastApart || apart > kMostApart) {
    return std::nullopt;
  }
  double widest = 0;
  double narrowest = kMostApart;
  for (std::size_t k = first; k <= last; ++k) {
    if (runs[k].end - runs[k].begin > std::max(2.0, kThick * apart)) {
      return std::nullopt;
    }
    if (k > first) {
      widest = std::max(widest, runs[k].middle() - runs[k - 1].middle());
      narrowest = std::min(narrowest, runs[k].middle() - runs[k - 1].middle());
    }
  }
  const double above = runs[first].begin - (first > 0 ? runs[first - 1].end : 0);
  const double below = (last + 1 < runs.size() ? runs[last + 1].begin : rows) - runs[last].end;
  if (widest - kRound > kUneven * (narrowest + kRound) || std::min(above, below) < kWhite * apart) {
    return std::nullopt;
  }
  return Crossing{column, 0.5 * (runs[first].middle() + runs[last].middle()), apart};
}

// A staff as far as it was followed.
struct Staff {
  std::vector<Crossing> crossings;

  [[nodiscard]] double apart() const { return crossings.back().apart; }
  [[nodiscard]] bool goesOnAt(const Crossing& next) const {
    constexpr double kAsWide = 1.3;
    const Crossing& last = crossings.back();
    const double along = next.column - last.column;
    const double wider = next.apart / last.apart;
    return along > 0 && along < kGap * apart() && wider < kAsWide && wider > 1 / kAsWide &&
           std::abs(next.middle - last.middle) < 0.5 * apart() + kSlope * std::min(along, 4 * apart());
  }
  [[nodiscard]] double length() const { return crossings.back().column - crossings.front().column; }
  [[nodiscard]] bool isOne() const {
    return length() > kShortest * apart() &&
           static_cast<double>(crossings.size()) > kLeastShown * length() / static_cast<double>(kStep);
  }
};

std::vector<Staff> stavesIn(const cv::Mat& columns) {
  std::vector<Staff> staves;
  for (int column = 0; column < columns.rows; column += kStep) {
    const std::vector<Run> runs = runsOf(columns, column);
    for (std::size_t first = 0; first + kLines <= runs.size(); ++first) {
      const std::optional<Crossing> crossing = crossingAt(runs, first, column, columns.cols);
      if (!crossing) {
        continue;
      }
      const auto staff =
          std::find_if(staves.begin(), staves.end(), [&](const Staff& s) { return s.goesOnAt(*crossing); });
      if (staff == staves.end()) {
        staves.push_back({{*crossing}});
      } else {
        staff->crossings.push_back(*crossing);
      }
    }
  }
  std::erase_if(staves, [](const Staff& staff) { return !staff.isOne(); });
  return staves;
}

// A space above its first and below its last line, where its notes lie: the mean of what is within each of its pieces.
std::array<TextSegment, 2> endsOf(const Staff& staff, const cv::Mat& ink, double h) {
  constexpr double kPiece = 8;  // spaces
  std::array<TextSegment, 2> lines;
  double strength = 0;
  for (std::size_t k = 0; k < staff.crossings.size();) {
    const double end = staff.crossings[k].column + kPiece * staff.apart();
    Vec2 middle;
    double apart = 0;
    double count = 0;
    for (; k < staff.crossings.size() && staff.crossings[k].column < end; ++k) {
      const Crossing& at = staff.crossings[k];
      middle = middle + Vec2{at.column + 0.5, at.middle + 0.5};
      apart += at.apart;
      strength += ink.at<std::uint8_t>(static_cast<int>(std::lround(at.middle)), at.column) / 255.0;
      count += 1;
    }
    const Vec2 half{0, 0.5 * (kLines + 1.0) * apart / count};
    lines[0].points.push_back(middle / count - half);
    lines[1].points.push_back(middle / count + half);
  }
  for (TextSegment& line : lines) {
    line.length = staff.length() / h / static_cast<double>(lines.size());
    line.strength = strength / static_cast<double>(staff.crossings.size());
    // Beyond the outer means.
    line.left_end = {staff.crossings.front().column + 0.5, line.points.front().y};
    line.right_end = {staff.crossings.back().column + 0.5, line.points.back().y};
  }
  return lines;
}

std::vector<TextSegment> linesIn(const cv::Mat& ink, const cv::Mat& columns, double h) {
  std::vector<TextSegment> lines;
  for (const Staff& staff : stavesIn(columns)) {
    std::ranges::move(endsOf(staff, ink, h), std::back_inserter(lines));
  }
  return lines;
}

}  // namespace

std::vector<TextSegment> findStaves(const cv::Mat& ink, double h) {
  const cv::Mat dark = binarize(ink, 2 * h);
  std::vector<TextSegment> staves = linesIn(ink, dark.t(), h);
  std::vector<TextSegment> upright = linesIn(ink.t(), dark, h);
  if (upright.size() > staves.size()) {
    for (TextSegment& staff : upright) {
      for (Vec2& p : staff.points) {
        std::swap(p.x, p.y);
      }
      std::swap(staff.left_end.x, staff.left_end.y);
      std::swap(staff.right_end.x, staff.right_end.y);
    }
    staves = std::move(upright);
  }
  return staves.size() < 2 * kFewest ? std::vector<TextSegment>{} : staves;
}

}  // namespace platen::detect
