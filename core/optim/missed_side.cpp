#include "core/optim/missed_side.h"

#include "core/box_side.h"
#include "core/optim/photo_look.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace platen::optim {
namespace {

constexpr int kColumnsPerHeight = 8;
constexpr std::size_t kMostColumns = 1200;
constexpr int kPieces = 64;             // that a side is cut into
constexpr int kLooks = 4;               // samples that one piece is the mean of
constexpr std::size_t kNear = 3;        // columns to either side of a step that it blurs
constexpr std::size_t kBeside = 8;      // columns that the colours beside a step are the mean of
constexpr double kStep = 9;             // of 255: the change of colour across an edge
constexpr double kLocal = 0.7;          // of that change happens at the step itself: light and spines change slowly
constexpr double kLeastInView = 0.07;   // of a side's length
constexpr double kAgreeing = 0.8;       // of the pieces in view change at the line
constexpr double kLastingShare = 0.85;  // of the pieces that do, and don't turn to paper again behind
constexpr std::size_t kWander = 3;      // columns that a piece's step may lie off the line
constexpr int kSlopes = 6;              // lines tried on either side of parallel ...
constexpr double kSlope = 0.006;        // ... this much apart (columns per column's length along)

// Colours beside a side: pieces along it, columns outwards. Unseen where the photo ends.
struct Strip {
  std::size_t columns = 0;
  std::vector<PhotoColour> colour;  // [piece * columns + column]
  std::vector<std::size_t> seen;    // columns of a piece before the photo ends

  [[nodiscard]] const PhotoColour& at(std::size_t piece, std::size_t column) const {
    return colour[piece * columns + column];
  }
  [[nodiscard]] PhotoColour mean(std::size_t piece, std::size_t begin, std::size_t end) const {
    PhotoColour sum{};
    for (std::size_t c = begin; c < end; ++c) {
      for (std::size_t k = 0; k < 3; ++k) {
        sum[k] += at(piece, c)[k] / static_cast<double>(end - begin);
      }
    }
    return sum;
  }
};

struct Ruler {
  const SheetModel& sheet;
  bool is_h;
  double from, step, along0, length;

