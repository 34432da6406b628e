#include "ui/window/page_views.h"

#include "core/page_inverse.h"
#include "ui/window/photo_overlay_of.h"
#include "ui/window/view_notice.h"

#include <algorithm>
#include <utility>

#include <QHBoxLayout>
#include <QSplitter>

namespace platen::ui {
namespace {

constexpr int kFrame_ms = 50;  // frames of a fit: at most 20 a second

}  // namespace

PageViews::PageViews(Engine& engine, QWidget* parent)
    : QWidget(parent),
      engine_(engine),
      splitter_(new QSplitter(Qt::Horizontal, this)),
      photo_view_(new PhotoView(renderer_, splitter_)),
      flat_view_(new FlatView(renderer_, splitter_)),
      notice_(new ViewNotice(this)) {
  auto* all = new QHBoxLayout(this);
  all->setContentsMargins(0, 0, 0, 0);
  all->addWidget(splitter_);
  splitter_->setChildrenCollapsible(false);
  next_frame_.setSingleShot(true);
  next_frame_.setTimerType(Qt::PreciseTimer);
  connect(&next_frame_, &QTimer::timeout, this, [this] {
    since_wanted_.start();
    engine_.wantFrame();
  });
  connect(&engine_, &Engine::frameWaiting, this, &PageViews::showFrame);
  connect(splitter_, &QSplitter::splitterMoved, this, &PageViews::placeNotice);
  connectViews();
  engine_.wantFrame();
}

PageViews::~PageViews() {
  delete splitter_;  // the views, before the renderer that they draw from
}

void PageViews::connectViews() {
  connect(photo_view_, &PhotoView::handleMoved, this, &PageViews::moveHandle);
  connect(photo_view_, &PhotoView::pinAdded, this, [this](int page, Vec2 page_uv, Vec2 source_px) {
    if (photo_) {
      photo_->addPin(indexOfOverlay(page), {source_px, page_uv});
    }
  });
  connect(photo_view_, &PhotoView::pinRemoved, this, [this](int page, int pin) {
    if (photo_) {
      photo_->removePin(indexOfOverlay(page), static_cast<std::size_t>(pin));
    }
  });
  connect(photo_view_, &PhotoView::strokeRemoved, this, [this](int page, int stroke) {
    if (photo_) {
      photo_->removeStroke(indexOfOverlay(page), static_cast<std::size_t>(stroke));
    }
  });
  connect(photo_view_, &PhotoView::strokeDrawn, this, [this](int page, const Polyline& source_px, bool level) {
    if (photo_) {
      photo_->addStroke(indexOfOverlay(page), {source_px, level});
    }
  });
  connect(photo_view_, &PhotoView::spineMoved, this, [this](const Polyline& source_px, DragPhase phase) {
    if (photo_ && phase == DragPhase::end) {
      photo_->setSpine(source_px);
    }
  });
  connect(photo_view_, &PhotoView::pageClicked, this, [this](int page) { setPage(indexOfOverlay(page)); });
  connect(photo_view_, &Canvas::cursorAt, this, &PageViews::linkFromPhoto);
  connect(photo_view_, &PhotoView::pictureFailed, this, &PageViews::pictureFailed);
  connect(flat_view_, &FlatView::contentMoved, this, &PageViews::moveContent);
  connect(flat_view_, &FlatView::strokeDrawn, this, [this](const Polyline& page_uv, bool level) {
    if (photo_) {
      const SplineNet net = splineNet(flat_view_->grid());
      Stroke stroke{{}, level};
      for (const Vec2& point : page_uv) {
        stroke.points.push_back(sourceFromPage(net, point));
      }
      photo_->addStroke(page_, stroke);
    }
  });
  connect(flat_view_, &Canvas::cursorAt, this, &PageViews::linkFromPage);
  connect(flat_view_, &FlatView::framePainted, this, [this] {
    if (const auto made = std::exchange(shown_frame_, std::nullopt)) {
      Q_EMIT framePainted(*made);
    }
    wantNextFrame();
  });
  connect(flat_view_, &FlatView::pictureFailed, this, &PageViews::pictureFailed);
}

void PageViews::setPhoto(PhotoSession* photo) {
  if (photo == photo_) {
    return;
  }
  if (photo_) {
    photo_->disconnect(this);
  }
  photo_ = photo;
  regions_.reset();
  is_preview_ = false;
  flat_page_.reset();
  page_ = 1;
  photo_view_->setPhoto(nullptr);
  flat_view_->setPage(nullptr, {}, {});
  if (photo_) {
    connectPhoto();
    takePicture();
  }
  refresh();
  Q_EMIT pageChanged(page_);
}

void PageViews::connectPhoto() {
  connect(photo_, &PhotoSession::previewChanged, this, &PageViews::takePicture);
  connect(photo_, &PhotoSession::photoOpened, this, &PageViews::takePicture);
  connect(photo_, &PhotoSession::stateChanged, this, &PageViews::refresh);
  connect(photo_, &PhotoSession::shownGridChanged, this, [this](int page) {
    refreshOverlay();
    if (page == page_) {
      showFlatPage();
    }
  });
  connect(photo_, &PhotoSession::statusChanged, this, [this] {
    if (photo_->isFitting()) {
      wantNextFrame();
    }
  });
}

// The photo's picture: the coarse one that is there first, then all of it.
void PageViews::takePicture() {
  const bool is_opened = photo_->openedPhoto() != nullptr;
  const bool was_preview = std::exchange(is_preview_, !is_opened && photo_->preview() != nullptr);
  if (is_opened) {
    regions_ =
        std::make_shared<const pipeline::PhotoRegions>(photo_->openedPhoto()->info, photo_->openedPhoto()->pyramid);
  } else if (photo_->preview()) {
    regions_ = std::make_shared<const pipeline::PhotoRegions>(photo_->preview()->info, photo_->preview()->pyramid);
  }
  if (is_opened && was_preview) {
    photo_view_->readFurther(regions_, photo_->isFitting());
  } else {
    photo_view_->setPhoto(regions_, photo_->isFitting());
  }
  flat_page_.reset();
  refresh();
}

void PageViews::refresh() {
  if (photo_ && photo_->state().page(page_) == nullptr && !photo_->state().pages.empty()) {
    page_ = photo_->state().pages.front().fitted.index;
    Q_EMIT pageChanged(page_);
  }
  refreshOverlay();
  showFlatPage();
  placeNotice();
}

void PageViews::setNotice(const QString& sentence) {
  notice_->setText(sentence);
  placeNotice();
}

void PageViews::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  placeNotice();
}

