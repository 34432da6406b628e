#include "core/pipeline/register.h"

#include "core/detect/cues.h"
#include "core/detect/known_form.h"
#include "core/io/decode.h"
#include "core/io/probe.h"
#include "core/optim/form_fit.h"
#include "core/optim/guided_start.h"
#include "core/optim/withheld_evidence.h"
#include "core/pipeline/camera_lens.h"
#include "core/pipeline/guard.h"
#include "core/pipeline/render.h"
#include "core/pipeline/warp_doubts.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace platen::pipeline {
namespace {

constexpr std::size_t kLearnFrom = 6;      // photos at most
constexpr double kLeastInView = 0.5;       // of the form, to be registered at all
constexpr double kNearlyAllInView = 0.97;  // less is warned of
constexpr double kFoldedConfidence = 0.3;
constexpr double kLongest = 6;         // a form's longer side over its shorter one, at most
constexpr double kWorse = 0.01;        // agreement that a second fit may lose to the first, for better edges
constexpr int kPrintLooks = 2;         // more show nothing new
constexpr double kPrintMayCost = 0.5;  // of print, paper and edges (advantage)
constexpr double kSureRegions = 0.9;   // of the print: less, and the outline is not trusted to place the form
constexpr std::size_t kPlacedByPins = 4;
constexpr double kPinnedConfidence = 0.3;  // at most, where only pins say that this is the form
constexpr double kLetter = 0.012;          // of a form's width: a character, by which pins are judged
constexpr double kClearly = 0.3;           // advantage of another fit, without the outline or of known paper, to count

// Canvas_px of the form -> of the photo, by a fit that outlives it.
std::function<Vec2(Vec2)> seenBy(const detect::FormSight& sight, const optim::FormFit& fitted) {
  return [extent = sight.cues.frame.canvas_extent, &fitted](Vec2 p) {
    return p + optim::offsetAt(fitted.paper.offsets, {p.x / extent.x, p.y / extent.y});
  };
}

optim::FormEvidence evidenceOf(const detect::FormSight& sight, const optim::FormFit& fitted) {
  if (fitted.cameToNothing()) {
    return {std::numeric_limits<double>::quiet_NaN(), 0, 0};
  }
  return {fitted.likeness.agreement, fitted.strain, detect::edgesSeen(sight, seenBy(sight, fitted), fitted.sheet)};
}

bool isNoWorse(const optim::FormFit& later, double agreement) {
  // Written so that an earlier fit that came to nothing loses to any later one.
  return !later.cameToNothing() && !(later.likeness.agreement <= agreement - kWorse);
}

// Fitted, looked for anew where that fit has it, and fitted once more.
optim::FormFit fittedTwice(const detect::FormSight& sight,
                           const OpenedForm& form,
                           const FitOptions& options,
                           const FitHooks& hooks,
                           const std::stop_token& stop) {
  optim::FormFit fitted = optim::fitForm(sight.cues, options, hooks, stop);
  if (fitted.fit.termination == Termination::stopped) {
    return fitted;
  }
  optim::FormFit again =
      optim::fitForm(detect::lookAgain(sight, *form.known, seenBy(sight, fitted), fitted.sheet), options, hooks, stop);
  if (isNoWorse(again, fitted.likeness.agreement) || stop.stop_requested()) {
    again.fit.steps += fitted.fit.steps;
    again.fit.seconds += fitted.fit.seconds;
    return again;
  }
  return fitted;
}

}  // namespace

Result<OpenedForm> openForm(const std::filesystem::path& reference, std::stop_token stop) {
  return guarded(reference, [&]() -> Result<OpenedForm> {
    Result<PhotoInfo> info = io::probe(reference, stop);
    if (!info) {
      return tl::unexpected(info.error());
    }
    const auto [shorter, longer] = std::minmax(info->size.width, info->size.height);
    if (longer > kLongest * shorter) {
      return fail(ErrorKind::badInput, reference,
                  "is " + std::to_string(info->size.width) + " x " + std::to_string(info->size.height) +
                      " pixels: too narrow for a form");
    }
    const Result<Pyramid> pyramid = io::decodePyramid(*info, detect::referenceSide(info->size), stop);
    if (!pyramid) {
      return tl::unexpected(pyramid.error());
    }
    if (stop.stop_requested()) {
      return stoppedAt(reference);
    }
    auto known = std::make_shared<detect::KnownForm>(detect::prepareForm(*pyramid));
    if (known->isBlank()) {
      return fail(ErrorKind::badInput, reference,
                  "nothing is printed on the form (it is what photos are compared with)");
    }
    return OpenedForm{std::move(*info), std::move(known)};
  });
}

