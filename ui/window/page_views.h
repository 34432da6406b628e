// PageViews: the photo in view and one of its pages, side by side and linked: the cursor of one shows in the other,
// what is dragged or drawn in either becomes an edit of the session, and a running fit is watched frame by frame.
#pragma once

#include "ui/session/photo_session.h"
#include "ui/view/flat_view.h"
#include "ui/view/photo_view.h"
#include "ui/view/renderer.h"

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

#include <QElapsedTimer>
#include <QPointer>
#include <QTimer>
#include <QWidget>

class QLabel;
class QSplitter;

namespace platen::ui {

class ViewNotice;

class PageViews : public QWidget {
  Q_OBJECT

 public:
  // The engine outlives the views.
  explicit PageViews(Engine& engine, QWidget* parent = nullptr);
  ~PageViews() override;

  void setPhoto(PhotoSession* photo);  // null: none
  [[nodiscard]] PhotoSession* photo() const { return photo_; }
  // Index on the photo, from 1, of the page that the flat view shows and that edits go to.
  [[nodiscard]] int page() const { return page_; }
  void setPage(int page);
  // The next one (1) or the one before (-1) of those that are fitted; stays at the ends.
  void stepPage(int by);
  void setTool(Tool tool);
  void setLayers(const OverlayLayers& layers);
  // Said where no picture is: in the middle of both views, or in place of the flat page alone. Empty: nothing.
  void setNotice(const QString& sentence);
  [[nodiscard]] OverlayLayers layers() const { return photo_view_->layers(); }

  [[nodiscard]] PhotoView& photoView() { return *photo_view_; }
  [[nodiscard]] FlatView& flatView() { return *flat_view_; }
  [[nodiscard]] QSplitter& splitter() { return *splitter_; }

 Q_SIGNALS:
  void pageChanged(int page);
  void cursorAt(std::optional<platen::Vec2> source_px);
  void pictureFailed(const QString& sentence);
  // The flat page has been painted as a running fit had it at that moment.
  void framePainted(std::chrono::steady_clock::time_point made);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void connectViews();
  void connectPhoto();
  void takePicture();
  void refresh();
  void refreshOverlay();
  void showFlatPage();
  void showFrame();
  void placeNotice();
  void wantNextFrame();
  [[nodiscard]] int indexOfOverlay(int overlay) const;

  void moveHandle(int page, Vec2 page_uv, Vec2 source_px, DragPhase phase);
  void moveContent(Vec2 from_uv, Vec2 to_uv, DragPhase phase);
  void linkFromPhoto(std::optional<Vec2> source_px);
  void linkFromPage(std::optional<Vec2> picture_px);

  Engine& engine_;
  Renderer renderer_;
  QSplitter* splitter_;
  PhotoView* photo_view_;
  FlatView* flat_view_;
  ViewNotice* notice_;
  QPointer<PhotoSession> photo_;
  std::shared_ptr<const pipeline::PhotoRegions> regions_;
  bool is_preview_ = false;  // they are of the photo's coarse picture alone
  int page_ = 1;
  std::vector<int> overlay_pages_;  // index on the photo of each page of the overlay
  std::optional<int> flat_page_;    // of which the flat view shows a grid; none: it is empty
  std::optional<std::chrono::steady_clock::time_point> shown_frame_;  // on its way to the screen
  Vec2 held_source_px_;  // the place of the photo that is being dragged on the flat page
  QTimer next_frame_;
  QElapsedTimer since_wanted_;  // that a frame was last asked for
};

}  // namespace platen::ui
