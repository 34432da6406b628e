#include "core/optim/place_energy.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace platen::optim {
namespace {

Vec2 netFromPage(const BaseMap& base, Vec2 page_uv) {
  return base.netFromSheet(base.sheetFromPage(page_uv));
}

sampling::SplinePoints<double> pointsAt(const std::vector<PlaceEnergy::Place>& places, NetShape shape) {
  std::vector<double> net_uv;
  net_uv.reserve(2 * places.size());
  for (const PlaceEnergy::Place& place : places) {
    net_uv.push_back(place.net_uv.x);
    net_uv.push_back(place.net_uv.y);
  }
  return {{shape.spans_v, shape.spans_u}, net_uv.data(), places.size()};
}

std::vector<PlaceEnergy::Place> offBase(const std::vector<KnownPlace>& places, const BaseMap& base) {
  std::vector<PlaceEnergy::Place> off;
  off.reserve(places.size());
  for (const KnownPlace& place : places) {
    off.push_back({netFromPage(base, place.page_uv), base.at(base.sheetFromPage(place.page_uv)) - place.point});
  }
  return off;
}

}  // namespace

PlaceEnergy::PlaceEnergy(std::string name,
                         double weight,
                         const std::vector<KnownPlace>& places,
                         double sigma_px,
                         double reach,
                         const BaseMap& base,
                         NetShape shape)
    : PlaceEnergy(std::move(name), weight, offBase(places, base), sigma_px, reach, shape) {}

PlaceEnergy::PlaceEnergy(
    std::string name, double weight, const std::vector<Place>& places, double sigma_px, double reach, NetShape shape)
    : Energy(std::move(name), weight), sigma_(sigma_px), reach_(reach), points_(pointsAt(places, shape)) {
  if (!(sigma_px > 0) || !(reach >= 0)) {
    throw std::invalid_argument("PlaceEnergy: sigma must be positive, reach not negative");
  }
  off_.reserve(places.size());
  for (const Place& place : places) {
    off_.push_back(place.off);
  }
  offsets_.resize(2 * places.size());
  d_offsets_.resize(2 * places.size());
}

double PlaceEnergy::add(std::span<const double> controls, double scale, std::span<double> gradient) {
  if (off_.empty()) {
    return 0;
  }
  points_.expand(controls.data(), offsets_.data());
  const double share = 1 / static_cast<double>(off_.size());
  const double per_square = 1 / (sigma_ * sigma_);
  double sum = 0;
  for (std::size_t k = 0; k < off_.size(); ++k) {
    const Vec2 r = off_[k] + Vec2{offsets_[2 * k], offsets_[2 * k + 1]};
    const double square = dot(r, r) * per_square;
    const double soft = reach_ > 0 ? 1 + square / (reach_ * reach_) : 1;
    sum += square / soft;
    const double slope = scale * share * 2 * per_square / (soft * soft);
    d_offsets_[2 * k] = slope * r.x;
    d_offsets_[2 * k + 1] = slope * r.y;
  }
  if (scale != 0) {
    points_.addTranspose(d_offsets_.data(), gradient.data());
  }
  return sum * share;
}

std::vector<KnownPlace> placesOf(const WarpGrid& work_from_page, int cols, int rows) {
  const SplineNet net = splineNet(work_from_page);
  std::vector<KnownPlace> places;
  places.reserve(static_cast<std::size_t>(cols) * static_cast<std::size_t>(rows));
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < cols; ++j) {
      const Vec2 page_uv{(j + 0.5) / cols, (i + 0.5) / rows};
      places.push_back({sourceFromPage(net, page_uv), page_uv});
    }
  }
  return places;
}

double furthestPlace(const std::vector<KnownPlace>& places, const BaseMap& base, const OffsetNet& offsets) {
  double furthest = 0;
  for (const KnownPlace& place : places) {
    const Vec2 at = base.at(base.sheetFromPage(place.page_uv)) + offsetAt(offsets, netFromPage(base, place.page_uv));
    furthest = std::max(furthest, norm(at - place.point));
  }
  return furthest;
}

}  // namespace platen::optim
