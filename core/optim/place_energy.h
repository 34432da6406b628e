// Places of the page that are known to be seen at places of the photo: pins, or a whole shape from elsewhere.
//
//   E = mean over places of rho(|B(uv) + o(uv) - p| / sigma),  rho(x) = x^2, or with a reach R (in sigmas)
//   x^2 / (1 + (x / R)^2)
// B the sheet, o the offsets, p in work_px. Pins are meant as they are set, so they have no reach; another page's shape
// is only near this one's, and lets go where it is far off.
#pragma once

#include "core/optim/base_map.h"
#include "core/optim/energy.h"
#include "core/optim/offset_net.h"
#include "core/page_cues.h"
#include "core/sampling/spline_grid.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace platen::optim {

// A place of the page and where it is seen: page_uv, work_px.
using KnownPlace = Pin;

class PlaceEnergy : public Energy {
 public:
  // A place of the net, and how far off its point it is seen where the net is zero.
  struct Place {
    Vec2 net_uv;
    Vec2 off;
  };
  // `sigma_px` > 0; `reach` 0: none. Throws std::invalid_argument.
  PlaceEnergy(
      std::string name, double weight, const std::vector<Place>& places, double sigma_px, double reach, NetShape shape);
  // Places may lie outside [0,1]: the map goes on linearly.
  PlaceEnergy(std::string name,
              double weight,
              const std::vector<KnownPlace>& places,
              double sigma_px,
              double reach,
              const BaseMap& base,
              NetShape shape);
  double add(std::span<const double> controls, double scale, std::span<double> gradient) override;

 private:
  std::vector<Vec2> off_;  // B(uv) - p
  double sigma_, reach_;
  sampling::SplinePoints<double> points_;
  std::vector<double> offsets_, d_offsets_;  // scratch
};

// A grid as places, on a lattice of cols x rows points over the page.
std::vector<KnownPlace> placesOf(const WarpGrid& work_from_page, int cols, int rows);

// The largest distance of the places from the map, work_px.
double furthestPlace(const std::vector<KnownPlace>& places, const BaseMap& base, const OffsetNet& offsets);

}  // namespace platen::optim
