#include "tests/app/batch_folder.h"

#include "tests/support/page_photo.h"

#include <sstream>

namespace platen::app {

namespace fs = std::filesystem;

namespace {

const Image& photo() {
  static const Image image = [] {
    test::PhotoRecipe recipe;
    recipe.photo_px = {540, 720};
    recipe.page.px_per_mm = 3;
    recipe.page.text_mm = 3;
    recipe.camera.roll = 0.05;
    recipe.camera.fill = 0.88;
    return test::photograph(recipe).photo;
  }();
  return image;
}

}  // namespace

void BatchFolder::makePhoto(const std::string& name) const {
  fs::create_directories((folder_ / name).parent_path());
  test::writeImage(folder_ / name, photo(), FileFormat::jpeg);
}

ProgramRun BatchFolder::run(const std::vector<std::string>& more,
                            const std::string& out,
                            const RunLimits& limits) const {
  std::vector<std::string> arguments{"batch", in("photos"), "-o", in(out)};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return runPlaten(arguments, limits);
}

std::vector<json> BatchFolder::manifest(const std::string& out) const {
  std::vector<json> all;
  std::istringstream text(test::readBytes(folder_ / out / "manifest.jsonl"));
  for (std::string line; std::getline(text, line);) {
    all.push_back(json::parse(line));
  }
  return all;
}

std::map<std::string, std::string> BatchFolder::pages(const std::string& out) const {
  std::map<std::string, std::string> all;
  for (const auto& entry : fs::recursive_directory_iterator(folder_ / out)) {
    const std::string name = fs::relative(entry.path(), folder_ / out).string();
    if (entry.is_regular_file() && name != "manifest.jsonl" && name != "report.html" && !name.starts_with(".platen/")) {
      all[name] = test::readBytes(entry.path());
    }
  }
  return all;
}

}  // namespace platen::app
