#include "tests/app/program_folder.h"

#include "tests/support/page_photo.h"

#include <sstream>

namespace platen::app {

using nlohmann::json;

const Image& photoOfPage() {
  static const Image image = [] {
    test::PhotoRecipe recipe;
    recipe.photo_px = {720, 960};
    recipe.page.px_per_mm = 4;
    recipe.page.text_mm = 3;
    recipe.camera.roll = 0.05;
    recipe.camera.fill = 0.88;
    return test::photograph(recipe).photo;
  }();
  return image;
}

std::vector<json> jsonLines(const std::string& text) {
  std::vector<json> all;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    all.push_back(json::parse(line));
  }
  return all;
}

}  // namespace platen::app
