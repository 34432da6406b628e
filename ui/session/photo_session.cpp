#include "ui/session/photo_session.h"

#include "ui/session/bent_grid.h"

#include <algorithm>
#include <utility>

namespace platen::ui {
namespace {

constexpr int kHistory = 200;  // a few hundred kB an entry

}  // namespace

PhotoSession::PhotoSession(std::filesystem::path file, PhotoState state, Engine& engine, QObject* parent)
    : QObject(parent),
      JobListener(engine),
      file_(std::move(file)),
      state_(std::make_shared<Entry>(Entry{std::move(state)})) {
  history_.setUndoLimit(kHistory);
}

PhotoSession::~PhotoSession() = default;  // its jobs are stopped by JobListener's

PhotoStatus PhotoSession::status() const {
  if (isFitting() && (is_shown_ || job_has_begun_)) {
    return PhotoStatus::fitting;
  }
  if (!errors_.empty()) {
    return PhotoStatus::failed;
  }
  if (isStopped() && state().due != Due::nothing) {
    return PhotoStatus::stopped;
  }
  const PhotoStatus status = statusOf(state());
  return status == PhotoStatus::done && hasUntouchedOutline() ? PhotoStatus::needsLook : status;
}

bool PhotoSession::hasHandWork(const std::optional<pipeline::Presets>& presets) const {
  return history_.count() > 0 || pipeline::isTouched(state(), presets);
}

WarpGrid PhotoSession::shownGrid(int page) const {
  const PageState* known = state().page(page);
  WarpGrid grid = known != nullptr ? known->fitted.fit.grid : WarpGrid{};
  if (frame_ && frame_->page == page && !frame_->grid.empty()) {
    grid = frame_->grid;
  }
  if (moving_ && moving_->page == page && known != nullptr) {
    const Pin& pin = known->pins[moving_->pin];
    grid = bentGrid(grid, pin.page_uv, pin.point);
  }
  return grid;
}

double PhotoSession::shownAspect(int page) const {
  return frame_ && frame_->page == page && !frame_->grid.empty() ? frame_->aspect : 0;
}

void PhotoSession::show() {
  is_shown_ = true;
  if (job_ != 0) {
    engine().stop(std::exchange(job_, 0));
  }
  openOrFit(Urgency::now);
}

void PhotoSession::hide() {
  cancelMove();
  is_shown_ = false;
  opened_.reset();
  preview_.reset();
  frame_.reset();
  if (job_ != 0) {
    engine().stop(std::exchange(job_, 0));
  }
  openOrFit(Urgency::later);
  Q_EMIT statusChanged();
}

// What there is to do for it: a fit that is due, else, in view, at least to open it.
void PhotoSession::openOrFit(Urgency urgency) {
  // One that failed fails again: it is tried again when someone asks for it, or changes something.
  const bool is_due = state_->due != Due::nothing && !state_->is_stopped && errors_.empty();
  if (is_due && is_shown_) {
    requestFit(urgency);
  } else if (is_due) {
    Q_EMIT fitWanted();
  } else if (is_shown_ && (!opened_ || opened_division_ != divisionOf(*state_))) {
    begun(engine().open(file_, state_->fit, spineOf(*state_), *this), false);
  }
}

void PhotoSession::fitLater(Urgency urgency) {
  if (job_ == 0 && state_->due != Due::nothing) {
    requestFit(urgency);
  }
}

void PhotoSession::stopWaiting() {
  if (!is_shown_ && job_ != 0) {
    engine().stop(std::exchange(job_, 0));
    Q_EMIT statusChanged();
  }
}

void PhotoSession::noteFailure(const Error& error) {
  if (state_->pages.empty() || error.kind == ErrorKind::notFound) {
    errors_.insert_or_assign(0, error);
    Q_EMIT statusChanged();
  }
}

void PhotoSession::stopFit() {
  cancelMove();
  if (isFitting()) {
    state_->is_stopped = true;
    engine().stop(job_);
  }
}

void PhotoSession::goOn() {
  if (isFitting()) {
    return;
  }
  if (state_->due == Due::nothing) {
    PhotoState after = *state_;
    mark(after, Due::onward, 0);
    push(std::move(after), tr("Go On"));
    return;
  }
  // What was stopped, or failed, is brought to its end.
  state_->is_stopped = false;
  errors_.clear();
  if (!state_->pages.empty()) {
    state_->due = Due::onward;
  }
  requestFit(is_shown_ ? Urgency::now : Urgency::later);
}

bool PhotoSession::showFrame(const FitFrame& frame) {
  if (!isOurs(frame.job) || !isFitting()) {
    return false;
  }
  WarpGrid before = frame_ && frame_->page == frame.page ? std::move(frame_->grid) : WarpGrid{};
  const double aspect_before = frame_ ? frame_->aspect : 0;
  frame_ = frame;
  if (frame_->grid.empty()) {
    frame_->grid = std::move(before);
    frame_->aspect = aspect_before;
  } else {
    Q_EMIT shownGridChanged(frame.page);
  }
  Q_EMIT fitProgressed(*frame_);
  return true;
}

void PhotoSession::beginMove(int page, Vec2 page_uv) {
  cancelMove();
  PageState* known = state_->page(page);
  if (known == nullptr) {
    return;
  }
  constexpr double kSamePlace = 1e-9;
  Moving moving{*state_, page, 0, false, {}};
  std::vector<Pin>& pins = moving.state.page(page)->pins;
  const auto found =
      std::find_if(pins.begin(), pins.end(), [&](const Pin& p) { return norm(p.page_uv - page_uv) < kSamePlace; });
  moving.pin = static_cast<std::size_t>(found - pins.begin());
  if (found == pins.end()) {
    pins.push_back({sourceFromPage(splineNet(known->fitted.fit.grid), page_uv), page_uv});
  }
  moving_ = std::move(moving);
}

void PhotoSession::moveTo(Vec2 source_px, Vec2 page_uv) {
  if (!moving_) {
    return;
  }
  Pin& pin = moving_->state.page(moving_->page)->pins[moving_->pin];
  if (pin.point == source_px && pin.page_uv == page_uv) {
    return;
  }
  pin = {source_px, page_uv};
  mark(moving_->state, Due::onward, moving_->page);
  // The first step ends what runs, which knows nothing of the point; the others follow as fast as fits end.
  requestFit(std::exchange(moving_->has_moved, true) ? Urgency::next : Urgency::now);
  moving_->jobs.push_back(job_);
  Q_EMIT shownGridChanged(moving_->page);
}

void PhotoSession::endMove() {
  if (!moving_ || !moving_->has_moved) {
    cancelMove();
    return;
  }
  PhotoState after = std::move(moving_->state);
  moving_.reset();
  push(std::move(after), tr("Move Point"));
}

void PhotoSession::cancelMove() {
  if (!moving_) {
    return;
  }
  const Moving was = std::move(*std::exchange(moving_, std::nullopt));
  if (!was.has_moved) {
    return;  // nothing was asked for, and what runs goes on
  }
  if (job_ != 0) {
    engine().stop(std::exchange(job_, 0));
  }
  frame_.reset();
  openOrFit(Urgency::now);
  Q_EMIT stateChanged();
  Q_EMIT shownGridChanged(was.page);
}

void PhotoSession::restore(PhotoState state) {
  history_.clear();
  apply(std::make_shared<Entry>(Entry{std::move(state)}));
}

void PhotoSession::apply(std::shared_ptr<Entry> entry) {
  moving_.reset();
  if (job_ != 0) {
    engine().stop(std::exchange(job_, 0));
  }
  state_ = std::move(entry);
  frame_.reset();
  errors_.clear();
  openOrFit(Urgency::now);
  Q_EMIT stateChanged();
  Q_EMIT statusChanged();
}

void PhotoSession::requestFit(Urgency urgency) {
  const PhotoState& state = current();
  FitRequest request;
  request.photo = file_;
  request.options = state.fit;
  request.guide = guideFor(state);
  if (state.due_page != 0) {
    request.only_page = state.due_page;
  }
  begun(engine().fit(std::move(request), urgency, *this), true);
}

void PhotoSession::begun(JobNumber job, bool fits) {
  job_ = job;
  job_fits_ = fits;
  asked_division_ = divisionOf(current());
  job_has_begun_ = false;
  answered_.clear();
  if (fits) {
    errors_.clear();
  }
  Q_EMIT statusChanged();
}

void PhotoSession::previewed(JobNumber job, const PhotoPreviewHandle& preview) {
  if (job == job_) {
    info_ = preview->info;
    preview_ = preview;
    Q_EMIT previewChanged();
  }
}

void PhotoSession::opened(JobNumber job, const OpenedPhotoHandle& photo) {
  if (job != job_) {
    return;
  }
  opened_division_ = asked_division_;
  if (state_->due == Due::nothing && errors_.erase(0) > 0) {  // it was not there before
    Q_EMIT statusChanged();
  }
  if (photo != opened_) {
    info_ = photo->info;
    opened_ = photo;
    Q_EMIT photoOpened();
  }
}

bool PhotoSession::isOurs(JobNumber job) const {
  return job == job_ || (moving_ && std::find(moving_->jobs.begin(), moving_->jobs.end(), job) != moving_->jobs.end());
}

void PhotoSession::fitBegun(JobNumber job, int /*page*/) {
  if (isOurs(job) && !std::exchange(job_has_begun_, true)) {
    Q_EMIT statusChanged();
  }
}

// Something more urgent came: it begins again later.
void PhotoSession::madeWay(JobNumber job) {
  if (isOurs(job)) {
    job_has_begun_ = false;
    answered_.clear();
    Q_EMIT statusChanged();
  }
}

void PhotoSession::fitted(JobNumber job, const FittedPageHandle& page) {
  if (!isOurs(job)) {
    return;
  }
  PhotoState& state = current();
  PageState* known = state.page(page->index);
  if (known == nullptr) {
    const auto before = std::find_if(state.pages.begin(), state.pages.end(),
                                     [&](const PageState& p) { return p.fitted.index > page->index; });
    known = &*state.pages.insert(before, PageState{});
  } else {
    turnGuides(*known, (page->fit.reading_rotation - known->fitted.fit.reading_rotation + 360) / 90);
  }
  known->fitted = *page;
  answered_.push_back(page->index);
  if (frame_ && frame_->page == page->index) {
    frame_.reset();
  }
  Q_EMIT stateChanged();
  Q_EMIT shownGridChanged(page->index);
}

void PhotoSession::failed(JobNumber job, int page, const Error& error) {
  if (job == job_) {
    errors_.insert_or_assign(page, error);
  }
}

void PhotoSession::jobEnded(JobNumber job) {
  if (job != job_) {
    return;
  }
  job_ = 0;
  if (const auto last = std::exchange(frame_, std::nullopt)) {
    Q_EMIT shownGridChanged(last->page);
  }
  if (std::exchange(job_fits_, false) && !moving_) {
    // That it failed, or was stopped, is nothing that a project keeps: each page that it made has been told of.
    bool is_changed = false;
    const bool was_whole = state_->due_page == 0;
    if (was_whole && !state_->is_stopped && errors_.find(0) == errors_.end()) {
      // Pages that the photo no longer has under these options.
      const auto gone = std::erase_if(state_->pages, [&](const PageState& p) {
        return std::find(answered_.begin(), answered_.end(), p.fitted.index) == answered_.end();
      });
      is_changed = gone > 0;
    }
    if (!state_->is_stopped && errors_.empty()) {
      is_changed = is_changed || state_->due != Due::nothing;
      state_->due = Due::nothing;
      state_->due_page = 0;
    }
    if (is_changed) {
      Q_EMIT stateChanged();
    }
  }
  Q_EMIT statusChanged();
}

}  // namespace platen::ui
