// PictureLayer: one picture of a canvas, as it is painted: at once what is at hand, stretched; over it the sharp patch
// for what is in view, when the renderer has answered. The patch reaches 10 % beyond each side of the view, so that
// small pans need nothing new. No input, no widget.
//
// A new source keeps what is shown until the new picture is there. Live sources (a fit that runs) are rendered from the
// level at hand, one at a time and the newest next, and sharpened when nothing new has come for 150 ms.
#pragma once

#include "core/geometry.h"
#include "ui/view/renderer.h"
#include "ui/view/view_transform.h"

#include <optional>

#include <QImage>
#include <QObject>
#include <QPainter>
#include <QTimer>

namespace platen::ui {

class PictureLayer : public QObject {
  Q_OBJECT
 public:
  // The renderer outlives the layer.
  explicit PictureLayer(Renderer& renderer, QObject* parent = nullptr);
  ~PictureLayer() override;

  // Another photo or page: nothing of the old one is shown any more.
  void setSource(PictureSource source);
  // The same picture in another shape: the old one is shown until the new one is there. `live`: more will follow soon.
  void updateSource(PictureSource source, bool live);
  void clear();
  [[nodiscard]] const PictureSource& source() const { return source_; }

  // What is in view; device_ratio: device pixels per widget_px. Asks the renderer where what is there does not do.
  void look(const ViewTransform& view, double device_ratio);
  // `origin`: fraction of a device pixel by which the widget stands off the screen's grid is left to the painter.
  void paint(QPainter& painter, const ViewTransform& view, double device_ratio) const;

  // Is what is in view there, sharp and of the latest source?
  [[nodiscard]] bool isSharp() const;

 Q_SIGNALS:
  void changed();                        // paint again
  void failed(const QString& sentence);  // the sharp picture could not be made; what is at hand stays

 private:
  struct Shown {
    QImage image;
    Box picture_px;
    quint64 version = 0;  // of the source
    bool sharp = false;
    double scale = 0;  // device pixels per picture_px
  };
  void ask();
  void take(const RenderedPicture& picture);

  Renderer& renderer_;
  int slot_ = 0;
  PictureSource source_;
  quint64 version_ = 0;
  std::optional<ViewTransform> view_;
  double device_ratio_ = 1;
  Shown base_, patch_;
  QTimer quiet_;
};

}  // namespace platen::ui
