#include "core/optim/margins.h"

#include "core/optim/line_ends.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

namespace platen::optim {
namespace {

constexpr double kTolerance_h = 0.7;
constexpr std::size_t kTrials = 400;

struct Line {
  double a = 0, b = 0;  // u = a + b v
  double score = 0;
};

struct Margin {
  Line line;
  double weight = 0;
  std::vector<LineEnd> ends;
  SideKind side = SideKind::left;  // which ends they are
};

// A small generator of our own: the same numbers on every machine.
struct Draw {
  std::uint64_t state;
  std::size_t below(std::size_t n) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;  // Knuth's MMIX
    return static_cast<std::size_t>((state >> 33) % n);
  }
};

double scoreOf(const std::vector<LineEnd>& ends, const Line& line) {
  double score = 0;
  for (const LineEnd& end : ends) {
    const double r = (end.uv.x - line.a - line.b * end.uv.y) / (kTolerance_h * end.height);
    if (r * r < 1) {
      score += end.weight * (1 - r * r);
    }
  }
  return score;
}

std::optional<Line> bestLine(const std::vector<LineEnd>& ends, double max_slope, double min_extent) {
  Draw draw{20240229};
  Line best;
  const std::size_t n = ends.size();
  const bool all_pairs = n * (n - 1) / 2 <= kTrials;
  const std::size_t trials = all_pairs ? n * n : kTrials;
  for (std::size_t trial = 0; trial < trials; ++trial) {
    const std::size_t i = all_pairs ? trial / n : draw.below(n);
    const std::size_t j = all_pairs ? trial % n : draw.below(n);
    if (i == j || (all_pairs && i > j)) {
      continue;
    }
    const double dv = ends[j].uv.y - ends[i].uv.y;
    if (std::abs(dv) < 0.3 * min_extent) {
      continue;
    }
    Line line;
    line.b = (ends[j].uv.x - ends[i].uv.x) / dv;
    if (std::abs(line.b) > max_slope) {
      continue;
    }
    line.a = ends[i].uv.x - line.b * ends[i].uv.y;
    line.score = scoreOf(ends, line);
    if (line.score > best.score) {
      best = line;
    }
  }
  if (best.score <= 0) {
    return std::nullopt;
  }
  for (int round = 0; round < 3; ++round) {  // weighted least squares on the inliers
    double w = 0, v = 0, vv = 0, u = 0, uv = 0;
    for (const LineEnd& end : ends) {
      const double r = (end.uv.x - best.a - best.b * end.uv.y) / (kTolerance_h * end.height);
      if (r * r < 1) {
        const double weight = end.weight * (1 - r * r);
        w += weight;
        v += weight * end.uv.y;
        vv += weight * end.uv.y * end.uv.y;
        u += weight * end.uv.x;
        uv += weight * end.uv.x * end.uv.y;
      }
    }
    const double det = w * vv - v * v;
    if (det <= 1e-12 * w * w) {
      break;
    }
    best.b = (w * uv - v * u) / det;
    best.a = (u - best.b * v) / w;
  }
  best.score = scoreOf(ends, best);
  return best;
}

struct Search {
  double max_slope = 0;
  double least_extent = 0.3;  // of the text's height
  double beside_h = 1.5;      // ends so near to a margin are no part of another one
};

struct RunSlope {
  double slope = 0, error = 0;  // du/dv and its standard error
};

// The common slope of runs of ends that follow each other closely, each run with a place of its own (analysis of
// covariance); nothing where too few do.
std::optional<RunSlope> slopeWithinRuns(std::vector<LineEnd> ends) {
  constexpr double kGap = 1.6;  // of the median step down the page: the next run
  constexpr double kLeastFreedom = 3;
  std::sort(ends.begin(), ends.end(), [](const LineEnd& a, const LineEnd& b) { return a.uv.y < b.uv.y; });
  if (ends.size() < 2) {
    return std::nullopt;
  }
  const double gap = kGap * usualStep(ends);
  double vv = 0;
  double uv = 0;
  double uu = 0;
  double freedom = -1;
  for (std::size_t from = 0; from < ends.size();) {
    std::size_t to = from + 1;
    Vec2 sum = ends[from].uv;
    for (; to < ends.size() && ends[to].uv.y - ends[to - 1].uv.y < gap; ++to) {
      sum = sum + ends[to].uv;
    }
    const auto count = static_cast<double>(to - from);
    for (; from < to; ++from) {
      const Vec2 d = ends[from].uv - sum / count;
      vv += d.y * d.y;
      uv += d.x * d.y;
      uu += d.x * d.x;
    }
    freedom += count - 1;
  }
  if (vv <= 0 || freedom < kLeastFreedom) {
    return std::nullopt;
  }
  const double slope = uv / vv;
  return RunSlope{slope, std::sqrt(std::max(0.0, uu - slope * uv) / freedom / vv)};
}

// Whether it is a slanted line through the ends of unrelated blocks of text: within each of them the ends are upright,
// and only the steps between them are along it. Of a margin that bends the runs may slant, and the line does not.
bool joinsBlocks(const Margin& margin) {
  constexpr double kLeastOff = 0.035;  // of slope
  constexpr double kSure = 4;          // standard errors
  constexpr double kUpright = 0.5;     // of the line's slope
  const std::optional<RunSlope> within = slopeWithinRuns(margin.ends);
  const double slope = margin.line.b;
  return within && std::abs(within->slope) < kUpright * std::abs(slope) &&
         std::abs(within->slope - slope) > std::max(kLeastOff, kSure * within->error);
}

// Up to four margins among the left ends, or the right ends, of lines.
void search(
    std::vector<LineEnd> ends, SideKind side, const Search& how, double text_height, std::vector<Margin>& found) {
  const double least_extent = how.least_extent * text_height;
  for (int k = 0; k < 4 && ends.size() >= 5; ++k) {
    const std::optional<Line> line = bestLine(ends, how.max_slope, least_extent);
    if (!line) {
      return;
    }
    Margin margin;
    margin.line = *line;
    margin.side = side;
    double close = 0;  // ends within 6 h of the line, its own included
    double low = 1e300;
    double high = -1e300;
    std::vector<LineEnd> rest;
    for (const LineEnd& end : ends) {
      const double r = std::abs(end.uv.x - line->a - line->b * end.uv.y) / end.height;
      close += r < 6 ? 1 : 0;
      if (r < kTolerance_h) {
        margin.weight += end.weight;
        margin.ends.push_back(end);
        low = std::min(low, end.uv.y);
        high = std::max(high, end.uv.y);
      }
      if (r > how.beside_h) {
        rest.push_back(end);
      }
    }
    // How many ends the best line would catch by chance among the ragged ones beside it: their mean in its width, and
    // four standard deviations for having looked at many lines.
    const auto count = static_cast<double>(margin.ends.size());
    const double chance = (close - count) / (12 - 2 * kTolerance_h) * 2 * kTolerance_h;
    if (count >= std::max(5.0, chance + 4 * std::sqrt(chance) + 3) && high - low >= least_extent &&
        margin.weight >= 4 && !joinsBlocks(margin)) {
      found.push_back(std::move(margin));
    }
    ends = std::move(rest);
  }
}

// All that may be one, true or false: up to four on the left and on the right.
std::vector<Margin> allMargins(const PageCues& cues,
                               const SheetModel& sheet,
                               const std::vector<bool>& usable,
                               const Search& how) {
  std::vector<LineEnd> left = lineEnds(cues, sheet, usable, SideKind::left);
  std::vector<LineEnd> right = lineEnds(cues, sheet, usable, SideKind::right);
  double low = 1e300;
  double high = -1e300;
  for (const std::vector<LineEnd>* ends : {&left, &right}) {
    for (const LineEnd& end : *ends) {
      low = std::min(low, end.uv.y);
      high = std::max(high, end.uv.y);
    }
  }
  std::vector<Margin> found;
  search(std::move(left), SideKind::left, how, high - low, found);
  search(std::move(right), SideKind::right, how, high - low, found);
  return found;
}

// What the slopes of true margins are, across the page: du/dv = slope + per_u * u.
struct Slopes {
  double slope = 0, per_u = 0;
  double most_off = 0;
  [[nodiscard]] bool allow(const Margin& margin) const {
    return std::abs(margin.line.b - slope - per_u * meanU(margin.ends)) <= most_off;
  }
};

double weightOf(const std::vector<Margin>& margins, const Slopes& slopes) {
  double sum = 0;
  for (const Margin& margin : margins) {
    sum += slopes.allow(margin) ? margin.weight : 0;
  }
  return sum;
}

// All alike: upright where a side is, else those of most ends.
Slopes alikeSlopes(const std::vector<Margin>& margins, double max_slope, bool has_side) {
  Slopes alike;
  alike.most_off = std::min(0.06, 0.4 * max_slope);
  if (has_side || margins.empty()) {
    return alike;
  }
  std::vector<std::pair<double, double>> slopes;  // slope, weight
  double total = 0;
  for (const Margin& margin : margins) {
    slopes.emplace_back(margin.line.b, margin.weight);
    total += margin.weight;
  }
  std::sort(slopes.begin(), slopes.end());
  double sum = 0;
  for (const auto& [slope, weight] : slopes) {
    alike.slope = slope;
    sum += weight;
    if (sum >= total / 2) {
      break;
    }
  }
  return alike;
}

// How many places across the page have a margin of these slopes.
int placesOf(const std::vector<Margin>& margins, const Slopes& slopes) {
  constexpr double kApart = 0.2;
  std::vector<double> places;
  for (const Margin& margin : margins) {
    if (slopes.allow(margin)) {
      places.push_back(meanU(margin.ends));
    }
  }
  std::sort(places.begin(), places.end());
  int count = 0;
  double last = -1e300;
  for (const double u : places) {
    if (u - last > kApart) {
      ++count;
      last = u;
    }
  }
  return count;
}

// On a sheet that was tilted wrong, upright lines converge: their slopes change evenly across the page. Where margins
// at three places say so (a margin and the indented lines beside it are at one), and clearly more ends than agree
// without.
Slopes agreedSlopes(const std::vector<Margin>& margins, double max_slope, bool has_side) {
  constexpr double kTiltedSlope = 0.2;  // that is allowed at all: a sheet that is nearly right has none
  constexpr double kMostTilted = 0.35;  // per_u
  constexpr double kLeastApart = 0.5;
  constexpr double kOff = 0.03;
  constexpr double kMoreEnds = 1.3;
  constexpr int kPlaces = 3;
  const Slopes alike = alikeSlopes(margins, max_slope, has_side);
  if (max_slope < kTiltedSlope) {
    return alike;
  }
  Slopes best = alike;
  double most = kMoreEnds * weightOf(margins, alike);
  for (const Margin& a : margins) {
    for (const Margin& b : margins) {
      const double apart = meanU(b.ends) - meanU(a.ends);
      if (apart < kLeastApart) {
        continue;
      }
      Slopes slopes;
      slopes.per_u = (b.line.b - a.line.b) / apart;
      slopes.slope = a.line.b - slopes.per_u * meanU(a.ends);
      slopes.most_off = kOff;
      const double weight = weightOf(margins, slopes);
      if (std::abs(slopes.per_u) < kMostTilted && weight > most && placesOf(margins, slopes) >= kPlaces) {
        most = weight;
        best = slopes;
      }
    }
  }
  return best;
}

// How far the ends of neighbouring lines lie off each other, in heights of characters, over sqrt(2): their standard
// deviation from a margin, which may bend a little from line to line. The ends run down the page.
double scatterOf(const Margin& margin) {
  double squares = 0;
  for (std::size_t k = 1; k < margin.ends.size(); ++k) {
    const Vec2 step = margin.ends[k].uv - margin.ends[k - 1].uv;
    const double off = (step.x - margin.line.b * step.y) / margin.ends[k].height;
    squares += off * off / 2;
  }
  return std::sqrt(squares / std::max(1.0, static_cast<double>(margin.ends.size()) - 1));
}

Curve curveOf(Margin margin, const PageCues& cues) {
  constexpr double kSharp_h = 0.25;  // true margins have .15, .3 on crumpled paper; ends of ragged lines .25 to .45
  std::sort(margin.ends.begin(), margin.ends.end(), [](const LineEnd& a, const LineEnd& b) { return a.uv.y < b.uv.y; });
  const double excess = std::max(1.0, scatterOf(margin) / kSharp_h);
  Curve curve;
  curve.kind = CurveKind::margin;
  curve.is_h = false;
  curve.side = margin.side;
  curve.weight = cues.text_trust * 3 * std::min(1.0, static_cast<double>(margin.ends.size()) / 12) / (excess * excess);
  for (const LineEnd& end : margin.ends) {
    curve.points.push_back(end.work_px);
  }
  curve.length_h = norm(curve.points.back() - curve.points.front()) / cues.char_height;
  return curve;
}

}  // namespace

std::vector<Curve> findMargins(
    const PageCues& cues, const SheetModel& sheet, const std::vector<bool>& usable, double max_slope, bool has_side) {
  Search how;
  how.max_slope = max_slope;
  std::vector<Margin> found = allMargins(cues, sheet, usable, how);
  const Slopes agreed = agreedSlopes(found, max_slope, has_side);
  std::vector<Curve> curves;
  for (Margin& margin : found) {
    if (agreed.allow(margin)) {
      curves.push_back(curveOf(std::move(margin), cues));
    }
  }
  return curves;
}

std::vector<Curve> findMarginPieces(const PageCues& cues,
                                    const SheetModel& sheet,
                                    const std::vector<bool>& usable,
                                    double max_slope) {
  Search how;
  how.max_slope = max_slope;
  how.least_extent = 0.15;
  how.beside_h = kTolerance_h;  // the next piece begins where this one ends
  std::vector<Curve> curves;
  for (Margin& margin : allMargins(cues, sheet, usable, how)) {
    curves.push_back(curveOf(std::move(margin), cues));
  }
  return curves;
}

}  // namespace platen::optim
