#include "core/optim/page_score.h"

#include "core/box_side.h"
#include "core/median.h"
#include "core/optim/row_sharpness.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace platen::optim {
namespace {

constexpr double kMostMiss_h = 1;    // what counts of a point that is farther off: it belongs to no line
constexpr double kMostAngle = 10;    // degrees; beyond, what the image shows is no text of this page
constexpr double kShortestLine = 5;  // h
constexpr int kLattice = 20;         // start points of the search, a side
constexpr double kSlack = 0.02;      // of the page: a line may begin this far outside of it

// The page seen from the photo: source_px -> page_uv by Newton on the map's spline.
class PageFinder {
 public:
  explicit PageFinder(const WarpGrid& grid) : net_(splineNet(grid)) {
    for (int i = 0; i < kLattice; ++i) {
      for (int j = 0; j < kLattice; ++j) {
        const Vec2 uv{(j + 0.5) / kLattice, (i + 0.5) / kLattice};
        lattice_.push_back({uv, sourceFromPage(net_, uv)});
      }
    }
  }

  [[nodiscard]] std::optional<Vec2> find(Vec2 source_px, std::optional<Vec2> start) const {
    Vec2 uv = start ? *start : nearest(source_px);
    for (int step = 0; step < 12; ++step) {
      const WarpJet jet = warpJet(net_, uv);
      const Vec2 miss = source_px - jet.point;
      if (norm(miss) < 0.02) {
        return uv;
      }
      const double det = cross(jet.du, jet.dv);
      if (!(std::abs(det) > 1e-9)) {
        return {};
      }
      const Vec2 move{cross(miss, jet.dv) / det, cross(jet.du, miss) / det};
      uv = uv + move * std::min(1.0, 0.2 / std::max(1e-12, norm(move)));
      if (!(uv.x > -0.5 && uv.x < 1.5 && uv.y > -0.5 && uv.y < 1.5)) {
        return {};
      }
    }
    return {};
  }
  [[nodiscard]] const SplineNet& net() const { return net_; }

 private:
  struct Sample {
    Vec2 page_uv, source_px;
  };
  [[nodiscard]] Vec2 nearest(Vec2 source_px) const {
    const auto distance = [&](const Sample& s) { return dot(s.source_px - source_px, s.source_px - source_px); };
    return std::min_element(lattice_.begin(), lattice_.end(),
                            [&](const Sample& a, const Sample& b) { return distance(a) < distance(b); })
        ->page_uv;
  }

  SplineNet net_;
  std::vector<Sample> lattice_;
};

bool onPage(Vec2 uv) {
  return uv.x > -kSlack && uv.x < 1 + kSlack && uv.y > -kSlack && uv.y < 1 + kSlack;
}

// A curve's points on the page, in h; as far as they lie on it.
Polyline onThePage(const Polyline& work_px, const PageCues& cues, const PageFinder& finder, Vec2 extent_h) {
  Polyline page_h;
  std::optional<Vec2> last;
  for (const Vec2& p : work_px) {
    const std::optional<Vec2> uv = finder.find(cues.frame.sourceFromWork(p), last);
    last = uv;
    if (uv && onPage(*uv)) {
      page_h.push_back({uv->x * extent_h.x, uv->y * extent_h.y});
    }
  }
  return page_h;
}

// Mean distance of values from their median, none more than kMostMiss_h.
double spread(std::vector<double> values) {
  const double median = medianInPlace(values);
  double sum = 0;
  for (const double v : values) {
    sum += std::min(std::abs(v - median), kMostMiss_h);
  }
  return sum / static_cast<double>(values.size());
}

// Of values and their weights; 0 of none.
double weightedMedian(std::vector<std::pair<double, double>> values) {
  std::sort(values.begin(), values.end());
  double left = 0;  // of half of all weight
  for (const auto& [value, weight] : values) {
    left += weight / 2;
  }
  for (const auto& [value, weight] : values) {
    left -= weight;
    if (left <= 0) {
      return value;
    }
  }
  return 0;
}

struct Row {
  double left, right, y;
};

// How the distance from each line to the next below it changes down the page, as a share of it over the page's height:
// the median slope over all pairs (Theil and Sen), of distances near the usual one.
double spacingTrend(std::vector<Row> rows, double height_h) {
  constexpr std::size_t kFewest = 8;
  std::sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.y < b.y; });
  std::vector<Vec2> gaps;  // (y, distance)
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t k = i + 1; k < rows.size() && rows[k].y - rows[i].y < 4; ++k) {
      const double shared = std::min(rows[i].right, rows[k].right) - std::max(rows[i].left, rows[k].left);
      if (rows[k].y - rows[i].y > 0.8 && shared > 0.5 * (rows[i].right - rows[i].left)) {
        gaps.push_back({(rows[i].y + rows[k].y) / 2, rows[k].y - rows[i].y});
        break;
      }
    }
  }
  if (gaps.size() < kFewest) {
    return 0;
  }
  std::vector<double> distances;
  distances.reserve(gaps.size());
  for (const Vec2& gap : gaps) {
    distances.push_back(gap.y);
  }
  const double usual = medianOf(distances);
  std::erase_if(gaps, [&](const Vec2& gap) { return std::abs(gap.y - usual) > 0.25 * usual; });
  std::vector<double> slopes;
  for (std::size_t i = 0; i < gaps.size(); ++i) {
    for (std::size_t k = i + 1; k < gaps.size(); ++k) {
      if (gaps[k].x - gaps[i].x > 0.2 * height_h) {
        slopes.push_back((gaps[k].y - gaps[i].y) / (gaps[k].x - gaps[i].x));
      }
    }
  }
  return slopes.size() < kFewest ? 0 : medianOf(slopes) * height_h / usual;
}