void PageViews::placeNotice() {
  const auto is_empty = [](const Canvas& view) { return !(view.pictureSize().x > 0 && view.pictureSize().y > 0); };
  const bool is_wanted = !notice_->text().isEmpty();
  if (is_empty(*photo_view_)) {
    notice_->setGeometry(rect());
    notice_->setVisible(is_wanted);
  } else {
    notice_->setGeometry(QRect(flat_view_->mapTo(this, QPoint()), flat_view_->size()));
    notice_->setVisible(is_wanted && is_empty(*flat_view_));
  }
}

void PageViews::refreshOverlay() {
  SessionOverlay made = photo_ ? overlayOf(*photo_, page_) : SessionOverlay{};
  overlay_pages_ = std::move(made.pages);
  photo_view_->setOverlay(std::move(made.overlay));
}

void PageViews::setPage(int page) {
  if (page == page_ || !photo_ || page < 1) {
    return;
  }
  page_ = page;
  flat_page_.reset();
  refresh();
  Q_EMIT pageChanged(page_);
}

void PageViews::stepPage(int by) {
  if (!photo_ || photo_->state().pages.empty()) {
    return;
  }
  const auto& pages = photo_->state().pages;
  const auto at =
      std::find_if(pages.begin(), pages.end(), [this](const PageState& p) { return p.fitted.index == page_; });
  const auto last = static_cast<std::ptrdiff_t>(pages.size()) - 1;
  const std::ptrdiff_t next = std::clamp<std::ptrdiff_t>((at == pages.end() ? 0 : at - pages.begin()) + by, 0, last);
  setPage(pages[static_cast<std::size_t>(next)].fitted.index);
}

void PageViews::setTool(Tool tool) {
  photo_view_->setTool(tool);
  flat_view_->setTool(tool);
}

void PageViews::setLayers(const OverlayLayers& layers) {
  photo_view_->setLayers(layers);
}

