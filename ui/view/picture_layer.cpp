#include "ui/view/picture_layer.h"

#include "ui/view/picture_render.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

namespace platen::ui {
namespace {

constexpr double kOverscan = 0.1;     // of the view, beyond each side
constexpr double kBaseSide = 1400;    // of the whole picture, device pixels
constexpr int kMostAtOnce = 1 << 20;  // pixels that may become a QImage on the GUI thread
constexpr int kMostDeviceSide = 16384;
constexpr std::chrono::milliseconds kQuiet{250};
constexpr double kAlike = 1e-9;

Box cut(const Box& box, Vec2 picture_size) {
  return {std::max(box.x0, 0.0), std::max(box.y0, 0.0), std::min(box.x1, picture_size.x),
          std::min(box.y1, picture_size.y)};
}

bool isEmpty(const Box& box) {
  return !(box.width() > 0 && box.height() > 0);
}

Box scaled(const Box& box, Vec2 by) {
  return {box.x0 * by.x, box.y0 * by.y, box.x1 * by.x, box.y1 * by.y};
}

}  // namespace

PictureLayer::PictureLayer(Renderer& renderer, QObject* parent)
    : QObject(parent), renderer_(&renderer), base_slot_(renderer.addSlot()), patch_slot_(renderer.addSlot()) {
  quiet_.setSingleShot(true);
  quiet_.setInterval(kQuiet);
  connect(&renderer, &Renderer::rendered, this, &PictureLayer::take);
  ask_.setSingleShot(true);
  ask_.setInterval(0);
  connect(&ask_, &QTimer::timeout, this, &PictureLayer::askForPatch);
  connect(&quiet_, &QTimer::timeout, this, [this] {
    live_ = false;
    askForBase();
    askForPatch();
  });
}

PictureLayer::~PictureLayer() {
  if (renderer_) {
    renderer_->removeSlot(base_slot_);
    renderer_->removeSlot(patch_slot_);
  }
}

void PictureLayer::clear() {
  setSource({});
}

void PictureLayer::stayLive() {
  if (live_) {
    quiet_.start();
  }
}

void PictureLayer::setSource(PictureSource source, bool live) {
  if (renderer_) {
    renderer_->cancel(base_slot_);
    renderer_->cancel(patch_slot_);
  }
  quiet_.stop();
  base_asked_ = patch_asked_ = {};
  base_ = patch_ = {};
  patch_wanted_ = false;
  source_ = std::move(source);
  live_ = live && !source_.empty();
  ++version_;
  showAtHand();
  if (live_) {
    quiet_.start();
  } else {
    askForBase();
  }
  ask_.start();
  Q_EMIT changed();
}

void PictureLayer::updateSource(PictureSource source, bool live) {
  if (source_.empty() || source.empty()) {
    setSource(std::move(source), live);
    return;
  }
  const Vec2 now = source.extent_px;
  const Vec2 before = source_.extent_px;
  if (!(now == before)) {
    // The same part of the page, in the frame of the new extent.
    const Vec2 by{now.x / before.x, now.y / before.y};
    for (Shown* shown : {&base_, &patch_, &base_asked_.answer, &patch_asked_.answer}) {
      shown->picture_px = scaled(shown->picture_px, by);
      shown->scale = 0;  // stretched from now on
    }
  }
  const bool is_same_picture = source.grid == nullptr && source_.grid == nullptr;  // a photo, of which more was read
  source_ = std::move(source);
  ++version_;
  if (is_same_picture) {
    for (Shown* shown : {&base_, &patch_, &base_asked_.answer, &patch_asked_.answer}) {
      shown->version = version_;
    }
  }
  live_ = live;
  if (live) {
    quiet_.start();
  } else {
    quiet_.stop();
    askForBase();
  }
  ask_.start();
}

// The photo's coarsest level needs no renderer.
void PictureLayer::showAtHand() {
  if (source_.empty() || source_.grid != nullptr) {
    return;
  }
  const Level& level = source_.regions->atHand(0);
  const Size size = level.image.size();
  if (level.image.type() == PixelType::u8 && static_cast<long>(size.width) * size.height <= kMostAtOnce) {
    base_ = {colorManaged(level.image, source_.regions->info()),
             {0, 0, size.width / level.scale, size.height / level.scale},
             level.scale,
             version_,
             false};
  }
}

void PictureLayer::askForBase() {
  const Vec2 size = source_.extent_px;
  if (!renderer_ || source_.empty() || !(size.x > 0 && size.y > 0)) {
    return;
  }
  const double scale = std::min(1.0, kBaseSide / std::max(size.x, size.y));
  const Size device_px{std::max(1, static_cast<int>(std::ceil(size.x * scale))),
                       std::max(1, static_cast<int>(std::ceil(size.y * scale)))};
  const Box whole{0, 0, size.x, size.y};
  base_asked_.answer = {{}, whole, scale, version_, true};
  base_asked_.generation = renderer_->request(base_slot_, {source_, whole, device_px, true});
}

Box PictureLayer::visiblePart() const {
  return cut(view_.visible(), source_.extent_px);
}

bool PictureLayer::covers(const Shown& shown) const {
  const Box part = visiblePart();
  const double slack = 0.01 / std::max(view_.scale * device_ratio_, 1e-9);
  return shown.version == version_ && std::abs(shown.scale / (view_.scale * device_ratio_) - 1) < kAlike &&
         shown.picture_px.x0 <= part.x0 + slack && shown.picture_px.y0 <= part.y0 + slack &&
         shown.picture_px.x1 >= part.x1 - slack && shown.picture_px.y1 >= part.y1 - slack;
}

// Whether nothing of what lies below it is in view, whatever source it is of.
bool PictureLayer::hidesBase(const Shown& shown) const {
  const Box part = visiblePart();
  return !shown.image.isNull() && shown.picture_px.x0 <= part.x0 && shown.picture_px.y0 <= part.y0 &&
         shown.picture_px.x1 >= part.x1 && shown.picture_px.y1 >= part.y1;
}

bool PictureLayer::isSharp() const {
  return source_.empty() || isEmpty(visiblePart()) || (patch_.sharp && covers(patch_));
}

void PictureLayer::look(const ViewTransform& view, double device_ratio) {
  view_ = view;
  device_ratio_ = device_ratio;
  ask_.start();
}

void PictureLayer::askNow() {
  if (ask_.isActive()) {
    ask_.stop();
    askForPatch();
  }
}

void PictureLayer::askForPatch() {
  if (!renderer_ || source_.empty() || !(view_.widget_size.x > 0 && view_.widget_size.y > 0) ||
      isEmpty(visiblePart())) {
    return;
  }
  const auto isEnough = [this](const Shown& shown) { return covers(shown) && (shown.sharp || live_); };
  if (isEnough(patch_) || (patch_asked_.generation != 0 && isEnough(patch_asked_.answer))) {
    return;
  }
  if (live_ && patch_asked_.generation != 0) {
    patch_wanted_ = true;  // one at a time, the newest next: else frames that come fast would never be seen
    return;
  }
  // Whole device pixels of the widget, so that the patch is painted pixel by pixel.
  const double ratio = device_ratio_;
  const auto deviceOf = [&](Vec2 picture_px) { return view_.toWidget(picture_px) * ratio; };
  const Box view = view_.visible();
  const Vec2 more{view.width() * kOverscan, view.height() * kOverscan};
  const Box wanted = cut({view.x0 - more.x, view.y0 - more.y, view.x1 + more.x, view.y1 + more.y}, source_.extent_px);
  const Vec2 low = deviceOf({wanted.x0, wanted.y0});
  const Vec2 high = deviceOf({wanted.x1, wanted.y1});
  const Vec2 first{std::floor(low.x + 1e-6), std::floor(low.y + 1e-6)};
  const auto pixels = [](double from, double to) {
    return std::clamp(static_cast<int>(std::ceil(to - 1e-6) - from), 1, kMostDeviceSide);
  };
  const Size device_px{pixels(first.x, high.x), pixels(first.y, high.y)};
  const Vec2 p0 = view_.toPicture(first / ratio);
  const Vec2 p1 = view_.toPicture(
      (first + Vec2{static_cast<double>(device_px.width), static_cast<double>(device_px.height)}) / ratio);
  const Box box{p0.x, p0.y, p1.x, p1.y};
  patch_wanted_ = false;
  patch_asked_.answer = {{}, box, view_.scale * ratio, version_, !live_};
  patch_asked_.generation = renderer_->request(patch_slot_, {source_, box, device_px, live_, live_});
}

void PictureLayer::take(const RenderedPicture& picture) {
  const auto arrived = [&](int slot, Asked& asked, Shown& shown) {
    if (picture.slot != slot || asked.generation != picture.generation) {
      return false;  // another view's, or stale
    }
    asked.generation = 0;
    if (picture.image.isNull()) {
      Q_EMIT failed(picture.error);
      return false;
    }
    shown = std::move(asked.answer);
    shown.image = picture.image;
    Q_EMIT changed();
    return true;
  };
  arrived(base_slot_, base_asked_, base_);
  if (arrived(patch_slot_, patch_asked_, patch_) && patch_wanted_) {
    askForPatch();
  }
}

// Only the pixels in view, since a painter's coordinates are not made for a photo at 3200 %.
void PictureLayer::paintStretched(QPainter& painter, const Shown& shown) const {
  const Vec2 step{shown.picture_px.width() / shown.image.width(), shown.picture_px.height() / shown.image.height()};
  const Box view = view_.visible();
  const Vec2 origin{shown.picture_px.x0, shown.picture_px.y0};
  const auto low = [](double at) { return std::max(0, static_cast<int>(std::floor(at)) - 2); };
  const auto high = [](double at, int most) { return std::min(most, static_cast<int>(std::ceil(at)) + 2); };
  const int i0 = low((view.x0 - origin.x) / step.x);
  const int j0 = low((view.y0 - origin.y) / step.y);
  const int i1 = high((view.x1 - origin.x) / step.x, shown.image.width());
  const int j1 = high((view.y1 - origin.y) / step.y, shown.image.height());
  if (i0 >= i1 || j0 >= j1) {
    return;
  }
  const Vec2 from = view_.toWidget(origin + Vec2{i0 * step.x, j0 * step.y});
  const Vec2 to = view_.toWidget(origin + Vec2{i1 * step.x, j1 * step.y});
  painter.drawImage(QRectF(from.x, from.y, to.x - from.x, to.y - from.y), shown.image,
                    QRectF(i0, j0, i1 - i0, j1 - j0));
}

quint64 PictureLayer::paint(QPainter& painter) const {
  if (source_.empty()) {
    return 0;
  }
  painter.save();
  painter.setRenderHint(QPainter::SmoothPixmapTransform);
  if (!base_.image.isNull() && !hidesBase(patch_)) {
    paintStretched(painter, base_);
  }
  if (!patch_.image.isNull()) {
    const double scale = view_.scale * device_ratio_;
    if (std::abs(patch_.scale / scale - 1) < kAlike) {
      const Vec2 at = view_.toWidget({patch_.picture_px.x0, patch_.picture_px.y0}) * device_ratio_;
      painter.scale(1 / device_ratio_, 1 / device_ratio_);
      painter.drawImage(QPoint(static_cast<int>(std::lround(at.x)), static_cast<int>(std::lround(at.y))), patch_.image);
    } else {
      paintStretched(painter, patch_);
    }
  }
  painter.restore();
  return patch_.image.isNull() ? 0 : patch_.version;
}

}  // namespace platen::ui
