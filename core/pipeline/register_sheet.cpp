// combined, sheetAt: see register.h. Where the sheet's edges lie around a form, from what single photos show of them.
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

constexpr double kAgree = 12;  // form_px: measurements of an edge that agree
constexpr double kFlat = 5;    // canvas_px: sheets bent by more say less of where their edges lie

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

// Paper comes in few sizes. Where two edges across from each other are sure, the sheet's length between the other two
// is that of a known size, if one agrees with what was measured of them; its place is the median of three estimates: by
// the one edge, by the other, and with the form in the middle. `side`: the first of the two edges to place.
bool snapToPaper(FormSheet& sheet,
                 const std::array<std::optional<Place>, 4>& measured,
                 std::size_t side,
                 double form_length) {
  constexpr std::array kAspects{std::numbers::sqrt2, 11 / 8.5, 14 / 8.5};  // the A and B sizes, Letter, Legal
  constexpr double kTolerance = 0.09;
  const std::size_t other = (side + 2) % 4;
  if (!(sheet.weight[other] > 0) || !(sheet.weight[other + 1] > 0) || (!measured[side] && !measured[side + 1])) {
    return false;
  }
  const double across = edgeOf(sheet.edges_px, kind(other + 1)) - edgeOf(sheet.edges_px, kind(other));
  double best = kTolerance * across;
  std::optional<std::array<double, 2>> places;
  for (const double aspect : kAspects) {
    for (const double length : {across * aspect, across / aspect}) {
      const double centred = (form_length - length) / 2;
      const double by_first = measured[side] ? measured[side]->at : centred;
      const double by_second = measured[side + 1] ? measured[side + 1]->at - length : centred;
      // A sheet holds all of the form.
      if (centred > 0.02 * form_length || std::abs(by_first - by_second) > best) {
        continue;
      }
      best = std::abs(by_first - by_second);
      std::array three{by_first, by_second, centred};
      std::sort(three.begin(), three.end());
      places = {three[1], three[1] + length};
    }
  }
  if (places) {
    edgeOf(sheet.edges_px, kind(side)) = (*places)[0];
    edgeOf(sheet.edges_px, kind(side + 1)) = (*places)[1];
    sheet.weight[side] = sheet.weight[side + 1] = 1;
  }
  return places.has_value();
}

}  // namespace

std::optional<FormSheet> combined(const std::vector<FormSheet>& measured, Vec2 form_extent) {
  FormSheet learned;
  learned.edges_px = {0, 0, form_extent.x, form_extent.y};
  std::array<std::optional<Place>, 4> places;
  for (std::size_t side = 0; side < 4; ++side) {
    std::vector<Reading> readings;
    for (const FormSheet& sheet : measured) {
      if (sheet.weight[side] > 0.5) {
        const double bend = sheet.bend_px / kFlat;
        readings.push_back({edgeOf(sheet.edges_px, kind(side)), 1 / (1 + bend * bend)});
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
  if (!snapToPaper(learned, places, 0, form_extent.y) && !has_width) {
    snapToPaper(learned, places, 2, form_extent.x);
  }
  const bool any = std::any_of(learned.weight.begin(), learned.weight.end(), [](double w) { return w > 0; });
  return any ? std::optional(learned) : std::nullopt;
}

FormSheet sheetAt(const Box& reference_px, Size reference_size) {
  const double scale = kFormWidth / reference_size.width;
  FormSheet sheet;
  sheet.edges_px = {reference_px.x0 * scale, reference_px.y0 * scale, reference_px.x1 * scale, reference_px.y1 * scale};
  sheet.weight.fill(1);
  return sheet;
}

}  // namespace platen::pipeline
