// How lines, grids, handles and pins look over a picture: device-independent widths, each colour on a dark casing, so
// that they are read on paper and on a dark desk alike. Under a painter in widget_px.
#pragma once

#include "core/warp_grid.h"
#include "ui/view/handles.h"
#include "ui/view/photo_overlay.h"
#include "ui/view/view_transform.h"

#include <optional>
#include <vector>

#include <QColor>
#include <QPainter>

namespace platen::ui {

struct LineLook {
  QColor color;
  double width = 1.5;  // widget_px
  bool dashed = false;
};
inline const QColor kGridColor{64, 196, 255};
inline const QColor kTextLineColor{120, 235, 120};
inline const QColor kSideColor{255, 170, 60};
inline const QColor kRuleColor{205, 150, 255};
inline const QColor kSpineColor{255, 90, 170};
inline const QColor kPinColor{255, 220, 70};
inline const QColor kChosenColor{255, 60, 60};  // the ring around what Return or the mouse has chosen
inline const QColor kLevelColor{90, 230, 230};
inline const QColor kUprightColor{150, 200, 60};

void paintLine(QPainter& painter, const ViewTransform& view, const Polyline& line, const LineLook& look);
// Lines of constant u and v, some 40 to 80 widget_px apart, through the handles; the outline stronger.
void paintGrid(QPainter& painter, const ViewTransform& view, const SplineNet& net, double strength);
void paintPin(QPainter& painter, const ViewTransform& view, Vec2 picture_px, bool chosen);

// All that is known of a page, but its handles; pages beside the current one are paler. `net`: null without a grid.
void paintPage(QPainter& painter,
               const ViewTransform& view,
               const PageOverlay& page,
               const SplineNet* net,
               const OverlayLayers& layers,
               bool is_current);
void paintHandles(QPainter& painter,
                  const ViewTransform& view,
                  const std::vector<Handle>& handles,
                  const std::optional<Handle>& chosen,
                  const std::optional<Handle>& hovered);

}  // namespace platen::ui
