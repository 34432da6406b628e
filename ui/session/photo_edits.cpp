// The edits of one photo and of many, and the entries of the history that they become.
#include "ui/session/photo_session.h"

#include <algorithm>
#include <array>
#include <utility>

#include <QPointer>
#include <QUndoCommand>

namespace platen::ui {
namespace {

// Where nothing tells where the page is, its outline begins so far inside the photo, in photos.
constexpr double kInset = 0.12;
// A page that is less sure than this is no better place for an outline to begin.
constexpr double kSomeConfidence = 0.25;

// All but what changes how fast it comes, not what comes.
bool fitTheSame(FitOptions a, const FitOptions& b) {
  a.threads = b.threads;
  return a == b;
}

WarpGrid insetRectangle(Size photo) {
  const double w = photo.width;
  const double h = photo.height;
  const Vec2 inset{kInset * w, kInset * h};
  return {2, 2, {inset, {w - inset.x, inset.y}, {inset.x, h - inset.y}, {w - inset.x, h - inset.y}}};
}

}  // namespace

void PhotoSession::mark(PhotoState& state, Due due, int page) {
  state.due_page = state.due == Due::nothing || (state.due_page == page && page != 0) ? page : 0;
  state.due = std::max(state.due, due);
}

// What one action did to several photos: undone and redone in all of them whose last edit it still is.
struct PhotoSession::SharedEdit {
  std::vector<QPointer<PhotoSession>> photos;
  bool is_going = false;
};

// One step of a photo's history.
class PhotoSession::Edit : public QUndoCommand {
 public:
  Edit(PhotoSession& session, std::shared_ptr<SharedEdit> shared, const QString& what)
      : QUndoCommand(what), session_(session), shared_(std::move(shared)) {}

  void undo() final {
    undoHere();
    followOthers([](QUndoStack& history) { return history.index() - 1; }, &QUndoStack::undo);
  }
  void redo() final {
    redoHere();
    followOthers([](QUndoStack& history) { return history.index(); }, &QUndoStack::redo);
  }

 protected:
  virtual void undoHere() = 0;
  virtual void redoHere() = 0;
  [[nodiscard]] PhotoSession& session() const { return session_; }

 private:
  template <class Next>
  void followOthers(Next next, void (QUndoStack::*step)()) {
    if (!shared_ || std::exchange(shared_->is_going, true)) {
      return;
    }
    for (const QPointer<PhotoSession>& photo : shared_->photos) {
      if (!photo || photo == &session_) {
        continue;
      }
      QUndoStack& history = photo->history_;
      const auto* edit = dynamic_cast<const Edit*>(history.command(next(history)));
      if (edit != nullptr && edit->shared_ == shared_) {
        (history.*step)();
      }
    }
    shared_->is_going = false;
  }

  PhotoSession& session_;
  std::shared_ptr<SharedEdit> shared_;
};

// From one state to the next. The states are shared with the session: what a fit makes of one while it is the current
// one is found there again.
class PhotoSession::Change : public Edit {
 public:
  Change(PhotoSession& session,
         std::shared_ptr<Entry> after,
         const QString& what,
         std::shared_ptr<SharedEdit> shared = nullptr)
      : Edit(session, std::move(shared), what), before_(session.state_), after_(std::move(after)) {}

 private:
  void undoHere() override { session().apply(before_); }
  void redoHere() override { session().apply(after_); }

  std::shared_ptr<Entry> before_, after_;
};

// What the fit has nothing to do with, in place: a fit that runs goes on.
class PhotoSession::QuietChange : public Edit {
 public:
  QuietChange(PhotoSession& session,
              const FitOptions& fit,
              const ExportOptions& out,
              const QString& what,
              std::shared_ptr<SharedEdit> shared = nullptr)
      : Edit(session, std::move(shared), what),
        fit_before_(session.state_->fit),
        fit_after_(fit),
        out_before_(session.state_->out),
        out_after_(out) {}

