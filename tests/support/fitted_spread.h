// The pages that the program makes of a photo of an open book, beside the truth. For what links platen_detect,
// platen_optim and platen_page_synthesiser.
#pragma once

#include "core/detect/cues.h"
#include "core/optim/facing_page.h"
#include "core/optim/fit.h"
#include "tests/support/map_error.h"
#include "tests/support/random_spread.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

namespace platen::test {

struct FittedLeaf {
  FitResult fit;
  std::array<MapError, 2> errors;  // as the left and as the right page
  // The page that it shows most of: 0 the left one, 1 the right one; 2: it shows neither.
  [[nodiscard]] std::size_t half() const {
    return std::max(errors[0].shown, errors[1].shown) < 0.05 ? 2 : errors[0].shown >= errors[1].shown ? 0 : 1;
  }
  [[nodiscard]] const MapError& error() const { return errors[half() % 2]; }
};

// As `platen flatten` finds and fits them.
inline std::vector<FittedLeaf> fitLeaves(const PagePhoto& spread, const FitOptions& options = {}) {
  std::vector<FittedLeaf> leaves;
  const std::vector<PageCues> cues = detect::findCues(pyramidOf(spread.photo), options);
  for (std::size_t k = 0; k < cues.size(); ++k) {
    const auto heard = optim::heardBy(k, cues, options, 0, {});
    FittedLeaf leaf{optim::fit(cues[k], {}, options, 0, {}, {}, heard.value_or(FacingPage{})), {}};
    for (std::size_t half = 0; half < 2; ++half) {
      leaf.errors[half] = mapError(spread.shape, leaf.fit, kSpreadPages[half]);
    }
    leaves.push_back(std::move(leaf));
  }
  return leaves;
}

}  // namespace platen::test
