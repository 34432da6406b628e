// The menu of the photo's view: of a point, of a line that was drawn, or of the page. The actions are the window's;
// what it says of a point or a line goes to the view's own signals.
#pragma once

#include "ui/view/handles.h"

#include <optional>

#include <QPoint>

class QMenu;
class QWidget;

namespace platen::ui {

class Actions;
class PhotoView;

// Deletes itself when it is closed. A fit that ends meanwhile may change the view's pages: a pin or a line is found
// again as what it is, a point is pinned where it is by then, and what is gone or of other pages is left alone. `page`:
// index into the view's overlay; -1: none.
QMenu* photoMenu(
    PhotoView& view, const Actions& actions, int page, const std::optional<Handle>& handle, QWidget* parent);

}  // namespace platen::ui
