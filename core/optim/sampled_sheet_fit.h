// The no-tracing path (FIT part D): camera, cylinder and page rectangle fitted through the sampler, by gradient descent
// on E_dir and E_edge over static evidence images, for pages whose lines could not be traced but whose outline shows.
#pragma once

#include "core/fit.h"
#include "core/optim/sheet_fit.h"
#include "core/page_cues.h"

#include <optional>
#include <stop_token>

namespace platen::optim {

class FitDevice;

// nullopt: fewer than three sides, no usable direction image, or stopped before there was anything. The result's curves
// are the sides and rules alone; its diagnostics hold "energy_sampled" and "energy_direction".
std::optional<SheetFit> fitSheetBySampling(const PageCues& cues,
                                           const FitHooks& hooks,
                                           const std::stop_token& stop,
                                           FitDevice* device = nullptr);

// What fitSheetBySampling() makes of one page, found when it is first asked for: every fit of that page sees the same
// outline and the same direction image, whatever lines it believes. Another one where its sides, rules or directions
// change. One thread at a time.
class OutlineSheet {
 public:
  // `cues`: the page's, with or without its lines. The steps that it took count once.
  std::optional<SheetFit> of(const PageCues& cues,
                             const FitHooks& hooks,
                             const std::stop_token& stop,
                             FitDevice* device);

 private:
  bool is_known_ = false;
  std::optional<SheetFit> sheet_;
};

// E_dir of a sheet over its rectangle: the judge of FIT part D, R = 8. Smooth pages .08 - 1.3, weak ones 3.7 - 25. NaN
// without an image, or where nothing printed is seen.
double directionEnergy(const PageCues& cues, const SheetModel& sheet, const Box& rect_sheet_uv);

}  // namespace platen::optim
