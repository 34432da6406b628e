#include "core/detect/spread.h"

#include "core/detect/area_resize.h"
#include "core/detect/gutter_step.h"
#include "core/detect/light_valley.h"
#include "core/detect/outline_notch.h"
#include "core/detect/print_outside.h"
#include "core/detect/raster.h"
#include "core/detect/robust_curve.h"
#include "core/detect/text_lines.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr double kDegree = std::numbers::pi / 180;
constexpr double kMostDensity = 0.006;  // real gutters have none; the gaps of tables and ragged paragraphs a little
constexpr double kMostRms = 0.2;
constexpr double kFaintValley = 0.03;  // of light
constexpr double kInkGrid = 0.25;      // of the line ink, array pixels per work pixel

// A nearly upright line x = a + b (y - middle), work_px.
struct Separator {
  double a = 0, b = 0, middle = 0;
  [[nodiscard]] double x(double y) const { return a + b * (y - middle); }
};

Separator between(Vec2 top, Vec2 bottom) {
  return {top.x, (bottom.x - top.x) / (bottom.y - top.y), top.y};
}

struct Evidence {
  double density = 0, kink = 0, valley = 0, step = 0;
  [[nodiscard]] double score() const {
    return kink / 9 + 0.7 * std::max(valley, 0.0) / 0.15 + 0.4 * step / 0.25 - 10 * density;
  }
};

// A piece of a line as the separators see it: where its middle is, and its points.
struct Piece {
  const TextSegment* segment = nullptr;
  Vec2 middle;
};

// A sheet that stands out, with much of what looks like lines beside it: that is what it lies on.
bool textIsElsewhere(const Reading& reading, const PageMask& mask) {
  if (!mask.standsOut()) {
    return false;
  }
  const double k = static_cast<double>(mask.mask.cols) / reading.grey.cols;
  double outside = 0;
  for (const TextSegment& segment : reading.segments) {
    outside += isOn(mask, segment, k) ? 0 : segment.length;
  }
  return outside > 0.3 * totalLength(reading.segments);
}

class GutterSearch {
 public:
  explicit GutterSearch(const Reading& reading) : reading_(reading), h_(reading.h) {
    double top = 1e30;
    double bottom = -1e30;
    for (const TextSegment& segment : reading.segments) {
      if (segment.rms > kMostRms) {
        continue;  // wood, cloth and figures
      }
      pieces_.push_back({&segment, (segment.points.front() + segment.points.back()) * 0.5});
      top = std::min(top, pieces_.back().middle.y);
      bottom = std::max(bottom, pieces_.back().middle.y);
      total_ += segment.length;
    }
    top_ = reading.painted_over ? reading.painted_over->from : top - h_;
    bottom_ = reading.painted_over ? reading.painted_over->to : bottom + h_;
    if (!pieces_.empty()) {
      paintLineInk();
    }
  }

  std::optional<Gutter> best(const cv::Mat& light, bool print_may_cross) const {
    if (pieces_.size() < 16) {
      return std::nullopt;
    }
    const double width = reading_.grey.cols;
    Evidence best;
    Separator where;
    for (int turn = -10; turn <= 10; ++turn) {
      const double b = std::tan(-reading_.theta + 2 * turn * kDegree);
      const int steps = static_cast<int>((width - 8 * h_) / (0.75 * h_));
      for (int step = 0; step <= steps; ++step) {
        const double a = (4 + 0.75 * step) * h_;
        const Separator separator{a, b, 0.5 * reading_.grey.rows};
        const std::optional<Evidence> evidence = judge(separator);
        if (evidence && evidence->score() > best.score()) {
          best = *evidence;
          where = separator;
        }
      }
    }
    // Lines alone can break anywhere on a crumpled sheet: at a gutter the paper's level changes too.
    const bool lit_differently = std::max(best.valley, best.step) > 0.04;
    if (best.score() <= 1 || (best.kink <= 5 && best.valley <= 0.1) || !lit_differently) {
      return std::nullopt;
    }
    where = refined(where, best.valley);
    if (!print_may_cross && cutsPrint(where)) {
      return std::nullopt;
    }
    const double bottom = reading_.grey.rows;
    return followed({{where.x(0), 0}, {where.x(bottom), bottom}, best.kink, best.valley, best.score(), {}, 0}, light,
                    top_, bottom_);
  }

