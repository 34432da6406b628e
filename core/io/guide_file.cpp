#include "core/io/guide_file.h"

#include "core/io/json_fields.h"

#include <cmath>
#include <cstddef>
#include <string>
#include <utility>

namespace platen::io {
namespace {

constexpr int kVersion = 1;

Vec2 readPoint(const Json& json, const std::string& name) {
  if (!json.is_array() || json.size() != 2) {
    throw JsonProblem("holds a point in \"" + name + "\" that is not a pair of numbers");
  }
  const Vec2 point{jsonNumber(json[0], name), jsonNumber(json[1], name)};
  constexpr double kFurthest = 1e6;  // pixels: no photo is larger
  if (!(std::abs(point.x) <= kFurthest) || !(std::abs(point.y) <= kFurthest)) {
    throw JsonProblem("holds a point in \"" + name + "\" that is far off any photo");
  }
  return point;
}

Pin readPin(const Json& json, const std::string& where) {
  constexpr double kOutside = 0.5;  // a pin may lie a little outside the page
  jsonObject(json, where);
  Pin pin;
  pin.point = readPoint(jsonMember(json, "photo", where + "."), where + ".photo");
  pin.page_uv = readPoint(jsonMember(json, "page", where + "."), where + ".page");
  const auto near = [](double x) { return x >= -kOutside && x <= 1 + kOutside; };
  if (!near(pin.page_uv.x) || !near(pin.page_uv.y)) {
    throw JsonProblem("holds a place in \"" + where +
                      ".page\" that is far off the page (u and v go from 0 at the left and top to 1)");
  }
  return pin;
}

Stroke readStroke(const Json& json, const std::string& where) {
  jsonObject(json, where);
  Stroke stroke;
  for (const Json& point : jsonArray(jsonMember(json, "photo", where + "."), where + ".photo")) {
    stroke.points.push_back(readPoint(point, where + ".photo"));
  }
  if (stroke.points.size() < 2 || !(norm(stroke.points.back() - stroke.points.front()) > 0)) {
    throw JsonProblem("holds a line in \"" + where + ".photo\" of fewer than two places");
  }
  const std::string runs = jsonText(jsonMember(json, "runs", where + "."), where + ".runs");
  if (runs != "level" && runs != "upright") {
    throw JsonProblem("says \"" + runs + "\" in \"" + where + ".runs\", which is neither level nor upright");
  }
  stroke.is_level = runs == "level";
  return stroke;
}

PageGuide readPage(const Json& json, const std::string& where, bool is_only) {
  PageGuide page;
  if (json.contains("index")) {
    page.index = jsonInteger(json["index"], where + "index", 1, 1000000);
  } else if (!is_only) {
    jsonMember(json, "index", where);
  }
  if (json.contains("rotation")) {
    page.reading_rotation = jsonInteger(json["rotation"], where + "rotation", 0, 270);
    if (*page.reading_rotation % 90 != 0) {
      throw JsonProblem("holds a \"" + where + "rotation\" that is not 0, 90, 180 or 270");
    }
  }
  const auto each = [&](const char* key, const auto& read) {
    if (json.contains(key)) {
      std::size_t count = 0;
      for (const Json& entry : jsonArray(json[key], where + key)) {
        read(entry, where + key + "[" + std::to_string(count++) + "]");
      }
    }
  };
  each("pins", [&](const Json& entry, const std::string& at) { page.pins.push_back(readPin(entry, at)); });
  each("lines", [&](const Json& entry, const std::string& at) { page.strokes.push_back(readStroke(entry, at)); });
  if (page.empty()) {
    throw JsonProblem("holds neither \"pins\" nor \"lines\" in \"" + where.substr(0, where.size() - 1) + "\"");
  }
  return page;
}

}  // namespace

Result<Guide> readGuide(const std::filesystem::path& file) {
  Guide guide;
  const auto parse = [&](const Json& json) {
    checkJsonVersion(json, "platen_pins", kVersion, "Platen file of pins");
    const Json& pages = jsonArray(jsonMember(json, "pages", ""), "pages");
    std::size_t count = 0;
    for (const Json& page : pages) {
      const std::string where = "pages[" + std::to_string(count++) + "]";
      PageGuide read = readPage(jsonObject(page, where), where + ".", pages.size() == 1);
      if (guide.ofPage(read.index) != nullptr) {
        throw JsonProblem("speaks twice of page " + std::to_string(read.index));
      }
      guide.pages.push_back(std::move(read));
    }
  };
  const Result<void> read =
      readJson(file, "a file of pins (PINS.json)", "docs/interfaces.md shows what it holds", parse);
  return read ? Result<Guide>(std::move(guide)) : tl::unexpected(read.error());
}

}  // namespace platen::io
