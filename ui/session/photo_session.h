// PhotoSession: one photo in the viewer: its state, the history of that state, and the job that brings it up to date.
// On the window's thread alone; knows no widget.
//
// Every edit is a new PhotoState on the undo stack; a state that is due asks the engine for a fit, which goes on from
// the shape that the page has. What a fit answers belongs to the state that asked for it, and so to its entry in the
// history: undo and redo bring back grids to the bit, without a fit. Answers of jobs that were replaced are dropped.
#pragma once

#include "core/pipeline/photo_state.h"
#include "core/pipeline/project.h"
#include "ui/session/engine.h"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include <QObject>
#include <QUndoStack>

namespace platen::ui {

using pipeline::Due;
using pipeline::PageState;
using pipeline::PhotoState;
using pipeline::PhotoStatus;

class PhotoSession : public QObject, private JobListener {
  Q_OBJECT

 public:
  PhotoSession(std::filesystem::path file, PhotoState state, Engine& engine, QObject* parent = nullptr);
  ~PhotoSession() override;

  [[nodiscard]] const std::filesystem::path& file() const { return file_; }
  [[nodiscard]] const PhotoState& state() const { return moving_ ? moving_->state : *state_; }
  [[nodiscard]] QUndoStack& history() { return history_; }
  [[nodiscard]] PhotoStatus status() const;
  [[nodiscard]] bool isFitting() const { return job_ != 0 && job_fits_; }
  // The user stopped its fit, and nobody has gone on with it.
  [[nodiscard]] bool isStopped() const { return state_->is_stopped; }
  // Why there are no pages, or of a page (by its index) why it is missing.
  [[nodiscard]] const std::map<int, Error>& errors() const { return errors_; }
  [[nodiscard]] const std::optional<PhotoInfo>& info() const { return info_; }
  [[nodiscard]] const PhotoPreviewHandle& preview() const { return preview_; }
  // While it is in view, once it has been opened.
  [[nodiscard]] const OpenedPhotoHandle& openedPhoto() const { return opened_; }

  // The grid to be drawn: of the running fit's last frame, else the page's own; bent to a point that is being dragged.
  [[nodiscard]] WarpGrid shownGrid(int page) const;

  // Of that grid's page, flat: height over width; 0 where only the page's own extent tells it, or nothing does.
  [[nodiscard]] double shownAspect(int page) const;

  void show();  // opens it, and fits it if it is due and was not stopped
  void hide();  // lets go of what showing it needs
  // In its turn, or before all others that wait.
  void fitLater(Urgency urgency = Urgency::later);
  // Not fitted in its turn any more.
  void stopWaiting();
  // Something was done to it, now or in an earlier session, that is gone when it is closed; `presets`: what it would
  // have by itself if it were opened again.
  [[nodiscard]] bool hasHandWork(const std::optional<pipeline::Presets>& presets) const;
  // What its small picture told before it was opened.
  void noteInfo(const PhotoInfo& info) { info_ = info; }
  // Why there is none. Pages that it has stay what they are, unless its file is not there: without it nothing can be
  // shown, fitted or exported.
  void noteFailure(const Error& error);
  // Stays as it is now; goOn() carries on from there.
  void stopFit();
  void goOn();
  // False: not of what is being fitted here.
  bool showFrame(const FitFrame& frame);

