// Checks an analytic gradient against central differences in double precision.
//
// Two verdicts, for two kinds of mistake. Each element must agree within `tolerance` of the gradient's scale; and the
// signed errors, averaged over all elements, must stay within `bias_tolerance`: a factor or an offset that is small
// against the tolerance of one element pushes all of them the same way, where rounding does not.
//
// Bilinear sampling has kinks on pixel centres, where no derivative exists (measured: error 2.1 on them, 5e-12 off
// them). probePositions keeps away from them; the step must be smaller than its margin.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace platen::test {

struct GradcheckOptions {
  double step = 1e-2;            // of the central difference; large is right where the function is linear in each input
  double tolerance = 1e-8;       // largest error of an element, relative to the gradient's root mean square
  double bias_tolerance = 1e-9;  // largest mean signed error, likewise
};

struct GradcheckResult {
  bool passed = false;
  double worst = 0;   // largest relative error of an element; infinite where one is not finite
  double bias = 0;    // mean of error * sign(expected): a wrong factor
  double offset = 0;  // mean of error: a wrong constant
  std::size_t worst_index = 0;
  std::string report;  // one sentence with all of these
};

// `function`: the inputs -> one number. `gradient`: what is claimed to be its gradient at `inputs`.
GradcheckResult checkGradient(const std::function<double(const std::vector<double>&)>& function,
                              const std::vector<double>& inputs,
                              const std::vector<double>& gradient,
                              const GradcheckOptions& options = {});

// n positions (x, y), interleaved, in image px, reaching `beyond` px outside the image, no coordinate closer than
// `margin` px to a pixel centre (i + .5). Same seed, same positions.
std::vector<double> probePositions(
    std::size_t n, std::int64_t width, std::int64_t height, double beyond, double margin, std::uint64_t seed);

}  // namespace platen::test
