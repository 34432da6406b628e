#include "core/pipeline/register.h"

#include "core/detect/cues.h"
#include "core/detect/known_form.h"
#include "core/io/decode.h"
#include "core/io/probe.h"
#include "core/optim/form_fit.h"
#include "core/optim/guided_start.h"
#include "core/optim/withheld_evidence.h"
#include "core/pipeline/form_placing.h"
#include "core/pipeline/guard.h"
#include "core/pipeline/memory_shares.h"
#include "core/pipeline/render.h"
#include "core/pipeline/threads.h"
#include "core/pipeline/warp_doubts.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace platen::pipeline {
namespace {

constexpr std::size_t kLearnFrom = 6;      // photos at most
constexpr double kLeastInView = 0.5;       // of the form, to be registered at all
constexpr double kNearlyAllInView = 0.97;  // less is warned of
constexpr double kFoldedConfidence = 0.3;
constexpr double kLongest = 6;                   // a form's longer side over its shorter one, at most
constexpr double kPinnedConfidence = 0.3;        // at most, where only pins say that this is the form
constexpr double kContradictedConfidence = 0.5;  // likewise, where pins contradict it
constexpr double kLetter = 0.012;                // of a form's width: a character, by which pins are judged

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

// "the pin at (812, 1033) and 2 more"
std::string saidOf(const char* what, Vec2 at, std::size_t count) {
  return std::string("the ") + what + " at (" + std::to_string(std::lround(at.x)) + ", " +
         std::to_string(std::lround(at.y)) + ") of the photo" +
         (count > 1 ? " and " + std::to_string(count - 1) + " more" : "");
}

void tellWhatWasLeftOut(const PageGuide& left_out, FitResult& fit) {
  const auto tell = [&fit](const std::string& what, std::size_t count) {
    fit.warnings.push_back(what +
                           (count > 1 ? " contradict what is printed there, and were left out"
                                      : " contradicts what is printed there, and was left out") +
                           " (are places mixed up?)");
    fit.confidence = std::min(fit.confidence, kContradictedConfidence);
  };
  if (const std::vector<Pin>& pins = left_out.pins; !pins.empty()) {
    tell(saidOf("pin", pins.front().point, pins.size()), pins.size());
  }
  if (const std::vector<Stroke>& lines = left_out.strokes; !lines.empty() && !lines.front().points.empty()) {
    tell(saidOf("line that begins", lines.front().points.front(), lines.size()), lines.size());
  }
}

std::string whyNotByPins(const PageGuide& told) {
  return told.pins.size() < detect::kPlacedByPins
             ? ""
             : "; and no camera could see it where the pins say (are their places mixed up, or all in one corner?)";
}

// `filled`: where what is filled in is to be put, if that is wanted.
Result<RegisteredPhoto> registeredBy(detect::FormSearch search,
                                     const std::filesystem::path& photo,
                                     const OpenedForm& form,
                                     const std::optional<FormSheet>& sheet,
                                     const FitOptions& options,
                                     const FitHooks& hooks,
                                     const PageGuide& told,
                                     const std::stop_token& stop,
                                     std::vector<detect::FilledPiece>* filled = nullptr) {
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
    const Stopwatch recognising;
    const FormPlacing placing(*opened, form, options, hooks, stop);
    page.seconds.emplace_back("recognise", recognising.seconds());
    const Stopwatch fitting;
    std::optional<PlacedForm> found = placing.place(search, sheet, told);
    if (stop.stop_requested()) {
      return stoppedAt(photo);
    }
    const std::string name = form.info.file.filename().string();
    if (!found) {
      return fail(ErrorKind::noPage, photo,
                  "shows no page that looks like the form " + name +
                      ": too few places of it are recognised (is it another form, or is too little of it in view?)" +
                      whyNotByPins(told));
    }
    PlacedForm& placed = *found;
    optim::FormFit& fitted = placed.fitted;
    page.seconds.emplace_back("fit", fitting.seconds());
    page.fit = std::move(fitted.fit);
    // A stop between two fits shows in neither, and ends the search for a second opinion as if there were none.
    if (page.fit.termination == Termination::stopped || stop.stop_requested()) {
      return stoppedAt(photo);
    }
    registered.sheet = fitted.sheet;
    if (!placed.convinces && !placed.by_pins) {
      return fail(ErrorKind::noPage, photo,
                  "does not show the form " + name +
                      ": what is printed on it is not where the form has it (is it another form or another edition?)" +
                      whyNotByPins(told));
    }
    page.fit.confidence = std::clamp(fitted.likeness.agreement, 0.0, 1.0);
    page.fit.warnings = placed.sight.cues.notes;
    if (placed.by_pins) {
      page.fit.warnings.emplace_back(
          "what is printed on the form " + name +
          " is not where the form has it: only the pins say where it is (is it another form or another edition?)");
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
    tellWhatWasLeftOut(placed.left_out, page.fit);
    tellWhatWasMissed(placed.heard, page.fit);
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
    if (filled != nullptr && placed.convinces) {
      *filled = placing.filledIn(placed);
    }
    // The form's own size, where its file says it.
    if (form.info.dpi) {
      page.density_dpi = page.fit.page_extent_px.x / (form.info.size.width / *form.info.dpi);
    }
    return registered;
  });
}