void PageViews::showFlatPage() {
  if (!photo_ || !regions_) {
    return;
  }
  const WarpGrid grid = photo_->shownGrid(page_);
  const PageState* state = photo_->state().page(page_);
  if (grid.empty()) {
    flat_view_->setPage(nullptr, {}, {});
    flat_page_.reset();
    return;
  }
  const bool is_page = state != nullptr && (grid == state->fitted.fit.grid || photo_->isMoving());
  const Vec2 extent = is_page ? state->fitted.fit.page_extent_px : extentOf(grid, photo_->shownAspect(page_));
  if (flat_page_ == page_) {
    flat_view_->setGrid(grid, extent);
  } else {
    flat_view_->setPage(regions_, grid, extent, photo_->isFitting() || photo_->isMoving());
    flat_page_ = page_;
  }
  std::vector<Vec2> pins;
  if (state != nullptr) {
    for (const Pin& pin : state->pins) {
      pins.push_back(pin.page_uv);
    }
  }
  flat_view_->setPins(std::move(pins));
}

void PageViews::showFrame() {
  const std::optional<FitFrame> frame = engine_.takeFrame();
  bool is_shown = false;
  if (frame && photo_) {
    shown_frame_ = frame->made;
    is_shown = photo_->showFrame(*frame) && regions_ != nullptr;
    photo_view_->stayLive();
  }
  // Painting asks for the next one; a frame that nothing is painted of does so itself.
  if (!is_shown || frame->grid.empty() || !flat_view_->isVisible() || frame->page != page_) {
    wantNextFrame();
  }
}

void PageViews::wantNextFrame() {
  if (!next_frame_.isActive()) {
    const qint64 passed_ms = since_wanted_.isValid() ? since_wanted_.elapsed() : kFrame_ms;
    next_frame_.start(static_cast<int>(std::max<qint64>(0, kFrame_ms - passed_ms)));
  }
}

int PageViews::indexOfOverlay(int overlay) const {
  const bool is_there = overlay >= 0 && overlay < static_cast<int>(overlay_pages_.size());
  return is_there ? overlay_pages_[static_cast<std::size_t>(overlay)] : 0;
}

void PageViews::moveHandle(int overlay, Vec2 page_uv, Vec2 source_px, DragPhase phase) {
  if (!photo_) {
    return;
  }
  switch (phase) {
    case DragPhase::begin:
      photo_->beginMove(indexOfOverlay(overlay), page_uv);
      break;
    case DragPhase::move:
      photo_->moveTo(source_px, page_uv);
      break;
    case DragPhase::end:
      photo_->moveTo(source_px, page_uv);
      photo_->endMove();
      break;
    case DragPhase::cancel:
      photo_->cancelMove();
      break;
  }
}

// On the flat page a place of the photo is taken to another place of the page.
void PageViews::moveContent(Vec2 from_uv, Vec2 to_uv, DragPhase phase) {
  if (!photo_ || photo_->state().page(page_) == nullptr) {
    return;
  }
  switch (phase) {
    case DragPhase::begin:
      held_source_px_ = sourceFromPage(splineNet(photo_->shownGrid(page_)), from_uv);
      photo_->beginMove(page_, from_uv);
      break;
    case DragPhase::move:
      photo_->moveTo(held_source_px_, to_uv);
      break;
    case DragPhase::end:
      photo_->moveTo(held_source_px_, to_uv);
      photo_->endMove();
      break;
    case DragPhase::cancel:
      photo_->cancelMove();
      break;
  }
}

void PageViews::linkFromPhoto(std::optional<Vec2> source_px) {
  std::optional<Vec2> there;
  if (source_px && !flat_view_->grid().empty()) {
    if (const std::optional<Vec2> page_uv = pageFromSource(flat_view_->grid(), *source_px)) {
      there = flat_view_->pictureFromPage(*page_uv);
    }
  }
  flat_view_->showLinkedCursor(there);
  Q_EMIT cursorAt(source_px);
}

void PageViews::linkFromPage(std::optional<Vec2> picture_px) {
  std::optional<Vec2> there;
  if (picture_px && !flat_view_->grid().empty()) {
    there = sourceFromPage(splineNet(flat_view_->grid()), flat_view_->pageFromPicture(*picture_px));
  }
  photo_view_->showLinkedCursor(there);
  Q_EMIT cursorAt(there);
}

}  // namespace platen::ui