  std::vector<Gutter> lit(const cv::Mat& light, double y0, double y1, bool print_may_cross) const {
    constexpr std::size_t kMost = 3;
    std::vector<Gutter> gutters;
    if (pieces_.size() < 6 && !reading_.painted_over) {
      return gutters;
    }
    const auto free = [&](Vec2 top, Vec2 bottom) {
      const Separator separator = between(top, bottom);
      return density(separator, y0, y1) <= kMostDensity && (print_may_cross || !cutsPrint(separator));
    };
    for (const LightValley& valley : findLightValleys(light, h_, reading_.theta, y0, y1, kMost, free)) {
      gutters.push_back(followed({valley.top, valley.bottom, 0, valley.depth, 1, {}, 0}, light, y0, y1));
    }
    return gutters;
  }

  std::optional<Gutter> notched(const cv::Mat& light,
                                const PageMask& page,
                                double mask_scale,
                                bool print_may_cross) const {
    constexpr double kLeastKink = 1.5;  // degrees
    constexpr double kSure = 20;        // degrees, both ends together
    const Rows rows = rowsWithin(page, mask_scale);
    // Lines that run along the gutter don't break there.
    const auto breaks = [&](const Separator& separator) { return !reading_.painted_over && bothSides(separator); };
    const auto allowed = [&](const NotchedLine& line) {
      const Separator separator = between(line.top, line.bottom);
      // Where both pages hold print, their lines break there as well.
      return density(separator, rows.from, rows.to) <= kMostDensity &&
             ((line.has_two_ends && line.both > kSure) || !breaks(separator) || kink(separator) > kLeastKink) &&
             (print_may_cross || (!cutsPrint(separator) && !inkCrosses(separator, rows)));
    };
    const std::optional<NotchedLine> line = findNotchedLine(page, mask_scale, h_, light, allowed);
    if (!line) {
      return std::nullopt;
    }
    Gutter gutter = followed({line->top, line->bottom, line->sharper, 0, 1, {}, 0}, light, rows.from, rows.to);
    // One edge may be dented: then print on both sides must break there, or the light fade.
    const bool tells = line->has_two_ends || breaks(between(line->top, line->bottom)) || gutter.depth > kFaintValley;
    return tells ? std::optional(std::move(gutter)) : std::nullopt;
  }

  // The gap at the spine is wider than any between two lines.
  std::optional<Gutter> alongLines(const cv::Mat& light) const {
    constexpr double kLeastGap_h = 6;
    constexpr std::size_t kLeastPieces = 5;  // of lines, on either side
    double widest = 0;
    Separator where;
    for (int turn = -10; turn <= 10; ++turn) {
      const double b = std::tan(-reading_.theta + turn * kDegree);
      const double middle = 0.5 * reading_.grey.rows;
      std::vector<std::pair<double, double>> spans;  // of each line, across the separators of this slope
      for (const Piece& piece : pieces_) {
        std::pair<double, double> span{1e30, -1e30};
        for (const Vec2& p : piece.segment->points) {
          const double a = p.x - b * (p.y - middle);
          span = {std::min(span.first, a), std::max(span.second, a)};
        }
        spans.push_back(span);
      }
      std::sort(spans.begin(), spans.end());
      double end = spans.empty() ? 0 : spans.front().second;
      for (std::size_t k = 1; k < spans.size(); ++k) {
        const double gap = spans[k].first - end;
        if (gap > widest && k >= kLeastPieces && spans.size() - k >= kLeastPieces) {
          widest = gap;
          where = {end + gap / 2, b, middle};
        }
        end = std::max(end, spans[k].second);
      }
    }
    if (widest < kLeastGap_h * h_) {
      return std::nullopt;
    }
    const double bottom = reading_.grey.rows;
    return followed({{where.x(0), 0}, {where.x(bottom), bottom}, 0, 0, 1, {}, 0}, light, top_, bottom_);
  }

