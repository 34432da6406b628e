// Curves seen on the photo that are level or upright straight lines on the flat page, as an energy of an offset net
// over a canvas: each of a curve's points is that of a point p of the page (canvas_points.h), and
//   E = sum over lines of weight * mean over its points of log(1 + ((p's coordinate - constant) / reach)^2)
// with the constant given, or the mean of the line's own points.
#pragma once

#include "core/geometry.h"
#include "core/optim/canvas_points.h"
#include "core/optim/energy.h"
#include "core/optim/offset_net.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace platen::optim {

struct CanvasLine {
  Polyline seen;                // canvas_px, where the photo shows it; at least one point
  bool is_h = true;             // constant y on the page, else constant x
  double weight = 1;            // of the whole line
  std::optional<double> place;  // the constant, canvas_px, where it is known
  double slope = 0;             // of one that is level but for that: y - slope * x is constant
};

class CanvasLineEnergy : public Energy {
 public:
  CanvasLineEnergy(
      std::string name, double weight, double reach_px, std::vector<CanvasLine> lines, NetShape shape, Vec2 extent);
  double add(std::span<const double> controls, double scale, std::span<double> gradient) override;

 private:
  std::vector<CanvasLine> lines_;
  double reach_;
  CanvasPoints points_;  // of all lines, one after the other
};

}  // namespace platen::optim