  // Edits. Each is one entry of the history, and fits again what it touches.
  void setFitOptions(const FitOptions& options, const QString& what);
  void setExportOptions(const ExportOptions& options, const QString& what);
  // One action on several photos is one step: undone and redone in all of them at once, but in those that were edited
  // since. A photo may be named although nothing changes for it: from there, too, the step can be undone.
  struct OptionsOfOne {
    PhotoSession* photo = nullptr;
    FitOptions fit;
    ExportOptions out;
  };
  static void setOptionsOfMany(const std::vector<OptionsOfOne>& edits, const QString& what);
  // Whether it would be fitted again under these.
  [[nodiscard]] bool willFitAgain(const FitOptions& options) const;
  void addStroke(int page, const Stroke& stroke);
  void addPin(int page, const Pin& pin);
  void removePin(int page, std::size_t index);
  void removeStroke(int page, std::size_t index);
  void clearGuides(int page);
  // Whether its pages end at a spine: two of them, or one whose facing page is not in view or left out.
  [[nodiscard]] bool isOpenBook() const;
  // Where the two pages of an open book meet: both are fitted anew beside it. A photo that was taken for one page is
  // divided there.
  void setSpine(const Polyline& source_px);
  // The same along the middle of a page, from where the spine can be moved.
  void splitInTwo(int page);
  // An open book is no book: its spine is forgotten, and all of it one page.
  void takeAsOnePage();
  // The page's four corners are pinned, to be dragged where they belong: where they lie, or, where no page was found or
  // none that is worth anything, on a rectangle inside the photo. It needs the photo in view.
  void outlineByHand(int page);
  [[nodiscard]] bool canOutline() const;
  // Whether some page has an outline that begins where nothing tells where the page is, and that nobody has moved yet:
  // what was fitted to it is no page.
  [[nodiscard]] bool hasUntouchedOutline() const;
  void reset();
  // All of it, as one step of the history.
  void replace(PhotoState state, const QString& what);
  // Begins from another photo's shape, scaled to this one; false, and nothing, where it has none that fits.
  bool startFrom(const PhotoSession& other);
  // A place of the flat page is dragged to a place of the photo: an existing pin there, or a new one. Between begin
  // and end the fit follows as fast as it can; the history gets one entry. cancelMove() leaves everything as it was.
  void beginMove(int page, Vec2 page_uv);
  void moveTo(Vec2 source_px, Vec2 page_uv);
  [[nodiscard]] bool isMoving() const { return moving_.has_value(); }
  void endMove();
  void cancelMove();

  // Instead of everything: a project that was opened. No history.
  void restore(PhotoState state);

 Q_SIGNALS:
  void stateChanged();   // pages, pins, options
  void statusChanged();  // waiting, fitting, ...
  void shownGridChanged(int page);
  void previewChanged();
  void photoOpened();
  void fitProgressed(const FitFrame& frame);
  void fitWanted();  // it is due and out of view: whoever orders the photos decides when

 private:
  // One point of the history: what is known, and whether its fit was stopped where it is.
  struct Entry : PhotoState {
    bool is_stopped = false;
  };
  struct SharedEdit;
  class Edit;
  class Change;
  class QuietChange;
  struct Moving {
    PhotoState state;  // with the pin where it is now
    int page = 1;
    std::size_t pin = 0;
    bool has_moved = false;
    std::vector<JobNumber> jobs;  // each follows the point from where it was; all of their answers count
  };

  static void mark(PhotoState& state, Due due, int page);
  // Where the photo is divided by hand; empty: where it is found, or not at all.
  static Polyline spineOf(const PhotoState& state);
  void setOptions(const FitOptions& fit,
                  const ExportOptions& out,
                  const QString& what,
                  const std::shared_ptr<SharedEdit>& shared);
  void push(PhotoState after, const QString& what);
  void apply(std::shared_ptr<Entry> entry);
  void openOrFit(Urgency urgency);
  [[nodiscard]] bool isOurs(JobNumber job) const;
  void requestFit(Urgency urgency);
  void begun(JobNumber job, bool fits);
  void previewed(JobNumber job, const PhotoPreviewHandle& preview) override;
  void opened(JobNumber job, const OpenedPhotoHandle& photo) override;
  void fitBegun(JobNumber job, int page) override;
  void madeWay(JobNumber job) override;
  void fitted(JobNumber job, const FittedPageHandle& page) override;
  void failed(JobNumber job, int page, const Error& error) override;
  void jobEnded(JobNumber job) override;
  [[nodiscard]] PhotoState& current() { return moving_ ? moving_->state : *state_; }

  std::filesystem::path file_;
  std::shared_ptr<Entry> state_;  // shared with the history; never null
  QUndoStack history_;
  std::optional<Moving> moving_;
  std::optional<PhotoInfo> info_;
  PhotoPreviewHandle preview_;
  OpenedPhotoHandle opened_;
  // What decided how many pages there are, when the last job was asked for, and when `opened_` was.
  struct Division {
    Polyline spine;
    bool is_whole = false;
    friend bool operator==(const Division&, const Division&) = default;
  };
  static Division divisionOf(const PhotoState& state) {
    return {spineOf(state), state.fit.page.choice == PageChoice::whole};
  }
  Division asked_division_, opened_division_;
  std::map<int, Error> errors_;
  bool is_shown_ = false;
  JobNumber job_ = 0;  // the last one asked for; 0: ended
  bool job_fits_ = false;
  bool job_has_begun_ = false;
  std::vector<int> answered_;  // pages that the running job has fitted
  std::optional<FitFrame> frame_;
};

}  // namespace platen::ui