 private:
  void undoHere() override { set(fit_before_, out_before_); }
  void redoHere() override { set(fit_after_, out_after_); }
  void set(const FitOptions& fit, const ExportOptions& out) {
    session().state_->fit = fit;
    session().state_->out = out;
    Q_EMIT session().stateChanged();
  }

  FitOptions fit_before_, fit_after_;
  ExportOptions out_before_, out_after_;
};

void PhotoSession::setOptions(const FitOptions& fit,
                              const ExportOptions& out,
                              const QString& what,
                              const std::shared_ptr<SharedEdit>& shared) {
  cancelMove();
  if (fitTheSame(fit, state_->fit)) {
    history_.push(new QuietChange(*this, fit, out, what, shared));
    return;
  }
  PhotoState after = *state_;
  after.fit = fit;
  after.out = out;
  mark(after, Due::afresh, 0);
  history_.push(new Change(*this, std::make_shared<Entry>(Entry{std::move(after)}), what, shared));
}

void PhotoSession::setFitOptions(const FitOptions& options, const QString& what) {
  if (!(options == state_->fit)) {
    setOptions(options, state_->out, what, nullptr);
  }
}

void PhotoSession::setExportOptions(const ExportOptions& options, const QString& what) {
  if (!(options == state_->out)) {
    setOptions(state_->fit, options, what, nullptr);
  }
}

void PhotoSession::setOptionsOfMany(const std::vector<OptionsOfOne>& edits, const QString& what) {
  const auto shared = std::make_shared<SharedEdit>();
  for (const OptionsOfOne& edit : edits) {
    shared->photos.emplace_back(edit.photo);
  }
  shared->is_going = true;
  // Each that is to be fitted again goes before those that wait: so the last one first.
  for (auto edit = edits.rbegin(); edit != edits.rend(); ++edit) {
    edit->photo->setOptions(edit->fit, edit->out, what, shared);
  }
  shared->is_going = false;
}

bool PhotoSession::hasUntouchedOutline() const {
  if (!info_) {
    return false;
  }
  const WarpGrid begun = insetRectangle(info_->size);
  return std::any_of(state_->pages.begin(), state_->pages.end(), [&begun](const PageState& page) {
    return std::all_of(begun.points.begin(), begun.points.end(), [&page](const Vec2& corner) {
      return std::any_of(page.pins.begin(), page.pins.end(),
                         [&corner](const Pin& pin) { return norm(pin.point - corner) < 1e-6; });
    });
  });
}

bool PhotoSession::willFitAgain(const FitOptions& options) const {
  return !fitTheSame(options, state_->fit);
}

bool PhotoSession::canOutline() const {
  return info_.has_value() && opened_ != nullptr;
}

void PhotoSession::outlineByHand(int index) {
  if (!canOutline() || index < 1) {
    return;
  }
  PhotoState after = *state_;
  PageState* page = after.page(index);
  const bool is_whole_photo = page != nullptr && page->fitted.fit.grid.rows == 2 && page->fitted.fit.grid.cols == 2;
  const bool is_found =
      page != nullptr && !is_whole_photo && page->fitted.fit.confidence >= kSomeConfidence && errors_.empty();
  if (page == nullptr) {
    const auto before = std::find_if(after.pages.begin(), after.pages.end(),
                                     [&](const PageState& p) { return p.fitted.index > index; });
    page = &*after.pages.insert(before, PageState{});
    page->fitted.index = index;
    if (after.fit.rotate != Rotation::automatic) {
      const int turns = static_cast<int>(after.fit.rotate) - static_cast<int>(Rotation::deg0);
      page->fitted.fit.reading_rotation = 90 * turns;
    }
  }
  FitResult& fit = page->fitted.fit;
  if (!is_found) {
    const int turns = fit.reading_rotation / 90;
    const WarpGrid upright = insetRectangle(info_->size);
    const int rotation = fit.reading_rotation;
    fit = {};
    fit.reading_rotation = rotation;
    fit.grid = turned(upright, turns);
    const Vec2 size = upright.at(1, 1) - upright.at(0, 0);
    fit.page_extent_px = turns % 2 == 0 ? size : Vec2{size.y, size.x};
    page->pins.clear();  // of another page than this
  }
  const SplineNet net = splineNet(fit.grid);
  for (const Vec2 corner : std::array<Vec2, 4>{{{0, 0}, {1, 0}, {1, 1}, {0, 1}}}) {
    const bool is_pinned = std::any_of(page->pins.begin(), page->pins.end(),
                                       [&](const Pin& pin) { return norm(pin.page_uv - corner) < 1e-9; });
    if (!is_pinned) {
      page->pins.push_back({sourceFromPage(net, corner), corner});
    }
  }
  // Its shape is known no better than the corners tell.
  std::erase_if(after.start.pages, [&](const PageGuide& guide) { return guide.index == index; });
  if (!is_found) {  // else nothing is said yet that the fit did not know: the first corner that is dragged says it
    mark(after, Due::afresh, index);
  }
  push(std::move(after), tr("Outline by Hand"));
}

void PhotoSession::addStroke(int page, const Stroke& stroke) {
  PhotoState after = *state_;
  PageState* changed = after.page(page);
  if (changed == nullptr || stroke.points.size() < 2) {
    return;
  }
  changed->strokes.push_back(stroke);
  mark(after, Due::onward, page);
  push(std::move(after), stroke.is_level ? tr("Draw Level Line") : tr("Draw Upright Line"));
}

void PhotoSession::addPin(int page, const Pin& pin) {
  PhotoState after = *state_;
  PageState* changed = after.page(page);
  if (changed == nullptr) {
    return;
  }
  changed->pins.push_back(pin);
  mark(after, Due::onward, page);
  push(std::move(after), tr("Pin Point"));
}

void PhotoSession::removePin(int page, std::size_t index) {
  PhotoState after = *state_;
  PageState* changed = after.page(page);
  if (changed == nullptr || index >= changed->pins.size()) {
    return;
  }
  changed->pins.erase(changed->pins.begin() + static_cast<std::ptrdiff_t>(index));
  mark(after, Due::onward, page);
  push(std::move(after), tr("Free Point"));
}

void PhotoSession::removeStroke(int page, std::size_t index) {
  PhotoState after = *state_;
  PageState* changed = after.page(page);
  if (changed == nullptr || index >= changed->strokes.size()) {
    return;
  }
  changed->strokes.erase(changed->strokes.begin() + static_cast<std::ptrdiff_t>(index));
  mark(after, Due::onward, page);
  push(std::move(after), tr("Remove Line"));
}

void PhotoSession::clearGuides(int page) {
  PhotoState after = *state_;
  PageState* changed = after.page(page);
  if (changed == nullptr || (changed->pins.empty() && changed->strokes.empty())) {
    return;
  }
  changed->pins.clear();
  changed->strokes.clear();
  mark(after, Due::afresh, page);
  push(std::move(after), tr("Free All Points"));
}

void PhotoSession::reset() {
  PhotoState after;
  after.out = state_->out;
  after.fit.threads = state_->fit.threads;
  push(std::move(after), tr("Reset"));
}

void PhotoSession::replace(PhotoState state, const QString& what) {
  push(std::move(state), what);
}

bool PhotoSession::startFrom(const PhotoSession& other) {
  if (!info_ || !other.info_ || other.state_->pages.empty()) {
    return false;
  }
  Guide shapes = shapesFor(*other.state_, other.info_->size, info_->size);
  if (shapes.pages.empty()) {
    return false;
  }
  PhotoState after = *state_;
  after.start = std::move(shapes);
  mark(after, Due::afresh, 0);
  push(std::move(after), tr("Copy Shape"));
  return true;
}

void PhotoSession::push(PhotoState after, const QString& what) {
  history_.push(new Change(*this, std::make_shared<Entry>(Entry{std::move(after)}), what));
}

}  // namespace platen::ui
