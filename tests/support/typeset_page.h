// A printed page made from a recipe: title, paragraphs of real sentences, columns, a figure, a table. Drawn with
// OpenCV's stroke letters at three times the size and averaged down, so that edges are as soft as print seen by a
// camera.
#pragma once

#include "core/geometry.h"
#include "core/image.h"

#include <cstdint>
#include <string>

namespace platen::test {

struct TypesetRecipe {
  Vec2 page_mm{210, 297};
  double px_per_mm = 6;
  int columns = 1;
  double column_gap_mm = 7;
  bool justified = true;
  bool title = true;
  bool figure = false;     // a boxed drawing
  bool table = false;      // ruled, with numbers
  double text_mm = 2.0;    // height of an x
  double leading = 2.9;    // distance of lines, in heights of an x
  Vec2 margin_mm{24, 26};  // left and right; top and bottom
  std::uint64_t seed = 1;  // which sentences
  std::string title_text;  // empty: one of its own
};

struct TypesetPage {
  Image flat;  // u8 grey, 255 white; the whole page, pixel (i, j) is page_uv ((i + .5) / width, (j + .5) / height)
  std::string text;  // as printed, a line break per line
  int lines = 0;     // of running text
};

TypesetPage typeset(const TypesetRecipe& recipe);

}  // namespace platen::test
