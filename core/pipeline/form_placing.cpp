#include "core/pipeline/form_placing.h"

#include "core/detect/form_pose.h"
#include "core/optim/withheld_evidence.h"
#include "core/pipeline/camera_lens.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <limits>
#include <utility>

namespace platen::pipeline {
namespace {

constexpr double kWorse = 0.01;        // agreement that a second fit may lose to the first, for better edges
constexpr int kPrintLooks = 2;         // more show nothing new by themselves
constexpr int kMostPrintLooks = 4;     // while each shows more whose places other copies tell
constexpr double kPrintMayCost = 0.5;  // of print, paper and edges (advantage)
constexpr double kSureRegions = 0.9;   // of the print: less, and the outline is not trusted to place the form
constexpr double kClearly = 0.3;       // advantage of another fit, without the outline or of known paper, to count

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

// How far a pin lies from where a fit has its place, canvas_px.
double offOf(const PlacedForm& placed, const Pin& pin) {
  const FormFrame& frame = placed.sight.cues.frame;
  const Vec2 seen = inverse(frame.source_from_canvas)(pin.point);
  return norm(seenBy(placed.sight, placed.fitted)(frame.canvasFromPage(pin.page_uv)) - seen);
}

// The furthest first.
void sortByDistance(const PlacedForm& placed, std::vector<Pin>& pins) {
  std::ranges::stable_sort(pins, [&](const Pin& a, const Pin& b) { return offOf(placed, a) > offOf(placed, b); });
}

// Those that lie nowhere near their places, the furthest first.
std::vector<Pin> pinsOffPrint(const PlacedForm& placed, const std::vector<Pin>& pins) {
  constexpr double kFarOff = 80;  // canvas_px: a fit that convinces is not so wrong even where nothing is printed
  std::vector<Pin> far;
  std::ranges::copy_if(pins, std::back_inserter(far), [&](const Pin& pin) { return !(offOf(placed, pin) < kFarOff); });
  sortByDistance(placed, far);
  return far;
}

// Whether pins and lines have torn the form off its print, or made it fold over itself.
bool isTorn(const PlacedForm& pinned, const PlacedForm& alone) {
  constexpr double kMostLost = 0.05;  // of agreement
  const auto folds = [](const PlacedForm& placed) {
    return minRelativeDeterminant(splineNet(placed.fitted.fit.grid)) <= 0;
  };
  return !(pinned.fitted.likeness.agreement > alone.fitted.likeness.agreement - kMostLost) ||
         (folds(pinned) && !folds(alone));
}

detect::RecognisedPlaces recognisedPlaces(const OpenedPhoto& photo,
                                          const OpenedForm& form,
                                          const FitOptions& options,
                                          const std::stop_token& stop) {
  if (optim::isWithheld(options, Evidence::keypoints)) {
    return {};
  }
  return detect::recognise(photo.pyramid, *form.known, stop);
}

}  // namespace

FormPlacing::FormPlacing(const OpenedPhoto& photo,
                         const OpenedForm& form,
                         const FitOptions& options,
                         const FitHooks& hooks,
                         const std::stop_token& stop)
    : photo_(photo),
      form_(form),
      options_(options),
      hooks_(hooks),
      stop_(stop),
      recognised_(recognisedPlaces(photo, form, options, stop)),
      pages_(photo.pages) {
  for (PageCues& page : pages_) {
    page = optim::withoutEvidence(std::move(page), options.without);
  }
}

std::optional<detect::FormSight> FormPlacing::find(detect::FormSearch search,
                                                   const std::optional<FormSheet>& sheet,
                                                   const PageGuide& told) const {
  std::optional<detect::FormSight> sight =
      detect::findForm(photo_.pyramid, *form_.known, recognised_, pages_, sheet, search, told, stop_);
  if (sight) {
    sight->cues.frame.focal = focalPrior(photo_.info);
  }
  return sight;
}

// Fitted, looked for anew where that fit has it, and fitted once more.
optim::FormFit FormPlacing::fittedTwice(const detect::FormSight& sight) const {
  optim::FormFit fitted = optim::fitForm(sight.cues, options_, hooks_, stop_);
  if (fitted.fit.termination == Termination::stopped) {
    return fitted;
  }
  optim::FormFit again = optim::fitForm(detect::lookAgain(sight, *form_.known, seenBy(sight, fitted), fitted.sheet),
                                        options_, hooks_, stop_);
  if (isNoWorse(again, fitted.likeness.agreement) || stop_.stop_requested()) {
    again.fit.steps += fitted.fit.steps;
    again.fit.seconds += fitted.fit.seconds;
    return again;
  }
  return fitted;
}

// With the sheet's outline, and once more by the matches alone where that outline is doubtful: either the sheet is
// strongly bent, or what was taken for its outline is none. Print and paper decide. A form that its print hardly places
// is not one that its sheet's edges would make it.
std::optional<PlacedForm> FormPlacing::byOutlineOrNot(detect::FormSearch search,
                                                      const std::optional<FormSheet>& sheet,
                                                      const PageGuide& told) const {
  std::optional<detect::FormSight> sight = find(search, sheet, told);
  if (!sight || stop_.stop_requested()) {
    return std::nullopt;
  }
  optim::FormFit fitted = fittedTwice(*sight);
  const bool by_outline = sight->far_off || sight->cues.followsOutline();
  const bool is_sure = fitted.likeness.regions >= kSureRegions || !by_outline;
  const bool convinces = fitted.likeness.isConvincing();
  PlacedForm placed{std::move(*sight), std::move(fitted), convinces && is_sure, false, told, {}};
  if ((is_sure && !placed.sight.far_off) || placed.fitted.fit.termination == Termination::stopped) {
    return placed;
  }
  std::optional<detect::FormSight> other = find(detect::FormSearch::matchesAlone, sheet, told);
  if (!other) {
    placed.convinces = convinces;
    return placed;
  }
  optim::FormFit straight = fittedTwice(*other);
  const bool straight_convinces = straight.likeness.isConvincing();
  const bool counts = straight_convinces != convinces
                          ? straight_convinces
                          : optim::advantageWithoutOutline(evidenceOf(*other, straight),
                                                           evidenceOf(placed.sight, placed.fitted)) > kClearly;
  if (counts || straight.fit.termination == Termination::stopped) {
    return PlacedForm{std::move(*other), std::move(straight), straight_convinces, false, told, {}};
  }
  placed.convinces = placed.convinces || straight_convinces;
  return placed;
}

std::optional<PlacedForm> FormPlacing::place(detect::FormSearch search,
                                             const std::optional<FormSheet>& sheet,
                                             const PageGuide& told) const {
  std::optional<PlacedForm> placed = byOutlineOrNot(search, sheet, {});
  if (!told.empty() && !stop_.stop_requested()) {
    if (placed && placed->convinces) {
      placed = judgedByPrint(std::move(*placed), told);
    } else if (std::optional<PlacedForm> pinned = byOutlineOrNot(search, sheet, told); pinned && pinned->convinces) {
      placed = std::move(pinned);
    } else if (std::optional<PlacedForm> by_pins = byPinsAlone(sheet, told)) {
      placed = std::move(by_pins);  // pins are all there is
    }
  }
  if (placed && placed->convinces && search == detect::FormSearch::withOutline) {
    // Of a bent sheet the fit says badly how long its blank parts are; paper comes in few sizes.
    if (!sheet && !optim::isWithheld(options_, Evidence::sides)) {
      tryKnownSheets(*placed);
    }
    refine(*placed);
  }
  return placed;
}

// Print that convinces is right about all but details: pins far off it are mistaken, two that were swapped as well as
// one at a wrong place, and so is whatever tears the form off it.
PlacedForm FormPlacing::judgedByPrint(PlacedForm alone, const PageGuide& told) const {
  PageGuide heard = told;
  PageGuide left_out;
  left_out.pins = pinsOffPrint(alone, told.pins);
  std::erase_if(heard.pins, [&](const Pin& pin) { return std::ranges::count(left_out.pins, pin) > 0; });
  std::optional<PlacedForm> pinned = heard.empty() ? std::nullopt : alsoTold(alone, heard);
  if (!pinned && !heard.pins.empty() && !heard.strokes.empty() && !stop_.stop_requested()) {
    left_out.strokes = std::exchange(heard.strokes, {});  // a line may be the mistake
    pinned = alsoTold(alone, heard);
  }
  if (!pinned) {
    left_out = told;
    sortByDistance(alone, left_out.pins);
  }
  PlacedForm judged = pinned ? std::move(*pinned) : std::move(alone);
  judged.left_out = std::move(left_out);
  return judged;
}

// Fitted once more where it was seen, with what was told; nothing where that is worse.
std::optional<PlacedForm> FormPlacing::alsoTold(const PlacedForm& alone, const PageGuide& heard) const {
  detect::FormSight sight = alone.sight;
  detect::ToldOnCanvas on_canvas = detect::toldOnCanvas(heard, sight.cues.frame);
  sight.cues.pins = std::move(on_canvas.pins);
  sight.cues.strokes = std::move(on_canvas.strokes);
  sight.cues.notes = std::move(on_canvas.notes);
  optim::FormFit fitted = fittedTwice(sight);
  const bool convinces = fitted.likeness.isConvincing();
  PlacedForm told{std::move(sight), std::move(fitted), convinces, false, heard, {}};
  return convinces && !isTorn(told, alone) ? std::optional(std::move(told)) : std::nullopt;
}

void FormPlacing::tryKnownSheets(PlacedForm& placed) const {
  for (const FormSheet& likely : likelySheets(placed.fitted.sheet, form_.known->frame.form_extent)) {
    if (stop_.stop_requested()) {
      return;
    }
    std::optional<PlacedForm> other = byOutlineOrNot(detect::FormSearch::withOutline, likely, placed.heard);
    if (!other) {
      return;
    }
    if (other->convinces &&
        optim::advantage(evidenceOf(other->sight, other->fitted), evidenceOf(placed.sight, placed.fitted)) > kClearly) {
      other->left_out = std::move(placed.left_out);
      placed = std::move(*other);
    }
  }
}

// What is printed on the photo is not the form's, or nobody can tell: it would draw the form to and fro between the
// pins.
std::optional<PlacedForm> FormPlacing::byPinsAlone(const std::optional<FormSheet>& sheet, const PageGuide& told) const {
  std::optional<detect::FormSight> sight = find(detect::FormSearch::pinsAlone, sheet, told);
  if (!sight) {
    return std::nullopt;
  }
  FitOptions options = options_;
  options.without.insert(options.without.end(), {Evidence::print, Evidence::matches});
  optim::FormFit fitted = optim::fitForm(sight->cues, options, hooks_, stop_);
  if (!stop_.stop_requested()) {
    // Edges are seen better the second time; agreement with print that is none of the form's says nothing of that.
    optim::FormFit again = optim::fitForm(detect::lookAgain(*sight, *form_.known, seenBy(*sight, fitted), fitted.sheet),
                                          options, hooks_, stop_);
    if (!again.cameToNothing()) {
      fitted = std::move(again);
    }
  }
  if (fitted.cameToNothing()) {
    return std::nullopt;
  }
  return PlacedForm{std::move(*sight), std::move(fitted), false, true, told, {}};
}

std::vector<detect::FilledPiece> FormPlacing::filledIn(const PlacedForm& placed) const {
  return detect::printSeen(placed.sight, *form_.known, seenBy(placed.sight, placed.fitted), placed.fitted.sheet).filled;
}

// A fit that has found the form goes on with a camera among its unknowns. What is filled in stands on lines and in
// columns, which are first seen on a page that is nearly flat; straighter, it shows more.
void FormPlacing::refine(PlacedForm& placed) const {
  const detect::FormSight& sight = placed.sight;
  optim::FormFit& fitted = placed.fitted;
  if (stop_.stop_requested()) {
    return;
  }
  FormCues cues = detect::lookAgain(sight, *form_.known, seenBy(sight, fitted), fitted.sheet);
  // Goes on from the last fit if that loses no agreement and is allowed; else false.
  const auto goOn = [&](double agreement, const auto& isAllowed) {
    if (stop_.stop_requested()) {
      return false;
    }
    optim::FormFit next = optim::fitForm(cues, fitted.paper, options_, hooks_, stop_);
    if (stop_.stop_requested() || !next.likeness.isConvincing() || !isNoWorse(next, agreement) || !isAllowed(next)) {
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
  // Upright and level print, or one of the two: one kind may be wrong, and the other right.
  const auto follow = [&](const detect::FormPrint& print, bool upright, bool level) {
    cues.columns = upright ? print.columns : std::vector<FormColumn>{};
    cues.ends = upright ? print.ends : std::vector<FormColumn>{};
    cues.baselines = level ? print.baselines : std::vector<FormBaseline>{};
    cues.characters = level ? print.characters : std::vector<CanvasCharacter>{};
    return goOn(without_print.agreement, [&](const optim::FormFit& next) {
      return optim::advantage(evidenceOf(sight, next), without_print) >= -kPrintMayCost;
    });
  };
  const int most = form_.known->filled.empty() ? kPrintLooks : kMostPrintLooks;
  std::ptrdiff_t placed_before = 0;
  for (int look = 0; look < most; ++look) {
    detect::FormPrint print = detect::printSeen(sight, *form_.known, seenBy(sight, fitted), fitted.sheet);
    if (look >= kPrintLooks && print.places() <= placed_before) {
      return;
    }
    placed_before = print.places();
    const auto followsAny = [&] {
      const bool upright = !print.columns.empty() || !print.ends.empty(), level = !print.baselines.empty();
      return (upright && level && follow(print, true, true)) || (upright && follow(print, true, false)) ||
             (level && follow(print, false, true));
    };
    if (!followsAny()) {
      // What other copies have in common may not hold for this one.
      if (print.places() == 0) {
        return;
      }
      print.forgetPlaces();
      if (!followsAny()) {
        return;
      }
    }
  }
}

}  // namespace platen::pipeline
