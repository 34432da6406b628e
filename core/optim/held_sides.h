// Sides of the page that were found stay where they are while pins bend what lies between: for whoever drags a point in
// the middle of a page says nothing of its edges. Straight lines alone don't hold a side, since where it lies is each
// one's own constant: the whole net could follow one pin at no cost.
//
//   E = mean over the held sides' points of (n . o - t)^2 / s^2
// n the normal of the sheet's border there, o the offset, t how far off the sheet's border the side waves; all in
// character heights.
#pragma once

#include "core/optim/base_map.h"
#include "core/optim/energy.h"
#include "core/optim/sheet_fit.h"
#include "core/page_cues.h"
#include "core/sampling/spline_grid.h"

#include <span>
#include <vector>

namespace platen::optim {

// A point of a side: where the net is asked, and how far along `normal` it should have moved.
struct HeldPoint {
  Vec2 net_uv;
  Vec2 normal;        // unit length / character height, 1 / work_px
  double target = 0;  // character heights
};

// Of the sides of the sheet's rectangle that are edges of the page and that no pin lies on, and of those that someone
// drew, which lie where they were drawn (one of two corners alone only where no text tells how it bends); none without
// pins.
std::vector<HeldPoint> heldSides(const PageCues& cues, const SheetFit& sheet, const BaseMap& base);

class HeldSideEnergy : public Energy {
 public:
  // `sigma_h` > 0.
  HeldSideEnergy(double weight, std::vector<HeldPoint> points, double sigma_h, NetShape shape);
  double add(std::span<const double> controls, double scale, std::span<double> gradient) override;

 private:
  std::vector<HeldPoint> held_;
  double sigma_;
  sampling::SplinePoints<double> points_;
  std::vector<double> offsets_, d_offsets_;  // scratch
};

}  // namespace platen::optim
