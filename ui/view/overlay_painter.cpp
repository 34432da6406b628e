#include "ui/view/overlay_painter.h"

#include <algorithm>
#include <cmath>

#include <QPolygonF>

namespace platen::ui {
namespace {

constexpr double kCasing = 1.6;  // widget_px wider than the line
constexpr int kCasingAlpha = 105;
constexpr double kGridPitch = 40;  // widget_px between lines, at least
constexpr int kMostCells = 48;
constexpr double kOutlineWidth = 1.8;
constexpr double kStep = 14;         // widget_px between the points of a curve
constexpr int kFirstSteps = 16;      // of a curve, before it is looked at where it is
constexpr double kLeastStep = 1e-5;  // of a curve, where a spline runs wild
constexpr double kLeastAround = 8;   // widget_px
constexpr double kEndless = 1e7;     // widget_px: nothing that a page could be
constexpr double kHandleReach = 20;  // widget_px: the largest handle
constexpr double kPaleness = 0.4;    // of the pages that are not the current one

QPen penOf(const QColor& color, double width, bool dashed) {
  // Round joins are a third of the painting, and curves of small steps need none.
  QPen pen(color, width, dashed ? Qt::DashLine : Qt::SolidLine, Qt::FlatCap, Qt::BevelJoin);
  if (dashed) {
    pen.setDashPattern({4, 3});
  }
  return pen;
}

QColor faded(QColor color, double strength) {
  color.setAlphaF(static_cast<float>(color.alphaF() * strength));
  return color;
}

// Curve by curve: a rasteriser is slow on one path of many that cross.
void strokeTwice(QPainter& painter, const std::vector<QPolygonF>& curves, const LineLook& look, double strength) {
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(penOf(faded(QColor(0, 0, 0, kCasingAlpha), strength), look.width + kCasing, look.dashed));
  for (const QPolygonF& curve : curves) {
    painter.drawPolyline(curve);
  }
  painter.setPen(penOf(faded(look.color, strength), look.width, look.dashed));
  for (const QPolygonF& curve : curves) {
    painter.drawPolyline(curve);
  }
}

// Lines one widget_px wide with a casing of the same beside them: a rasteriser draws such lines many times as fast as
// wider ones, and a grid has dozens of them in every frame of a fit.
void strokeThin(QPainter& painter, const std::vector<QPolygonF>& curves, const QColor& color, double strength) {
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(penOf(faded(QColor(0, 0, 0, kCasingAlpha), strength), 1, false));
  for (const QPolygonF& curve : curves) {
    const QPointF run = curve.back() - curve.front();
    const QPointF beside = std::abs(run.x()) > std::abs(run.y()) ? QPointF(0, 1) : QPointF(1, 0);
    painter.drawPolyline(curve.translated(beside));
    painter.drawPolyline(curve.translated(-beside));
  }
  painter.setPen(penOf(faded(color, strength), 1, false));
  for (const QPolygonF& curve : curves) {
    painter.drawPolyline(curve);
  }
}

// A curve of the page in widget_px, as far as it is in view: halved where it is, until its steps are short.
class VisibleCurve {
 public:
  VisibleCurve(const ViewTransform& view, const SplineNet& net, Vec2 from_uv, Vec2 to_uv)
      : view_(view), net_(net), from_uv_(from_uv), to_uv_(to_uv) {
    Vec2 last = at(0);
    for (int k = 1; k <= kFirstSteps; ++k) {
      const Vec2 next = at(static_cast<double>(k) / kFirstSteps);
      add(static_cast<double>(k - 1) / kFirstSteps, last, static_cast<double>(k) / kFirstSteps, next);
      last = next;
    }
  }
  // Pieces between which it is out of view.
  [[nodiscard]] const std::vector<QPolygonF>& pieces() const { return pieces_; }

 private:
  [[nodiscard]] Vec2 at(double t) const {
    return view_.toWidget(sourceFromPage(net_, from_uv_ + (to_uv_ - from_uv_) * t));
  }
  void add(double t0, Vec2 p0, double t1, Vec2 p1) {
    const double chord = norm(p1 - p0);
    const double around = chord / 2 + kLeastAround;  // how far the curve may stray from its chord
    if (std::max(p0.x, p1.x) < -around || std::max(p0.y, p1.y) < -around ||
        std::min(p0.x, p1.x) > view_.widget_size.x + around || std::min(p0.y, p1.y) > view_.widget_size.y + around ||
        !(chord < kEndless)) {
      pen_down_ = false;
      return;
    }
    if (chord > kStep && t1 - t0 > kLeastStep) {
      const double middle = (t0 + t1) / 2;
      const Vec2 between = at(middle);
      add(t0, p0, middle, between);
      add(middle, between, t1, p1);
      return;
    }
    if (!pen_down_) {
      pieces_.push_back({{p0.x, p0.y}});
      pen_down_ = true;
    }
    pieces_.back() << QPointF(p1.x, p1.y);
  }

