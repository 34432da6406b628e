#include "ui/view/canvas.h"

#include <algorithm>
#include <cmath>

#include <QPaintEvent>
#include <QPainter>
#include <QResizeEvent>

namespace platen::ui {
namespace {

constexpr double kFitMargin = 12;     // widget_px around a fitted picture
constexpr double kMostZoom = 32;      // device pixels per picture_px
constexpr double kLeastOfFit = 0.25;  // of the fitted scale
constexpr double kCrossReach = 11;    // widget_px

Vec2 sizeOf(const QWidget& widget) {
  return {static_cast<double>(widget.width()), static_cast<double>(widget.height())};
}

}  // namespace

QColor Canvas::groundOf(const QPalette& palette) {
  const QColor window = palette.color(QPalette::Window);
  return window.lightness() > 127 ? window.darker(118) : window.darker(140);
}

Canvas::Canvas(QWidget* parent) : QWidget(parent) {
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setAttribute(Qt::WA_OpaquePaintEvent);
  setAttribute(Qt::WA_AcceptTouchEvents);
  grabGesture(Qt::PinchGesture);
  transform_.widget_size = sizeOf(*this);
}

Canvas::~Canvas() = default;

QSize Canvas::sizeHint() const {
  return {480, 600};
}

QSize Canvas::minimumSizeHint() const {
  return {160, 120};
}

double Canvas::zoom() const {
  return transform_.scale * devicePixelRatioF();
}

ViewTransform Canvas::fittedView() const {
  const Box room = roomWanted();
  ViewTransform view = ViewTransform::fitted({room.width(), room.height()}, sizeOf(*this), kFitMargin);
  view.centre = view.centre + Vec2{room.x0, room.y0};
  return view;
}

void Canvas::changeTo(const ViewTransform& view, bool fitted) {
  fitted_ = fitted;
  if (view == transform_) {
    return;
  }
  transform_ = view;
  viewChanged();
  update();
  Q_EMIT transformChanged(transform_);
}

void Canvas::setTransform(const ViewTransform& view) {
  ViewTransform mine = view.within(picture_size_);
  mine.widget_size = sizeOf(*this);
  changeTo(mine, false);
}

void Canvas::setPictureSize(Vec2 picture_size) {
  if (picture_size == picture_size_) {
    return;
  }
  picture_size_ = picture_size;
  changeTo(fittedView(), true);
  update();
}

void Canvas::rescalePicture(Vec2 picture_size) {
  const Vec2 before = picture_size_;
  if (picture_size == before || !(before.x > 0 && before.y > 0)) {
    setPictureSize(picture_size);
    return;
  }
  picture_size_ = picture_size;
  if (fitted_) {
    changeTo(fittedView(), true);
    return;
  }
  ViewTransform view = transform_;
  view.centre = {view.centre.x * picture_size.x / before.x, view.centre.y * picture_size.y / before.y};
  view.scale *= std::sqrt(before.x / picture_size.x * before.y / picture_size.y);
  changeTo(view, false);
}

void Canvas::zoomToFit() {
  changeTo(fittedView(), true);
}

void Canvas::zoomToActualSize() {
  zoomBy(sizeOf(*this) / 2, 1 / zoom());
}

void Canvas::zoomIn() {
  zoomBy(sizeOf(*this) / 2, std::sqrt(2.0));
}

void Canvas::zoomOut() {
  zoomBy(sizeOf(*this) / 2, std::sqrt(0.5));
}

void Canvas::zoomBy(Vec2 widget_px, double factor) {
  const double fit = fittedView().scale;
  const double high = std::max(kMostZoom / devicePixelRatioF(), fit);
  const double low = std::min(fit * kLeastOfFit, 1 / devicePixelRatioF());
  changeTo(transform_.zoomedAt(widget_px, factor, low, high).within(picture_size_), false);
}

void Canvas::pan(Vec2 widget_px) {
  changeTo(transform_.pannedBy(widget_px).within(picture_size_), false);
}

void Canvas::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  ViewTransform view = transform_;
  view.widget_size = sizeOf(*this);
  if (fitted_) {
    changeTo(fittedView(), true);
  } else {
    changeTo(view, false);
  }
}

void Canvas::showLinkedCursor(std::optional<Vec2> picture_px) {
  if (picture_px == linked_) {
    return;
  }
  const auto touched = [this](const std::optional<Vec2>& at) {
    if (at) {
      const double reach = kCrossReach + 4;
      const QPointF middle = pointOf(transform_.toWidget(*at));
      const QRectF here = QRectF(middle.x() - reach, middle.y() - reach, 2 * reach, 2 * reach) & QRectF(rect());
      update(here.toAlignedRect());
    }
  };
  touched(linked_);
  linked_ = picture_px;
  touched(linked_);
}

void Canvas::paintLinkedCursor(QPainter& painter) const {
  const QPointF at = pointOf(transform_.toWidget(*linked_));
  painter.setRenderHint(QPainter::Antialiasing);
  // A light cross with a dark rim is seen on any picture; its middle stays free.
  for (const auto& [width, color] : {std::pair(4.0, QColor(0, 0, 0, 150)), std::pair(1.6, QColor(255, 214, 64))}) {
    painter.setPen(QPen(color, width, Qt::SolidLine, Qt::FlatCap));
    for (const QPointF& way : {QPointF(1, 0), QPointF(-1, 0), QPointF(0, 1), QPointF(0, -1)}) {
      painter.drawLine(at + way * 3.5, at + way * kCrossReach);
    }
  }
}

void Canvas::paintEvent(QPaintEvent* event) {
  // The screen's own ratio is known only now: a window may have been moved to another one.
  if (const double ratio = devicePixelRatioF(); ratio != device_ratio_) {
    device_ratio_ = ratio;
    viewChanged();
  }
  QPainter painter(this);
  painter.fillRect(event->rect(), groundOf(palette()));
  if (picture_size_.x > 0 && picture_size_.y > 0) {
    const Vec2 low = transform_.toWidget({0, 0});
    const Vec2 high = transform_.toWidget(picture_size_);
    // Within the widget: a clip at 3200 % is far larger than a painter's integers.
    const QRectF picture =
        QRectF(QPointF(low.x, low.y), QPointF(high.x, high.y)) & QRectF(rect()).adjusted(-2, -2, 2, 2);
    painter.save();
    painter.setClipRect(picture, Qt::IntersectClip);
    painter.fillRect(picture, palette().color(QPalette::Base));  // until there is a picture
    paintPicture(painter);
    painter.restore();
    painter.save();
    paintOverlay(painter);
    painter.restore();
    if (linked_) {
      paintLinkedCursor(painter);
    }
  }
  if (hasFocus()) {
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(palette().color(QPalette::Highlight), 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
  }
}

}  // namespace platen::ui
