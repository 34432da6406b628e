// Two pages of an open book are fitted each by itself, but not each for itself: one camera took both, and they are
// leaves of one size. Each page hears what the other one's curves say of these, as one more observation with its
// standard deviation (docs/fit.md, stage 1).
#pragma once

#include "core/fit.h"
#include "core/options.h"
#include "core/page_cues.h"

#include <cstddef>
#include <optional>
#include <stop_token>
#include <vector>

namespace platen::optim {

// What the page at index `page` hears, to be given to its fit(): stage 1 of the other page, alone. Nothing unless
// `pages` are the two pages of an open book. `focal_prior`: as in fit().
std::optional<FacingPage> heardBy(std::size_t page,
                                  const std::vector<PageCues>& pages,
                                  const FitOptions& options,
                                  double focal_prior,
                                  const std::stop_token& stop);

}  // namespace platen::optim