namespace {

// A form as one of its fits has it.
struct Placed {
  detect::FormSight sight;
  optim::FormFit fitted;
  bool convinces = false;
};

// Fitted with the sheet's outline, and once more by the matches alone (`otherwise`) where that outline is doubtful:
// either the sheet is strongly bent, or what was taken for its outline is none. Print and paper decide. A form that its
// print hardly places is not one that its sheet's edges would make it. After a stop nothing follows from the result.
Placed placedBy(detect::FormSight sight,
                const OpenedForm& form,
                const FitOptions& options,
                const FitHooks& hooks,
                const std::stop_token& stop,
                const std::function<std::optional<detect::FormSight>()>& otherwise) {
  optim::FormFit fitted = fittedTwice(sight, form, options, hooks, stop);
  const bool by_outline = sight.far_off || sight.cues.followsOutline();
  const bool is_sure = fitted.likeness.regions >= kSureRegions || !by_outline;
  const bool convinces = fitted.likeness.isConvincing();
  Placed placed{std::move(sight), std::move(fitted), convinces && is_sure};
  if ((is_sure && !placed.sight.far_off) || placed.fitted.fit.termination == Termination::stopped) {
    return placed;
  }
  std::optional<detect::FormSight> other = otherwise();
  if (!other) {
    placed.convinces = convinces;
    return placed;
  }
  optim::FormFit straight = fittedTwice(*other, form, options, hooks, stop);
  const bool straight_convinces = straight.likeness.isConvincing();
  const bool counts = straight_convinces != convinces
                          ? straight_convinces
                          : optim::advantageWithoutOutline(evidenceOf(*other, straight),
                                                           evidenceOf(placed.sight, placed.fitted)) > kClearly;
  if (counts || straight.fit.termination == Termination::stopped) {
    return {std::move(*other), std::move(straight), straight_convinces};
  }
  placed.convinces = placed.convinces || straight_convinces;
  return placed;
}

// A fit that has found the form goes on with a camera among its unknowns. What is filled in stands on lines and in
// columns, which are first seen on a page that is nearly flat; straighter, it shows more.
void refine(Placed& placed,
            const OpenedForm& form,
            const FitOptions& options,
            const FitHooks& hooks,
            const std::stop_token& stop) {
  const detect::FormSight& sight = placed.sight;
  optim::FormFit& fitted = placed.fitted;
  if (stop.stop_requested()) {
    return;
  }
  FormCues cues = detect::lookAgain(sight, *form.known, seenBy(sight, fitted), fitted.sheet);
  // Goes on from the last fit if that loses no agreement and is allowed; else false.
  const auto goOn = [&](double agreement, const auto& isAllowed) {
    if (stop.stop_requested()) {
      return false;
    }
    optim::FormFit next = optim::fitForm(cues, fitted.paper, options, hooks, stop);
    if (stop.stop_requested() || !next.likeness.isConvincing() || !isNoWorse(next, agreement) || !isAllowed(next)) {
      return false;
    }
    next.fit.steps += fitted.fit.steps;
    next.fit.seconds += fitted.fit.seconds;
    fitted = std::move(next);
    return true;
  };
  if (!goOn(fitted.likeness.agreement, [](const optim::FormFit&) { return true; })) {
    return;
  }
  const optim::FormEvidence without_print = evidenceOf(sight, fitted);
  const auto follow = [&](const std::vector<FormColumn>& columns, const std::vector<FormBaseline>& baselines,
                          const std::vector<CanvasCharacter>& characters) {
    cues.columns = columns;
    cues.baselines = baselines;
    cues.characters = characters;
    return goOn(without_print.agreement, [&](const optim::FormFit& next) {
      return optim::advantage(evidenceOf(sight, next), without_print) >= -kPrintMayCost;
    });
  };
  for (int look = 0; look < kPrintLooks; ++look) {
    const detect::FormPrint print = detect::printSeen(sight, *form.known, seenBy(sight, fitted), fitted.sheet);
    const bool has_columns = !print.columns.empty(), has_baselines = !print.baselines.empty();
    // One kind may be wrong, and the other right.
    if (!(has_columns && has_baselines && follow(print.columns, print.baselines, print.characters)) &&
        !(has_columns && follow(print.columns, {}, {})) &&
        !(has_baselines && follow({}, print.baselines, print.characters))) {
      return;
    }
  }
}

// Pins and lines that the fit does not meet; by as much they take from the confidence.
void tellWhatWasMissed(const PageGuide& told, FitResult& fit) {
  const double letter_px = kLetter * fit.page_extent_px.x;
  for (const optim::MissedGuide& missed :
       {optim::missedPins(told.pins, letter_px, fit.grid),
        optim::missedStrokes(told.strokes, letter_px, fit.grid, fit.page_extent_px)}) {
    if (!missed.sentence.empty()) {
      fit.warnings.push_back(missed.sentence);
      fit.confidence /= 1 + missed.off_h / 4;
    }
  }
}

Result<RegisteredPhoto> registeredBy(detect::FormSearch search,
                                     const std::filesystem::path& photo,
                                     const OpenedForm& form,
                                     const std::optional<FormSheet>& sheet,
                                     const FitOptions& options,
                                     const FitHooks& hooks,
                                     const PageGuide& told,
                                     const std::stop_token& stop) {
  return guarded(photo, [&]() -> Result<RegisteredPhoto> {
    // Text lines and outline; the pages themselves are not wanted.
    const Result<OpenedPhoto> opened = openPhoto(photo, options, stop);
    if (!opened) {
      return tl::unexpected(opened.error());
    }
    RegisteredPhoto registered;
    registered.info = opened->info;
    FittedPage& page = registered.page;
    page.seconds = opened->seconds;
    std::vector<PageCues> pages = opened->pages;
    for (PageCues& seen : pages) {
      seen = optim::withoutEvidence(std::move(seen), options.without);
    }
    const Stopwatch finding;
    const auto find = [&](detect::FormSearch by, const std::optional<FormSheet>& edges, const PageGuide& heard) {
      std::optional<detect::FormSight> sight =
          detect::findForm(opened->pyramid, *form.known, pages, edges, by, heard, stop);
      if (sight) {
        sight->cues.frame.focal = focalPrior(opened->info);
      }
      return sight;
    };
    std::optional<detect::FormSight> found = find(search, sheet, told);
    if (stop.stop_requested()) {
      return stoppedAt(photo);
    }
    const std::string name = form.info.file.filename().string();
    if (!found) {
      return fail(ErrorKind::noPage, photo,
                  "shows no page that looks like the form " + name +
                      ": too few places of it are recognised (is it another form, or is too little of it in view?)");
    }
    page.seconds.emplace_back("find form", finding.seconds());
    const Stopwatch fitting;
    const auto place = [&](detect::FormSight sight, const std::optional<FormSheet>& edges, const PageGuide& heard) {
      return placedBy(std::move(sight), form, options, hooks, stop,
                      [&] { return find(detect::FormSearch::matchesAlone, edges, heard); });
    };
    Placed placed = place(std::move(*found), sheet, told);
    // Pins that tear the form off its print are wrong, if it is there without them.
    if (!placed.convinces && !told.empty() && !stop.stop_requested()) {
      if (std::optional<detect::FormSight> unpinned = find(search, sheet, {})) {
        Placed other = place(std::move(*unpinned), sheet, {});
        if (other.convinces) {
          placed = std::move(other);
        }
      }
    }
    // Of a bent sheet the fit says badly how long its blank parts are; paper comes in few sizes.
    const bool may_see_edges = !optim::isWithheld(options, Evidence::sides);
    if (placed.convinces && !sheet && may_see_edges && search == detect::FormSearch::withOutline &&
        !stop.stop_requested()) {
      for (const FormSheet& likely : likelySheets(placed.fitted.sheet, form.known->frame.form_extent)) {
        found = find(search, likely, told);
        if (!found || stop.stop_requested()) {
          break;
        }
        Placed other = place(std::move(*found), likely, told);
        if (other.convinces && optim::advantage(evidenceOf(other.sight, other.fitted),
                                                evidenceOf(placed.sight, placed.fitted)) > kClearly) {
          placed = std::move(other);
        }
      }
    }
    if (placed.convinces && search == detect::FormSearch::withOutline) {
      refine(placed, form, options, hooks, stop);
    }
    optim::FormFit& fitted = placed.fitted;
    page.seconds.emplace_back("fit", fitting.seconds());
    page.fit = std::move(fitted.fit);
    // A stop between two fits shows in neither, and ends the search for a second opinion as if there were none.
    if (page.fit.termination == Termination::stopped || stop.stop_requested()) {
      return stoppedAt(photo);
    }
    registered.sheet = fitted.sheet;
    const bool is_pinned = told.pins.size() >= kPlacedByPins;
    if (!placed.convinces && (!is_pinned || !std::isfinite(fitted.likeness.agreement))) {
      return fail(ErrorKind::noPage, photo,
                  "does not show the form " + name +
                      ": what is printed on it is not where the form has it (is it another form or another edition?)");
    }
    page.fit.confidence = std::clamp(fitted.likeness.agreement, 0.0, 1.0);
    page.fit.warnings = placed.sight.cues.notes;
    if (!placed.convinces) {
      page.fit.warnings.emplace_back("what is printed on the form " + name +
                                     " is not where the form has it: only the pins say where it is");
      page.fit.confidence = std::min(page.fit.confidence, kPinnedConfidence);
    } else if (!fitted.likeness.isWhole()) {
      page.fit.warnings.emplace_back(
          "part of what is printed on the form is not where it should be: please look at this page");
      page.fit.confidence *= std::clamp(fitted.likeness.regions, 0.0, 1.0);
    }
    const std::vector<Vec2>& points = page.fit.grid.points;
    if (page.fit.termination == Termination::diverged || !std::all_of(points.begin(), points.end(), [](Vec2 at) {
          return std::isfinite(at.x) && std::isfinite(at.y);
        })) {
      return fail(ErrorKind::noPage, photo, "could not be fitted to the form " + name + " (is it another form?)");
    }
    tellWhatWasMissed(told, page.fit);
    const double in_view = shareInside(page.fit.grid, opened->info.size);
    if (in_view < kLeastInView) {
      return fail(ErrorKind::noPage, photo, "shows less than half of the form " + name + " (photograph all of it)");
    }
    if (minRelativeDeterminant(splineNet(page.fit.grid)) <= 0) {
      page.fit.warnings.emplace_back("part of the form folds over itself in the fit: please look at this page");
      page.fit.confidence = std::min(page.fit.confidence, kFoldedConfidence);
    }
    if (in_view < kNearlyAllInView) {
      page.fit.warnings.emplace_back("part of the form lies outside the photo");
      page.fit.confidence *= in_view;
    }
    for (std::string& warning : photoWarnings(opened->info)) {
      page.fit.warnings.push_back(std::move(warning));
    }
    // The form's own size, where its file says it.
    if (form.info.dpi) {
      page.density_dpi = page.fit.page_extent_px.x / (form.info.size.width / *form.info.dpi);
    }
    return registered;
  });
}

}  // namespace

