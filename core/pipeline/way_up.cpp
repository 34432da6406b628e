#include "core/pipeline/way_up.h"

#include "core/detect/cues.h"
#include "core/detect/reading_turn.h"
#include "core/detect/tesseract_reading.h"
#include "core/pipeline/letter_sample.h"
#include "core/pipeline/render.h"

#include <algorithm>
#include <cmath>

namespace platen::pipeline {
namespace {

// Tesseract looks at 250 letters at most, and at none of fewer than 50; what was traced has words' gaps as well.
constexpr int kFewLetters = 80;

// The page as Tesseract reads it best.
struct PageToRead {
  Image pixels;
  double letter_px = 0;  // height of a character, of its pixels
};

PageToRead renderedForReading(
    const FitResult& fit, const Pyramid& photo, double letter_px, int threads, const std::stop_token& stop) {
  const double scale = detect::scaleForReading(fit.page_extent_px, letter_px);
  const Size size{std::max(1, static_cast<int>(std::lround(scale * fit.page_extent_px.x))),
                  std::max(1, static_cast<int>(std::lround(scale * fit.page_extent_px.y)))};
  const Level& level = photo.atLeast(std::min(1.0, scale));
  return {renderPage(level.image, level.scale, fit.grid, size, {Filter::bilinear, threads, Fill::paper}, stop),
          scale * letter_px};
}

// The part of a page with a few of its letters; empty where it has no more.
Image fewLetters(const PageToRead& page, const PageCues& cues, const FitResult& fit) {
  const Vec2 extent{static_cast<double>(page.pixels.width()), static_cast<double>(page.pixels.height())};
  const std::optional<Box> window = windowOfLetters(linesOnPage(cues, fit.grid, extent), page.letter_px, kFewLetters);
  if (!window) {
    return {};
  }
  const int x0 = static_cast<int>(std::clamp(window->x0, 0.0, extent.x));
  const int y0 = static_cast<int>(std::clamp(window->y0, 0.0, extent.y));
  const int x1 = static_cast<int>(std::clamp(window->x1, 0.0, extent.x));
  const int y1 = static_cast<int>(std::clamp(window->y1, 0.0, extent.y));
  return x1 > x0 && y1 > y0 ? page.pixels.crop(x0, y0, {x1 - x0, y1 - y0}) : Image{};
}

}  // namespace

std::optional<int> turnToUpright(const PageCues& cues,
                                 const FitResult& fit,
                                 const Pyramid& photo,
                                 bool lies_level,
                                 int threads,
                                 const std::stop_token& stop) {
  const detect::Uprightness letters = detect::uprightness(cues, photo);
  // What was traced on a crumpled sheet without lines of text may be creases; of a photo that was left as it was
  // (confidence 0), foliage.
  constexpr double kTrusted = 0.5;
  const bool may_turn = (cues.has_text && fit.confidence > 0) || fit.confidence >= kTrusted;
  const std::optional<int> by_letters = detect::readingTurn(letters, std::nullopt, may_turn);
  if (detect::standsForCertain(letters) || !detect::hasTesseract()) {
    return by_letters;
  }
  const PageToRead page = renderedForReading(fit, photo, cues.char_height / cues.frame.scale, threads, stop);
  if (stop.stop_requested()) {
    return by_letters;
  }
  if (by_letters) {
    const std::optional<detect::TesseractReading> few = detect::tesseractReading(fewLetters(page, cues, fit), stop);
    if (few && detect::confirms(*few, *by_letters)) {
      return by_letters;
    }
  }
  if (stop.stop_requested()) {
    return by_letters;
  }
  std::optional<detect::TesseractReading> read = detect::tesseractReading(page.pixels, stop);
  if (lies_level && read && read->quarter_turns % 2 != 0) {
    read.reset();
  }
  return detect::readingTurn(letters, read, may_turn);
}

}  // namespace platen::pipeline