 private:
  // A page goes on above and below its text.
  Gutter followed(Gutter gutter, const cv::Mat& light, double y0, double y1) const {
    const double margin = 0.12 * (y1 - y0);
    const TracedGutter traced = traceGutter(light, h_, gutter.top, gutter.bottom, y0 - margin, y1 + margin);
    gutter.curve = traced.curve;
    gutter.depth = traced.depth;
    if (const std::optional<double> off = stepBeside(reading_.grey, h_, gutter.curve, y0, y1)) {
      Polyline moved = gutter.curve.points();
      for (Vec2& p : moved) {
        p.x += *off;
      }
      gutter.curve = GutterCurve(std::move(moved));
    }
    return gutter;
  }

  void paintLineInk() {
    cv::Mat small;
    resizeArea(reading_.text, small, {}, kInkGrid, kInkGrid);
    cv::Mat lines = cv::Mat::zeros(small.size(), CV_8UC1);
    for (const Piece& piece : pieces_) {
      std::vector<cv::Point> points;
      for (const Vec2& p : piece.segment->points) {
        const Vec2 q = indexFromWork(p, kInkGrid);
        points.emplace_back(static_cast<int>(std::lround(q.x)), static_cast<int>(std::lround(q.y)));
      }
      cv::polylines(lines, points, false, 255, std::max(1, static_cast<int>(std::lround(1.4 * h_ * kInkGrid))));
    }
    cv::bitwise_and(small, lines, line_ink_);
    line_ink_.convertTo(line_ink_, CV_32F, 1.0 / 255);
    const int strip = std::max(1, static_cast<int>(std::lround(h_ * kInkGrid)));
    cv::blur(line_ink_, line_ink_, {strip, 1});
  }

  double density(const Separator& separator) const { return density(separator, top_, bottom_); }

  double density(const Separator& separator, double y0, double y1) const {
    if (line_ink_.empty()) {
      return 0;
    }
    double sum = 0;
    int count = 0;
    const int steps = static_cast<int>((y1 - y0) / (0.5 * h_));
    for (int step = 0; step <= steps; ++step) {
      const double y = y0 + 0.5 * h_ * step;
      const Vec2 q = indexFromWork({separator.x(y), y}, kInkGrid);
      sum += sampleF32(line_ink_, q.x, q.y);
      ++count;
    }
    return sum / std::max(1, count);
  }

  // Whether print lies on it, of a line that goes on at either side: pages are not printed across their gutter. Where
  // a crease kinks a line, it may have been traced as two.
  bool cutsPrint(const Separator& separator) const {
    constexpr double kBeside_h = 3;
    constexpr double kReach_h = 1.5;
    constexpr double kOneLine_h = 0.6;
    constexpr double kInk = 0.2;              // share, within half an h
    std::array<std::vector<double>, 2> ends;  // y of the lines that come as far, from the left and from the right
    for (const Piece& piece : pieces_) {
      const Polyline& line = piece.segment->points;
      for (std::size_t s = 0; s < 2; ++s) {
        const auto off = [&](Vec2 p) { return (p.x - separator.x(p.y)) * (s == 0 ? -1 : 1); };
        const Vec2 far = s == 0 ? line.front() : line.back();
        const auto nearest = std::min_element(line.begin(), line.end(),
                                              [&](Vec2 a, Vec2 b) { return std::abs(off(a)) < std::abs(off(b)); });
        if (off(far) > kBeside_h * h_ && off(*nearest) < kReach_h * h_) {
          ends[s].push_back(nearest->y);
        }
      }
    }
    for (const double left : ends[0]) {
      for (const double right : ends[1]) {
        if (std::abs(left - right) < kOneLine_h * h_ && lineInkNear(separator, (left + right) / 2) > kInk) {
          return true;
        }
      }
    }
    return false;
  }

  // Whether anything that is printed goes on across it: a drawing, the rules of a table.
  bool inkCrosses(const Separator& separator, const Rows& rows) const {
    constexpr double kBeside_h = 1.2;
    constexpr double kInk = 0.3;
    constexpr double kMost = 0.01;  // of the rows
    constexpr double kInner = 0.1;  // at either end, where the page may have ended
    int crossed = 0;
    const int steps = static_cast<int>((1 - 2 * kInner) * rows.height());
    for (int k = 0; k < steps; ++k) {
      const double y = rows.from + kInner * rows.height() + k;
      double least = 1;
      for (const double off : {-kBeside_h, 0.0, kBeside_h}) {
        const Vec2 q = indexFromWork({separator.x(y) + off * h_, y}, 1);
        least = std::min(least, sampleU8(reading_.levels.ink, q.x, q.y) / 255.0);
      }
      crossed += least > kInk ? 1 : 0;
    }
    return crossed > kMost * steps;
  }