Result<RegisteredPhoto> registerPhoto(const std::filesystem::path& photo,
                                      const OpenedForm& form,
                                      const std::optional<FormSheet>& sheet,
                                      const FitOptions& options,
                                      const FitHooks& hooks,
                                      const std::stop_token& stop,
                                      const PageGuide& told) {
  return registeredBy(detect::FormSearch::withOutline, photo, form, sheet, options, hooks, told, stop);
}

Result<PageGuide> guideOfForm(const std::filesystem::path& file, const Guide& pins) {
  if (pins.pages.empty()) {
    return PageGuide{};
  }
  const PageGuide& page = pins.pages.front();
  if (pins.pages.size() > 1 || page.index != 1) {
    return fail(ErrorKind::badInput, file, "a form is one page (leave the others out)");
  }
  if (page.reading_rotation || !page.spine.empty()) {
    return fail(
        ErrorKind::badInput, file,
        "pins of a form are at the places that they have on it: it has no rotation and no spine (leave them out)");
  }
  return page;
}

std::optional<FormSheet> learnSheet(const std::vector<std::filesystem::path>& photos,
                                    const OpenedForm& form,
                                    const FitOptions& options,
                                    const std::stop_token& stop) {
  if (photos.size() < 2) {
    return {};
  }
  const std::size_t count = std::min(photos.size(), kLearnFrom);
  std::vector<FormSheet> measured;
  for (std::size_t k = 0; k < count && !stop.stop_requested(); ++k) {
    // By the print and straight edges: those of bent sheets say least of where they lie.
    const Result<RegisteredPhoto> registered = registeredBy(
        detect::FormSearch::matchesAlone, photos[k * photos.size() / count], form, {}, options, {}, {}, stop);
    if (registered) {
      measured.push_back(registered->sheet);
    }
  }
  return combined(measured, form.known->frame.form_extent);
}

}  // namespace platen::pipeline
