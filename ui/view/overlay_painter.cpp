#include "ui/view/overlay_painter.h"

#include <algorithm>
#include <cmath>

#include <QPainterPath>
#include <QPolygonF>

namespace platen::ui {
namespace {

constexpr double kCasing = 1.6;  // widget_px wider than the line
constexpr int kCasingAlpha = 105;
constexpr double kGridPitch = 28;  // widget_px between lines, at least
constexpr int kMostCells = 48;
constexpr double kGridWidth = 1.0, kOutlineWidth = 1.8;
constexpr double kStep = 10;       // widget_px between the points of a curve
constexpr double kPaleness = 0.4;  // of the pages that are not the current one
constexpr double kOutside = 4;     // widget sizes away: nothing of it is seen

QPen penOf(const QColor& color, double width, bool dashed) {
  QPen pen(color, width, dashed ? Qt::DashLine : Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
  if (dashed) {
    pen.setDashPattern({4, 3});
  }
  return pen;
}

QColor faded(QColor color, double strength) {
  color.setAlphaF(static_cast<float>(color.alphaF() * strength));
  return color;
}

void strokeTwice(QPainter& painter, const QPainterPath& path, const LineLook& look, double strength) {
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(penOf(faded(QColor(0, 0, 0, kCasingAlpha), strength), look.width + kCasing, look.dashed));
  painter.drawPath(path);
  painter.setPen(penOf(faded(look.color, strength), look.width, look.dashed));
  painter.drawPath(path);
}

// Far outside, a stroker would work for nothing; and an unbounded spline must not reach it.
bool isNear(const ViewTransform& view, Vec2 widget_px) {
  return std::abs(widget_px.x) < kOutside * view.widget_size.x + 4000 &&
         std::abs(widget_px.y) < kOutside * view.widget_size.y + 4000;
}

void addCurve(
    QPainterPath& path, const ViewTransform& view, const SplineNet& net, Vec2 from_uv, Vec2 to_uv, int points) {
  bool pen_down = false;
  for (int k = 0; k <= points; ++k) {
    const Vec2 at = view.toWidget(sourceFromPage(net, from_uv + (to_uv - from_uv) * (static_cast<double>(k) / points)));
    if (!isNear(view, at)) {
      pen_down = false;
      continue;
    }
    pen_down ? path.lineTo(at.x, at.y) : path.moveTo(at.x, at.y);
    pen_down = true;
  }
}

double lengthOnScreen(const ViewTransform& view, const SplineNet& net, Vec2 from_uv, Vec2 to_uv) {
  double length = 0;
  Vec2 last = sourceFromPage(net, from_uv);
  for (int k = 1; k <= 16; ++k) {
    const Vec2 now = sourceFromPage(net, from_uv + (to_uv - from_uv) * (k / 16.0));
    length += norm(now - last);
    last = now;
  }
  return length * view.scale;
}

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
  QPainterPath path;
  path.addPolygon(points);
  strokeTwice(painter, path, look, 1);
}

void paintGrid(QPainter& painter, const ViewTransform& view, const SplineNet& net, double strength) {
  const double across = lengthOnScreen(view, net, {0, 0.5}, {1, 0.5});
  const double down = lengthOnScreen(view, net, {0.5, 0}, {0.5, 1});
  const auto [columns, rows] = latticeCells(net, view, kGridPitch, kMostCells);
  const auto pointsOf = [](double length) { return std::clamp(static_cast<int>(length / kStep), 16, 256); };
  QPainterPath inner;
  QPainterPath outline;
  for (int j = 0; j <= columns; ++j) {
    const double u = static_cast<double>(j) / columns;
    addCurve(j == 0 || j == columns ? outline : inner, view, net, {u, 0}, {u, 1}, pointsOf(down));
  }
  for (int i = 0; i <= rows; ++i) {
    const double v = static_cast<double>(i) / rows;
    addCurve(i == 0 || i == rows ? outline : inner, view, net, {0, v}, {1, v}, pointsOf(across));
  }
  strokeTwice(painter, inner, {kGridColor, kGridWidth}, 0.75 * strength);
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
    if (!isNear(view, at)) {
      continue;
    }
    const QPointF middle(at.x, at.y);
    const double more = is_chosen || is_hovered ? 1.8 : 0;
    if (handle.kind == HandleKind::pin) {
      if (is_chosen || is_hovered) {
        paintPin(painter, view, handle.source_px, true);
      }
    } else {
      painter.setPen(QPen(rim, 1.2));
      painter.setBrush(is_chosen ? kPinColor : is_hovered ? QColor(255, 255, 255) : QColor(232, 247, 255));
      if (handle.kind == HandleKind::corner) {
        const double half = 5 + more;
        painter.drawRect(QRectF(middle.x() - half, middle.y() - half, 2 * half, 2 * half));
      } else {
        const double radius = (handle.kind == HandleKind::side ? 4.2 : 3) + more;
        painter.drawEllipse(middle, radius, radius);
      }
    }
    if (is_chosen) {
      painter.setPen(QPen(QColor(255, 255, 255, 230), 1.4));
      painter.setBrush(Qt::NoBrush);
      painter.drawEllipse(middle, 11, 11);
    }
  }
}

}  // namespace platen::ui