  [[nodiscard]] double across(double column) const { return from + step * column; }
  [[nodiscard]] Vec2 work(double piece, double column) const {
    const double along = along0 + length * piece / kPieces;
    return sheet.workFromSheet(is_h ? Vec2{along, across(column)} : Vec2{across(column), along});
  }
};

Strip stripOf(const PageCues& cues, const Ruler& ruler, std::size_t columns) {
  Strip strip;
  strip.columns = columns;
  strip.colour.resize(kPieces * columns);
  strip.seen.assign(kPieces, 0);
  for (std::size_t piece = 0; piece < kPieces; ++piece) {
    std::size_t c = 0;
    for (; c < columns; ++c) {
      PhotoColour& mean = strip.colour[piece * columns + c];
      bool whole = true;
      for (int look = 0; look < kLooks && whole; ++look) {
        PhotoColour colour{};
        whole = lookAtPhoto(
            cues.photo, ruler.work(static_cast<double>(piece) + (look + 0.5) / kLooks, static_cast<double>(c)), colour);
        for (std::size_t k = 0; k < 3; ++k) {
          mean[k] += colour[k] / kLooks;
        }
      }
      if (!whole) {
        break;
      }
    }
    strip.seen[piece] = c;
  }
  return strip;
}

// Strength of the step at a column of a piece: 0 where there is none.
double stepAt(const Strip& strip, std::size_t piece, std::size_t c) {
  const std::size_t end = strip.seen[piece];
  if (c < kNear + 2 || c + kNear + 2 > end) {
    return 0;
  }
  const PhotoColour in = strip.mean(piece, c < kNear + kBeside ? 0 : c - kNear - kBeside, c - kNear + 1);
  const PhotoColour out = strip.mean(piece, c + kNear, std::min(end, c + kNear + kBeside));
  const double change = colourDistance(in, out);
  const double at_once = colourDistance(strip.at(piece, c - kNear), strip.at(piece, c + kNear));
  return change > kStep && at_once > kLocal * change ? change : 0;
}

// The columns at which the colour of each piece changes most, locally.
std::vector<std::vector<std::size_t>> stepsOf(const Strip& strip) {
  std::vector<std::vector<std::size_t>> steps(kPieces);
  std::vector<double> strength(strip.columns);
  for (std::size_t piece = 0; piece < kPieces; ++piece) {
    for (std::size_t c = 0; c < strip.columns; ++c) {
      strength[c] = stepAt(strip, piece, c);
    }
    for (std::size_t c = 0; c < strip.columns; ++c) {
      const std::size_t begin = c < kNear ? 0 : c - kNear;
      const std::size_t end = std::min(strip.columns, c + kNear + 1);
      const auto most = std::max_element(strength.begin() + static_cast<std::ptrdiff_t>(begin),
                                         strength.begin() + static_cast<std::ptrdiff_t>(end));
      if (strength[c] > 0 && most == strength.begin() + static_cast<std::ptrdiff_t>(c)) {
        steps[piece].push_back(c);
      }
    }
  }
  return steps;
}

struct Line {
  std::vector<std::size_t> piece, column;  // the steps on it
  std::size_t in_view = 0;
  [[nodiscard]] double share() const {
    return in_view > 0 ? static_cast<double>(piece.size()) / static_cast<double>(in_view) : 0;
  }
};

// The steps along the line through `column` at the side's middle, `tilt` columns per piece.
Line lineAt(const Strip& strip, const std::vector<std::vector<std::size_t>>& steps, double column, double tilt) {
  Line line;
  for (std::size_t p = 0; p < kPieces; ++p) {
    const double at = column + tilt * (static_cast<double>(p) + 0.5 - kPieces / 2.0);
    // In view with enough behind it that a step could be seen.
    if (at < 0 || at + kNear + 3 > static_cast<double>(strip.seen[p])) {
      continue;
    }
    ++line.in_view;
    std::size_t best = strip.columns;
    double least = kWander + 0.5;
    for (const std::size_t step : steps[p]) {
      const double off = std::abs(static_cast<double>(step) - at);
      if (off < least) {
        least = off;
        best = step;
      }
    }
    if (best < strip.columns) {
      line.piece.push_back(p);
      line.column.push_back(best);
    }
  }
  return line;
}

// Where the colour of a piece changes fastest near a step, between columns.
double steepestNear(const Strip& strip, std::size_t piece, std::size_t column) {
  const std::size_t begin = std::max<std::size_t>(2, column > kNear + 1 ? column - kNear - 1 : 0);
  const std::size_t end = std::min(strip.seen[piece] - 2, column + kNear + 2);
  const auto slope = [&](std::size_t c) { return colourDistance(strip.at(piece, c - 1), strip.at(piece, c + 1)); };
  std::size_t best = begin;
  for (std::size_t c = begin; c < end; ++c) {
    best = slope(c) > slope(best) ? c : best;
  }
  const double l = slope(best - 1);
  const double r = slope(best + 1);
  const double curvature = l - 2 * slope(best) + r;
  return static_cast<double>(best) + (curvature < 0 ? std::clamp(0.5 * (l - r) / curvature, -0.5, 0.5) : 0);
}

// Behind its steps the pieces show something else than before them, as far as the photo goes.
bool lasts(const Strip& strip, const Line& line) {
  constexpr double kAlike = 0.5;  // of the step
  std::size_t lasting = 0;
  for (std::size_t i = 0; i < line.piece.size(); ++i) {
    const std::size_t p = line.piece[i];
    const std::size_t c = line.column[i];
    const PhotoColour in = strip.mean(p, c < kNear + kBeside ? 0 : c - kNear - kBeside, c - kNear + 1);
    const std::size_t end = std::min(strip.seen[p], c + kNear + 5 * kBeside);
    const double change = colourDistance(in, strip.mean(p, c + kNear, std::min(end, c + kNear + kBeside)));
    std::size_t alike = 0;
    std::size_t looked = 0;
    for (std::size_t k = c + kNear; k < end; ++k) {
      alike += colourDistance(in, strip.at(p, k)) < kAlike * change ? 1 : 0;
      ++looked;
    }
    lasting += 3 * alike < looked ? 1 : 0;
  }
  return static_cast<double>(lasting) >= kLastingShare * static_cast<double>(line.piece.size());
}

// No more than a few steps lie between the print and the line.
bool blankBefore(const std::vector<std::vector<std::size_t>>& steps, const Line& line) {
  constexpr double kMost = 0.5;  // a piece
  std::size_t before = 0;
  for (std::size_t i = 0; i < line.piece.size(); ++i) {
    const std::vector<std::size_t>& of_piece = steps[line.piece[i]];
    before += static_cast<std::size_t>(
        std::count_if(of_piece.begin(), of_piece.end(), [&](std::size_t c) { return c + kWander < line.column[i]; }));
  }
  return static_cast<double>(before) <= kMost * static_cast<double>(line.piece.size());
}

}  // namespace

