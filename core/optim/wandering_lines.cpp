#include "core/optim/wandering_lines.h"

#include "core/geometry.h"
#include "core/median.h"
#include "core/optim/curves.h"
#include "core/optim/guided_start.h"
#include "core/optim/sheet_model.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace platen::optim {
namespace {

constexpr double kShortest_h = 12;  // of the lines that are looked at
constexpr std::size_t kNear = 8;    // lines further down, among which a neighbour is looked for

// A line on the sheet, sheet_uv: from u to u, at that mean v, which grows by `slope` along u.
struct Rise {
  double from, to, at, slope;
};

std::vector<Rise> risesOf(const PageCues& cues, const SheetFit& sheet) {
  const SheetModel model(sheet.frame, sheet.parameters);
  std::vector<Rise> rises;
  for (const TextSegment& segment : cues.segments) {
    if (segment.length < kShortest_h) {
      continue;
    }
    std::vector<Vec2> seen;
    Vec2 mean{};
    for (const Vec2 point : segment.points) {
      if (const SheetModel::Seen at = model.sheetFromWork(point); at.visible) {
        seen.push_back(at.sheet_uv);
        mean = mean + at.sheet_uv;
      }
    }
    if (seen.size() < 4) {
      continue;
    }
    mean = mean / static_cast<double>(seen.size());
    double xx = 0;
    double xy = 0;
    for (const Vec2 p : seen) {
      xx += (p.x - mean.x) * (p.x - mean.x);
      xy += (p.x - mean.x) * (p.y - mean.y);
    }
    const auto [first, last] = std::minmax_element(seen.begin(), seen.end(), [](Vec2 a, Vec2 b) { return a.x < b.x; });
    if (xx > 0) {
      rises.push_back({first->x, last->x, mean.y, xy / xx});
    }
  }
  std::ranges::sort(rises, {}, &Rise::at);
  return rises;
}

// Those of drawn handwriting lie within .08 of such a sheet, those of crumpled forms .15 to .5 off.
bool liesOnFourSides(const SheetFit& sheet) {
  constexpr double kOn_h = 0.1;  // the median point
  int sides = 0;
  for (std::size_t k = 0; k < sheet.curves.size(); ++k) {
    if (sheet.curves[k].kind == CurveKind::side) {
      ++sides;
      if (!(sheet.residual_h[k] < kOn_h)) {
        return false;
      }
    }
  }
  return sheet.usable && sides == 4;
}

}  // namespace

LineWander wanderOf(const PageCues& cues, const SheetFit& sheet) {
  constexpr double kSameLine_h = 1;
  const std::vector<Rise> rises = risesOf(cues, sheet);
  const double height = cues.char_height / (sheet.frame.norm * sheet.frame.half_width_q);
  std::vector<double> differences;
  LineWander wander;
  for (std::size_t i = 0; i < rises.size(); ++i) {
    const Rise& line = rises[i];
    for (std::size_t k = i + 1; k < std::min(i + kNear, rises.size()); ++k) {
      const Rise& below = rises[k];
      const double both = std::min(line.to, below.to) - std::max(line.from, below.from);
      const double longer = std::max(line.to - line.from, below.to - below.from);
      if (both > 0.5 * longer && below.at - line.at > kSameLine_h * height) {
        differences.push_back(std::abs(line.slope - below.slope) * both / height);
        break;
      }
    }
  }
  wander.pairs = static_cast<int>(differences.size());
  if (differences.empty()) {
    return wander;
  }
  // The median of a normal distribution's absolute values; a difference's variance is twice that of one line.
  constexpr double kMedianOfSigma = 0.6745;
  wander.own_h = medianOf(differences) / kMedianOfSigma / M_SQRT2;
  return wander;
}

std::optional<StageOneAnew> fitWanderingLines(const PageCues& cues,
                                              const SheetFit& sheet,
                                              const SheetFitOptions& options,
                                              const SheetStart* start,
                                              const FitHooks& hooks,
                                              const std::stop_token& stop) {
  constexpr int kFewest = 15;
  constexpr double kWander_h = 0.1;  // drawn handwriting has .11 to .43, print hardly more than .11
  // What the sheet may leave unexplained then, at most: a sheet of print that is bent both ways had .07.
  constexpr double kUnexplained = 0.05;
  constexpr double kTrusted_h = 0.05;  // as much as print has
  if (!sheet.usable || !cues.has_text || cues.isGuided() || cues.sides.size() < 4) {
    return std::nullopt;
  }
  const LineWander wander = wanderOf(cues, sheet);
  if (wander.pairs < kFewest || wander.own_h < kWander_h) {
    return std::nullopt;
  }
  StageOneAnew anew;
  anew.cues = cues;
  anew.cues.text_trust = 1 / (1 + std::pow(wander.own_h / kTrusted_h, 2));
  anew.stage_one = fitFromStart(anew.cues, options, start, hooks, stop);
  if (stop.stop_requested() || anew.stage_one.sheet.cost > kUnexplained || !liesOnFourSides(anew.stage_one.sheet)) {
    return std::nullopt;
  }
  return anew;
}

}  // namespace platen::optim