  double lineInkNear(const Separator& separator, double y) const {
    double most = 0;
    for (const double up : {-0.5, -0.25, 0.0, 0.25, 0.5}) {
      const Vec2 q = indexFromWork({separator.x(y + up * h_), y + up * h_}, kInkGrid);
      most = std::max(most, static_cast<double>(sampleF32(line_ink_, q.x, q.y)));
    }
    return most;
  }

  double paper(double x, double y) const {
    const Vec2 q = indexFromWork({x, y}, 1);
    return std::max(1.0F, sampleU8(reading_.levels.paper, q.x, q.y));
  }

  std::optional<Evidence> judge(const Separator& separator) const {
    Evidence evidence;
    evidence.density = density(separator);
    if (evidence.density > kMostDensity || !bothSides(separator)) {
      return std::nullopt;
    }
    std::vector<double> valley;
    std::vector<double> step;
    const int steps = static_cast<int>((bottom_ - top_) / (2 * h_));
    for (int k = 0; k <= steps; ++k) {
      const double y = top_ + 2 * h_ * k;
      const double x = separator.x(y);
      const double least = std::min({paper(x - h_, y), paper(x, y), paper(x + h_, y)});
      valley.push_back(1 - least / std::min(paper(x - 5 * h_, y), paper(x + 5 * h_, y)));
      const double l = paper(x - 2.5 * h_, y);
      const double r = paper(x + 2.5 * h_, y);
      step.push_back(std::abs(l - r) / std::max(l, r));
    }
    evidence.valley = quantile(valley, 0.5);
    evidence.step = quantile(step, 0.5);
    evidence.kink = kink(separator);
    return evidence;
  }

  bool bothSides(const Separator& separator) const {
    int left = 0;
    double left_length = 0;
    for (const Piece& piece : pieces_) {
      if (piece.middle.x < separator.x(piece.middle.y)) {
        ++left;
        left_length += piece.segment->length;
      }
    }
    const int right = static_cast<int>(pieces_.size()) - left;
    return left >= 5 && right >= 5 && left_length > 0.04 * total_ && total_ - left_length > 0.04 * total_;
  }

  // Line directions at one side as a robust linear function of y.
  struct Side {
    std::vector<double> y, degrees;
  };

  double kink(const Separator& separator) const {
    std::array<Side, 2> sides;
    for (const Piece& piece : pieces_) {
      for (std::size_t s = 0; s < 2; ++s) {
        const Vec2* first = nullptr;
        const Vec2* last = nullptr;
        for (const Vec2& p : piece.segment->points) {
          const double off = (p.x - separator.x(p.y)) * (s == 0 ? -1 : 1);
          if (off > h_ && off < 16 * h_) {
            first = first == nullptr ? &p : first;
            last = &p;
          }
        }
        if (first != nullptr && last->x - first->x > 3 * h_) {
          sides[s].y.push_back(0.5 * (first->y + last->y));
          sides[s].degrees.push_back(std::atan2(last->y - first->y, last->x - first->x) / kDegree);
        }
      }
    }
    if (sides[0].y.size() < 5 || sides[1].y.size() < 5) {
      return 0;
    }
    const auto [l0, l1] = std::minmax_element(sides[0].y.begin(), sides[0].y.end());
    const auto [r0, r1] = std::minmax_element(sides[1].y.begin(), sides[1].y.end());
    const double from = std::max(*l0, *r0);
    const double to = std::min(*l1, *r1);
    if (to - from < 4 * h_) {
      return 0;
    }
    const RobustCurve left = RobustCurve::polynomial(sides[0].y, sides[0].degrees, 1, 0.5);
    const RobustCurve right = RobustCurve::polynomial(sides[1].y, sides[1].degrees, 1, 0.5);
    double sum = 0;
    constexpr int kSamples = 10;
    for (int k = 0; k < kSamples; ++k) {
      const double y = from + (to - from) * (k + 0.5) / kSamples;
      sum += (left(y) - right(y)) * (left(y) - right(y)) / kSamples;
    }
    // Directions that scatter on one side alone say nothing about a difference between both.
    const double kink = std::sqrt(sum);
    return kink > 2 * std::max(left.sigma(), right.sigma()) ? kink : 0;
  }