// Each of them by registeredBy(), which is told of its place as well; in order.
template <class RegisterOne>
std::vector<Result<RegisteredPhoto>> eachOf(const std::vector<std::filesystem::path>& photos,
                                            const RegisterJobs& jobs,
                                            const std::stop_token& stop,
                                            const RegisterOne& registerOne) {
  std::vector<std::optional<Result<RegisteredPhoto>>> made(photos.size());
  MemoryShares memory(jobs.memory_bytes, std::max(1, jobs.jobs), checkRegisterMemory);
  inParallel(photos.size(), jobs.jobs, [&](std::size_t k) {
    made[k] = guarded(photos[k], [&]() -> Result<RegisteredPhoto> {
      if (stop.stop_requested()) {
        return stoppedAt(photos[k]);
      }
      const Result<MemoryShares::Held> held = memory.hold(photos[k], stop);
      return held ? registerOne(k) : Result<RegisteredPhoto>(tl::unexpected(held.error()));
    });
  });
  std::vector<Result<RegisteredPhoto>> all;
  all.reserve(made.size());
  for (std::optional<Result<RegisteredPhoto>>& one : made) {
    all.push_back(*std::move(one));
  }
  return all;
}

FitOptions optionsOf(FitOptions options, const RegisterJobs& jobs) {
  if (jobs.jobs > 1) {
    options.threads = 1;
  }
  return options;
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

std::vector<Result<RegisteredPhoto>> registerPhotos(const std::vector<std::filesystem::path>& photos,
                                                    const OpenedForm& form,
                                                    const std::optional<FormSheet>& sheet,
                                                    const FitOptions& options,
                                                    const RegisterJobs& jobs,
                                                    const std::stop_token& stop,
                                                    const PageGuide& told) {
  const FitOptions each = optionsOf(options, jobs);
  return eachOf(photos, jobs, stop,
                [&](std::size_t k) { return registerPhoto(photos[k], form, sheet, each, {}, stop, told); });
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

LearnedForm learnForm(const std::vector<std::filesystem::path>& photos,
                      const OpenedForm& form,
                      const std::optional<FormSheet>& sheet,
                      const FitOptions& options,
                      const std::stop_token& stop,
                      const RegisterJobs& jobs,
                      const Learning& learning) {
  LearnedForm learned{form, sheet};
  if (photos.size() < 2) {
    return learned;
  }
  const std::size_t count = std::min(photos.size(), kLearnFrom);
  std::vector<std::filesystem::path> some;
  for (std::size_t k = 0; k < count; ++k) {
    some.push_back(photos[k * photos.size() / count]);
  }
  const FitOptions each = optionsOf(options, jobs);
  // Nothing would go by what is filled in.
  const bool edges_alone = optim::isWithheld(options, Evidence::lines) && optim::isWithheld(options, Evidence::margins);
  const std::size_t all = ((sheet ? 0U : 1U) + (edges_alone ? 0U : 1U)) * count;
  std::mutex mutex;
  std::size_t done = 0;
  const auto tell = [&](std::size_t now) {
    done = now;
    if (learning && all > 0) {
      learning(done, all);
    }
  };
  // Told when it is done.
  const auto registerOne = [&](std::size_t k, detect::FormSearch search, std::vector<detect::FilledPiece>* filled) {
    Result<RegisteredPhoto> one = registeredBy(search, some[k], form, learned.sheet, each, {}, {}, stop, filled);
    const std::lock_guard lock(mutex);
    tell(done + 1);
    return one;
  };
  tell(0);
  if (!sheet) {
    // By the print and straight edges: those of bent sheets say least of where they lie.
    std::vector<FormSheet> measured;
    for (const Result<RegisteredPhoto>& one : eachOf(some, jobs, stop, [&](std::size_t k) {
           return registerOne(k, detect::FormSearch::matchesAlone, nullptr);
         })) {
      if (one) {
        measured.push_back(one->sheet);
      }
    }
    learned.sheet = combined(measured, form.known->frame.form_extent);
    tell(count);  // also where some could not be afforded
  }
  if (edges_alone) {
    return learned;
  }
  std::vector<std::vector<detect::FilledPiece>> filled(count);
  const std::vector<Result<RegisteredPhoto>> whole = eachOf(
      some, jobs, stop, [&](std::size_t k) { return registerOne(k, detect::FormSearch::withOutline, &filled[k]); });
  tell(all);
  std::vector<detect::FilledCopy> copies;
  for (std::size_t k = 0; k < count; ++k) {
    if (whole[k]) {
      copies.push_back({std::move(filled[k]), trustIn(whole[k]->sheet)});
    }
  }
  if (std::vector<detect::FilledLine> lines = detect::sharedLines(std::move(copies)); !lines.empty()) {
    auto known = std::make_shared<detect::KnownForm>(*form.known);
    known->filled = std::move(lines);
    learned.form.known = std::move(known);
  }
  return learned;
}

}  // namespace platen::pipeline
