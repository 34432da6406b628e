#include "ui/view/photo_view.h"

#include "ui/view/overlay_painter.h"
#include "ui/view/photo_view_parts.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QImage>
#include <QPainter>
#include <QSemaphore>
#include <QThreadPool>

namespace platen::ui {

PhotoView::PhotoView(Renderer& renderer, QWidget* parent) : Canvas(parent), parts_(std::make_unique<Parts>(renderer)) {
  setAccessibleName(tr("Photo"));
  describeChosen();
  connect(&parts_->layer, &PictureLayer::changed, this, qOverload<>(&QWidget::update));
  connect(&parts_->layer, &PictureLayer::failed, this, &PhotoView::pictureFailed);
}

PhotoView::~PhotoView() = default;

void PhotoView::setPhoto(std::shared_ptr<const pipeline::PhotoRegions> regions, bool live) {
  if (regions == parts_->layer.source().regions) {
    return;
  }
  dropTool();
  parts_->stroke.cancel();
  if (regions == nullptr) {
    parts_->chosen.reset();  // of the photo that was left
    describeChosen();
  }
  PictureSource source = PictureSource::photo(std::move(regions));
  setPictureSize(source.extent_px);
  parts_->layer.setSource(std::move(source), live);
  viewChanged();
}

void PhotoView::readFurther(std::shared_ptr<const pipeline::PhotoRegions> regions, bool live) {
  const std::shared_ptr<const pipeline::PhotoRegions>& shown = parts_->layer.source().regions;
  if (regions == nullptr || shown == nullptr || !(regions->sourceSize() == shown->sourceSize())) {
    setPhoto(std::move(regions), live);
    return;
  }
  parts_->layer.updateSource(PictureSource::photo(std::move(regions)), live);
}

void PhotoView::stayLive() {
  parts_->layer.stayLive();
}

void PhotoView::setOverlay(PhotoOverlay overlay) {
  Parts& p = *parts_;
  const bool has_lost_its_page = p.move && overlay.current != p.overlay.current;
  const bool had_chosen = p.chosen.has_value();
  if (overlay.current != p.overlay.current) {
    p.chosen.reset();
  }
  p.overlay = std::move(overlay);
  p.nets.clear();
  for (const PageOverlay& page : p.overlay.pages) {
    p.nets.push_back(page.grid.empty() ? std::nullopt : std::optional(splineNet(page.grid)));
  }
  if (has_lost_its_page) {
    dropTool();
    toolCancelled();
  }
  p.refreshHandles(transform());
  if (had_chosen && !p.chosen) {
    describeChosen();
  }
  update();
}

void PhotoView::setLayers(const OverlayLayers& layers) {
  parts_->layers = layers;
  parts_->refreshHandles(transform());
  update();
}

void PhotoView::setTool(Tool tool) {
  if (tool == parts_->tool) {
    return;
  }
  dropTool();
  toolCancelled();
  parts_->stroke.cancel();
  parts_->tool = tool;
  parts_->refreshHandles(transform());
  update();
}

Tool PhotoView::tool() const {
  return parts_->tool;
}

const PhotoOverlay& PhotoView::overlay() const {
  return parts_->overlay;
}

const OverlayLayers& PhotoView::layers() const {
  return parts_->layers;
}

// For a screen reader: what Return has come to.
void PhotoView::describeChosen() {
  const std::optional<Handle>& chosen = parts_->chosen;
  if (!chosen) {
    setAccessibleDescription(
        tr("The photo with the grid of its page. Plus and minus zoom, 0 fits, 1 shows actual size, arrows move. With "
           "the point tool, Return goes through the handles, arrows move the chosen one and Escape lets go of it."));
    return;
  }
  const int across = static_cast<int>(std::lround(100 * chosen->page_uv.x));
  const int down = static_cast<int>(std::lround(100 * chosen->page_uv.y));
  switch (chosen->kind) {
    case HandleKind::corner:
      return setAccessibleDescription(tr("Corner, %1 % across and %2 % down the page").arg(across).arg(down));
    case HandleKind::side:
      return setAccessibleDescription(tr("Side, %1 % across and %2 % down the page").arg(across).arg(down));
    case HandleKind::inner:
      return setAccessibleDescription(tr("Grid point, %1 % across and %2 % down the page").arg(across).arg(down));
    case HandleKind::pin:
      return setAccessibleDescription(tr("Pin, %1 % across and %2 % down the page").arg(across).arg(down));
    case HandleKind::stroke:
      return setAccessibleDescription(tr("Line set by hand, number %1").arg(chosen->pin + 1));
  }
}

// Handles of the page that lie outside of the photo are to be reached, but not if its grid runs wild.
Box PhotoView::roomWanted() const {
  constexpr double kFurthest = 0.5;  // of the photo's own size
  const Vec2 size = pictureSize();
  Box room = Canvas::roomWanted();
  if (const PageOverlay* page = parts_->currentPage(); page != nullptr) {
    for (const Vec2& p : page->grid.points) {
      room.x0 = std::clamp(p.x, -kFurthest * size.x, room.x0);
      room.y0 = std::clamp(p.y, -kFurthest * size.y, room.y0);
      room.x1 = std::clamp(p.x, room.x1, (1 + kFurthest) * size.x);
      room.y1 = std::clamp(p.y, room.y1, (1 + kFurthest) * size.y);
    }
  }
  return room;
}

bool PhotoView::isSharp() const {
  return parts_->layer.isSharp();
}

void PhotoView::viewChanged() {
  parts_->layer.look(transform(), devicePixelRatioF());
  parts_->refreshHandles(transform());
}

void PhotoView::paintPicture(QPainter& painter) {
  parts_->layer.paint(painter);
}

// Qt's rasteriser hands the pieces of every curve to the thread pool and waits for them, but not where it is on a
// thread of that pool already: there one wait does for all curves. Beside a fit, on few cores, each wait is a
// millisecond.
void PhotoView::paintPages(QPainter& painter) const {
  const double ratio = devicePixelRatioF();
  QImage pages(size() * ratio, QImage::Format_ARGB32_Premultiplied);
  pages.setDevicePixelRatio(ratio);
  pages.fill(Qt::transparent);
  QSemaphore painted;
  QThreadPool::globalInstance()->start([&] {
    {
      QPainter on_pages(&pages);
      paintPagesNow(on_pages);
    }
    painted.release();
  });
  painted.acquire();
  painter.drawImage(0, 0, pages);
}

void PhotoView::paintPagesNow(QPainter& painter) const {
  const Parts& p = *parts_;
  for (int pass = 0; pass < 2; ++pass) {  // the current page above the others
    for (int k = 0; k < static_cast<int>(p.overlay.pages.size()); ++k) {
      const bool is_current = k == p.overlay.current;
      if (is_current == (pass == 1)) {
        paintPage(painter, transform(), p.overlay.pages[static_cast<std::size_t>(k)], p.net(k), p.layers, is_current);
      }
    }
  }
}

void PhotoView::paintOverlay(QPainter& painter) {
  const Parts& p = *parts_;
  paintPages(painter);
  paintHandles(painter, transform(), p.handles, p.chosen, p.hovered);
  if (p.move && p.move->begun && p.move->handle.kind == HandleKind::pin) {
    paintPin(painter, transform(), p.move->at_source_px, true);
  }
  if (p.stroke.isUnderWay()) {
    const bool level = p.tool == Tool::levelStroke;
    paintLine(painter, transform(), p.stroke.points(), {level ? kLevelColor : kUprightColor, 2.4, true});
  }
  if (p.spine && p.spine_begun) {
    paintLine(painter, transform(), p.spine_now, {kSpineColor, 2.4, true});
  }
}

}  // namespace platen::ui
