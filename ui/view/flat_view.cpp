#include "ui/view/flat_view.h"

#include "ui/view/flat_view_parts.h"
#include "ui/view/overlay_painter.h"
#include "ui/view/straight_view.h"

#include <algorithm>
#include <utility>

#include <QFontMetricsF>
#include <QMetaObject>
#include <QPainter>

namespace platen::ui {
namespace {

constexpr double kGrip = 11;  // widget_px, radius of the divider's grip

void paintLabel(QPainter& painter, const QString& text, QPointF anchor, bool to_the_left) {
  const QFontMetricsF metrics(painter.font());
  const QSizeF size(metrics.horizontalAdvance(text) + 14, metrics.height() + 6);
  const QRectF box(QPointF(to_the_left ? anchor.x() - size.width() : anchor.x(), anchor.y()), size);
  painter.setPen(Qt::NoPen);
  painter.setBrush(QColor(0, 0, 0, 150));
  painter.drawRoundedRect(box, 4, 4);
  painter.setPen(Qt::white);
  painter.drawText(box, Qt::AlignCenter, text);
}

}  // namespace

FlatView::FlatView(Renderer& renderer, QWidget* parent) : Canvas(parent), parts_(std::make_unique<Parts>(renderer)) {
  setAccessibleName(tr("Flat page"));
  setAccessibleDescription(
      tr("The page as it is exported. Plus and minus zoom, 0 fits, 1 shows actual size, arrows move; Shift with the "
         "left and right arrows moves the divider between before and after."));
  for (PictureLayer* layer : {&parts_->after, &parts_->before}) {
    connect(layer, &PictureLayer::changed, this, qOverload<>(&QWidget::update));
    connect(layer, &PictureLayer::failed, this, &FlatView::pictureFailed);
  }
}

FlatView::~FlatView() = default;

void FlatView::setPage(std::shared_ptr<const pipeline::PhotoRegions> regions,
                       WarpGrid grid,
                       Vec2 extent_px,
                       bool live) {
  dropTool();
  Parts& p = *parts_;
  p.stroke.cancel();
  const bool none = regions == nullptr || grid.empty() || !(extent_px.x > 0 && extent_px.y > 0);
  p.grid = none ? WarpGrid{} : std::move(grid);
  setPictureSize(none ? Vec2{} : extent_px);
  p.before.clear();
  p.before_stale = true;
  p.after.setSource(none ? PictureSource{} : PictureSource::page(std::move(regions), p.grid, extent_px), live);
  viewChanged();
  if (live) {
    p.after.askNow();
  }
  update();
}

void FlatView::setGrid(WarpGrid grid) {
  setGrid(std::move(grid), pictureSize());
}

void FlatView::setGrid(WarpGrid grid, Vec2 extent_px) {
  Parts& p = *parts_;
  if (p.after.source().empty() || grid.empty() || !(extent_px.x > 0 && extent_px.y > 0)) {
    return;  // no page to reshape
  }
  p.grid = std::move(grid);
  p.before_stale = true;
  p.after.updateSource(PictureSource::page(p.after.source().regions, p.grid, extent_px), true);
  rescalePicture(extent_px);
  if (p.divider) {
    viewChanged();
  }
  p.after.askNow();
}

const WarpGrid& FlatView::grid() const {
  return parts_->grid;
}

bool FlatView::isSharp() const {
  return parts_->after.isSharp() && (!parts_->divider || parts_->before.isSharp());
}

void FlatView::setTool(Tool tool) {
  if (tool == parts_->tool) {
    return;
  }
  dropTool();
  parts_->stroke.cancel();
  parts_->tool = tool;
  update();
}

Tool FlatView::tool() const {
  return parts_->tool;
}

void FlatView::setPins(std::vector<Vec2> page_uv) {
  parts_->pins = std::move(page_uv);
  update();
}

void FlatView::setDivider(std::optional<double> fraction) {
  if (fraction) {
    fraction = std::clamp(*fraction, 0.0, 1.0);
  }
  if (fraction == parts_->divider) {
    return;
  }
  parts_->divider = fraction;
  viewChanged();
  update();
}

std::optional<double> FlatView::divider() const {
  return parts_->divider;
}

Vec2 FlatView::pageFromPicture(Vec2 picture_px) const {
  const Vec2 size = pictureSize();
  return size.x > 0 && size.y > 0 ? Vec2{picture_px.x / size.x, picture_px.y / size.y} : Vec2{};
}

Vec2 FlatView::pictureFromPage(Vec2 page_uv) const {
  return {page_uv.x * pictureSize().x, page_uv.y * pictureSize().y};
}

void FlatView::viewChanged() {
  Parts& p = *parts_;
  const double ratio = devicePixelRatioF();
  p.after.look(transform(), ratio);
  if (!p.divider || p.grid.empty()) {
    return;
  }
  if (p.before_stale) {
    p.before_stale = false;
    PictureSource source =
        PictureSource::page(p.after.source().regions, straightView(p.grid), p.after.source().extent_px);
    p.before.source().empty() ? p.before.setSource(std::move(source)) : p.before.updateSource(std::move(source), true);
  }
  p.before.look(transform(), ratio);
}

void FlatView::paintPicture(QPainter& painter) {
  Parts& p = *parts_;
  const quint64 frame = p.after.paint(painter);
  if (p.divider) {
    painter.save();
    painter.setClipRect(QRectF(0, 0, *p.divider * width(), height()), Qt::IntersectClip);
    p.before.paint(painter);
    painter.restore();
  }
  if (frame != p.announced) {
    p.announced = frame;
    // Not from within a paint event: the next frame may ask for one.
    QMetaObject::invokeMethod(this, &FlatView::framePainted, Qt::QueuedConnection);
  }
}

void FlatView::paintOverlay(QPainter& painter) {
  const Parts& p = *parts_;
  for (const Vec2& uv : p.pins) {
    paintPin(painter, transform(), pictureFromPage(uv), false);
  }
  if (p.content && p.content->begun) {
    const Vec2 to = pictureFromPage(p.content->to_uv);
    paintLine(painter, transform(), {pictureFromPage(p.content->from_uv), to}, {kPinColor, 1.6});
    paintPin(painter, transform(), to, true);
  }
  if (p.stroke.isUnderWay()) {
    const bool level = p.tool == Tool::levelStroke;
    paintLine(painter, transform(), p.stroke.points(), {level ? kLevelColor : kUprightColor, 2.4, true});
  }
  if (p.divider) {
    const double x = *p.divider * width();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(QColor(0, 0, 0, 140), 4));
    painter.drawLine(QPointF(x, 0), QPointF(x, height()));
    painter.setPen(QPen(Qt::white, 2));
    painter.drawLine(QPointF(x, 0), QPointF(x, height()));
    const QPointF middle(x, height() / 2.0);
    painter.setPen(QPen(QColor(0, 0, 0, 170), 1.5));
    painter.setBrush(Qt::white);
    painter.drawEllipse(middle, kGrip, kGrip);
    painter.setPen(QPen(QColor(40, 40, 40), 1.8, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    for (const double side : {-1.0, 1.0}) {
      painter.drawPolyline(QPolygonF{middle + QPointF(side * 3, -3.5), middle + QPointF(side * 6.5, 0),
                                     middle + QPointF(side * 3, 3.5)});
    }
    paintLabel(painter, tr("Before"), {x - 8, 8}, true);
    paintLabel(painter, tr("After"), {x + 8, 8}, false);
  }
}

}  // namespace platen::ui
