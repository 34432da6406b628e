// platen_make_sample OUT.jpg: writes the sample photo of resources/sample, a page near the spine of a book, seen
// askew on a desk. OUT.txt beside it gets the text that is printed on it.
#include "core/io/page_writer.h"
#include "tests/support/page_photo.h"

#include <filesystem>
#include <iostream>
#include <numbers>

namespace {

platen::test::PhotoRecipe sampleRecipe() {
  platen::test::PhotoRecipe recipe;
  recipe.page.px_per_mm = 14;
  recipe.page.title_text = "How a Page Is Made Flat";
  recipe.page.seed = 0;
  recipe.page.text_mm = 1.65;
  recipe.page.figure = true;
  recipe.flaps = {{platen::test::Profile::spine, std::numbers::pi, -65, 1.3, 172}};
  recipe.camera = {.pitch = 0.34, .yaw = 0.06, .roll = -0.05, .focal = 1.1, .fill = 0.93};
  recipe.photo_px = {2736, 3648};
  recipe.blur_px = 0.9;
  recipe.noise = 1.6;
  return recipe;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: platen_make_sample OUT.jpg\n";
    return 2;
  }
  const std::filesystem::path file = argv[1];
  const platen::test::PagePhoto page = photograph(sampleRecipe());
  platen::io::PageFormat format;
  format.format = platen::FileFormat::jpeg;
  format.size = page.photo.size();
  format.channels = page.photo.channels();
  format.quality = 80;
  const auto written = platen::io::createPage(file, format)
                           .and_then([&](auto writer) -> platen::Result<void> {
                             return writer->writeRows(page.photo).and_then([&writer] { return writer->commit(); });
                           })
                           .and_then([&] {
                             std::filesystem::path text = file;
                             return platen::io::writeFileAtomically(text.replace_extension(".txt"), page.text);
                           });
  if (!written) {
    std::cerr << "platen_make_sample: " << describe(written.error()) << '\n';
    return 1;
  }
  return 0;
}
