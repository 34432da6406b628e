// The edits of one photo that say how many pages it shows: where two of them meet, or that it is one.
#include "ui/session/photo_session.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace platen::ui {
namespace {

constexpr int kSpinePoints = 9;

// Pins and lines belong to the pages that they were set on, and shapes from elsewhere to pages like those.
void forgetPages(PhotoState& state) {
  for (PageState& page : state.pages) {
    page.pins.clear();
    page.strokes.clear();
  }
  state.start = {};
}

}  // namespace

bool PhotoSession::isOpenBook() const {
  if (opened_ != nullptr && !isFitting()) {
    return std::any_of(opened_->pages.begin(), opened_->pages.end(), std::mem_fn(&PageCues::hasGutter));
  }
  return state_->pages.size() > 1 || !spineOf(*state_).empty();
}

Polyline PhotoSession::spineOf(const PhotoState& state) {
  return state.fit.page.choice == PageChoice::whole ? Polyline{} : state.spine;
}

void PhotoSession::setSpine(const Polyline& source_px) {
  if (!info_ || source_px.size() < 2) {
    return;
  }
  PhotoState after = *state_;
  const bool divides = !isOpenBook();
  if (divides) {
    forgetPages(after);
  }
  after.spine = source_px;
  if (after.fit.page.choice == PageChoice::whole || after.fit.page.choice == PageChoice::automatic) {
    after.fit.page = {};
  }
  mark(after, Due::afresh, 0);
  push(std::move(after), divides ? tr("Split into Two Pages") : tr("Move Spine"));
}

void PhotoSession::splitInTwo(int page) {
  if (!info_) {
    return;
  }
  Polyline middle;
  WarpGrid grid = shownGrid(page);
  if (grid.empty()) {
    grid = identityGrid(info_->size);
  }
  const SplineNet net = splineNet(grid);
  for (int k = 0; k < kSpinePoints; ++k) {
    middle.push_back(sourceFromPage(net, {0.5, static_cast<double>(k) / (kSpinePoints - 1)}));
  }
  setSpine(middle);
}

void PhotoSession::takeAsOnePage() {
  if (!isOpenBook()) {
    return;
  }
  PhotoState after = *state_;
  forgetPages(after);
  after.spine.clear();
  after.fit.page = {PageChoice::whole, 0};
  mark(after, Due::afresh, 0);
  push(std::move(after), tr("Take as One Page"));
}

}  // namespace platen::ui
