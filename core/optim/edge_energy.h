// The page's borders should lie on the sides found in the photo: E_edge (FIT part D), sampled from one static signed
// distance image per side, so that a border finds its side from afar without any pairing of points.
//
// d is the distance from the side's polyline (its end pieces prolonged), in character heights, sampled at B of points
// along the page's border: E = mean over sides of the mean of (d / .3)^2 / (1 + (d / 4)^2). On the grid each side's
// median is taken off first (and held constant in the gradient): where the rectangle lies is the sheet's business.
#pragma once

#include "core/optim/base_map.h"
#include "core/optim/energy.h"
#include "core/page_cues.h"

#include <span>
#include <vector>

namespace platen::optim {

// One side as an image: u8, 128 + d / step, d > 0 on the right of the polyline's direction (below a top or bottom side,
// left of a left or right side), clamped at some 12 h.
struct SideImage {
  SideKind kind = SideKind::top;
  EvidenceImage distance;
  double step_h = 0.1;  // character heights per grey level
};

// Images of the given sides, over the work frame. Sides with fewer than two points are left out.
std::vector<SideImage> sideImages(const PageCues& cues, std::span<const PageSide> sides);

class EdgeEnergy : public Energy {
 public:
  // With a base the net is an offset on it; without one the net is the map itself over page_uv. `free_position`: take
  // the median off.
  EdgeEnergy(double weight, std::vector<SideImage> sides, NetShape shape, const BaseMap* base, bool free_position);
  double add(std::span<const double> controls, double scale, std::span<double> gradient) override;

 private:
  struct Point {
    Vec2 base;  // work_px
    SplineWeights u, v;
  };
  std::vector<SideImage> sides_;
  NetShape shape_;
  bool free_position_;
  std::vector<Point> points_;  // kPerSide for each of sides_
};

}  // namespace platen::optim
