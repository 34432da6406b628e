// The cost of each sample in the sampler's comparisons.
#pragma once

#include "core/sampling/fused_step.h"

namespace platen::bench {

inline auto sumOfSquares() {
  using Sample = sampling::FusedSample<float, 1>;
  using Cost = sampling::FusedCost<float, 1>;
  return sampling::eachSample<float, 1>([](const Sample& sample) {
    Cost cost;
    cost.cost = sample.value[0] * sample.value[0];
    cost.d_value[0] = 2 * sample.value[0];
    return cost;
  });
}

}  // namespace platen::bench
