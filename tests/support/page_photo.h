// The page synthesiser: a photo of a typeset page of known shape, with the exact map that a fit should find.
//
//   PhotoRecipe recipe;
//   recipe.flaps = {{Profile::spine, std::numbers::pi, -20, 0.9, 85}};  // the left side rises to a spine
//   const PagePhoto page = photograph(recipe);
//   page.shape.sourceFromPage({0.5, 0.5})  // where the page's middle is seen, source_px
//
// Same recipe, same bytes. The photo is rendered backwards: for every pixel's centre the page point seen there is found
// on a fine mesh and corrected by one Newton step, then light, blur and noise are added.
#pragma once

#include "core/image.h"
#include "core/warp_grid.h"
#include "tests/support/bent_page.h"
#include "tests/support/typeset_page.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace platen::test {

enum class Desk : std::uint8_t {
  wooden,
  white,   // as in a scanner
  cloth,   // dark and even
  tiles,   // a floor: two tones and the lines between them
  papers,  // other printed sheets, lying across each other
  pale,    // nearly as bright as the paper
};

inline constexpr std::array<std::string_view, 6> kDeskNames{"wooden", "white", "cloth", "tiles", "papers", "pale"};

struct PhotoRecipe {
  TypesetRecipe page;
  Image print;  // u8 grey; not empty: this is on the page, and `page` says only how large the paper is
  std::vector<Flap> flaps;
  CameraPose camera;
  Size photo_px{1224, 1632};
  double shading = 0.5;   // how much the light depends on the paper's slope: 0 none, 1 as a lone lamp
  double falloff = 0.25;  // loss of light from the bright to the dark corner of the photo
  double blur_px = 0.6;   // standard deviation of the lens's blur
  double noise = 2.0;     // standard deviation of the sensor's noise, grey levels
  Desk desk = Desk::wooden;
  bool thumb = false;  // that holds the sheet, over the middle of its left or right side
  // Of an open book, whose gutter is the middle of the page: how far the leaves below stand out at its left and right
  // side, whether the boards of its cover do all around, and the share of light that is lost at the gutter.
  std::array<double, 2> block_mm{0, 0};
  bool cover = false;
  double gutter_shadow = 0;
  std::uint64_t seed = 1;  // of background and noise
};

// An open book on a desk, two pages of one column each that rise from the gutter in the middle; 2040 x 1530 pixels.
PhotoRecipe openBookRecipe();

struct PagePhoto {
  Image photo;  // u8 RGB
  Image flat;   // u8 grey: what a perfect result looks like, at the recipe's px_per_mm
  std::string text;
  BentPage shape;
  WarpGrid source_from_page;  // the shape's map as a grid of 65 x 49 samples
};

PagePhoto photograph(const PhotoRecipe& recipe);

}  // namespace platen::test
