// Icons of the tool bar, drawn in the colour of its texts: sharp at any scale, right in light and in dark.
#pragma once

#include <cstdint>

#include <QIcon>

namespace platen::ui {

enum class Drawing : std::uint8_t {
  folder,
  pageOut,
  fourArrows,
  gridPoint,
  levelLine,
  uprightLine,
  book,
  undo,
  redo,
  turnLeft,
  turnRight,
  beforeAfter,
  previous,
  next,
};

QIcon drawnIcon(Drawing drawing);

}  // namespace platen::ui
