// Lines of running text keep their distance: which traced lines are neighbours, and the residuals of stage 1 that say
// so. On a page whose sides are not in view it is the only evidence for what is stretched along the text block.
#pragma once

#include "core/optim/levenberg_marquardt.h"

#include <cstddef>
#include <vector>

namespace platen::optim {

// A line of text on the flat sheet, sheet_uv: its v, and from where to where it goes.
struct LevelLine {
  double v = 0;
  double from = 0, to = 0;
  bool is_text = true;  // others are looked over
};

struct LinePair {
  std::size_t above = 0, below = 0;
};

struct Leading {
  std::vector<LinePair> pairs;  // of neighbouring lines at about the usual distance
  double distance = 1;          // the median one, sheet_uv
};

// For each line the next one below that it overlaps by three fifths, between half and five character heights (in
// sheet_uv) away; of these the pairs within .7 to 1.4 of the usual distance. Fewer than eight: none.
Leading findLeading(const std::vector<LevelLine>& lines, double char_height);

// Adds to `out`, in the convention of CurveResiduals::addTo, for each pair k with distance g_k
//   weight * rho(r_k),  r_k = (log g_k - c) / sigma,  rho(r) = r^2 / (1 + r^2)
// c is the robust mean of log g, eliminated, and moves with the parameters. `v` and `slopes` are those of the lines:
// slopes[line][parameter], empty where no derivatives are wanted.
void addLeading(const std::vector<LinePair>& pairs,
                double weight,
                double sigma,
                const std::vector<double>& v,
                const std::vector<std::vector<double>>& slopes,
                NormalEquations& out);

}  // namespace platen::optim
