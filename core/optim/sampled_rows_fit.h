// The no-tracing path where no outline shows either (FIT part D): camera and cylinder from the rows alone, by their
// local direction and their period, for close-ups of what no line could be traced in (faint print, handwriting, music,
// scripts whose letters do not join into lines).
#pragma once

#include "core/fit.h"
#include "core/optim/sheet_fit.h"
#include "core/page_cues.h"

#include <optional>
#include <stop_token>

namespace platen::optim {

class FitDevice;

// nullopt: too few rows are seen, nothing is gained (they are straight and even already, as on a flat scan), what was
// found contradicts them or looks at the page more steeply than anyone does, or stopped. Without edges and curves;
// framed by the print; diagnostics as fitSheetBySampling(). `focal` as in SheetFitOptions.
std::optional<SheetFit> fitRowsBySampling(const PageCues& cues,
                                          double focal,
                                          const FitHooks& hooks,
                                          const std::stop_token& stop,
                                          FitDevice* device = nullptr);

}  // namespace platen::optim
