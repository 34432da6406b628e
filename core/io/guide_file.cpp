#include "core/io/guide_file.h"

#include "core/io/guide_json.h"
#include "core/io/json_fields.h"

#include <cmath>
#include <cstddef>
#include <string>
#include <utility>

namespace platen::io {
namespace {

constexpr int kVersion = 1;

void checkPoint(Vec2 point, const std::string& name) {
  constexpr double kFurthest = 1e6;  // pixels: no photo is larger
  if (!(std::abs(point.x) <= kFurthest) || !(std::abs(point.y) <= kFurthest)) {
    throw JsonProblem("holds a point in \"" + name + "\" that is far off any photo");
  }
}

void checkPin(const Pin& pin, const std::string& where) {
  constexpr double kOutside = 0.5;  // a pin may lie a little outside the page
  checkPoint(pin.point, where + ".photo");
  const auto near = [](double x) { return x >= -kOutside && x <= 1 + kOutside; };
  if (!near(pin.page_uv.x) || !near(pin.page_uv.y)) {
    throw JsonProblem("holds a place in \"" + where +
                      ".page\" that is far off the page (u and v go from 0 at the left and top to 1)");
  }
}

void checkStroke(const Stroke& stroke, const std::string& where) {
  for (const Vec2& point : stroke.points) {
    checkPoint(point, where + ".photo");
  }
  if (stroke.points.size() < 2 || !(norm(stroke.points.back() - stroke.points.front()) > 0)) {
    throw JsonProblem("holds a line in \"" + where + ".photo\" of fewer than two places");
  }
}

PageGuide readPage(const Json& json, const std::string& where, bool is_only) {
  PageGuide page;
  if (json.contains("index")) {
    page.index = jsonInteger(json["index"], where + "index", 1, 1000000);
  } else if (!is_only) {
    jsonMember(json, "index", where);
  }
  if (json.contains("rotation")) {
    page.reading_rotation = jsonQuarterTurn(json["rotation"], where + "rotation");
  }
  page.pins = readPinsJson(json, where);
  for (std::size_t k = 0; k < page.pins.size(); ++k) {
    checkPin(page.pins[k], where + "pins[" + std::to_string(k) + "]");
  }
  page.strokes = readStrokesJson(json, where);
  for (std::size_t k = 0; k < page.strokes.size(); ++k) {
    checkStroke(page.strokes[k], where + "lines[" + std::to_string(k) + "]");
  }
  if (json.contains("spine")) {
    page.spine = readPointsJson(json["spine"], where + "spine");
    for (const Vec2& point : page.spine) {
      checkPoint(point, where + "spine");
    }
    if (page.spine.size() < 2 || !(norm(page.spine.back() - page.spine.front()) > 0)) {
      throw JsonProblem("holds a line in \"" + where + "spine\" of fewer than two places");
    }
  }
  if (page.empty()) {
    throw JsonProblem("holds neither \"pins\" nor \"lines\" nor a \"spine\" in \"" + where.substr(0, where.size() - 1) +
                      "\"");
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