// Rows of the page against the direction image (D in docs/fit.md), degrees, mean over certainty.
double directionError(const PageCues& cues, const PageFinder& finder) {
  if (cues.direction.empty()) {
    return 0;
  }
  constexpr int kRows = 80;
  constexpr int kColumns = 60;
  const Image& image = cues.direction.image;
  double sum = 0;
  double weight = 0;
  const Vec2 zero = cues.frame.workFromSource({0, 0});
  for (int i = 0; i < kRows; ++i) {
    for (int j = 0; j < kColumns; ++j) {
      const WarpJet jet = warpJet(finder.net(), {(j + 0.5) / kColumns, (i + 0.5) / kRows});
      const Vec2 at = cues.frame.workFromSource(jet.point) * cues.direction.scale;
      if (!(at.x >= 0 && at.y >= 0 && at.x < image.width() && at.y < image.height())) {
        continue;
      }
      const std::uint8_t* pixel = image.rowAs<std::uint8_t>(static_cast<int>(at.y)) + 3 * static_cast<int>(at.x);
      const double w = pixel[2] / 255.0;
      if (w < 0.02) {
        continue;
      }
      const double text = 0.5 * std::atan2(pixel[1] - 128.0, pixel[0] - 128.0);
      const Vec2 row = cues.frame.workFromSource(jet.du) - zero;
      // Directions, not arrows: the difference is known up to half a turn.
      const double off = std::remainder(text - std::atan2(row.y, row.x), M_PI) * 180 / M_PI;
      sum += w * std::min(std::abs(off), kMostAngle);
      weight += w;
    }
  }
  return weight > 0 ? sum / weight : 0;
}

double sidesOf(const PageCues& cues, const PageFinder& finder, Vec2 extent_h) {
  double sum = 0;
  double weight = 0;
  for (const PageSide& side : cues.sides) {
    if (side.is_gutter || side.valid_fraction < 0.6) {
      continue;
    }
    std::vector<double> across;
    std::optional<Vec2> last;
    for (const Vec2& p : side.points) {
      last = finder.find(cues.frame.sourceFromWork(p), last);
      if (last) {
        across.push_back(isLevel(side.kind) ? last->y * extent_h.y : last->x * extent_h.x);
      }
    }
    if (across.size() >= 6) {
      sum += spread(across) * side.valid_fraction;
      weight += side.valid_fraction;
    }
  }
  return weight > 0 ? sum / weight : 0;
}

}  // namespace

double PageScore::total() const {
  // A degree over a line of 40 h is 0.2 h on the mean, but the direction image also shows figures and dirt.
  return waviness_h + 0.05 * direction_deg + 0.2 * sides_h + 0.5 * lost;
}

PageScore scorePage(const PageCues& cues, const WarpGrid& source_from_page, Vec2 extent_px) {
  const double h_source = cues.char_height / cues.frame.scale;
  const Vec2 extent_h = extent_px / h_source;
  const PageFinder finder(source_from_page);
  PageScore score;
  std::vector<Row> rows;
  std::vector<std::pair<double, double>> waviness_by_line;  // and how much of the line is seen, h
  double seen = 0;
  double all = 0;
  for (const TextSegment& segment : cues.segments) {
    if (segment.length < kShortestLine) {
      continue;
    }
    const Polyline line = onThePage(segment.points, cues, finder, extent_h);
    const double share = static_cast<double>(line.size()) / static_cast<double>(segment.points.size());
    all += segment.length;
    seen += segment.length * share;
    if (line.size() < 3) {
      continue;
    }
    std::vector<double> heights;
    for (const Vec2& p : line) {
      heights.push_back(p.y);
    }
    waviness_by_line.emplace_back(spread(heights), segment.length * share);
    rows.push_back({line.front().x, line.back().x, medianOf(heights)});
    ++score.lines;
  }
  double waviness = 0;
  for (const auto& [line, length] : waviness_by_line) {
    waviness += line * length;
  }
  score.waviness_h = seen > 0 ? waviness / seen : 0;
  score.median_waviness_h = weightedMedian(std::move(waviness_by_line));
  score.lost = all > 0 ? 1 - seen / all : 0;
  score.stretch = spacingTrend(std::move(rows), extent_h.y);
  score.direction_deg = directionError(cues, finder);
  score.sides_h = sidesOf(cues, finder, extent_h);
  return score;
}

