// FormEdgeEnergy: see form_energy.h.
#include "core/box_side.h"
#include "core/optim/form_energy.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace platen::optim {
namespace {

constexpr double kStep = 12;  // canvas_px between points of the sheet's rectangle
// canvas_px: sheets are fed into printers to about so much, and pale edges are seen as much inside. Where a known
// rectangle was held to the pixel, print near its sides was pulled along.
constexpr double kPlay = 3;
constexpr double kNearPrint = 120;  // canvas_px: of print that tells where an edge lies

// Root mean square of the offsets over a part of the canvas.
double rmsOffset(const Box& area, Vec2 extent, const OffsetNet& offsets) {
  constexpr int kPlaces = 12;
  double sum = 0;
  for (int i = 0; i < kPlaces; ++i) {
    for (int j = 0; j < kPlaces; ++j) {
      const Vec2 p{area.x0 + area.width() * (j + 0.5) / kPlaces, area.y0 + area.height() * (i + 0.5) / kPlaces};
      const Vec2 offset = offsetAt(offsets, {p.x / extent.x, p.y / extent.y});
      sum += dot(offset, offset);
    }
  }
  return std::sqrt(sum) / kPlaces;
}

struct Places {
  std::vector<Vec2> at;
  std::vector<std::size_t> edge;
};

Places placesOf(const FormCues& cues) {
  Places places;
  const Box box = cues.frame.canvasFromForm(cues.sheet.edges_px);
  for (std::size_t e = 0; e < cues.edges.size(); ++e) {
    const SideKind kind = cues.edges[e].kind;
    const SideSpan side = spanOf(box, kind);
    const auto count = static_cast<int>(std::ceil((side.to - side.from) / kStep - 0.5));
    for (int k = 0; k < count; ++k) {
      places.at.push_back(sidePoint(kind, side.from + kStep * (k + 0.5), side.across));
      places.edge.push_back(e);
    }
  }
  return places;
}

// Whether any of the form's print lies near, for each place.
std::vector<bool> nearPrint(const std::vector<Vec2>& at, const FormCues& cues) {
  constexpr double kCell = 20;
  const auto columns = static_cast<std::size_t>(cues.frame.canvas_extent.x / kCell) + 1;
  const auto rows = static_cast<std::size_t>(cues.frame.canvas_extent.y / kCell) + 1;
  const auto cellOf = [](double canvas_px) { return static_cast<std::size_t>(std::max(0.0, canvas_px) / kCell); };
  std::vector<bool> printed(columns * rows, false);
  if (!cues.levels.empty()) {
    for (const FormPoint& point : cues.levels.front().points) {
      const Vec2 p = point.canvas_px;
      printed[std::min(cellOf(p.y), rows - 1) * columns + std::min(cellOf(p.x), columns - 1)] = true;
    }
  }
  std::vector<bool> near(at.size(), false);
  for (std::size_t k = 0; k < at.size(); ++k) {
    for (std::size_t j = cellOf(at[k].y - kNearPrint); j <= std::min(cellOf(at[k].y + kNearPrint), rows - 1); ++j) {
      for (std::size_t i = cellOf(at[k].x - kNearPrint); i <= std::min(cellOf(at[k].x + kNearPrint), columns - 1);
           ++i) {
        near[k] = near[k] || printed[j * columns + i];
      }
    }
  }
  return near;
}

std::vector<double> netPositions(const std::vector<Vec2>& at, Vec2 extent) {
  std::vector<double> uv;
  for (const Vec2& p : at) {
    uv.push_back(p.x / extent.x);
    uv.push_back(p.y / extent.y);
  }
  return uv;
}

double weightedMedian(std::span<const double> values, std::span<const double> weights) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return std::pair(values[a], a) < std::pair(values[b], b); });
  const double half = std::accumulate(weights.begin(), weights.end(), 0.0) / 2;
  double sum = 0;
  for (const std::size_t k : order) {
    sum += weights[k];
    if (sum >= half) {
      return values[k];
    }
  }
  return 0;
}

// The place that all of an edge's points together have no wish to leave: the least sum of weight * log(1 + ((value -
// place) / reach)^2) near the median, by reweighted means. Then the energy's derivative is that for a constant place; a
// mere median would let a lopsided edge push itself along without end.
double settled(std::span<const double> values, std::span<const double> weights, double median, double reach) {
  constexpr int kSteps = 30;
  double place = median;
  for (int step = 0; step < kSteps; ++step) {
    double sum = 0;
    double total = 0;
    for (std::size_t k = 0; k < values.size(); ++k) {
      const double z = (values[k] - place) / reach;
      const double w = weights[k] / (1 + z * z);
      sum += w * values[k];
      total += w;
    }
    if (!(total > 0)) {
      return place;
    }
    place = sum / total;
  }
  return place;
}

}  // namespace

