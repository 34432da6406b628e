// PageCues -> FitResult: the whole fit of one page, from first model to confidence. Synchronous; knows no thread, no
// file, no OpenCV. Deterministic: same cues and options, same grid.
#pragma once

#include "core/fit.h"
#include "core/optim/fit_start.h"
#include "core/options.h"
#include "core/page_cues.h"

#include <stop_token>

namespace platen::optim {

class FitDevice;

// Below it someone should look at the page, in a batch and in the viewer alike: above it, pages are better than their
// photo (docs/quality.md).
inline constexpr double kUnsureConfidence = 0.5;

// Never throws for what a photo may hold: without evidence the whole photo comes back as it was, confidence 0, with a
// warning. `focal_prior`: what is known of the focal length beforehand. `facing`: what the other page of an open book
// told (facing_page.h).
FitResult fit(const PageCues& cues,
              const FitStart& start,
              const FitOptions& options,
              double focal_prior,
              const FitHooks& hooks,
              const std::stop_token& stop,
              const FacingPage& facing = {});

// The same with the sampled energies on a device that is given (fit_device.h), whatever options.device says.
FitResult fitOn(FitDevice& device,
                const PageCues& cues,
                const FitStart& start,
                const FitOptions& options,
                double focal_prior,
                const FitHooks& hooks,
                const std::stop_token& stop,
                const FacingPage& facing = {});

}  // namespace platen::optim