Vec2 extentOf(const PageCues& cues, const SheetFit& sheet) {
  const double unit_px = sheet.frame.norm * sheet.frame.half_width_q / cues.frame.scale;
  return {sheet.rect.width() * unit_px, sheet.rect.height() * unit_px};
}

PageScore scoreSheet(const PageCues& cues, const WarpGrid& source_from_page, const SheetFit& sheet) {
  return scorePage(cues, source_from_page, extentOf(cues, sheet));
}

std::optional<Box> linesOnPage(const PageCues& cues, const WarpGrid& source_from_page) {
  const PageFinder finder(source_from_page);
  std::optional<Box> box;
  for (const TextSegment& line : cues.segments) {
    for (const Vec2 uv : onThePage(line.points, cues, finder, {1, 1})) {
      const Box so_far = box.value_or(Box{uv.x, uv.y, uv.x, uv.y});
      box = Box{std::min(so_far.x0, uv.x), std::min(so_far.y0, uv.y), std::max(so_far.x1, uv.x),
                std::max(so_far.y1, uv.y)};
    }
  }
  return box;
}

RuleScore scoreRules(const PageCues& cues, const WarpGrid& source_from_page, Vec2 extent_px) {
  constexpr double kStraight = 1.5 * M_PI / 180;
  const PageFinder finder(source_from_page);
  RuleScore score;
  double straight = 0;
  for (const PrintedRule& rule : cues.rules) {
    std::optional<Vec2> last;
    std::optional<Vec2> from_uv;
    for (std::size_t k = 0; k < rule.points.size(); ++k) {
      const std::optional<Vec2> to_uv = finder.find(cues.frame.sourceFromWork(rule.points[k]), last);
      if (to_uv && from_uv) {
        const double length = norm(rule.points[k] - rule.points[k - 1]);
        const Vec2 run{std::abs(to_uv->x - from_uv->x) * extent_px.x, std::abs(to_uv->y - from_uv->y) * extent_px.y};
        const double off = std::atan2(std::min(run.x, run.y), std::max(run.x, run.y));
        score.length += length;
        straight += off < kStraight ? length : 0;
      }
      from_uv = to_uv;
      last = to_uv ? to_uv : last;
    }
  }
  score.straight = score.length > 0 ? straight / score.length : 0;
  const Vec2 extent = cues.frame.extent();
  score.length /= std::max(extent.x, extent.y);
  return score;
}

DeskewedPhoto deskewedPhoto(const WorkFrame& frame, double angle) {
  const Vec2 extent = frame.extent();
  const double c = std::cos(angle);
  const double s = std::sin(angle);
  DeskewedPhoto page{{2, 2, {}}, extent / frame.scale};
  for (const double v : {0.0, 1.0}) {
    for (const double u : {0.0, 1.0}) {
      const Vec2 off{(u - 0.5) * extent.x, (v - 0.5) * extent.y};
      const Vec2 work_px = extent / 2 + Vec2{c * off.x - s * off.y, s * off.x + c * off.y};
      page.grid.points.push_back(frame.sourceFromWork(work_px));
    }
  }
  return page;
}

std::optional<DeskewedPhoto> flatterPhoto(const PageCues& cues, const PageScore& page) {
  constexpr double kClearly = 0.8;
  std::optional<DeskewedPhoto> best;
  if (!cues.has_text) {
    return best;
  }
  double least = kClearly * page.total();
  const bool lay_level = isSharperLevel(cues.ink, cues.text_angle);
  for (const double angle : {0.0, cues.text_angle}) {
    if (lay_level && angle != 0) {
      continue;
    }
    DeskewedPhoto photo = deskewedPhoto(cues.frame, angle);
    const double total = scorePage(cues, photo.grid, photo.extent_px).total();
    if (total < least) {
      least = total;
      best = std::move(photo);
    }
  }
  return best;
}

}  // namespace platen::optim