  // To the bottom of the valley, where there is one: the score is flat within a few h.
  Separator refined(const Separator& start, double valley) const {
    if (valley < 0.04) {
      return start;
    }
    Separator best = start;
    double darkest = 1e30;
    const double height = reading_.grey.rows;
    for (int turn = -4; turn <= 4; ++turn) {
      for (int shift = -12; shift <= 12; ++shift) {
        const Separator candidate{start.a + 0.25 * shift * h_, start.b + turn * 0.5 * kDegree, start.middle};
        if (density(candidate) > kMostDensity) {
          continue;
        }
        double sum = 0;
        const int steps = static_cast<int>(height / (2 * h_));
        for (int k = 0; k < steps; ++k) {
          const double y = (0.5 + 2 * k) * h_;
          sum += paper(candidate.x(y), y);
        }
        if (sum < darkest) {
          darkest = sum;
          best = candidate;
        }
      }
    }
    return best;
  }

  const Reading& reading_;
  double h_;
  double top_ = 0, bottom_ = 0, total_ = 0;
  std::vector<Piece> pieces_;
  cv::Mat line_ink_;  // f32, share of line ink within half an h to either side
};

}  // namespace

bool isLandscape(const PageMask& mask) {
  if (!mask.quad) {
    return false;
  }
  const auto side = [&](std::size_t a, std::size_t b) { return norm((*mask.quad)[a] - (*mask.quad)[b]); };
  return side(0, 1) + side(3, 2) > 1.15 * (side(0, 3) + side(1, 2));
}

bool isFreeSheet(const Reading& reading, const PageMask& mask) {
  if (isLandscape(mask)) {
    return false;
  }
  return textIsElsewhere(reading, mask) || (mask.iou > 0.93 && mask.frame_fraction < 0.03 && mask.sides.size() == 4 &&
                                            std::all_of(mask.sides.begin(), mask.sides.end(),
                                                        [](const RoughSide& s) { return s.valid_fraction > 0.85; }));
}

std::optional<Gutter> findGutter(const Reading& reading, const cv::Mat& light, bool print_may_cross) {
  const auto longer = std::count_if(reading.segments.begin(), reading.segments.end(),
                                    [](const TextSegment& segment) { return segment.length > 8; });
  if (reading.segments.size() < 16 || longer <= 20) {
    return std::nullopt;
  }
  return GutterSearch(reading).best(light, print_may_cross);
}

std::vector<Gutter> findLitGutters(
    const Reading& reading, const cv::Mat& light, double y0, double y1, bool print_may_cross) {
  return GutterSearch(reading).lit(light, y0, y1, print_may_cross);
}

std::optional<Gutter> findNotchedGutter(
    const Reading& reading, const cv::Mat& light, const PageMask& page, double mask_scale, bool print_may_cross) {
  return GutterSearch(reading).notched(light, page, mask_scale, print_may_cross);
}

std::optional<Gutter> findGutterAlongLines(const Reading& reading, const cv::Mat& light) {
  return GutterSearch(reading).alongLines(light);
}

Reading readingWithout(const Reading& reading, const FacingSide& facing, const std::stop_token& stop) {
  Reading page = reading;
  if (reading.painted_over) {
    std::erase_if(page.segments, [&](const TextSegment& line) {
      const Vec2 middle = line.points[line.points.size() / 2];
      return (middle.x > facing.edgeAt(middle.y)) == facing.is_right;
    });
    return page;
  }
  page.text = reading.text.clone();
  clearFacing(page.text, 1, facing);
  traceText(page, page.text, stop);
  // Half of nothing is nothing still: noise cut at a line must not pass for text.
  page.contrast = std::min(page.contrast, reading.contrast);
  return page;
}

}  // namespace platen::detect