  const ViewTransform& view_;
  const SplineNet& net_;
  Vec2 from_uv_, to_uv_;
  std::vector<QPolygonF> pieces_;
  bool pen_down_ = false;
};

}  // namespace

void paintLine(QPainter& painter, const ViewTransform& view, const Polyline& line, const LineLook& look) {
  if (line.size() < 2) {
    return;
  }
  QPolygonF points;
  points.reserve(static_cast<qsizetype>(line.size()));
  for (const Vec2& p : line) {
    const Vec2 at = view.toWidget(p);
    points << QPointF(at.x, at.y);
  }
  strokeTwice(painter, {points}, look, 1);
}

void paintGrid(QPainter& painter, const ViewTransform& view, const SplineNet& net, double strength) {
  const auto [columns, rows] = latticeCells(net, view, kGridPitch, kMostCells);
  std::vector<QPolygonF> inner;
  std::vector<QPolygonF> outline;
  const auto add = [&](bool is_outline, Vec2 from_uv, Vec2 to_uv) {
    const VisibleCurve curve(view, net, from_uv, to_uv);
    std::vector<QPolygonF>& curves = is_outline ? outline : inner;
    curves.insert(curves.end(), curve.pieces().begin(), curve.pieces().end());
  };
  for (int j = 0; j <= columns; ++j) {
    const double u = static_cast<double>(j) / columns;
    add(j == 0 || j == columns, {u, 0}, {u, 1});
  }
  for (int i = 0; i <= rows; ++i) {
    const double v = static_cast<double>(i) / rows;
    add(i == 0 || i == rows, {0, v}, {1, v});
  }
  strokeThin(painter, inner, kGridColor, 0.75 * strength);
  strokeTwice(painter, outline, {kGridColor, kOutlineWidth}, strength);
}

void paintPin(QPainter& painter, const ViewTransform& view, Vec2 picture_px, bool chosen) {
  const Vec2 at = view.toWidget(picture_px);
  const double radius = chosen ? 7 : 5.5;
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(QColor(0, 0, 0, 210), chosen ? 2.2 : 1.5));
  painter.setBrush(kPinColor);
  painter.drawEllipse(QPointF(at.x, at.y), radius, radius);
  painter.setPen(Qt::NoPen);
  painter.setBrush(QColor(40, 30, 0));
  painter.drawEllipse(QPointF(at.x, at.y), 1.6, 1.6);
}

void paintPage(QPainter& painter,
               const ViewTransform& view,
               const PageOverlay& page,
               const SplineNet* net,
               const OverlayLayers& layers,
               bool is_current) {
  painter.save();
  if (!is_current) {
    painter.setOpacity(painter.opacity() * kPaleness);
  }
  const auto all = [&](bool shown, const std::vector<Polyline>& lines, const LineLook& look) {
    for (std::size_t k = 0; shown && k < lines.size(); ++k) {
      paintLine(painter, view, lines[k], look);
    }
  };
  all(layers.sides, page.sides, {kSideColor, 1.8});
  if (layers.grid && net != nullptr) {
    paintGrid(painter, view, *net, 1);
  }
  all(layers.rules, page.rules, {kRuleColor, 1.4});
  all(layers.text_lines, page.text_lines, {kTextLineColor, 1.4});
  if (layers.spine) {
    paintLine(painter, view, page.spine, {kSpineColor, 2.2});
  }
  for (const Stroke& stroke : page.strokes) {
    if (layers.strokes) {
      paintLine(painter, view, stroke.points, {stroke.is_level ? kLevelColor : kUprightColor, 2.4});
    }
  }
  for (const Pin& pin : page.pins) {
    if (layers.pins) {
      if (net != nullptr) {
        // What the fit still owes the pin.
        paintLine(painter, view, {sourceFromPage(*net, pin.page_uv), pin.point}, {kPinColor, 1.4});
      }
      paintPin(painter, view, pin.point, false);
    }
  }
  painter.restore();
}

void paintHandles(QPainter& painter,
                  const ViewTransform& view,
                  const std::vector<Handle>& handles,
                  const std::optional<Handle>& chosen,
                  const std::optional<Handle>& hovered) {
  painter.setRenderHint(QPainter::Antialiasing);
  const QColor rim(0, 0, 0, 190);
  for (const Handle& handle : handles) {
    const bool is_chosen = chosen && chosen->isSame(handle);
    const bool is_hovered = hovered && hovered->isSame(handle);
    const Vec2 at = view.toWidget(handle.source_px);
    if (!(at.x > -kHandleReach && at.y > -kHandleReach && at.x < view.widget_size.x + kHandleReach &&
          at.y < view.widget_size.y + kHandleReach)) {
      continue;
    }
    const QPointF middle(at.x, at.y);
    const double more = is_chosen || is_hovered ? 1.8 : 0;
    if (handle.kind == HandleKind::pin) {
      if (is_chosen || is_hovered) {
        paintPin(painter, view, handle.source_px, true);
      }
    } else if (handle.kind == HandleKind::stroke) {
      const double half = 5 + more;
      painter.setPen(QPen(rim, 1.2));
      painter.setBrush(kPinColor);
      painter.drawPolygon(QPolygonF{middle + QPointF(0, -half), middle + QPointF(half, 0), middle + QPointF(0, half),
                                    middle + QPointF(-half, 0)});
    } else {
      // Yellow is what was set by hand: what is only chosen has a ring.
      painter.setPen(QPen(rim, 1.2));
      painter.setBrush(is_chosen || is_hovered ? QColor(255, 255, 255) : QColor(232, 247, 255));
      if (handle.kind == HandleKind::corner) {
        const double half = 5 + more;
        painter.drawRect(QRectF(middle.x() - half, middle.y() - half, 2 * half, 2 * half));
      } else {
        const double radius = (handle.kind == HandleKind::side ? 4.2 : 3) + more;
        painter.drawEllipse(middle, radius, radius);
      }
    }
    if (is_chosen) {
      painter.setBrush(Qt::NoBrush);
      painter.setPen(QPen(QColor(255, 255, 255, 230), 4.4));
      painter.drawEllipse(middle, 11, 11);
      painter.setPen(QPen(kChosenColor, 2));
      painter.drawEllipse(middle, 11, 11);
    }
  }
}

}  // namespace platen::ui