std::optional<PageSide> findMissedSide(const PageCues& cues, const SheetModel& sheet, const SideSearch& search) {
  const double h = cues.char_height / (sheet.frame().norm * sheet.frame().half_width_q);
  const bool is_h = isLevel(search.kind);
  const double reach = std::abs(search.to - search.from);
  const double length = is_h ? search.span.width() : search.span.height();
  if (!canLook(cues.photo) || !(reach > h) || !(length > 8 * h)) {
    return std::nullopt;
  }
  const auto columns = std::min(kMostColumns, static_cast<std::size_t>(reach / h * kColumnsPerHeight));
  const double step = (search.to > search.from ? 1 : -1) * h / kColumnsPerHeight;
  const Ruler ruler{sheet, is_h, search.from, step, is_h ? search.span.x0 : search.span.y0, length};
  const Strip strip = stripOf(cues, ruler, columns);
  const std::vector<std::vector<std::size_t>> steps = stepsOf(strip);
  const double piece_columns = length / kPieces / std::abs(step);
  Line best;
  std::size_t best_at = columns;
  for (std::size_t c = 0; c < columns && (best_at == columns || c < best_at + 2 * kColumnsPerHeight); ++c) {
    for (int slope = -kSlopes; slope <= kSlopes; ++slope) {
      Line line = lineAt(strip, steps, static_cast<double>(c), slope * kSlope * piece_columns);
      const bool enough = static_cast<double>(line.in_view) >= kLeastInView * kPieces && line.share() >= kAgreeing;
      if (enough && line.piece.size() > best.piece.size() && lasts(strip, line)) {
        best = std::move(line);
        best_at = best_at == columns ? c : best_at;
      }
    }
  }
  if (best_at == columns || !blankBefore(steps, best)) {
    return std::nullopt;
  }
  std::vector<std::size_t> seen = strip.seen;
  std::nth_element(seen.begin(), seen.begin() + kPieces / 2, seen.end());
  const double unseen = static_cast<double>(best_at) - static_cast<double>(seen[kPieces / 2]);
  if (unseen * std::abs(step) > search.most_unseen) {
    return std::nullopt;
  }
  PageSide side;
  side.kind = search.kind;
  side.valid_fraction = static_cast<double>(best.piece.size()) / kPieces;
  for (std::size_t i = 0; i < best.piece.size(); ++i) {
    side.points.push_back(
        ruler.work(static_cast<double>(best.piece[i]) + 0.5, steepestNear(strip, best.piece[i], best.column[i])));
  }
  return side;
}

}  // namespace platen::optim
