// A loose sheet that no sum of bendings explains well: the net of paper_net.h descended, so that its sides lie on the
// rectangle, its lines are level and the sheet in space does not stretch unevenly. FIT section 8.1. Deterministic.
#pragma once

#include "core/fit.h"
#include "core/optim/fitted_shape.h"
#include "core/optim/page_score.h"
#include "core/optim/paper_net.h"
#include "core/optim/sheet_fit.h"
#include "core/options.h"
#include "core/page_cues.h"

#include <optional>
#include <stop_token>
#include <vector>

namespace platen::optim {

// Whether the page is a loose sheet with three sides in view that stage 1 leaves partly unexplained: all others are
// better off with its few parameters. `sides_h`: PageScore::sides_h under stage 1, read where that is a plane or
// folded. A curled corner bends the sides, while lines that waver between straight sides are blurred print; and folds
// explain a sheet only where they leave its sides straight.
bool isUnexplainedPaper(const PageCues& cues, const SheetFit& sheet, double sides_h);

// Whether a page's map has become more like a flat sheet: straighter lines and sides on the whole, and print that runs
// along its rows as before. `cost`: SheetFit::cost; where stage 1 explains little, lines may cost a little as well.
bool looksMoreLikePaper(const PageScore& before, const PageScore& after, double cost);

struct PaperNetFit {
  PaperNet net;
  Termination termination = Termination::stepsUsed;
  int steps = 0;
  double energy_first = 0, energy_last = 0;
  std::vector<FitEnergy> energies;
};

// Steps of each of a fit's last two descents, where nothing cuts them short.
inline constexpr int kPaperSteps = 100;

// The net begun at what an earlier fit of this page ended with, where that is better than where the net begins: on the
// same sheet, for a page of nearly the same proportions. None where it is not.
std::optional<PaperNet> beginAt(const PaperNets& kept, PaperNet net);

// From there on: a quarter of the steps, and smaller ones. Where they lead no further down, or it was stopped: the net
// as it was given, or as far as it came.
PaperNetFit goOn(PaperNet begun, const FitHooks& hooks, const std::stop_token& stop);

// From the start on. Where anything was traced, first for half the steps, which says which of all lines are level or
// upright and what sizes the characters have on the page; then once more from the start with those, for seven tenths,
// which says it better; then with these. From there on with finer nets, which follow sharper bends. options.steps: of
// the last two descents (0: as planned). Diverged: the net as the last
// descent that did not had it, or as it was given. Stopped: as far as the descent came that was cut short. energies:
// the first of the coarser nets, the last of the finer ones.
PaperNetFit fitPaperNet(PaperNet net, const FitOptions& options, const FitHooks& hooks, const std::stop_token& stop);

}  // namespace platen::optim