FormEdgeEnergy::FormEdgeEnergy(double weight, double reach_px, const FormCues& cues, NetShape shape)
    : Energy("edges", weight),
      cues_(cues),
      reach_(reach_px),
      at_(placesOf(cues).at),
      edge_(placesOf(cues).edge),
      near_print_(cues.sheet_is_known ? nearPrint(at_, cues) : std::vector<bool>{}),
      points_(sampling::NetShape{shape.spans_v, shape.spans_u},
              netPositions(at_, cues.frame.canvas_extent).data(),
              at_.size()),
      offsets_(2 * at_.size()),
      d_offsets_(2 * at_.size()),
      residual_(at_.size()),
      weight_(at_.size()),
      slope_(at_.size()) {}

double FormEdgeEnergy::playOf(std::size_t begin, std::size_t end) const {
  std::vector<double> own;
  std::vector<double> sure;
  for (std::size_t k = begin; k < end; ++k) {
    if (near_print_[k] && weight_[k] > 0) {
      own.push_back(residual_[k]);
      sure.push_back(weight_[k]);
    }
  }
  const double place = own.empty() ? 0 : settled(own, sure, weightedMedian(own, sure), reach_);
  return std::clamp(place, -kPlay, kPlay);
}

double FormEdgeEnergy::add(std::span<const double> controls, double scale, std::span<double> gradient) {
  const std::size_t n = at_.size();
  if (n == 0) {
    return 0;
  }
  points_.expand(controls.data(), offsets_.data());
  for (std::size_t k = 0; k < n; ++k) {
    const FormEdge& edge = cues_.edges[edge_[k]];
    const Vec2 p = at_[k] + Vec2{offsets_[2 * k], offsets_[2 * k + 1]};
    const double along = isLevel(edge.kind) ? p.x : p.y;
    const double across = isLevel(edge.kind) ? p.y : p.x;
    const double t = (along - edge.first) / edge.step;
    weight_[k] = residual_[k] = slope_[k] = 0;
    if (!(t >= 0) || !(t < static_cast<double>(edge.across.size() - 1))) {
      continue;
    }
    const auto i = static_cast<std::size_t>(t);
    const double f = t - static_cast<double>(i);
    slope_[k] = (edge.across[i + 1] - edge.across[i]) / edge.step;
    residual_[k] = across - (edge.across[i] + f * (edge.across[i + 1] - edge.across[i]));
    weight_[k] = edge.confidence[i] + f * (edge.confidence[i + 1] - edge.confidence[i]);
  }
  off_.clear();
  for (std::size_t begin = 0; begin < n;) {
    std::size_t end = begin;
    double confidence = 0;
    while (end < n && edge_[end] == edge_[begin]) {
      confidence += weight_[end];
      ++end;
    }
    const auto own = std::span<const double>(residual_).subspan(begin, end - begin);
    const auto sure = std::span<const double>(weight_).subspan(begin, end - begin);
    const double place = settled(own, sure, weightedMedian(own, sure), reach_);
    off_.push_back({cues_.edges[edge_[begin]].kind, place, confidence / static_cast<double>(end - begin)});
    const double allowed = cues_.sheet_is_known ? playOf(begin, end) : place;
    for (std::size_t k = begin; k < end; ++k) {
      residual_[k] -= allowed;
    }
    begin = end;
  }
  double sum = 0;
  for (std::size_t k = 0; k < n; ++k) {
    const double z = residual_[k] / reach_;
    sum += weight_[k] * std::log1p(z * z);
    // The confidence, too, depends on where along the edge one looks; that it does is no reason to move.
    const double d = scale / static_cast<double>(n) * weight_[k] * 2 * z / (1 + z * z) / reach_;
    const bool level = isLevel(cues_.edges[edge_[k]].kind);
    d_offsets_[2 * k] = level ? -d * slope_[k] : d;
    d_offsets_[2 * k + 1] = level ? d : -d * slope_[k];
  }
  if (scale != 0) {
    points_.addTranspose(d_offsets_.data(), gradient.data());
  }
  return sum / static_cast<double>(n);
}

double FormEdgeEnergy::shareBeyond(double canvas_px) const {
  std::size_t seen = 0, beyond = 0;
  for (std::size_t k = 0; k < at_.size(); ++k) {
    seen += weight_[k] > 0 ? 1 : 0;
    beyond += weight_[k] > 0 && std::abs(residual_[k]) > canvas_px ? 1 : 0;
  }
  return seen > 0 ? static_cast<double>(beyond) / static_cast<double>(seen) : 0;
}

FormSheet measuredSheet(const FormCues& cues, const OffsetNet& offsets) {
  FormSheet sheet;
  sheet.edges_px = cues.sheet.edges_px;
  FormEdgeEnergy energy(1, 1, cues, offsets.shape);
  energy.add(offsets.controls, 0, {});
  for (const FormEdgeEnergy::Off& off : energy.off()) {
    edgeOf(sheet.edges_px, off.kind) -= off.place;
    sheet.weight[static_cast<std::size_t>(off.kind)] = off.confidence;
  }
  sheet.bend_px = rmsOffset(cues.frame.canvasFromForm(sheet.edges_px), cues.frame.canvas_extent, offsets);
  return sheet;
}

}  // namespace platen::optim
