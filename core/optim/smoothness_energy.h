// What holds the free form where no evidence does: the sheet does not stretch (StrainEnergy) and bends evenly
// (BendingEnergy). FIT section 8. Both are quadratic in the controls.
#pragma once

#include "core/optim/base_map.h"
#include "core/optim/energy.h"

#include <span>
#include <vector>

namespace platen::optim {

// Displacement on the page y = J^-1 c, J = [B_u B_v] of the sheet at the control; e_uu = dy_u/du, e_vv = dy_v/dv, e_uv
// = dy_u/dv + dy_v/du by first differences of neighbouring controls:
//   E = 10^4 (mean e_uu^2 + mean e_vv^2 + .05 mean e_uv^2)
// so that 1 means a mean stretch of 1 %. Lines do not observe e_vv and margins hardly e_uu, so both are held;
// straightening a line is a shear and stays cheap.
class StrainEnergy : public Energy {
 public:
  StrainEnergy(double weight, const BaseMap& base, NetShape shape);
  double add(std::span<const double> controls, double scale, std::span<double> gradient) override;

 private:
  struct Inverse {
    double ux, uy, vx, vy;  // rows of J^-1: y_u = ux x + uy y, y_v = vx x + vy y
  };
  NetShape shape_;
  double step_u_, step_v_;  // sheet units between controls
  std::vector<Inverse> inverse_;
  std::vector<double> y_, d_y_;  // scratch
};

// E = mean of squared second differences of c/h, in units of the page's width: (c/h)_UU^2 + (c/h)_VV^2 + 2 (c/h)_UV^2.
class BendingEnergy : public Energy {
 public:
  BendingEnergy(double weight, const BaseMap& base, NetShape shape, double char_height);
  double add(std::span<const double> controls, double scale, std::span<double> gradient) override;

 private:
  NetShape shape_;
  double per_uu_, per_vv_, per_uv_;  // from a difference of controls to a derivative
};

}  // namespace platen::optim
