// PictureLayer: one picture of a canvas, as it is painted: at once what is at hand, stretched; over it the sharp patch
// for what is in view, when the renderer has answered. The patch reaches 10 % beyond each side of the view, so that
// small pans need nothing new. No input, no widget.
//
// A new source keeps what is shown until the new picture is there. Live sources (a fit that runs) are rendered from the
// level at hand, one at a time and the newest next, and sharpened when nothing new has come for 250 ms.
#pragma once

#include "core/geometry.h"
#include "ui/view/renderer.h"
#include "ui/view/view_transform.h"

#include <QImage>
#include <QObject>
#include <QPainter>
#include <QPointer>
#include <QTimer>

namespace platen::ui {

class PictureLayer : public QObject {
  Q_OBJECT
 public:
  // Without the renderer, should it go first, nothing new comes.
  explicit PictureLayer(Renderer& renderer, QObject* parent = nullptr);
  ~PictureLayer() override;

  // Another photo or page: nothing of the old one is shown any more. `live`: as in updateSource().
  void setSource(PictureSource source, bool live = false);
  // The same picture in another shape: the old one is shown until the new one is there. `live`: more will follow soon.
  void updateSource(PictureSource source, bool live);
  // A live source that stays as it is: its sharp picture waits on.
  void stayLive();
  void clear();
  [[nodiscard]] const PictureSource& source() const { return source_; }

  // What is in view; device_ratio: device pixels per widget_px. Asks the renderer where what is there does not do.
  void look(const ViewTransform& view, double device_ratio);
  // Asks now for what the next turn of the event loop would ask for: before painting, which a frame need not wait for.
  void askNow();
  // Under a painter in widget_px, as look() was told. Returns which of the sources, counted from the first, is seen in
  // its own shape; 0: none yet.
  quint64 paint(QPainter& painter) const;

  // Is what is in view there, sharp and of the latest source?
  [[nodiscard]] bool isSharp() const;

 Q_SIGNALS:
  void changed();                        // paint again
  void failed(const QString& sentence);  // the sharp picture could not be made; what is at hand stays

 private:
  struct Shown {
    QImage image;
    Box picture_px;
    double scale = 0;     // device pixels per picture_px
    quint64 version = 0;  // of the source
    bool sharp = false;   // else from the level at hand
  };
  struct Asked {
    quint64 generation = 0;  // 0: nothing is under way
    Shown answer;            // what it will be, without its image
  };
  void showAtHand();
  void askForBase();
  void askForPatch();
  void take(const RenderedPicture& picture);
  [[nodiscard]] Box visiblePart() const;
  [[nodiscard]] bool covers(const Shown& shown) const;
  [[nodiscard]] bool hidesBase(const Shown& shown) const;
  void paintStretched(QPainter& painter, const Shown& shown) const;

  QPointer<Renderer> renderer_;
  const int base_slot_, patch_slot_;
  PictureSource source_;
  quint64 version_ = 0;
  bool live_ = false, patch_wanted_ = false;
  ViewTransform view_;
  double device_ratio_ = 1;
  Shown base_, patch_;  // all of the picture, coarse; what is in view
  Asked base_asked_, patch_asked_;
  QTimer quiet_;
  QTimer ask_;  // once per turn of the event loop, however much has changed in it
};

}  // namespace platen::ui
