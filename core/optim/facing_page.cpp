#include "core/optim/facing_page.h"

#include "core/optim/paper_size.h"
#include "core/optim/sheet_fitter.h"
#include "core/optim/withheld_evidence.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <iterator>

namespace platen::optim {
namespace {

constexpr double kOneCamera = 0.02;  // standard deviation of the difference of two log focal lengths of one camera
constexpr double kOneBook = 0.01;    // of the log aspects of two pages: trimming, and what the binding hides of either
constexpr double kAlike = 3;         // standard deviations: further apart they are not leaves of one size

}  // namespace

std::optional<FacingPage> heardBy(std::size_t page,
                                  const std::vector<PageCues>& pages,
                                  const FitOptions& options,
                                  double focal_prior,
                                  const std::stop_token& stop) {
  if (pages.size() != 2 || page > 1 || !std::all_of(pages.begin(), pages.end(), std::mem_fn(&PageCues::hasGutter))) {
    return std::nullopt;
  }
  const PageCues other = withoutEvidence(pages[1 - page], options.without);
  return fitSheet(other, sheetOptionsOf(options, focal_prior), nullptr, {}, stop).tells;
}

// The other page's focal length is one more observation of ours.
void SheetFitter::hearFacingPage() {
  const FacingPage& facing = options_.facing;
  if (!(facing.log_focal_sigma > 0)) {
    return;
  }
  const double own = 1 / (priors_.log_focal_sigma * priors_.log_focal_sigma);
  const double told = 1 / (facing.log_focal_sigma * facing.log_focal_sigma + kOneCamera * kOneCamera);
  priors_.log_focal = (own * priors_.log_focal + told * facing.log_focal) / (own + told);
  priors_.log_focal_sigma = 1 / std::sqrt(own + told);
}

// Tells what the other page may hear; takes the shape that it told, where it can be that of this page.
void SheetFitter::takeFacingPage(SheetFit& fit) {
  constexpr double kSigma = 0.15;
  if (!cues_.hasGutter() || soft_ || kind_ == SheetKind::similarity || cost_ > kMostUnexplained) {
    return;
  }
  FacingPage tells;
  if (const auto sigma = solver_.focalSigma(now_, kSigma, priors_)) {
    // What remains when the prior is taken out of the posterior.
    const double prior = 1 / (priors_.log_focal_sigma * priors_.log_focal_sigma);
    const double own = 1 / (*sigma * *sigma) - prior;
    if (own > 0.1 * prior) {
      tells.log_focal = ((own + prior) * now_.log_focal - prior * priors_.log_focal) / own;
      tells.log_focal_sigma = 1 / std::sqrt(own);
    }
  }
  fit.tells = tells;
  if (!std::all_of(std::begin(fit.edge_found), std::end(fit.edge_found), [](bool found) { return found; })) {
    return;
  }
  adoptRect(fit);
  solver_ = solverOf(false);
  const std::optional<CurveSolver::Aspect> aspect = solver_.aspect(now_, kSigma, priors_);
  if (!aspect) {
    return;
  }
  const double measured = std::log(fit.rect.height() / fit.rect.width());
  tells.log_aspect = measured;
  tells.log_aspect_sigma = std::hypot(aspect->sigma, aspectSigmaOfModel(cost_));
  fit.tells = tells;
  const FacingPage& facing = options_.facing;
  if (!(facing.log_aspect_sigma > 0)) {
    return;
  }
  const double sigma = std::hypot(facing.log_aspect_sigma, kOneBook);
  if (std::abs(facing.log_aspect - measured) > kAlike * std::hypot(sigma, tells.log_aspect_sigma)) {
    return;
  }
  priors_.aspect = AspectBelief{facing.log_aspect + aspect->log_aspect - measured, sigma};
  now_ = refine(now_, std::array{0.3, kSigma}, priors_, kind_ == SheetKind::plane ? "plane" : "sheet");
  judgeText();
  settled_ = true;
  fit = {};
  describe(fit);
  fit.tells = tells;
}

}  // namespace platen::optim
