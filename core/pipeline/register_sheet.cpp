// trustIn, combined, likelySheets, sheetAt: see register.h. Where the sheet's edges lie around a form, from what single
// photos show of them.
#include "core/box_side.h"
#include "core/pipeline/register.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <optional>
#include <vector>

namespace platen::pipeline {
namespace {

constexpr double kAgree = 12;             // form_px: measurements of an edge that agree
constexpr double kFlat = 5;               // canvas_px: sheets bent by more say less of where things lie on them
constexpr double kTolerance = 0.09;       // of a known paper's length from what was measured: share of its width
constexpr double kToleranceAlone = 0.15;  // of a single sheet, which may be folded: the fit says whether it is right
constexpr double kFar = 25;       // form_px: an edge that is seen so far from a known paper's has not been understood
constexpr double kAsLikely = 30;  // form_px: papers that are not much further from what was measured than the nearest
constexpr double kSeen = 0.3;     // weight: of pale edges on a desk of their own colour, too

constexpr SideKind kind(std::size_t side) {
  return static_cast<SideKind>(side);
}

// What one photo says of where an edge lies, form_px, and how far it is trusted, 0..1.
struct Reading {
  double at = 0, trust = 0;
};
struct Place {
  double at = 0;
  std::size_t agree = 0;  // readings near the median of all
};

// The mean of the readings that agree with their median, as far as each is trusted.
Place placeOf(std::vector<Reading> readings) {
  std::sort(readings.begin(), readings.end(), [](const Reading& a, const Reading& b) { return a.at < b.at; });
  const double median = (readings[(readings.size() - 1) / 2].at + readings[readings.size() / 2].at) / 2;
  Place place;
  double sum = 0, total = 0;
  for (const Reading& reading : readings) {
    if (std::abs(reading.at - median) < kAgree) {
      sum += reading.trust * reading.at;
      total += reading.trust;
      ++place.agree;
    }
  }
  place.at = total > 0 ? sum / total : median;
  return place;
}

// Two edges across from each other, where a sheet of a known size would have them.
struct Pair {
  double first = 0, second = 0;  // form_px
  double disagreement = 0;       // form_px: of their distance with what was measured
};

// Paper comes in few sizes. Where two edges across from each other are sure, the sheet's length between the other two
// is that of a known size, if one agrees with what was measured of them; its place is the median of three estimates: by
// the one edge, by the other, and with the form in the middle. `side`: the first of the two edges to place;
// `tolerance`: of the sure length. All that agree, the one that agrees best first.
std::vector<Pair> knownPapers(const FormSheet& sheet,
                              const std::array<std::optional<Place>, 4>& measured,
                              std::size_t side,
                              Vec2 form_extent,
                              double tolerance) {
  constexpr std::array kAspects{std::numbers::sqrt2, 11 / 8.5, 14 / 8.5};  // the A and B sizes, Letter, Legal
  const double form_length = isLevel(kind(side)) ? form_extent.y : form_extent.x;
  const double beyond = 0.02 * form_length;
  const std::size_t other = (side + 2) % 4;
  if (!(sheet.weight[other] > 0) || !(sheet.weight[other + 1] > 0) || (!measured[side] && !measured[side + 1])) {
    return {};
  }
  const double across = edgeOf(sheet.edges_px, kind(other + 1)) - edgeOf(sheet.edges_px, kind(other));
  std::vector<Pair> pairs;
  for (const double aspect : kAspects) {
    for (const double length : {across * aspect, across / aspect}) {
      const double centred = (form_length - length) / 2;
      const double by_first = measured[side] ? measured[side]->at : centred;
      const double by_second = measured[side + 1] ? measured[side + 1]->at - length : centred;
      std::array three{by_first, by_second, centred};
      std::sort(three.begin(), three.end());
      const Pair pair{three[1], three[1] + length, std::abs(by_first - by_second)};
      // A sheet holds all of the form.
      if (pair.first <= beyond && pair.second >= form_length - beyond && pair.disagreement <= tolerance * across) {
        pairs.push_back(pair);
      }
    }
  }
  std::stable_sort(pairs.begin(), pairs.end(),
                   [](const Pair& a, const Pair& b) { return a.disagreement < b.disagreement; });
  return pairs;
}

void place(FormSheet& sheet, std::size_t side, const Pair& at) {
  edgeOf(sheet.edges_px, kind(side)) = at.first;
  edgeOf(sheet.edges_px, kind(side + 1)) = at.second;
  sheet.weight[side] = sheet.weight[side + 1] = 1;
}

}  // namespace

double trustIn(const FormSheet& measured) {
  const double bend = measured.bend_px / kFlat;
  return 1 / (1 + bend * bend);
}

std::optional<FormSheet> combined(const std::vector<FormSheet>& measured, Vec2 form_extent) {
  FormSheet learned;
  learned.edges_px = {0, 0, form_extent.x, form_extent.y};
  std::array<std::optional<Place>, 4> places;
  for (std::size_t side = 0; side < 4; ++side) {
    std::vector<Reading> readings;
    for (const FormSheet& sheet : measured) {
      if (sheet.weight[side] > 0.5) {
        readings.push_back({edgeOf(sheet.edges_px, kind(side)), trustIn(sheet)});
      }
    }
    if (readings.size() < 2) {
      continue;
    }
    places[side] = placeOf(readings);
    if (places[side]->agree >= 2 && 2 * places[side]->agree >= readings.size()) {
      edgeOf(learned.edges_px, kind(side)) = places[side]->at;
      learned.weight[side] = 1;
    }
  }
  // Top and bottom from the width, or else left and right from the height where they are not sure themselves.
  const bool has_width = learned.weight[2] > 0 && learned.weight[3] > 0;
  for (const std::size_t side : {0U, 2U}) {
    const std::vector<Pair> papers = knownPapers(learned, places, side, form_extent, kTolerance);
    if (!papers.empty()) {
      place(learned, side, papers.front());
    }
    if (!papers.empty() || has_width) {
      break;
    }
  }
  const bool any = std::any_of(learned.weight.begin(), learned.weight.end(), [](double w) { return w > 0; });
  return any ? std::optional(learned) : std::nullopt;
}

std::vector<FormSheet> likelySheets(const FormSheet& measured, Vec2 form_extent) {
  FormSheet seen = measured;
  std::array<std::optional<Place>, 4> places;
  std::array<double, 2> beyond{};  // how far the edges lie from the form's own, form_px: top and bottom, left and right
  for (std::size_t side = 0; side < 4; ++side) {
    const double at = edgeOf(measured.edges_px, kind(side));
    const bool is_seen = measured.weight[side] > kSeen;
    seen.weight[side] = is_seen ? 1 : 0;
    if (is_seen) {
      places[side] = Place{at, 1};
    }
    beyond[side / 2] =
        std::max(beyond[side / 2], std::abs(at - edgeOf({0, 0, form_extent.x, form_extent.y}, kind(side))));
  }
  // Edges near the form's own are right, for print lies near them, and those beyond blank paper follow from them.
  const std::size_t blank = beyond[0] >= beyond[1] ? 0 : 2;
  std::size_t side = blank;
  std::vector<Pair> papers = knownPapers(seen, places, side, form_extent, kToleranceAlone);
  if (papers.empty()) {
    side = 2 - blank;
    papers = knownPapers(seen, places, side, form_extent, kToleranceAlone);
  }
  std::vector<FormSheet> sheets;
  for (const Pair& paper : papers) {
    if (paper.disagreement > papers.front().disagreement + kAsLikely) {
      break;
    }
    FormSheet& likely = sheets.emplace_back(seen);
    place(likely, side, paper);
    if (std::abs(paper.first - edgeOf(measured.edges_px, kind(side))) <= kFar &&
        std::abs(paper.second - edgeOf(measured.edges_px, kind(side + 1))) <= kFar) {
      return {};
    }
  }
  return sheets;
}

FormSheet sheetAt(const Box& reference_px, Size reference_size) {
  const double scale = kFormWidth / reference_size.width;
  FormSheet sheet;
  sheet.edges_px = {reference_px.x0 * scale, reference_px.y0 * scale, reference_px.x1 * scale, reference_px.y1 * scale};
  sheet.weight.fill(1);
  return sheet;
}

}  // namespace platen::pipeline
