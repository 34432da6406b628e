// PhotoState: all that is known and was said of one photo, as a value. For hosts that keep photos and let someone edit
// them: an edit is a new value, undo an older one, a project file a list of them.
#pragma once

#include "core/guide.h"
#include "core/options.h"
#include "core/pipeline/page.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace platen::pipeline {

// One page: what the last fit made of it, and what someone said of it (pins in source_px and upright page_uv).
struct PageState {
  FittedPage fitted;
  std::vector<Pin> pins;
  std::vector<Stroke> strokes;  // source_px
};

// What must be fitted before the pages are what options, pins and strokes make of them.
enum class Due : std::uint8_t {
  nothing,
  onward,  // from the shapes that the pages have
  afresh,  // as if there were none
};

struct PhotoState {
  FitOptions fit;
  ExportOptions out;
  std::vector<PageState> pages;  // in reading order; empty: not fitted yet
  Due due = Due::afresh;
  int due_page = 0;  // index of the only page that is due; 0: all
  Guide start;       // shapes from elsewhere, which a fit afresh begins from
  Polyline spine;    // of an open book, where someone put it, source_px; empty: where it was found

  [[nodiscard]] const PageState* page(int index) const {
    const auto found =
        std::find_if(pages.begin(), pages.end(), [&](const PageState& p) { return p.fitted.index == index; });
    return found == pages.end() ? nullptr : &*found;
  }
  [[nodiscard]] PageState* page(int index) {
    const auto found =
        std::find_if(pages.begin(), pages.end(), [&](const PageState& p) { return p.fitted.index == index; });
    return found == pages.end() ? nullptr : &*found;
  }
  // That of its least certain page; nothing while there is none.
  [[nodiscard]] std::optional<double> confidence() const;
  [[nodiscard]] bool isGuided() const {
    return std::any_of(pages.begin(), pages.end(),
                       [](const PageState& p) { return !p.pins.empty() || !p.strokes.empty(); });
  }
};

// What the fit that is due is told: pins and strokes, and the shapes that it begins from.
Guide guideFor(const PhotoState& state);
// For another photo by the same camera from the same place: the shapes alone, scaled from one photo's size to the
// other's. Empty where these are not of the same proportions within 1 %.
Guide shapesFor(const PhotoState& state, Size from_px, Size to_px);
// Pins and strokes of a page that now reads after another turn: they stay where they are on the photo.
void turnGuides(PageState& page, int clockwise_quarter_turns);

enum class PhotoStatus : std::uint8_t {
  waiting,
  fitting,
  stopped,  // by someone who has not gone on with it; a host's, as fitting and failed are
  done,
  needsLook,
  failed,
};
// Of photos without a host: waiting, done, or needsLook where a page is less sure than optim::kUnsureConfidence.
PhotoStatus statusOf(const PhotoState& state);

}  // namespace platen::pipeline
