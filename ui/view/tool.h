// What a drag in a view means, and how far it has got.
#pragma once

#include <QMetaType>

namespace platen::ui {

enum class Tool : int {
  hand,           // pan; click on a page to choose it
  point,          // drag handles of the photo, content of the flat page; pan on empty ground
  levelStroke,    // draw along a line of the photo that is level on the flat page
  uprightStroke,  // ... that is upright
  spine,          // draw or move the spine of an open book (photo only)
};

// begin, any number of moves, then end or cancel (which means: as before begin).
enum class DragPhase : int { begin, move, end, cancel };

}  // namespace platen::ui

Q_DECLARE_METATYPE(platen::ui::Tool)
Q_DECLARE_METATYPE(platen::ui::DragPhase)
