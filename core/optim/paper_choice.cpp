#include "core/optim/paper_choice.h"

#include "core/optim/bake.h"
#include "core/optim/baked_sheet.h"
#include "core/optim/page_extent.h"
#include "core/optim/page_score.h"
#include "core/optim/paper_net.h"
#include "core/optim/paper_net_fit.h"

#include <optional>
#include <utility>

namespace platen::optim {
namespace {

// Takes what a descent of the paper net ended with, where it looks more like a flat sheet of paper.
bool takePaper(const PageCues& cues,
               const SheetFit& sheet,
               const PaperNetFit& paper,
               const PageExtent& extent,
               FitResult& result) {
  result.steps += paper.steps;
  if (paper.termination != Termination::stepsUsed) {
    return false;
  }
  WarpGrid grid = sourceGrid(paper.net);
  if (foldsOver(grid)) {
    return false;
  }
  const PageScore before = scorePage(cues, result.grid, extent.px);
  const PageScore after = scorePage(cues, grid, extent.px);
  if (!looksMoreLikePaper(before, after, sheet.cost)) {
    return false;
  }
  result.grid = std::move(grid);
  result.model = WarpModel::free;
  result.energies = paper.energies;
  return true;
}

}  // namespace

void takePaperNet(const PageCues& cues,
                  const SheetFit& sheet,
                  const FitOptions& options,
                  const FitHooks& hooks,
                  const std::stop_token& stop,
                  const PaperNets* kept,
                  FitResult& result,
                  FittedShape& shape) {
  const PageExtent extent = pageExtent(cues, sheet, result.grid, options.paper.kind);
  std::optional<PaperNet> start = paperNet(cues, sheet, result.grid, extent.px.y / extent.px.x);
  if (!start) {
    return;
  }
  const double aspect = extent.px.y / extent.px.x;
  const auto keep = [&](PaperNetFit& paper, double before) {
    const bool as_planned = options.steps == 0 && options.without.empty();
    shape.paper = PaperNets{aspect, as_planned ? before + paper.steps : 0, std::move(paper.net.offsets),
                            std::move(paper.net.depths)};
  };
  if (kept != nullptr && options.steps == 0 && options.without.empty()) {
    if (std::optional<PaperNet> begun = beginAt(*kept, *start)) {
      PaperNetFit paper = goOn(std::move(*begun), hooks, stop);
      if (takePaper(cues, sheet, paper, extent, result)) {
        keep(paper, kept->steps);
        return;
      }
    }
  }
  PaperNetFit paper = fitPaperNet(std::move(*start), options, hooks, stop);
  if (takePaper(cues, sheet, paper, extent, result)) {
    keep(paper, 0);
  }
}

}  // namespace platen::optim
